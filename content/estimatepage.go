package content

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"

	"github.com/goccy/go-yaml/ast"
)

type estimatePage struct {
	pageMeta
	// Scene is the picture on the page's social card; the page itself shows the truck instead.
	Scene, EmptyScene SceneName
	Breadcrumb        string
	Hero              struct{ Title, Lead string }
	Loads             []EstimateLoad
	Fills             []TruckFill
	Groups            []EstimateGroup `count:"1 groups"`
	Labels            wording.EstimateLabels
	Tool              wording.Tool
	Area              struct {
		wording.AreaAsk
		Yes, Edge, No, Unknown wording.AreaWords
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

func (s *Site) estimateLink() Link {
	if s.Business.IsOff(company.PartEstimate) {
		return Link{}
	}
	return s.estimatePage.Link
}

func (p *estimatePage) items() (items []*EstimateItem) {
	for _, group := range p.Groups {
		items = append(items, load.Items(group.Items)...)
	}
	return items
}

func (p *estimatePage) Check(d *load.Decoder) {
	if len(p.Loads) < 2 && !d.BuiltIn(&p.Loads) {
		d.Report(&p.Loads, "wanted at least two", "there are %d loads", len(p.Loads))
	}
	if d.BuiltIn(&p.Fills) && !d.BuiltIn(&p.Loads) {
		p.Fills = []TruckFill{} // other loads may have another truck
	}
	keys := map[string]bool{
		loadParameter: true, zipParameter: true, findParameter: true, EstimateParameter: true, PlanParameter: true,
	}
	unique := func(key *string) {
		if *key != "" && (keys[*key] || !slugForm.MatchString(*key)) {
			d.Report(key, "wanted a key of its own, of lower-case words joined by hyphens",
				"the key %q cannot be a name in addresses", *key)
		}
		keys[*key] = true
	}
	last := Share(0)
	for i := range p.Loads {
		l := &p.Loads[i]
		unique(&l.Key)
		if l.Share > 0 && l.Share <= last {
			d.Report(&l.Share, "wanted the smallest load first", "the load %q is not above the one before it", l.Name)
		}
		last = l.Share
	}
	for _, item := range p.items() {
		unique(&item.Key)
	}
}

func (g *EstimateGroup) Check(d *load.Decoder) {
	d.CheckCount(&g.Items, "1 items in the group "+g.Title)
	d.Choices = append(d.Choices, &g.ServiceType)
	for i := range g.Items {
		item := &g.Items[i]
		item.ServiceType = cmp.Or(item.ServiceType, g.ServiceType)
	}
}

func (item *EstimateItem) Check(d *load.Decoder) {
	given := []bool{item.Share != 0 || item.Feet > 0, item.Price != nil, item.OnSite}
	if given = slices.DeleteFunc(given, func(has bool) bool { return !has }); len(given) != 1 {
		d.Report(item, "wanted one of share, price and onSite", "the item %q has %d of them", item.Label, len(given))
	}
	if item.Alone != nil && item.Share == 0 && item.Feet == 0 {
		d.Report(item.Alone, "wanted it beside a share", "the item %q has a price alone and no share", item.Label)
	}
	d.Choices = append(d.Choices, &item.ServiceType)
	item.Most = cmp.Or(item.Most, 20)
}

func (share *Share) DecodeNode(d *load.Decoder, at load.Position, node ast.Node) {
	var fraction float64
	d.DecodeValue(at, node, reflect.ValueOf(&fraction).Elem())
	*share = Share(math.Round(fraction * 1000))
	if fraction <= 0 || fraction > 1 || *share%5 != 0 || math.Abs(fraction*1000-float64(*share)) > 1e-6 {
		d.Report(&fraction, "wanted a part of the truck from 0.005 to 1, in steps of 0.005", "the share is %v",
			fraction)
	}
}

func (p *estimatePage) card(*Site, string) (_, _ string, _ SceneName) {
	return p.Hero.Title, "", p.Scene
}

func (p *estimatePage) props(s *Site, info BuildInfo, r Route) any {
	fresh := s.ReadEstimate("")
	page := EstimatePage{
		Breadcrumbs: s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, p.Breadcrumb), Title: p.Hero.Title,
		Lead: p.Hero.Lead, Changes: p.Changes.BenefitsSection,
		Scene: string(p.Changes.Scene), Terms: p.Terms.complete(&s.Facts),
		Contact: p.Contact.complete(s, info, r.Path, ""), Estimator: EstimatorIsland{
			EstimatorFile: s.EstimatorFile(info), Tool: p.Tool, Area: fresh.Area, Values: fresh.Values,
			AreaAsk: p.Area.AreaAsk, Action: EstimatePath,
		},
	}
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

// EstimatorFile returns the estimator's props that are the same in every state.
func (s *Site) EstimatorFile(info BuildInfo) EstimatorFile {
	f := EstimatorFile{Prices: s.Prices(), Trucks: s.estimatePage.trucks(info)}
	f.Groups = slices.Clone(f.Groups)
	for i := range f.Groups {
		f.Groups[i].Picture = info.Assets.Scenes[string(f.Groups[i].Scene)]
	}
	return f
}

func (p *estimatePage) trucks(info BuildInfo) map[string]Scene {
	trucks := map[string]Scene{string(p.EmptyScene): info.Assets.Scenes[string(p.EmptyScene)]}
	for _, l := range p.Loads {
		trucks[string(l.Scene)] = info.Assets.Scenes[string(l.Scene)]
	}
	for _, f := range p.Fills {
		trucks[string(f.Scene)] = info.Assets.Scenes[string(f.Scene)]
	}
	return trucks
}

func (s *Site) serviceEstimate(slug string) string {
	for _, item := range s.estimatePage.items() {
		if item.Service == slug && s.estimateLink().Href != "" {
			return EstimatePath + "?" + item.Key + "=1"
		}
	}
	return ""
}

// checkEstimates reckons the shares of another company's truck, checks links, and gives items their questions.
func (s *Site) checkEstimates(d *load.Decoder) {
	src := &s.estimatePage
	asked := map[string]bool{}
	for _, item := range src.items() {
		if d.BuiltIn(item) && d.BuiltIn(&s.quote.ServiceTypes) {
			s.offerItem(item)
		}
		if item.Feet > 0 && s.estimateLink().Href != "" {
			d.References.Use("fact.truck_size")
		}
		if item.Share == 0 || d.Other && d.BuiltIn(&item.Share) {
			feet := cmp.Or(item.Feet, 0.675*float64(item.Share)) // a copy of an earlier version has shares alone
			item.Share = Share(min(1000, math.Round(1000*feet/s.Facts.TruckFeet())))
		}
		if item.Alone != nil && item.Alone.Each {
			item.Price, item.Alone, item.Share = item.Alone, nil, 0
		}
		page, _ := s.pages[KindService.path(item.Service)].(*servicePage)
		if page != nil && !asked[item.Service] {
			asked[item.Service] = true
			s.ask(d, item, page.Questions)
		}
		if _, service := s.services.find(item.Service); item.Service != "" && service == nil {
			if _, draft := s.drafts[KindService.path(item.Service)]; !draft && !d.BuiltIn(&item.Service) {
				d.Report(&item.Service, "wanted the slug of a service", "%q is no service", item.Service)
			}
		}
	}
	for _, page := range s.pages {
		city, ok := page.(*cityPage)
		if !ok || city.Estimate == "" {
			continue
		}
		if e := s.ReadEstimate(city.Estimate); e.Named != city.Estimate {
			d.Report(&city.Estimate, fmt.Sprintf("wanted things of estimate.yaml with counts, such as %q", e.Named),
				"the estimate is %q", city.Estimate)
		}
	}
}

// offerItem makes the choice of the form for an item that of the page with its price, or other if there is none.
func (s *Site) offerItem(item *EstimateItem) {
	if price := cmp.Or(item.Alone, item.Price); price != nil {
		if page, ok := s.pages[s.pricedAt[price.Key]].(*servicePage); ok {
			item.ServiceType = page.Contact.ServiceType
		}
	}
	if !slices.Contains(s.quote.ServiceTypes, item.ServiceType) {
		item.ServiceType = s.otherService()
	}
}

// ask gives an item the questions of its service, unless their answers are no published parts of its price.
func (s *Site) ask(d *load.Decoder, item *EstimateItem, questions []wording.EstimateQuestion) {
	published, good := map[int]bool{0: true}, true
	for _, p := range s.PriceList.Prices {
		published[p.Low], published[p.High] = true, true
	}
	p := item.Price
	for i := range questions {
		q := &questions[i]
		if p == nil || p.High == 0 || p.Plus {
			if good = false; !d.BuiltIn(&q.Key) {
				d.Warn(&q.Key, "wanted questions about an item with a price from one amount to another",
					"the price of %q cannot be narrowed", item.Label)
			}
			continue
		}
		for j := range q.Options {
			o := &q.Options[j]
			for _, end := range []*int{&o.Low, &o.High} {
				if !published[*end] || *end != 0 && (*end < p.Low || *end > p.High) {
					if good = false; !d.BuiltIn(end) {
						d.Warn(end, "wanted an amount of prices.yaml within "+p.String(),
							"%q ends at %d", o.Label, *end)
					}
				}
			}
		}
	}
	if good {
		item.Questions = slices.Clone(questions)
		for i := range item.Questions {
			item.Questions[i].Name = item.Key + "-" + questions[i].Key
		}
	}
}

// EstimateExample returns the line of llms.txt about the addresses of estimates, for a site at base; "" without any.
func (s *Site) EstimateExample(base string) string {
	src := &s.estimatePage
	if s.estimateLink().Href == "" {
		return ""
	}
	var keys, example []string
	for i, item := range src.items() {
		if keys = append(keys, item.Key); i < 2 {
			example = append(example, fmt.Sprintf("%s=%d", item.Key, i+1))
		}
	}
	address := base + EstimatePath + "?" + strings.Join(example, "&")
	return strings.ReplaceAll(src.Address, "[address]", address) + " " + company.Enumerate(keys, "and") + "."
}

// Area answers whether the company serves a ZIP code.
func (s *Site) Area(zip string) AreaAnswer {
	words, r := &s.estimatePage.Area, s.Reach(zip)
	say, ok := map[company.AreaKind]wording.AreaWords{
		company.AreaYes: words.Yes, company.AreaEdge: words.Edge,
		company.AreaNo: words.No, company.AreaUnknown: words.Unknown,
	}[r.Kind]
	if !ok {
		return AreaAnswer{}
	}
	place := r.Code
	if r.Town != "" {
		place += " (" + r.Town + ")"
	}
	answer := AreaAnswer{Kind: r.Kind, Title: strings.ReplaceAll(say.Title, "[place]", place), Text: say.Text}
	if r.Kind == company.AreaYes {
		town := s.PricedTown(zip)
		answer.Text = strings.ReplaceAll(say.Text, s.Business.Hours.Short(), s.HoursIn(town).Short())
		answer.Drive = s.TownPrices(town)
		answer.Text = strings.TrimSpace(answer.Text + " " + answer.Drive)
	}
	if r.Kind == company.AreaYes && r.Near != nil {
		answer.Link = strings.ReplaceAll(words.Yes.Link, "[town]", r.Near.Label())
		answer.Href = cityHref(*r.Near)
	}
	return answer
}

// AreaNote is what qualifies a promise to a ZIP code, as the form and the estimate say it; empty for a served code.
func (s *Site) AreaNote(zip string) string {
	answer := s.Area(zip)
	if answer.Kind == company.AreaYes {
		return ""
	}
	return answer.Title
}
