package content

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"haulfront/content/wording"

	"github.com/google/go-cmp/cmp"
)

// This file compares the content with the specification of this company: its routes, its words, its figures and how
// many there are of each. All other tests take names, numbers and routes from the content, and hold for any other
// company too. An owner who grows the site changes this file, or removes it.

// TestCompany compares the company, and its facts on pages, with section 9 of the specification.
func TestCompany(t *testing.T) {
	s := site(t)
	info := BuildInfo{BaseURL: "https://junk.test", Year: 2031}
	home, guide := s.Home(info), PageOf[ArticlePage](s, info, "/blog/junk-removal-cost-guide-dallas")
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
		{"rating", company["aggregateRating"], map[string]any{"@type": "AggregateRating", "ratingValue": "5.0",
			"reviewCount": 150.0}},
		{"hours", company["openingHoursSpecification"], hours},
		{"copyright", home.Layout.Footer.Copyright, "© 2031 Clear Acre Junk Removal & Hauling. All rights reserved."},
		{"call", home.Hero.Call.Href, "tel:2145550142"},
		{"rating of the home page", home.Testimonials.Rating, "5.0 out of 5, from 150 reviews"},
		{"rating of a city", PageOf[CityPage](s, info, "/locations/plano").Testimonials.Rating,
			"Clear Acre’s rating across Dallas–Fort Worth: 5.0 out of 5, from 150 reviews"},
		{"radius", home.Area.Map.RadiusLabel, "30 miles"},
		{"the guide's time of reading", guide.ReadTime, "5 min read"},
		{"other towns", home.Area.Also,
			"Arlington, Hurst/Euless/Bedford, Prosper, Colleyville, Garland, and Richardson"},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	for _, slug := range []string{"hot-tub-removal", "yard-waste"} {
		page := PageOf[ServicePage](s, info, "/services/"+slug)
		if crumb := page.Breadcrumbs.Items[0]; crumb != (Link{"Services", "/services"}) {
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
		page := PageOf[ArticlePage](s, BuildInfo{}, "/blog/"+test.slug)
		if page.Date != test.date || page.ReadTime != test.readTime || teasers[i].Slug != test.slug ||
			teasers[i].Date != test.teaser {
			t.Errorf("%s: %q, %q and %v, want %q, %q and a card of %q", test.slug, page.Date, page.ReadTime, teasers[i],
				test.date, test.readTime, test.teaser)
		}
	}
}

// TestServiceArea looks for the towns of section 9 of the specification.
func TestServiceArea(t *testing.T) {
	page := PageOf[LocationsPage](site(t), BuildInfo{}, "/locations")
	towns := "Dallas, Fort Worth, Arlington, Plano, Irving, Hurst/Euless/Bedford, Frisco, McKinney, Prosper, " +
		"Southlake, Colleyville, Garland, Richardson"
	for town := range strings.SplitSeq(towns, ", ") {
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
// two that were added since. Another single page and another kind are no contradiction.
func TestRoutes(t *testing.T) {
	want := map[string]Kind{
		"/": KindHome, "/get-quote": KindGetQuote, "/blog": KindBlog, "/services": KindServices,
		"/locations": KindLocations, "/estimate": KindEstimate, "/prices": KindPrices,
		"/privacy": KindLegal, "/terms": KindLegal, "/accessibility": KindLegal,
	}
	for kind, paths := range map[Kind]string{
		KindArticle: "/blog/ junk-removal-cost-guide-dallas eco-friendly-junk-removal-dallas " +
			"when-to-call-junk-removal-service",
		KindCategory: "/services/ residential property-cleanouts commercial construction-debris specialty",
		KindService: "/services/ junk-removal furniture-removal appliance-pickup mattress-disposal yard-waste " +
			"garage-cleanout apartment-cleanouts hot-tub-removal shed-removal ewaste-recycling hoarder-cleanouts " +
			"storage-unit-cleanouts " +
			"office-cleanouts retail-warehouse-cleanouts real-estate-property-management light-demolition " +
			"same-day-junk-removal curbside-pickup subscription-junk-removal",
		KindCity: "/locations/ dallas fort-worth irving-las-colinas coppell frisco plano allen mckinney southlake " +
			"highland-park-university-park",
	} {
		words := strings.Fields(paths)
		for _, slug := range words[1:] {
			want[words[0]+slug] = kind
		}
	}
	got := map[string]Kind{}
	for _, r := range site(t).Routes() {
		_, named := want[r.Path]
		if specified := slices.Contains(slices.Collect(maps.Values(want)), r.Kind); named || specified && r.Slug != "" {
			got[r.Path] = r.Kind
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the routes differ (-want +got):\n%s", diff)
	}
}

// TestQuoteWords compares what the specification fixes word for word: sections 3, 5 and 8.
func TestQuoteWords(t *testing.T) {
	s := site(t)
	form := s.Home(BuildInfo{}).Hero.Form
	if diff := cmp.Diff([]string{"Furniture Removal", "Appliance Pickup", "Yard Waste", "Garage Cleanout",
		"Construction Debris", "E-Waste Recycling", "Light Demolition/Disassembly", "Full Property Cleanout", "Other"},
		form.Options["serviceType"]); diff != "" {
		t.Errorf("service types (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Today", "This Week", "This Month", "Unsure/Getting Quotes"},
		form.Options["serviceTimeframe"]); diff != "" {
		t.Errorf("timeframes (-want +got):\n%s", diff)
	}
	if form.Labels.Submitting != "Submitting..." {
		t.Errorf("Submitting = %q", form.Labels.Submitting)
	}
	got := s.Quote().Messages
	type toast = wording.Toast
	for got, want := range map[toast]toast{
		got.Missing: {Kind: wording.ToastDestructive, Title: "Required Fields Missing",
			Description: "Please fill in all required fields."},
		got.Failed: {Kind: wording.ToastDestructive, Title: "Submission Failed",
			Description: "Please try again or call us at (214) 555-0142"},
		got.Received: {Kind: wording.ToastSuccess, Title: "Quote Request Received!",
			Description: "We'll get back to you within 1 hour during business hours."},
	} {
		if got != want {
			t.Errorf("toast = %q, want %q", got, want)
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
		shown := s.Facts.Facts[claim].String()
		for path, texts := range words {
			if !slices.Contains(allowed, path) && strings.Contains(strings.ToLower(strings.Join(texts, "\n")), shown) {
				t.Errorf("%s claims %q", path, shown)
			}
		}
	}
}

func TestServiceTag(t *testing.T) {
	s := site(t)
	for _, test := range []struct{ slug, label, value string }{
		{"garage-cleanout", "Most garages", "$150–$600"},
		{"subscription-junk-removal", "Every plan", "Save 15–25%"},
		{"light-demolition", "Demolition", "Priced on site"},
	} {
		if got, want := PageOf[ServicePage](s, BuildInfo{}, "/services/"+test.slug).Hero.Tag,
			(HeroTag{test.label, test.value}); got == nil || *got != want {
			t.Errorf("the tag of %s = %v, want %v", test.slug, got, want)
		}
	}
}

// TestCounts compares how many there are of each thing with sections 2 and 9 of the specification.
func TestCounts(t *testing.T) {
	s := site(t)
	check := func(what string, n, least, most int) {
		if n < least || n > most {
			t.Errorf("there are %d %s, want %d to %d", n, what, least, most)
		}
	}
	for path, page := range s.pages {
		faq := (*FAQSection)(nil)
		switch page := page.(type) {
		case *categoryPage:
			faq = page.FAQ
			if !page.Breadcrumb {
				check("cards on "+path, len(page.Cards), 4, 4)
			}
		case *servicePage:
			faq = page.FAQ
			if page.Plans != nil {
				check("plans", len(page.Plans.Plans), 3, 3)
			}
		case *cityPage:
			check("testimonials on "+path, len(page.Testimonials.Items), 2, 3)
			check("jobs on "+path, len(page.Jobs.Items), 3, 4)
			check("services on "+path, len(page.Services.Items), 3, 20)
			check("disposal partners on "+path, len(page.Disposal.Partners), 3, 20)
			check("recycling partners on "+path, len(page.Recycling.Partners), 3, 20)
			check("neighborhoods on "+path, len(page.Neighborhoods.Items), 3, 20)
			for _, review := range page.Testimonials.Items {
				check("stars on "+path, review.Rating, 5, 5)
			}
		}
		if faq != nil {
			check("questions on "+path, len(faq.Items), 6, 6)
		}
	}
	home, quote := s.Home(BuildInfo{}), PageOf[QuotePage](s, BuildInfo{}, "/get-quote")
	check("profiles", len(s.Business.SameAs), 3, 3)
	check("proofs", len(home.Hero.Proofs), 2, 2)
	check("testimonials of the home page", len(home.Testimonials.Items), 3, 3)
	check("questions of the home page", len(home.FAQ.Items), 6, 6)
	check("teasers", len(home.Blog.Teasers), 3, 3)
	check("places on the map", len(home.Area.Map.Places), 16, 16)
	check("categories of the quote page", len(quote.Categories.Items), 3, 3)
	check("pairs of pictures", len(quote.Gallery.Pairs), 3, 3)
	check("steps of the quote page", len(quote.Steps.Steps), 3, 3)
}

// TestListedPrices compares the list of all services with section 9 of the specification.
func TestListedPrices(t *testing.T) {
	s := site(t)
	page, prices := PageOf[ServicesPage](s, BuildInfo{}, "/services"), map[string]string{}
	for _, category := range page.Categories {
		for _, row := range category.Services {
			prices[strings.TrimPrefix(row.Href, "/services/")] = row.Price
		}
	}
	for _, slug := range s.serviceSlugs() {
		if prices[*slug] == "" {
			t.Errorf("the service %s is missing", *slug)
		}
	}
	for slug, want := range map[string]string{
		"furniture-removal": "$99–$399", "yard-waste": "from $99", "storage-unit-cleanouts": "$150–$900",
		"property-cleanouts": "$1,500–$5,000+", "construction-debris": "$200–$1,500",
		"same-day-junk-removal": "Standard rates", "light-demolition": "Priced on site",
		"subscription-junk-removal": "Save 15–25%",
	} {
		if got := prices[slug]; got != want {
			t.Errorf("the price of %s = %q, want %q", slug, got, want)
		}
	}
	var loads []string
	for _, load := range page.Loads {
		loads = append(loads, load.Name+" "+load.Price)
	}
	if want := []string{"XS Load $99+", "Quarter Load $250", "Half Load $350", "Full Box Truck $650+"}; !slices.Equal(
		loads, want) {
		t.Errorf("the loads are %q, want %q", loads, want)
	}
}

// TestHighlandPark compares the page with its contents in section 2 of the specification.
func TestHighlandPark(t *testing.T) {
	const path = "/locations/highland-park-university-park"
	s := site(t)
	text := strings.ToLower(strings.Join(copyOf(t, s)[path], ", "))
	for _, want := range []string{
		"armstrong parkway, beverly drive, turtle creek, lakeside drive, university boulevard, preston road, " +
			"smu campus area, mockingbird lane, lovers lane", "get free estate consultation",
		"estate cleanouts and downsizing", "fine furniture removal", "renovation debris", "white-glove service",
		"marble and hardwood floor protection", "unmarked vehicles", "after-hours by appointment",
		"donation coordination",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	page := s.pages[path].(*cityPage)
	if page.Estate == nil || page.Renovation == nil || page.Why == nil || page.References == "" {
		t.Errorf("the estate text, the renovation text, the reasons or the references are missing: %+v", page)
	}
}

// TestDescribesBusiness finds the pages with the company's structured data, and the rating that goes with it, as in
// section 2 of the specification. The @id is the same everywhere.
func TestDescribesBusiness(t *testing.T) {
	s, info := site(t), BuildInfo{BaseURL: "https://junk.test"}
	cities := []string{"dallas", "fort-worth", "frisco", "plano"}
	for _, r := range s.Routes() {
		page := s.PageProps(info, r)
		want := r.Kind == KindHome || r.Kind == KindCity && slices.Contains(cities, r.Slug)
		company := structuredData(t, layoutOf(t, page))["HomeAndConstructionBusiness"]
		if r.DescribesBusiness != want || (company["@id"] == "https://junk.test/#business") != want {
			t.Errorf("%s: DescribesBusiness = %v with %v, want %v", r.Path, r.DescribesBusiness, company, want)
		}
		if city, ok := page.(CityPage); ok && (city.Testimonials.Rating != "") != want {
			t.Errorf("%s shows the rating %q, want one: %v", r.Path, city.Testimonials.Rating, want)
		}
	}
}

func TestQuotePage(t *testing.T) {
	page := PageOf[QuotePage](site(t), BuildInfo{}, "/get-quote")
	for id, f := range map[string]QuoteForm{"quote-hero-form": page.Hero.Form, "quote-bottom-form": page.Bottom.Form} {
		if f.ID != id || f.Source != "Get Quote Page Form" || f.Page != "/get-quote" {
			t.Errorf("the form %s is %s on %s with the source %q", id, f.ID, f.Page, f.Source)
		}
	}
	for _, link := range []Link{page.Layout.Nav.Quote, page.Prices.Quote, page.Gallery.Quote} {
		if link.Href != "#contact" && link.Href != "#quote-bottom-form" {
			t.Errorf("the link %+v does not lead to a form", link)
		}
	}
	scenes := []SceneName{}
	for _, pair := range page.Gallery.Pairs {
		scenes = append(scenes, pair.Before, pair.After)
	}
	if diff := cmp.Diff([]SceneName{"garage-before", "garage-after", "yard-before", "yard-after", "property-before",
		"property-after"}, scenes); diff != "" {
		t.Errorf("gallery (-want +got):\n%s", diff)
	}
}
