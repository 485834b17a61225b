package content

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// This file compares the content with the specification of this company: its routes, its words, its figures and how
// many there are of each. All other tests take names, numbers and routes from the content, and hold for any other
// company too. An owner who grows the site changes this file, or removes it.

// TestCounts compares how many there are of each thing with sections 2 and 9 of the specification.
func TestCounts(t *testing.T) {
	s := site(t)
	services, plans, popular := 0, 0, 0
	for _, c := range s.services.Categories {
		services += len(c.Services)
	}
	for path, page := range s.pages {
		switch page := page.(type) {
		case *categoryPage:
			if !page.Breadcrumb && len(page.Cards) != 4 {
				t.Errorf("%s has %d cards, want 4", path, len(page.Cards))
			}
			if page.FAQ != nil && len(page.FAQ.Items) != 6 {
				t.Errorf("%s has %d questions, want 6", path, len(page.FAQ.Items))
			}
		case *servicePage:
			if page.FAQ != nil && len(page.FAQ.Items) != 6 {
				t.Errorf("%s has %d questions, want 6", path, len(page.FAQ.Items))
			}
			if page.Plans != nil {
				for _, plan := range page.Plans.Plans {
					plans++
					if plan.Popular {
						popular++
					}
				}
			}
		case *cityPage:
			if n := len(page.Testimonials.Items); n != 2 && n != 3 {
				t.Errorf("%s has %d testimonials, want 2 or 3", path, n)
			}
			if n := len(page.Jobs.Items); n != 3 && n != 4 {
				t.Errorf("%s has %d jobs, want 3 or 4", path, n)
			}
		}
	}
	home, quote := s.Home(BuildInfo{}), s.GetQuote(BuildInfo{})
	for _, test := range []struct {
		what      string
		got, want int
	}{
		{"cities", len(s.area.Cities), 10}, {"categories", len(s.services.Categories), 5}, {"services", services, 19},
		{"articles", len(s.blog.Articles), 3}, {"profiles", len(s.business.SameAs), 3}, {"plans", plans, 3}, {"popular plans", popular, 1},
		{"proofs", len(home.Hero.Proofs), 2}, {"testimonials of the home page", len(home.Testimonials.Items), 3},
		{"questions of the home page", len(home.FAQ.List.Items), 6}, {"teasers", len(home.Blog.Teasers), 3},
		{"locations in the menu", len(home.Layout.Nav.Menus.Locations), 10}, {"places on the map", len(home.Area.Map.Places), 16},
		{"categories of the quote page", len(quote.Categories.Items), 3}, {"price cards", len(quote.Prices.Cards), 4},
		{"pairs of pictures", len(quote.Gallery.Pairs), 3}, {"steps of the quote page", len(quote.Steps.Steps), 3},
	} {
		if test.got != test.want {
			t.Errorf("there are %d %s, want %d", test.got, test.what, test.want)
		}
	}
}

