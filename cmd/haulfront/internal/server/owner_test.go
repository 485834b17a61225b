package server_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/scaffold"

	"golang.org/x/tools/txtar"
)

// TestOtherOwner replaces business.yaml, and nothing else, in a folder that haulfront content wrote: haulfront check
// finds nothing wrong with it, and no page, document or mail speaks of the former owner.
func TestOtherOwner(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard))
	business, err := os.ReadFile("../../../../content/testdata/other-business.yaml")
	testkit.Must(t, errors.Join(err, os.WriteFile(filepath.Join(dir, "business.yaml"), business, 0o600)))
	proof := filepath.Join(dir, "public", ".well-known", "proof", "google1234.html")
	testkit.Must(t, errors.Join(os.MkdirAll(filepath.Dir(proof), 0o700),
		os.WriteFile(proof, []byte("Mountain Prairie"), 0o600)))
	built := server.BuildSite(t, "CONTENT_DIR="+dir)
	if !built.HasFile("/.well-known/proof/google1234.html") {
		t.Error("the company's own file is not served")
	}
	if err := command.Run(t.Context(), []string{"check", "--update", "--content", dir}, io.Discard,
		io.Discard); err != nil {
		t.Errorf("check:\n%v", err)
	}
	texts := map[string]string{}
	for file, body := range built.Files() {
		// Of what is under /assets the stylesheet, the scripts and the drawings are the same for each owner but for
		// their colors.
		// The icon and the truck of one drawing stand for the others.
		if strings.HasPrefix(file, "/assets/") && !regexp.MustCompile(`/(icon|dallas-small)-`).MatchString(file) {
			continue
		}
		text, err := body(t.Context())
		testkit.Must(t, err)
		if utf8.Valid(text) {
			texts[file] = string(text)
		}
	}
	for _, kind := range []outbox.Kind{outbox.OwnerMail, outbox.VisitorMail} {
		l := outbox.Lead{Lead: journal.Lead{ID: "01a203dd-2a37-7906-86ad-0085777c88bd", Received: time.Now(),
			Request: quote.Request{Name: "Ann"}}}
		message := server.ComposeMail(t, built, kind, l)
		texts[string(kind)] = mailText(message)
		if message.Mark == nil || !strings.Contains(message.HTML, `src="cid:mark"`) {
			t.Errorf("the mail %s does not have the company's mark", kind)
		}
	}
	if card := texts["/contact.vcf"]; !strings.Contains(card, "\r\nPHOTO;ENCODING=b;TYPE=PNG:\r\n iVBOR") {
		t.Errorf("the contact card has no mark:\n%s", card)
	}
	brand := built.Content().Brand()
	for where, text := range texts {
		// Documents for crawlers name the company in full, pages at least in their header.
		drawing := strings.HasSuffix(where, ".svg")
		if drawing && !strings.Contains(text, initials) {
			t.Errorf("%s does not show the company's initials", where)
		}
		if mark := builtInMark.FindString(text); mark != "" {
			t.Errorf("%s shows the former owner's mark: %s", where, mark)
		}
		if named := html.UnescapeString(text); !drawing && !strings.Contains(named, brand.ShortName) &&
			!slices.Contains(nameless, path.Base(where)) {
			t.Errorf("%s does not name the company", where)
		}
		for _, trace := range formerOwner(t, built.Content()) {
			if strings.Contains(html.UnescapeString(text), trace) {
				t.Errorf("%s still says %q", where, trace)
			}
		}
	}
	if m := built.Content().Home(content.BuildInfo{}).Area.Map; m.Radius != company.MapRing ||
		m.RadiusLabel != "45 miles" {
		t.Errorf("the ring is %v units for %s, want all of the map", m.Radius, m.RadiusLabel)
	}
	if got := built.Content().Color("cream"); got != "#f7f9fb" {
		t.Errorf("the background is %s, want the company's", got)
	}
}

// aboutTexts matches links to text messages, and words about them.
var aboutTexts = regexp.MustCompile(`(?i)sms:|\b(or|may|by|can|we’ll|call,) text\b|\btext(s|ing|ed)\b|` +
	`\btext (us|me|you|or|messages?)\b|>text<|"label":"text"`)

