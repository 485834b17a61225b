package content

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// hauler is testdata/duluth.txtar as a company that does less, takes less, and has a town in another time zone.
func hauler(t *testing.T) fstest.MapFS {
	t.Helper()
	files := archive(t, "duluth")
	answers := strings.NewReplacer("donation: yes", "donation: no", "heavy: yes", "heavy: no",
		"rates: yes", "rates: no",
		"take_apart: yes", "take_apart: no", "cover: yes", "cover: no",
		"wet paint, chem", "pianos, tires, sod, wet paint, chem")
	files["facts.yaml"].Data = []byte(answers.Replace(string(files["facts.yaml"].Data)))
	return files
}

// allOf is what a site shows and reports, by the paths of its pages.
func allOf(t *testing.T, files fstest.MapFS) map[string]string {
	t.Helper()
	s, err := Load(files)
	if err != nil {
		t.Fatalf("Load:\n%v", err)
	}
	shown := allPages(s, BuildInfo{Year: 2026, Views: true})
	shown["mail"], shown["office"], shown["summaries"] = s.MailWords(), s.Office(), s.Summaries()
	shown["reported"] = fmt.Sprint(s.Warnings(), s.Unused(), s.Unconfirmed(), s.Unpublishable())
	texts := map[string]string{}
	for path, page := range shown {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	return texts
}

// copies adds the files of the program that an owner may have: those of copy, for the pages of the company.
func copies(t *testing.T, files fstest.MapFS) (added []string) {
	t.Helper()
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	isPage := map[string]bool{}
	for _, r := range s.Routes() {
		isPage[r.Kind.File(r.Slug)] = true
	}
	for _, pattern := range []string{"*.yaml", "pages/*", "categories/*", "services/*"} {
		names, _ := fs.Glob(FS, pattern) // the pattern is valid
		for _, name := range names {
			_, listed := owned()[name]
			data, err := fs.ReadFile(FS, name)
			if err != nil {
				t.Fatal(err)
			}
			if files[name] == nil && !listed && name != "lastmod.yaml" && name != redirectsFile &&
				(isPage[name] || !strings.Contains(name, "/")) {
				files[name] = &fstest.MapFile{Data: data}
				added = append(added, name)
			}
		}
	}
	return added
}

// A file that an owner copies from the program to change a sentence is the program's but for that sentence: its
// conditions count, what the company has not is not there, and its day is the company's.
func TestCopiedFiles(t *testing.T) {
	files := hauler(t)
	want := allOf(t, files)
	added := copies(t, files)
	if len(added) < 30 {
		t.Fatalf("the copies are %v", added)
	}
	compare := func(about string, allowed func(string) string) {
		for path, got := range allOf(t, files) {
			if got = allowed(got); got != allowed(want[path]) {
				i := 0
				for i < min(len(got), len(want[path])) && got[i] == want[path][i] {
					i++
				}
				t.Errorf("%s, %s has … %s …, want … %s …", about, path, got[max(0, i-80):min(len(got), i+160)],
					want[path][max(0, i-80):min(len(want[path]), i+160)])
			}
		}
	}
	compare("with all files copied", func(text string) string { return text })
	for file, sentence := range map[string][2]string{
		"services/furniture-removal.yaml": {"Dressers, wardrobes, and armoires", "Dressers and every kind of wardrobe"},
		"price-list.yaml": {"What you add on the day. We’ll tell you before we load it.",
			"What you add on the day. We say so first."},
		"pages/terms.md": {"We plan to arrive within the window we agreed on.", "We come within the window."},
		"home.yaml":      {"You get the price first, and we carry it all out.", "The price first, then the carrying."},
	} {
		t.Run(file, func(t *testing.T) {
			data := files[file].Data
			defer func() { files[file].Data = data }()
			files[file].Data = []byte(strings.Replace(string(data), sentence[0], sentence[1], -1))
			if string(data) == string(files[file].Data) {
				t.Fatalf("%s does not say %q", file, sentence[0])
			}
			compare("with another sentence", func(text string) string {
				return strings.ReplaceAll(text, sentence[1], sentence[0])
			})
		})
	}
}

// The conditions of an owner's own sentences count, too, and a fact that a folder lacks decides nothing.
func TestOwnConditions(t *testing.T) {
	files := hauler(t)
	files["home.yaml"] = &fstest.MapFile{Data: []byte("contact:\n  points:\n" +
		"    - { needs: practice.heavy, text: Safes }\n" +
		"    - { needs: practice.call_ahead, text: Calls }\n    - { page: /services/shed-removal, text: Sheds }\n" +
		"    - { needs: practice.stairz, text: Stairs }\n" +
		"hero:\n  lead: [{ needs: practice.cover, text: We cover floors }, We come and load]\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	const slip = "copy needs the practice stairz, which nothing answers; wanted stairz: yes or no"
	if got := fmt.Sprint(s.Warnings()); !strings.Contains(got, slip) {
		t.Errorf("Warnings = %s, want %s", got, slip)
	}
	home := s.Home(BuildInfo{})
	if got := fmt.Sprint(home.Contact.Points, home.Hero.Lead); got != "[Calls]We come and load" {
		t.Errorf("the home page has %s", got)
	}
	facts := string(files["facts.yaml"].Data)
	never := strings.NewReplacer("  same_day_cutoff: { text: noon }\n", "", ": call before {fact.same_day_cutoff}", "")
	files["facts.yaml"].Data = []byte(never.Replace(facts))
	if s, err := Load(files); err != nil || s.Cutoff() != "00:00" || strings.Contains(
		fmt.Sprint(s.Warnings(), s.Unconfirmed()), "cutoff") {
		t.Errorf("without pickups on the same day: %v, %v", err, s)
	}
	files["facts.yaml"].Data = []byte(strings.Replace(facts, "Monday to Friday", "7 days a week", 1))
	if s, err := Load(files); err != nil || !strings.Contains(fmt.Sprint(s.Warnings()),
		"nobody can book a Saturday or Sunday, and the same day is 7 days a week; wanted everyDay: true") {
		t.Errorf("with every day in a text alone: %v, %v", err, s.Warnings())
	}
	for _, key := range []string{"same_day_cutoff", "same_day_days", "truck_size"} {
		_, line, _ := strings.Cut(facts, "  "+key)
		line, _, _ = strings.Cut(line, "\n")
		files["facts.yaml"].Data = []byte(strings.Replace(facts, "  "+key+line+"\n", "", 1))
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		sunday := time.Date(2026, 11, 29, 12, 0, 0, 0, s.Location())
		if s.JobDay(sunday) || s.Facts.TruckFeet() != 675 || (s.Cutoff() == "00:00") != (key == "same_day_cutoff") {
			t.Errorf("without %s, jobs on Sunday %t, a truck of %v feet, and the same day until %s", key,
				s.JobDay(sunday), s.Facts.TruckFeet(), s.Cutoff())
		}
		if got := fmt.Sprint(s.Unconfirmed()); !strings.Contains(got, `the fact "`+key+`" is the program's`) {
			t.Errorf("without %s, Unconfirmed = %s", key, got)
		}
		if got := fmt.Sprint(s.Warnings()); !strings.Contains(got, `the fact "`+key+`" is the program's`) {
			t.Errorf("without %s, Warnings = %s", key, got)
		}
		if strings.Contains(fmt.Sprint(s.Unused()), "truck_size") {
			t.Errorf("check says that nothing reads truck_size: %v", s.Unused())
		}
	}
}

// groups are what owners refuse in a word or two, and what no list of a service, and not the estimator, shows then.
var groups = map[string]string{
	"construction debris": `carpet|lumber|plywood|drywall|concrete|\btile|fence|window screen|debris|cabinets and`,
	"Building materials":  `carpet|lumber|plywood|drywall`,
	"yard waste":          `branches|\bbrush|\bleaves\b|christmas|\bsod\b|shrub|\bvines|stumps|yards$|yard waste`,
	"green waste":         `branches|\bbrush|\bleaves\b|christmas`,
	"soil":                `\bsod\b|topsoil|gravel|flower pots|planters|stumps|\bdirt`,
	"appliances": `refrigerator|fridge|freezer|washer|dryer|\bstoves|ranges|oven|microwave|dehumidifier|heaters|` +
		`conditioner|appliance|ice maker|vending|softener`,
	"electronics":     `\bTVs\b|monitors|computer|printer|laptop|tablet|servers|phones|consoles|speakers|battery`,
	"e-waste":         `\bTVs\b|computer|printer`,
	"mattresses":      `mattress|box spring|waterbed|air beds|futon`,
	"hazardous waste": `batter(y|ies)|propane`,
	"refrigerators":   `^refrigerators|^fridge`,
	"pianos":          `piano`,
}

// TestCovers checks that no list has what a word of not_accepted covers.
func TestCovers(t *testing.T) {
	files := hauler(t)
	files["services.yaml"].Data = []byte("categories:\n  - slug: residential\n    services: [junk-removal, " +
		"furniture-removal, appliance-pickup, yard-waste, garage-cleanout, apartment-cleanouts, hot-tub-removal, " +
		"shed-removal, mattress-disposal, ewaste-recycling]\n" +
		"  - property-cleanouts\n  - commercial\n  - construction-debris\n  - specialty\n")
	for name := range files {
		if strings.HasPrefix(name, "services/") || strings.HasPrefix(name, "categories/") ||
			name == redirectsFile {
			delete(files, name)
		}
	}
	// Nobody offers what is refused.
	pages := map[string]string{"yard waste": ", yard-waste", "green waste": ", yard-waste",
		"electronics": ", ewaste-recycling", "e-waste": ", ewaste-recycling", "appliances": ", appliance-pickup",
		"mattresses": ", mattress-disposal"}
	listed := func(refused string) (things []string) {
		facts, services := files["facts.yaml"], files["services.yaml"]
		defer func(a, b []byte) { facts.Data, services.Data = a, b }(facts.Data, services.Data)
		if page := pages[refused]; page != "" {
			services.Data = bytes.Replace(services.Data, []byte(page), nil, 1)
		}
		facts.Data = bytes.Replace(facts.Data, []byte("pianos, tires, sod"), []byte(refused), 1)
		facts.Data = bytes.Replace(facts.Data, []byte("heavy: no"), []byte("heavy: yes"), 1)
		s, err := Load(files)
		if err != nil {
			t.Fatalf("without %s: %v", refused, err)
		}
		for _, page := range s.pages {
			if service, ok := page.(*servicePage); ok {
				for _, group := range service.Items.Groups {
					for _, item := range group.Items {
						things = append(things, item.Text)
					}
				}
			}
		}
		for _, item := range s.estimatePage.items() {
			things = append(things, item.Plural)
		}
		return things
	}
	all := listed("feathers")
	for group, words := range groups {
		isOfGroup := regexp.MustCompile("(?i)" + words).MatchString
		if !slices.ContainsFunc(all, isOfGroup) {
			t.Errorf("nothing listed is of the group %s", group)
		}
		for _, thing := range listed(group) {
			if isOfGroup(thing) {
				t.Errorf("without %s, a list has %q", group, thing)
			}
		}
	}
}

// TestRefusedPrice checks that the price of a thing that the company does not take is neither asked for nor shown, also
// within a promise, and that the owner reads why.
func TestRefusedPrice(t *testing.T) {
	files := hauler(t)
	facts, prices, services := files["facts.yaml"], files["prices.yaml"], files["services.yaml"]
	services.Data = bytes.Replace(services.Data, []byte("      - mattress-disposal\n"), nil, 1)
	prices.Data = bytes.Replace(prices.Data, []byte("mattress: { low: 75, high: 100 }"),
		[]byte("mattress: { low: 77, high: 777 }"), 1)
	prices.Data = bytes.Replace(prices.Data, []byte("  mattress_with_box_spring: { low: 100, high: 150 }\n"), nil, 1)
	if shown := allOf(t, files); !strings.Contains(shown["/prices"], "$77–$777") ||
		!strings.Contains(shown["reported"], `prices.yaml:21: the price \"mattress_with_box_spring\"`) {
		t.Fatalf("pages do not show the prices of a mattress, or the check does not say where: %s", shown["reported"])
	}
	facts.Data = bytes.Replace(facts.Data, []byte("pianos, tires"), []byte("Mattresses"), 1)
	shown := allOf(t, files)
	for path, text := range shown {
		if strings.Contains(text, "$77–$777") || strings.Contains(text, "with its box spring") {
			t.Errorf("%s shows the price of a mattress", path)
		}
	}
	for _, reported := range []string{`\"alone\" is used nowhere; wanted it without {price.mattress}`,
		`\"mattress\" is used nowhere; wanted it without {price.mattress}, or not at all: ` +
			`not_accepted refuses mattress`} {
		if !strings.Contains(shown["reported"], reported) {
			t.Errorf("the check says %s, want %s", shown["reported"], reported)
		}
	}
	if strings.Contains(shown["reported"], "mattress_with_box_spring") {
		t.Errorf("the check asks for the price of what nobody takes: %s", shown["reported"])
	}
}

// TestPriceOfEach checks that a page says what several cost if a price is that of each of them, and that a price keeps
// that, and what it is for, when the office changes its amount.
func TestPriceOfEach(t *testing.T) {
	const bySpace, each = "We price several beds together", "It’s $70 for each mattress, however many there are."
	files := hauler(t)
	services, prices := files["services.yaml"], files["prices.yaml"]
	services.Data = bytes.Replace(services.Data, []byte("- junk"), []byte("- mattress-disposal\n      - junk"), 1)
	office := fstest.MapFS{"prices.yaml": {Data: []byte("prices: { mattress: { low: 70 }, far: { low: 45 } }")}}
	appliances := map[string]string{each: "Each is $80, however many there are.",
		bySpace: "Several are priced by the space"}
	for of, want := range map[string]string{"75, each: true": each, "75": bySpace} {
		prices.Data = regexp.MustCompile(`(?m)^  (mattress|appliance): .*|\n  far: .*`).ReplaceAll(prices.Data, nil)
		prices.Data = bytes.Replace(prices.Data, []byte("\nprices:\n"), []byte("\nprices:\n"+
			"  mattress: { low: "+of+" }\n"+
			"  appliance: { low: "+strings.Replace(of, "75", "80", 1)+" }\n"+
			"  far: { low: 40, extra: The drive to Carson }\n"), 1)
		s, err := Options{Office: office}.Load(files)
		if err != nil {
			t.Fatal(err)
		}
		notes := fmt.Sprint(PageOf[ServicePage](s, BuildInfo{}, "/services/mattress-disposal").Pricing.Notes)
		if !strings.Contains(notes, want) || strings.Contains(notes, bySpace) != (want == bySpace) {
			t.Errorf("with %s, the page says %s, want %s", of, notes, want)
		}
		answers := fmt.Sprint(PageOf[ServicePage](s, BuildInfo{}, "/services/appliance-pickup").FAQ)
		if !strings.Contains(answers, appliances[want]) {
			t.Errorf("with %s, the questions about appliances are %s, want %s", of, answers, appliances[want])
		}
		if far := s.PriceList.Prices["far"]; far.Low != 45 || far.Extra == "" {
			t.Errorf("the office changed a drive to %+v", far)
		}
	}
}

// TestPieces checks that no sentence says that all is priced by the space it takes where a price is that of each piece.
func TestPieces(t *testing.T) {
	bySpace := regexp.MustCompile(`[^."]*\b(?i:pay for|priced? )[^."]*\b(?:space (?:it|they|your)|how much of)\b[^."]*`)
	const exception = ", but mattresses are $70 each"
	for _, price := range []string{"75", "70, each: true"} {
		files := hauler(t)
		services, prices := files["services.yaml"], files["prices.yaml"]
		services.Data = bytes.Replace(services.Data, []byte("- junk"), []byte("- mattress-disposal\n      - junk"), 1)
		prices.Data = regexp.MustCompile(`\n  mattress: .*`).ReplaceAll(prices.Data, nil)
		own := []byte("\nprices:\n  mattress: { low: " + price + " }")
		prices.Data = bytes.Replace(prices.Data, []byte("\nprices:"), own, 1)
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{allPages(s, BuildInfo{}), s.Summaries(), s.MailWords(), s.Office()})
		if err != nil {
			t.Fatal(err)
		}
		found := bySpace.FindAllString(string(text), -1)
		if len(found) < 5 {
			t.Errorf("sentences about space are %q", found)
		}
		for _, sentence := range found {
			ofAppliances := strings.Contains(sentence, "Several are priced")
			if !ofAppliances && strings.Contains(sentence, exception) != strings.Contains(price, "each") {
				t.Errorf("with %s: %s", price, sentence)
			}
		}
		rows := fmt.Sprint(PageOf[ServicePage](s, BuildInfo{}, "/services/mattress-disposal").Pricing.Rows)
		if strings.Contains(rows, "$70 each") != strings.Contains(price, "each") {
			t.Errorf("with %s, the page of mattresses has the prices %s", price, rows)
		}
	}
	if got := site(t).For("/es").FactWords.Localize(exception); got != ", pero los colchones cuestan $70 por pieza" {
		t.Errorf("in Spanish: %s", got)
	}
}

// TestOwnPrice checks that what a service of the company's own has a price for is priced on site nowhere.
func TestOwnPrice(t *testing.T) {
	files := archive(t, "duluth")
	services, prices := string(files["services.yaml"].Data), string(files["prices.yaml"].Data)
	const sauna = "slug: sauna-removal\n        name: Sauna Removal\n        prices: [sauna]"
	for own, want := range map[string]string{
		sauna: "pianos are priced on site; [Pianos, priced on site] piano or safe:<nil>:true",
		strings.Replace(sauna, "Sauna Removal", "Upright Piano Removal", 1): "[Pianos] safe:<nil>:true",
		strings.NewReplacer("Sauna R", "Piano R", "[sauna]", "[piano]").Replace(sauna): "[Pianos, $300] " +
			"piano:$300:false safe:<nil>:true",
		strings.NewReplacer("Sauna R", "Piano R", "prices: [sauna]", "rate: On site").
			Replace(sauna): "pianos are priced on site; [Pianos, priced on site] piano or safe:<nil>:true",
	} {
		files["services.yaml"].Data = []byte(strings.Replace(services, sauna, own, 1))
		if files["prices.yaml"].Data = []byte(prices); strings.Contains(own, "[piano]") {
			files["prices.yaml"].Data = []byte(prices + "  piano: { low: 300 }\n")
		}
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		page, got := PageOf[ServicePage](s, BuildInfo{}, "/services/furniture-removal"), ""
		if text := page.Layout.Meta.Description; strings.Contains(text, "pianos") {
			got = strings.TrimSuffix(text[strings.Index(text, "pianos"):], ".") + "; "
		}
		for _, item := range page.Items.Groups[0].Items {
			if strings.HasPrefix(item.Text, "Pianos") {
				got += fmt.Sprint("[" + item.Text + "]")
			}
		}
		for _, item := range s.estimatePage.items() {
			if strings.Contains("pianos safes pianos or safes", item.Plural) {
				got += fmt.Sprintf(" %s:%v:%t", item.Label, item.Price, item.OnSite)
			}
		}
		if got != want {
			t.Errorf("with %s: %s, want %s", own, got, want)
		}
	}
}

// TestOwnStorm checks that the program's pages name storm debris unless the company's own service has a price for it.
func TestOwnStorm(t *testing.T) {
	for own, want := range map[string]bool{"name: Storm Cleanup\n        prices: [garage]": false,
		"name: Storm Cleanup\n        rate: On site": true, "name: Branch Hauling\n        prices: [garage]": true} {
		files := owner(t, "      - garage-cleanout\n", "      - slug: own-hauling\n        "+own+
			"\n        about: A load\n")
		files["services/own-hauling.yaml"] = &fstest.MapFile{Data: []byte("hero: { title: Ours, lead: We haul. }\n" +
			"items: { title: We take, groups: [{ items: [Limbs] }] }\narea: { title: Where, text: Here. }\n" +
			"contact: { title: Ask us, lead: Ask. }\n")}
		pages := allOf(t, files)
		for _, path := range []string{"/services/yard-waste", "/services/residential", "/prices"} {
			text := strings.ReplaceAll(pages[path], "Storm Cleanup", "")
			if got := strings.Contains(strings.ToLower(text), "storm"); got != want {
				t.Errorf("with %s, %s names storms: %t", own, path, got)
			}
		}
	}
}

// TestHomesAlone checks that the page about electronics speaks of business work only if a service is for offices.
func TestHomesAlone(t *testing.T) {
	files, business := archive(t, "duluth"), regexp.MustCompile(`(?i)server|two hundred|offices`)
	services := files["services.yaml"]
	for _, offered := range []string{"- ewaste-recycling\n", "- ewaste-recycling\n      - office-cleanouts\n"} {
		data := services.Data
		services.Data = bytes.Replace(data, []byte("- junk-removal\n"), []byte("- junk-removal\n      "+offered), 1)
		page, found := allOf(t, files)["/services/ewaste-recycling"], []string(nil)
		_, page, _ = strings.Cut(page, `"hero":`) // not the menu
		if found = business.FindAllString(page, -1); (len(found) > 4) != strings.Contains(offered, "office") ||
			len(found) > 0 && len(found) < 5 {
			t.Errorf("with %q, the page about electronics says %q", offered, found)
		}
		services.Data = data
	}
}
