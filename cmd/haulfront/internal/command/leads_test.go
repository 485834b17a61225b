package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// officeZone is the time zone of the site's own content.
var officeZone = program.Office()

// leadsNow is a time at which an American office and UTC have different dates.
var leadsNow = time.Date(2025, 10, 5, 22, 30, 0, 0, officeZone)

// journalWith creates a journal with one lead for each post, and returns its URL and their IDs.
func journalWith(t *testing.T, webhook string, posts ...quote.Post) (string, []string) {
	t.Helper()
	url := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	at := leadsNow
	senders := map[outbox.Kind]outbox.Sender{}
	if webhook != "" {
		w, err := destinations.NewWebhook(webhook, "", time.Minute)
		testkit.Must(t, err)
		senders[outbox.Webhook] = outbox.Sender{Send: func(ctx context.Context, c *outbox.Call) (int, error) {
			return w.Post(ctx, c.ID, c.Body, c.At)
		}}
	}
	service, err := outbox.Open(t.Context(), outbox.Config{DatabaseURL: url, Senders: senders,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return at }})
	testkit.Must(t, err)
	var ids []string
	for _, s := range posts {
		out, err := service.Submit(t.Context(), s)
		testkit.Must(t, err)
		ids = append(ids, out.ID)
		at = at.Add(time.Second)
	}
	// The journal stays open, like that of a running server.
	t.Cleanup(func() { service.Close() })
	return url, ids
}

func anns() quote.Post {
	return quote.Post{Key: "ann", Request: quote.Request{
		Name: "Ann O'Neil", Email: "ann@example.com", Phone: "+1 214 555 0100", ServiceType: "Yard Waste",
		ZIPCode: "75024", ServiceTimeframe: "Today", Message: "=HYPERLINK(\"http://evil\")\nsecond",
		Source: quote.SourceGet, Page: "/get-quote"}}
}

func bobs() quote.Post {
	return quote.Post{Key: "bob", Quarantine: true, Request: quote.Request{
		Name: "@Bob", Phone: "-1", ServiceType: "Other", ZIPCode: "=1+1", ServiceTimeframe: "Today",
		Source: quote.SourceHero, Page: "/", SpamReason: "honeypot"}}
}

// haulfront runs a subcommand of "haulfront leads", whose arguments have no spaces in them.
func haulfront(t *testing.T, url, command string) (string, error) {
	t.Helper()
	return runWith(t, "leads", url, command)
}

// runWith runs a subcommand of a command that uses a journal.
func runWith(t *testing.T, command, url, subcommand string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append([]string{command, "--database-url", url}, strings.Fields(subcommand)...),
		&environment{
			Stdout: &out, Stderr: &out, Now: func() time.Time { return leadsNow.Add(time.Hour) },
		})
	return out.String(), err
}

// mustRun runs a subcommand that must succeed and whose output must have some texts.
func mustRun(t *testing.T, url, command string, want ...string) string {
	t.Helper()
	out, err := haulfront(t, url, command)
	if err != nil {
		t.Fatalf("haulfront leads %s: %v", command, err)
	}
	for _, text := range want {
		if !strings.Contains(out, text) {
			t.Errorf("haulfront leads %s lacks %q:\n%s", command, text, out)
		}
	}
	return out
}

// wantErrors checks that subcommands fail with errors that have a text each.
func wantErrors(t *testing.T, url string, commands map[string]string) {
	t.Helper()
	for command, want := range commands {
		if out, err := haulfront(t, url, command); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("haulfront leads %s = %q, %v, want an error with %q", command, out, err, want)
		}
	}
}

// wantCounts checks how many leads list finds with some flags.
func wantCounts(t *testing.T, url string, flags map[string]int) {
	t.Helper()
	for flag, want := range flags {
		if got := strings.Count(mustRun(t, url, "list --json "+flag), "\n"); got != want {
			t.Errorf("list %s has %d leads, want %d", flag, got, want)
		}
	}
}

// TestLeadsList has the newest lead first. The scripts check the columns.
func TestLeadsList(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	if out := mustRun(t, url, "list", "2025-10-05 22:30"); strings.Index(out, ids[1]) > strings.Index(out, ids[0]) {
		t.Errorf("list =\n%s", out)
	}
	wantCounts(t, url, map[string]int{"--status kept": 1, "--status quarantined": 1, "--since 2025-10-05": 2,
		"--since 2025-10-06": 0, "--until 2025-10-05": 2, "--until 2025-10-04": 0})
}

