package content

import (
	"cmp"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

type serviceList struct {
	Categories []category `count:"1 categories"`
	trade      string
	inPlace    map[string]string // of pages of categories that the company lacks, by their paths
}

type category struct {
	Slug, Name string
	Scene      SceneName `yaml:",omitempty"`
	Blurb      string
	// Whole is the category's own line on the page of all services.
	Whole    *service  `yaml:",omitempty"`
	Services []service `yaml:",omitempty"`
	// OfWhole means that the program's page is about the whole: without that, there is none.
	OfWhole bool   `yaml:",omitempty"`
	at      string // the address in place of its page, if it has none
}

type service struct {
	// Slug is the last part of the page's path; empty for a category's own line, which leads to its page, whole.
	Slug  string `yaml:",omitempty"`
	whole string
	Name  string
	// Prices begin with the cheapest; they are empty if Rate replaces them.
	Prices []company.PriceKey `yaml:",omitempty"`
	Rate   string             `yaml:",omitempty"`
	// ByLoad means that a rate follows from the load, so that nobody has to look at a job before its pickup is booked.
	ByLoad bool `yaml:",omitempty"`
	// Look means that somebody looks at a job before it is booked, although it has prices.
	Look  bool `yaml:",omitempty"`
	About string
	// Ahead is the fact that says how many hours ahead it is booked.
	Ahead string `yaml:",omitempty"`
	// Time is how long the job takes, if facts.yaml says it.
	Time string `yaml:",omitempty"`
}

func (c category) href() string { return cmp.Or(c.at, KindCategory.path(c.Slug)) }

func (s service) href() string { return cmp.Or(s.whole, KindService.path(s.Slug)) }

// isNamed reports whether a choice of the form names the service.
func (s service) isNamed(choice string) bool {
	return strings.HasPrefix(s.Name, choice) || strings.HasPrefix(choice, s.Name)
}

func (s *Site) categorySlugs() (slugs []*string) {
	for i := range s.services.Categories {
		if c := &s.services.Categories[i]; c.at == "" {
			slugs = append(slugs, &c.Slug)
		}
	}
	return slugs
}

func (s *Site) serviceSlugs() (slugs []*string) {
	for _, c := range s.services.Categories {
		slugs = append(slugs, load.Each(c.Services, func(s *service) *string { return &s.Slug })...)
	}
	return slugs
}

func (l *serviceList) category(slug string) *category {
	return &l.Categories[slices.IndexFunc(l.Categories, func(c category) bool { return c.Slug == slug })]
}

// find returns the service with the slug and its category; both are nil if there is no such service.
func (l *serviceList) find(slug string) (*category, *service) {
	for i := range l.Categories {
		c := &l.Categories[i]
		if j := slices.IndexFunc(c.Services, func(s service) bool { return s.Slug == slug }); j >= 0 {
			return c, &c.Services[j]
		}
	}
	return nil, nil
}

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

// jobs are the category as a whole, if somebody can ask for that, and its services.
func (c category) jobs() []service {
	if c.Whole == nil {
		return c.Services
	}
	return append([]service{*c.Whole}, c.Services...)
}

func (c category) price() string {
	cheapest := company.Price{From: true}
	for _, s := range c.jobs() {
		if len(s.Prices) > 0 && (cheapest.Low == 0 || s.Prices[0].Low < cheapest.Low) {
			cheapest.Low = s.Prices[0].Low
		}
	}
	if cheapest.Low == 0 {
		return c.jobs()[0].Rate // no service has a price
	}
	return cheapest.String()
}

func (c category) menu(of []service, localize func(string) string) Category {
	return Category{Name: localize(c.Name), Href: c.href(), Services: load.Each(of, func(s *service) MenuLink {
		return MenuLink{Label: localize(s.Name), Href: s.href(), Price: localize(s.price())}
	})}
}

func (c category) rows() []ServiceRow {
	return load.Each(c.jobs(), func(s *service) ServiceRow {
		return ServiceRow{Name: s.Name, Href: s.href(), Price: s.price(), About: s.About, Time: s.Time}
	})
}

func (l *serviceList) lines() (lines []LinkedText) {
	for _, c := range l.Categories {
		lines = append(lines, load.Each(c.jobs(), func(s *service) LinkedText {
			return LinkedText{Text: s.Name + ", " + load.Uncapitalize(s.price()), Href: s.href()}
		})...)
	}
	return lines
}

var nameWord = regexp.MustCompile(`\b[A-Z][a-z]+`)

// Check makes the references {trade} and {trade.title}: the names of services, or junk removal if they are many.
func (l *serviceList) Check(d *load.Decoder) {
	var names []string
	for _, c := range l.Categories {
		names = append(names, load.Each(c.jobs(), func(s *service) string { return s.Name })...)
	}
	if l.trade = company.Enumerate(names, "and"); len(l.trade) > 30 || l.trade == "" {
		l.trade = "Junk Removal"
	}
	if len(names) > 1 {
		d.References.Texts["several_services"] = "several" // for needs
	}
	if d.References.Texts["pile"] = "the load"; d.References.Texts["service.junk-removal"] != "" {
		d.References.Texts["pile"] = "the pile"
	}
	l.inPlace = map[string]string{}
	for i := range l.Categories { // the program's page says more than one service, or than all without the whole
		c := &l.Categories[i]
		path := KindCategory.path(c.Slug)
		_, err := fs.Stat(d.Fsys, KindCategory.File(c.Slug))
		switch {
		case err == nil || c.Whole != nil:
		case len(l.Categories) == 1 && d.BuiltIn(&c.Name):
			c.Name, c.at = l.trade, servicesPath
		case len(l.Categories) > 1 && len(c.Services) == 1:
			only := &c.Services[0]
			if c.Slug, c.at = only.Slug, only.href(); d.BuiltIn(&c.Name) {
				c.Name, c.Blurb = only.Name, strings.TrimSuffix(only.About, ".")+"."
			}
		case c.OfWhole:
			c.at = servicesPath + "#" + c.Slug
		}
		if c.at != "" {
			l.inPlace[path] = c.at
		}
	}
	d.References.Texts["trade.title"] = l.trade
	d.References.Texts["trade"] = nameWord.ReplaceAllStringFunc(l.trade, strings.ToLower)
}

// Trade is what the company does, {trade.title}.
func (s *Site) Trade() string { return s.services.trade }

func (c *category) Check(d *load.Decoder) {
	if c.Whole == nil {
		d.CheckCount(&c.Services, "1 services in the category "+c.Name)
	} else if c.Whole.whole = KindCategory.path(c.Slug); c.Whole.Slug != "" {
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
	if s.Rate != "" && d.BuiltIn(&s.Prices) {
		s.Prices = nil
	}
	if none := len(s.Prices) == 0; none && s.Rate == "" && d.BuiltIn(s) {
		d.Report(s, "wanted no line for it in services.yaml, or one with a rate", "not_accepted refuses %q", s.Name)
	} else if none == (s.Rate == "") {
		d.Report(s, "wanted prices, or a rate in their place; a job with prices that you look at first has look: true",
			"the service %q has both or neither of prices and rate", s.Name)
	}
	if s.ByLoad && (s.Look || s.Rate == "") {
		d.Report(&s.ByLoad, "wanted it beside a rate, without look", "the service %q has byLoad and look or prices",
			s.Name)
	}
	for key := range d.References.Texts { // what the company's own services have prices for is not priced on site
		thing, ok := strings.CutPrefix(key, "on_site.")
		named := strings.Contains(" "+strings.ToLower(s.Name), " "+strings.TrimSuffix(thing, "s"))
		if ok && named && len(s.Prices) > 0 && !d.BuiltIn(s) {
			d.References.Texts[key], d.References.Texts["priced."+thing] = "", thing
		}
	}
	d.References.Use("fact." + s.Ahead)
	if text := d.References.Texts["fact."+s.Ahead]; s.Ahead != "" && !strings.Contains(text, "hour") {
		d.Report(&s.Ahead, "wanted a key under facts in facts.yaml, of a fact in hours", "ahead is %q", s.Ahead)
	}
	last := 0
	for i := range s.Prices {
		p := &s.Prices[i]
		if p.Low > 0 && p.Low <= last { // a price that is not above 0 has its diagnostic already
			d.Report(p, "wanted the cheapest first", "price %q is not above the one before it", p.Key)
		}
		last = p.Low
		if why := d.References.IsOff("price." + p.Key); why != "" {
			d.Report(s, "wanted prices or a rate of your own for it", why+", and %q has their prices", s.Name)
			break
		}
	}
}

// UnnamedService is the service of the page at path that such a request is for if no choice names it, otherwise empty.
func (s *Site) UnnamedService(path, choice string) string {
	page, ok := s.pages[path].(*servicePage)
	_, service := s.services.find(strings.TrimPrefix(path, KindService.path("")))
	if !ok || service == nil || slices.ContainsFunc(s.quote.ServiceTypes, service.isNamed) {
		return ""
	}
	if preset := page.Contact.ServiceType; preset != "" && choice != preset && choice != s.otherService() {
		return ""
	}
	return service.Name
}

func (s *Site) otherService() string { return s.quote.ServiceTypes[len(s.quote.ServiceTypes)-1] }

// RequestedService is what a visitor reads about a request from the page at path: the choice, and the service.
func (s *Site) RequestedService(path, choice string) string {
	switch service := s.UnnamedService(path, choice); {
	case service == "":
		return s.quote.Labels.Option(choice)
	case choice == s.otherService():
		return s.FactWords.Localize(service)
	default:
		return s.quote.Labels.Option(choice) + " (" + s.FactWords.Localize(service) + ")"
	}
}

// RequestScene is the picture of the page's service, or of the first one for which forms make the same choice.
func (s *Site) RequestScene(assets Assets, path, choice string) Scene {
	shown := ""
	for _, c := range s.services.Categories {
		for _, service := range c.Services {
			page := s.pages[service.href()].(*servicePage)
			preset := cmp.Or(page.Contact.ServiceType, s.otherService())
			if preset == choice && (service.href() == path || shown == "" && choice != s.otherService()) {
				shown = assets.Shown(service.Slug, page.scene())
			}
		}
	}
	return assets.Scenes[cmp.Or(shown, string(anyScene))]
}

// Requested is what the price list says of a request: the price, or the rate in its place, whether the load decides
// that, whether somebody looks at the job before it is booked, and how many hours ahead that is.
type Requested struct {
	Price        string
	ByLoad, Look bool
	// Hours is how long the job takes at most, 0 if nothing says it.
	Ahead, Hours int
}

// inDays matches the time of a job that does not end on its first day, inHours that of any other.
var (
	inDays  = regexp.MustCompile(`\d days?\b`)
	inHours = regexp.MustCompile(`(\d+) hours?\b`)
)

// Requested is about the page's service or, if the visitor chose another, the one that the choice names; else empty.
func (s *Site) Requested(path, choice string) (r Requested) {
	if asked := s.requested(path, choice); asked != nil {
		// One window is not enough for days.
		look := asked.Look || inDays.MatchString(asked.Time)
		r = Requested{asked.price(), asked.ByLoad, look, s.Facts.Hours(asked.Ahead), 0}
		if match := inHours.FindStringSubmatch(asked.Time); match != nil {
			r.Hours, _ = strconv.Atoi(match[1])
		}
	}
	return r
}

// RequestedPreparation are the steps that the customer of such a request does before the crew comes.
func (s *Site) RequestedPreparation(path, choice string) []wording.Step {
	asked := s.requested(path, choice)
	if asked == nil {
		return nil
	}
	steps := s.preparation(asked)
	for i, step := range steps {
		steps[i] = wording.Step{Title: cmp.Or(s.FactWords[step.Title], step.Title),
			Text: cmp.Or(s.FactWords[step.Text], step.Text)}
	}
	return steps
}

// preparation are those steps in English.
func (s *Site) preparation(of *service) []wording.Step {
	page, _ := s.pages[of.href()].(*servicePage) // a whole category has none
	if page == nil || page.Steps == nil {
		return nil
	}
	return slices.Clone(page.Steps.Steps[:min(page.Preparation, len(page.Steps.Steps))])
}

// requested is the service of the page at path, if a request from there with this choice of the form is for it, or the
// one that the choice names; nil for none.
func (s *Site) requested(path, choice string) *service {
	_, asked := s.services.find(strings.TrimPrefix(path, KindService.path("")))
	page, _ := s.pages[path].(*servicePage)
	switch {
	case asked != nil && choice == cmp.Or(page.Contact.ServiceType, s.otherService()):
		return asked
	case choice == "":
		return nil
	}
	for _, c := range s.services.Categories {
		for i := range c.Services {
			if c.Services[i].isNamed(choice) {
				return &c.Services[i]
			}
		}
		if page, ok := s.pages[c.href()].(*categoryPage); ok && page.Contact.ServiceType == choice {
			return cmp.Or(c.Whole, &service{Rate: c.price()})
		}
	}
	return nil
}
