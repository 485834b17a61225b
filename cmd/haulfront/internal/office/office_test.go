package office

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
	"haulfront/content/wording"
)

// TestOffice signs in and works on invented requests, on each database.
func TestOffice(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx := t.Context()
		clock := testkit.NewClock(time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC))
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words,
			Users: []mail.Address{{Name: "Ann", Email: "ann@example.com"}}})
		checkSessions(t, o)

		addDemo(t, o)
		inbox := func(q Query) (names []string, more string) {
			t.Helper()
			page, err := o.Inbox(ctx, q)
			testkit.Must(t, err)
			for _, column := range page.Columns {
				for _, card := range column.Cards {
					names = append(names, card.Name)
				}
				more = column.More.Href
			}
			return names, more
		}
		for _, test := range []struct {
			q    Query
			want int
		}{
			{Query{}, 4 + 4 + 5 + 4 + 6}, {Query{List: "sold", Before: "1.1"}, 4 + 4 + 5 + 4 + 6},
			{Query{List: Done}, 9},
			{Query{List: Lost}, 3}, {Query{List: held}, 0},
			{Query{Text: "maria"}, 1}, {Query{Text: "214555010"}, 10}, {Query{Text: "%"}, 0}, {Query{Text: `\`}, 0},
			{Query{Text: "'; DROP TABLE leads"}, 0}, {Query{List: Done, Before: "nonsense"}, 9},
			{Query{List: Done, Before: "1.x"}, 0},
		} {
			if names, _ := inbox(test.q); len(names) != test.want {
				t.Errorf("Inbox(%+v) has %d requests, want %d: %q", test.q, len(names), test.want, names)
			}
		}
		idOf := func(name string) string {
			page, err := o.Inbox(ctx, Query{Text: name})
			testkit.Must(t, err)
			return strings.TrimPrefix(page.Columns[0].Cards[0].Href, "/office/leads/")
		}
		testkit.Must(t, o.Change(ctx, idOf("Sam Tucker"), "Ann", url.Values{"stage": {Booked}}))
		names, _ := inbox(Query{})
		if got := strings.Join(names[12:17], ", "); got != "Sam Tucker, Amy Kowalski, Omar Haddad, Ray Delgado, "+
			"Curtis Bell" {
			t.Errorf("booked, those without a time first, are %s", got)
		}
		checkChanges(t, o, idOf("Maria"), leads)
	})
}

// checkSessions checks links and sessions.
func checkSessions(t *testing.T, o *Office) {
	t.Helper()
	ctx := t.Context()
	link, err := o.MakeLink(ctx, "ann@example.com", false)
	testkit.Must(t, err)
	token, err := o.SignIn(ctx, link, strings.Repeat("\xff", 500))
	testkit.Must(t, err)
	if _, err := o.SignIn(ctx, link, ""); !errors.Is(err, ErrLink) {
		t.Errorf("a used link: %v", err)
	}
	if user, _, err := o.User(ctx, token); user != "ann@example.com" || err != nil {
		t.Errorf("User() = %q, %v", user, err)
	}
	left := Open(Config{Journal: o.Journal, Now: o.Now})
	if _, _, err := left.User(ctx, token); !errors.Is(err, ErrNoSession) {
		t.Errorf("the session of somebody who is no user any more: %v", err)
	}
	rows, err := o.SessionRows(ctx, token)
	testkit.Must(t, err)
	if got := fmt.Sprintf("%+v", rows); !strings.Contains(got, "Device:Unknown device User:Ann "+
		"Times:Since Mon, Nov 23, 9am. Last used Mon, Nov 23, 9am. Current:true}") {
		t.Errorf("SessionRows() = %s", got)
	}
	list, err := o.Sessions(ctx)
	if len(list) != 1 || err != nil || list[0].User != "ann@example.com" {
		t.Fatalf("Sessions() = %+v, %v", list, err)
	}
	if n, err := o.EndSessions(ctx, list[0].ID); n != 1 || err != nil {
		t.Errorf("EndSessions() = %d, %v", n, err)
	}
	link, err = o.MakeLink(ctx, "ann@example.com", false)
	testkit.Must(t, err)
	_, err = o.SignIn(ctx, link, "")
	testkit.Must(t, err)
	link, err = o.MakeLink(ctx, "Crew", false)
	testkit.Must(t, err)
	if _, err = o.SignIn(ctx, link, ""); !errors.Is(err, ErrLink) {
		t.Errorf("a link for a name that is no user's: %v", err)
	}
	if n, err := o.EndSessions(ctx, "ANN"); n != 1 || err != nil {
		t.Errorf("EndSessions() by name = %d, %v", n, err)
	}
	if _, _, err := o.User(ctx, token); !errors.Is(err, ErrNoSession) {
		t.Errorf("an ended session: %v", err)
	}
}

// TestLinks has a stranger ask for mailed links every minute: the mails stay few, each link is good for its hour, and a
// user who asks has a good link that is not older than linkPause. Commands are never refused, and replace the oldest.
func TestLinks(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx, clock := t.Context(), testkit.NewClock(time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC))
		o := Open(Config{Journal: leads.Journal, Now: clock.Now,
			Users: []mail.Address{{Email: "ann@example.com"}, {Email: "bob@example.com"}}})
		command, err := o.MakeLink(ctx, "ann@example.com", false)
		testkit.Must(t, err)
		type link struct {
			token string
			at    time.Time
		}
		var mailed []link
		mails := func(within time.Duration) (n int) {
			for _, l := range mailed {
				if clock.Now().Sub(l.at) < within {
					n++
				}
			}
			return n
		}
		for minute := range 180 {
			token, err := o.MakeLink(ctx, "ann@example.com", true)
			if err == nil {
				mailed = append(mailed, link{token, clock.Now()})
			} else if !errors.Is(err, ErrLinks) || mails(linkPause) == 0 {
				t.Fatalf("minute %d: %v, with %d mails before", minute, err, len(mailed))
			}
			for _, l := range append(mailed, link{command, clock.Now().Add(-time.Duration(minute) * time.Minute)}) {
				if good := o.CheckLink(ctx, l.token) == nil; good != (clock.Now().Sub(l.at) < linkLife) {
					t.Fatalf("minute %d: a link of %s is good: %v", minute, l.at, good)
				}
			}
			if n := mails(time.Hour); n > 9 {
				t.Fatalf("minute %d: %d mails within an hour", minute, n)
			}
			clock.Advance(time.Minute)
		}
		if _, err := o.MakeLink(ctx, "bob@example.com", true); err != nil {
			t.Errorf("a link for another user: %v", err)
		}
		var printed []string
		for range maxLinks + 1 {
			token, err := o.MakeLink(ctx, "ann@example.com", false)
			testkit.Must(t, err)
			printed = append(printed, token)
			clock.Advance(time.Second)
		}
		for i, token := range printed {
			if good := o.CheckLink(ctx, token) == nil; good != (i > 0) {
				t.Errorf("link %d of %d of a command is good: %v", i+1, len(printed), good)
			}
		}
	})
}

// TestEndFormer checks that nothing of a former user is left that would be good again with the address, and that
// the others keep theirs.
func TestEndFormer(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx, ann, bob := t.Context(), mail.Address{Email: "ann@example.com"}, mail.Address{Email: "Bob@example.com"}
		o := Open(Config{Journal: leads.Journal, Now: time.Now, Users: []mail.Address{ann, bob}})
		var links, tokens []string
		for _, user := range []string{ann.Email, bob.Email} {
			link, err := o.MakeLink(ctx, user, false)
			testkit.Must(t, err)
			token, err := o.SignIn(ctx, link, "")
			testkit.Must(t, err)
			link, err = o.MakeLink(ctx, user, false)
			testkit.Must(t, err)
			links, tokens = append(links, link), append(tokens, token)
			for i, session := range []string{token, "", "ended before"} {
				testkit.Must(t, o.Subscribe(ctx, user, session,
					newBrowser(t).subscription(fmt.Sprintf("https://push.example/%s/%d", user, i))))
			}
		}
		testkit.Must(t, Open(Config{Journal: leads.Journal, Now: time.Now, Users: []mail.Address{ann}}).EndFormer(ctx))
		for i, kept := range []bool{true, false} {
			if _, _, err := o.User(ctx, tokens[i]); (err == nil) != kept {
				t.Errorf("session %d: %v, kept: %v", i, err, kept)
			}
			if err := o.CheckLink(ctx, links[i]); (err == nil) != kept {
				t.Errorf("link %d: %v, kept: %v", i, err, kept)
			}
		}
		left, err := journal.QueryAll(ctx, leads.Reader(), journal.ScanText, `SELECT email FROM push_subscriptions`)
		if err != nil || strings.Join(left, " ") != strings.Repeat(ann.Email+" ", 2)+ann.Email {
			t.Errorf("subscriptions are left of %q, %v", left, err)
		}
	})
}

func TestDeviceName(t *testing.T) {
	const mozilla, webkit = "Mozilla/5.0 ", " AppleWebKit/605.1.15 (KHTML, like Gecko) "
	const iPhone, chrome = "(iPhone; CPU iPhone OS 18_5 like Mac OS X)", "Chrome/140.0.0.0 "
	for agent, want := range map[string]string{
		mozilla + iPhone + webkit + "Version/18.5 Mobile/15E148 Safari/604.1":                   "Safari on iPhone",
		mozilla + iPhone + webkit + "CriOS/140.0 Mobile/15E148 Safari/604.1":                    "Chrome on iPhone",
		mozilla + "(Linux; Android 10; K)" + webkit + chrome + "Mobile Safari/537.36":           "Chrome on Android",
		mozilla + "(Windows NT 10.0; Win64; x64)" + webkit + chrome + "Safari/537.36 Edg/140.0": "Edge on Windows",
		mozilla + "(Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0":    "Firefox on Mac",
		mozilla + "(X11; CrOS x86_64 14541.0.0)" + webkit + chrome + "Safari/537.36":            "Chrome on ChromeOS",
		mozilla + "(X11; Linux x86_64)":                                                         "Linux",
		"curl/8.7.1":                                                                            "other",
		"":                                                                                      "other",
	} {
		if got := deviceName(agent, "[browser] on [system]", "other"); got != want {
			t.Errorf("deviceName(%q) = %q, want %q", agent, got, want)
		}
	}
}

// checkChanges lets eight people change a request at once: one of them succeeds.
func checkChanges(t *testing.T, o *Office, id string, leads *outbox.Service) {
	t.Helper()
	ctx := t.Context()
	var group sync.WaitGroup
	var changed, refused atomic.Int64
	for i := range 8 {
		group.Go(func() {
			err := o.Change(ctx, id, "Ann", url.Values{"note": {fmt.Sprint(i)}, "revision": {"0"}})
			switch {
			case err == nil:
				changed.Add(1)
			case errors.Is(err, ErrChanged):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if changed.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d of 8 changes were made, %d refused", changed.Load(), refused.Load())
	}
	err := o.Change(ctx, id, "Ann", url.Values{"revision": {"1"}, "price": {"350-450"}, "slots": {"2026-11-24T08"}})
	testkit.Must(t, err)
	l, err := leads.Get(ctx, id)
	testkit.Must(t, err)
	page, err := o.Request(ctx, l, "", nil, "")
	testkit.Must(t, err)
	if page.Revision != 2 || page.Card.Stage != Quoted || page.Values["price"] != "350–450" ||
		len(page.History) != 2 || page.History[0].Title != "Ann" {
		t.Errorf("the page is %+v", page)
	}
	early := Open(o.Config)
	early.Now = func() time.Time { return o.Now().Add(-time.Minute) }
	quiet, err := early.Request(ctx, l, "", nil, "")
	testkit.Must(t, err)
	if page.Quiet != "" || !strings.HasPrefix(quiet.Quiet, "No marketing texts until Mon, Nov 23, 9am. ") {
		t.Errorf("the notes of quiet hours are %q at nine, %q before", page.Quiet, quiet.Quiet)
	}
	if err := o.Change(ctx, "unknown", "", url.Values{"stage": {Lost}}); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("a change of no request: %v", err)
	}
}

// Every action has the words that its row needs, and no others: of the history, the notification, the button and what
// it asks first, the customer's page, and the mails. The users' guide has each button. Every refusal and every stage
// has words, too.
func TestWordsOfActions(t *testing.T) {
	labels, needed, has := words().Office(), map[string]bool{}, map[string]bool{}
	need := func(name, word string, when bool) {
		if when {
			needed[name+": "+word] = true
		}
	}
	for _, name := range []string{actionEnter, ActionAsk, actionAgree, actionRefused} {
		need(name, "History", true)
	}
	for _, word := range []string{"History", "Notice", "ToOffice", "CustomerButton"} {
		need(ActionWish, word, true)
	}
	for name := range customerMails {
		need(name, "ToCustomer", true)
		own := labels.ByAction[name]
		need(name, "Estimate", own.Estimate != nil)
		for _, m := range []*wording.Customer{own.ToCustomer, own.Estimate} {
			if m != nil && (m.Subject == "" || m.Title == "" || m.Lead == "" || m.Untold == "" || m.Draft == "") {
				t.Errorf("the mail about %s lacks words: %+v", name, *m)
			}
		}
	}
	need(ActionNoShow, "ToCustomer", true) // a text alone
	data, err := os.ReadFile(filepath.Join(testkit.Root(t), "cmd/haulfront/OFFICE.md"))
	testkit.Must(t, err)
	guide := strings.Join(strings.Fields(string(data)), " ")
	for actor, actions := range map[string][]Action{"user": UserActions(), ActorCustomer: CustomerActions()} {
		button := map[string]string{ActorCustomer: "CustomerButton", "user": "Button"}[actor]
		for _, a := range actions {
			if a.Name == "" {
				continue
			}
			if label := labels.ByAction[a.Name].Button; !strings.Contains(guide, label) {
				t.Errorf("OFFICE.md does not say what the button %q does", label)
			}
			need(a.Name, "History", true)
			need(a.Name, "Notice", actor == ActorCustomer)
			need(a.Name, button, a.press != "")
			need(a.Name, "Sure", a.press == asks)
			need(a.Name, "ToOffice", slices.Contains(a.tells, outbox.AnswerMail))
			need(a.Name, "ToCustomer", slices.Contains(a.tells, outbox.CustomerMail))
			if a.status == nil {
				t.Fatalf("what the customer's page says after the action %s of a %s is not decided", a.Name, actor)
			}
			need(a.Name, "Status", slices.ContainsFunc(Stages(), func(stage string) bool {
				return a.status(&Record{Lead: journal.Lead{Stage: stage}, Job: Job{QuotedAt: 1, Answer: a.Name,
					Wishes: []string{"2026-11-24T08"}}})
			}))
		}
	}
	for name, w := range labels.ByAction {
		of := reflect.ValueOf(w)
		for i := range of.NumField() {
			if !of.Field(i).IsZero() {
				has[name+": "+of.Type().Field(i).Name] = true
			}
		}
	}
	if diff := cmp.Diff(needed, has); diff != "" {
		t.Errorf("the words of actions (-needed +there):\n%s", diff)
	}
	for _, stage := range Stages() {
		if labels.Stages[stage] == "" {
			t.Errorf("the stage %s has no words", stage)
		}
	}
	data, err = os.ReadFile("actions.go")
	testkit.Must(t, err)
	for _, refusal := range regexp.MustCompile(` Refusal = "(\w+)"`).FindAllStringSubmatch(string(data), -1) {
		if labels.Refusals[refusal[1]] == "" {
			t.Errorf("the refusal %s has no words", refusal[1])
		}
	}
}

// FuzzChange checks that no form makes a request that cannot be shown.
func FuzzChange(f *testing.F) {
	zone, o := chicago(f), Open(Config{Words: words})
	f.Add("quoted", "Call back", "350-450", "2026-11-24T08", "too dear")
	f.Add("spam", "\xff\x00\n<b>", "$1,000,000", "2026-03-08T02,", "")
	f.Fuzz(func(t *testing.T, stage, note, price, slots, lost string) {
		form := url.Values{"stage": {stage}, "note": {note}, "price": {price}, "slots": {slots}, "lost": {lost}}
		c, err := o.read(form)
		if err != nil {
			return
		}
		r := Record{Lead: journal.Lead{Stage: New}}
		change := &task{Office: o, Record: &r, typed: c, now: time.Date(2026, 11, 23, 9, 0, 0, 0, zone)}
		if err := change.setTerms(); err == nil && c.low == 0 && len(c.slots) == 0 {
			_ = change.edit()
		}
		event := change.event
		known := false
		for _, s := range Stages() {
			known = known || s == r.Stage
		}
		if !known || strings.Contains(event.Details, "\x00") || r.Job.Low < 0 || r.Job.Low > company.MaxPrice {
			t.Errorf("%+v makes %+v with the event %+v", c, r, event)
		}
	})
}
