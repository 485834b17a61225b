package web_test

import (
	"bytes"
	"database/sql"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// commandLink returns the path of a link of the command line.
func commandLink(t *testing.T, s *program.Site, user ...string) string {
	t.Helper()
	return commandURL(t, s, user...).Path
}

// commandURL returns a link of the command line.
func commandURL(t *testing.T, s *program.Site, user ...string) *url.URL {
	t.Helper()
	var out bytes.Buffer
	link := []string{"office", "--database-url", s.Database, "--office-users",
		"Ann <ann@example.com>, Bob <bob@example.com>", "link", append(user, "Ann")[0]}
	testkit.Must(t, command.Run(t.Context(), link, &out, io.Discard))
	address, err := url.Parse(strings.TrimSpace(out.String()))
	testkit.Must(t, err)
	return address
}

// TestOffice runs the tests of the office that need no settings of their own. They share a program, whose start takes
// longer than most of them, and begin with an empty journal and the same time.
func TestOffice(t *testing.T) {
	t.Parallel()
	shared, clock := servertest.StartOffice(t)
	s := shared.Site
	db, err := sql.Open("sqlite", strings.Replace(s.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	for name, test := range map[string]func(*testing.T, *servertest.User, *testkit.Clock){
		"CustomerDoors": testCustomerDoors, "DamagedJob": testDamagedJob, "Day": testDay, "Doors": testDoors,
		"EventsOfOneUser": testEventsOfOneUser, "Head": testHead, "Inbox": testInbox, "Quarantine": testQuarantine,
		"Request": testRequest, "UnreadableJournal": testUnreadableJournal, "UnsavedPhotos": testUnsavedPhotos,
		"Week": testWeek,
	} {
		t.Run(name, func(t *testing.T) {
			if !testkit.Poll(func() bool { // until no delivery of the test before is under way
				var leased int
				err := db.QueryRow(`SELECT COUNT(*) FROM deliveries WHERE lease <> ''`).Scan(&leased)
				return err == nil && leased == 0
			}) {
				t.Fatal("a delivery does not end")
			}
			for _, table := range []string{"leads", "deliveries", "photos", "events", "truck_hours", "consents",
				"sessions", "push_subscriptions"} {
				_, err := db.Exec(`DELETE FROM ` + table)
				testkit.Must(t, err)
			}
			s.Log.Take()
			clock.Set(servertest.OfficeNow())
			test(t, servertest.SignedIn(t, s, s.SignInPath(t, clock.Now)), clock)
		})
	}
}

// officeDoors are all ways into the office, with what a stranger gets.
var officeDoors = []struct {
	method, path string
	status       int
}{
	{"GET", "/office", 200}, // the form to sign in
	{"GET", "/office/sign-in", 200},
	{"POST", "/office", 401},
	{"POST", "/office/sign-out", 401},
	{"POST", "/office/sessions", 401},
	{"POST", "/office/calendar", 401},
	{"GET", "/office/in/", 401},
	{"GET", "/office/in/AAAAAAAAAAAAAAAAAAAAAAAAAA", 410},
	{"GET", "/office/leads/LEAD", 401},
	{"POST", "/office/leads/LEAD", 401},
	{"DELETE", "/office/leads/LEAD", 401},
	{"HEAD", "/office/leads/LEAD", 401},
	{"POST", "/office/leads/LEAD/release", 401},
	{"POST", "/office/leads/LEAD/replay", 401},
	{"GET", "/office/leads/LEAD/remove", 401},
	{"POST", "/office/leads/LEAD/remove", 401},
	{"GET", "/office/anything", 401},
	{"GET", "/office/events", 401},
	{"POST", "/office/push", 401},
	{"GET", "/office/week", 401},
	{"GET", "/office/new", 401},
	{"POST", "/office/new", 401},
	{"GET", "/office/site", 401},
	{"POST", "/office/site", 401},
}

// testDoors tries all ways into the office without a session, with an invented one and with one that has ended:
// nothing of a lead comes out, and nothing may be stored or indexed.
func testDoors(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	s := u.Site
	s.Post(t, testkit.QuoteForm("Wilhelmina"))
	id := s.Leads(t)[0].ID
	kept := u.Cookie
	u.Want(http.StatusSeeOther, "POST", "/office/sign-out", nil)
	for _, cookie := range []string{"", "__Host-office=AAAAAAAAAAAAAAAAAAAAAAAAAA", kept} {
		for _, door := range officeDoors {
			stranger := &servertest.User{T: t, Site: s, Cookie: cookie}
			path := strings.ReplaceAll(door.path, "LEAD", id)
			response, body := stranger.Want(door.status, door.method, path, nil)
			if strings.Contains(body, "Wilhelmina") || strings.Contains(body, "sign-out") {
				t.Errorf("%s %s shows a lead to a stranger", door.method, path)
			}
			for name, want := range map[string]string{"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"} {
				if got := response.Header.Get(name); got != want {
					t.Errorf("%s %s: %s is %q, want %q", door.method, path, name, got, want)
				}
			}
		}
	}
}

// TestNoOffice checks that an office that is off is not there. Customers have their page, and change nothing on it.
func TestNoOffice(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	s.Post(t, testkit.QuoteForm("Ann"))
	u := &servertest.User{T: t, Site: s}
	_, page := u.Want(http.StatusOK, "GET", "/q/"+s.Leads(t)[0].Token, nil)
	if strings.Contains(page, "<form") {
		t.Error("a customer's page has a form that nobody reads")
	}
	for _, door := range officeDoors {
		u.Want(http.StatusNotFound, door.method, door.path, nil)
	}
}

// TestOfficeSignIn asks for links by mail, and uses them.
func TestOfficeSignIn(t *testing.T) {
	t.Parallel()
	server, clock := testkit.NewSMTPServer(t), testkit.NewClock(time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC))
	s := program.NewSite(t)
	set := program.Settings(t, append(s.Settings(), "SMTP_URL=smtp://"+server.Addr,
		"OWNER_EMAIL=owner@clearacre.example", "OFFICE_USERS=Ann <ann@example.com>")...)
	servertest.Serve(t, s, set, clock.Now)
	u := &servertest.User{T: t, Site: s}
	ask := func(address string) string {
		t.Helper()
		_, body := u.Want(http.StatusOK, "POST", "/office/sign-in", url.Values{"email": {address}},
			"Referer", s.URL+"/office/leads/123", "Sec-Fetch-Site", "same-origin")
		return body
	}
	nobody, known, other := ask(""), ask("ANN@example.com"), ask("eve@example.com")
	if known != other || nobody != other {
		t.Errorf("the answers differ:\n%s\n%s\n%s", nobody, known, other)
	}
	mail := server.Wait(t, 1)[0]
	if len(mail.To) != 1 || mail.To[0] != "ann@example.com" {
		t.Errorf("the link was sent to %q", mail.To)
	}
	_, links := servertest.MailText(t, mail.Read(t).HTML)
	link, err := url.Parse(links[0])
	testkit.Must(t, err)
	path := link.RequestURI()
	// Over plain HTTP, the link is not used up.
	for _, method := range []string{"GET", "POST"} {
		_, body := u.Want(http.StatusForbidden, method, path, nil, "Host", "192.0.2.7:8080")
		servertest.Has(t, body, "open it with https://")
		if strings.Contains(body, "<form") {
			t.Errorf("%s of a link over plain HTTP has a form:\n%s", method, body)
		}
	}
	for _, header := range [][]string{{"Host", "www.clearacre.example"}, {"Host", "office.localhost"},
		{"Host", "192.0.2.7", "Sec-Fetch-Site", "none"}} {
		u.Want(http.StatusOK, "GET", path, nil, header...)
	}
	// As mail servers and programs do that check links.
	for range 2 {
		u.Want(http.StatusOK, "GET", path, nil)
	}
	u.Want(http.StatusForbidden, "POST", path, nil, "Sec-Fetch-Site", "cross-site")
	response, _ := u.Want(http.StatusSeeOther, "POST", path, nil)
	if to := response.Header.Get("Location"); to != "/office/leads/123" {
		t.Errorf("the link leads to %q", to)
	}
	used := &servertest.User{T: t, Site: s}
	used.Want(http.StatusGone, "GET", path, nil)
	used.Want(http.StatusGone, "POST", path, nil)

	for range 3 {
		clock.Advance(29 * 24 * time.Hour)
		response, _ = u.Want(http.StatusOK, "GET", "/office", nil)
		if response.Header.Get("Set-Cookie") == "" {
			t.Error("the session was not prolonged")
		}
	}
	clock.Advance(4 * 24 * time.Hour)
	if _, body := u.Want(http.StatusOK, "GET", "/office", nil); !strings.Contains(body, "/office/sign-in") {
		t.Error("the session has not ended after ninety days")
	}
	u = servertest.SignedIn(t, s, s.SignInPath(t, clock.Now))
	clock.Advance(31 * 24 * time.Hour)
	if _, body := u.Want(http.StatusOK, "GET", "/office", nil); !strings.Contains(body, "/office/sign-in") {
		t.Error("the session has not ended after thirty days without a visit")
	}

	// A mail server that lets unknown senders wait.
	var tries atomic.Int32
	server.Script(func(stage testkit.Stage, _ string) string {
		if stage == testkit.AtTo && tries.Add(1) == 1 {
			return "451 later"
		}
		return ""
	})
	ask("ann@example.com")
	_, links = servertest.MailText(t, server.Wait(t, 2)[1].Read(t).HTML)
	clock.Advance(61 * time.Minute)
	old, err := url.Parse(links[0])
	testkit.Must(t, err)
	used.Want(http.StatusGone, "GET", old.RequestURI(), nil)
	used.Want(http.StatusForbidden, "POST", "/office/sign-in", nil, "Sec-Fetch-Site", "cross-site")
	for range 5 {
		ask("ann@example.com")
	}
	u.Want(http.StatusTooManyRequests, "POST", "/office/sign-in", url.Values{"email": {"owner@clearacre.example"}})
	_, links = servertest.MailText(t, server.Wait(t, 7)[2].Read(t).HTML)
	clock.Advance(time.Minute)
	ask("ann@example.com")
	s.Log.Wait(t, "mailed several links")
	clock.Advance(15 * time.Minute)
	ask("ann@example.com")
	if mails := server.Wait(t, 8); len(mails) != 8 {
		t.Errorf("%d mails, want 8: six of the last seven", len(mails))
	}
	early, err := url.Parse(links[0])
	testkit.Must(t, err)
	used.Want(http.StatusOK, "GET", early.RequestURI(), nil)
	clock.Advance(61 * time.Minute)
	server.Script(func(stage testkit.Stage, _ string) string {
		return map[testkit.Stage]string{testkit.AtTo: "550 no"}[stage]
	})
	ask("ann@example.com")
	s.Log.Wait(t, "answered 550") // times and IDs may have the number
	if _, metrics := s.GetAdmin(t, "/metrics"); !strings.Contains(metrics, "haulfront_sign_in_mails_failed_total 1\n") {
		t.Error("the metrics do not count the mail that failed")
	}
}

// TestFormerUser takes a user out of the settings, and back in: neither the session nor the address of the calendar is
// good in between, and the session has ended for good.
func TestFormerUser(t *testing.T) {
	t.Parallel()
	const ann, both = "OFFICE_USERS=Ann <ann@example.com>", "OFFICE_USERS=Ann <ann@example.com>, Bob <bob@example.com>"
	database := program.NewSite(t).Database
	var site *program.Site
	stop := func() {}
	start := func(users string) {
		stop()
		site = program.NewSite(t)
		site.Database = database
		stop = servertest.Serve(t, site, program.Settings(t, append(site.Settings(), users)...), time.Now)
	}
	start(both)
	users := []*servertest.User{servertest.SignedIn(t, site, commandLink(t, site)), servertest.SignedIn(t, site,
		commandLink(t, site, "Bob"))}
	var calendars [2]string
	for i, u := range users {
		_, week := u.Want(http.StatusOK, "GET", "/office/week", nil)
		calendars[i] = regexp.MustCompile(`/office/calendar\.ics\?key=[\w-]+`).FindString(week)
		u.Want(http.StatusOK, "GET", calendars[i], nil)
	}
	for _, test := range []struct {
		settings                 string
		bobsSession, bobsAddress int
	}{{ann, http.StatusUnauthorized, http.StatusNotFound}, {both, http.StatusUnauthorized, http.StatusOK}} {
		start(test.settings)
		for i, want := range [][2]int{{http.StatusOK, http.StatusOK}, {test.bobsSession, test.bobsAddress}} {
			users[i].Site = site
			users[i].Want(want[0], "GET", "/office/week", nil)
			users[i].Want(want[1], "GET", calendars[i], nil)
		}
	}
}
