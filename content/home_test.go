package content

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHome(t *testing.T) {
	s := site(t)
	home := s.Home(BuildInfo{BaseURL: "https://junk.test/", MapsEmbedURL: "https://maps.test/embed", Year: 2031})
	forms := [][4]string{}
	for _, f := range []QuoteForm{home.Hero.Form, home.Contact.Form} {
		forms = append(forms, [4]string{f.ID, f.Source, f.Page, f.Values["serviceType"]})
	}
	if diff := cmp.Diff([][4]string{{"hero-form", s.quote.Sources.Hero, "/", ""},
		{"contact-form", s.quote.Sources.Contact, "/", ""}}, forms); diff != "" {
		t.Errorf("forms (-want +got):\n%s", diff)
	}
	company := s.business
	first := s.blog.Articles[0]
	for _, test := range []struct{ name, got, want string }{
		{"canonical", home.Layout.Meta.Canonical, "https://junk.test/"},
		{"embed", home.Area.Map.EmbedURL, "https://maps.test/embed"},
		{"contact", home.Layout.Nav.Contact.Href, "#contact"},
		{"price", home.Services.Categories[0].Services[0].Price, s.services.Categories[0].Services[0].price()},
		{"first teaser", home.Blog.Teasers[0].Date, longDate(first.Teaser.Date)},
		{"rating", home.Testimonials.Rating, company.Rating.String()},
	} {
		if test.got != test.want {
			t.Errorf("%s = %q, want %q", test.name, test.got, test.want)
		}
	}
	if diff := cmp.Diff(links(s.area.listed()), home.Layout.Nav.Menus.Locations); diff != "" {
		t.Errorf("location links (-want +got):\n%s", diff)
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
	frame := BuildInfo{BaseURL: "https://junk.test",
		Assets: Assets{Scenes: map[string]Scene{string(s.home.Hero.Scene): {Src: "/assets/hero.svg"}}}}
	home := s.Home(frame)
	docs := structuredData(t, home.Layout)
	company, brand := docs["HomeAndConstructionBusiness"], s.business
	for key, want := range map[string]any{
		"@id": "https://junk.test/#business", "url": "https://junk.test/", "name": brand.Name,
		"image": "https://junk.test/assets/hero.svg",
	} {
		if company[key] != want {
			t.Errorf("%s = %v, want %v", key, company[key], want)
		}
	}
	if profiles, _ := company["sameAs"].([]any); len(profiles) != len(brand.SameAs) {
		t.Errorf("sameAs holds %d profiles, want %d", len(profiles), len(brand.SameAs))
	}
	if got := docs["WebSite"]["publisher"]; !cmp.Equal(got, map[string]any{"@id": company["@id"]}) {
		t.Errorf("publisher = %v", got)
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