// companyFolder writes the folder of a company to dir: an archive of content/testdata with photographs, or, for
// the name of a service, the files that haulfront init writes for that alone.
func companyFolder(t *testing.T, name, dir string) {
	t.Helper()
	if slices.Contains(scaffold.ServiceSlugs(), name) {
		testkit.Must(t, command.Run(t.Context(), []string{"init", dir, "--name=Tubs Away", "--phone=218-722-4166",
			"--email=office@tubsaway.com", "--url=https://www.tubsaway.com", "--state=MN", "--town=Duluth",
			"--town=Superior, WI", "--service=" + name, "--hours=Mon-Fri 8am-6pm"}, io.Discard, io.Discard))
		return
	}
	archive, err := txtar.ParseFile("../../../../content/testdata/" + name + ".txtar")
	testkit.Must(t, err)
	files, err := txtar.FS(archive)
	testkit.Must(t, errors.Join(err, os.CopyFS(dir, files)))
	described := ""
	for _, photo := range []string{"junk-removal", "furniture-removal", "appliance-pickup", "garage-cleanout", "hero",
		"services", "terms", "privacy"} {
		testkit.Photograph(t, filepath.Join(dir, "photos", photo+".jpg"))
		described += photo + ": The crew beside the truck.\n"
	}
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "photos/photos.yaml"), []byte(described), 0o600))
}

// confirm changes a folder as an owner does who means everything that the program has written.
func confirm(t *testing.T, dir string, s *content.Site) {
	t.Helper()
	missing := map[string]string{}
	for reference := range s.Defaults { // of the program; init wrote the other ones
		kind, key, _ := strings.Cut(reference, ".")
		missing["sentences"] += "  " + key + ": we mean it\n"
		if kind != "sentence" {
			t.Errorf("the folder lacks %s", reference)
		}
	}
	for _, name := range []string{"facts.yaml", "prices.yaml", "business.yaml", "map.yaml"} {
		file := filepath.Join(dir, name)
		data, err := os.ReadFile(file)
		testkit.Must(t, err)
		text := regexp.MustCompile(`(?m)^(unconfirmed: true|# legalSince:).*$`).ReplaceAllString(string(data), "#")
		if name == "facts.yaml" && missing["sentences"] != "" {
			text += "sentences:\n" + missing["sentences"]
		}
		if name == "business.yaml" && !strings.Contains(text, "\nlegalSince:") {
			text += "legalSince: \"2026-11-20\"\n"
		}
		testkit.Must(t, os.WriteFile(file, []byte(text), 0o600))
	}
}

// wantEachAsked takes each confirmed value of a folder away in turn: the check before publishing names that one alone.
func wantEachAsked(t *testing.T, dir string, unconfirmed error) {
	t.Helper()
	asked := regexp.MustCompile(`^(\w+\.yaml):\d+: the (\w+) "(\w+)" is not confirmed`)
	var names [][]string
	for line := range strings.SplitSeq(unconfirmed.Error(), "\n") {
		if match := asked.FindStringSubmatch(line); match != nil {
			names = append(names, match[1:])
		}
	}
	if len(names) < 20 {
		t.Errorf("%d values are to be confirmed:\n%v", len(names), unconfirmed)
	}
	files := os.DirFS(dir)
	confirmed, err := content.Load(files)
	testkit.Must(t, err)
	names = slices.DeleteFunc(names, func(name []string) bool { // a sentence that is confirmed may have other prices
		return name[1] == "price" && !confirmed.Shows("price."+name[2])
	})
	for _, name := range testkit.Sweep(names, func(name []string) string { return name[1] }) {
		file, key := name[0], name[2]
		data, err := fs.ReadFile(files, file)
		testkit.Must(t, err)
		rest := regexp.MustCompile(`(?m)^  `+key+`: .*\n`).ReplaceAll(data, nil)
		testkit.Must(t, os.WriteFile(filepath.Join(dir, file), rest, 0o600))
		s, err := content.Load(files)
		want, more := name[1]+` "`+key+`" is the program's`, 0
		if name[1] == "practice" {
			want, more = "yes or no:\npractices:\n  "+key+": yes # ", 2 // lines
		}
		// Without a cutoff nothing is booked on the same day, and if no promise has it, nothing is asked.
		if key == "same_day_cutoff" && err == nil && s.Cutoff() == "00:00" && s.Unconfirmed() == nil {
			testkit.Must(t, os.WriteFile(filepath.Join(dir, file), data, 0o600))
			continue
		}
		if err != nil && !strings.Contains(err.Error(), key) || err == nil && (s.Unconfirmed() == nil ||
			strings.Count(s.Unconfirmed().Error(), "\n") > more && name[1] != "sentence" || // the program's has prices
			!strings.Contains(s.Unconfirmed().Error(), want)) {
			t.Errorf("without %s: %v, %v", name, err, s.Unconfirmed())
		}
		testkit.Must(t, os.WriteFile(filepath.Join(dir, file), data, 0o600))
	}
}

