package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
	"haulfront/content/wording"
)

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

// The program carries the files of every kind, README.md names them, and llms.txt has the pages under a heading.
func TestKinds(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range kinds {
		if name := "| `" + strings.Replace(row.file, "*", "<slug>", 1) + "` |"; !bytes.Contains(readme, []byte(name)) {
			t.Errorf("README.md has no row %s under Copy", name)
		}
		site := row.Section == SectionServices || row.Section == SectionCities // has the heading
		if (SectionHeadings[row.Section] == "") != site {
			t.Errorf("the section of the kind %s has the heading %q", row.kind, SectionHeadings[row.Section])
		}
		if files, err := fs.Glob(FS, row.file); err != nil || len(files) == 0 {
			t.Errorf("FS has no file of the kind %s, %v; add %s to go:embed in content.go", row.kind, err, row.file)
		}
	}
}

// structuredData is the documents of a page, by type.
func structuredData(t *testing.T, layout Layout) map[string]map[string]any {
	t.Helper()
	docs := map[string]map[string]any{}
	for _, text := range layout.Meta.StructuredData {
		doc := map[string]any{}
		if strings.ContainsAny(text, "<>&") {
			t.Errorf("not safe inside a script element: %s", text)
		}
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		docs[doc["@type"].(string)] = doc
	}
	return docs
}

