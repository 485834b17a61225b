package content

import "net/url"

// servicePage is a file of the folder services.
type servicePage struct {
	Meta metaSource `yaml:"meta"`
	Hero struct {
		Title  string   `yaml:"title"`
		Lead   string   `yaml:"lead"`
		Points []string `yaml:"points"`
		// Scene is empty where a rule chooses it.
		Scene SceneName `yaml:"scene,omitempty"`
		// Tag replaces the first line of the price list in the hero, where that would mislead on its own.
		Tag *HeroTag `yaml:"tag,omitempty"`
	} `yaml:"hero"`
	Review      *testimonialSource `yaml:"review,omitempty"`
	Order       []string           `yaml:"order"`
	Items       ChecklistSection   `yaml:"items"`
	Benefits    BenefitsSection    `yaml:"benefits"`
	Steps       StepsSection       `yaml:"steps"`
	Pricing     PricingSection     `yaml:"pricing"`
	NotAccepted *leadSource        `yaml:"notAccepted,omitempty"`
	FAQ         *faqSource         `yaml:"faq,omitempty"`
	Links       []LinkNote         `yaml:"links,omitempty"`
	Plans       *plansSource       `yaml:"plans,omitempty"`
	Area        areaSource         `yaml:"area"`
	Contact     contactSource      `yaml:"contact"`
}

type plansSource struct {
	Title string   `yaml:"title"`
	Lead  string   `yaml:"lead"`
	Plans []Plan   `yaml:"plans"`
	Terms []string `yaml:"terms"`
}

func (p *servicePage) meta() *metaSource { return &p.Meta }

func (p *servicePage) heading(*Site, string) string { return p.Hero.Title }

// scene is the picture that the file names, or else that of the service's category.
func (p *servicePage) scene(s *Site, slug string) SceneName {
	if p.Hero.Scene != "" {
		return p.Hero.Scene
	}
	category, _ := s.services.find(slug)
	return category.scene()
}

func (p *servicePage) props(s *Site, info BuildInfo, slug string) any { return s.Service(info, slug) }

func (p *servicePage) check(d *decoder) {
	checkRange(d, &p.Hero.Points, 2, 3, "points")
	checkRange(d, &p.Benefits.Cards, 3, 5, "cards")
	checkRange(d, &p.Steps.Steps, 3, 5, "steps")
	if p.Review != nil {
		p.Review.check(d)
	}
	p.FAQ.check(d)
	p.Contact.check(d)
	checkOrder(d, &p.Order, map[string]bool{
		"items": true, "benefits": true, "steps": true, "pricing": true, "notAccepted": p.NotAccepted != nil,
		"faq": p.FAQ != nil, "links": len(p.Links) > 0, "plans": p.Plans != nil,
	})
	for i := range p.Links {
		d.addLink(&p.Links[i].Href)
	}
	if p.Plans != nil {
		popular, keys := 0, map[string]bool{}
		for i := range p.Plans.Plans {
			plan := &p.Plans.Plans[i]
			if keys[plan.Key] || url.QueryEscape(plan.Key) != plan.Key {
				d.report(&plan.Key, "wanted a key of its own, fit for a query", "the plan %q has the key %q", plan.Name, plan.Key)
			}
			keys[plan.Key] = true
			if plan.Popular {
				popular++
			}
		}
		checkSome(d, &p.Plans.Plans, "plans")
		if popular > 1 {
			d.report(&p.Plans.Plans, "wanted one at most", "%d plans are popular", popular)
		}
	}
}

func (s *Site) plans(src *plansSource, path string) *PlansSection {
	if src == nil {
		return nil
	}
	return &PlansSection{
		Title: src.Title, Lead: src.Lead, Plans: src.Plans, Terms: src.Terms,
		PopularLabel: s.shared.PopularLabel, SavingsLabel: s.shared.SavingsLabel,
		ChooseHref: path + "?" + PlanParameter + "=",
	}
}

// PlanParameter is the query parameter that names a plan; the page that it is given to begins the message with it.
const PlanParameter = "plan"

// PlanMessage is what begins the message of somebody who chose the plan with the key on the page at path, "" where the page
// has no such plan.
func (s *Site) PlanMessage(path, key string) string {
	page, ok := s.pages[path].(*servicePage)
	if !ok || page.Plans == nil {
		return ""
	}
	for _, plan := range page.Plans.Plans {
		if plan.Key == key {
			return plan.Message
		}
	}
	return ""
}

func (s *Site) notAccepted(src *leadSource) *NotAcceptedSection {
	if src == nil {
		return nil
	}
	return &NotAcceptedSection{Title: src.Title, Lead: src.Lead, Items: s.facts.list("not_accepted")}
}

// serviceReview is the review on the page of the service with the slug, with a link to that page.
func (s *Site) serviceReview(slug string) ServiceReview {
	_, service := s.services.find(slug)
	page := s.pages[service.href()].(*servicePage)
	return ServiceReview{page.Review.props(), Link{service.Name, service.href()}}
}

// Service is the page of the service with the slug, which is that of a route.
func (s *Site) Service(info BuildInfo, slug string) ServicePage {
	path := KindService.path(slug)
	src := s.pages[path].(*servicePage)
	_, service := s.services.find(slug)
	page := ServicePage{
		Breadcrumbs: s.breadcrumbs(Link{s.layout.Nav.ServicesLabel, servicesPath}, service.Name),
		Hero: ServiceHero{
			Title: src.Hero.Title, Lead: src.Hero.Lead, Points: src.Hero.Points,
			Call: s.call(), Quote: s.quoteLink(contactAnchor), Scene: info.Assets.shown(slug, src.scene(s, slug)), Tag: src.Hero.Tag,
		},
		Order: src.Order, Items: src.Items, Benefits: src.Benefits, Steps: src.Steps, Pricing: src.Pricing,
		NotAccepted: s.notAccepted(src.NotAccepted), FAQ: src.FAQ.props(), Links: append([]LinkNote{}, src.Links...),
		Plans: s.plans(src.Plans, path), Area: src.Area.props(s, info), Contact: src.Contact.contact(s, info, path),
	}
	if src.Review != nil {
		review := src.Review.props()
		page.Review = &review
	}
	page.Pictures = info.pictures(page.Hero.Scene, itemsSuffix)
	if rows := src.Pricing.Rows; page.Hero.Tag == nil && len(rows) > 0 {
		page.Hero.Tag = &HeroTag{Label: rows[0].Label, Value: rows[0].Price.String()}
	}
	structured := []string{
		s.serviceData(info, path, service.Name, src.Meta.Description, page.Pricing.Rows),
		s.breadcrumbData(info, path, page.Breadcrumbs),
	}
	if page.FAQ != nil {
		structured = append(structured, faqData(page.FAQ.List.Items))
	}
	page.Layout = s.pageLayout(info, path, contactAnchor, src.Meta.props(s.base(info)+path, structured))
	return page
}
