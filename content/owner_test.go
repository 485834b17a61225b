package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/company"
	"haulfront/content/load"
)

// owner is testdata/saguaro.txtar, with changes of its texts, old and new in turn.
func owner(t *testing.T, changes ...string) fstest.MapFS {
	t.Helper()
	files := archive(t, "saguaro")
	for _, file := range files {
		file.Data = []byte(strings.NewReplacer(changes...).Replace(string(file.Data)))
	}
	return files
}

// builtInNames are the words that only the built-in company uses: its names and its towns.
func builtInNames(t *testing.T) *regexp.Regexp {
	t.Helper()
	s := site(t)
	names := []string{"Clear Acre", "clearacre", "Dallas", "DFW", "Texas", "555-0142", "TX"}
	for _, name := range company.Names(s.Towns.ShownTowns()) {
		names = append(names, regexp.QuoteMeta(name))
	}
	return regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
}

// wantOwn checks that nothing that a site shows is of the built-in company.
func wantOwn(t *testing.T, s *Site) {
	t.Helper()
	names := builtInNames(t)
	shown := allPages(s, BuildInfo{Year: 2026})
	shown["summaries"], shown["pictures"] = s.Summaries(), s.PagePictures()
	shown["mail"], shown["office"] = s.MailWords(), s.Office()
	for path, page := range shown {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		if at := names.FindIndex(text); at != nil {
			t.Errorf("%s: … %s …", path, text[max(0, at[0]-60):min(len(text), at[1]+40)])
		}
	}
}

// What owners type and paste into business.yaml is understood, or refused in words.
func TestOwnersBusiness(t *testing.T) {
	files := owner(t)
	written := func(name string, changes ...string) (*Site, error) {
		data, err := os.ReadFile("testdata/owners/business-" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, "radiusMiles: 22", "radiusMiles: 38") // which reaches all towns
		files["business.yaml"] = &fstest.MapFile{Data: []byte(strings.NewReplacer(changes...).Replace(string(data)))}
		return Load(files)
	}
	const wanted = `business.yaml:7: mail cannot be sent from "“hello@saguarohauling.com”"; ` +
		`wanted one like hello@example.com, in straight quotation marks`
	if _, err := written("email-smart-quotes"); err == nil || !strings.Contains(err.Error(), wanted) {
		t.Errorf("an address in curly quotation marks: %v, want %s", err, wanted)
	}
	if s, err := written("name-smart-quotes"); err != nil || s.Warnings() == nil ||
		!strings.Contains(s.Warnings().Error(), "business.yaml:3: the curly quotation marks around “Saguaro”") {
		t.Errorf("a name in curly quotation marks: %v, %v", err, s)
	}
	s, err := written("opens-7-00", `"19:00"`, "\"19:00\"\n  except: {Monday: 8:30-9:30}")
	if err != nil {
		t.Fatal(err)
	}
	data := strings.Join(s.Home(BuildInfo{}).Layout.Meta.StructuredData, "")
	if !strings.Contains(data, `"opens":"07:00"`) || s.Business.Hours.Except["Monday"] != "08:30-09:30" {
		t.Errorf("hours with one digit are %+v, in %s", s.Business.Hours, data)
	}
	s, err = written("url-trailing-slash", `"hello@`, "\"mailto:pat.o'brien@", "520-623-4188", "+1 (520) 623\u20114188")
	if err != nil {
		t.Fatal(err)
	}
	if c, brand := s.Business, s.Brand(); c.URL != "https://www.saguarohauling.com" || c.Phone != "(520) 623-4188" ||
		brand.Phone.Href != "tel:5206234188" || brand.Email.Href != "mailto:pat.o%27brien@saguarohauling.com" {
		t.Errorf("the company is %q, %q, %+v", c.URL, c.Phone, brand)
	}
}

// Terms, price list and questions say how the company is paid, which is no card here.
func TestPayments(t *testing.T) {
	for payments, want := range map[string]string{
		"": "in cash, by card, or by check", "[Check, Zelle, net30]": "by check or by Zelle", "[net30]": "by invoice",
	} {
		files := owner(t)
		if payments != "" {
			files = owner(t, "state: Arizona", "state: Arizona\npayments: "+payments)
		}
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/terms", "/prices", "/services/junk-removal"} {
			text, err := json.Marshal(allPages(s, BuildInfo{})[path])
			if err != nil || !strings.Contains(string(text), "You pay once the job is done, "+want+".") {
				t.Errorf("payments: %s, %s lacks %q: %v", payments, path, want, err)
			}
		}
	}
}

