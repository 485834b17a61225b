package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// start is where the clock stands.
var start = time.Date(2025, 10, 6, 15, 4, 5, 678e6, time.UTC)

// alertSite opens a site whose clock stands, and which nobody runs: the test checks for troubles itself.
func alertSite(t *testing.T, site *program.Site, settings ...string) (*Server, *testkit.Clock) {
	t.Helper()
	clock := testkit.NewClock(start)
	set := program.Settings(t, append(append(site.Settings(), "ALERT_AFTER=15m"), settings...)...)
	s, err := Open(t.Context(), Config{Settings: set, Stderr: site.Log, Now: clock.Now, Lazy: true,
		NewEngine: program.SharedBundle})
	testkit.Must(t, err)
	t.Cleanup(s.close)
	s.warmed.Do(func() { close(s.warm) })
	admin := httptest.NewServer(s.adminHandler())
	t.Cleanup(admin.Close)
	site.Admin = admin.URL
	return s, clock
}

// officeTime is a time as alerts write it.
func officeTime(t time.Time) string { return t.In(program.Office()).Format("Mon Jan 2, 3:04 PM") }

// submitTo stores a lead as a visitor's post does.
func submitTo(t *testing.T, s *Server, name string, fields ...string) {
	t.Helper()
	form := testkit.QuoteForm(name)
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	p := quote.Post{Words: program.Words(), Values: form}
	p.Read(func(string) bool { return false })
	if _, err := s.leads.Submit(t.Context(), quote.Post{Request: p.Request, Key: name}); err != nil {
		t.Fatal(err)
	}
}

// A webhook that fails reaches the owner by mail, /readyz, the metrics and the log, and so does its end.
func TestAlertByMail(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	s, clock := alertSite(t, site, "SMTP_URL=smtp://"+server.Addr,
		"OWNER_EMAIL=owner@clearacre.example,crew@clearacre.example")
	site.Webhook.Set(testkit.Status(http.StatusInternalServerError))
	submitTo(t, s, "Ann")
	clock.Advance(14 * time.Minute)
	s.alerts.Check(t.Context())
	if mails := server.All(); len(mails) != 0 || len(s.alerts.Active()) != 0 {
		t.Errorf("before the time the owner got %v", mails)
	}
	clock.Advance(time.Minute)
	s.alerts.Check(t.Context())
	mails := server.All()
	if len(mails) != 1 || len(mails[0].To) != 2 {
		t.Fatalf("the mails are %v, want one to both", mails)
	}
	read, came := mails[0].Read(t), officeTime(start)
	if !strings.HasSuffix(read.Subject,
		"website: The quote request received "+came+" didn't reach you (and 1 more)") ||
		!strings.Contains(read.Text, "phone: 469-555-0188") || !strings.Contains(read.Text, "The last answer: ") ||
		!strings.Contains(read.Text, " 500") || read.Get("X-Haulfront-Alert") != "1" ||
		read.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("the mail is\n%s", mails[0].Data)
	}
	status, text := site.GetAdmin(t, "/readyz")
	if status != http.StatusOK || !strings.HasPrefix(text, "ready\n") ||
		!strings.Contains(text, "warning: The lead webhook has not accepted a lead since "+came+".\n") ||
		strings.Contains(text, "469-555") {
		t.Errorf("/readyz = %d %q, want 200 with the warning and nothing personal", status, text)
	}
	_, metrics := site.GetAdmin(t, "/metrics")
	for _, want := range []string{`haulfront_troubles{trouble="failing"} 1`,
		`haulfront_troubles{trouble="undelivered"} 1`, `haulfront_troubles{trouble="disk"} 0`,
		`haulfront_alert_messages_total{outcome="sent",way="mail"} 1`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if log := site.Log.String(); strings.Count(log, "level=ERROR msg=trouble") != 2 ||
		strings.Contains(log, "469-555") {
		t.Errorf("want two errors and nothing personal in the log:\n%s", log)
	}

	// The webhook is back: the visitor presses again.
	site.Webhook.Set(nil)
	submitTo(t, s, "Ann")
	clock.Advance(6 * time.Minute)
	s.alerts.Check(t.Context())
	if mails := server.All(); len(mails) != 2 || !strings.Contains(mails[1].Read(t).Subject, "website fixed: ") {
		t.Errorf("the mails are %v, want one that it is over", mails)
	}
	if _, text := site.GetAdmin(t, "/readyz"); text != "ready\n" {
		t.Errorf("/readyz says %q, want no warning", text)
	}
}

