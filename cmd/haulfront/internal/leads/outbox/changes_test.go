package outbox

import (
	"context"
	"strings"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// TestWatch checks that the watchers of an instance learn of new leads and of changes, also of those that another
// instance has stored, and that suspects are not announced as new.
func TestWatch(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		var stored []string
		submitter := newTestService(t, url, func(c *testConfig) {
			withoutDestinations(c)
			c.Stored = func(id string) { stored = append(stored, id) }
		})
		watching, changes := submitter, make(chan journal.Change, 8)
		if strings.HasPrefix(url, "postgres") {
			watching = newTestService(t, url, withoutDestinations)
		}
		defer watching.Watch(changes)()
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = watching.Run(ctx) })
		defer func() { stop(); running.Wait() }()
		if watching != submitter {
			if c := <-changes; c != journal.Changed {
				t.Fatalf("after the connection, the change is %q", c)
			}
		}
		lead := submitter.submit(post("1"), true)
		if c := <-changes; c != journal.Added {
			t.Errorf("the change of a new lead is %q", c)
		}
		submitter.submit(suspect("2"), true)
		if c := <-changes; c != journal.Changed {
			t.Errorf("the change of a suspect is %q", c)
		}
		submitter.Announce(t.Context(), journal.Changed)
		if c := <-changes; c != journal.Changed {
			t.Errorf("the announced change is %q", c)
		}
		submitter.background.Wait()
		if len(stored) != 1 || stored[0] != lead {
			t.Errorf("Stored was called for %q, want %q", stored, lead)
		}
	})
}
