package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// TestOfficeEvents checks that open pages of the office learn of new requests, that a browser which reconnects learns
// that it may have missed one, and that a stream ends with the server, and before the next event when its session has
// ended.
func TestOfficeEvents(t *testing.T) {
	t.Parallel()
	s := program.NewSite(t)
	stop := servertest.Serve(t, s, program.Settings(t, append(s.Settings(), "OFFICE_USERS=Ann <ann@example.com>")...),
		time.Now)
	u := servertest.SignedIn(t, s, commandLink(t, s))
	next, end := u.Events("")
	first := next()
	s.Post(t, testkit.QuoteForm("Ann"))
	if event := next(); event != "event=new" {
		t.Errorf("after a request, the stream has %s", event)
	}
	end()
	next, end = u.Events(strings.TrimPrefix(first, "id="))
	defer end()
	if id, event := next(), next(); id != first || event != "event=changed" {
		t.Errorf("after a break, the stream has %s, %s", id, event)
	}
	gone := servertest.SignedIn(t, s, commandLink(t, s))
	nextOfGone, endOfGone := gone.Events("")
	defer endOfGone()
	nextOfGone()
	gone.Want(http.StatusSeeOther, "POST", "/office/sign-out", nil)
	s.Post(t, testkit.QuoteForm("Bob"))
	if line := nextOfGone(); line != "end" {
		t.Errorf("the stream of an ended session has %s", line)
	}
	if event := next(); event != "event=new" {
		t.Errorf("the stream of a session that goes on has %s", event)
	}
	stop()
	if line := next(); line != "end" {
		t.Errorf("the stream of a stopped server has %s", line)
	}
}

// testWeek reads the page of the week, and what makes the office an app.
func testWeek(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	s := u.Site
	s.Post(t, testkit.QuoteForm("Ann"))
	_, body := u.Want(http.StatusOK, "GET", "/office/week", nil)
	servertest.Has(t, body, `<th scope="row">All week</th><td>1</td><td>0</td><td>0</td>`, "Week of ",
		"/office/calendar.ics?key=", "data-push-key=\"B", "/office/manifest.webmanifest")
	if _, metrics := s.GetAdmin(t, "/metrics"); !strings.Contains(metrics, "haulfront_overdue_requests 0\n") ||
		!strings.Contains(metrics, "haulfront_pushes_failed_total 0\n") {
		t.Errorf("the metrics of the office are missing:\n%s", metrics)
	}
	subscription := url.Values{"endpoint": {"https://push.example/1"}, "p256dh": {"p"}, "auth": {"a"}}
	u.Want(http.StatusNoContent, "POST", "/office/push", subscription)
	u.Want(http.StatusNoContent, "POST", "/office/push",
		url.Values{"endpoint": {"https://push.example/1"}, "end": {"on"}})
	u.Want(http.StatusBadRequest, "POST", "/office/push", url.Values{"endpoint": {"http://push.example/1"}})
	stranger := &servertest.User{T: t, Site: s}
	response, _ := stranger.Want(http.StatusOK, "GET", "/office/worker.js", nil)
	if got := response.Header.Get("Service-Worker-Allowed"); got != "/office" {
		t.Errorf("Service-Worker-Allowed is %q", got)
	}
	if _, body := stranger.Want(http.StatusOK, "GET", "/office/manifest.webmanifest", nil); !strings.Contains(body,
		`"start_url":"/office"`) {
		t.Errorf("the manifest is %s", body)
	}
}