// Four other companies: one in two states with long names and without text messages, two with one service each, and one
// with a folder from an earlier version. Nothing that they show, send or serve is of the built-in company, and the
// check before publishing asks for each promise. The first one has no link or word about text messages.
func TestOtherCompanies(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"duluth", "hot-tub-removal", "mattress-disposal", "earlier"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "content")
			companyFolder(t, name, dir)
			s, err := content.Load(os.DirFS(dir))
			testkit.Must(t, err)
			if lines := s.Unanswered(); lines != "" { // init wrote the other ones
				facts, err := os.ReadFile(filepath.Join(dir, "facts.yaml"))
				testkit.Must(t, errors.Join(err, os.WriteFile(filepath.Join(dir, "facts.yaml"),
					append(facts, "\npractices:\n"+lines...), 0o600)))
				s, err = content.Load(os.DirFS(dir))
				testkit.Must(t, err)
			}
			unconfirmed := s.Unconfirmed()
			confirm(t, dir, s)
			wantEachAsked(t, dir, unconfirmed)
			built := server.BuildSite(t, "CONTENT_DIR="+dir)
			if err := errors.Join(built.Content().Unconfirmed(), built.Content().Unpublishable()); err != nil {
				t.Errorf("confirmed:\n%v", err)
			}
			testkit.Must(t, command.Run(t.Context(), []string{"check", "--publish", "--content", dir}, io.Discard,
				io.Discard))
			texts := shownTexts(t, built, ".svg")
			if name == "earlier" && !strings.Contains(texts["/privacy/index.html"], "Our privacy promise") {
				t.Error("the folder's legal/privacy.md is not /privacy")
			}
			if list := texts["/services/index.html"]; name == "hot-tub-removal" &&
				(!strings.Contains(list, "ServicePrices-price") || strings.Contains(list, "ServicePrices-service")) {
				t.Error("/services has the only service's name in its heading and again in the row")
			}
			wantNothingBorrowed(t, built, texts)
			wantOnlyOffered(t, built.Content(), texts)
			wantOnlyKept(t, dir, texts)
			for where, text := range texts {
				if claim := unaskedOfAll.FindString(text); claim != "" {
					t.Errorf("nobody was asked about what %s says: … %s …", where, claim)
				}
				if at := aboutTexts.FindStringIndex(text); at != nil && name == "duluth" {
					t.Errorf("%s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
				}
			}
		})
	}
}

