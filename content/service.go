package content

import (
	"cmp"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// shapes are those of services, with the look of the page's end and the order of sections for files that have none.
var shapes = map[string]struct{ close, order string }{
	"thing": {closeAfter, "plans items notAccepted pricing steps benefits paperwork faq links"},
	"place": {closeRoom, "plans steps benefits pricing items notAccepted paperwork faq links"},
	"job":   {closeTruck, "plans steps benefits paperwork pricing items notAccepted faq links"},
	"call":  {closeTruck, "plans pricing steps benefits faq items notAccepted paperwork links"},
}

type servicePage struct {
	pageMeta
	Questions []wording.EstimateQuestion `yaml:",omitempty"`
	// Preparation is how many of the first steps a customer does before the crew comes.
	Preparation int `yaml:",omitempty"`
	ServicePage
}

// ServicePage is the props of "/services/…" for one service.
type ServicePage struct {
	Layout      Layout      `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs" file:"-"`
	// Shape is "thing" (the default), "place", "job" or "call". It decides how the page begins and ends.
	Shape string      `json:"shape" file:"shape,omitempty" tstype:"'thing' | 'place' | 'job' | 'call'"`
	Hero  ServiceHero `json:"hero"`
	// Picture shows accepted items; empty if it is not drawn.
	Picture string               `json:"picture,omitempty" file:"-"`
	Review  *company.Testimonial `json:"review,omitempty"`
	// Order names the fields between the hero and the area block, in their order on the page; see [shapes].
	Order    []string         `json:"order" file:"order,omitempty"`
	Items    ChecklistSection `json:"items"`
	Benefits *BenefitsSection `json:"benefits,omitempty"`
	Steps    *StepsSection    `json:"steps,omitempty"`
	// Pricing is by default the price and the time in services.yaml.
	Pricing     *PricingSection     `json:"pricing" file:"pricing,omitempty" tstype:",required"`
	Paperwork   *PaperworkSection   `json:"paperwork,omitempty"`
	NotAccepted *NotAcceptedSection `json:"notAccepted,omitempty"`
	FAQ         *FAQSection         `json:"faq,omitempty"`
	Links       []LinkNote          `json:"links" file:"links,omitempty"`
	Plans       *PlansSection       `json:"plans,omitempty"`
	Area        AreaBlock           `json:"area"`
	Contact     ContactSection      `json:"contact"`
	// NoteHint is the placeholder of the form's message, if the service has one of its own.
	NoteHint string `json:"-" file:"noteHint,omitempty"`
}

// ServiceHero opens a service's page.
type ServiceHero struct {
	OverviewHero `tstype:",extends"`
	Points       []string `json:"points,omitempty" count:"2-3 points"`
	// Scene is the loaded truck if the file names none.
	Scene SceneName `json:"scene" file:"scene,omitempty" tstype:"string"`
	// Slider shows a place before and after; nil for other shapes, and if there is only one picture.
	Slider *HeroSlider `json:"slider,omitempty" file:"-"`
	// Tag is a label on the picture: by default the first line of the price list. It is nil if there is neither.
	Tag *HeroTag `json:"tag,omitempty"`
}

// HeroSlider is a place before and after, with the labels of the slider.
type HeroSlider struct {
	Pair        GalleryPair `json:"pair"`
	BeforeLabel string      `json:"beforeLabel"`
	AfterLabel  string      `json:"afterLabel"`
}

// HeroTag is one fact in large type, usually a price, under its label.
type HeroTag struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// NotAcceptedSection lists the items that are not accepted.
type NotAcceptedSection struct {
	Title string   `json:"title"`
	Lead  string   `json:"lead"`
	Items []string `json:"items" file:"-"`
}

// PaperworkSection is what has to be settled before a job: permits, tests, insurance.
type PaperworkSection struct {
	Title string         `json:"title"`
	Items []wording.Step `json:"items"`
}

// LinkNote is a sentence with a link to a related page.
type LinkNote struct {
	Text  string `json:"text"`
	Label string `json:"label"`
	Href  string `json:"href"`
}

// PlansSection is the subscription's plans and terms.
type PlansSection struct {
	Title string `json:"title"`
	Lead  string `json:"lead"`
	Plans []Plan `json:"plans" count:"1 plans"`
	// PopularLabel marks the popular plan, SavingsLabel is shown under a plan's savings.
	PopularLabel string   `json:"popularLabel" file:"-"`
	SavingsLabel string   `json:"savingsLabel" file:"-"`
	Terms        []string `json:"terms"`
	// ChooseHref followed by a plan's key is the address of the form with that plan.
	ChooseHref string `json:"chooseHref" file:"-"`
}

// Plan is one way to subscribe.
type Plan struct {
	Key     string `json:"key"`
	Name    string `json:"name"`
	Savings string `json:"savings"`
	Text    string `json:"text"`
	Popular bool   `json:"popular,omitempty"`
	CTA     string `json:"cta"`
	// Message begins the form's message when the visitor has chosen the plan.
	Message string `json:"message"`
	// ServiceType and Timeframe are the form's choices that the plan answers; they may be empty.
	ServiceType string `json:"serviceType,omitempty"`
	Timeframe   string `json:"timeframe,omitempty"`
}

func (p *servicePage) Check(d *load.Decoder) {
	p.Shape = cmp.Or(p.Shape, "thing")
	shape := shapes[p.Shape]
	p.Contact.Close = cmp.Or(p.Contact.Close, shape.close)
	if p.Order == nil {
		p.Order = []string{"rest"} // the sections that an order does not name
	}
	checkOrder(d, p.Order, shapes["thing"].order+" rest") // of all shapes
	if i := slices.Index(p.Order, "rest"); i >= 0 {
		named := func(name string) bool { return slices.Contains(p.Order, name) }
		p.Order = slices.Replace(p.Order, i, i+1, slices.DeleteFunc(strings.Fields(shape.order), named)...)
	}
}

func (p *PlansSection) Check(d *load.Decoder) {
	popular, keys := 0, map[string]bool{}
	for i := range p.Plans {
		plan := &p.Plans[i]
		if keys[plan.Key] || url.QueryEscape(plan.Key) != plan.Key {
			d.Report(&plan.Key, "wanted a key of its own, fit for a query",
				"the plan %q has the key %q", plan.Name, plan.Key)
		}
		keys[plan.Key] = true
		d.Choices = append(d.Choices, &plan.ServiceType)
		if plan.Popular {
			popular++
		}
	}
	if popular > 1 {
		d.Report(&p.Plans, "wanted at most one", "%d plans are popular", popular)
	}
}

func (p *servicePage) card(*Site, string) (_, _ string, _ SceneName) {
	return p.Hero.Title, p.Hero.Lead, p.scene()
}

func (p *servicePage) props(s *Site, info BuildInfo, r Route) any {
	page := p.ServicePage
	page.Review = s.review(p.Review)
	_, service := s.services.find(r.Slug)
	page.Breadcrumbs = s.breadcrumbs(Link{s.layout.Nav.ServicesLabel, servicesPath}, service.Name)
	scene := info.Assets.Shown(r.Slug, p.scene())
	page.Hero.Call, page.Hero.Quote, page.Hero.Scene = s.call(), s.quoteLink(contactAnchor), SceneName(scene)
	page.Pricing = new(*p.Pricing)
	if _, err := fs.Stat(FS, KindService.File(r.Slug)); err != nil || s.serviceEstimate(r.Slug) != "" {
		page.Pricing.Estimate = new(s.serviceEstimate(r.Slug))
	}
	if rows := page.Pricing.Rows; page.Hero.Tag == nil && len(rows) > 0 {
		page.Hero.Tag = &HeroTag{Label: rows[0].Label, Value: rows[0].Price.Text}
	}
	if page.Shape == "place" {
		page.Hero.Slider = s.heroSlider(info, p.Hero.Title, scene)
	}
	page.Picture, page.Links = info.drawn(scene+"-items"), append([]LinkNote{}, p.Links...)
	if p.NotAccepted != nil {
		page.NotAccepted = &NotAcceptedSection{p.NotAccepted.Title, p.NotAccepted.Lead, s.Facts.List("not_accepted")}
	}
	if p.Plans != nil {
		plans := *p.Plans
		plans.PopularLabel, plans.SavingsLabel = s.shared.PopularLabel, s.shared.SavingsLabel
		plans.ChooseHref = r.Path + "?" + PlanParameter + "="
		page.Plans = &plans
	}
	page.Order = s.shown(p.Order, &page)
	page.Area, page.Contact = p.Area.complete(s), p.Contact.complete(s, info, r.Path, scene)
	for _, row := range page.Pricing.Rows[:min(len(page.Pricing.Rows), 4)] {
		page.Contact.Points = append(page.Contact.Points, row.Label+": "+row.Price.Text)
	}
	url := s.base(info) + r.Path
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, schemaDocument("Service", "@id", url+"#service",
		"name", service.Name, "description", p.Meta.Description, "url", url, "provider", s.company(info),
		"areaServed", s.servedCities(), "offers", offers(page.Pricing.Rows)),
		s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

// priceServices gives the pages of services without a price list the line of services.yaml.
func (s *Site) priceServices() {
	for _, slug := range s.serviceSlugs() {
		page, _ := s.pages[KindService.path(*slug)].(*servicePage)
		category, service := s.services.find(*slug)
		if page != nil && category.Slug == *slug { // it stands by itself
			category.Scene = page.scene()
		}
		if page == nil || page.Pricing != nil {
			continue
		}
		row, lead := PriceRow{service.About, company.PriceText{Text: service.price()}}, ""
		if len(service.Prices) == 1 {
			row.Price.Key = service.Prices[0].Key
			row.Price.Price = s.PriceList.Prices[row.Price.Key]
		}
		if service.Time != "" {
			lead = s.shared.Compare.Time + " " + service.Time + "."
		}
		rows := []PriceRow{row}
		for i, load := range s.estimatePage.Loads {
			if p := load.Price; service.ByLoad && !s.Business.IsOff(company.PartLoads) {
				text := company.PriceText{Text: p.String(), Price: &p.Price, Key: p.Key}
				rows = append(rows[:i], PriceRow{load.Name, text})
			}
		}
		title := strings.ReplaceAll(s.shared.ServicePrices, "[service]", service.Name)
		page.Pricing = &PricingSection{Title: title, Lead: lead, Rows: rows, Notes: []string{}}
	}
}

// heroSlider is nil without a picture of the same place with the job done. Photographs and drawings do not line up.
func (s *Site) heroSlider(info BuildInfo, title, before string) *HeroSlider {
	scenes, after := info.Assets.Scenes, info.drawn(before+"-after")
	if after == "" || (scenes[before].Srcset == "") != (scenes[after].Srcset == "") {
		return nil
	}
	pair := GalleryPair{ID: "place", Before: SceneName(before), After: SceneName(after), Title: title, Divider: 50}
	return &HeroSlider{pair, s.shared.BeforeLabel, s.shared.AfterLabel}
}

// Plan returns the plan with the key on the page at path; nil if the page has no such plan.
func (s *Site) Plan(path, key string) *Plan {
	if page, ok := s.pages[path].(*servicePage); ok && page.Plans != nil && !s.Business.IsOff(company.PartPlans) {
		if i := slices.IndexFunc(page.Plans.Plans, func(plan Plan) bool { return plan.Key == key }); i >= 0 {
			return &page.Plans.Plans[i]
		}
	}
	return nil
}

// PlanSavings returns what the plan with a key saves, in percent; 0 if no page has it, or says that in percent.
func (s *Site) PlanSavings(key string) int {
	for _, path := range slices.Sorted(maps.Keys(s.pages)) {
		if plan := s.Plan(path, key); plan != nil {
			percent, _ := strconv.Atoi(strings.TrimSuffix(plan.Savings, "%"))
			return min(max(0, percent), 99)
		}
	}
	return 0
}

func (s *Site) serviceReview(slug string) *ServiceReview {
	if _, service := s.services.find(slug); service != nil {
		if review := s.review(s.pages[service.href()].(*servicePage).Review); review != nil {
			return &ServiceReview{*review, Link{service.Name, service.href()}}
		}
	}
	return nil
}