// TestLeadsErrors checks that every mistake in a command line is named.
func TestLeadsErrors(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	const want = "give IDs of leads, or --dead or --unsure"
	wantErrors(t, url, map[string]string{
		"list --since yesterday":        "--since must be a day",
		"list --until 5.10.2025":        "--until must be a day",
		"list --status nice":            "--status",
		"list --kind email":             "--kind limits --status",
		"list --status dead --kind fax": "--kind must be one of " + strings.Join(knownKinds(), ", "),
		"show nobody":                   "no such lead",
		"purge nobody":                  "no such lead", "purge 019": "at least 4 characters",
		"replay": want, "replay --dead " + ids[0]: want,
		"purge": "give one of these", "purge " + ids[0] + " --older-than 30m": "give one of these",
		"purge --older-than=": "--older-than", "purge --older-than=0d": "--older-than",
		"purge --older-than=0h": "--older-than", "purge --older-than=-5d": "--older-than",
		"purge --older-than=soon": "--older-than", "purge --older-than=90": "--older-than",
		"export --ads": "sharesWithAds", "export --ads --format jsonl": "--conversion",
		"export --ads --conversion=": "--conversion", "show " + ids[0][:4]: "give more of the ID", // of two leads
	})
	wantErrors(t, "sqlite:"+t.TempDir()+"/none.db", map[string]string{"list": "no such file"})
	wantErrors(t, "mysql://x", map[string]string{"list": "DATABASE_URL"})
}

// TestSettingsFile lists the leads of the journal that the file of a server's settings names; the environment wins over
// the file, and a flag over both.
func TestSettingsFile(t *testing.T) {
	urls := map[string]string{}
	for name, lead := range map[string]quote.Post{"file": anns(), "environment": bobs(), "flag": anns()} {
		lead.Request.Name = "of the " + name
		urls[name], _ = journalWith(t, "", lead)
	}
	file := filepath.Join(t.TempDir(), "haulfront.env")
	testkit.Must(t, os.WriteFile(file, []byte("# DATABASE_URL=sqlite:none.db\n\nOWNER_EMAIL='a b@example.com'\n"+
		"DATABASE_URL=\""+urls["file"]+"\"\n"), 0o600))
	list := func(settings, want string, flags ...string) {
		t.Helper()
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"leads", "list"}, flags...), &environment{Stdout: &out, Stderr: &out,
			Now: time.Now, SettingsFile: settings})
		if err != nil || !strings.Contains(out.String(), "of the "+want) {
			t.Errorf("leads list = %v, want the lead of the %s:\n%s", err, want, out.String())
		}
	}
	list(file, "file")
	t.Setenv("DATABASE_URL", urls["environment"])
	list(file, "environment")
	list(file+".missing", "environment")
	list(file, "flag", "--database-url", urls["flag"])
}

// TestLeadsTimeZone shows times in the zone of the content that is served, and keeps the journal readable where a
// folder names none.
func TestLeadsTimeZone(t *testing.T) {
	url, ids := journalWith(t, "", anns())
	// No office has this zone, of 5:45 hours east of UTC and no abbreviation.
	const elsewhere = "Asia/Kathmandu"
	zone, err := time.LoadLocation(elsewhere)
	testkit.Must(t, err)
	there := leadsNow.In(zone)
	day, shown := there.Format(time.DateOnly), there.Format("2006-01-02 15:04:05 MST")
	dir := t.TempDir()
	write := func(text string) {
		testkit.Must(t, os.WriteFile(filepath.Join(dir, "business.yaml"), []byte(text), 0o600))
	}
	write("name: {short\nhours: {timezone: " + elsewhere + "}\n")
	mustRun(t, url, "--content "+dir+" list", "2025-10-05 22:30", "business.yaml:1: ")
	write("name: Elsewhere Hauling\nphone: still to be written\nhours: {timezone: " + elsewhere + "}\n")
	t.Setenv("CONTENT_DIR", dir)
	mustRun(t, url, "list", there.Format("2006-01-02 15:04"))
	mustRun(t, url, "show "+ids[0], shown)
	mustRun(t, url, "show --json "+ids[0], `"received":"`+there.Format(time.RFC3339)+`"`)
	mustRun(t, url, "export", there.Format("2006-01-02 15:04:05"))
	mustRun(t, url, "export --format jsonl --since "+day+" --until "+day, ids[0])
	mustRun(t, url, "purge "+ids[0], "received "+shown)
}