// practices are the words of copy about each practice of facts.yaml.
var practices = map[string]string{
	"today": `plan around the delivery|can the old one be gone|fridge the day|gave me a deadline|left a full garage|` +
		`it can go today|(?-i:[">]Today["<])`,
	"same_day_rates": `standard rates|costs the same as any|costs nothing extra|regular price`,
	"after_hours":    `after-hours|emergenc|may cost extra`,
	"free_visit":     `(the|a|free) walkthrough|free visit|visit is free|you owe nothing`,
	"donation":       `donat|charit|another household|thrift|still use\b`,
	"recycle_metal": `scrap-metal|metal (apart|from the rest|and appliances)|as metal|clean metal|steel cases|` +
		`taken apart (there|at a recycler)`,
	"recycle_electronics": `electronics (apart|to a recycler|are separated)`,
	"recycle_mattresses":  `mattress recycling|and recycled|for recycling|foam, and cotton`,
	"compost":             `compost`,
	"refrigerant":         `refrigerant`,
	"take_apart":          `bring the tools|apart in the room|doors come off|cubicles taken|legs, arms, and back`,
	"saw":                 `a saw for|cut the frame`,
	"doors":               `off its hinges`,
	"straps":              `straps|on a dolly|wheel it out|roll it out|hand truck`,
	"measure":             `we measure\b|plan the way out`,
	"pump":                `bring a pump|drain it if you can`,
	"cover":               `over the doorways|blanket over|plastic sheeting|under plastic|runner`,
	"look_over":           `look it over|check the (room|closets) with|empty rooms together|signs for the keys`,
	"call_ahead":          `from the road|call if we|running late`,
	"loose":               `bagging|to bag it|cut it short`,
	"off_lawns":           `my lawn`,
	"sweep":               `\b(we|gets|and) rake|rake the|we sweep|rakes|raking|sweeps|sweeping|swept|broom`,
	"bedbugs":             `bed bugs`,
	"magnet":              `a magnet`,
	"valuables":           `coins, photos|search before|jewelry|search by hand|box them up|what to look for`,
	"unattended":          `lockbox|left town|landlords don’t|only need to answer|key back|someone with a key`,
	"photos":              `before-and-after photos`,
	"free_ewaste":         `may be free|cost you nothing`,
	"same_prices":         `same prices|, in every town|same in every town`,
	"box_truck":           `box truck`,
	"heavy":               `\bpianos?\b|pool table|slate table|\bsafes?,`,
	"two_people": `two people(,| and| carry| can\b)|two (of the )?crew|another (one (carries|waits)|picks)|one of us|` +
		`the other (bags|bends|carries|pries|shakes|takes|waves)`,
	"stairs": `any floor|no elevator\?|no elevator\. is|upstairs or|attic ladders|elevator, stairs|` +
		`upstairs, attic|walk-up|dresser upstairs|attic above it too|attics that`,
	"carry_extra":  `long carry|raise the price|tight staircase|run of steps|hallways take more|one behind the house`,
	"disconnect":   `disconnect the washer`,
	"soil":         `\bsod\b|topsoil|river rock|stumps|\bdirt\b`,
	"slabs":        `breaking up a slab|take out the slab`,
	"deck_boards":  `is part of the|boards have to|built into a deck|is it built into`,
	"no_contract":  `long-term contract`,
	"skip_pickups": `\bbank(ing)? |skip (a|one)\b`,
}

// wantOnlyKept checks that the texts of a confirmed folder have words about each of its practices, that pages have none
// about those that the company denies, alone or all at once, and that no other practice is known.
func wantOnlyKept(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	facts, err := fs.ReadFile(os.DirFS(dir), "facts.yaml")
	testkit.Must(t, err)
	head, answers, _ := strings.Cut(string(facts), "\npractices:\n")
	asked := regexp.MustCompile(`(?m)^  (\w+): yes`).FindAllStringSubmatch(answers, -1)
	denied := [][]string{{"", `\w+`}}
	for _, practice := range asked {
		words := regexp.MustCompile("(?i)" + practices[practice[1]])
		if practices[practice[1]] == "" || !slices.ContainsFunc(slices.Collect(maps.Values(texts)), words.MatchString) {
			t.Errorf("nothing says that the company keeps %q", practice[1])
		}
	}
	for _, deny := range append(denied, testkit.Sweep(asked, func([]string) bool { return true })...) {
		answer := regexp.MustCompile(`(?m)^(  `+deny[1]+`): yes`).ReplaceAllString(answers, "$1: no")
		testkit.Must(t, os.WriteFile(filepath.Join(dir, "facts.yaml"), []byte(head+"\npractices:\n"+answer), 0o600))
		s, err := content.Load(os.DirFS(dir))
		testkit.Must(t, err)
		for _, r := range s.Routes() {
			if r.Kind == content.KindPage || r.Kind == content.KindService &&
				!slices.Contains(scaffold.ServiceSlugs(), r.Slug) {
				continue // the company's own words
			}
			props, err := json.Marshal(s.PageProps(content.BuildInfo{}, r))
			testkit.Must(t, err)
			for practice, words := range practices {
				at := regexp.MustCompile("(?i)" + words).FindIndex(props)
				if at != nil && regexp.MustCompile(deny[1]).MatchString(practice) {
					said := props[max(0, at[0]-80):min(len(props), at[1]+40)]
					t.Errorf("without %s, %s says … %s …", practice, r.Path, said)
				}
			}
		}
	}
}

