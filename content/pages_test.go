package content

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLoadNamesTheProblemOfAPage breaks one thing at a time in the files of the pages.
func TestLoadNamesTheProblemOfAPage(t *testing.T) {
	const (
		couch   = "services/furniture-removal.yaml"
		plans   = "services/subscription-junk-removal.yaml"
		house   = "categories/residential.yaml"
		dallas  = "cities/dallas.yaml"
		guide   = "articles/junk-removal-cost-guide-dallas.md"
		request = "get-quote.yaml"
	)
	tests := []struct {
		name, file, old, new, at, want string
	}{
		{"unknown key", couch, "pricing:\n", "pricing:\n  titel: x\n", "titel", `unknown key "titel"; wanted one of lead, notes, rows, title`},
		{"missing key", couch, "  cta: Get a price\n", "", "area:", `"cta" is missing; wanted text`},
		{"typed price", couch, `price: "{price.half_load}"`, `price: "$350"`, `"$350"`, `the dollar amount "$350" is typed into copy`},
		{"unknown section", couch, "order: [items, ", "order: [items, ways, ", "order:", `the order names "ways", which is not there; wanted a section of this file`},
		{"absent section", couch, "order: [items, ", "order: [items, plans, ", "order:", `the order names "plans", which is not there`},
		{"section twice", couch, "order: [items, ", "order: [items, items, ", "order:", `the order names "items" again; wanted each section once`},
		{"section left out", couch, "order: [items, ", "order: [", "order:", `the order leaves out "items"; wanted every section of this file`},
		{"no neighborhood", "cities/allen.yaml", "[Twin Creeks, Star Creek, Lost Creek Ranch]", "[]", "items: []", "there are no neighborhoods; wanted at least one"},
		{"two popular plans", plans, "name: Monthly", "popular: true\n      name: Monthly", "  plans:\n", "2 plans are popular; wanted at most one"},
		{"brokenLink note", "services/curbside-pickup.yaml", "href: /services/furniture-removal", "href: /services/junk", "href: /services/junk", `the link "/services/junk" leads to no page`},

		{"brokenLink card", house, "href: /services/furniture-removal", "href: /services/sofas", "/services/sofas", `the link "/services/sofas" leads to no page`},

		{"one fact", dallas, "    - \"Most jobs {price.most_jobs}\"\n", "", "facts:", "there are 1 facts; wanted 2 to 3"},
		{"four stars and a half", dallas, "      place: Uptown, Dallas\n      rating: 5", "      place: Uptown, Dallas\n      rating: 4.5", "rating: 4.5", `"4.5" is not a whole number`},
		{"six stars", dallas, "      place: Uptown, Dallas\n      rating: 5", "      place: Uptown, Dallas\n      rating: 6", "rating: 6", "the rating is 6; wanted 1 to 5 stars"},
		{"service that the form lacks", "services/furniture-removal.yaml", "serviceType: Furniture Removal", "serviceType: Furniture", "serviceType:", `the form does not offer "Furniture"; wanted one of Furniture Removal, Appliance Pickup`},
		{"plan of another key", "services/subscription-junk-removal.yaml", "key: monthly", "key: weekly", "key: weekly\n      name: Monthly", `the plan "Monthly" has the key "weekly"; wanted a key of its own`},
		{"title of another page", "cities/plano.yaml", "Junk Removal in Plano, TX", "Junk Removal in Dallas, TX", "  title: \"Junk", "duplicate title \"Junk Removal in Dallas, TX | Clear Acre\"; wanted a title of its own: cities/dallas.yaml:2 has this one"},

		{"brokenLink offer", request, "href: /services/yard-waste", "href: /services/yard", "/services/yard", `the link "/services/yard" leads to no page`},

		{"no front matter", guide, "---\ntitle:", "title:", "title:", "there is no front matter"},
		{"typed percentage", guide, "## How to read a quote\n", "## How to read a quote\n\nHalf is 50 percent.\n", "50 percent", `the percentage "50 percent" is typed into copy`},
		{"unknown reference", guide, "| A whole property | {price.property_cleanout} |", "| A whole property | {price.property} |", "{price.property}", "unknown reference {price.property}"},
		{"link to nowhere", guide, "[furniture](/services/furniture-removal)", "[furniture](/services/couches)", "/services/couches", `the link "/services/couches" leads to no page`},
		{"title inside", guide, "## How to read a quote\n", "# How to read a quote\n", "# How to read a quote", "the heading is of level 1; wanted ## or ###"},
		{"HTML", guide, "## How to read a quote\n", "## How to read a quote\n\n<aside>No.</aside>\n", "<aside>", "there is HTML in the text; wanted Markdown"},
		{"two boxes", guide, "## How to read a quote\n", "{quote-box}\n\n## How to read a quote\n", "\n## How junk", "2 lines hold {quote-box}; wanted one"},

		{"legal page without a day", "legal/privacy.md", `"2026-11-22"`, `"November 22"`, "updated:", `"November 22" is not a date; wanted one like "2025-10-05"`},
		{"legal page without a heading", "legal/terms.md", "heading: Terms\n", "", "---", `"heading" is missing`},
		{"legal link to nowhere", "legal/terms.md", "(/estimate)", "(/estimates)", "/estimates", `the link "/estimates" leads to no page`},
		{"link to another mailbox", "legal/privacy.md", "write to {email}", "write to [us](mailto:us@elsewhere)", "mailto:us", `the link "mailto:us@elsewhere" leads to no page`},
		{"typed phone number on a legal page", "legal/privacy.md", "Call {phone} or", "Call 214-555-0142 or", "214-555-0142", `the phone number "214-555-0142" is typed into copy`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := changed(t, test.file, test.old, test.new)
			wantProblem(t, files, position{test.file, lineOf(t, files, test.file, test.at)}, test.want)
		})
	}
}

