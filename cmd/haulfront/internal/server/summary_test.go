package server

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/backup"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// The owner gets one summary at closing time, also after a failure or a restart.
func TestSummary(t *testing.T) {
	t.Parallel()
	site, server := program.NewSite(t), testkit.NewSMTPServer(t)
	settings := []string{"LEAD_WEBHOOK_URL=", "SUPABASE_URL=", "SUPABASE_ANON_KEY=",
		"SMTP_URL=smtp://" + server.Addr, "OWNER_EMAIL=owner@clearacre.example"}
	s, clock := alertSite(t, site, settings...)
	at := func(day, hour, minute int) {
		t.Helper()
		clock.Set(time.Date(2025, 10, day, hour, minute, 0, 0, program.Office()))
		if err := s.summarize(t.Context()); err != nil {
			t.Log(err)
		}
	}
	want := func(mails int, texts ...string) {
		t.Helper()
		all := server.All()
		if len(all) != mails {
			t.Fatalf("there are %d mails, want %d", len(all), mails)
		}
		if len(texts) == 0 {
			return
		}
		read := all[mails-1].Read(t)
		for _, text := range texts {
			if !strings.Contains(read.Subject+"\n"+read.Text, text) {
				t.Errorf("the summary lacks %q:\n%s\n%s", text, read.Subject, read.Text)
			}
		}
	}
	at(6, 10, 4) // a Monday
	submitTo(t, s, "Ann")
	_, err := s.leads.Submit(t.Context(), quote.Post{Key: "spam", Quarantine: true,
		Request: quote.Request{Name: "Spam", SpamReason: "honeypot"}})
	testkit.Must(t, err)
	_, err = s.leads.Submit(t.Context(), quote.Post{Key: "again", Request: quote.Request{Name: "Ann",
		Phone: "(469) 555-0188"}})
	testkit.Must(t, err)
	ids, err := s.leads.FindPerson(t.Context(), "469 555 0188")
	testkit.Must(t, err)
	testkit.Must(t, s.office.Change(t.Context(), ids[1], "", url.Values{"merge": {ids[0]}})) // counts once
	at(6, 18, 59)
	want(0)
	at(6, 19, 0)
	want(1, "Monday: 1 quote request\n", "Since Mon, Oct 6, 10:04am.", "These didn’t reach you.",
		"- Mon, Oct 6, 10:04am: ", "75201 · Ann, (469) 555-0188", "- 1 held back as spam", "Problems\n\n- None\n",
		"Last backup: None yet. Run haulfront backup every night.")
	if id := server.All()[0].Read(t).Get("Message-Id"); !strings.HasPrefix(id, "<summary.2025-10-06@") {
		t.Errorf("Message-ID = %s", id)
	}
	at(6, 23, 0)
	at(7, 18, 0)
	want(1)

	server.Script(testkit.Answer(testkit.AtGreeting, "421 down"))
	at(7, 19, 0)
	server.Script(nil)
	at(7, 19, 1)
	want(1)
	_, err = backup.Backup(t.Context(), site.Database, filepath.Join(t.TempDir(), "backup"), clock.Now())
	testkit.Must(t, err)
	at(7, 19, 5)
	want(2, "Tuesday: No quote requests\n", "Since Mon, Oct 6, 7pm.", "Last backup: Tue, Oct 7, 7:01pm")

	s.close()
	s, clock = alertSite(t, site, settings...)
	at(7, 22, 0)
	want(2)
	at(12, 12, 0) // on Sunday, for the time until Saturday
	want(3, "Saturday: No quote requests\n")
}

// Backups that were made every night and stop are a trouble.
func TestAlertOfBackups(t *testing.T) {
	t.Parallel()
	site := program.NewSite(t)
	s, clock := alertSite(t, site)
	dir := t.TempDir()
	for _, night := range []string{"first", "second"} {
		clock.Advance(24 * time.Hour)
		if _, err := backup.Backup(t.Context(), site.Database, filepath.Join(dir, night), clock.Now()); err != nil {
			t.Fatal(err)
		}
		s.alerts.Check(t.Context())
	}
	last := clock.Now()
	clock.Advance(36 * time.Hour)
	s.alerts.Check(t.Context())
	if list := s.alerts.Active(); len(list) != 0 {
		t.Errorf("after 36 hours the troubles are %v", list)
	}
	clock.Advance(time.Minute)
	s.alerts.Check(t.Context())
	if list := s.alerts.Active(); len(list) != 1 ||
		list[0].Summary != "The last backup of the journal was made "+officeTime(last)+"." {
		t.Errorf("later the troubles are %v", list)
	}
}
