package office

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestOfficeWeek checks that this week and the last one have their own requests alone, by the office's days.
func TestOfficeWeek(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx, zone := t.Context(), chicago(t)
		at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, zone) }
		clock := testkit.NewClock(at(11, 12)) // a Wednesday; the Sunday before has 23 hours
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words})
		for i, r := range []struct {
			received time.Time
			origin   string
			stage    string
			price    int
		}{
			{at(9, 0), "google", Booked, 35_000}, {at(11, 11), "", Lost, 90_000}, {at(10, 8), "", New, 0},
			{at(11, 8), "google", Done, 115_050}, {at(8, 23), "", Done, 9900}, {at(2, 0), "bing", New, 0},
			{at(1, 23), "bing", Done, 100}, {at(10, 8), "bing", Spam, 100},
		} {
			sub := quote.Post{Key: fmt.Sprint(i), Request: quote.Request{Name: "Ann", Page: "/"}}
			if r.origin != "" {
				touch := quote.Touch{Source: r.origin}
				sub.Request.Extra.Attribution = &quote.Attribution{First: touch, Last: touch}
			}
			testkit.Must(t, leads.Transact(ctx, func(tx *sql.Tx) error {
				l, _, err := leads.Journal.Store(ctx, tx, sub, r.received)
				if err == nil {
					_, err = tx.ExecContext(ctx, `UPDATE leads SET stage = $1, price = $2 WHERE id = $3`,
						r.stage, r.price, l.ID)
				}
				return err
			}))
		}
		page, err := o.Week(ctx)
		testkit.Must(t, err)
		var lines []string
		for _, week := range page.Weeks {
			for _, row := range append([][]string{week.Total}, week.Rows...) {
				lines = append(lines, strings.Join(row, " "))
			}
		}
		want := "This week 4 2 1 $1,500.50; Unknown 2 0 0 $0; google 2 2 1 $1,500.50; " +
			"Last week 2 1 1 $99; Unknown 1 1 1 $99; bing 1 0 0 $0"
		if got := strings.Join(lines, "; "); got != want {
			t.Errorf("the weeks are\n%s, want\n%s", got, want)
		}
	})
}