// With mail alone, a broken mail server reaches the owner by ALERT_URL, without the visitor's data.
func TestAlertByPost(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	receiver := testkit.NewReceiver(t, "alerts", nil)
	s, clock := alertSite(t, site, "LEAD_WEBHOOK_URL=", "SUPABASE_URL=", "SUPABASE_ANON_KEY=",
		"SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example", "ALERT_URL="+receiver.URL+"/path-secret")
	server.Script(testkit.Answer(testkit.AtGreeting, "421 down"))
	submitTo(t, s, "Ann")
	clock.Advance(15 * time.Minute)
	receiver.Set(testkit.Status(http.StatusFound))
	s.alerts.Check(t.Context())
	receiver.Set(nil)
	s.alerts.Check(t.Context())
	calls := receiver.All()
	if len(calls) != 2 || calls[1].Path != "/path-secret" || calls[1].Header.Get("X-Haulfront-Alert") != "1" {
		t.Fatalf("the calls are %v, want two, of which one was accepted", calls)
	}
	if body := calls[1].Body; !strings.Contains(body, `"text":"`) || !strings.Contains(body, `"message":"`) ||
		!strings.Contains(body, "didn't reach you") || strings.Contains(body, "469-555") {
		t.Errorf("the owner was told %s", body)
	}
	if log := site.Log.String(); !strings.Contains(log, "post: answered with status 302") ||
		strings.Contains(log, "path-secret") {
		t.Errorf("want the status and no address in the log:\n%s", log)
	}
}

// A mail server that refuses logins is a trouble, even if no lead comes that would show it.
func TestAlertOfMailServer(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	receiver := testkit.NewReceiver(t, "alerts", nil)
	s, clock := alertSite(t, site, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example",
		"ALERT_URL="+receiver.URL)
	check := func(pass time.Duration, sessions, calls, mails int) {
		t.Helper()
		clock.Advance(pass)
		s.alerts.Check(t.Context())
		if got, want := fmt.Sprint(server.Sessions(), len(receiver.All()), len(server.All())),
			fmt.Sprint(sessions, calls, mails); got != want {
			t.Errorf("sessions, posts and mails are %s, want %s", got, want)
		}
	}
	check(0, 1, 0, 0)
	check(59*time.Minute, 1, 0, 0)
	server.Script(testkit.Answer(testkit.AtGreeting, "421 down"))
	check(time.Minute, 2, 0, 0)
	check(14*time.Minute, 3, 0, 0)
	check(time.Minute, 4, 1, 0) // a mail was tried, too
	if body := receiver.All()[0].Body; !strings.Contains(body, "The mail server has refused logins since "+
		officeTime(start.Add(time.Hour))+".") {
		t.Errorf("the owner was told %s", body)
	}
	server.Script(nil)
	check(5*time.Minute, 6, 1, 1)
}

// Mails that the mail server refuses for long are one trouble, however often they are tried: with the answer, and the
// names of the customers.
func TestAlertOfRefusedMails(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	s, clock := alertSite(t, site, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example",
		"ACKNOWLEDGE=on")
	server.Script(func(stage testkit.Stage, argument string) string {
		if stage == testkit.AtTo && strings.Contains(argument, "ann@") {
			return "451 4.7.1 come back later"
		}
		return ""
	})
	ctx, stop := context.WithCancel(t.Context())
	worker := make(chan error, 1)
	go func() { worker <- s.leads.Run(ctx) }()
	alerts := func() (texts []string) {
		s.alerts.Check(t.Context())
		for _, m := range server.All() {
			if read := m.Read(t); read.Get("X-Haulfront-Alert") != "" {
				texts = append(texts, read.Subject+"\n"+read.Text)
			}
		}
		return texts
	}
	submitTo(t, s, "Ann Smith", "email", "ann@example.com")
	for i, pass := range []time.Duration{6 * time.Second, 6 * time.Minute, 40 * time.Minute, 3 * time.Hour} {
		testkit.Await(site.Log.Next, func() bool {
			return strings.Count(site.Log.String(), `msg="delivery failed"`) > i
		})
		got, want := alerts(), 0
		if i >= 2 {
			want = 1
		}
		if len(got) != want || want > 0 && (!strings.Contains(got[0], "not accepted mails about quote requests: 1") ||
			!strings.Contains(got[0], "\nAnn Smith (") || !strings.Contains(got[0], "answered 451 ")) {
			t.Errorf("after %d attempts the alerts are %q, want %d", i+1, got, want)
		}
		if i == 3 {
			server.Script(nil)
		}
		clock.Advance(pass)
	}
	site.Log.Wait(t, "kind=visitor status=250")
	if got := alerts(); len(got) != 2 || !strings.Contains(got[1], "website fixed: The mail server has not accepted") {
		t.Errorf("afterwards the alerts are %q, want one that it is over", got)
	}
	stop()
	testkit.Must(t, <-worker)
}