// A company has its own mark: files that contain all that they show, or its initials, never the program's.
func TestMark(t *testing.T) {
	if m := site(t).Mark; !m.BuiltIn {
		t.Errorf("the program's own company has the mark %+v", m)
	}
	files := owner(t, `shortName: "Saguaro Hauling"`, `shortName: "3 & Saguaro Sons"`)
	load := func(svg string) (Mark, error) {
		files["logo.svg"] = &fstest.MapFile{Data: []byte(svg)}
		s, err := Load(files)
		if err != nil {
			return Mark{}, err
		}
		return s.Mark, nil
	}
	if s, err := Load(files); err != nil || s.Mark.BuiltIn || s.Mark.Initials != "3S" {
		t.Errorf("without a file: %+v, %v", s.Mark, err)
	}
	const good = `<?xml version="1.0"?><svg viewBox="0 0 9 9"><style>.a{fill:#fff}</style><path class="a"/></svg>`
	if m, err := load(good); err != nil || string(m.Logo) != good || m.Icon != nil {
		t.Errorf("with a logo: %+v, %v", m, err)
	}
	for wrong, want := range map[string]string{
		"": "no SVG", "<html/>": "no SVG", "<svg><g></svg>": "no SVG", "<svg>\n<script/></svg>": "logo.svg:2: ",
		`<svg onload="a()"/>`: `onload="a()"`, `<svg><use href="https://a.example/b.svg#c"/></svg>`: "href=",
		`<svg><path fill="url( 'https://a.example')"/></svg>`: "fill=",
		"<svg><style>@import 'a'</style></svg>":               "@import",
		"<svg>" + strings.Repeat(" ", maxMark) + "</svg>":     "65547 bytes",
	} {
		if _, err := load(wrong); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", wrong, err, want)
		}
	}
}

