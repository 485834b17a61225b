package lead

import (
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

func selfTestSubmission() Submission {
	sub := submission("self-test")
	sub.SelfTest = true
	return sub
}

// TestSelfTestLead checks that a self-test's lead is stored, sent like any other and marked, and is not listed.
func TestSelfTestLead(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := t.Context()
		observed := make(chan Kind, 10)
		s := newTestService(t, url, func(c *Config) {
			c.Observe = func(kind Kind, _ bool, _ time.Duration) { observed <- kind }
		})
		wantIs(t, "SelfTestLead() without one", errOf(s.SelfTestLead(ctx)), ErrNotFound)
		id := s.submit(selfTestSubmission(), true)
		s.deliverDue()
		l, err := s.SelfTestLead(ctx)
		if err != nil || l.ID != id || l.Webhook.Status != Delivered || l.Email.Status != Delivered {
			t.Errorf("SelfTestLead() = %s, webhook %s, e-mail %s, %v, want %s delivered", l.ID, l.Webhook.Status,
				l.Email.Status, err, id)
		}
		for _, r := range []*testkit.Receiver{s.webhookServer, s.emailServer} {
			if calls := r.All(); len(calls) != 1 || calls[0].Header.Get(SelfTestHeader) != "1" {
				t.Errorf("a receiver got %v, want one call with the header %s", calls, SelfTestHeader)
			}
		}

		s.wantCount(Filter{}, 0)
		wantIs(t, "Find()", errOf(s.journal.Find(ctx, id)), ErrNotFound)
		if stats, err := s.Stats(ctx); err != nil || stats.Webhooks[Delivered] != 0 || stats.Emails[Delivered] != 0 {
			t.Errorf("Stats() = %+v, %v, want zeros", stats, err)
		}
		if len(observed) != 0 {
			t.Errorf("%d attempts were observed, want none", len(observed))
		}

		for _, want := range []bool{true, false} {
			if removed, err := s.RemoveSelfTest(ctx); err != nil || removed != want {
				t.Errorf("RemoveSelfTest() = %v, %v, want %v", removed, err, want)
			}
		}
	})
}

// TestSelfTestIsNoLead makes a self-test that does not arrive, which is no undelivered lead, and submits a lead with
// the same fields and key, which is a lead of its own.
func TestSelfTestIsNoLead(t *testing.T) {
	s := newTestService(t, sqliteURL(t), nil)
	s.webhookServer.Set(testkit.Status(500))
	s.submit(selfTestSubmission(), false)
	stats, err := s.Stats(t.Context())
	if err != nil || stats.Webhooks[Queued] != 0 || stats.Emails[Waiting] != 0 || stats.Due != 0 || stats.Oldest != 0 {
		t.Errorf("Stats() = %+v, %v, want zeros", stats, err)
	}
	overdue, err := s.Overdue(t.Context(), s.clock.Now())
	if err != nil || len(overdue.Undelivered) != 0 || len(overdue.Failing) != 0 {
		t.Errorf("Overdue() = %+v, %v, want nothing", overdue, err)
	}
	s.webhookServer.Set(nil)
	id := s.submit(submission("self-test"), true)
	if leads := s.leads(Filter{}); len(leads) != 1 || leads[0].ID != id || strings.HasPrefix(id, "self") {
		t.Errorf("List() = %v, want the visitor's lead %s", leads, id)
	}
}
