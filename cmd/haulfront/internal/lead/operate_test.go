package lead

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

func TestReplay(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		ctx := t.Context()
		id := s.submit(submission("k"), true)
		s.deliverDue()
		if err := s.journal.Replay(ctx, id, false, s.clock.Now()); err == nil {
			t.Error("Replay of a delivered lead = nil, want an error")
		}
		if err := s.journal.Replay(ctx, id, true, s.clock.Now()); err != nil {
			t.Error(err)
		}
		s.deliverDue()
		s.wantState(id, Delivered, Delivered, 2, 1) // the webhook again, not the e-mail
		if a, b := s.webhookServer.All()[0], s.webhookServer.All()[1]; a.Body != b.Body ||
			a.Header.Get("webhook-id") != b.Header.Get("webhook-id") {
			t.Error("a replay is not the same delivery")
		}
		if err := s.journal.Replay(ctx, "nobody", false, s.clock.Now()); !errors.Is(err, ErrNotFound) {
			t.Errorf("Replay(nobody) = %v, want ErrNotFound", err)
		}
		a := s.stored("l")
		if err := s.journal.Replay(ctx, a.ID, false, s.clock.Now()); err == nil {
			t.Error("Replay during an attempt = nil, want an error")
		}
	})
}

func TestStoredLeadsCanBeSentLater(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		before := newTestService(t, url, withoutDestinations)
		id := before.submit(submission("k"), true)
		before.Service.Close()
		s := newTestService(t, url, nil)
		s.replay(id)
		s.deliverDue()
		s.wantState(id, Delivered, Stored, 1, 0)
	})
}

func TestStats(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		s.submit(submission("a"), true)
		s.deliverDue()
		s.webhookServer.Set(testkit.Status(500))
		s.submit(submission("b"), false)
		s.clock.Advance(time.Hour)
		s.submit(submission("c"), false)
		got, err := s.Stats(t.Context())
		must(t, err)
		if got.Webhooks[Delivered] != 1 || got.Webhooks[Queued] != 2 || got.Emails[Delivered] != 1 ||
			got.Emails[Waiting] != 2 ||
			got.Due != 1 || got.Oldest != time.Hour {
			t.Errorf("Stats() = %+v", got)
		}
	})
}

func TestOpenJournalCreatesNothing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := t.TempDir() + "/none.db"
	if _, err := OpenJournal(ctx, "sqlite:"+path); err == nil {
		t.Error("OpenJournal of a missing file = nil, want an error")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("OpenJournal made a file")
	}
	url := postgresURL(t)
	if _, err := OpenJournal(ctx, url); err == nil || !strings.Contains(err.Error(), "haulfront serve creates them") {
		t.Errorf("OpenJournal of an empty database = %v, want a hint", err)
	}
	s := newTestService(t, url, nil)
	s.exec(`DELETE FROM goose_db_version WHERE version_id > 0`)
	if _, err := OpenJournal(ctx, url); err == nil || !strings.Contains(err.Error(), "up to date") {
		t.Errorf("OpenJournal of an old database = %v, want a hint", err)
	}
}

func TestFindAndRemove(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := t.Context()
		s := newTestService(t, url, nil)
		s.webhookServer.Set(testkit.Status(500))
		id := s.submit(submission("k"), false)
		s.clock.Advance(time.Hour)
		other := s.submit(submission("l"), false)
		common := 0
		for id[common] == other[common] {
			common++
		}
		if got, err := s.journal.Find(ctx, strings.ToUpper(id[:max(common+1, minPrefix)])); got != id || err != nil {
			t.Errorf("Find(of %s) = %s, %v", id, got, err)
		}
		for prefix, want := range map[string]string{"": "characters", id[:3]: "characters", "zzzz": "no such lead",
			id + "0": "no such lead", "%%%%": "no such lead"} {
			if _, err := s.journal.Find(ctx, prefix); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("Find(%q) = %v, want %q", prefix, err, want)
			}
		}
		if common >= minPrefix {
			if _, err := s.journal.Find(ctx, id[:common]); err == nil || !strings.Contains(err.Error(), "several") {
				t.Errorf("Find(%q) = %v, want an error that names several", id[:common], err)
			}
		}

		l, err := s.journal.Remove(ctx, id)
		if err != nil || l.ID != id || l.Webhook.Status != Queued || l.Email.Status != Waiting {
			t.Errorf("Remove() = %+v, %v, want what it was", l, err)
		}
		if _, err := s.journal.Get(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get() after Remove = %v, want ErrNotFound", err)
		}
		if _, err := s.journal.Remove(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("a second Remove() = %v, want ErrNotFound", err)
		}
		s.get(other)

		// An attempt in progress has nothing to record, and its visitor gets a failure.
		a := s.stored("m")
		if _, err := s.journal.Remove(ctx, a.ID); err != nil {
			t.Fatal(err)
		}
		for _, ok := range []bool{true, false} {
			if f, err := s.writeResult(ctx, *a.Delivery, result{ok: ok, attempts: []Attempt{{Status: 200}}},
				""); err != nil || !f.Ignored {
				t.Errorf("writeResult() for a lead that was removed = %+v, %v, want it ignored", f, err)
			}
		}
		if s.awaitHolder(ctx, a.ID, a.Delivery.Lease) {
			t.Error("awaitHolder() of a lead that was removed = true")
		}
	})
}
