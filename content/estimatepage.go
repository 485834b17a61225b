package content

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
)

// estimatePage is estimate.yaml.
type estimatePage struct {
	pageMeta
	// Scene is the picture on the page's social card; the page itself shows the truck instead.
	Scene, EmptyScene SceneName
	Breadcrumb        string
	Hero              leadSource
	Loads             []estimateLoad
	Groups            []estimateGroup
	Labels            EstimateLabels
	Tool              Tool
	Area              struct {
		AreaAsk
		Yes, Edge, No, Unknown areaWords
	}
	Changes struct {
		BenefitsSection
		Scene SceneName
	}
	Terms   TermsSection
	Contact ContactSection
	// Link leads to this page from others. Address precedes the names of items in llms.txt: [address] is an example.
	Link    Link
	Address string
}

// areaWords are an answer to a ZIP code. [place] is the code with its town, [town] the town whose page Link leads to.
type areaWords struct {
	Title, Text string
	Link        string `yaml:",omitempty"`
}

type estimateLoad struct {
	Key, Name, Price, About string

	Share float64
	Scene SceneName
}

type estimateGroup struct {
	Title string
	Scene SceneName
	// ServiceType is the form's choice for the items; empty if no option fits them.
	ServiceType string `yaml:",omitempty"`
	Items       []estimateItem
}

// estimateItem is a thing to haul. It has exactly one of Share, Price and OnSite, which has no published price.
type estimateItem struct {
	Key, Label, Plural string
	// Share is the part of the truck that one of these fills; Alone is the price of a single one and nothing else.
	Share              float64 `yaml:",omitempty"`
	Alone, Price, Note string  `yaml:",omitempty"`
	OnSite             bool    `yaml:",omitempty"`
	// Service is the slug of the service whose page links to the estimator with this item, the first of the service.
	Service string `yaml:",omitempty"`
	// ServiceType replaces that of the group.
	ServiceType string `yaml:",omitempty"`
	// Words are other names of it, for the search.
	Words []string `yaml:",omitempty"`
	// questions are those of the service; only the first item of a service has them.
	questions []estimateQuestion
	// Most is the highest count; 0: usualMost.
	Most int `yaml:",omitempty"`
}

const usualMost = 20

func (item *estimateItem) most() int { return cmp.Or(item.Most, usualMost) }

func (s *Site) estimate() *estimatePage { return s.pages[EstimatePath].(*estimatePage) }

func (p *estimatePage) items() (items []*estimateItem) {
	for _, group := range p.Groups {
		items = append(items, pointers(group.Items, func(item *estimateItem) *estimateItem { return item })...)
	}
	return items
}

func (p *estimatePage) load(key string) *estimateLoad {
	i := slices.IndexFunc(p.Loads, func(l estimateLoad) bool { return l.Key == key })
	if i < 0 {
		return nil
	}
	return &p.Loads[i]
}

func (p *estimatePage) check(d *decoder) {
	if len(p.Loads) < 2 {
		d.report(&p.Loads, "wanted at least two", "there are %d loads", len(p.Loads))
	}
	checkSome(d, &p.Groups, "groups")
	checkRange(d, &p.Changes.Cards, 3, 5, "cards")
	keys := map[string]bool{
		loadParameter: true, zipParameter: true, findParameter: true, EstimateParameter: true, PlanParameter: true,
		"received": true,
	}
	unique := func(key *string) {
		if *key != "" && (keys[*key] || !slugForm.MatchString(*key)) {
			d.report(key, "wanted a key of its own, of lower-case words joined by hyphens",
				"the key %q cannot be a name in addresses", *key)
		}
		keys[*key] = true
	}
	last := 0
	for i := range p.Loads {
		l := &p.Loads[i]
		unique(&l.Key)
		d.checkPrice(&l.Price)
		d.checkShare(&l.Share)
		if l.Share > 0 && l.thousandths() <= last {
			d.report(&l.Share, "wanted the smallest load first", "the load %q is not above the one before it", l.Name)
		}
		last = l.thousandths()
	}
	for _, item := range p.items() {
		unique(&item.Key)
	}
}

func (g *estimateGroup) check(d *decoder) {
	checkSome(d, &g.Items, "items in the group "+g.Title)
	d.checkServiceType(&g.ServiceType)
	for i := range g.Items {
		item := &g.Items[i]
		item.ServiceType = cmp.Or(item.ServiceType, g.ServiceType)
	}
}

func (item *estimateItem) check(d *decoder) {
	if n := count(item.Share != 0, item.Price != "", item.OnSite); n != 1 {
		d.report(item, "wanted one of share, price and onSite", "the item %q has %d of them", item.Label, n)
	}
	if item.Alone != "" && item.Share == 0 {
		d.report(&item.Alone, "wanted it beside a share", "the item %q has a price alone and no share", item.Label)
	}
	d.checkServiceType(&item.ServiceType)
	if item.Most < 0 {
		d.report(&item.Most, "wanted a count above 0", "the most of %q is %d", item.Label, item.Most)
	}
	if item.Share != 0 {
		d.checkShare(&item.Share)
	}
	for _, key := range []*string{&item.Price, &item.Alone} {
		if *key != "" {
			d.checkPrice(key)
		}
	}
}

// checkPrice returns the price of this company with the key; nil, with a diagnostic, if there is none.
func (d *decoder) checkPrice(key *string) *price {
	d.references.use("price." + *key)
	p := d.references.prices["price."+*key]
	if p == nil {
		d.report(key, "wanted a key under prices in prices.yaml", "unknown price %q", *key)
	}
	return p
}

// shareStep is the step of shares, in thousandths: no estimate of a share is more precise.
const shareStep = 5

