package office

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// Each overdue lead is taken once; leads that were answered, suspects and leads that are not due yet are not.
func TestTakeOverdue(t *testing.T) {
	clock := testkit.NewClock(time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC))
	onEachDatabase(t, func(c *outbox.Config) { c.Now = clock.Now }, func(t *testing.T, leads *outbox.Service) {
		clock := testkit.NewClock(clock.Now())
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words})
		submit := func(name string, quarantine bool) string {
			out, err := leads.Submit(t.Context(), quote.Post{
				Request: quote.Request{Name: name, Phone: "2145550100"}, Key: name, Quarantine: quarantine,
			})
			testkit.Must(t, err)
			return out.ID
		}
		late, answered := submit("late", false), submit("answered", false)
		submit("suspect", true)
		testkit.Must(t, leads.Transact(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE leads SET answered_at = 1, stage = 'contacted' WHERE id = $1`, answered)
			return err
		}))
		for _, step := range []struct {
			after   time.Duration
			overdue int
			want    string
		}{{59 * time.Minute, 0, "[]"}, {2 * time.Minute, 1, "[" + late + "]"}, {time.Minute, 1, "[]"}} {
			clock.Advance(step.after)
			if n, err := o.CountOverdue(t.Context()); n != step.overdue || err != nil {
				t.Errorf("CountOverdue() = %d, %v, want %d", n, err, step.overdue)
			}
			ids, err := o.TakeOverdue(t.Context())
			if got := fmt.Sprint(ids); err != nil || got != step.want {
				t.Errorf("TakeOverdue() = %s, %v, want %s", got, err, step.want)
			}
		}
	})
}