// TestLeadsShow finds a lead by the beginning of its ID and by its reference.
func TestLeadsShow(t *testing.T) {
	failing := testkit.NewReceiver(t, "webhook", nil)
	failing.Set(testkit.Status(500))
	url, ids := journalWith(t, failing.URL, anns())
	for _, id := range []string{ids[0], ids[0][:8], journal.Reference(ids[0])} {
		mustRun(t, url, "show "+id, ids[0], leadsNow.Format("2006-01-02 15:04:05 MST"), "ann@example.com", "webhook",
			"queued, due 2025-10-05 22:30:0", "status 500", "the webhook answered with status 500",
			"=HYPERLINK(\"http://evil\")\nsecond")
	}
	var got struct {
		ID, Name, ZIPCode, Status string
		Received                  time.Time
		Webhook                   outbox.Delivery
	}
	testkit.Must(t, json.Unmarshal([]byte(mustRun(t, url, "show --json "+ids[0])), &got))
	if got.ID != ids[0] || got.Name != "Ann O'Neil" || got.ZIPCode != "75024" || got.Status != "queued" ||
		!got.Received.Equal(leadsNow) || len(got.Webhook.Attempts) != 1 || got.Webhook.Attempts[0].Status != 500 {
		t.Errorf("show --json = %+v", got)
	}
}

// TestLeadsShowEverything has how a visitor wants to be answered, what the visitor agreed to and where the visitor came
// from. Characters that change the direction of a terminal's text are replaced, but not in JSON.
func TestLeadsShowEverything(t *testing.T) {
	sub := anns()
	sub.Request.Name, sub.Request.Message = "Ann \u202egnp.exe", "a\u2066b"
	sub.Request.Extra.Answer = quote.Answer{
		Contact: "text",
		Consent: &quote.Consent{Words: "=Yes, text me", At: leadsNow.UTC(), Page: "/get-quote"},
	}
	sub.Request.Extra.Attribution = quote.ParseAttribution(
		"utm_source=%3DHYPERLINK()&gclid=abc&page=/blog|referrer=www.bing.com&page=/get-quote")
	url, ids := journalWith(t, "", sub, bobs())
	consent := leadsNow.Format("2006-01-02 15:04:05 MST") + " on /get-quote: =Yes, text me"
	list := mustRun(t, url, "list", "Ann <U+202E>gnp.exe")
	show := mustRun(t, url, "show "+ids[0], "Ann <U+202E>gnp.exe", "contact ", "text\n",
		consent, "=HYPERLINK(), gclid abc, page /blog\n",
		"www.bing.com, page /get-quote\n")
	if strings.ContainsAny(list+show, "\u202e\u2066") {
		t.Errorf("the characters are not replaced:\n%q", list+show)
	}
	export := strings.TrimPrefix(mustRun(t, url, "export", "\uFEFFid,", "\r\n"), "\uFEFF")
	rows, err := csv.NewReader(strings.NewReader(export)).ReadAll()
	testkit.Must(t, err)
	got, want := map[string]string{}, map[string]string{"id": ids[0], "contact": "text", "consent": consent,
		"firstTouch": "'=HYPERLINK()", "firstTouch.utm_source": "'=HYPERLINK()", "firstTouch.gclid": "abc",
		"firstTouch.page": "/blog", "lastTouch": "www.bing.com", "lastTouch.page": "/get-quote",
		"lastTouch.referrer": "www.bing.com"}
	for i, name := range rows[0] {
		if value := rows[2][i]; want[name] != "" || strings.Contains(name, "Touch") && value != "" {
			got[name] = value
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("leads export has %q, want %q", got, want)
	}
	answer := `"answer":{"contact":"text",` +
		`"consent":{"words":"=Yes, text me","at":"` +
		leadsNow.UTC().Format(time.RFC3339) + `","page":"/get-quote"}}`
	for _, command := range []string{"show --json " + ids[0], "list --json", "export --format jsonl"} {
		out := mustRun(t, url, command, answer, "Ann \u202egnp.exe", "a\u2066b")
		if strings.Count(out, `"answer"`) != 1 {
			t.Errorf("leads %s has an answer of both:\n%s", command, out)
		}
	}
}

// The last columns have what became of a request: of one that took two days, and of one that was merged into it, which
// the file for Google Ads leaves out.
func TestLeadsExportSales(t *testing.T) {
	again := anns()
	again.Key = "again"
	url, ids := journalWith(t, "", anns(), again)
	j, err := outbox.Attach(t.Context(), url)
	testkit.Must(t, err)
	defer j.Close()
	o := office.Open(office.Config{Journal: j.Journal, Now: func() time.Time { return leadsNow }, Words: program.Words})
	for i, form := range []map[string][]string{
		{"merge": {ids[0]}},
		{"stage": {office.Booked}, "price": {"1350-1450"}, "slots": {"2025-10-07T08"}, "days": {"2"}},
		{"done": {"on"}, "amount": {"400"}, "paid": {"cash"}}, {"done": {"on"}, "amount": {"12.50"}, "paid": {"card"}},
	} {
		testkit.Must(t, o.Change(t.Context(), ids[max(0, 1-i)], "", form))
	}
	out := strings.TrimPrefix(mustRun(t, url, "export"), "\uFEFF")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	testkit.Must(t, err)
	const columns = 6
	for i, want := range []string{"stage price visits visitTimes amount mergedInto",
		"new  0   " + journal.Reference(ids[0]), "done 1350-1450 2 2025-10-07 08:00, 2025-10-08 08:00 412.50 "} {
		if got := strings.Join(rows[i][len(rows[i])-columns:], " "); got != want {
			t.Errorf("row %d ends with %q, want %q", i, got, want)
		}
	}
	mustRun(t, url, "show "+ids[0], "visits ", "2025-10-07 08:00, 2025-10-08 08:00\n", "412.50\n")
	for id, want := range map[string]string{ids[1]: `,"stage":"new","mergedInto":"` + journal.Reference(ids[0]) + `"}`,
		ids[0]: `,"stage":"done","price":"1350-1450","visits":2,"visitTimes":["2025-10-07 08:00","2025-10-08 08:00"],` +
			`"amount":"412.50"}`} {
		mustRun(t, url, "show --json "+id, want)
		mustRun(t, url, "export --format jsonl", want)
	}
	dir := t.TempDir()
	company := []byte("sharesWithAds: true\nhours: { timezone: America/Chicago }")
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600))
	t.Setenv("CONTENT_DIR", dir)
	if got := mustRun(t, url, "export --ads", ",412.50,USD,"+ids[0]); strings.Contains(got, ids[1]) {
		t.Errorf("export --ads counts one request twice:\n%s", got)
	}
}

