package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
)

// site loads the real files.
func site(t *testing.T) *Site {
	t.Helper()
	s, err := Load(FS)
	if err != nil {
		t.Fatalf("Load(FS):\n%v", err)
	}
	return s
}

// sampleFiles is a copy of testdata/site.txtar, a small site: the files that tests break, or compare word for word,
// must not depend on the words of the real site.
func sampleFiles(t *testing.T) fstest.MapFS { return archive(t, "site") }

// archive is the files of an archive in testdata.
func archive(t *testing.T, name string) fstest.MapFS {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range archive.Files {
		files[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	return files
}

// sample loads testdata/site.txtar.
func sample(t *testing.T) *Site {
	t.Helper()
	s, err := Load(sampleFiles(t))
	if err != nil {
		t.Fatalf("Load:\n%v", err)
	}
	return s
}

// changed is the sample's files with one text of one of them, which must occur exactly once, replaced.
func changed(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	files := sampleFiles(t)
	if n := bytes.Count(files[file].Data, []byte(old)); n != 1 {
		t.Fatalf("%q stands %d times in %s, want once", old, n, file)
	}
	files[file].Data = bytes.Replace(files[file].Data, []byte(old), []byte(new), 1)
	return files
}

// lineOf is the number of the first line with the text.
func lineOf(t *testing.T, files fstest.MapFS, file, text string) int {
	t.Helper()
	before, _, ok := bytes.Cut(files[file].Data, []byte(text))
	if !ok {
		t.Fatalf("%q is not in %s", text, file)
	}
	return 1 + bytes.Count(before, []byte("\n"))
}

// TestLoadNamesTheProblem breaks one value at a time: the error is exactly one diagnostic, at the line with the text
// `at`.
func TestLoadNamesTheProblem(t *testing.T) {
	for _, test := range []struct{ name, file, old, new, at, want string }{
		{"unknown key", "prices.yaml", "hot_tub: { low: 300,", "hot_tub: { lo: 1, low: 300,", "hot_tub",
			`unknown key "lo"; wanted one of each, extra, from, high, low, plus`},
		{"missing key", "business.yaml", "  opens: \"07:00\"\n", "", "hours:", `"opens" is missing; wanted text`},
		{"empty text", "home.yaml", "author: Elena V.", `author: " "`, `author: " "`, "the text is empty; wanted text"},
		{"no value", "layout.yaml", "skipLabel: Skip to content", "skipLabel:", "skipLabel:",
			"the value is empty; wanted text"},
		{"number for text", "layout.yaml", "skipLabel: Skip to content", "skipLabel: 7", "skipLabel:",
			"7 is not text; wanted text, in quotation marks if it has a colon or is a number"},
		{"fraction for a whole number", "business.yaml", "responseHours: 1", "responseHours: 1.5", "responseHours:",
			`"1.5" is not a whole number; wanted a whole number`},
		{"text for a list", "home.yaml",
			"  points:\n    - \"{Hours.long}\"\n    - \"Free quote, no obligation\"\n" +
				"    - \"{List.price_includes} included\"\n    - \"Licensed and insured Texas crews\"\n",
			"  points: none\n", "points: none", "the value is not a list; wanted a list"},
		{"text for keys", "layout.yaml", "about: { label: About Us, href: / }", "about: About Us", "about: About Us",
			"About Us has no key; wanted keys with values, as in { low: 25 }"},
		{"no YAML", "blog.yaml", "readMore: Read More", "readMore: Read: More", "Read: More",
			"mapping value is not allowed in this context; wanted even indentation"},
		{"duplicate key", "quote.yaml", "labels:", "sources:", "sources:\n  fields",
			`mapping key "sources" already defined at [22:1]`},

		{"unknown shape", "services/shed-removal.yaml", "hero:", "shape: barn\nhero:", "shape:",
			`the shape is "barn"; wanted thing, place, job or call`},
		{"unknown shape of a city", "cities/plano.yaml", "hero:", "shape: barn\nhero:", "shape:",
			`the shape is "barn"; wanted list`},
		{"unknown shape of an article", "articles/junk-removal-cost-guide-dallas.md", "---\ntitle:",
			"---\nshape: barn\ntitle:", "shape:", `the shape is "barn"; wanted ledger`},
		{"unknown close", "cities/plano.yaml", "contact:\n", "contact:\n  close: curtain\n", "curtain",
			`the close is "curtain"; wanted after, room, garage or truck`},
		{"unknown price", "home.yaml", "Most jobs come to {price.most_jobs}", "Most jobs come to {price.most}",
			"{price.most}", "unknown reference {price.most}; wanted a key under prices in prices.yaml"},
		{"price beside words", "services/hot-tub-removal.yaml", "price: \"{price.hot_tub}\"",
			"price: \"from {price.hot_tub}\"", "from {price.hot_tub}",
			`"from {price.hot_tub}" has words beside its price; wanted {price.hot_tub} alone`},
		{"unknown reference", "errors.yaml", "or call {phone}.\"\n  links", "or call {tel}.\"\n  links", "{tel}",
			"unknown reference {tel}; wanted area, area.long, call_or_text"},
		{"open brace", "layout.yaml", "We answer {response}", "We answer {response", "{response\"",
			"a brace is left over in \"We answer {response\"; wanted references such as {phone}"},
		{"amount in copy", "home.yaml", "{price.xs_load}", "$99+", "$99+",
			`the dollar amount "$99" is typed into copy; wanted {price.…}`},
		{"percentage in copy", "articles/eco-friendly-junk-removal-dallas.md",
			"excerpt: \"{Fact.recycled_or_donated}", "excerpt: \"Up to 60 percent", "60 percent",
			`the percentage "60 percent" is typed into copy; wanted {fact.…}`},
		{"duration in copy", "layout.yaml", "We answer {response}", "We answer in 1 hour", "1 hour",
			`the duration "1 hour" is typed into copy; wanted {fact.…}`},
		{"time of day in copy", "layout.yaml", "We answer {response}", "We answer until 7 pm", "7 pm",
			`the time of day "7 pm" is typed into copy; wanted {hours}`},
		{"phone in copy", "home.yaml", "Ask at {phone} before", "Ask at 214-555-0142 before", "214-555",
			`the phone number "214-555-0142" is typed into copy; wanted {phone}`},
		{"email in copy", "home.yaml", "Ask at {phone} before", "Write to hello@clearacre.example before", "hello@",
			`the email address "hello@clearacre.example" is typed into copy; wanted {email}`},
		{"name in copy", "home.yaml", "Before you call", "Before you call Clear Acre", "Clear Acre",
			`the company's name "Clear Acre" is typed into copy; wanted {short_name}`},

		{"broken link", "layout.yaml", "href: /blog }", "href: /blogs }", "/blogs",
			`the link "/blogs" leads to no page; wanted a path of the site, or an https address`},
		{"broken fragment", "layout.yaml", "/#faq", "/#faqs", "/#faqs",
			`the link "/#faqs" leads to no part of the page /; wanted one of #services, #locations, #faq, #contact`},
		{"review on an unsafe page", "home.yaml", "      place: Plano\n",
			"      place: Plano\n      href: http://a.com\n",
			"href: http://a.com", `the link "http://a.com" leads`},
		{"fragment of an unknown page", "layout.yaml", "href: /get-quote", "href: /get-quote#form", "#form",
			`leads to no part of the page /get-quote; wanted one of #contact, #quote-hero-form, #quote-bottom-form`},

		{"comma in a text", "facts.yaml", "{ text: noon }", "{ text: noon, or so }", "same_day_cutoff:",
			`"or so" has no value; wanted one, or quotation marks around a text with a comma`},
		{"service without its price", "services.yaml", "prices: [hot_tub]", "prices: [hot_tube]", "hot_tube",
			`unknown price "hot_tube"; wanted a key under prices in prices.yaml`},
		{"service with neither price nor rate", "services.yaml",
			"        rate: \"Priced on-site, {fact.light_demolition_time}\"\n", "", "slug: light-demolition",
			`the service "Light Demolition" has both or neither of prices and rate; wanted prices, or a rate`},
		{"service without page", "services.yaml", "slug: hot-tub-removal\n        name", "name",
			"name: Hot Tub Removal", `the service "Hot Tub Removal" has no slug; wanted the slug of its page`},
		{"category's line with a page", "services.yaml", "name: Whole-Property Cleanout",
			"name: Whole-Property Cleanout\n      slug: whole", "slug: whole",
			`the category's own line has the slug "whole"; wanted none: it leads to the category's page`},
		{"dearest first", "services.yaml", "[storage_5x5, storage_10x20]", "[storage_10x20, storage_5x5]",
			"storage_10x20, storage_5x5",
			`price "storage_5x5" is not above the one before it; wanted the cheapest first`},

		{"duplicate slug", "locations.yaml", "slug: plano", "slug: dallas", "slug: dallas, name: Plano",
			`duplicate slug "dallas"; wanted a slug of its own: locations.yaml:8 has this one`},
		{"malformed slug", "locations.yaml", "slug: plano", "slug: Plano", "slug: Plano",
			`"Plano" is not a slug; wanted lower-case words joined by hyphens`},

		{"no proof", "home.yaml",
			"  proofs:\n    - \"Most jobs {price.most_jobs}, dump fees included\"\n" +
				"    - \"Same-day pickup if you call before {fact.same_day_cutoff}\"\n",
			"  proofs: []\n", "proofs:", "there are no proofs; wanted at least one"},
		{"review of no service", "get-quote.yaml", "review: curbside-pickup", "review: curbside",
			"review: curbside", `"curbside" has no review; wanted the slug of a finished service`},
		{"date of a review", "home.yaml", "      place: Irving\n", "      place: Irving\n      date: 9/2026\n",
			"date: 9/2026", `the date is "9/2026"; wanted a year and a month, "2026-09"`},
		{"six stars", "home.yaml", "      place: Plano\n      rating: 5", "      place: Plano\n      rating: 6",
			"rating: 6", "the rating is 6; wanted 1 to 5 stars"},
		{"long title", "home.yaml", "| {short_name}\"", "| Call the Good People of {short_name}\"", "Good People",
			"the title has 70 characters; wanted at most 60"},
		{"short description", "home.yaml", " Most jobs {price.most_jobs}, with {list.price_includes} included.", "",
			"Call before {fact", "characters; wanted 70 to 160"},
		{"no date", "articles/eco-friendly-junk-removal-dallas.md", `"2025-09-28"`, `"28 September"`, "28 September",
			`"28 September" is not a date; wanted one like "2025-10-05"`},
		{"bound without its number", "quote.yaml", "Up to [max] characters", "Up to many characters", "limit:",
			"the text has no [max]; wanted [max] where it stands"},
		{"no time to read", "articles/eco-friendly-junk-removal-dallas.md", "minutes: 5", "minutes: 0", "minutes: 0",
			`"minutes" is 0; wanted at least 1`},
		{"problem as a success", "quote.yaml", "kind: destructive\n    title: Please Check Your Photos",
			"kind: success\n    title: Please Check Your Photos", "kind: success\n    title: Please",
			`"success" is no kind of toast for a problem; wanted destructive`},
		{"unknown toast", "quote.yaml", "kind: success", "kind: happy", "kind: happy", `"happy" is no kind of toast`},
		{"no day of the legal pages", "business.yaml", "responseHours:", "legalSince: 12/2026\nresponseHours:",
			"legalSince:", `"12/2026" is not a date; wanted one like "2025-10-05"`},
		{"unknown way to answer", "quote.yaml", "{ value: text, label: Text }", "{ value: fax, label: Fax }", "ways:",
			"the values are call, fax, email; wanted call, text, email"},
		{"answer without its time", "quote.yaml", "text you by [time] [day].", "text you soon.", "by:",
			`text is "We text you soon."; wanted call, text and email, each with [time] and [day]`},

		{"unknown section", "services/furniture-removal.yaml", "order: [items, ", "order: [items, ways, ", "order:",
			`the order names "ways", which is no section; wanted some of benefits, faq, items`},
		{"section twice", "services/furniture-removal.yaml", "order: [items, ", "order: [items, items, ", "order:",
			`the order names "items" again; wanted each section once`},
		{"two popular plans", "services/subscription-junk-removal.yaml", "name: Monthly",
			"popular: true\n      name: Monthly", "  plans:\n",
			"2 plans are popular; wanted at most one"},
		{"one fact", "cities/dallas.yaml", "    - \"Most jobs {price.most_jobs}\"\n", "", "facts:",
			"there are 1 facts; wanted 2 to 3"},
		{"service that the form lacks", "services/furniture-removal.yaml", "serviceType: Furniture Removal",
			"serviceType: Furniture", "serviceType:",
			`the form does not offer "Furniture"; wanted one of Furniture Removal, Appliance Pickup`},
		{"plan of another key", "services/subscription-junk-removal.yaml", "key: monthly", "key: weekly",
			"key: weekly\n      name: Monthly", `the plan "Monthly" has the key "weekly"; wanted a key of its own`},
		{"title of another page", "cities/plano.yaml", "Junk Removal in Plano, TX", "Junk Removal in Dallas, TX",
			"  title: \"Junk",
			`duplicate title "Junk Removal in Dallas, TX | Clear Acre"; wanted a title of its own: cities/dallas`},
		{"no front matter", "articles/junk-removal-cost-guide-dallas.md", "---\ntitle:", "title:", "title:",
			"there is no front matter"},
		{"link to nowhere", "articles/junk-removal-cost-guide-dallas.md",
			"[furniture](/services/furniture-removal)", "[furniture](/services/couches)",
			"/services/couches", `the link "/services/couches" leads to no page`},
		{"title inside", "articles/junk-removal-cost-guide-dallas.md", "## How to read a quote\n",
			"# How to read a quote\n", "# How to read a quote",
			"the heading is of level 1; wanted ## or ###"},
		{"HTML", "articles/junk-removal-cost-guide-dallas.md", "## How to read a quote\n",
			"## How to read a quote\n\n<aside>No.</aside>\n", "<aside>",
			"there is HTML in the text; wanted Markdown"},
		{"picture inside", "articles/junk-removal-cost-guide-dallas.md", "## How to read a quote\n",
			"## How to read a quote\n\n![Our truck](truck.jpg)\n", "![Our",
			`there is the picture "truck.jpg" in the text; wanted text`},
		{"two boxes", "articles/junk-removal-cost-guide-dallas.md", "## How to read a quote\n",
			"{quote-box}\n\n## How to read a quote\n", "\n## How junk",
			"2 lines hold {quote-box}; wanted one"},
		{"link without a host", "articles/junk-removal-cost-guide-dallas.md",
			"[furniture](/services/furniture-removal)", "[furniture](https:///couches)",
			"https:///couches", `the link "https:///couches" is malformed; wanted a path of the site`},
		{"link to another mailbox", "pages/privacy.md", "write to {email}", "write to [us](mailto:us@elsewhere)",
			"mailto:us", `the link "mailto:us@elsewhere" leads to no page`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := changed(t, test.file, test.old, test.new)
			wantProblem(t, files, load.Position{File: test.file, Line: lineOf(t, files, test.file, test.at)}, test.want)
		})
	}
}

// A slip that breaks nothing is served with a warning.
func TestWarnings(t *testing.T) {
	if err := errors.Join(site(t).Warnings(), sample(t).Warnings()); err != nil {
		t.Errorf("Warnings =\n%v", err)
	}
	for _, test := range []struct{ file, old, new, want string }{
		{"prices.yaml", "hot_tub: { low: 300, high: 800 }", "hot_tub: { low: 3000, high: 80000 }",
			`25: price "hot_tub" runs from $3,000 to $80,000; wanted no zero too many or too few`},
		{"pages/terms.md", "How quotes and prices work at {short_name}: what a price includes, and when it is final.",
			"What {short_name} keeps when you ask for a quote, who gets it, and how to have it removed: call us.",
			"3: duplicate description; wanted one of its own: pages/privacy.md:3 has this one"},
		{"pages/terms.md", "## Prices", "### Prices",
			"9: the first heading is of level 3; wanted ##: the page's title is above it"},
		{"pages/terms.md", "## Prices", "##Prices\n\n## Prices", "9: the line is no heading; wanted a space behind ##"},
		{"pages/terms.md", "## Prices", "## Prices\n\nWe take\n• couches", "12: the line is no item of a list; " +
			`wanted "- " in front of it, and an empty line above the list`},
		{"pages/terms.md", "## Prices", "## Prices\n\n- ~~old~~ new\n",
			"11: ~~ does not cross out text; wanted the text as it should be read"},
	} {
		s, err := Load(changed(t, test.file, test.old, test.new))
		if err != nil || fmt.Sprint(s.Warnings()) != test.file+":"+test.want {
			t.Errorf("Load = %v with the warnings\n%v\nwant\n%s:%s", err, s.Warnings(), test.file, test.want)
		}
	}
}

// excerptLine is a line of the file below a diagnostic.
var excerptLine = regexp.MustCompile(`\n[ >].*`)

// wantProblem loads the files and checks that there is exactly one diagnostic, at this position.
func wantProblem(t *testing.T, files fstest.MapFS, at load.Position, want string) {
	t.Helper()
	_, err := Load(files)
	if err == nil {
		t.Fatal("Load = nil error")
	}
	got := err.Error()
	if strings.Contains(excerptLine.ReplaceAllString(got, ""), "\n") {
		t.Errorf("Load names more than one problem:\n%s", got)
	}
	if !strings.HasPrefix(got, at.String()+": ") || !strings.Contains(got, want) {
		t.Errorf("Load = %q, want %s: …%s…", got, at, want)
	}
}

func TestLoadNamesAllProblemsInOrder(t *testing.T) {
	files := changed(t, "prices.yaml", "half_load: { low: 350 }", "half_load: { low: -1 }")
	home := string(files["home.yaml"].Data)
	home = strings.Replace(home, "scene: hero", "scene: \"\"", 1)
	home = strings.Replace(home, "href: /blog }", "href: /log }", 1)
	files["home.yaml"].Data = []byte(home)
	_, err := Load(files)
	if err == nil {
		t.Fatal("Load = nil error")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []struct{ file, at, problem string }{
		{"home.yaml", "scene: \"\"", "the text is empty"},
		{"home.yaml", "/log", `the link "/log" leads to no page`},
		{"prices.yaml", "half_load", `price "half_load" starts at -1`},
	} {
		start := fmt.Sprintf("%s:%d: %s; ", want.file, lineOf(t, files, want.file, want.at), want.problem)
		if len(lines) != 3 || !strings.HasPrefix(lines[i], start) {
			t.Errorf("Load = %q, want %q in line %d of 3", lines, start, i+1)
		}
	}
}

func TestLoadNamesMissingFiles(t *testing.T) {
	_, err := Load(fstest.MapFS{})
	if err == nil || strings.Count(err.Error(), "cannot be read") != 3 {
		t.Errorf("Load of an empty folder = %v, want each of the 3 files named that the program cannot have", err)
	}
}

// allPages is the props of every page, by path, and of pages without a path.
func allPages(s *Site, info BuildInfo) map[string]any {
	pages := map[string]any{
		"not found": s.NotFound(info), "failure": s.Failure(info, QuoteContact, s.ErrorToast(ErrorBusy)),
	}
	for _, r := range s.Routes() {
		pages[r.Path] = s.PageProps(info, r)
	}
	return pages
}

// TestPropsHaveNoNull checks the JSON of the props: a nil list or map would become null, which the TypeScript types
// exclude.
func TestPropsHaveNoNull(t *testing.T) {
	pages := allPages(site(t), BuildInfo{Assets: Assets{Scenes: map[string]Scene{}}, Year: 2026})
	for name, page := range pages {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		if rest := strings.ReplaceAll(string(text), `"result":null`, ""); strings.Contains(rest, "null") {
			t.Errorf("the props of %s hold a null: %s", name, rest)
		}
	}
}

// TestLoadSurvivesEdits spoils a line of a file: whatever the edit was, Load answers with a site or with problems that
// each name one of the files and a line, and never panics.
func TestLoadSurvivesEdits(t *testing.T) {
	sampled := sampleFiles(t)
	names := slices.Sorted(maps.Keys(sampled))
	named := regexp.MustCompile(`^[a-z/-]+\.(yaml|md|csv):[1-9][0-9]*: .+; wanted .+$`)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "file")
		lines := strings.Split(string(sampled[name].Data), "\n")
		i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		switch rapid.SampledFrom([]string{"delete", "cut", "double", "empty", "mangle"}).Draw(t, "edit") {
		case "delete":
			lines = append(lines[:i:i], lines[i+1:]...)
		case "cut":
			lines = lines[:i]
		case "double":
			lines[i] += "\n" + lines[i]
		case "empty":
			key, _, _ := strings.Cut(lines[i], ":")
			lines[i] = key + ":"
		case "mangle":
			at := rapid.IntRange(0, len(lines[i])).Draw(t, "column")
			text := rapid.SampledFrom(strings.Split("{ } [ : \" - 0 ~ &a *a \t", " ")).Draw(t, "text")
			lines[i] = lines[i][:at] + text + lines[i][at:]
		}
		files := maps.Clone(sampled)
		files[name] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
		_, err := Load(files)
		if err == nil {
			return
		}
		for _, problem := range strings.Split(excerptLine.ReplaceAllString(err.Error(), ""), "\n") {
			if !named.MatchString(problem) {
				t.Errorf("Load names no place: %q", problem)
			}
		}
	})
}