// TestCompany compares the company with section 9 of the specification, and what the pages say of it.
func TestCompany(t *testing.T) {
	s := site(t)
	info := BuildInfo{BaseURL: "https://junk.test", Year: 2031}
	home, guide := s.Home(info), s.Article(info, "junk-removal-cost-guide-dallas")
	company := structuredData(t, home.Layout)["HomeAndConstructionBusiness"]
	hours := []any{map[string]any{
		"@type": "OpeningHoursSpecification", "opens": "07:00", "closes": "19:00",
		"dayOfWeek": []any{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	}}
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"telephone", company["telephone"], "+1 (214) 555-0142"},
		{"price range", company["priceRange"], "$$"},
		{"rating", company["aggregateRating"], map[string]any{"@type": "AggregateRating", "ratingValue": "5.0", "reviewCount": 150.0}},
		{"hours", company["openingHoursSpecification"], hours},
		{"copyright", home.Layout.Footer.Copyright, "© 2031 Clear Acre Junk Removal & Hauling. All rights reserved."},
		{"call", home.Hero.Call.Href, "tel:2145550142"},
		{"rating of the home page", home.Testimonials.Rating, "5.0 out of 5, from 150 reviews"},
		{"rating of a city", s.City(info, "plano").Testimonials.Rating, "Clear Acre’s rating across Dallas–Fort Worth: 5.0 out of 5, from 150 reviews"},
		{"radius", home.Area.Map.RadiusLabel, "30 miles"},
		{"the guide's time of reading", guide.ReadTime, "5 min read"},
		{"other towns", home.Area.Also, "Arlington, Hurst/Euless/Bedford, Prosper, Colleyville, Garland, and Richardson"},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	for _, slug := range []string{"hot-tub-removal", "yard-waste"} {
		if crumb := s.Service(info, slug).Breadcrumbs.Items[0]; crumb != (Breadcrumb{"Services", "/services"}) {
			t.Errorf("the breadcrumb of %s begins with %v", slug, crumb)
		}
	}
	for _, want := range []Link{{"Our Services", "/services"}, {"Locations", "/locations"}} {
		if links := home.Layout.Footer.QuickLinks; !slices.Contains(links, want) {
			t.Errorf("the footer's links are %v, without %v", links, want)
		}
	}
}

// TestDates compares the days of the articles and of their cards with section 2 of the specification.
func TestDates(t *testing.T) {
	s := site(t)
	teasers := s.Home(BuildInfo{}).Blog.Teasers
	for i, test := range []struct{ slug, teaser, date, readTime string }{
		{"junk-removal-cost-guide-dallas", "October 5, 2025", "March 15, 2025", "5 min read"},
		{"eco-friendly-junk-removal-dallas", "September 28, 2025", "March 10, 2025", "5 min read"},
		{"when-to-call-junk-removal-service", "September 15, 2025", "March 5, 2025", "6 min read"},
	} {
		page := s.Article(BuildInfo{}, test.slug)
		if page.Date != test.date || page.ReadTime != test.readTime || teasers[i].Slug != test.slug || teasers[i].Date != test.teaser {
			t.Errorf("%s: %q, %q and %v, want %q, %q and a card of %q", test.slug, page.Date, page.ReadTime, teasers[i], test.date, test.readTime, test.teaser)
		}
	}
}