// A destination whose key is refused is a trouble, even though the webhook has the lead.
func TestAlertOfDestination(t *testing.T) {
	t.Parallel()
	site := program.NewSite(t)
	crm, receiver := testkit.NewReceiver(t, "crm", nil), testkit.NewReceiver(t, "alerts", nil)
	s, clock := alertSite(t, site, "HOUSECALL_PRO_KEY=wrong", "HOUSECALL_PRO_URL="+crm.URL, "ALERT_URL="+receiver.URL)
	crm.Set(testkit.Status(http.StatusUnauthorized))
	ctx, stop := context.WithCancel(t.Context())
	worker := make(chan error, 1)
	go func() { worker <- s.leads.Run(ctx) }()
	submitTo(t, s, "Ann")
	crm.Wait(t, 1)
	site.Log.Wait(t, "delivery is dead")
	stop()
	testkit.Must(t, <-worker)
	clock.Advance(15 * time.Minute)
	s.alerts.Check(t.Context())
	if calls := receiver.All(); len(calls) != 1 ||
		!strings.Contains(calls[0].Body, "The destination housecallpro has not accepted a lead") {
		t.Errorf("the alerts are %v, want one", calls)
	}
	if _, metrics := site.GetAdmin(t, "/metrics"); !strings.Contains(metrics,
		`haulfront_deliveries{kind="housecallpro",status="dead"} 1`) {
		t.Error("the metrics do not count the dead delivery")
	}
}

func TestDiskNearlyFull(t *testing.T) {
	const mb, gb = 1 << 20, 1 << 30
	var free, size uint64
	var files journal.Room
	var problem error
	d := diskWatch{usage: func() (journal.Room, journal.Room, error) {
		return journal.Room{Free: free, Size: size}, files, problem
	}}
	for _, step := range []struct {
		free, size uint64
		full       bool
	}{
		{500 * gb, 1000 * gb, false},
		{gb, 1000 * gb, false}, // a gigabyte is enough on a large disk
		{gb - 1, 1000 * gb, true},
		{gb + 100*mb, 1000 * gb, true}, // not over yet
		{gb + 300*mb, 1000 * gb, false},
		{110 * mb, 1000 * mb, false}, // a tenth is enough on a small one
		{99 * mb, 1000 * mb, true},
		{0, 1000 * mb, true},
	} {
		free, size = step.free, step.size
		list, known, err := d.find()
		if err != nil || !known || (len(list) == 1) != step.full {
			t.Errorf("%d of %d bytes free = %v, %v, %v, want full: %v", free, size, list, known, err, step.full)
		}
	}
	free, size = 300*mb, 20*gb
	if list, _, _ := d.find(); len(list) != 1 ||
		list[0].Summary != "The journal's disk is nearly full: 300 MB of 20 GB are free." {
		t.Errorf("300 MB of 20 GB = %v", list)
	}
	free = size
	for _, step := range []struct {
		files journal.Room
		full  bool
	}{
		{journal.Room{}, false}, // without a limit
		{journal.Room{Free: 1_000, Size: 6_000_000}, false}, {journal.Room{Free: 999, Size: 6_000_000}, true},
		{journal.Room{Free: 1_199, Size: 6_000_000}, true}, {journal.Room{Free: 1_200, Size: 6_000_000}, false},
		{journal.Room{Free: 10, Size: 100}, false}, {journal.Room{Free: 9, Size: 100}, true},
		{journal.Room{Free: 3, Size: 40}, true}, {journal.Room{Free: 0, Size: 10}, true},
	} {
		files = step.files
		if list, _, _ := d.find(); (len(list) == 1) != step.full || step.full && list[0].Summary !=
			fmt.Sprintf("The journal's disk is nearly out of inodes: %d of %d are free.", files.Free, files.Size) {
			t.Errorf("with %+v inodes = %v, want full: %v", files, list, step.full)
		}
	}
	problem = journal.ErrNoDisk
	if list, known, err := d.find(); list != nil || !known || err != nil {
		t.Errorf("a journal in a database server = %v, %v, %v, want nothing", list, known, err)
	}
	problem = errors.New("no such folder")
	if _, known, err := d.find(); known || err == nil {
		t.Errorf("an unknown disk = %v, %v, want an error", known, err)
	}
}

