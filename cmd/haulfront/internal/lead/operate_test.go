package lead

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

func TestList(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		begin := s.clock.now()
		hero := submission("hero")
		hero.Request.Source = quote.SourceHero
		first := s.submit(hero, true)
		s.clock.add(24 * time.Hour)
		s.hook.set(status(500))
		second := s.submit(submission("get"), false)
		s.clock.add(time.Millisecond)
		spam := submission("spam")
		spam.SpamReason = "honeypot"
		third := s.submit(spam, true)

		day := begin.Add(24 * time.Hour)
		for name, test := range map[string]struct {
			filter Filter
			want   []string
		}{
			"all, newest first": {Filter{}, []string{third, second, first}},
			"status":            {Filter{Status: Queued}, []string{second}},
			"quarantined":       {Filter{Status: Quarantined}, []string{third}},
			"source":            {Filter{Source: quote.SourceHero}, []string{first}},
			"since":             {Filter{Since: day}, []string{third, second}},
			"until":             {Filter{Until: day}, []string{first}},
			"all at once":       {Filter{Status: Queued, Source: quote.SourceGet, Since: begin, Until: day.Add(1)}, nil},
		} {
			var got []string
			for _, l := range s.leads(test.filter) {
				got = append(got, l.ID)
			}
			if strings.Join(got, " ") != strings.Join(test.want, " ") {
				t.Errorf("%s: %v, want %v", name, got, test.want)
			}
		}
		if _, err := s.journal.Get(context.Background(), "nobody"); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(nobody) = %v, want ErrNotFound", err)
		}
	})
}

func TestReplay(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		ctx := context.Background()
		id := s.submit(submission("k"), true)
		s.work()
		if err := s.journal.Replay(ctx, id, false, s.clock.now()); err == nil {
			t.Error("Replay of a delivered lead = nil, want an error")
		}
		if err := s.journal.Replay(ctx, id, true, s.clock.now()); err != nil {
			t.Error(err)
		}
		s.work()
		s.want(id, Delivered, Delivered, 2, 1) // the webhook again, not the e-mail
		if a, b := s.hook.got()[0], s.hook.got()[1]; a.body != b.body || a.header.Get("webhook-id") != b.header.Get("webhook-id") {
			t.Error("a replay is not the same delivery")
		}
		if err := s.journal.Replay(ctx, "nobody", false, s.clock.now()); !errors.Is(err, ErrNotFound) {
			t.Errorf("Replay(nobody) = %v, want ErrNotFound", err)
		}
		a, err := s.store(ctx, submission("l"), payload("l", request()))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.journal.Replay(ctx, a.ID, false, s.clock.now()); err == nil {
			t.Error("Replay during an attempt = nil, want an error")
		}
	})
}

func TestKeptLeadsCanBeSentLater(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		before := newStand(t, url, func(c *Config) { c.WebhookURL, c.Supabase = "", nil })
		id := before.submit(submission("k"), true)
		before.Service.Close()
		s := newStand(t, url, nil)
		if err := s.journal.Replay(context.Background(), id, false, s.clock.now()); err != nil {
			t.Fatal(err)
		}
		s.work()
		s.want(id, Delivered, Stored, 1, 0)
	})
}

func TestPurge(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		sub := submission("old")
		sub.Request.Message = "erase-this-message"
		s.submit(sub, true)
		s.work()
		s.hook.set(status(500))
		queued := s.submit(submission("queued"), false)
		s.clock.add(100 * 24 * time.Hour)
		young := s.submit(submission("young"), false)
		removed, left, err := s.journal.Purge(context.Background(), s.clock.now().Add(-90*24*time.Hour))
		if removed != 1 || left != 1 || err != nil {
			t.Errorf("Purge() = %d, %d, %v, want 1, 1", removed, left, err)
		}
		var ids []string
		for _, l := range s.leads(Filter{}) {
			ids = append(ids, l.ID)
		}
		if got, want := strings.Join(ids, " "), young+" "+queued; got != want {
			t.Errorf("left are %s, want %s", got, want)
		}
		var orphans int
		s.journal.read.QueryRow(`SELECT COUNT(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM leads)`).Scan(&orphans)
		if orphans != 0 {
			t.Errorf("%d deliveries without a lead are left", orphans)
		}
		path, isFile := strings.CutPrefix(url, "sqlite:")
		if !isFile {
			return
		}
		for _, file := range []string{path, path + "-wal"} {
			if b, _ := os.ReadFile(file); bytes.Contains(b, []byte("erase-this-message")) {
				t.Errorf("%s still has what was purged", file)
			}
		}
	})
}

func TestStats(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.submit(submission("a"), true)
		s.work()
		s.hook.set(status(500))
		s.submit(submission("b"), false)
		s.clock.add(time.Hour)
		s.submit(submission("c"), false)
		got, err := s.Stats(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got.Webhooks[Delivered] != 1 || got.Webhooks[Queued] != 2 || got.Emails[Delivered] != 1 || got.Emails[Waiting] != 2 ||
			got.Due != 1 || got.Oldest != time.Hour {
			t.Errorf("Stats() = %+v", got)
		}
	})
}

func TestOpenJournalCreatesNothing(t *testing.T) {
	ctx := context.Background()
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
	s := newStand(t, url, nil)
	if _, err := s.journal.write.Exec(`DELETE FROM goose_db_version WHERE version_id > 0`); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(ctx, url); err == nil || !strings.Contains(err.Error(), "up to date") {
		t.Errorf("OpenJournal of an old database = %v, want a hint", err)
	}
}
