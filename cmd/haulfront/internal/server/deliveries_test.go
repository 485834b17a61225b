package server

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestVisitorMailIsBounded sends few mails to one address, however it is written, and few to all within a day.
func TestVisitorMailIsBounded(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC))
	s := &Server{}
	s.Settings.Acknowledge = true
	var err error
	s.leads, err = outbox.Open(t.Context(), outbox.Config{
		DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "leads.db"), Now: clock.Now,
		Senders: map[outbox.Kind]outbox.Sender{outbox.VisitorMail: {Skip: s.skipVisitor}},
	})
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, s.leads.Close()) })
	n := 0
	want := func(address string, status outbox.Status, reason string) {
		t.Helper()
		n++
		out, err := s.leads.Submit(t.Context(), quote.Post{Key: fmt.Sprint(n),
			Request: quote.Request{Name: "Ann", Email: address, Page: "/"}})
		testkit.Must(t, err)
		l, err := s.leads.Get(t.Context(), out.ID)
		testkit.Must(t, err)
		d := l.Delivery(outbox.VisitorMail)
		if d.Status != status || reason != "" && !strings.Contains(d.Attempts[0].Error, reason) {
			t.Errorf("mail %d, to %q: %+v, want it %s with the reason %q", n, address, d, status, reason)
		}
	}
	for _, address := range []string{"ann@gmail.com", "Ann@Gmail.com", "a.nn+1@googlemail.com"} {
		want(address, outbox.Queued, "")
	}
	for _, address := range []string{"ann@gmail.com", "an.n+x@gmail.com"} {
		want(address, outbox.Skipped, "3 mails within a day")
	}
	for _, address := range []string{"ann@", "ann@localhost", "Ann <ann@example.com>", "ann @example.com",
		"änn@example.com"} {
		want(address, outbox.Skipped, "")
	}
	want("", "", "")
	for i := range maxToAll - 3 {
		want(fmt.Sprintf("visitor%d@example.com", i), outbox.Queued, "")
	}
	want("last@example.com", outbox.Skipped, "visitors have had 200 mails")
	clock.Advance(acknowledgeWindow + time.Second)
	want("ann@gmail.com", outbox.Queued, "")
}