func TestSpreadsheetText(t *testing.T) {
	for cell, want := range map[quote.Cell]string{
		{Name: "phone", Value: "+1 (469) 555\u20110188"}:   "(469) 555-0188",
		{Name: "phone", Value: "214-555-0100 x7"}:          "(214) 555-0100 ext. 7",
		{Name: "phone", Value: "+52 55 1234 5678"}:         "+52 55 1234 5678",
		{Name: "phone", Value: "=2145550100"}:              "(214) 555-0100",
		{Name: "phone", Value: "+1 469 555 0188+cmd|' /C"}: "'+1 469 555 0188+cmd|' /C",
		{Name: "phone", Value: "=555"}:                     "'=555",
		{Name: "name", Value: "+1 469 555 0188"}:           "'+1 469 555 0188",
	} {
		if got := spreadsheetText(cell); got != want {
			t.Errorf("spreadsheetText(%+v) = %q, want %q", cell, got, want)
		}
	}
}

func TestLeadsExportEscapesFormulas(t *testing.T) {
	url, _ := journalWith(t, "", anns(), bobs())
	out, marked := strings.CutPrefix(mustRun(t, url, "export"), "\uFEFF")
	if !marked {
		t.Error("the CSV has no byte order mark")
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("the CSV has %d rows, %v", len(rows), err)
	}
	cells := map[string]string{}
	for i, name := range rows[0] {
		cells[name] = rows[2][i]
	}
	for name, want := range map[string]string{
		"name": "Ann O'Neil", "phone": "(214) 555-0100", "message": "'=HYPERLINK(\"http://evil\")\nsecond",
		"received (office time)": "2025-10-05 22:30:00", "status": "kept",
	} {
		if cells[name] != want {
			t.Errorf("%s = %q, want %q", name, cells[name], want)
		}
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("a spreadsheet would evaluate %q", cell)
			}
		}
	}
	out = mustRun(t, url, "export --format jsonl", `"phone":"+1 214 555 0100"`)
	if strings.Count(out, "\n") != 2 {
		t.Errorf("export --format jsonl = %s, want two leads, unchanged", out)
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Ann O'Neil\n\tsecond": "Ann O'Neil\n\tsecond", "Zoë ❤️ 你好": "Zoë ❤️ 你好",
		"\u202eevil": "<U+202E>evil", "a\u202ab\u202c": "a<U+202A>b<U+202C>", "\u2066a\u2069": "<U+2066>a<U+2069>",
		"\u200e\u200f": "<U+200E><U+200F>", "a\u200bb\ufeff": "a<U+200B>b<U+FEFF>",
		"\x1b[31m\r\u009b": "<U+001B>[31m<U+000D><U+009B>",
		"\u2028":           "<U+2028>", "\u3164": "<U+3164>", "\U000e0041": "<U+E0041>",
	} {
		if got := visible(text); got != want {
			t.Errorf("visible(%q) = %q, want %q", text, got, want)
		}
	}
}

