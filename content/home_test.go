package content

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRoutes compares the routes with section 2 of the specification, and the two pages that its breadcrumbs suggest.
func TestRoutes(t *testing.T) {
	want := map[string]Kind{
		"/": KindHome, "/get-quote": KindGetQuote, "/blog": KindBlog, "/services": KindServices, "/locations": KindLocations,
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
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 42 {
		t.Errorf("%d routes, want 42 (-want +got):\n%s", len(got), diff)
	}
}

func TestRoutesAreTheCallersOwn(t *testing.T) {
	s := site(t)
	s.Routes()[0].Path = "/changed"
	if got := s.Routes()[0].Path; got != "/" {
		t.Errorf("a caller's change shows: %q", got)
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

func TestHome(t *testing.T) {
	s := site(t)
	home := s.Home(BuildInfo{BaseURL: "https://junk.test/", MapsEmbedURL: "https://maps.test/embed", Year: 2031})
	forms := [][4]string{}
	for _, f := range []QuoteForm{home.Hero.Form, home.Contact.Form} {
		forms = append(forms, [4]string{f.ID, f.Source, f.Page, f.Values["serviceType"]})
	}
	if diff := cmp.Diff([][4]string{{"hero-form", "Homepage Hero Form", "/", ""}, {"contact-form", "Website Contact Form", "/", ""}}, forms); diff != "" {
		t.Errorf("forms (-want +got):\n%s", diff)
	}
	for _, test := range []struct{ name, got, want string }{
		{"canonical", home.Layout.Meta.Canonical, "https://junk.test/"},
		{"embed", home.Area.Map.EmbedURL, "https://maps.test/embed"},
		{"copyright", home.Layout.Footer.Copyright, "© 2031 Clear Acre Junk Removal & Hauling. All rights reserved."},
		{"call", home.Hero.Call.Href, "tel:2145550142"},
		{"contact", home.Layout.Nav.Contact.Href, "#contact"},
		{"price", home.Services.Categories[0].Services[1].Price, "$99–$399"},
		{"first teaser", home.Blog.Teasers[0].Date, "October 5, 2025"},
		{"second teaser", home.Blog.Teasers[1].Date, "September 28, 2025"},
		{"third teaser", home.Blog.Teasers[2].Date, "September 15, 2025"},
		{"rating", home.Testimonials.Rating, "5.0 out of 5, from 150 reviews"},
	} {
		if test.got != test.want {
			t.Errorf("%s = %q, want %q", test.name, test.got, test.want)
		}
	}
	if n := len(home.Layout.Nav.Menus.Locations); n != 10 {
		t.Errorf("%d location links, want 10", n)
	}
}

// TestHomeIsTheCallersOwn fills a form's errors, as a rejected request does; the next page must not show them.
func TestHomeIsTheCallersOwn(t *testing.T) {
	s := site(t)
	home := s.Home(BuildInfo{})
	home.Hero.Form.Errors["name"] = "Tell us your name."
	home.Layout.Toasts.Toasts = append(home.Layout.Toasts.Toasts, Toast{})
	again := s.Home(BuildInfo{})
	if len(again.Hero.Form.Errors) != 0 || len(again.Contact.Form.Errors) != 0 || len(again.Layout.Toasts.Toasts) != 0 {
		t.Error("what one caller wrote shows on the next page")
	}
}

func TestStructuredData(t *testing.T) {
	s := site(t)
	frame := BuildInfo{BaseURL: "https://junk.test", Assets: Assets{Scenes: map[string]Scene{"hero": {Src: "/assets/hero.svg"}}}}
	home := s.Home(frame)
	docs := map[string]map[string]any{}
	for _, text := range home.Layout.Meta.StructuredData {
		if strings.ContainsAny(text, "<>&") {
			t.Errorf("not safe inside a script element: %s", text)
		}
		doc := map[string]any{}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		docs[doc["@type"].(string)] = doc
	}
	company := docs["HomeAndConstructionBusiness"]
	for key, want := range map[string]any{
		"@id": "https://junk.test/#business", "url": "https://junk.test/", "name": home.Layout.Brand.Name,
		"telephone": "+1 (214) 555-0142", "priceRange": "$$", "image": "https://junk.test/assets/hero.svg",
		"aggregateRating": map[string]any{"@type": "AggregateRating", "ratingValue": "5.0", "reviewCount": 150.0},
		"openingHoursSpecification": []any{map[string]any{
			"@type": "OpeningHoursSpecification", "opens": "07:00", "closes": "19:00",
			"dayOfWeek": []any{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		}},
	} {
		if diff := cmp.Diff(want, company[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
	if n := len(company["sameAs"].([]any)); n != 3 {
		t.Errorf("sameAs holds %d profiles, want 3", n)
	}
	if got := docs["WebSite"]["publisher"]; !cmp.Equal(got, map[string]any{"@id": company["@id"]}) {
		t.Errorf("publisher = %v", got)
	}
	for i, q := range docs["FAQPage"]["mainEntity"].([]any) {
		q := q.(map[string]any)
		got := FAQItem{q["name"].(string), q["acceptedAnswer"].(map[string]any)["text"].(string)}
		if want := home.FAQ.List.Items[i]; got != want {
			t.Errorf("question %d = %q, want %q", i, got, want)
		}
	}
}

// TestNoRating removes the rating from business.yaml: it is gone everywhere.
func TestNoRating(t *testing.T) {
	s, err := Load(changed(t, "business.yaml", "rating:\n  value: 5.0\n  count: 150\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s.Home(BuildInfo{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, trace := range []string{"AggregateRating", "150 reviews", "5.0"} {
		if strings.Contains(string(text), trace) {
			t.Errorf("%q is still on the page", trace)
		}
	}
}

func TestErrorPages(t *testing.T) {
	s := site(t)
	page := s.NotFound(BuildInfo{})
	if page.Title != "Oops! Page not found" || page.Home != (Link{"Return to Home", "/"}) {
		t.Errorf("NotFound = %q, %v", page.Title, page.Home)
	}
	if meta := page.Layout.Meta; !meta.NoIndex || meta.Canonical != "" {
		t.Errorf("NotFound: NoIndex %v, canonical %q", meta.NoIndex, meta.Canonical)
	}
	if got := page.Layout.Nav.Contact.Href; got != "/get-quote#contact" {
		t.Errorf("contact link = %q, want /get-quote#contact: the page has no contact section", got)
	}
	titles := map[string]bool{}
	for _, fault := range ErrorKinds() {
		titles[s.Failure(BuildInfo{}, fault).Title] = true
	}
	if len(titles) != len(ErrorKinds()) {
		t.Errorf("%d different titles, want %d: one for each fault", len(titles), len(ErrorKinds()))
	}
}