// shownTexts are the texts of everything that a site shows, serves and sends, by their paths and kinds: of documents,
// and of other files with an ending.
func shownTexts(t *testing.T, built *site.Site, ending string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for file, body := range built.Files() {
		if !slices.Contains([]string{".html", ".xml", ".txt", ".vcf", ".webmanifest", ending}, path.Ext(file)) {
			continue // pictures, and scripts and fonts, which are the same for everybody
		}
		if text, err := body(t.Context()); err == nil && utf8.Valid(text) {
			texts[file] = regexp.MustCompile(`<style>[^<]*</style>`).ReplaceAllString(string(text), "")
		}
	}
	lead := outbox.Lead{Lead: journal.Lead{ID: "01a203dd-2a37-7906-86ad-0085777c88bd", Received: time.Now(),
		Request: quote.Request{Name: "Ann", Phone: "218-623-4100", Email: "ann@example.com"}}}
	lead.Extra.Answer.Contact = "text"
	for _, kind := range []outbox.Kind{outbox.OwnerMail, outbox.VisitorMail} {
		texts[string(kind)] = mailText(server.ComposeMail(t, built, kind, lead))
	}
	words, err := json.Marshal([]any{built.Content().Office(), built.Content().MailWords()})
	testkit.Must(t, err)
	unused := strings.NewReplacer("Stop texting me", "", "No texts", "", "No marketing texts until", "")
	texts["office"] = unused.Replace(string(words))
	if n := len(texts); n < 20 || texts["/contact.vcf"] == "" || texts["/site.webmanifest"] == "" {
		t.Errorf("there are %d texts", n)
	}
	return texts
}

// wantNothingBorrowed checks that no text has a word, number, coordinate, address of a map or mark of the built-in
// company.
func wantNothingBorrowed(t *testing.T, built *site.Site, texts map[string]string) {
	t.Helper()
	former, present := program.Words(), built.Content()
	b := former.Business
	words := append(formerOwner(t, present), b.Region, b.ShortRegion, b.State, b.Owner.Name)
	for _, member := range b.Crew {
		words = append(words, member.Name)
	}
	words = append(words, company.Names(former.Towns.ShownTowns())...)
	for _, town := range former.Towns.ShownTowns() {
		words = append(words, fmt.Sprint(town.Latitude), fmt.Sprint(town.Longitude))
	}
	formerMap := former.Home(content.BuildInfo{}).Area.Map.EmbedURL
	for where, shown := range texts {
		text := strings.ToLower(html.UnescapeString(shown))
		for _, word := range words {
			if !strings.Contains(text, strings.ToLower(word)) {
				continue // most, and sooner than the expression
			}
			whole := regexp.MustCompile(`(?:^|[^\pL\d])` + regexp.QuoteMeta(strings.ToLower(word)) + `(?:$|[^\pL\d])`)
			if at := whole.FindStringIndex(text); at != nil {
				t.Errorf("%s has %q: … %s …", where, word, text[max(0, at[0]-80):min(len(text), at[1]+40)])
			}
		}
		if mark := builtInMark.FindString(shown); mark != "" {
			t.Errorf("%s shows the former owner's mark: %s", where, mark)
		}
		if strings.Contains(text, strings.ToLower(html.UnescapeString(formerMap))) {
			t.Errorf("%s opens the map on the former owner", where)
		}
	}
}

