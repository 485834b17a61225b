package scaffold

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/holiday"
)

// saguaro is a company in another state, with six towns and nine services of three categories.
var saguaro = Company{
	Name: "Saguaro Hauling", Phone: "(520) 623-4188", Email: "hello@saguarohauling.com",
	URL: "https://www.saguarohauling.com", Address: "210 E Speedway Blvd, Tucson, AZ 85705", State: "AZ",
	Towns: []string{"Tucson", "Marana", "Sahuarita", "Vail", "Green Valley", "Oro Valley@32.3909,-110.9665"},
	Services: []string{"junk-removal", "furniture-removal", "appliance-pickup", "yard-waste", "garage-cleanout",
		"storage-unit-cleanouts", "hoarder-cleanouts", "same-day-junk-removal", "curbside-pickup"},
	Hours: "Tue-Sat 8am-6pm",
}

// folder is the files of a new folder, with changes of its texts, old and new in turn.
func folder(t *testing.T, c Company, changes ...string) fstest.MapFS {
	t.Helper()
	made, err := c.Files()
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for name, data := range made {
		files[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(changes...).Replace(string(data)))}
	}
	return files
}

// shown is the text of all that a site shows: pages, lists of pages, pictures, mails, the office.
func shown(t *testing.T, s *content.Site) string {
	t.Helper()
	all := []any{s.Routes(), s.Summaries(), s.PagePictures(), s.MailWords(), s.Office()}
	for _, r := range s.Routes() {
		all = append(all, s.PageProps(content.BuildInfo{Year: 2026}, r))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantOwn checks that nothing that a site shows is of the built-in company: neither its names nor its towns.
func wantOwn(t *testing.T, s *content.Site) {
	t.Helper()
	builtIn, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Clear Acre", "clearacre", "Dallas", "DFW", "Texas", "555-0142", "TX"}
	for _, name := range company.Names(builtIn.Towns.ShownTowns()) {
		names = append(names, regexp.QuoteMeta(name))
	}
	text := shown(t, s)
	if at := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`).FindStringIndex(text); at != nil {
		t.Errorf("… %s …", text[max(0, at[0]-60):min(len(text), at[1]+40)])
	}
}

// A new folder is valid at once. It is of its own company alone, and its prices want to be confirmed.
func TestCompany(t *testing.T) {
	files := folder(t, saguaro)
	if len(files) > 15 {
		t.Errorf("there are %d files, want at most 15", len(files))
	}
	s, err := content.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	wantOwn(t, s)
	if err := s.Warnings(); err != nil {
		t.Errorf("Warnings =\n%v", err)
	}
	if err := s.Unused(); err != nil {
		t.Errorf("Unused =\n%v", err)
	}
	if err := s.Unpublishable(); err != nil {
		t.Errorf("Unpublishable =\n%v", err)
	}
	unconfirmed := fmt.Sprint(s.Unconfirmed())
	for _, want := range []string{
		`facts.yaml:3: the fact "same_day_cutoff" is not confirmed: noon; wanted your own`,
		`the sentence "sunday" is not confirmed: we don’t pick up on Monday or Sunday; wanted`,
		`the sentence "donate" is not confirmed: we donate and recycle first; wanted`, `the sentence "trade" is`,
		"map.yaml:3: the service radius, 36 miles around Tucson, is not confirmed; wanted your own",
		"business.yaml:18: the answer within 1 hour is not confirmed; wanted your own",
		`prices.yaml:3: the price "most_jobs" is not confirmed: $100–$600; wanted`,
		`$75–$150, and a mattress is $75–$100; wanted`, `the practice "same_prices" is not confirmed: yes; wanted`,
		"pages/terms.md:1: the page /terms is the program's, in force since November 23, 2026; wanted legalSince",
	} {
		if !strings.Contains(unconfirmed, want) {
			t.Errorf("Unconfirmed has no %s:\n%s", want, unconfirmed)
		}
	}
	keywords := s.Home(content.BuildInfo{}).Layout.Meta.Keywords
	if once := slices.Compact(slices.Sorted(slices.Values(keywords))); len(once) < len(keywords) {
		t.Errorf("keywords of the home page stand twice: %q", keywords)
	}
	if zone := s.Location().String(); zone != "America/Phoenix" {
		t.Errorf("the zone is %s", zone)
	}
	if got := s.Area("85701").Kind; got != company.AreaYes {
		t.Errorf("Area(85701) is %q", got)
	}
	var services []string
	for _, r := range s.Routes() {
		if r.Kind == content.KindService {
			services = append(services, r.Slug)
		} else if r.Slug != "" && r.Kind != content.KindCategory && r.Kind != content.KindLegal {
			t.Errorf("%s is a page of another company; wanted the row to have the list that it is in", r.Path)
		}
	}
	if slices.Sort(services); !slices.Equal(services, slices.Sorted(slices.Values(saguaro.Services))) {
		t.Errorf("the services are %v", services)
	}

	confirmed, err := content.Load(folder(t, saguaro, "unconfirmed: true", "# confirmed", "# legalSince", "legalSince"))
	if err != nil || confirmed.Unconfirmed() != nil {
		t.Errorf("confirmed: %v, %v", err, confirmed.Unconfirmed())
	}
}

// A new folder with all services of the program is valid, too; the pages of other services are drafts.
func TestCompanyWithAllServices(t *testing.T) {
	all := saguaro
	all.Services = []string{"all", "Piano Moving"}
	all.Hours = ""
	s, err := content.Load(folder(t, all))
	if err != nil {
		t.Fatal(err)
	}
	wantOwn(t, s)
	if drafts := s.Drafts(); len(drafts) != 1 || drafts[0].File != "services/piano-moving.yaml" {
		t.Errorf("the drafts are %v", drafts)
	}
	if err := s.Unconfirmed(); !strings.Contains(err.Error(), "business.yaml:") {
		t.Errorf("the hours are confirmed: %v", err)
	}
	around := regexp.MustCompile(`.{40}(\b36 (miles|millas)|towns in between|ring of).{9}`)
	if got := around.FindString(shown(t, s)); got == "" {
		t.Error("pages do not say the radius")
	}
	s, err = content.Load(folder(t, all, "# area: towns", "area: towns"))
	if err != nil {
		t.Fatal(err)
	}
	if got := around.FindString(shown(t, s)); got != "" || s.Home(content.BuildInfo{}).Area.Map.Radius != 0 {
		t.Errorf("a company that serves its towns alone says %q", got)
	}
	if s.Area("85710").Kind != company.AreaYes || s.Area("85641").Kind != company.AreaYes || // Tucson, Vail
		s.Area("85602").Kind != company.AreaNo || strings.Contains(s.Unconfirmed().Error(), "radius") { // Benson
		t.Errorf("beside its towns, it serves Benson, %+v, or has to confirm its radius", s.Area("85602"))
	}
}

// Towns may lie across the state line.
func TestCompanyInTwoStates(t *testing.T) {
	two := saguaro
	two.State, two.Towns = "MN", []string{"duluth", "Superior, WI", "Hermantown"}
	two.Day = time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC) // the evening before, there
	files := folder(t, two)
	s, err := content.Load(files)
	if err != nil || s.Area("54880").Kind != company.AreaYes {
		t.Fatalf("Superior is not served: %v", err)
	}
	const city = `{\"@type\":\"City\",\"name\":\"Superior\",\"containedInPlace\":{\"@type\":\"State\",` +
		`\"name\":\"Wisconsin\"}},{\"@type\":\"City\",\"name\":\"Hermantown\"}`
	for _, want := range []string{city, `"Superior, Wisconsin"`, `"Where we work around Duluth"`} {
		if !strings.Contains(shown(t, s), want) {
			t.Errorf("nothing says %s", want)
		}
	}
	for _, want := range []string{"in Duluth, Superior, WI, and Hermantown.", `legalSince: "2026-11-29"`,
		"town: \"Duluth\"\n"} { // a town that gets a page is the first of locations.yaml
		if text := string(files["business.yaml"].Data); !strings.Contains(text, want) {
			t.Errorf("business.yaml has no %s: %s", want, text)
		}
	}
}

// A specialist's folder with any one service of the program is valid, too.
func TestCompanyWithOneService(t *testing.T) {
	for _, slug := range ServiceSlugs() {
		one := saguaro
		one.Services = []string{slug}
		s, err := content.Load(folder(t, one))
		if err != nil {
			t.Fatalf("a folder with %s alone: %v", slug, err)
		}
		wantOffers(t, s)
	}
	one := saguaro
	one.Services = []string{"mattress-disposal"}
	s, err := content.Load(folder(t, one))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Quote().ServiceTypes; !slices.Equal(got, []string{"Mattress Disposal", "Other"}) {
		t.Errorf("the form of a mattress company offers %q", got)
	}
	if got := s.PriceList.Prices["most_jobs"].String(); got != "$75–$100" {
		t.Errorf("most of its jobs cost %s, want what its service does", got)
	}
}

// Cards of the quote page, options of the form and the price list follow from the services, whichever they are.
func TestOffers(t *testing.T) {
	c := saguaro
	c.Services = []string{"junk-removal", "furniture-removal", "appliance-pickup", "mattress-disposal", "yard-waste",
		"garage-cleanout", "hot-tub-removal", "Boat Removal"}
	s, err := content.Load(folder(t, c, "draft: true", ""))
	if err != nil {
		t.Fatal(err)
	}
	wantOffers(t, s)
	for _, group := range s.Prices().Groups {
		for _, item := range group.Items {
			if strings.HasPrefix(item.Key, "mattress") && item.ServiceType != "Mattress Disposal" {
				t.Errorf("the estimator's %s is %q on the form", item.Label, item.ServiceType)
			}
		}
	}
	files, categories := folder(t, saguaro), builtInServices().Categories
	for i, one := range categories {
		for _, other := range categories[i:] { // maybe the same
			c.Services = nil
			for _, service := range slices.Concat(one.Services, other.Services) {
				c.Services = append(c.Services, service.Slug)
			}
			list, _, err := c.services()
			if err != nil {
				t.Fatal(err)
			}
			files["services.yaml"].Data = []byte(list)
			if s, err = content.Load(files); err != nil {
				t.Fatalf("%s and %s: %v", one.Slug, other.Slug, err)
			}
			wantOffers(t, s)
		}
	}
}

// A category with one service has no page, which would say more than that: menus, cards and lists have the service, and
// its picture and price. So has a category without the whole that its page is about.
func TestCategoriesWithoutPage(t *testing.T) {
	c := saguaro
	c.Services = []string{"junk-removal", "furniture-removal", "storage-unit-cleanouts", "same-day-junk-removal"}
	files := folder(t, c)
	files["layout.yaml"] = &fstest.MapFile{Data: []byte("nav: { about: { label: Storage, " +
		"href: /services/property-cleanouts } }\n")} // of an earlier version
	both := strings.Replace(string(files["services.yaml"].Data), "- storage-unit",
		"- hoarder-cleanouts\n      - storage-unit", 1)
	for services, want := range map[string][]string{
		string(files["services.yaml"].Data): {"/services/residential Residential residential",
			"/services/storage-unit-cleanouts Storage Unit Cleanouts storage-unit-cleanouts",
			"/services/same-day-junk-removal Same-Day Junk Removal same-day-junk-removal"},
		both: {"/services/residential Residential residential",
			"/services#property-cleanouts Property Cleanouts storage-unit-cleanouts",
			"/services/same-day-junk-removal Same-Day Junk Removal same-day-junk-removal"},
	} {
		files["services.yaml"] = &fstest.MapFile{Data: []byte(services)}
		s, err := content.Load(files)
		if err != nil {
			t.Fatal(err)
		}
		wantOffers(t, s)
		var got []string
		for _, card := range s.Home(content.BuildInfo{}).Services.Categories {
			got = append(got, card.Href+" "+card.Name+" "+card.Scene)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the home page has cards of %q, want %q", got, want)
		}
		at, _, _ := strings.Cut(want[1], " ")
		if to := s.Redirect("/services/property-cleanouts", ""); to != at {
			t.Errorf("the category's page leads to %q, want %q", to, at)
		}
		for _, r := range s.Routes() {
			if r.Kind == content.KindCategory && r.Slug != "residential" {
				t.Errorf("there is a page %s", r.Path)
			}
		}
		if said := regexp.MustCompile(`(?i).{30}(foreclos|evict|inherited house|estate clean|whole house).{20}`).
			FindAllString(shown(t, s), -1); said != nil && services != both {
			t.Errorf("pages say %q", said)
		}
	}
	files["categories/property-cleanouts.yaml"] = &fstest.MapFile{Data: []byte("hero: { lead: We empty units. }\n")}
	s, err := content.Load(files)
	if err != nil || !slices.ContainsFunc(s.Routes(), func(r content.Route) bool {
		return r.Path == "/services/property-cleanouts"
	}) {
		t.Errorf("the company's own page of a category: %v", err)
	}
}

// ownReferences are the prices and facts in the entry of a service of services.yaml, but for those of loads, and the
// prices of its page's list.
func ownReferences(slug string) (entry, priced []string) {
	file, _ := fs.ReadFile(content.FS, "services.yaml")
	whole := wholeOf(slug)
	if match := regexp.MustCompile(`(?m)^      - slug: ` + slug + `\n(?:        .*\n)+`).Find(file); match != nil {
		whole = string(match)
	}
	own := regexp.MustCompile(`\{((?:price|fact)\.\w+)|ahead: (\w+)|prices: \[(.*)\]`)
	for _, match := range own.FindAllStringSubmatch(whole, -1) {
		if match[2] != "" {
			match[1] = "fact." + match[2]
		}
		for key := range strings.SplitSeq(match[3], ", ") {
			if key = cmp.Or(match[1], "price."+key); !strings.HasSuffix(key, "_load") {
				entry = append(entry, key)
			}
		}
	}
	file, _ = fs.ReadFile(content.FS, content.KindService.File(slug))
	for _, match := range regexp.MustCompile(`price: "\{(price\.\w+)`).FindAllStringSubmatch(string(file), -1) {
		priced = append(priced, match[1])
	}
	return entry, priced
}

// What only some services have, their prices and times, pages ask of nobody else: with one service, with two of a
// category, and with one of another category, whose pages then name the other. The estimator has single things for
// whoever takes junk.
func TestForeignFacts(t *testing.T) {
	owned := map[string]bool{} // references in the entries of services.yaml
	shows := map[string][]string{}
	for _, slug := range ServiceSlugs() {
		entry, priced := ownReferences(slug)
		for _, key := range entry {
			owned[key] = true
		}
		shows[slug] = append(entry, priced...)
	}
	shows["junk-removal"] = append(shows["junk-removal"], "price.appliance", "price.mattress",
		"price.mattress_with_box_spring", "price.ewaste")
	base := folder(t, saguaro)
	delete(base, "prices.yaml")
	facts, _ := fs.ReadFile(content.FS, "facts.yaml")
	_, practices, _ := strings.Cut(string(facts), "\npractices:\n") // each is yes
	practices = "sentences: { alone: one thing costs less }\npractices:\n" + practices
	base["facts.yaml"] = &fstest.MapFile{Data: []byte(practices)}
	try := func(services ...string) {
		c, files := saguaro, maps.Clone(base)
		c.Services = services
		list, _, err := c.services()
		if err != nil {
			t.Fatal(err)
		}
		files["services.yaml"] = &fstest.MapFile{Data: []byte(list)}
		s, err := content.Load(files)
		if err != nil {
			t.Fatalf("%s: %v", services, err)
		}
		for key := range s.Defaults {
			if owned[key] && !slices.ContainsFunc(services, func(slug string) bool {
				return slices.Contains(shows[slug], key)
			}) {
				t.Errorf("%s: pages show %s", services, key)
			}
		}
	}
	for _, category := range builtInServices().Categories {
		slugs := []string{category.Slug}
		if category.Whole.Name == "" {
			slugs = nil
		}
		for _, service := range category.Services {
			slugs = append(slugs, service.Slug)
		}
		for i, slug := range slugs {
			for _, other := range append(slugs[i:], "same-day-junk-removal") {
				try(slug, other) // maybe the same
				if category.Slug == "residential" {
					try(slug, other, "curbside-pickup")
				} else { // their category has a page
					try(slug, other, "yard-waste")
				}
			}
		}
	}
}

func wantOffers(t *testing.T, s *content.Site) {
	t.Helper()
	prices := content.PageOf[content.PricesPage](s, content.BuildInfo{}, "/prices")
	var jobs, want, got []string
	categories := s.Home(content.BuildInfo{}).Services.Categories
	for _, table := range prices.Tables[len(prices.Tables)-len(categories):] { // those after the loads'
		for _, group := range table.Groups {
			jobs = append(jobs, group.Href)
		}
	}
	for _, c := range categories {
		if len(c.Services) > 1 && c.Href != "/services" {
			want = append(want, c.Href)
			continue
		}
		for _, service := range c.Services {
			want = append(want, service.Href)
		}
	}
	if len(want) < 2 {
		want = nil
	}
	if cards := content.PageOf[content.QuotePage](s, content.BuildInfo{}, "/get-quote").Categories; cards != nil {
		for _, card := range cards.Items {
			got = append(got, card.Href)
		}
	}
	if !slices.Equal(got, want) || (len(jobs) > 1) != (len(got) > 1) {
		t.Errorf("the quote page has cards for %q, want %q", got, want)
	}
	text, err := json.Marshal(prices)
	if err != nil {
		t.Fatal(err)
	}
	for key, p := range s.PriceList.Prices {
		if key != "most_jobs" && s.Shows("price."+key) && !strings.Contains(string(text), p.String()) {
			t.Errorf("%q: the price list lacks %s, %s, which another page says", jobs, key, p)
		}
	}
	for _, r := range s.Routes() {
		if r.Kind != content.KindService {
			continue
		}
		page := content.PageOf[content.ServicePage](s, content.BuildInfo{}, r.Path)
		choice := page.Contact.Form.Values["serviceType"]
		if here := s.Requested(r.Path, choice).Price; choice == "" || here != s.Requested("", choice).Price {
			t.Errorf("%q: %s chooses %q, %s there and %s elsewhere", jobs, r.Path, choice, here,
				s.Requested("", choice).Price)
		}
	}
}

// Pages say nothing that no owner has been asked about.
func TestUnasked(t *testing.T) {
	c := saguaro
	c.Services = []string{"junk-removal", "furniture-removal", "appliance-pickup", "mattress-disposal", "yard-waste",
		"garage-cleanout", "hot-tub-removal", "Boat removal"}
	files := folder(t, c, "[wet paint, chemicals, asbestos, fuel]", "[tires, paint, propane]", "today: yes",
		"today: no", "saw: yes", "saw: no", "half_load: { low: 350", "half_load: { low: 450")
	s, err := content.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if err := fmt.Sprint(s.Unconfirmed()); !strings.Contains(err, `the practice "today" is not confirmed: no; `) {
		t.Errorf("the answer no has no value:\n%s", err)
	}
	unasked := regexp.MustCompile(`.{30}(three-car|dry tanks|fuel in the tank|pool liner|[Gg]azebo|landfill|` +
		`cut the frame|a saw for|Can you come today|\{It goes to the recycler|fills about half|The lowest ` +
		`price is).{20}`)
	if at := unasked.FindAllString(shown(t, s), -1); at != nil {
		t.Errorf("pages say %q", at)
	}
	if text := string(files["services.yaml"].Data); !strings.Contains(text, "name: Boat Removal\n") {
		t.Errorf("services are not named alike:\n%s", text)
	}
}

// A category that is a service as a whole is chosen like one, by its slug or its name, and needs no service in it.
func TestCategoryAsService(t *testing.T) {
	for _, name := range []string{"construction-debris", "Construction Debris Removal", "construction debris"} {
		one := saguaro
		one.Services = []string{name}
		s, err := content.Load(folder(t, one))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Quote().ServiceTypes; !slices.Equal(got, []string{"Construction Debris", "Other"}) {
			t.Errorf("with %s, the form offers %q", name, got)
		}
		got := s.Requested("", "Construction Debris").Price
		if got != "$200–$1,500" || s.Trade() != "Construction Debris Removal" {
			t.Errorf("with %s, it costs %s, and the company does %s", name, got, s.Trade())
		}
		texts := shown(t, s)
		if at := strings.Index(texts, "ight demolition"); at >= 0 {
			t.Errorf("with %s, pages speak of demolition: … %s …", name, texts[max(0, at-80):at+40])
		}
		if lowest := "The lowest price is $200: Construction Debris Removal."; !strings.Contains(texts, lowest) {
			t.Errorf("with %s, nothing says %q", name, lowest)
		}
	}
}

// Services are found by what people call them.
func TestServicesAsTyped(t *testing.T) {
	one := saguaro
	one.Services = []string{"appliances", "junk", "garage-cleanouts", "hot tub pickup", "mattresses",
		"Yard Waste Removal"}
	text := string(folder(t, one)["services.yaml"].Data)
	for _, slug := range []string{"appliance-pickup", "junk-removal", "garage-cleanout", "hot-tub-removal",
		"mattress-disposal", "yard-waste"} {
		if !strings.Contains(text, "      - "+slug+"\n") || strings.Contains(text, "name:") {
			t.Errorf("services.yaml has no %s, or others:\n%s", slug, text)
		}
	}
	one.Services = []string{"garage-door-repair"}
	if _, err := one.Files(); err == nil || !strings.Contains(err.Error(), `there is no service "garage-door-repair"`) {
		t.Errorf("a service that nobody has text for: %v", err)
	}
}

// The form offers the services that the company has, and the owner confirms the prices that something shows.
func TestServicesDecide(t *testing.T) {
	one := saguaro
	one.Services = []string{"hot-tub-removal", "yard-waste"}
	s, err := content.Load(folder(t, one))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Yard Waste", "Hot Tub Removal", "Other"}
	if got := s.Quote().ServiceTypes; !slices.Equal(got, want) {
		t.Errorf("the form offers %q, want %q", got, want)
	}
	page := content.PageOf[content.ServicePage](s, content.BuildInfo{}, "/services/hot-tub-removal")
	if got := page.Contact.Form.Values["serviceType"]; got != "Hot Tub Removal" {
		t.Errorf("the page of hot tubs chooses %q", got)
	}
	for key, shown := range map[string]bool{"hot_tub": true, "yard_waste": true, "xs_load": true, "shed": false,
		"ewaste": false, "construction_small": false, "storage_5x5": false, "garage": false} {
		if s.Shows("price."+key) != shown || strings.Contains(s.Unconfirmed().Error(), "\""+key+"\"") != shown {
			t.Errorf("the price %s is shown: %t, want %t", key, !shown, shown)
		}
	}
	if got := s.Unconfirmed().Error(); !strings.Contains(got, "junk removal and hauling; wanted") ||
		strings.Contains(got, `the sentence "alone"`) {
		t.Errorf("the owner confirms %s, want what the services are, and no prices of appliances", got)
	}
	if builtIn, err := content.Load(content.FS); err != nil || len(builtIn.Quote().ServiceTypes) != 9 {
		t.Errorf("the program's own company offers %q, %v", builtIn.Quote().ServiceTypes, err)
	}
}

// Hours are of days of the week, of some other days, and of seasons, as people write them.
func TestCompanyHours(t *testing.T) {
	for hours, want := range map[string][2]string{
		"Mon-Fri 8-5, Sat 8-12": {"Mon–Fri 8am–5pm, Sat 8am–12pm", "Monday to Saturday"},
		"Mon–Sat 7:30am–7pm; Wednesday: closed; Nov 1-Mar 31 9-4": {
			"Mon–Tue 7:30am–7pm, Thu–Sat 7:30am–7pm (Nov\u00a01–Mar\u00a031: Mon–Tue 9am–4pm, Thu–Sat 9am–4pm)",
			`"Monday, Tuesday, Thursday, Friday, and Saturday"`},
		"Sat 8am-6pm, Dec 24-Dec 26 closed": {"Sat 8am–6pm (closed Dec\u00a024–26)", `"Saturday"`},
		"Mon-Fri 8am-5pm, Sat-Sun 9-noon":   {"Mon–Fri 8am–5pm, Sat–Sun 9am–12pm", "7 days a week"},
		"Tue-Sat 8-5, Jun 1-Aug 31 Mon-Sat 8-5": {"Tue–Sat 8am–5pm (Jun\u00a01–Aug\u00a031: Mon–Sat 8am–5pm)",
			"Tuesday to Saturday"},
		"Tue-Sat 8-5; Jun 1-Aug 31: Mon-Fri 8-6, Sat 8-12, Dec 25 closed, Sun 9-12": {
			"Tue–Sat 8am–5pm, Sun 9am–12pm (Jun\u00a01–Aug\u00a031: Mon–Fri 8am–6pm, Sat 8am–12pm)",
			"Tuesday to Sunday"},
		"Tue-Sat 8-5, Jun 1-Aug 31 Mon-Sat 8-5, Jul 1-Jul 10 closed": { // the shorter one counts
			"Tue–Sat 8am–5pm (closed Jul\u00a01–10; Jun\u00a01–Aug\u00a031: Mon–Sat 8am–5pm)",
			"Tuesday to Saturday"},
		"Tue-Sat 8-5, Jun 1-Aug 31 also Monday": {"error"},
		"Jun 1-Aug 31 Mon-Sat 8-5, Tue-Sat 8-5": {"error"},
		"always":                                {"error"},
		"Mon-Fri closed":                        {"error"},
		"Mun-Fri 8-5":                           {"error"},
		"Mon-Fri 8-5, Thanksgiving closed, closed on the day after Thanksgiving, Dec 25 closed": {
			"Mon–Fri 8am–5pm", "Monday to Friday"},
		"Mon-Fri 8-5, Jul 4 closed":         {"Mon–Fri 8am–5pm", "Monday to Friday"},
		"Mon-Fri 8-5, Mar 2 2027 closed":    {"Mon–Fri 8am–5pm", "Monday to Friday"},
		"Mon-Fri 8-5, closed on 2027-03-02": {"Mon–Fri 8am–5pm", "Monday to Friday"},
		"Mon-Fri 8-5, : closed":             {"error"},
		"Mon-Fri 8-5, Groundhog Day closed": {"error"},
		"monday-FRIDAY 8-5":                 {"Mon–Fri 8am–5pm", "Monday to Friday"},
		"Nov 1-Mar 31 9-4, Mon-Fri 8-5":     {"error"},
		"Mon-Fri 8-5, Sat 8-12 by request":  {"error"},
		"Mon-Fri 8-5, Nov 31-Mar 1 9-4":     {"error"},
		"Mon-Fri 8-5, Sat":                  {"error"},
		"":                                  {"Mon–Fri 8am–5pm", "Monday to Friday"},
	} {
		c := saguaro
		c.Hours = hours
		files, err := c.Files()
		if want[0] == "error" {
			if err == nil || !strings.Contains(err.Error(), `the hours are "`+hours+`"; wanted some like`) {
				t.Errorf("%q: %v", hours, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", hours, err)
			continue
		}
		folder := fstest.MapFS{}
		for name, data := range files {
			folder[name] = &fstest.MapFile{Data: data}
		}
		s, err := content.Load(folder)
		if sunday := *s.Facts.Sentences["sunday"]; strings.Contains(sunday, "holiday") ||
			want[1] == "7 days a week" && sunday != "we don’t pick up on days when we’re closed" {
			t.Errorf("%q: on days on which it is closed, %q", hours, sunday)
		}
		var closed []string
		for _, name := range []string{"Thanksgiving", "Day after Thanksgiving", "12-25", "07-04"} {
			if written := map[string]string{"12-25": "Dec 25 ", "07-04": "Jul 4 "}[name]; strings.Contains(
				strings.ToLower(hours), strings.ToLower(cmp.Or(written, name))) {
				closed = append(closed, holiday.Dates(name, time.Now())...)
			}
		}
		if strings.Contains(hours, "2027") {
			closed = append(closed, "2027-03-02")
		}
		if err == nil && !slices.Equal(slices.Sorted(slices.Values(s.Business.Hours.Holidays)),
			slices.Sorted(slices.Values(closed))) {
			t.Errorf("%q: closed on %v, want %v", hours, s.Business.Hours.Holidays, closed)
		}
		if err != nil || s.Warnings() != nil || s.Business.Hours.Short() != want[0] ||
			!strings.Contains(string(files["facts.yaml"]), "same_day_days: { text: "+want[1]+" } #") {
			t.Errorf("%q: %v, %s\n%s", hours, err, s.Business.Hours.Short(), files["facts.yaml"])
		}
	}
}

// TestCompanyServiceNames takes the program's services by their names, too.
func TestCompanyServiceNames(t *testing.T) {
	named, c := saguaro, saguaro
	named.Services, c.Services = []string{"Junk Removal", "yard waste", "Piano Removal"},
		[]string{"junk-removal", "yard-waste", "Piano Removal"}
	got, err := named.Files()
	want, wrong := c.Files()
	if err != nil || wrong != nil || !maps.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("by names: %v, %v, %s", err, wrong, got["services.yaml"])
	}
}

func TestCompanyRefuses(t *testing.T) {
	for want, change := range map[string]func(*Company){
		`there is no state "Sonora"`: func(c *Company) { c.State = "Sonora" },
		"there is no town \"Tuscon\" or \"Oz\" in Arizona that the program knows; wanted Tucson, or " +
			"the latitude and longitude of each, which maps on the web show at a right click: " +
			"\"Tuscon@LATITUDE,LONGITUDE\" with its own numbers, which are near 32 and -111": func(c *Company) {
			c.Towns = []string{"Tuscon", "Marana", "Oz"}
		},
		`there is no service "hot-air"; wanted all,`: func(c *Company) { c.Services = []string{"all", "hot-air"} },
		"there are no towns":                         func(c *Company) { c.Towns = nil },
		"there is no service that the program has":   func(c *Company) { c.Services = []string{"Baking"} },
		`the hours are "always"; wanted some like`:   func(c *Company) { c.Hours = "always" },
		`the address is "at home"; wanted one like`:  func(c *Company) { c.Address = "at home" },
		`the phone number is "911"; wanted a North `: func(c *Company) { c.Phone = "911" },
	} {
		c := saguaro
		change(&c)
		if _, err := c.Files(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Files = %v, want %s", err, want)
		}
	}
}