// TestListedPrices compares the list of all services with section 9 of the specification.
func TestListedPrices(t *testing.T) {
	page := site(t).Services(BuildInfo{})
	rows := map[string]ServiceRow{}
	for _, category := range page.Categories {
		for _, row := range category.Services {
			rows[row.Href] = row
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
}

// TestNotFoundPage compares the page with section 2 of the specification.
func TestNotFoundPage(t *testing.T) {
	if page := site(t).NotFound(BuildInfo{}); page.Title != "Oops! Page not found" || page.Home != (Link{"Return to Home", "/"}) {
		t.Errorf("NotFound = %q, %v", page.Title, page.Home)
	}
}

// TestServiceArea looks for the towns of section 9 of the specification.
func TestServiceArea(t *testing.T) {
	page := site(t).Locations(BuildInfo{})
	for _, town := range strings.Split("Dallas, Fort Worth, Arlington, Plano, Irving, Hurst/Euless/Bedford, Frisco, McKinney, Prosper, Southlake, Colleyville, Garland, Richardson", ", ") {
		city := slices.ContainsFunc(page.Cities.Items, func(c CityCard) bool { return strings.HasPrefix(c.Name, town) })
		if !city && !slices.Contains(page.Also.Towns, town) {
			t.Errorf("%s is missing", town)
		}
	}
	if got, want := page.Cities.Items[0].Places, "Lakewood, M Streets, Lower Greenville, and 15 more"; got != want {
		t.Errorf("Dallas has %q, want %q", got, want)
	}
}

// TestRoutes compares the routes with section 2 of the specification, the two pages that its breadcrumbs suggest, and
// those that were added since.
func TestRoutes(t *testing.T) {
	want := map[string]Kind{
		"/": KindHome, "/get-quote": KindGetQuote, "/blog": KindBlog, "/services": KindServices, "/locations": KindLocations, "/estimate": KindEstimate,
		"/privacy": KindLegal, "/terms": KindLegal, "/accessibility": KindLegal,
	}
	for kind, paths := range map[Kind]string{
		KindArticle:  "/blog/ junk-removal-cost-guide-dallas eco-friendly-junk-removal-dallas when-to-call-junk-removal-service",
		KindCategory: "/services/ residential property-cleanouts commercial construction-debris specialty",
		KindService: "/services/ junk-removal furniture-removal appliance-pickup mattress-disposal yard-waste garage-cleanout " +
			"apartment-cleanouts hot-tub-removal shed-removal ewaste-recycling hoarder-cleanouts storage-unit-cleanouts " +
			"office-cleanouts retail-warehouse-cleanouts real-estate-property-management light-demolition " +
			"same-day-junk-removal curbside-pickup subscription-junk-removal",
		KindCity: "/locations/ dallas fort-worth irving-las-colinas coppell frisco plano allen mckinney southlake highland-park-university-park",
	} {
		words := strings.Fields(paths)
		for _, slug := range words[1:] {
			want[words[0]+slug] = kind
		}
	}
	got := map[string]Kind{}
	for _, r := range site(t).Routes() {
		got[r.Path] = r.Kind
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 46 {
		t.Errorf("%d routes, want 46 (-want +got):\n%s", len(got), diff)
	}
}

// TestQuoteWords compares what the specification fixes word for word: sections 3, 5 and 8.
func TestQuoteWords(t *testing.T) {
	s := site(t)
	form := s.Home(BuildInfo{}).Hero.Form
	if diff := cmp.Diff([]string{"Furniture Removal", "Appliance Pickup", "Yard Waste", "Garage Cleanout", "Construction Debris", "E-Waste Recycling", "Light Demolition/Disassembly", "Full Property Cleanout", "Other"}, form.Options["serviceType"]); diff != "" {
		t.Errorf("service types (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Today", "This Week", "This Month", "Unsure/Getting Quotes"}, form.Options["serviceTimeframe"]); diff != "" {
		t.Errorf("timeframes (-want +got):\n%s", diff)
	}
	if form.Labels.Submitting != "Submitting..." {
		t.Errorf("Submitting = %q", form.Labels.Submitting)
	}
	got := s.QuoteMessages()
	for _, test := range []struct{ got, want Toast }{
		{got.Missing, Toast{ToastDestructive, "Required Fields Missing", "Please fill in all required fields."}},
		{got.Failed, Toast{ToastDestructive, "Submission Failed", "Please try again or call us at (214) 555-0142"}},
		{got.Received, Toast{ToastSuccess, "Quote Request Received!", "We'll get back to you within 1 hour during business hours."}},
	} {
		if test.got != test.want {
			t.Errorf("toast = %q, want %q", test.got, test.want)
		}
	}
	if s.quote.Sources.Quote != "Get Quote Page Form" {
		t.Errorf("the source of /get-quote is %q", s.quote.Sources.Quote)
	}
}

// TestPagesShowTheirFigures compares the pages with section 9 of the specification: each shows the figures that belong
// to it.
func TestPagesShowTheirFigures(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for path, figures := range map[string]string{
		"/get-quote":                                "$99+ $250 $350 $650+",
		"/services/junk-removal":                    "$99–$600+",
		"/services/furniture-removal":               "$99–$399",
		"/services/appliance-pickup":                "$75–$150 90%",
		"/services/mattress-disposal":               "$75–$100 $100–$150 80% 5_years",
		"/services/yard-waste":                      "$99 $300–$800",
		"/services/garage-cleanout":                 "$150–$600 $400–$600 2–4_hours",
		"/services/apartment-cleanouts":             "$150–$350 $300–$600 2–4_hours",
		"/services/hot-tub-removal":                 "$300–$800",
		"/services/shed-removal":                    "$300–$1,200 from_$300 1–2_days",
		"/services/ewaste-recycling":                "$75 95%",
		"/services/hoarder-cleanouts":               "$2,000–$10,000+",
		"/services/storage-unit-cleanouts":          "$150–$250 $300–$500 $500–$900 1–3_hours 24–48_hours",
		"/services/office-cleanouts":                "$500–$1,000 $2,000–$10,000+",
		"/services/retail-warehouse-cleanouts":      "$1,000–$2,000 $5,000–$25,000+ 1–2_days 3–7_days",
		"/services/real-estate-property-management": "1–4_hours",
		"/services/light-demolition":                "1–3_days",
		"/services/same-day-junk-removal":           "noon 7_days_a_week",
		"/services/subscription-junk-removal":       "15–25% 25% 20% 15%",
		"/services/property-cleanouts":              "$1,500–$5,000+ 1–3_days",
		"/services/construction-debris":             "from_$200 $500–$1,500",
		"/blog/junk-removal-cost-guide-dallas":      "$120–$180 $250–$400 $400–$600 $600–$800+",
		"/blog/eco-friendly-junk-removal-dallas":    "up_to_60%",
		"/locations/dallas":                         "over_500_jobs",
		"/locations/fort-worth":                     "over_400_jobs",
		"/locations/mckinney":                       "over_10_years",
		"/locations/southlake":                      "over_10_years",
	} {
		text := strings.ToLower(strings.Join(words[path], "\n"))
		for _, figure := range strings.Fields(figures) {
			if figure = strings.ReplaceAll(figure, "_", " "); !strings.Contains(text, figure) {
				t.Errorf("%s does not show %q", path, figure)
			}
		}
	}
}

// TestClaimsStandWhereTheyBelong checks the claims that section 9 of the specification makes of single cities: no other
// page makes them.
func TestClaimsStandWhereTheyBelong(t *testing.T) {
	s := site(t)
	words := copyOf(t, s)
	for claim, allowed := range map[string][]string{
		"dallas_jobs": {"/locations/dallas"}, "fort_worth_jobs": {"/locations/fort-worth"},
		"years_local": {"/locations/mckinney", "/locations/southlake"},
	} {
		shown := s.facts.Facts[claim].String()
		for path, texts := range words {
			if !slices.Contains(allowed, path) && strings.Contains(strings.ToLower(strings.Join(texts, "\n")), shown) {
				t.Errorf("%s claims %q", path, shown)
			}
		}
	}
}

// TestHighlandPark compares the page with section 2 of the specification, which lists what is on it.
func TestHighlandPark(t *testing.T) {
	page := site(t).City(BuildInfo{}, "highland-park-university-park")
	for _, test := range []struct {
		name string
		got  any
		want any
	}{
		{"areas", strings.Join(page.Neighborhoods.Items, ", "), "Armstrong Parkway, Beverly Drive, Turtle Creek, Lakeside Drive, University Boulevard, Preston Road, SMU Campus Area, Mockingbird Lane, Lovers Lane"},
		{"testimonials", len(page.Testimonials.Items), 3},
		{"recent projects", len(page.Jobs.Items), 4},
		{"button", page.CTA.Label, "Get Free Estate Consultation"},
	} {
		if test.got != test.want {
			t.Errorf("%s = %v, want %v", test.name, test.got, test.want)
		}
	}
	premium := strings.ToLower(strings.Join(page.Premium.Groups[0].Items, ", "))
	for _, want := range []string{"estate cleanouts and downsizing", "fine furniture removal", "renovation debris", "white-glove service", "marble and hardwood floor protection", "unmarked vehicles", "after-hours by appointment", "donation coordination"} {
		if !strings.Contains(premium, want) {
			t.Errorf("the premium services are %q, without %q", premium, want)
		}
	}
	if page.Estate == nil || page.Renovation == nil || page.Why == nil || !strings.Contains(page.References, "request") {
		t.Error("the estate text, the renovation text, the reasons or the references are not there")
	}
}

// TestBusinessDataStandsWhereTheSpecificationSays checks section 2 of the specification, and that the @id is the same
// everywhere.
func TestBusinessDataStandsWhereTheSpecificationSays(t *testing.T) {
	got := map[string]any{}
	for path, page := range allPages(site(t), BuildInfo{BaseURL: "https://junk.test"}) {
		if company := structuredData(t, layoutOf(t, page))["HomeAndConstructionBusiness"]; company != nil {
			got[path] = company["@id"]
		}
	}
	want := map[string]any{}
	for _, path := range []string{"/", "/locations/dallas", "/locations/fort-worth", "/locations/frisco", "/locations/plano"} {
		want[path] = "https://junk.test/#business"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestQuotePage(t *testing.T) {
	page := site(t).GetQuote(BuildInfo{})
	prices := []string{}
	for _, card := range page.Prices.Cards {
		prices = append(prices, card.Price)
	}
	if diff := cmp.Diff([]string{"$99+", "$250", "$350", "$650+"}, prices); diff != "" {
		t.Errorf("price cards (-want +got):\n%s", diff)
	}
	forms := [][3]string{}
	for _, f := range []QuoteForm{page.Hero.Form, page.Bottom.Form} {
		forms = append(forms, [3]string{f.ID, f.Source, f.Page})
	}
	want := [][3]string{
		{"quote-hero-form", "Get Quote Page Form", "/get-quote"}, {"quote-bottom-form", "Get Quote Page Form", "/get-quote"},
	}
	if diff := cmp.Diff(want, forms); diff != "" {
		t.Errorf("forms (-want +got):\n%s", diff)
	}
	scenes := []string{}
	for _, pair := range page.Gallery.Pairs {
		scenes = append(scenes, pair.Before, pair.After)
	}
	if diff := cmp.Diff([]string{"garage-before", "garage-after", "yard-before", "yard-after", "property-before", "property-after"}, scenes); diff != "" {
		t.Errorf("gallery (-want +got):\n%s", diff)
	}
}

func TestServiceTag(t *testing.T) {
	s := site(t)
	for _, test := range []struct{ slug, label, value string }{
		{"garage-cleanout", "Garage cleanout", "$150–$600"},
		{"subscription-junk-removal", "Every plan", "Save 15–25%"},
		{"light-demolition", "Demolition", "Priced on site"},
	} {
		if got, want := s.Service(BuildInfo{}, test.slug).Hero.Tag, (HeroTag{test.label, test.value}); got == nil || *got != want {
			t.Errorf("the tag of %s = %v, want %v", test.slug, got, want)
		}
	}
}

// TestMapLabels lays the names out at the size that the map is drawn for: all inside the frame, none over another or
// over another's dot. Where names have no room on the map, it leaves some out; with the towns of the specification it
// need not.
func TestMapLabels(t *testing.T) {
	const size, gap = 24, 12
	type box struct {
		name                     string
		left, right, top, bottom float64
	}
	area := site(t).Home(BuildInfo{}).Area.Map
	var boxes []box
	for _, p := range area.Places {
		width := 0.52 * size * float64(utf8.RuneCountInString(p.Name))
		left, middle := p.At.X+gap, p.At.Y
		switch p.Anchor {
		case "end":
			left = p.At.X - gap - width
		case "middle":
			left, middle = p.At.X-width/2, p.At.Y-gap-size/2
		}
		label := box{p.Name, left, left + width, middle - size/2, middle + size/2}
		if label.left < 0 || label.right > float64(area.Width) || label.top < 0 || label.bottom > float64(area.Height) {
			t.Errorf("the label of %s leaves the map: %+v", p.Name, label)
		}
		boxes = append(boxes, label, box{p.Name + "'s dot", p.At.X - 7, p.At.X + 7, p.At.Y - 7, p.At.Y + 7})
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("%s lies over %s: %+v, %+v", a.name, b.name, a, b)
			}
		}
	}
}
