package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/outbound"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// officeZone is the time zone of the site's own content.
var officeZone = program.Office()

// leadsNow is a time at which an American office and UTC have different dates.
var leadsNow = time.Date(2025, 10, 5, 22, 30, 0, 0, officeZone)

// journalWith creates a journal with one lead for each submission, and returns its URL and their IDs.
func journalWith(t *testing.T, webhook string, submissions ...lead.Submission) (string, []string) {
	t.Helper()
	url := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	at := leadsNow
	service, err := lead.Open(t.Context(), lead.Config{DatabaseURL: url, WebhookURL: webhook,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return at }})
	testkit.Must(t, err)
	var ids []string
	for _, s := range submissions {
		out, err := service.Submit(t.Context(), s)
		testkit.Must(t, err)
		ids = append(ids, out.ID)
		at = at.Add(time.Second)
	}
	// The journal stays open, like that of a running server.
	t.Cleanup(func() { service.Close() })
	return url, ids
}

func anns() lead.Submission {
	return lead.Submission{Key: "ann", Page: "/get-quote", Request: quote.Request{
		Name: "Ann O'Neil", Email: "ann@example.com", Phone: "+1 214 555 0100", ServiceType: "Yard Waste",
		ZIPCode: "75024", ServiceTimeframe: "Today", Message: "=HYPERLINK(\"http://evil\")\nsecond",
		Source: quote.SourceGet}}
}

func bobs() lead.Submission {
	return lead.Submission{Key: "bob", Page: "/", SpamReason: "honeypot", Quarantine: true, Request: quote.Request{
		Name: "@Bob", Phone: "-1", ServiceType: "Other", ZIPCode: "=1+1", ServiceTimeframe: "Today",
		Source: quote.SourceHero}}
}

// haulfront runs a subcommand of "haulfront leads".
func haulfront(t *testing.T, url string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), append([]string{"leads", "--database-url", url}, args...), &environment{
		Stdout: &out, Stderr: &out, Now: func() time.Time { return leadsNow.Add(time.Hour) },
	})
	return out.String(), err
}

// mustRun runs a subcommand that must succeed.
func mustRun(t *testing.T, url string, args ...string) string {
	t.Helper()
	out, err := haulfront(t, url, args...)
	if err != nil {
		t.Fatalf("haulfront leads %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func TestLeadsList(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	out := mustRun(t, url, "list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "ID ") || !strings.HasPrefix(lines[1], ids[1]) ||
		!strings.HasPrefix(lines[2], ids[0]) {
		t.Fatalf("list =\n%s", out)
	}
	for _, want := range []string{"2025-10-05 22:30", "kept", "Ann O'Neil", "+1 214 555 0100", "Yard Waste"} {
		if !strings.Contains(lines[2], want) {
			t.Errorf("the line lacks %q: %s", want, lines[2])
		}
	}
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"--status", "kept"}, 1},
		{[]string{"--status", "quarantined"}, 1},
		{[]string{"--source", quote.SourceHero}, 1},
		{[]string{"--since", "2025-10-05"}, 2},
		{[]string{"--since", "2025-10-06"}, 0},
		{[]string{"--until", "2025-10-05"}, 2},
		{[]string{"--until", "2025-10-04"}, 0},
	} {
		out := mustRun(t, url, append([]string{"list", "--json"}, test.args...)...)
		if got := strings.Count(out, "\n"); got != test.want {
			t.Errorf("list %v = %d leads, want %d", test.args, got, test.want)
		}
	}
	for _, args := range [][]string{{"list", "--since", "yesterday"}, {"list", "--until", "5.10.2025"},
		{"list", "--status", "nice"}} {
		if _, err := haulfront(t, url, args...); err == nil || !strings.Contains(err.Error(), args[1]) {
			t.Errorf("%v = %v, want an error that names %s", args, err, args[1])
		}
	}
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
	if out := mustRun(t, url, "--content", dir, "list"); !strings.Contains(out, "2025-10-05 22:30") ||
		!strings.Contains(out, "business.yaml:1: a { is not closed") {
		t.Errorf("list with a folder that cannot be read =\n%s", out)
	}
	write("name: Elsewhere Hauling\nphone: still to be written\nhours: {timezone: " + elsewhere + "}\n")
	t.Setenv("CONTENT_DIR", dir)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"list"}, there.Format("2006-01-02 15:04")},
		{[]string{"show", ids[0]}, shown},
		{[]string{"show", "--json", ids[0]}, `"received":"` + there.Format(time.RFC3339) + `"`},
		{[]string{"export"}, there.Format("2006-01-02 15:04:05")},
		{[]string{"export", "--format", "jsonl", "--since", day, "--until", day}, ids[0]},
		{[]string{"purge", ids[0]}, "received " + shown},
	} {
		if out := mustRun(t, url, test.args...); !strings.Contains(out, test.want) {
			t.Errorf("leads %v lacks %q:\n%s", test.args, test.want, out)
		}
	}
}

