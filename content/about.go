package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

const aboutPath = "/about"

type aboutPage struct {
	pageMeta
	Who struct{ Title, Lead, Since, Insured, Policy, Reviews, ReadReviews, More string }
	AboutPage
}

// AboutPage is the props of "/about".
type AboutPage struct {
	Layout      Layout        `json:"layout" file:"-"`
	Breadcrumbs Breadcrumbs   `json:"breadcrumbs" file:"-"`
	Hero        OverviewHero  `json:"hero"`
	Scene       string        `json:"scene" file:"-"`
	Story       *StorySection `json:"story,omitempty"`
	Who         WhoSection    `json:"who" file:"-"`
	QuoteBox    QuoteBox      `json:"quoteBox" file:"-"`
}

// WhoSection is what visitors can check about the company, and its crew.
type WhoSection struct {
	Title string `json:"title"`
	// Lead is empty without anything that visitors can check elsewhere: insurance, licenses, reviews.
	Lead  string       `json:"lead,omitempty"`
	Facts []WhoFact    `json:"facts,omitempty"`
	Crew  []CrewMember `json:"crew"`
	// More leads to /about; nil on that page.
	More *Link `json:"more,omitempty"`
}

// WhoFact is a label with what it stands for; Href is empty if there is nothing to open.
type WhoFact struct {
	Label string `json:"label"`
	Text  string `json:"text"`
	Href  string `json:"href,omitempty"`
}

// CrewMember is somebody whom customers meet. Picture is empty without a photograph or, on /about, a drawing.
type CrewMember struct {
	Name    string `json:"name"`
	Role    string `json:"role,omitempty"`
	Does    string `json:"does,omitempty"`
	Picture string `json:"picture,omitempty"`
}

func (p *aboutPage) card(s *Site, _ string) (_, _ string, _ SceneName) {
	return p.Hero.Title, "", s.home.Hero.Scene
}

func (p *aboutPage) props(s *Site, info BuildInfo, r Route) any {
	page := p.AboutPage
	page.Hero.Call, page.Hero.Quote = s.call(), s.quoteLink(QuoteContact)
	page.Scene, page.Who = aboutScene, *s.who(info)
	page.Who.More = nil
	s.portray(page.Who.Crew)
	page.Breadcrumbs, page.QuoteBox = s.breadcrumbs(Link{s.shared.HomeLabel, "/"}, p.Hero.Title), s.quoteBox()
	page.Layout = s.routeLayout(info, r.Path, QuoteContact, &p.Meta, s.breadcrumbData(info, r.Path, page.Breadcrumbs))
	return page
}

const aboutScene = "about-door"

// portraits are the drawings of an invented owner and crew.
var portraits = []string{"about-owner", "about-carrier", "about-roller", "about-caller"}

// portray adds what people do, and drawings of those who are invented, until somebody has a photograph.
func (s *Site) portray(people []CrewMember) {
	drawn := s.fictional != nil && !slices.ContainsFunc(people, func(m CrewMember) bool { return m.Picture != "" })
	for i, member := range s.Business.People() {
		if people[i].Does = member.Does; drawn && i < len(portraits) {
			people[i].Picture = portraits[i]
		}
	}
}

// who is the band of what visitors can check; nil if business.yaml has nothing of it.
func (s *Site) who(info BuildInfo) *WhoSection {
	page, ok := s.pages[aboutPath].(*aboutPage)
	if !ok {
		return nil
	}
	c, words := &s.Business, &page.Who
	more := Link{words.More, aboutPath}
	section := &WhoSection{Title: words.Title, Crew: []CrewMember{}, More: &more}
	if c.Insurance != nil || len(c.Licenses) > 0 || c.ReviewsURL != "" {
		section.Lead = words.Lead
	}
	add := func(label, text, href string) { section.Facts = append(section.Facts, WhoFact{label, text, href}) }
	if c.Since != 0 {
		add(words.Since, strconv.Itoa(c.Since), "")
	}
	if c.Insurance != nil {
		add(words.Insured, fmt.Sprintf("%s, %s %s", c.Insurance.Insurer, words.Policy, c.Insurance.Policy), "")
	}
	for _, license := range c.Licenses {
		add(license.Name, license.Number, "")
	}
	if c.ReviewsURL != "" {
		add(words.Reviews, cmp.Or(c.Rating.String(), words.ReadReviews), c.ReviewsURL)
	}
	for _, member := range c.People() {
		section.Crew = append(section.Crew, CrewMember{member.Name, member.Role, "", info.drawn(member.Photo)})
	}
	return section
}