func (d *decoder) checkShare(share *float64) {
	n := thousandths(*share)
	if *share <= 0 || *share > 1 || n%shareStep != 0 || math.Abs(*share*1000-float64(n)) > 1e-6 {
		d.report(share, "wanted a part of the truck from 0.005 to 1, in steps of 0.005", "the share is %v", *share)
	}
}

func (l *EstimateLabels) check(d *decoder) {
	d.checkPlaces(&l.Chosen, "[count]")
	d.checkPlaces(&l.More, "[thing]")
	d.checkPlaces(&l.Fewer, "[thing]")
	d.checkPlaces(&l.WithLoad, "[things]")
	d.checkPlaces(&l.Unreadable, "[things]")
	d.checkPlaces(&l.TooMany, "[most]", "[things]")
	d.checkPlaces(&l.Between, "[low]", "[lowPrice]", "[high]", "[highPrice]")
	checkSome(d, &l.Parts, "parts")
}

func (p *estimatePage) card(*Site, string) (string, SceneName)      { return p.Hero.Title, p.Scene }
func (p *estimatePage) props(s *Site, info BuildInfo, _ string) any { return s.EstimatePage(info) }

// EstimatePage returns the page at [EstimatePath].
func (s *Site) EstimatePage(info BuildInfo) EstimatePage {
	src := s.estimate()
	page := EstimatePage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, src.Breadcrumb), Title: src.Hero.Title,
		Lead: src.Hero.Lead, Estimator: s.estimator(info), Changes: src.Changes.BenefitsSection,
		Scene: string(src.Changes.Scene), Terms: src.Terms.complete(&s.facts),
		Contact: src.Contact.complete(s, info, EstimatePath, ""),
	}
	page.Layout = s.routeLayout(info, EstimatePath, contactAnchor, &src.Meta,
		s.breadcrumbData(info, EstimatePath, page.Breadcrumbs))
	return page
}

// estimator returns the island without an estimate.
func (s *Site) estimator(info BuildInfo) EstimatorIsland {
	src := s.estimate()
	fresh := s.ReadEstimate("")
	island := EstimatorIsland{
		Labels: src.Labels, Tool: src.Tool, Area: fresh.Area, Answer: fresh.Answer, Values: fresh.Values,
		Trucks: map[string]Scene{}, EmptyScene: string(src.EmptyScene), AreaAsk: src.Area.AreaAsk, Action: EstimatePath,
	}
	truck := func(name SceneName) { island.Trucks[string(name)] = info.Assets.Scenes[string(name)] }
	truck(src.EmptyScene)
	for _, l := range src.Loads {
		truck(l.Scene)
		island.Loads = append(island.Loads,
			EstimateLoad{l.Key, l.Name, *s.amount(l.Price), l.thousandths(), string(l.Scene), l.About})
	}
	for _, g := range src.Groups {
		group := EstimateGroup{Title: g.Title, Picture: info.Assets.Scenes[string(g.Scene)]}
		for _, item := range g.Items {
			group.Items = append(group.Items, EstimateItem{
				Key: item.Key, Label: item.Label, Plural: item.Plural, Note: item.Note, Share: item.thousandths(),
				Alone: s.amount(item.Alone), Price: s.amount(item.Price), OnSite: item.OnSite, Most: item.most(),
				ServiceType: item.ServiceType, Words: item.Words, Questions: item.asked(),
			})
		}
		island.Groups = append(island.Groups, group)
	}
	return island
}

// amount returns a price for the browser to compute with, nil for an empty key.
func (s *Site) amount(key string) *Amount {
	p := s.prices.Prices[key]
	if p == nil {
		return nil
	}
	return &Amount{Low: p.Low, High: max(p.Low, p.High), Plus: p.Plus, From: p.From, Text: p.String()}
}

// serviceEstimate is the address of the estimator with a service's item; empty without one.
func (s *Site) serviceEstimate(slug string) string {
	for _, item := range s.estimate().items() {
		if item.Service == slug {
			return EstimatePath + "?" + item.Key + "=1"
		}
	}
	return ""
}

// checkEstimates checks that links between the estimator and other pages name things and services that exist, and
// gives items the questions of their services.
func (s *Site) checkEstimates(d *decoder) {
	src, ok := s.pages[EstimatePath].(*estimatePage)
	if !ok {
		return
	}
	asked := map[string]bool{}
	for _, item := range src.items() {
		page, _ := s.pages[KindService.path(item.Service)].(*servicePage)
		if page != nil && !asked[item.Service] {
			asked[item.Service] = true
			item.questions = page.Questions
			s.checkQuestions(d, item)
		}
		if _, service := s.services.find(item.Service); item.Service != "" && service == nil &&
			s.drafts[KindService.path(item.Service)] == nil {
			d.report(&item.Service, "wanted the slug of a service", "%q is no service", item.Service)
		}
	}
	for _, page := range s.pages {
		city, ok := page.(*cityPage)
		if !ok || city.Estimate == "" {
			continue
		}
		if query := s.ReadEstimate(city.Estimate).Answer.Query; query != city.Estimate {
			d.report(&city.Estimate, fmt.Sprintf("wanted things of estimate.yaml with counts, such as %q", query),
				"the estimate is %q", city.Estimate)
		}
	}
}

// EstimateExample returns the line of llms.txt about the addresses of estimates, for a site at base.
func (s *Site) EstimateExample(base string) string {
	src := s.estimate()
	var keys, example []string
	for _, item := range src.items() {
		keys = append(keys, item.Key)
	}
	for i, key := range keys[:min(2, len(keys))] {
		example = append(example, fmt.Sprintf("%s=%d", url.QueryEscape(key), i+1))
	}
	address := base + EstimatePath + "?" + strings.Join(example, "&")
	return strings.ReplaceAll(src.Address, "[address]", address) + " " + enumerate(keys, "and") + "."
}
