package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestServicesPage checks that the page has every service with the price that its own page shows, and links to it.
func TestServicesPage(t *testing.T) {
	s := site(t)
	page := s.Services(BuildInfo{BaseURL: "https://junk.test"})
	rows := map[string]ServiceRow{}
	for _, category := range page.Categories {
		for _, row := range category.Services {
			if row.Price == "" || row.About == "" {
				t.Errorf("%s says %q and %q, want a price and what it is for", row.Href, row.Price, row.About)
			}
			rows[row.Href] = row
		}
	}
	for _, r := range s.Routes() {
		if r.Kind == KindService && rows[r.Path].Name == "" {
			t.Errorf("the service at %s is missing", r.Path)
		}
	}
	for path, want := range map[string]string{
		"/services/furniture-removal": "$99–$399", "/services/yard-waste": "from $99", "/services/storage-unit-cleanouts": "$150–$900",
		"/services/property-cleanouts": "$1,500–$5,000+", "/services/construction-debris": "$200–$1,500",
		"/services/same-day-junk-removal": "$99–$650+", "/services/light-demolition": "Priced on-site, 1–3 days",
		"/services/subscription-junk-removal": "Save 15–25%",
	} {
		if got := rows[path].Price; got != want {
			t.Errorf("the price of %s = %q, want %q", path, got, want)
		}
	}
	want := []LoadPrice{{"XS Load", "$99+"}, {"Quarter Load", "$250"}, {"Half Load", "$350"}, {"Full Box Truck", "$650+"}}
	if diff := cmp.Diff(want, page.Loads); diff != "" {
		t.Errorf("loads (-want +got):\n%s", diff)
	}
	list := structuredData(t, page.Layout)["ItemList"]
	if n := len(list["itemListElement"].([]any)); n != 21 || list["numberOfItems"] != 21.0 {
		t.Errorf("the list has %d items and says %v, want 21: the services, and two categories as a whole", n, list["numberOfItems"])
	}
	if page.Contact.Form.Page != "/services" || page.Hero.Quote.Href != "#contact" {
		t.Errorf("the form is for %s, and the hero's button leads to %s", page.Contact.Form.Page, page.Hero.Quote.Href)
	}
}

// TestLocationsPage checks that the page has every city with a fact and neighborhoods from the city's own page, and with
// the other towns all of the specification's service area.
func TestLocationsPage(t *testing.T) {
	s := site(t)
	page := s.Locations(BuildInfo{BaseURL: "https://junk.test"})
	var cities []Link
	for _, card := range page.Cities.Items {
		cities = append(cities, Link{card.Name, card.Href})
		city := s.City(BuildInfo{}, card.Scene)
		if card.Fact != city.Hero.Facts[0] || !strings.HasPrefix(card.Places, city.Neighborhoods.Items[0]+", ") {
			t.Errorf("%s says %q and %q, want what its page says", card.Name, card.Fact, card.Places)
		}
	}
	if diff := cmp.Diff(s.area.links(), cities); diff != "" {
		t.Errorf("cities (-want +got):\n%s", diff)
	}
	if got, want := page.Cities.Items[0].Places, "Lakewood, M Streets, Lower Greenville, and 15 more"; got != want {
		t.Errorf("Dallas has %q, want %q", got, want)
	}
	for _, town := range strings.Split("Dallas, Fort Worth, Arlington, Plano, Irving, Hurst/Euless/Bedford, Frisco, McKinney, Prosper, Southlake, Colleyville, Garland, Richardson", ", ") {
		city := slices.ContainsFunc(cities, func(l Link) bool { return strings.HasPrefix(l.Label, town) })
		if !city && !slices.Contains(page.Also.Towns, town) {
			t.Errorf("%s is missing", town)
		}
	}
	if n := len(structuredData(t, page.Layout)["ItemList"]["itemListElement"].([]any)); n != 10 {
		t.Errorf("the list has %d items, want the ten cities", n)
	}
	if n := len(page.Map.Places); n != 16 {
		t.Errorf("the map has %d places, want 16", n)
	}
}

// TestBreadcrumbsLeadToPages checks where the steps above a page lead: to pages, not to parts of the home page.
func TestBreadcrumbsLeadToPages(t *testing.T) {
	s := site(t)
	for _, test := range []struct {
		name string
		got  Breadcrumbs
		want Breadcrumb
	}{
		{"service", s.Service(BuildInfo{}, "yard-waste").Breadcrumbs, Breadcrumb{"Services", "/services"}},
		{"city", s.City(BuildInfo{}, "plano").Breadcrumbs, Breadcrumb{"Locations", "/locations"}},
		{"category", *s.Category(BuildInfo{}, "property-cleanouts").Breadcrumbs, Breadcrumb{"Home", "/"}},
		{"services", s.Services(BuildInfo{}).Breadcrumbs, Breadcrumb{"Home", "/"}},
		{"locations", s.Locations(BuildInfo{}).Breadcrumbs, Breadcrumb{"Home", "/"}},
	} {
		if got := test.got.Items[0]; got != test.want {
			t.Errorf("the breadcrumbs of a %s begin with %v, want %v", test.name, got, test.want)
		}
	}
	for _, want := range []Link{{"Our Services", "/services"}, {"Locations", "/locations"}} {
		if links := s.Home(BuildInfo{}).Layout.Footer.QuickLinks; !slices.Contains(links, want) {
			t.Errorf("the footer's links are %v, without %v", links, want)
		}
	}
	for _, slug := range []string{"residential", "commercial"} {
		if got, want := s.Category(BuildInfo{}, slug).Services.All, (Link{"All services and prices", "/services"}); got != want {
			t.Errorf("the category %s leads to %v, want %v", slug, got, want)
		}
	}
}
