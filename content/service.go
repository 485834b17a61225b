package content

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// shapes are those of services: a thing to carry out, a place to empty, a job with steps and paperwork. Each has the
// look of the page's end and the order of its sections, for files that say nothing else.
var shapes = map[string]struct{ close, order string }{
	"thing": {closeAfter, "plans items notAccepted pricing steps benefits paperwork faq links"},
	"place": {closeRoom, "plans steps benefits pricing items notAccepted paperwork faq links"},
	"job":   {closeTruck, "plans steps benefits paperwork pricing items notAccepted faq links"},
}

// servicePage is a file of the folder services.
type servicePage struct {
	pageMeta
	Draft bool `yaml:",omitempty"` // see Draft
	// Questions narrow the price of the service's item in the estimator.
	Questions []EstimateQuestion `yaml:",omitempty"`
	ServicePage
}

// ServicePage is the props of "/services/…" for one service.
type ServicePage struct {
	Layout      Layout      `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs `json:"breadcrumbs" file:"-"`
	// Shape is "thing" (the default), "place" or "job", by what is cleared. It decides how the page begins and ends.
	Shape string      `json:"shape" file:"shape,omitempty" tstype:"'thing' | 'place' | 'job'"`
	Hero  ServiceHero `json:"hero"`
	// Picture shows accepted items; empty if it is not drawn.
	Picture string       `json:"picture,omitempty" file:"-"`
	Review  *Testimonial `json:"review,omitempty"`
	// Order names the fields between the hero and the area block, in their order on the page; see [shapes].
	Order       []string            `json:"order" file:"order,omitempty"`
	Items       ChecklistSection    `json:"items"`
	Benefits    BenefitsSection     `json:"benefits"`
	Steps       StepsSection        `json:"steps"`
	Pricing     PricingSection      `json:"pricing"`
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
	Points       []string `json:"points" count:"2-3 points"`
	// Scene is the category's scene if the file names none.
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
	Title string `json:"title"`
	Items []Step `json:"items"`
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
	// Key names the plan in the address of its button.
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
	shape, known := shapes[p.Shape]
	if !known {
		d.Report(&p.Shape, "wanted thing, place or job", "the shape is %q", p.Shape)
	}
	p.Contact.Close = cmp.Or(p.Contact.Close, shape.close)
	if p.Order == nil {
		p.Order = []string{"rest"}
	}
	checkOrder(d, &p.Order, p.sections())
	if i := slices.Index(p.Order, "rest"); i >= 0 {
		named := func(name string) bool { return slices.Contains(p.Order, name) }
		p.Order = slices.Replace(p.Order, i, i+1, slices.DeleteFunc(strings.Fields(shape.order), named)...)
	}
}

// sections are those of a service's page, and whether each has something to show; "rest" stands for those that an order
// does not name, in the order of the shape.
func (p *servicePage) sections() map[string]bool {
	return map[string]bool{
		"items": true, "benefits": true, "steps": true, "pricing": true, "notAccepted": p.NotAccepted != nil,
		"paperwork": p.Paperwork != nil, "faq": p.FAQ != nil, "links": len(p.Links) > 0, "plans": p.Plans != nil,
		"rest": true,
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
		checkServiceType(d, &plan.ServiceType)
		if plan.Popular {
			popular++
		}
	}
	if popular > 1 {
		d.Report(&p.Plans, "wanted at most one", "%d plans are popular", popular)
	}
}

func (p *servicePage) card(s *Site, slug string) (string, SceneName) {
	category, _ := s.services.find(slug)
	return p.Hero.Title, cmp.Or(p.Hero.Scene, category.scene())
}

func (p *servicePage) props(s *Site, info BuildInfo, r Route) any {
	page := p.ServicePage
	page.Order, page.Review = s.shown(p.Order, p.sections()), s.review(p.Review)
	category, service := s.services.find(r.Slug)
	page.Breadcrumbs = s.breadcrumbs(Link{s.layout.Nav.ServicesLabel, servicesPath}, service.Name)
	scene := info.Assets.Shown(r.Slug, cmp.Or(p.Hero.Scene, category.scene()))
	page.Hero.Call, page.Hero.Quote, page.Hero.Scene = s.call(), s.quoteLink(contactAnchor), SceneName(scene)
	if rows := page.Pricing.Rows; page.Hero.Tag == nil && len(rows) > 0 {
		page.Hero.Tag = &HeroTag{Label: rows[0].Label, Value: rows[0].Price.Text}
	}
	page.Pricing.Estimate = s.serviceEstimate(r.Slug)
	if page.Shape == "place" {
		page.Hero.Slider = s.heroSlider(info, p.Hero.Title, scene)
	}
	page.Picture, page.Links = info.drawn(scene+"-items"), append([]LinkNote{}, p.Links...)
	if page.NotAccepted = nil; slices.Contains(page.Order, "notAccepted") {
		page.NotAccepted = &NotAcceptedSection{p.NotAccepted.Title, p.NotAccepted.Lead, s.Facts.List("not_accepted")}
	}
	if s.Business.IsOff(company.PartPlans) {
		page.Plans = nil
	} else if p.Plans != nil {
		plans := *p.Plans
		plans.PopularLabel, plans.SavingsLabel = s.shared.PopularLabel, s.shared.SavingsLabel
		plans.ChooseHref = r.Path + "?" + PlanParameter + "="
		page.Plans = &plans
	}
	page.Area, page.Contact = p.Area.complete(s), p.Contact.complete(s, info, r.Path, scene)
	data := s.serviceData(info, r.Path, service.Name, p.Meta.Description, page.Pricing.Rows)
	page.Layout = s.routeLayout(info, r.Path, contactAnchor, &p.Meta, data,
		s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

// heroSlider is nil if the scene has no picture of the same place with the job done. A photograph and a drawing do not
// line up.
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
	if page, ok := s.pages[path].(*servicePage); ok && page.Plans != nil {
		for i := range page.Plans.Plans {
			if plan := &page.Plans.Plans[i]; plan.Key == key {
				return plan
			}
		}
	}
	return nil
}

// UnnamedService is the name of the service whose page is at path, if a request from there with this choice of the form
// is for it and no choice names it; otherwise it is empty.
func (s *Site) UnnamedService(path, choice string) string {
	page, ok := s.pages[path].(*servicePage)
	_, service := s.services.find(strings.TrimPrefix(path, KindService.path("")))
	if !ok || service == nil || slices.ContainsFunc(s.quote.ServiceTypes, func(named string) bool {
		return strings.HasPrefix(service.Name, named) || strings.HasPrefix(named, service.Name)
	}) {
		return ""
	}
	if preset := page.Contact.ServiceType; preset != "" && choice != preset && choice != s.otherService() {
		return ""
	}
	return service.Name
}

// otherService is the form's last choice, for everything without one.
func (s *Site) otherService() string { return s.quote.ServiceTypes[len(s.quote.ServiceTypes)-1] }

// RequestedService is what a visitor reads about a request from the page at path: the choice, and the service.
func (s *Site) RequestedService(path, choice string) string {
	switch service := s.UnnamedService(path, choice); {
	case service == "":
		return s.quote.Labels.Option(choice)
	case choice == s.otherService():
		return service
	default:
		return s.quote.Labels.Option(choice) + " (" + service + ")"
	}
}

// RequestScene is the picture of what a request from the page at path is for: that of the page's service, or of the
// first one for which forms make the same choice.
func (s *Site) RequestScene(assets Assets, path, choice string) Scene {
	shown := ""
	for _, c := range s.services.Categories {
		for _, service := range c.Services {
			page := s.pages[service.href()].(*servicePage)
			preset := cmp.Or(page.Contact.ServiceType, s.otherService())
			if preset == choice && (service.href() == path || shown == "" && choice != s.otherService()) {
				shown = assets.Shown(service.Slug, cmp.Or(page.Hero.Scene, c.scene()))
			}
		}
	}
	return assets.Scenes[cmp.Or(shown, string(anyScene))]
}

// RequestedPrice is what a request from the page at path with this choice of the form costs by the price list: the
// price of the page's service, or of the one that the choice names. It is empty for everything else.
func (s *Site) RequestedPrice(path, choice string) string {
	if choice == "" {
		return ""
	}
	_, asked := s.services.find(strings.TrimPrefix(path, KindService.path("")))
	page, _ := s.pages[path].(*servicePage)
	if asked != nil && (page.Contact.ServiceType == choice || s.UnnamedService(path, choice) != "") {
		return asked.price()
	}
	for _, c := range s.services.Categories {
		for _, service := range c.Services {
			if strings.HasPrefix(service.Name, choice) || strings.HasPrefix(choice, service.Name) {
				return service.price()
			}
		}
		if page, ok := s.pages[c.href()].(*categoryPage); ok && page.Contact.ServiceType == choice {
			return cmp.Or(c.Whole, &service{Prices: []company.PriceKey{}, Rate: c.price()}).price()
		}
	}
	return ""
}

// serviceReview is the review of the service with the slug; nil if there is none.
func (s *Site) serviceReview(slug string) *ServiceReview {
	_, service := s.services.find(slug)
	if service == nil {
		return nil
	}
	review := s.review(s.pages[service.href()].(*servicePage).Review)
	if review == nil {
		return nil
	}
	return &ServiceReview{*review, Link{service.Name, service.href()}}
}

// serviceList is services.yaml.
type serviceList struct {
	Categories []category `count:"1 categories"`
}

type category struct {
	Slug, Name string
	Scene      SceneName `yaml:",omitempty"`
	Blurb      string
	// Whole is the category's own line on the page of all services.
	Whole    *service `yaml:",omitempty"`
	Services []service
}

type service struct {
	// Slug is the last part of the page's path; empty for a category's own line, which leads to the category's page.
	Slug string `yaml:",omitempty"`
	Name string
	// Prices begin with the cheapest; they are empty if Rate replaces them.
	Prices []company.PriceKey `yaml:",omitempty"`
	Rate   string             `yaml:",omitempty"`
	About  string
	// Time is how long the job takes, if facts.yaml says it.
	Time string `yaml:",omitempty"`
}

func (c category) href() string { return KindCategory.path(c.Slug) }
func (s service) href() string  { return KindService.path(s.Slug) }

func (s *Site) categorySlugs() []*string {
	return load.Pointers(s.services.Categories, func(c *category) *string { return &c.Slug })
}

func (s *Site) serviceSlugs() (slugs []*string) {
	for _, c := range s.services.Categories {
		slugs = append(slugs, load.Pointers(c.Services, func(s *service) *string { return &s.Slug })...)
	}
	return slugs
}

// category returns the category with the slug, which must be that of a route.
func (l *serviceList) category(slug string) *category {
	return &l.Categories[slices.IndexFunc(l.Categories, func(c category) bool { return c.Slug == slug })]
}

// find returns the service with the slug and its category; both are nil if there is no such service.
func (l *serviceList) find(slug string) (*category, *service) {
	for i := range l.Categories {
		c := &l.Categories[i]
		for j := range c.Services {
			if c.Services[j].Slug == slug {
				return c, &c.Services[j]
			}
		}
	}
	return nil, nil
}

// price is the formatted price of the service, from its first price to its last.
func (s service) price() string {
	switch n := len(s.Prices); n {
	case 0:
		return s.Rate
	case 1:
		return s.Prices[0].String() // it may begin with "from"
	default:
		return s.Prices[0].Span(s.Prices[n-1].Price).String()
	}
}

// price is the price of the category's own job, or without one where the prices of its services begin.
func (c category) price() string {
	if c.Whole != nil {
		return c.Whole.price()
	}
	cheapest := company.Price{From: true}
	for _, s := range c.Services {
		for _, p := range s.Prices {
			if cheapest.Low == 0 || p.Low < cheapest.Low {
				cheapest.Low = p.Low
			}
		}
	}
	if cheapest.Low == 0 {
		return c.Services[0].Rate // no service has a price
	}
	return cheapest.String()
}

// menu is the category with its services and their prices.
func (c category) menu() Category {
	menu := Category{Name: c.Name, Href: c.href(), Services: make([]MenuLink, len(c.Services))}
	for i, s := range c.Services {
		menu.Services[i] = MenuLink{Label: s.Name, Href: s.href(), Price: s.price()}
	}
	return menu
}

func (s service) row(href string) ServiceRow {
	return ServiceRow{Name: s.Name, Href: href, Price: s.price(), About: s.About, Time: s.Time}
}

// rows lists the category's services with their prices, beginning with its own line if it has one.
func (c category) rows() (rows []ServiceRow) {
	if c.Whole != nil {
		rows = append(rows, c.Whole.row(c.href()))
	}
	for _, s := range c.Services {
		rows = append(rows, s.row(s.href()))
	}
	return rows
}

// menu lists the categories for the header.
func (l *serviceList) menu() []Category {
	menu := make([]Category, len(l.Categories))
	for i, c := range l.Categories {
		menu[i] = c.menu()
	}
	return menu
}

func (c *category) Check(d *load.Decoder) {
	d.CheckCount(&c.Services, "1 services in the category "+c.Name)
	if c.Whole != nil && c.Whole.Slug != "" {
		d.Report(&c.Whole.Slug, "wanted none: it leads to the category's page",
			"the category's own line has the slug %q", c.Whole.Slug)
	}
	for i := range c.Services {
		if s := &c.Services[i]; s.Slug == "" {
			d.Report(s, "wanted the slug of its page", "the service %q has no slug", s.Name)
		}
	}
}

func (s *service) Check(d *load.Decoder) {
	if (len(s.Prices) > 0) == (s.Rate != "") {
		d.Report(s, "wanted prices, or a rate in their place",
			"the service %q has both or neither of prices and rate", s.Name)
	}
	last := 0
	for i := range s.Prices {
		p := &s.Prices[i]
		if p.Low > 0 && p.Low <= last { // a price that is not above 0 has its diagnostic already
			d.Report(p, "wanted the cheapest first", "price %q is not above the one before it", p.Key)
		}
		last = p.Low
	}
}