// A region may have an article, and the town after which the company is named need not be the first. The radius is
// counted from the town in the center of the map, or from the region's middle.
func TestOwnersRegion(t *testing.T) {
	s, err := Load(owner(t, `region: "Tucson"`, "region: the Old Pueblo\ntown: Vail"))
	if err != nil {
		t.Fatal(err)
	}
	layout := s.Home(BuildInfo{}).Layout
	if !strings.HasSuffix(layout.Footer.Blurb, "of the center of the Old Pueblo.") {
		t.Errorf("the footer says %q", layout.Footer.Blurb)
	}
	if words := s.Home(BuildInfo{}).Layout.Meta.Keywords; strings.Contains(fmt.Sprint(words), "the ") {
		t.Errorf("with an article, the keywords are %q", words)
	}
	if s, err = Load(owner(t)); err != nil || !strings.HasSuffix(s.Home(BuildInfo{}).Layout.Footer.Blurb,
		"of central Tucson.") {
		t.Errorf("without an article, the footer says %q, %v", s.Home(BuildInfo{}).Layout.Footer.Blurb, err)
	}
	if data := PageOf[LocationsPage](s, BuildInfo{}, "/locations").Layout.Meta.StructuredData; len(data) != 1 {
		t.Errorf("without a town's page, /locations lists %q", data)
	}
	for text, want := range map[string]string{"{town}": "Vail", "{center.long}": "the center of the Old Pueblo",
		"{area.long}": "within about 38 miles of Tucson", "{center.name}": "Tucson"} {
		files := owner(t, `region: "Tucson"`, "region: the Old Pueblo\ntown: Vail")
		if strings.Contains(want, "Tucson") {
			files["map.yaml"].Data = []byte("center: [32.2248, -110.9488]\n")
		}
		files["home.yaml"] = &fstest.MapFile{Data: []byte("hero: { title: \"Junk out of " + text + "\" }\n")}
		if s, err := Load(files); err != nil || s.Home(BuildInfo{}).Hero.Title != "Junk out of "+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A service of the program is its slug alone in any category, also in one of the company's own.
func TestServicesInAnyCategory(t *testing.T) {
	files := owner(t, "- garage-cleanout\n", "- shed-removal\n",
		"categories:\n", "categories:\n  - slug: heavy\n    name: Heavy\n    blurb: Heavy things.\n"+
			"    services: [hot-tub-removal]\n")
	files["categories/heavy.yaml"] = &fstest.MapFile{Data: []byte("meta:\n  title: Heavy things\n  description: " +
		strings.Repeat("Heavy things. ", 6) + "\nhero: { icon: bath, title: Heavy things, lead: Heavy. }\n" +
		"cards: [{ icon: bath, title: Hot tubs, text: Cut up., href: /services/hot-tub-removal }]\n" +
		"area: { title: Where, text: There., cta: Ask }\ncontact: { title: Ask us, lead: Ask. }\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	for slug, category := range map[string]string{"shed-removal": "residential", "hot-tub-removal": "heavy"} {
		if in, service := s.services.find(slug); in == nil || in.Slug != category || service.price() == "" {
			t.Errorf("%s is in the category %+v", slug, in)
		}
	}
	// The lower end of a price, in a promise, is a price to confirm.
	const low = `prices.yaml: the price "ewaste" is the program's: from $75; wanted your own`
	if err := s.Unconfirmed(); err == nil || !strings.Contains(err.Error(), low) {
		t.Errorf("Unconfirmed = %v, want %s", err, low)
	}
}

// An address that the site had leads on, or is gone; one that leads nowhere, or from a page, is refused.
func TestRedirects(t *testing.T) {
	files := owner(t)
	load := func(lines string) (*Site, error) {
		files["redirects.yaml"] = &fstest.MapFile{Data: []byte("redirects:\n  " + lines + "\n")}
		return Load(files)
	}
	s, err := load("/our-services/: /services\n  /?page_id=12: /prices\n  /old: gone\n" +
		"  /shop: { to: https://a.example, elsewhere: true }")
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{"/our-services": "/services", "/our-services/": "/services",
		"/?page_id=12": "/prices", "/?page_id=13": "", "/": "", "/shop?utm=a": "https://a.example", "/old/": Gone} {
		path, query, _ := strings.Cut(from, "?")
		if got := s.Redirect(path, query); got != want {
			t.Errorf("%s leads to %q, want %q", from, got, want)
		}
	}
	for lines, want := range map[string]string{
		"/services: /prices": `redirects.yaml:2: the site has a page "/services"`,
		"/a: /b\n  /b: /a":   `"/a" leads to "/b", which leads on`, "/a: /a": "which leads on",
		"/a: /nowhere": `the link "/nowhere" leads to no page`, "a: /prices": `"a" is no path`,
		"/a: https://b.example": `"/a" leads to another site; wanted ` +
			`{ to: https://b.example, elsewhere: true }`,
		"/a: /prices\n  /a/: /services": "are the same address",
	} {
		if _, err := load(lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", lines, err, want)
		}
	}
}

// A company of another trade switches off what it has no use for: no page, no link and no section of it is left. Its
// hours differ by the day.
func TestPartsSwitchedOff(t *testing.T) {
	files := owner(t, "# off: [estimate]",
		"off: [estimate, prices, blog, reviews, zip, plans]\nschemaType: HouseCleaning",
		"curbside-pickup", "subscription-junk-removal", "firstDay: Tuesday", "firstDay: Monday",
		"lastDay: Saturday", "lastDay: Friday", `"18:00"`, `"17:00"`,
		"  timezone:", "  except: { Saturday: 09:00-12:30, Wednesday: closed }\n  timezone:")
	files["home.yaml"] = &fstest.MapFile{Data: []byte("hero:\n  title: Home cleaning in Tucson\n" +
		"order: [faq, services, estimate, area]\n")}
	if _, err := Load(files); err == nil || !strings.Contains(err.Error(), `names "estimate", which is no section`) {
		t.Errorf("Load = %v, want the section that does not exist", err)
	}
	files["home.yaml"].Data = []byte(strings.Replace(string(files["home.yaml"].Data), "estimate, ", "", 1))
	files["articles/a.md"] = &fstest.MapFile{Data: []byte("---\nlead: No keys and no box are checked.\n---\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	wantOwn(t, s)
	home := s.Home(BuildInfo{})
	if order := []string{"faq", "services", "area"}; !slices.Equal(home.Order, order) ||
		home.Hero.Title != "Home cleaning in Tucson" {
		t.Errorf("the home page has %v under %q", home.Order, home.Hero.Title)
	}
	if links := home.Layout.Footer.QuickLinks; !slices.Contains(links, Link{"FAQs", "/#faq"}) {
		t.Errorf("the footer's links are %v, without the questions", links)
	}
	files["home.yaml"].Data = []byte("order: [services, area]\n")
	if s, err := Load(files); err != nil || slices.Contains(s.Home(BuildInfo{}).Layout.Footer.QuickLinks,
		Link{"FAQs", "/#faq"}) {
		t.Errorf("without the questions on the home page, the footer leads there: %v", err)
	}
	if home.Layout.Brand.Hours != "Mon–Tue 8am–5pm, Thu–Fri 8am–5pm, Sat 9am–12:30pm" {
		t.Errorf("the hours are %s", home.Layout.Brand.Hours)
	}
	hours := structuredData(t, home.Layout)["HouseCleaning"]["openingHoursSpecification"]
	if list, ok := hours.([]any); !ok || len(list) != 3 {
		t.Errorf("the hours for search engines are %v", hours)
	}
	for path, page := range allPages(s, BuildInfo{}) {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		off := regexp.MustCompile(`"/(estimate|prices|blog)|"areaAsk"|"plans":|"testimonials":`).Find(text)
		if off != nil {
			t.Errorf("%s has %s", path, off)
		}
	}
	for _, r := range s.Routes() {
		if slices.Contains([]Kind{KindEstimate, KindPrices, KindBlog, KindArticle}, r.Kind) {
			t.Errorf("there is the page %s", r.Path)
		}
	}
	if at := s.Area("85701"); at.Kind != company.AreaYes {
		t.Errorf("the office does not know whether it comes to 85701: %+v", at)
	}
}

func TestCityPartsSwitchedOff(t *testing.T) {
	for _, off := range []string{"recycling", "disposal"} {
		s, err := Load(changed(t, "business.yaml", "responseHours:", "off: ["+off+"]\nresponseHours:"))
		if err != nil {
			t.Fatal(err)
		}
		page := PageOf[CityPage](s, BuildInfo{}, "/locations/dallas")
		if (page.Recycling == nil) != (off == "recycling") || (page.Disposal == nil) != (off == "disposal") ||
			slices.Contains(page.Order, off) {
			t.Errorf("without %s, the page has %v, %v and the sections %v", off, page.Recycling, page.Disposal,
				page.Order)
		}
	}
}

// A folder from before a kind of page has the program's, and values that its program did not have.
func TestOlderFolder(t *testing.T) {
	files := sampleFiles(t)
	for _, file := range []string{"estimate.yaml", "pages/terms.md", "pages.yaml", "quote.yaml"} {
		delete(files, file)
	}
	files["legal/privacy.md"] = &fstest.MapFile{Data: bytes.Replace(files["pages/privacy.md"].Data,
		[]byte("heading: Privacy"), []byte("heading: Our own privacy"), 1)}
	delete(files, "pages/privacy.md")
	files["home.yaml"].Data = slices.Concat(files["home.yaml"].Data, []byte("shelved: true\n"))
	files["prices.yml"], files["quote.vi.yaml"] = &fstest.MapFile{}, &fstest.MapFile{Data: []byte("labels: {}\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.pages[EstimatePath]; !ok {
		t.Error("there is no estimator")
	}
	if page := PageOf[LegalPage](s, BuildInfo{}, "/privacy"); page.Title != "Our own privacy" {
		t.Errorf("/privacy has the title %q, want that of legal/privacy.md", page.Title)
	}
	for _, want := range []string{`unknown key "shelved"`, "prices.yml: nothing reads this file; wanted a name"} {
		if got := fmt.Sprint(s.Warnings()); !strings.Contains(got, want) || strings.Contains(got, "quote.vi") {
			t.Errorf("Warnings = %s, want %s", got, want)
		}
	}
	if err := s.Unconfirmed(); err == nil || !strings.Contains(err.Error(), "is the program's: ") {
		t.Errorf("Unconfirmed = %v, want the program's facts that the estimator shows", err)
	}
}

// Each Markdown file in pages/ is a page, in the menu or the footer if it says so, and in its language.
func TestOwnPages(t *testing.T) {
	files := owner(t)
	page := func(front string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("---\n" + front + "lead: Así trabajamos.\n---\n\nTexto.\n")}
	}
	const description = "description: Recogemos muebles, electrodomésticos y ramas en Tucson, con el precio antes " +
		"de cargar.\n"
	files["pages/acerca.md"] = page("title: Acerca de nosotros\n" + description + "heading: Acerca\nlang: es\n" +
		"sister: /our-story\nmenu: true\n" +
		"words: { title: Pida su precio, text: Llame o escriba., button: Pedir precio, contents: En esta página }\n")
	files["pages/our-story.md"] = page("title: Our story\n" + strings.Replace(description, "Recogemos", "We haul", 1) +
		"heading: Our story\nsister: /acerca\nfooter: true\n")
	files["pages/unfinished.md"] = page("draft: true\n")
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	layout := PageOf[LegalPage](s, BuildInfo{}, "/acerca").Layout
	want := []Alternate{{"en", s.Business.URL + "/our-story"}, {"es", s.Business.URL + "/acerca"}}
	if layout.Lang != "es" || !slices.Equal(layout.Meta.Alternates, want) {
		t.Errorf("the page is in %q, with the alternates %v", layout.Lang, layout.Meta.Alternates)
	}
	words, english := s.For("/acerca").Office(), s.Office()
	for action, text := range english.ByAction { // what the page has of an action
		other := words.ByAction[action]
		if (text.CustomerButton == "") != (other.CustomerButton == "") || (text.Status == "") != (other.Status == "") ||
			text.CustomerButton != "" && text.CustomerButton == other.CustomerButton {
			t.Errorf("the customer's page has the words %+v for %q", other, text.CustomerButton+text.Status)
		}
	}
	booked := english.Customer.Steps["booked"]
	if words.Customer.Title != "Su solicitud" || booked[0] == words.Customer.Steps["booked"][0] {
		t.Errorf("the customer's page says %q, and in English %q", words.Customer.Steps, english.Customer.Steps)
	}
	box := PageOf[LegalPage](s, BuildInfo{}, "/acerca").QuoteBox
	if box.Title != "Pida su precio" || box.Text != "Llame o escriba." ||
		box.Quote != (Link{"Pedir precio", QuoteContact}) {
		t.Errorf("the box of the page says %+v", box)
	}
	home := s.Home(BuildInfo{}).Layout
	if !slices.Equal(home.Nav.Pages, []Link{{"Acerca", "/acerca"}}) || home.Lang != "en" ||
		!slices.Contains(home.Footer.QuickLinks, Link{"Our story", "/our-story"}) {
		t.Errorf("the menu has %v, the footer %v", home.Nav.Pages, home.Footer.QuickLinks)
	}
	if _, ok := s.pages["/unfinished"]; ok {
		t.Error("a draft is a page")
	}
	spanish := files["pages/acerca.md"]
	spanish.Data = bytes.Replace(spanish.Data, []byte("button: Pedir precio, "), nil, 1)
	if _, err := Load(files); err == nil || !strings.Contains(err.Error(), `"button" is missing`) {
		t.Errorf("without the button: %v", err)
	}
	for name, want := range map[string]string{
		"pages/about.md":     "has a page /about; wanted another name of the file, or its words in about.yaml",
		"pages/Our Story.md": "the name is no slug",
	} {
		files := owner(t)
		files[name] = page("")
		if _, err := Load(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %s: %v, want %s", name, err, want)
		}
	}
}

// A company without prices by the truckload has no line about them, no estimator, and no such price to confirm.
// What had no other price is priced on site.
func TestLoadsOff(t *testing.T) {
	_, err := Load(owner(t, "# off: [estimate]", "off: [loads]", "- curbside-pickup",
		"- { slug: curbside-pickup, prices: [xs_load] }"))
	const own = `loads are off, and "Curbside Pickup" has their prices; wanted prices or a rate of your own for it`
	if err == nil || !strings.Contains(err.Error(), own) {
		t.Errorf("Load = %v, want %s", err, own)
	}
	s, err := Load(owner(t, "# off: [estimate]", "off: [loads]"))
	if err != nil {
		t.Fatal(err)
	}
	if _, curbside := s.services.find("curbside-pickup"); curbside.price() != "Priced on site" {
		t.Errorf("the price at the curb is %q", curbside.price())
	}
	shown, err := json.Marshal(allPages(s, BuildInfo{Year: 2026}))
	if err != nil {
		t.Fatal(err)
	}
	for _, absent := range []string{
		"Quarter Load", "/estimate", "A quarter of the truck", `"truckloads"]`, `"truckloads",`,
	} {
		if at := strings.Index(string(shown), absent); at >= 0 {
			t.Errorf("pages have %q: … %s …", absent, shown[max(0, at-200):min(len(shown), at+100)])
		}
	}
	if PageOf[QuotePage](s, BuildInfo{}, QuotePath).Prices != nil {
		t.Error("the quote page has the prices of loads")
	}
	if s.Shows("price.xs_load") ||
		regexp.MustCompile(`price "\w+_load"`).MatchString(s.Unconfirmed().Error()) {
		t.Errorf("the prices of loads are to be confirmed:\n%v", s.Unconfirmed())
	}
}

// A form's initial choice that the form lacks is refused with the choices of the company's own services.
func TestServiceTypeOfOthers(t *testing.T) {
	files := owner(t)
	files["services/storage-unit-cleanouts.yaml"] = &fstest.MapFile{
		Data: []byte("contact: { serviceType: Storage Unit Cleanouts }\n"),
	}
	if s, err := Load(files); err != nil || !slices.Contains(s.Quote().ServiceTypes, "Storage Unit Cleanouts") {
		t.Errorf("a service's own name: %v", err)
	}
	files["services/yard-waste.yaml"] = &fstest.MapFile{Data: []byte("contact: { serviceType: Mowing }\n")}
	const want = `services/yard-waste.yaml:1: the form does not offer "Mowing"; wanted one of Furniture Removal, ` +
		`Appliance Pickup, Garage Cleanout, `
	if _, err := Load(files); err == nil || !strings.Contains(err.Error(), want) ||
		strings.Contains(err.Error(), "E-Waste") {
		t.Errorf("Load = %v, want %s", err, want)
	}
}

// An own service is looked at first if it says so or takes days, and is booked so many hours ahead from every page.
func TestOwnServiceBooking(t *testing.T) {
	page, err := os.ReadFile("scaffold/templates/service.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for keys, want := range map[string]string{
		"prices: [piano]": "false 0", "prices: [piano], look: true": "true 0",
		`prices: [piano], time: "{fact.barn_time}", ahead: piano_notice`: "true 48",
		`prices: [piano], time: "{fact.piano_notice}"`:                   "false 0",
		"prices: [piano], ahead: barn_time":                              `ahead is "barn_time"; wanted a key`,
		"rate: By size, byLoad: true, look: true":                        "byLoad and look or prices; wanted it beside",
		"rate: By size, byLoad: true":                                    "false 0",
		"prices: [piano], rate: By size":                                 "look: true",
	} {
		files := owner(t, "- garage-cleanout\n", "- { slug: piano, name: Piano Moving, about: One, "+keys+" }\n")
		files["services/piano.yaml"] = &fstest.MapFile{Data: page[bytes.Index(page, []byte("hero:")):]}
		files["prices.yaml"] = &fstest.MapFile{Data: []byte("prices: { piano: { low: 200, high: 450 } }\n")}
		files["facts.yaml"] = &fstest.MapFile{Data: []byte("facts:\n  piano_notice: { low: 48, unit: hours }\n" +
			"  barn_time: { low: 3, unit: days }\n")}
		s, err := Load(files)
		got := fmt.Sprint(err)
		if err == nil {
			look := s.Requested("/", "Piano Moving").Look
			ahead := s.Requested("/services/yard-waste", "Piano Moving").Ahead
			got = fmt.Sprint(look, ahead)
			form := PageOf[HomePage](s, BuildInfo{}, "/").Hero.Form
			if form.Ahead["Piano Moving"] != ahead {
				t.Errorf("%s: the form says %v", keys, form.Ahead)
			}
			// Each price of the page has an offer, also those of the loads.
			moving := PageOf[ServicePage](s, BuildInfo{}, "/services/piano")
			data := fmt.Sprint(moving.Layout.Meta.StructuredData)
			if n := strings.Count(data, `"@type":"Offer"`); n != len(moving.Pricing.Rows) {
				t.Errorf("%s: %d prices have %d offers: %s", keys, len(moving.Pricing.Rows), n, data)
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", keys, got, want)
		}
	}
}

// A company's single price has no end of the program's range, and copy about ranges is gone.
func TestSinglePrice(t *testing.T) {
	files := owner(t)
	files["prices.yaml"] = &fstest.MapFile{Data: []byte("prices:\n  garage: { low: 150 }\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.PriceList.Prices["garage"].String(); got != "$150" {
		t.Errorf("the price is %s", got)
	}
	shown, err := json.Marshal(PageOf[ServicePage](s, BuildInfo{}, "/services/garage-cleanout"))
	if err != nil || bytes.Contains(shown, []byte("depending on how full")) ||
		bytes.Contains(shown, []byte("lower half of the range")) {
		t.Errorf("the page speaks of a range: %v", err)
	}
}

// The privacy page says what the settings do.
func TestPrivacyFollowsSettings(t *testing.T) {
	s := site(t)
	for said, info := range map[string]BuildInfo{
		"Counting visits": {Views: true}, "Your session": {Sessions: true},
		"After 90 days, we delete": {RetentionDays: 90},
	} {
		with := PageOf[LegalPage](s, info, "/privacy").HTML
		without := PageOf[LegalPage](s, BuildInfo{}, "/privacy").HTML
		if !strings.Contains(with, said) || strings.Contains(without, said) || strings.Contains(with, "<p>[") {
			t.Errorf("the page does not follow the setting of %q:\n%s", said, with)
		}
	}
}

// What a company does not take is in no list of things that it takes, and called hazardous only if all of it is.
func TestThingsNotTaken(t *testing.T) {
	files := archive(t, "duluth")
	facts := string(files["facts.yaml"].Data)
	lists := map[string]bool{"wet paint, motor oil": true, "fuel, tires, Sofas, pool tables": false}
	for list, hazardous := range lists {
		files["facts.yaml"].Data = []byte(strings.Replace(facts, "wet paint, chemicals, asbestos, fuel", list, 1))
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for path, page := range allPages(s, BuildInfo{}) {
			text, err := json.Marshal(page)
			if err != nil {
				t.Fatal(err)
			}
			said += len(regexp.MustCompile(`(?i)hazard|of these inside|storm drain`).FindAll(text, -1))
			taken := regexp.MustCompile(`"(text|key)":"(Sofas|sofa|Pool tables)\b[^"]*"`).Find(text)
			if (taken != nil) && !hazardous {
				t.Errorf("%s has %s", path, taken)
			}
		}
		if (said > 0) != hazardous {
			t.Errorf("pages call %s hazardous %d times", list, said)
		}
		if piano := slices.ContainsFunc(s.estimatePage.items(), func(item *EstimateItem) bool {
			return item.Key == "piano"
		}); !piano {
			t.Error("the estimator lacks what the company takes")
		}
	}
}

// Long hours stand once in the text of a page, and the estimator is offered for what it can estimate.
func TestOwnersServices(t *testing.T) {
	s, err := Load(archive(t, "duluth"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Routes() {
		text, err := json.Marshal(s.PageProps(BuildInfo{}, r))
		if err != nil {
			t.Fatal(err)
		}
		if _, body, _ := strings.Cut(string(text), `"layout":`); r.Path != "/es" {
			if n := strings.Count(body, "(Dec\u00a024"); n > 5 {
				t.Errorf("%s has the hours of all seasons %d times", r.Path, n)
			}
		}
	}
	for slug, offered := range map[string]bool{"sauna-removal": false, "junk-removal": true, "garage-cleanout": true} {
		href := PageOf[ServicePage](s, BuildInfo{}, "/services/"+slug).Pricing.Estimate
		if offered != (href == nil || *href != "") {
			t.Errorf("the estimator is offered on %s: %t", slug, !offered)
		}
	}
}

// The shares of things are parts of the company's truck, and check asks for its size where the estimator shows them.
func TestSharesOfTruck(t *testing.T) {
	for size, want := range map[string]Share{
		"675 cubic feet, or 25 cubic yards": 74, "405 cubic feet": 123, "about 15 cubic yards": 123,
		"14.5 cubic yards": 128, "1 cubic yard": 1000, "a pickup": 0, "14-yard dump trailer": 0, "14 feet": 0,
	} {
		files := archive(t, "duluth")
		files["facts.yaml"].Data = bytes.Replace(files["facts.yaml"].Data, []byte("675 cubic feet, or 25 cubic yards"),
			[]byte(size), 1)
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range s.estimatePage.items() {
			if item.Key == "sofa" && item.Share != want && want > 0 {
				t.Errorf("in a truck of %s, a sofa fills %d thousandths, want %d", size, item.Share, want)
			}
		}
		asked := fmt.Sprintf("the truck holds %q; wanted how much", size)
		if got := strings.Contains(fmt.Sprint(s.Unconfirmed()), asked); got != (want == 0) {
			t.Errorf("with a truck of %s, the check before publishing says %v", size, s.Unconfirmed())
		}
		if !s.Shows("fact.truck_size") {
			t.Error("nothing asks for the size of the truck")
		}
	}
}

// A look that is free within some miles is promised with them.
func TestFreeVisitWithin(t *testing.T) {
	files := archive(t, "duluth")
	facts := string(files["facts.yaml"].Data)
	for answer, want := range map[string][2]string{
		"yes": {"It’s free, with no obligation.", "we’ll come look, free."},
		"no":  {"The quote is free, with", "we’ll come look."},
		"within 20 miles of our yard": {"so is a look within 20 miles of our yard.",
			"we’ll come look. [visit]"},
		"in Duluth and Superior": {"so is a look in Duluth and Superior.", "we’ll come look. [visit]"},
	} {
		files["facts.yaml"].Data = []byte(strings.Replace(facts, "free_visit: yes", "free_visit: "+answer, 1))
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		home, pick := everything(t, s), s.Office().Customer.Estimate.Pick
		if !strings.Contains(home, want[0]) || !strings.HasSuffix(pick, want[1]) {
			t.Errorf("with free_visit: %s, pages do not say %q, or the customer reads %q", answer, want[0], pick)
		}
		elsewhere := map[byte]string{'w': ". Farther away", 'i': ". Elsewhere"}[answer[0]]
		within := "The visit is free " + answer + elsewhere + ", we’ll tell you what it costs"
		said := s.Office().Customer.Estimate.Within
		if strings.HasPrefix(said, within) != strings.Contains(answer, " ") {
			t.Errorf("with free_visit: %s, a customer of no known town reads %q", answer, said)
		}
		if free := strings.Contains(home, "you owe nothing"); free != (answer == "yes") {
			t.Errorf("with free_visit: %s, pages say that a no costs nothing: %t", answer, free)
		}
	}
	files["facts.yaml"].Data = []byte(strings.Replace(facts, "free_visit: yes", "free_visit: in Duluth and Rome", 1))
	wantProblem(t, files, load.Position{File: "facts.yaml", Line: lineOf(t, files, "facts.yaml", "free_visit")},
		`locations.yaml has no town "Rome", in which a look is free; wanted towns of locations.yaml`)
	files["facts.yaml"].Data = []byte(strings.Replace(facts, "free_visit: yes", "free_visit: 20 miles", 1))
	wantProblem(t, files, load.Position{File: "facts.yaml", Line: lineOf(t, files, "facts.yaml", "free_visit")},
		`the practice "free_visit" is "20 miles"; wanted yes or no, or of free_visit also where`)
}

// A fact that a denied practice leaves out is no mistake of the owner's, as any other that nothing shows.
func TestDeniedPractice(t *testing.T) {
	files := archive(t, "duluth")
	facts := string(files["facts.yaml"].Data)
	for _, answer := range []string{"donation: yes", "donation: no"} {
		files["facts.yaml"].Data = []byte(strings.Replace(facts, "donation: yes", answer, 1))
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(s.Unused()); strings.Contains(got, `"donate"`) ||
			!strings.Contains(got, `"three_quarter_load" is used nowhere`) {
			t.Errorf("with %s, unused is %s", answer, got)
		}
		if shown := s.Shows("sentence.donate"); shown != (answer == "donation: yes") {
			t.Errorf("with %s, the promise is shown: %t", answer, shown)
		}
	}
}