func TestLeadsWithoutJournal(t *testing.T) {
	if _, err := haulfront(t, "sqlite:"+t.TempDir()+"/none.db", "list"); err == nil {
		t.Error("list without a journal = nil, want an error")
	}
	if _, err := haulfront(t, "mysql://x", "list"); err == nil || !strings.Contains(err.Error(), "DATABASE_URL") {
		t.Errorf("list of mysql = %v, want an error that names DATABASE_URL", err)
	}
}

func TestLeadsShow(t *testing.T) {
	failing := testkit.NewReceiver(t, "webhook", nil)
	failing.Set(testkit.Status(500))
	url, ids := journalWith(t, failing.URL, anns())
	out := mustRun(t, url, "show", ids[0])
	for _, want := range []string{ids[0], leadsNow.Format("2006-01-02 15:04:05 MST"), "ann@example.com", "webhook",
		"queued, due 2025-10-05 22:30:0",
		"status 500", "the webhook answered with status 500", "=HYPERLINK(\"http://evil\")\nsecond"} {
		if !strings.Contains(out, want) {
			t.Errorf("show lacks %q:\n%s", want, out)
		}
	}
	var got struct {
		ID, Name, ZIPCode, Status string
		Received                  time.Time
		Webhook                   lead.Delivery
	}
	testkit.Must(t, json.Unmarshal([]byte(mustRun(t, url, "show", "--json", ids[0])), &got))
	if got.ID != ids[0] || got.Name != "Ann O'Neil" || got.ZIPCode != "75024" || got.Status != "queued" ||
		!got.Received.Equal(leadsNow) || len(got.Webhook.Attempts) != 1 || got.Webhook.Attempts[0].Status != 500 {
		t.Errorf("show --json = %+v", got)
	}
	if _, err := haulfront(t, url, "show", "nobody"); err == nil {
		t.Error("show nobody = nil, want an error")
	}
}

// The reference that the visitor received finds the lead, in any spelling.
func TestLeadsShowByReference(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	reference := lead.Reference(ids[0])
	for _, typed := range []string{reference, " " + strings.ToLower(reference) + "\n"} {
		if out := mustRun(t, url, "show", typed); !strings.Contains(out, ids[0]) {
			t.Errorf("show %q lacks the lead:\n%s", typed, out)
		}
	}
	// Both were received within a minute of the clock that makes IDs.
	common := 0
	for ids[0][common] == ids[1][common] {
		common++
	}
	_, err := haulfront(t, url, "show", ids[0][:common])
	if err == nil || !strings.Contains(err.Error(), ids[0]) || !strings.Contains(err.Error(), ids[1]) ||
		!strings.Contains(err.Error(), "give more of the ID") {
		t.Errorf("show of what two IDs start with = %v, want both named", err)
	}
}