// TestOfficeSessions ends sessions on the page of the week, and renews the address of the calendar. Links that a
// command prints lead to the address of the server.
func TestOfficeSessions(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t, "BASE_URL=https://office.test",
		"OFFICE_USERS=Ann <ann@example.com>, Bob <bob@example.com>")
	ann, bob := servertest.SignedIn(t, s, commandLink(t, s)), servertest.SignedIn(t, s, commandLink(t, s, "Bob"))
	id := func(u *servertest.User) string {
		_, token, _ := strings.Cut(u.Cookie, "=")
		return office.SessionID(token)
	}
	j, err := journal.Open(t.Context(), s.Database)
	testkit.Must(t, err)
	defer j.Close()
	if !testkit.Poll(func() bool { address, _ := j.SiteURL(t.Context()); return address != "" }) ||
		commandURL(t, s).Host != "office.test" {
		t.Error("a link of the command line does not lead to the server's BASE_URL")
	}
	_, week := ann.Want(http.StatusOK, "GET", "/office/week", nil)
	servertest.Has(t, week, "Ann<br/>Since ", "Bob<br/>Since ", ` value="`+id(ann)+`"`, ` value="`+id(bob)+`"`)
	if strings.Count(week, "This device") != 1 {
		t.Errorf("not one session is this one's:\n%s", week)
	}
	calendar := func() string {
		t.Helper()
		_, week := ann.Want(http.StatusOK, "GET", "/office/week", nil)
		_, path, _ := strings.Cut(week, `href="https://office.test`)
		path, _, _ = strings.Cut(path, `"`)
		ann.Want(http.StatusOK, "GET", path, nil)
		return path
	}
	before := calendar()
	ann.Want(http.StatusSeeOther, "POST", "/office/calendar", nil)
	if calendar() == before {
		t.Error("the calendar has its old address")
	}
	ann.Want(http.StatusNotFound, "GET", before, nil)

	if response, _ := ann.Want(http.StatusSeeOther, "POST", "/office/sessions", url.Values{"end": {id(bob)}}); response.
		Header.Get("Location") != "/office/week" {
		t.Errorf("ending Bob's session leads to %q", response.Header.Get("Location"))
	}
	bob.Want(http.StatusUnauthorized, "GET", "/office/week", nil)
	own := id(ann)
	response, _ := ann.Want(http.StatusSeeOther, "POST", "/office/sessions", url.Values{"end": {own}})
	// The browser loses the last list, which its service worker has kept.
	if got := response.Header.Get("Clear-Site-Data"); got != `"storage"` {
		t.Errorf("Clear-Site-Data is %q after the session has ended", got)
	}
	if ann.Cookie != "__Host-office=" || response.Header.Get("Location") != "/office" {
		t.Errorf("ending one's own session leads to %q with the cookie %q", response.Header.Get("Location"), ann.Cookie)
	}
	servertest.Has(t, s.Log.String(), `msg="signed in" user=Bob session=`,
		`msg="session ended" user=Bob session=`, "session="+own+" by=Ann")
}

// testEventsOfOneUser checks that one user cannot take the streams of all others.
func testEventsOfOneUser(t *testing.T, ann *servertest.User, clock *testkit.Clock) {
	s := ann.Site
	bob := servertest.SignedIn(t, s, s.SignInPath(t, clock.Now, "bob@example.com"))
	for range 10 {
		next, end := ann.Events("")
		defer end()
		next()
	}
	if _, page := ann.Want(http.StatusTooManyRequests, "GET", "/office/events", nil); !strings.Contains(page, "<h1") {
		t.Errorf("the eleventh stream is answered with\n%s", page)
	}
	s.Log.Wait(t, "too many pages of the office are open")
	next, end := bob.Events("")
	defer end()
	next()
}

// TestOfficeOfTwoCopies checks that two programs on one PostgreSQL are one office: a session of one is good at the
// other, which also learns of new requests and of changes.
func TestOfficeOfTwoCopies(t *testing.T) {
	t.Parallel()
	database := postgres.New(t, &postgres.Server{Settings: []string{"fsync=off"}})
	start := func() *program.Site {
		s := program.NewSite(t)
		s.Database = database
		servertest.Serve(t, s, program.Settings(t, append(s.Settings(), "OFFICE_USERS=Ann <ann@example.com>")...),
			time.Now)
		return s
	}
	one, two := start(), start()
	u := servertest.SignedIn(t, one, commandLink(t, one))
	elsewhere := &servertest.User{T: t, Site: two, Cookie: u.Cookie}
	next, end := elsewhere.Events("")
	defer end()
	awaitEvent := func(wanted ...string) {
		t.Helper()
		for line := next(); !slices.Contains(wanted, line); line = next() {
			if line == "end" {
				t.Fatalf("the stream ended without %s", wanted)
			}
		}
	}
	one.Post(t, testkit.QuoteForm("Wilhelmina"))
	awaitEvent("event=new", "event=changed") // the second if the request came before the copy listened
	if _, inbox := elsewhere.Want(http.StatusOK, "GET", "/office", nil); !strings.Contains(inbox, "Wilhelmina") {
		t.Error("the other copy does not show the request")
	}
	u.Want(http.StatusSeeOther, "POST", "/office/leads/"+one.Leads(t)[0].ID, url.Values{"stage": {"contacted"}})
	awaitEvent("event=changed")
}