func TestLoadNamesPagesAndFilesWithoutEachOther(t *testing.T) {
	files := sampleFiles(t)
	files["cities/denton.yaml"] = files["cities/plano.yaml"]
	delete(files, "cities/plano.yaml")
	_, err := Load(files)
	if err == nil {
		t.Fatal("Load = nil error")
	}
	want := "cities/denton.yaml:1: no page reads this file; wanted the slug of a page as its name\n" +
		"cities/plano.yaml:1: the file cannot be read: "
	if !strings.HasPrefix(err.Error(), want) {
		t.Errorf("Load = %q, want %q…", err, want)
	}
}

// structuredData is the documents of a page, by type.
func structuredData(t *testing.T, layout Layout) map[string]map[string]any {
	t.Helper()
	docs := map[string]map[string]any{}
	for _, text := range layout.Meta.StructuredData {
		doc := map[string]any{}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		docs[doc["@type"].(string)] = doc
	}
	return docs
}

func TestServiceData(t *testing.T) {
	s := site(t)
	frame := BuildInfo{BaseURL: "https://junk.test"}
	category := s.services.Categories[0]
	src := category.Services[len(category.Services)-1]
	path := "/services/" + src.Slug
	page := s.Service(frame, src.Slug)
	docs := structuredData(t, page.Layout)
	service := docs["Service"]
	for key, want := range map[string]any{
		"@id": "https://junk.test" + path + "#service", "name": src.Name,
		"url": "https://junk.test" + path, "description": page.Layout.Meta.Description,
		"provider": map[string]any{"@id": "https://junk.test/#business"},
	} {
		if diff := cmp.Diff(want, service[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
	offers := service["offers"].([]any)
	if len(offers) != len(page.Pricing.Rows) {
		t.Errorf("%d offers, want %d: one for each line of the price list", len(offers), len(page.Pricing.Rows))
	}
	breadcrumbs := docs["BreadcrumbList"]["itemListElement"]
	want := []any{
		map[string]any{"@type": "ListItem", "position": 1.0, "name": s.layout.Nav.ServicesLabel, "item": "https://junk.test/services"},
		map[string]any{"@type": "ListItem", "position": 2.0, "name": src.Name, "item": "https://junk.test" + path},
	}
	if diff := cmp.Diff(want, breadcrumbs); diff != "" {
		t.Errorf("breadcrumbs (-want +got):\n%s", diff)
	}
	if page.FAQ != nil && len(docs["FAQPage"]["mainEntity"].([]any)) != len(page.FAQ.List.Items) {
		t.Errorf("the questions are %v, want the page's", docs["FAQPage"])
	}
}

func TestOffers(t *testing.T) {
	for _, test := range []struct {
		price       *price
		shown, want string
	}{
		{&price{Low: 250}, "$250", `"price":250`},
		{&price{Low: 99, High: 399}, "$99–$399", `"minPrice":99,"maxPrice":399`},
		{&price{Low: 75, From: true}, "from $75", `"minPrice":75`},
		{&price{Low: 650, Plus: true}, "$650+", `"minPrice":650`},
		{&price{Low: 1500, High: 5000, Plus: true}, "$1,500–$5,000+", `"minPrice":1500`},
		{nil, "on site", ""},
	} {
		if test.price != nil && test.price.String() != test.shown {
			t.Errorf("the price %+v is shown as %q, want %q", *test.price, test.price, test.shown)
		}
		want := "null"
		if test.want != "" {
			want = `[{"@type":"Offer","name":"Load","priceCurrency":"USD","priceSpecification":` +
				`{"@type":"PriceSpecification","priceCurrency":"USD",` + test.want + `}}]`
		}
		got, err := json.Marshal(offers([]PriceRow{{"Load", PriceText{test.shown, test.price}}}))
		if err != nil || string(got) != want {
			t.Errorf("offers(%q) = %s, %v, want %s", test.shown, got, err, want)
		}
	}
}

func TestPostingData(t *testing.T) {
	s := site(t)
	article := s.blog.Articles[len(s.blog.Articles)-1]
	page := s.Article(BuildInfo{BaseURL: "https://junk.test"}, article.Slug)
	posting := structuredData(t, page.Layout)["BlogPosting"]
	for key, want := range map[string]any{
		"headline": page.Title, "datePublished": article.Page.Date, "description": page.Layout.Meta.Description,
		"mainEntityOfPage": map[string]any{"@id": "https://junk.test/blog/" + article.Slug},
	} {
		if diff := cmp.Diff(want, posting[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

// TestDescribesBusiness reads the pages that have the company's structured data, and the rating that goes with it: the
// home page, and cities whose files say so. The reviews are of the company, all over its area. The @id is the same
// everywhere.
func TestDescribesBusiness(t *testing.T) {
	files := sampleFiles(t)
	for name, file := range files {
		if strings.HasPrefix(name, "cities/") {
			text := strings.ReplaceAll(string(file.Data), "describesBusiness: true\n", "")
			if name == "cities/allen.yaml" {
				text = "describesBusiness: true\n" + text
			}
			file.Data = []byte(text)
		}
	}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for path, page := range allPages(s, BuildInfo{BaseURL: "https://junk.test"}) {
		if company := structuredData(t, layoutOf(t, page))["HomeAndConstructionBusiness"]; company != nil {
			got[path] = company["@id"]
		}
	}
	if diff := cmp.Diff(map[string]any{"/": "https://junk.test/#business", "/locations/allen": "https://junk.test/#business"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := s.City(BuildInfo{}, "allen").Testimonials.Rating, s.shared.RatingLabel+": 5.0 out of 5, from 150 reviews"; got != want {
		t.Errorf("the city shows the rating %q, want %q", got, want)
	}
	if got := s.City(BuildInfo{}, "plano").Testimonials.Rating; got != "" {
		t.Errorf("another city shows the rating %q", got)
	}
	for _, r := range s.Routes() {
		if want := got[r.Path] != nil; r.DescribesBusiness != want {
			t.Errorf("the route of %s says %v, want %v", r.Path, r.DescribesBusiness, want)
		}
	}
}

// layoutOf is the frame of any page's props.
func layoutOf(t *testing.T, page any) Layout {
	t.Helper()
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	var framed struct {
		Layout Layout `json:"layout"`
	}
	if err := json.Unmarshal(text, &framed); err != nil {
		t.Fatal(err)
	}
	return framed.Layout
}

// TestContactLinks checks where the menus' contact links lead: to the page's own form, or to the page of the form.
func TestContactLinks(t *testing.T) {
	for path, page := range allPages(site(t), BuildInfo{}) {
		want := "#contact"
		if _, legal := page.(LegalPage); legal || strings.HasPrefix(path, "/blog") || !strings.HasPrefix(path, "/") {
			want = "/get-quote#contact"
		}
		if got := layoutOf(t, page).Nav.Quote.Href; got != want {
			t.Errorf("on %s the contact links lead to %q, want %q", path, got, want)
		}
	}
}

func TestArticleFacts(t *testing.T) {
	s := site(t)
	shown := map[string]bool{}
	for _, article := range s.blog.Articles {
		page := s.Article(BuildInfo{}, article.Slug)
		if page.Date != longDate(article.Page.Date) || page.DateISO != article.Page.Date {
			t.Errorf("%s: %q, %q, want the article's own day", article.Slug, page.Date, page.DateISO)
		}
		if want := min(moreArticles, len(s.blog.Articles)-1); len(page.Parts) != 2 || len(page.More) != want {
			t.Errorf("%s: %d parts and %d other articles, want 2 and %d", article.Slug, len(page.Parts), len(page.More), want)
		}
		for _, teaser := range page.More {
			shown[teaser.Slug] = true
		}
		for _, link := range page.Contents {
			if !strings.Contains(strings.Join(page.Parts, ""), `id="`+strings.TrimPrefix(link.Href, "#")+`"`) {
				t.Errorf("%s: the contents lead to %s, which is not there", article.Slug, link.Href)
			}
			if strings.ContainsAny(link.Label, "&<") {
				t.Errorf("%s: the contents have %q, want words", article.Slug, link.Label)
			}
		}
	}
	for _, article := range s.blog.Articles {
		if len(s.blog.Articles) > 1 && !shown[article.Slug] {
			t.Errorf("no other article leads to %s", article.Slug)
		}
	}
}