// How a visitor wants to be answered, and what the visitor agreed to.
func TestLeadsKnowTheAnswer(t *testing.T) {
	sub := anns()
	shown := leadsNow.Format("2006-01-02 15:04:05 MST") + " on /get-quote: =Yes, text me"
	sub.Request.Extra.Answer = quote.Answer{
		Contact: "text", Windows: []string{"monday-morning", "friday-evening"},
		Consent: &quote.Consent{Words: "=Yes, text me", At: leadsNow.UTC(), Page: "/get-quote"},
	}
	url, ids := journalWith(t, "", sub, bobs())
	show := mustRun(t, url, "show", ids[0])
	for _, want := range []string{"contact ", "text\n", "monday-morning, friday-evening", shown} {
		if !strings.Contains(show, want) {
			t.Errorf("show lacks %q:\n%s", want, show)
		}
	}
	if csv := mustRun(t, url, "export"); !strings.Contains(csv, `,text,"monday-morning, friday-evening","`+shown+`"`) {
		t.Errorf("the CSV lacks the answer:\n%s", csv)
	}
	answer := `"answer":{"contact":"text","windows":["monday-morning","friday-evening"],` +
		`"consent":{"words":"=Yes, text me","at":"` +
		leadsNow.UTC().Format(time.RFC3339) + `","page":"/get-quote"}}`
	for _, args := range [][]string{{"show", "--json", ids[0]}, {"list", "--json"}, {"export", "--format", "jsonl"}} {
		if out := mustRun(t, url, args...); !strings.Contains(out, answer) || strings.Count(out, `"answer"`) != 1 {
			t.Errorf("leads %v lacks %s:\n%s", args, answer, out)
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
		"name": "Ann O'Neil", "phone": "'+1 214 555 0100", "message": "'=HYPERLINK(\"http://evil\")\nsecond",
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
	out = mustRun(t, url, "export", "--format", "jsonl")
	if strings.Count(out, "\n") != 2 || !strings.Contains(out, `"phone":"+1 214 555 0100"`) {
		t.Errorf("export --format jsonl = %s, want two leads, unchanged", out)
	}
}

func TestEscapeFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "a=b": "a=b", "'=": "'=", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\ta": "'\ta",
		"\ra": "'\ra", "\na": "'\na",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠a": "'＠a",
		"﹦1": "'﹦1", "﹢1": "'﹢1", "﹣1": "'﹣1", "﹫a": "'﹫a",
		" =1": "' =1", "\u00a0=1": "'\u00a0=1", "\u3000＝1": "'\u3000＝1",
		"\ufeff=1": "'=1", "\u200b=1": "'=1", "\u2060\u200d+1": "'+1", "\u202e=1": "'=1", "\u2066@a": "'@a",
		"\u200f-1": "'-1",
		"\u3164=1": "'=1", "\u2800=1": "'=1", " \u200b=1": "' \u200b=1", " \ufe0f=1": "' \ufe0f=1",
		"\u202eexe.gnp": "exe.gnp", "a\u202a\u202eb\u2066c\u2069\u200e\u200f\u061cd": "abcd", "a\u200db": "a\u200db",
		"Ann -1": "Ann -1", "❤️": "❤️",
	} {
		if got := quote.EscapeFormula(cell); got != want {
			t.Errorf("quote.EscapeFormula(%q) = %q, want %q", cell, got, want)
		}
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

// TestLeadsOutputIsVisible checks that what a visitor typed cannot change the direction of a terminal's text; JSON has
// it unchanged.
func TestLeadsOutputIsVisible(t *testing.T) {
	spoof := anns()
	spoof.Request.Name, spoof.Request.Message = "Ann \u202egnp.exe", "a\u2066b"
	url, ids := journalWith(t, "", spoof)
	for _, args := range [][]string{{"list"}, {"show", ids[0]}} {
		out := mustRun(t, url, args...)
		if strings.ContainsAny(out, "\u202e\u2066") || !strings.Contains(out, "Ann <U+202E>gnp.exe") {
			t.Errorf("leads %v does not show the character:\n%q", args, out)
		}
	}
	for _, args := range [][]string{{"list", "--json"}, {"show", "--json", ids[0]}, {"export", "--format", "jsonl"}} {
		if out := mustRun(t, url, args...); !strings.Contains(out, "Ann \u202egnp.exe") ||
			!strings.Contains(out, "a\u2066b") {
			t.Errorf("leads %v does not have the text unchanged:\n%q", args, out)
		}
	}
}

// TestLeadsKnowMails has a mail whose end is unknown, and one that was refused.
func TestLeadsKnowMails(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	service, err := lead.Open(t.Context(), lead.Config{DatabaseURL: url, Log: slog.New(slog.DiscardHandler),
		Mail: &lead.Mail{
			Acknowledge: true,
			Send: func(ctx context.Context, kind lead.Kind, _ lead.Lead, handOver func(context.Context) error) error {
				if err := handOver(ctx); err != nil {
					return err
				}
				if kind == lead.OwnerMail {
					return &outbound.Error{Class: outbound.Unknown, Err: errors.New("it may have been sent")}
				}
				return &outbound.Error{Class: outbound.Permanent, Status: 550, Err: errors.New("no such user")}
			},
		}})
	testkit.Must(t, err)
	out, err := service.Submit(t.Context(), anns())
	testkit.Must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() { _ = service.Run(ctx) })
	has := func(args ...string) bool {
		return strings.Contains(mustRun(t, url, append([]string{"list"}, args...)...), out.ID)
	}
	if !testkit.Poll(func() bool {
		return has("--status", "dead", "--kind", "visitor") &&
			strings.Contains(mustRun(t, url, "show", out.ID), "may have been")
	}) {
		t.Fatalf("the mails were not sent:\n%s", mustRun(t, url, "show", out.ID))
	}
	stop()
	worker.Wait()
	defer service.Close()
	if has("--status", "dead", "--kind", "webhook") || !has("--status", "queued", "--kind", "owner") ||
		has("--status", "skipped") {
		t.Error("list finds the lead by the wrong delivery")
	}
	// Not "kept", although no call has a destination.
	if got := mustRun(t, url, "list"); !strings.Contains(got, "  owner queued, visitor dead\n") ||
		!strings.Contains(got, "  queued  Ann") || strings.Contains(got, "kept") {
		t.Errorf("list shows the wrong deliveries:\n%s", got)
	}
	shown := mustRun(t, url, "show", "--json", out.ID)
	for _, want := range []string{`"kind":"owner"`, `"unknown":true`, `"kind":"visitor","status":"dead"`} {
		if !strings.Contains(shown, want) {
			t.Errorf("show --json lacks %s:\n%s", want, shown)
		}
	}
	if csv := mustRun(t, url, "export"); !strings.Contains(csv,
		"ownerMailStatus,visitorMailStatus,estimate,photos,contact,windows,consent,") ||
		!strings.Contains(csv, ",queued,dead,,") {
		t.Errorf("the CSV lacks the mails:\n%s", csv)
	}
	if got := mustRun(t, url, "purge", out.ID); !strings.Contains(got, "owner queued, visitor dead") {
		t.Errorf("purge = %q", got)
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
		"+44 20 7946 0000": "+442079460000", "555-0100": "", "": "", "214 555 0100 or 972 555 0100": "", "call me": "",
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
	if out, err := haulfront(t, url, "export", "--ads"); err == nil || !strings.Contains(err.Error(), "sharesWithAds") {
		t.Errorf("export --ads = %q, %v, though the privacy page says that nothing is passed on", out, err)
	}
	dir := t.TempDir()
	company := []byte("sharesWithAds: true\nhours: { timezone: America/Chicago }")
	if err := os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CONTENT_DIR", dir)
	got := mustRun(t, url, "export", "--ads")
	want := "Google Click ID,GBRAID,WBRAID,Email,Phone Number,Conversion Name,Conversion Time,Conversion " +
		"Value,Conversion Currency,Order ID\n" +
		",,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Add(time.Second).Format(time.RFC3339) + ",,," +
		ids[1] + "\n" +
		"-Cj0KCQ,,," + annHash + "," + annNumber + ",Quote request," + leadsNow.Format(time.RFC3339) + ",,," + ids[0] +
		"\n"
	if got != want {
		t.Errorf("export --ads =\n%s\nwant\n%s", got, want)
	}
	if got := mustRun(t, url, "export", "--ads", "--conversion", "Web lead", "--until",
		"2025-10-05"); strings.Count(got, ",Web lead,") != 2 {
		t.Errorf("export --ads --conversion =\n%s", got)
	}
	j, err := lead.OpenJournal(t.Context(), url)
	testkit.Must(t, err)
	defer j.Close()
	sold := map[string][]string{"stage": {office.Booked}, "price": {"350"}}
	err = office.Open(office.Config{Journal: j, Now: time.Now, Words: program.Words}).Change(t.Context(), ids[0], "", sold)
	testkit.Must(t, err)
	if got := mustRun(t, url, "export", "--ads", "--booked"); strings.Count(got, "\n") != 2 ||
		!strings.HasSuffix(got, ",350,USD,"+ids[0]+"\n") {
		t.Errorf("export --ads --booked =\n%s", got)
	}
	for _, args := range [][]string{{"--format", "jsonl"}, {"--conversion="}} {
		if out, err := haulfront(t, url, append([]string{"export", "--ads"}, args...)...); err == nil ||
			!strings.Contains(err.Error(), "--conversion") {
			t.Errorf("export --ads %v = %q, %v, want an error that says what is wanted", args, out, err)
		}
	}
}

func TestLeadsShowAttribution(t *testing.T) {
	sub := anns()
	sub.Request.Extra.Attribution = quote.ParseAttribution(
		"utm_source=%3DHYPERLINK()&gclid=abc&page=/blog|referrer=www.bing.com&page=/get-quote")
	url, ids := journalWith(t, "", sub, bobs())
	if out := mustRun(t, url, "show", ids[0]); !strings.Contains(out, "=HYPERLINK(), gclid abc, page /blog\n") ||
		!strings.Contains(out, "www.bing.com, page /get-quote\n") {
		t.Errorf("show =\n%s", out)
	}
	const touches = ",'=HYPERLINK(),'=HYPERLINK(),,,,,abc,,,,/blog,,www.bing.com,,,,,,,,,,/get-quote,www.bing.com,\r\n"
	if out := mustRun(t, url, "export"); !strings.Contains(out, "firstTouch,firstTouch.utm_source,") ||
		!strings.Contains(out, ",lastTouch,lastTouch.utm_source,") || !strings.Contains(out, touches) {
		t.Errorf("export =\n%s", out)
	}
}