// A request that cannot be read takes no list with it: its row says so, and the owner gets one alert.
func TestUnshownRequest(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	s, clock := alertSite(t, site, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example")
	submitTo(t, s, "Ann")
	submitTo(t, s, "Ben")
	id := site.Leads(t)[1].ID
	set := func(job string) {
		testkit.Must(t, s.leads.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE leads SET job = $1, stage = 'booked' WHERE id = $2`, job, id)
			if err == nil {
				_, err = tx.Exec(`INSERT INTO visits (lead_id, number, kind, state, begins_at)
					VALUES ($1, 1, 'pickup', 'planned', $2) ON CONFLICT DO NOTHING`, id, start.UnixMilli())
			}
			return err
		}))
	}
	check := func(unshown, mails int) {
		t.Helper()
		inbox, err := s.office.Inbox(t.Context(), office.Query{})
		testkit.Must(t, err)
		found, err := s.office.Inbox(t.Context(), office.Query{Text: "4695"})
		testkit.Must(t, err)
		day, err := s.office.Day(t.Context(), "", "")
		testkit.Must(t, err)
		calendar, err := s.office.Calendar(t.Context())
		testkit.Must(t, err)
		shown := fmt.Sprint(inbox.Columns, found.Columns, day.Groups)
		if got := strings.Count(shown, "haulfront leads show "+id); got != unshown ||
			!strings.Contains(shown, "Ben") || !strings.Contains(string(calendar), journal.Reference(id)) {
			t.Errorf("%d rows say that they cannot be shown, want %d:\n%s", got, unshown, shown)
		}
		clock.Advance(6 * time.Minute)
		s.alerts.Check(t.Context())
		if all := server.All(); len(all) != mails {
			t.Errorf("the mails are %v, want %d", all, mails)
		}
	}
	set("{")
	check(3, 1)
	if _, text := site.GetAdmin(t, "/readyz"); !strings.Contains(text,
		"warning: The office can't show the quote request "+journal.Reference(id)) {
		t.Errorf("/readyz says %q", text)
	}
	form := url.Values{"note": {"Called"}}
	if err := s.office.Change(t.Context(), id, "ann@example.com", form); err == nil {
		t.Error("what cannot be read was overwritten")
	}
	check(3, 1)
	set("{}")
	check(0, 2)

	// What came with the request is not needed to show the rest.
	testkit.Must(t, s.leads.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE leads SET extra = '{' WHERE id = $1`, id)
		return err
	}))
	check(3, 3)
	_, err := s.office.Week(t.Context(), "")
	testkit.Must(t, err)
	summary, err := s.summary(t.Context(), start, clock.Now())
	testkit.Must(t, err)
	l, err := s.leads.Get(t.Context(), id)
	testkit.Must(t, err)
	if len(summary.Requests) != 2 || l.Request.Name != "Ann" || !l.Request.Extra.OptedOut ||
		!strings.Contains(site.Log.String(), "a lead cannot be read whole") {
		t.Errorf("the summary has %v, the request is %+v", summary.Requests, l.Request)
	}
}

// A mail to a customer that no server takes is left to the office, which texts or calls.
func TestRefusedMailToCustomer(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	s, _ := alertSite(t, site, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example")
	server.Script(testkit.Answer(testkit.AtTo, "550 no such mailbox"))
	submitTo(t, s, "Ann", "email", "ann@example.com")
	form := url.Values{"price": {"350"}, "slots": {"2025-10-08T09"}, "stage": {office.Booked}, "address": {"12 Elm St"}}
	testkit.Must(t, s.office.Change(t.Context(), site.Leads(t)[0].ID, "owner@clearacre.example", form))
	ctx, stop := context.WithCancel(t.Context())
	worker := make(chan error, 1)
	go func() { worker <- s.leads.Run(ctx) }()
	site.Log.Wait(t, "delivery is dead")
	stop()
	testkit.Must(t, <-worker)
	inbox, err := s.office.Inbox(t.Context(), office.Query{List: office.Booked})
	testkit.Must(t, err)
	if flags := inbox.Columns[0].Cards[0].Flags; !slices.Contains(flags, "Not told yet: booked") {
		t.Errorf("the card has %q", flags)
	}
}