// subjects are words about things, and the pages that a company has which speaks of them; "" is none.
var subjects = map[string][]string{
	`couch|\bsofas?[ ,.]|recliner`:                {"junk-removal", "furniture-removal"},
	`mattress|box spring`:                         {"junk-removal", "furniture-removal", "mattress-disposal"},
	`fridge|appliance`:                            {"junk-removal", "appliance-pickup"},
	`electronics|e-waste`:                         {"junk-removal", "ewaste-recycling"},
	`garage`:                                      {"junk-removal", "garage-cleanout"},
	`hot tub|\bspa\b`:                             {"hot-tub-removal"},
	`light demolition`:                            {"light-demolition"},
	`subscri|bi-weekly`:                           {"subscription-junk-removal"},
	`curbside`:                                    {"curbside-pickup"},
	`same-day junk removal`:                       {"same-day-junk-removal"},
	`junk removal`:                                {"junk-removal"},
	`truckload|(half|quarter) load`:               {"junk-removal"},
	`\bguides?\b|\barticles?\b`:                   {"/blog"},
	`crape myrtle|recluse|the pool\b`:             {""},
	`recent jobs|same trucks|we follow `:          {""}, // none of these companies has cities, or says how many trucks
	`\bresidential\b`:                             {"junk-removal", "furniture-removal"},
	`\bthe pile\b`:                                {"junk-removal", "yard-waste"},
	`a yard you|full of branches`:                 {"yard-waste"},
	`whole house\b|a property ready`:              {"property-cleanouts"},
	`who’s coming|answers the phone|who shows up`: {""}, // none names a crew
	`call before noon for today|same-day\s+pickup\s+\w+\s+to\s+\w+\s+[^:\s]`: {"same-day-junk-removal"},
	`people check|closed on (saturday|sunday)|yes\. the office is closed`:    {""},
}

// wantOnlyOffered checks that pages and documents speak of what the company offers alone.
func wantOnlyOffered(t *testing.T, s *content.Site, texts map[string]string) {
	t.Helper()
	has := map[string]bool{}
	for _, route := range s.Routes() {
		has[route.Path], has[route.Slug] = true, true
	}
	has[""] = false
	markup := regexp.MustCompile(`(?s)<script.*?</script>|<[^>]*>`)
	for words, pages := range subjects {
		if slices.ContainsFunc(pages, func(page string) bool { return has[page] }) {
			continue
		}
		word := regexp.MustCompile(`(?i)` + words)
		for where, text := range texts {
			if where == "office" || path.Ext(where) == ".svg" {
				continue // the office's examples, and names of drawings
			}
			text = markup.ReplaceAllString(text, " ")
			if at := word.FindStringIndex(text); at != nil {
				t.Errorf("%s: … %s …", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
			}
		}
	}
}

// builtInMark matches what draws the mark of the program's own company: in pages, in the icon, in mails; and the spot
// for another on a truck. initials is how the letters of another begin.
var builtInMark = regexp.MustCompile(`M20 2 38 12|M16 7 28 14|to top right, transparent|"spot"`)

const initials = `<path fill="#f7f9fb" d="M`

// nameless are documents that have addresses alone.
var nameless = []string{"sitemap.xml", "robots.txt"}

// mailText is all of a mail that is read.
func mailText(m mail.Message) string {
	return strings.Join([]string{m.From.Name, m.From.Email, m.ReplyTo, m.Subject, m.Text, m.HTML}, "\n")
}

// formerOwner is what names the owner of the program's own content and not the present one.
func formerOwner(t *testing.T, now *content.Site) []string {
	t.Helper()
	traces := func(s *content.Site) []string {
		b := s.Brand()
		list := []string{b.Name, b.ShortName, b.Phone.Label, b.Phone.Href, b.Text.Href, b.Email.Label, b.Hours,
			s.Business.URL, s.Location().String()}
		if b.Rating != nil {
			list = append(list, b.Rating.Label, b.Rating.Reviews, "AggregateRating")
		}
		return list
	}
	present := traces(now)
	return slices.DeleteFunc(traces(program.Words()), func(trace string) bool {
		return slices.Contains(present, trace)
	})
}