// TestBlogPages adds articles: the newest comes first, and every twelve have a page.
func TestBlogPages(t *testing.T) {
	files := sampleFiles(t)
	load := func() *Site {
		t.Helper()
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	model := string(files["articles/junk-removal-cost-guide-dallas.md"].Data)
	for i := len(load().articles) + 1; i <= 2*blogPageSize; i++ {
		text := strings.NewReplacer(`title: "`, fmt.Sprintf(`title: "%d `, i), "2025-10-05",
			fmt.Sprintf("2025-11-%02d", i)).Replace(model)
		files[fmt.Sprintf("articles/a%d.md", i)] = &fstest.MapFile{Data: []byte(text)}
		if i == blogPageSize {
			if page := PageOf[BlogPage](load(), BuildInfo{}, "/blog"); len(page.Teasers) != i || page.Older != "" {
				t.Errorf("with %d articles the page has %d and leads to %q", i, len(page.Teasers), page.Older)
			}
		}
	}
	s := load()
	if got := s.Home(BuildInfo{}).Blog.Teasers[0].ID; got != "a24" {
		t.Errorf("the home page begins with %s, want the newest", got)
	}
	first, second := PageOf[BlogPage](s, BuildInfo{}, "/blog"), allPages(s, BuildInfo{})["/blog/page/2"].(BlogPage)
	if first.Teasers[0].ID != "a24" || first.Newer != "" || first.Older != "/blog/page/2" ||
		second.Teasers[11].ID != "eco-friendly-junk-removal-dallas" || second.Newer != "/blog" || second.Older != "" {
		t.Errorf("the pages are %+v and %+v", first, second)
	}
	var days []string
	for _, page := range s.Summaries() {
		if page.Kind == KindArticle {
			days = append(days, s.pages[page.Path].(*articlePage).cardDate())
		}
	}
	slices.Reverse(days)
	if len(days) != 2*blogPageSize || !slices.IsSorted(days) {
		t.Errorf("the feed has the articles of %v, from its end, want the oldest first", days)
	}
	meta := second.Layout.Meta
	if !strings.Contains(meta.Title, ", page 2 | ") || meta.Title == first.Layout.Meta.Title ||
		!strings.HasSuffix(meta.Canonical, "/blog/page/2") || meta.Description == first.Layout.Meta.Description {
		t.Errorf("the second page has %+v", meta)
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

// TestContactLinks checks that the menus' contact links lead to the page's own form, or to the page of the form.
func TestContactLinks(t *testing.T) {
	for path, page := range allPages(site(t), BuildInfo{}) {
		want := "/get-quote#contact"
		if reflect.Indirect(reflect.ValueOf(page).FieldByName("Contact")).IsValid() || path == QuotePath {
			want = "#contact"
		}
		if got := layoutOf(t, page).Nav.Quote.Href; got != want {
			t.Errorf("on %s the contact links lead to %q, want %q", path, got, want)
		}
	}
}

func TestArticleFacts(t *testing.T) {
	s := site(t)
	shown := map[string]bool{}
	for _, article := range s.articles {
		page := PageOf[ArticlePage](s, BuildInfo{}, "/blog/"+article.slug)
		if want := min(moreArticles, len(s.articles)-1); len(page.Parts) != 2 || len(page.More) != want {
			t.Errorf("%s: %d parts and %d other articles, want 2 and %d", article.slug, len(page.Parts), len(page.More),
				want)
		}
		for _, teaser := range page.More {
			shown[teaser.Slug] = true
		}
		for _, link := range page.Contents {
			if !strings.Contains(strings.Join(page.Parts, ""), `id="`+strings.TrimPrefix(link.Href, "#")+`"`) {
				t.Errorf("%s: the contents lead to %s, which is not there", article.slug, link.Href)
			}
			if strings.ContainsAny(link.Label, "&<") {
				t.Errorf("%s: the contents have %q, want words", article.slug, link.Label)
			}
		}
	}
	for _, article := range s.articles {
		if len(s.articles) > 1 && !shown[article.slug] {
			t.Errorf("no other article leads to %s", article.slug)
		}
	}
}

// TestAdsWords checks that the form and the privacy page say the same about advertisers, whatever the owner sets.
func TestAdsWords(t *testing.T) {
	for shares, want := range map[string][2]string{
		"false": {"only call or text about your request.", "<strong>No advertisers.</strong>"},
		"true":  {"which of our ads work", "<strong>Companies we advertise with.</strong>"},
		"false\ntrackers: { google: G-ABC1234567, meta: \"1234567890\" }": {
			"request. Scripts of other companies (Google, Meta) run", "<strong>Companies whose scripts run",
		},
	} {
		dir := t.TempDir()
		company, err := fs.ReadFile(FS, "business.yaml")
		company = bytes.Replace(company, []byte("sharesWithAds: false"), []byte("sharesWithAds: "+shares), 1)
		if err := errors.Join(err, os.CopyFS(dir, FS),
			os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600)); err != nil {
			t.Fatal(err)
		}
		s, err := Load(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		form := s.quoteForm(BuildInfo{QuoteFields: []QuoteField{{Name: "phone"}}}, "", "", "", "/")
		if hint := form.Fields[0].Hint; !strings.Contains(hint, want[0]) {
			t.Errorf("sharesWithAds %s: the form says %q, want %q", shares, hint, want[0])
		}
		if page := PageOf[LegalPage](s, BuildInfo{}, "/privacy").HTML; !strings.Contains(page, want[1]) ||
			strings.Count(page, "advertise")+strings.Count(page, "scripts of these companies: Google, Meta") != 1 {
			t.Errorf("sharesWithAds %s: the privacy page lacks %q, or says more:\n%s", shares, want[1], page)
		}
	}
}

// TestHomeIsTheCallersOwn fills a form's errors, as a rejected request does; the next page must not show them.
func TestHomeIsTheCallersOwn(t *testing.T) {
	s := site(t)
	home := s.Home(BuildInfo{})
	home.Hero.Form.Errors["name"] = "Tell us your name."
	home.Layout.Toasts.Toasts = append(home.Layout.Toasts.Toasts, wording.Toast{})
	again := s.Home(BuildInfo{})
	if len(again.Hero.Form.Errors) != 0 || len(again.Contact.Form.Errors) != 0 || len(again.Layout.Toasts.Toasts) != 0 {
		t.Error("what one caller wrote shows on the next page")
	}
}

// Each kind of error has a title of its own, and no error page is to be indexed.
func TestErrorPages(t *testing.T) {
	s := site(t)
	titles := map[string]bool{}
	for kind := range ErrorKinds {
		titles[s.Failure(BuildInfo{}, QuoteContact, s.ErrorToast(kind)).Title] = true
	}
	if meta := s.NotFound(BuildInfo{}).Layout.Meta; len(titles) != int(ErrorKinds) || !meta.NoIndex ||
		meta.Canonical != "" {
		t.Errorf("%d errors have the titles %v, and the 404 page %+v", ErrorKinds, titles, meta)
	}
}

// TestAddress checks that the company's address, if content states one, is shown and in the structured data, and that a
// service's provider is described on its page.
func TestAddress(t *testing.T) {
	files := sampleFiles(t)
	const address = "\naddress: { street: 100 Example St, city: Dallas, state: TX, zip: \"75201\" }\n"
	files["business.yaml"] = &fstest.MapFile{Data: slices.Concat(files["business.yaml"].Data, []byte(address))}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		site *Site
		want any
		line string
	}{
		{sample(t), nil, ""},
		{s, map[string]any{"@type": "PostalAddress", "streetAddress": "100 Example St", "addressLocality": "Dallas",
			"addressRegion": "TX", "postalCode": "75201", "addressCountry": "US"}, "100 Example St, Dallas, TX 75201"},
	} {
		layout := test.site.Home(BuildInfo{}).Layout
		got := structuredData(t, layout)["HomeAndConstructionBusiness"]["address"]
		shown := slices.Contains(layout.Footer.ContactLines, test.line)
		if !reflect.DeepEqual(got, test.want) || shown != (test.line != "") {
			t.Errorf("the address is %v, and the footer has %q; want %v", got, layout.Footer.ContactLines, test.want)
		}
	}
	page := PageOf[ServicePage](s, BuildInfo{}, "/services/hot-tub-removal")
	provider := structuredData(t, page.Layout)["Service"]["provider"].(map[string]any)
	if provider["name"] != s.Business.Name || provider["@id"] == nil || provider["@type"] == nil {
		t.Errorf("the service's provider is %v", provider)
	}
}

// TestBuildInfo checks what the program's part of the props changes of a page.
func TestBuildInfo(t *testing.T) {
	s := sample(t)
	fields := []QuoteField{{Name: "message", Multiline: true, Max: 5000}, {Name: "zipCode"}}
	info := BuildInfo{BaseURL: "https://junk.test/", QuoteFields: fields,
		Cards: map[string]CardImage{"/": {URL: "/cards/home.png"}}}
	home := s.Home(info)
	if card := home.Layout.Meta.Card; card == nil || card.URL != "https://junk.test/cards/home.png" ||
		home.Layout.Meta.Canonical != "https://junk.test/" {
		t.Errorf("the page is %s, and its card %+v", home.Layout.Meta.Canonical, card)
	}
	if plain := s.Home(BuildInfo{}).Layout; plain.Meta.Card != nil || plain.Forms.ByPhone != "" {
		t.Errorf("without cards and with forms, the page has %+v and %+v", plain.Meta.Card, plain.Forms)
	}
	if form := home.Hero.Form.Fields; form[0].Name != "zipCode" || !strings.Contains(form[1].Hint, "5,000") {
		t.Errorf("the form has the fields %+v", form)
	}
	for _, summary := range s.Summaries() {
		if want := s.pages["/locations/dallas"].(*cityPage).Hero.Scene; summary.Kind == KindLocations &&
			summary.Scene != want {
			t.Errorf("the card of all locations shows %q, want %q as the first city", summary.Scene, want)
		}
	}
	for _, row := range kinds {
		if !slices.Contains(Components(), row.Component) {
			t.Errorf("%v lacks that of %s", Components(), row.kind)
		}
	}
	site := s.Business.SharesWithAds
	changed := fstest.MapFS{"business.yaml": {Data: []byte("sharesWithAds: true\n")}}
	if s, err := (Options{Office: changed}).Load(sampleFiles(t)); err != nil || s.Business.SharesWithAds == site {
		t.Errorf("what the owner changes in the office is not on the site: %v", err)
	}
}

// Pages of a few sentences are whole: search results show the heading and the lead, a service its line of
// services.yaml, a city all services with their prices, and what is not written is not there.
func TestShortPages(t *testing.T) {
	files := owner(t, "      - garage-cleanout\n", "      - slug: piano-removal\n        name: Piano Removal\n"+
		"        prices: [garage]\n        about: An upright\n        time: \"{fact.piano_time}\"\n",
		"cities: []", "cities:\n  - { slug: vail, name: Vail, lat: 32.021, lon: -110.646, anchor: start }")
	files["facts.yaml"] = &fstest.MapFile{Data: []byte("facts: { piano_time: { low: 1, unit: hours } }\n")}
	const hero = "hero: { title: %s, lead: %q%s }\ncontact: { title: Ask us, lead: Ask. }\n"
	for lead, description := range map[string]string{
		"Uprights, spinets, and grands, from any floor.": "" +
			"Uprights, spinets, and grands, from any floor. (520) 623-4188.",
		strings.Repeat("Pianos go. ", 20): strings.TrimSpace(strings.Repeat("Pianos go. ", 14)),
		strings.Repeat("a piano ", 25):    strings.Repeat("a piano ", 19) + "a piano…",
	} {
		files["services/piano-removal.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, hero+"items: { title: We take, "+
			"groups: [{ items: [Uprights] }] }\narea: { title: Where, text: Here. }\n", "Piano removal", lead, "")}
		files["cities/vail.yaml"] = &fstest.MapFile{Data: fmt.Appendf(nil, hero, "Pianos of Vail", "In Vail: "+lead,
			", facts: [Pianos, Organs]")}
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(s.Warnings().Error()) {
			if !strings.Contains(line, "is the program's: ") { // the folder states one fact alone
				t.Error(line)
			}
		}
		service := PageOf[ServicePage](s, BuildInfo{}, "/services/piano-removal")
		meta, pricing := service.Layout.Meta, service.Pricing
		if meta.Title != "Piano removal | Saguaro Hauling" || meta.Description != description {
			t.Errorf("search results show %q and %q, want %q", meta.Title, meta.Description, description)
		}
		if !slices.Equal(service.Order, []string{"items", "pricing"}) || pricing.Title != "Piano Removal: prices" ||
			pricing.Lead != "Usually takes 1 hour." || pricing.Rows[0].Label != "An upright" ||
			pricing.Rows[0].Price.Price != s.PriceList.Prices["garage"] {
			t.Errorf("the service has %q and the prices %+v", service.Order, pricing)
		}
		city := PageOf[CityPage](s, BuildInfo{}, "/locations/vail")
		lines := city.Services.Groups[0].Items
		want := LinkedText{Text: "Piano Removal", Price: "$150–$600", Href: "/services/piano-removal"}
		if len(lines) != 9 || !slices.Equal(city.Order, []string{"services"}) || !slices.Contains(lines, want) {
			t.Errorf("the city has %q and the services %+v", city.Order, lines)
		}
	}
}

// A page's heading is in its front matter or begins its text; its label replaces it in the menu.
func TestPageHeading(t *testing.T) {
	for _, test := range []struct{ front, body, want string }{
		{"heading: Our story\nlabel: Story\n", "## Today\n", "Our story, Story, Today"},
		{"", "# Our *own* story\n\n## Today\n", "Our own story, Our own story, Today"},
		{"", "## Today\n\n# Our story\n", `ours.md:1: "heading" is missing; wanted it, or a text that begins with #`},
		{"", "# Our story\n\n# Today\n", "ours.md:10: the heading is of level 1"},
		{"heading: Ours\nlabel: A label of twenty-five, uh\n", "",
			"ours.md:4: the label has 26 characters; wanted at"},
	} {
		files := sampleFiles(t)
		files["pages/ours.md"] = &fstest.MapFile{Data: []byte("---\ntitle: What we did before hauling\n" + test.front +
			"description: How we began to haul, who drives the truck, and where the things of our customers go.\n" +
			"lead: We began with one truck.\nmenu: true\n---\n\n" + test.body)}
		s, err := Load(files)
		if err != nil {
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("with %q and %q: %v, want %s", test.front, test.body, err, test.want)
			}
			continue
		}
		page := PageOf[LegalPage](s, BuildInfo{}, "/ours")
		got := page.Title + ", " + page.Layout.Nav.Pages[0].Label + ", " + page.Contents[0].Label
		if got != test.want || strings.Contains(page.HTML, "<h1") {
			t.Errorf("with %q and %q: %s, want %s; %s", test.front, test.body, got, test.want, page.HTML)
		}
	}
	files := changed(t, "articles/junk-removal-cost-guide-dallas.md", "## How junk", "# How junk")
	wantProblem(t, files, load.Position{File: "articles/junk-removal-cost-guide-dallas.md", Line: 1},
		"the text begins with # How junk removal is priced; wanted ## or ###: the heading is in the front matter")
}
