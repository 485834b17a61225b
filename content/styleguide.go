package content

import "reflect"

// StyleguidePage is the props of "/gallery", which is served in development only: pages of every kind as samples.
type StyleguidePage struct {
	Layout Layout `json:"layout"`
	// Service, Category and City have most of the optional parts, PlainService and PlainCategory the fewest.
	Service       ServicePage   `json:"service"`
	PlainService  ServicePage   `json:"plainService"`
	Category      CategoryPage  `json:"category"`
	PlainCategory CategoryPage  `json:"plainCategory"`
	City          CityPage      `json:"city"`
	Quote         QuotePage     `json:"quote"`
	Article       ArticlePage   `json:"article"`
	Blog          BlogPage      `json:"blog"`
	Services      ServicesPage  `json:"services"`
	Locations     LocationsPage `json:"locations"`
	Home          HomePage      `json:"home"`
	Estimate      EstimatePage  `json:"estimate"`
	// Parts are the shown components. Part and State select a single one.
	Parts []StyleguidePart `json:"parts"`
	Part  *StyleguidePart  `json:"part,omitempty"`
	State int              `json:"state"`
}

// StyleguidePart is a component: its folder below components/, and its name.
type StyleguidePart struct {
	Folder string `json:"folder"`
	Name   string `json:"name"`
}

// Styleguide is the page of all components in all states, for development. It has no route.
func (s *Site) Styleguide(info BuildInfo, parts []StyleguidePart) StyleguidePage {
	meta := noIndexMeta("Styleguide | "+s.Business.ShortName, "Every component of the site in all its states.")
	return StyleguidePage{
		Layout:        s.pageLayout(info, "/gallery", QuoteContact, meta),
		Service:       example[ServicePage](s, info, KindService, true),
		PlainService:  example[ServicePage](s, info, KindService, false),
		Category:      example[CategoryPage](s, info, KindCategory, true),
		PlainCategory: example[CategoryPage](s, info, KindCategory, false),
		City:          example[CityPage](s, info, KindCity, true),
		Article:       example[ArticlePage](s, info, KindArticle, true),
		Quote:         PageOf[QuotePage](s, info, QuotePath), Blog: PageOf[BlogPage](s, info, "/blog"),
		Services:  PageOf[ServicesPage](s, info, servicesPath),
		Locations: PageOf[LocationsPage](s, info, locationsPath),
		Home:      s.Home(info), Estimate: PageOf[EstimatePage](s, info, EstimatePath),
		Parts: parts,
	}
}

// example is the page of a kind with the most, or the fewest, parts that are not empty.
func example[T any](s *Site, info BuildInfo, kind Kind, rich bool) (page T) {
	best := 0
	for _, r := range s.routes {
		if r.Kind != kind {
			continue
		}
		props, n := s.PageProps(info, r), 0
		for i := range reflect.ValueOf(props).NumField() {
			if field := reflect.ValueOf(props).Field(i); !field.IsZero() {
				n++
				if _, plans := field.Interface().(*PlansSection); plans {
					n += 10 // plans are on the fewest pages
				}
			}
		}
		if best == 0 || rich && n > best || !rich && n < best {
			page, best = props.(T), n
		}
	}
	return page
}
