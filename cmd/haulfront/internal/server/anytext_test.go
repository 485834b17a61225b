package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// anyText draws a text that people, programs or attackers may put into a field.
var anyText = rapid.Custom(func(t *rapid.T) string {
	parts := rapid.SampledFrom([]string{"+1\u00a0(469)\u00a0555\u20110188", "214-555-0100", "x7",
		"ann@example.com", "75201", "\u00a0", "\u200b", "\u202e", "\ufeff", "\x00", "\r\n", "\t",
		"\xff\xed\xa0\x80", "🚛🇺🇸", "e\u0301", "<!--<script>", "</script>", `"'&\`, "[name]", "[price]", "%s",
		"=1+1", "null", "__proto__", "Ann", strings.Repeat("W", 300)})
	text := strings.Join(rapid.SliceOfN(rapid.OneOf(parts, parts, rapid.String()), 0, 6).Draw(t, "parts"), "")
	if rapid.IntRange(0, 40).Draw(t, "length") == 0 {
		text = strings.Repeat(text, 100)
	}
	return text
})

// draw returns a form with some of the fields, each with a value of its own or any text.
func draw(t *rapid.T, fields map[string][]string) url.Values {
	form := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch usual := fields[name]; rapid.IntRange(0, 3).Draw(t, name) {
		case 0:
			form.Set(name, anyText.Draw(t, name))
		case 1:
		default:
			form.Set(name, rapid.SampledFrom(append(usual, "", "Ann")).Draw(t, name))
		}
	}
	return form
}

// What a visitor, a user and a customer send.
var (
	quoteFields = map[string][]string{"name": {"Ann Smith"},
		"phone": {"469-555-0188", "+1\u00a0(469)\u00a0555\u20110188"}, "email": {"ann@example.com"},
		"zipCode": {"75201"}, "serviceType": {"Other"}, "serviceTimeframe": {"Today"},
		"message": {"Two piles"}, "contact": {"call", "text", "email"}, "consent": {"on"}, "language": {"es"},
		"estimate": {"{}"}, "attribution": {"{}"}, "source": {quote.SourceHero}, "page": {"/", "/get-quote"}}
	// Beside the fields that ask for actions, and their values where that is not the button's.
	userDetails = map[string][]string{"lost": {"Price"}, "included": {"Labor"}, "address": {"1200 Elm"},
		"access": {"Gate"}, "amount": {"350"}, "paid": {"cash", "unpaid"}}
	customerDetails = map[string][]string{"slot": {"2026-11-24T08"}}
	usual           = map[string][]string{"stage": office.Stages(), "note": {"Called"}, "price": {"350", "350-450"},
		"slots": {"2026-11-24T08", "2026-11-25T10"}, "again": {"tomorrow"}, "truck": {"1"}, "address": {"1200 Elm"},
		"access": {"Gate"}}
)

// actionFields returns the fields that ask for actions, and some more.
func actionFields(actions []office.Action, details map[string][]string) map[string][]string {
	fields := maps.Clone(details)
	for _, a := range actions {
		for _, name := range a.Fields {
			if a.Value != "" {
				fields[name] = append(fields[name], a.Value)
			} else if fields[name] = usual[name]; fields[name] == nil {
				fields[name] = []string{"on"}
			}
		}
	}
	return fields
}

// TestAnyText stores requests of any text, in any mixture of stages, and asks for every page of the office and of the
// customers, every mail, export and feed. 100 draws take about 12 seconds of a processor; -rapid.checks=1600 makes
// 2,000 requests.
func TestAnyText(t *testing.T) {
	t.Parallel()
	s, clock := program.NewSite(t), testkit.NewClock(servertest.OfficeNow())
	set := program.Settings(t, append(s.Settings(), "OFFICE_USERS=ann@example.com", "QUOTE_RATE_LIMIT=1000000")...)
	servertest.Serve(t, s, set, clock.Now)
	u, built := servertest.SignedIn(t, s, s.SignInPath(t, clock.Now)), server.BuildSite(t)
	leads, err := outbox.Attach(t.Context(), s.Database)
	testkit.Must(t, err)
	defer leads.Close()
	ok := func(method, path string, form url.Values, header ...string) string {
		t.Helper()
		response, body := u.Do(method, path, form, header...)
		if response.StatusCode >= 500 || method == http.MethodGet && response.StatusCode != http.StatusOK {
			t.Errorf("%s %s with %q = %d", method, path, form, response.StatusCode)
		}
		return body
	}
	mailActions := map[bool][]string{} // what mails to customers, and to the office, are about
	for name, words := range built.Content().Office().ByAction {
		if words.ToCustomer != nil && words.ToCustomer.Subject != "" {
			mailActions[true] = append(mailActions[true], name)
		}
		if words.ToOffice != "" {
			mailActions[false] = append(mailActions[false], name)
		}
	}
	var known []string
	rapid.Check(t, func(r *rapid.T) {
		form := draw(r, quoteFields)
		form.Set("asked", "phone email consent address")
		ok("POST", "/quote", form)
		for _, name := range []string{"name", "phone", "serviceType", "zipCode", "serviceTimeframe"} {
			if quote.CleanLine(form.Get(name)) == "" { // it is required
				form.Set(name, "Ann")
			}
		}
		ok("POST", "/quote", form, "Accept", "application/json")
		ok("POST", office.NewPath, form)
		ids := newIDs(t, s, len(known))
		known = append(known, ids...)
		for _, id := range ids {
			path := office.Path + "/leads/" + id
			token, err := leads.CustomerToken(t.Context(), id)
			testkit.Must(t, err)
			for range rapid.IntRange(0, 3).Draw(r, "changes") {
				users, customers := office.UserActions(), office.CustomerActions()
				first := rapid.IntRange(0, len(users)-1).Draw(r, "action") // a form asks for the first of its actions
				ok("POST", path, draw(r, actionFields(users[first:], userDetails)))
				if rapid.Bool().Draw(r, "answer") {
					first := rapid.IntRange(0, len(customers)-1).Draw(r, "customer's action")
					ok("POST", office.CustomerPath+token, draw(r, actionFields(customers[first:], customerDetails)))
				}
			}
			ok("GET", path, nil)
			ok("GET", office.CustomerPath+token, nil)
			l, err := leads.Get(t.Context(), id)
			testkit.Must(t, err)
			for _, kind := range outbox.Mails() {
				action := rapid.SampledFrom(slices.Sorted(slices.Values(mailActions[kind.ToVisitor()]))).Draw(r, "mail")
				event := office.Event{Action: action, Details: form.Get("message")}
				notice, err := json.Marshal(office.Notice{Event: event, Record: office.Record{Lead: l.Lead}})
				testkit.Must(t, err)
				l.Deliveries = []outbox.Delivery{{Kind: kind, Body: string(notice)}}
				if mail := server.ComposeMail(t, built, kind, l); mail.HTML == "" || mail.Text == "" {
					t.Errorf("the mail %s of %+v has no HTML", kind, l.Request)
				}
			}
		}
	})
	askAll(t, u, ok)
	var summary office.MailSummary
	for _, l := range s.Leads(t) {
		summary.Requests = append(summary.Requests, l.Lead)
	}
	_, err = built.MailHTML(t.Context(), office.Words{Site: built.Content()}.SummaryMail(summary))
	testkit.Must(t, err)
	t.Logf("%d requests", len(known))
}

// newIDs returns the IDs of the requests after the known ones.
func newIDs(t *testing.T, s *program.Site, known int) []string {
	t.Helper()
	j, err := journal.Open(t.Context(), s.Database)
	testkit.Must(t, err)
	defer j.Close()
	all, err := journal.QueryAll(t.Context(), j.Reader(), journal.ScanText,
		fmt.Sprintf(`SELECT id FROM leads ORDER BY rowid LIMIT 10 OFFSET %d`, known))
	testkit.Must(t, err)
	return all
}

var nextPage = regexp.MustCompile(`OfficeInbox-more" href="(/office\?[^"]+)"`)

// askAll asks for every list of the office, every export and the feed.
func askAll(t *testing.T, u *servertest.User, ok func(method, path string, form url.Values, header ...string) string) {
	lists := []string{"/office", "/office/week", "/office/new", "/office/site", "/office?stage=held",
		"/office?stage=sold"}
	for _, stage := range office.Stages() {
		lists = append(lists, "/office?stage="+stage)
	}
	for _, text := range []string{"Ann", "469", "5550188", "\u00a0", "\u202e", "%", "<!--", "\xff", "🚛"} {
		lists = append(lists, "/office?q="+url.QueryEscape(text), "/office/new?find=on&phone="+url.QueryEscape(text))
	}
	for day := range 8 {
		lists = append(lists, "/office/day?date="+servertest.OfficeNow().AddDate(0, 0, day-1).Format(time.DateOnly))
	}
	for _, path := range lists {
		for path != "" {
			body := ok("GET", path, nil)
			if strings.Contains(body, "haulfront leads show") {
				t.Errorf("%s has a request that cannot be shown", path)
			}
			next := nextPage.FindStringSubmatch(body)
			if path = ""; next != nil && strings.Contains(next[1], "before") {
				path = strings.ReplaceAll(next[1], "&amp;", "&")
			}
		}
	}
	week := ok("GET", "/office/week", nil)
	feed := regexp.MustCompile(`/office/calendar\.ics\?key=[^"<]+`).FindString(week)
	ok("GET", feed, nil)
	dir := t.TempDir()
	ads := "sharesWithAds: true\n"
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "business.yaml"), []byte(ads), 0o600))
	for _, args := range [][]string{{"export"}, {"export", "--format=jsonl"}, {"list"}, {"export", "--ads"}} {
		var out bytes.Buffer
		if err := command.Run(t.Context(), slices.Concat([]string{"leads", "--database-url", u.Site.Database,
			"--content", dir}, args), &out, io.Discard); err != nil || out.Len() == 0 {
			t.Errorf("leads %s: %v", args, err)
		}
	}
}