// The hashes are those that printf '%s' … | sha256sum gives.
const (
	annHash   = "71d4f55f72fa128dfb468a1a3901507c804b74316488744d769d7f4b16696476" // ann@example.com
	annNumber = "bd1303a7c098bff13c274847d4f153bfcd91406a6d05f78c898f283ef42ac94d" // +12145550100
)

func TestHashes(t *testing.T) {
	for text, want := range map[string]string{
		" Ann@Example.COM": hash("ann@example.com"), "a.n.n@gmail.com": hash("ann@gmail.com"),
		"a.n@example.com": hash("a.n@example.com"),
		"":                "", "ann": "", "ann@": "", "ann@example.com bob@example.com": "",
	} {
		if got := hashEmail(text); got != want {
			t.Errorf("hashEmail(%q) = %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"(214) 555-0100": "+12145550100", "1 214 555 0100": "+12145550100", "+1.214.555.0100 ext. 7": "+12145550100",
		"214-555-0100 x7":  "+12145550100",
		"+44 20 7946 0000": "+442079460000", "555-0100": "", "": "", "call me": "",
		"214 555 0100 or 972 555 0100": "+12145550100", "+1469555\u20110188": "+14695550188",
	} {
		if want != "" {
			want = hash(want)
		}
		if got := hashPhone(text); got != want {
			t.Errorf("hashPhone(%q) = %s, want %s", text, got, want)
		}
	}
}

// TestLeadsExportAds has one lead of each kind: with a click, without one, with nothing to tell, in quarantine, opted
// out.
func TestLeadsExportAds(t *testing.T) {
	clicked, plain, unknown, out := anns(), anns(), anns(), anns()
	clicked.Request.Extra.Attribution = quote.ParseAttribution(
		"wbraid=w1&page=/|gclid=-Cj0KCQ&gbraid=g1&page=/get-quote")
	plain.Key, plain.Request.Extra.Attribution = "plain", quote.ParseAttribution("page=/")
	unknown.Key, unknown.Request.Email, unknown.Request.Phone = "unknown", "", "ask for Ann"
	out.Key, out.Request.Extra.OptedOut = "out", true
	url, ids := journalWith(t, "", clicked, plain, unknown, bobs(), out)
	dir := t.TempDir()
	company := []byte("sharesWithAds: true\nhours: { timezone: America/Chicago }")
	if err := os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CONTENT_DIR", dir)
	got := mustRun(t, url, "export --ads")
	want := "Google Click ID,GBRAID,WBRAID,Email,Phone Number,Conversion Name,Conversion Time,Conversion " +
		"Value,Conversion Currency,Order ID\n" +
		",,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Add(time.Second).Format(time.RFC3339) + ",,," +
		ids[1] + "\n" +
		"-Cj0KCQ,,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Format(time.RFC3339) + ",,," + ids[0] +
		"\n"
	if got != want {
		t.Errorf("export --ads =\n%s\nwant\n%s", got, want)
	}
	got = mustRun(t, url, "export --ads --conversion Web-lead --until 2025-10-05")
	if strings.Count(got, ",Web-lead,") != 2 {
		t.Errorf("export --ads --conversion =\n%s", got)
	}
	j, err := outbox.Attach(t.Context(), url)
	testkit.Must(t, err)
	defer j.Close()
	sold := map[string][]string{"stage": {office.Booked}, "price": {"350"}}
	opened := office.Open(office.Config{Journal: j.Journal, Now: time.Now, Words: program.Words})
	err = opened.Change(t.Context(), ids[0], "", sold)
	testkit.Must(t, err)
	wantValue := func(value string) {
		t.Helper()
		if got := mustRun(t, url, "export --ads --booked"); strings.Count(got, "\n") != 2 ||
			!strings.HasSuffix(got, ","+value+",USD,"+ids[0]+"\n") {
			t.Errorf("export --ads --booked, want %s =\n%s", value, got)
		}
	}
	wantValue("350")
	done := map[string][]string{"done": {"on"}, "amount": {"412.50"}, "paid": {"cash"}}
	testkit.Must(t, opened.Change(t.Context(), ids[0], "", done))
	wantValue("412.50")
}
