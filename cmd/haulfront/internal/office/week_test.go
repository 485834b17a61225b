package office

import (
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestOfficeWeek checks that a week has its own requests, by the office's days, and the money of its own jobs: by the
// day of the job, whenever its request came. It counts no-shows, those that somebody has undone apart.
func TestOfficeWeek(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx, zone := t.Context(), chicago(t)
		at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, zone) }
		never := time.UnixMilli(0)
		// The first has another time since.
		noShows := map[int]time.Time{0: at(11, 10), 1: at(13, 10)}
		clock := testkit.NewClock(at(11, 12)) // a Wednesday; the Sunday before has 23 hours
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words})
		for i, r := range []struct {
			received            time.Time
			origin, stage, paid string
			price               int
			slot, closed        time.Time
		}{
			{at(9, 0), "google", Booked, "", 35_000, at(12, 9), never},
			{at(11, 11), "", Lost, "", 90_000, never, never},
			{at(10, 8), "", New, "", 0, never, never},
			{at(11, 8), "google", Done, "card", 115_050, at(11, 9), at(11, 11)},
			{at(8, 23), "", Done, "cash", 9900, at(9, 7), at(10, 18)},
			{at(2, 0), "bing", New, "", 0, never, never},
			{at(1, 23), "bing", Done, "unpaid", 100_00, at(11, 13), at(11, 15)},
			{at(10, 8), "bing", Spam, "", 100, never, never},
			{at(1, 20), "bing", Done, "check", 250_00, never, at(8, 23)},
			{at(1, 20), "bing", Done, "Venmo", 75_00, never, at(9, 0)},
		} {
			sub := quote.Post{Key: fmt.Sprint(i), Request: quote.Request{Name: "=Ann", Phone: "+1 469 555 0188",
				Page: "/"}}
			if r.origin != "" {
				touch := quote.Touch{Source: r.origin}
				sub.Request.Extra.Attribution = &quote.Attribution{First: touch, Last: touch}
			}
			testkit.Must(t, leads.Transact(ctx, func(tx *sql.Tx) error {
				l, _, err := leads.Journal.Store(ctx, tx, sub, r.received)
				if err == nil {
					_, err = tx.ExecContext(ctx, `UPDATE leads SET stage = $1 WHERE id = $2`, r.stage, l.ID)
				}
				visits := Record{Lead: l}
				if at, missed := noShows[i]; missed {
					visits.keep(Visit{Number: 1, Kind: Pickup, State: Missed, Begin: millis(at)})
				}
				if hasTerms(r.stage) {
					visits.keep(Visit{Number: len(visits.Visits) + 1, Kind: Pickup, Hours: 3, TruckNumber: 1,
						State: map[string]string{Booked: Planned, Done: Done}[r.stage], Begin: millis(r.slot),
						EndedAt: millis(r.closed), Charged: r.price, Paid: r.paid})
				}
				return errors.Join(err, writeVisits(ctx, tx, &visits))
			}))
		}
		for _, test := range []struct{ date, title, around, tables string }{
			{"", "Week of March 9", "Week of March 2, Week of March 16", "Jobs Done No-shows Venmo Card " +
				"Cash Not yet Dollars; " +
				"Mon, Mar 9 2 0 $75 $0 $99 $0 $174; Wed, Mar 11 2 1 $0 $1,150.50 $0 $100 $1,250.50; " +
				"Fri, Mar 13 0 1 $0 $0 $0 $0 $0; " +
				"All week 4 2 $75 $1,150.50 $99 $100 $1,424.50 | Requests from Requests Booked Done; " +
				"Unknown 2 0 0; google 2 2 1; All week 4 2 1"},
			{"2026-03-08", "Week of March 2", "Week of February 23, This week", "Jobs Done Check Dollars; " +
				"Sun, Mar 8 1 $250 $250; All week 1 $250 $250 | Requests from Requests Booked Done; " +
				"Unknown 1 1 1; bing 1 0 0; All week 2 1 1"},
		} {
			page, err := o.Week(ctx, test.date)
			testkit.Must(t, err)
			var around, tables []string
			for _, link := range page.Around {
				around = append(around, link.Label)
			}
			for _, table := range page.Tables {
				var lines []string
				for _, row := range slices.Concat([][]string{table.Head}, table.Rows, [][]string{table.Total}) {
					lines = append(lines, strings.Join(row, " "))
				}
				tables = append(tables, strings.Join(lines, "; "))
			}
			if page.Title != test.title || strings.Join(around, ", ") != test.around ||
				strings.Join(tables, " | ") != test.tables {
				t.Errorf("Week(%q) = %q, %q,\n%s, want %q, %q,\n%s", test.date, page.Title, around,
					strings.Join(tables, " | "), test.title, test.around, test.tables)
			}
		}
		page, err := o.Week(ctx, "")
		testkit.Must(t, err)
		if got := fmt.Sprint(page.Tables[0].Bars); page.Tables[1].Bars != nil || got != "[{Mon $174 13} {Tue $0 0} "+
			"{Wed $1,250.50 100} {Thu $0 0} {Fri $0 0} {Sat $0 0} {Sun $0 0}]" {
			t.Errorf("the bars of the week are %s, and %v", got, page.Tables[1].Bars)
		}
		// The file of the week has the same jobs, and what is planned.
		jobs, err := o.WeekJobs(ctx, "")
		testkit.Must(t, err)
		var file strings.Builder
		testkit.Must(t, WriteJobsCSV(&file, jobs))
		text := regexp.MustCompile(`,\w{6},'=Ann,\(469\) 555-0188,,pickup,`).ReplaceAllString(file.String(), " … ")
		want := "\uFEFFdate,reference,name,phone,address,kind,truck,hours,state,amount,paid,service,town,zip\r\n" +
			"2026-03-09 … Truck 1,3,done,75.00,Venmo,,,\r\n2026-03-09 … Truck 1,3,done,99.00,cash,,,\r\n" +
			"2026-03-11 … Truck 1,3,done,1150.50,card,,,\r\n2026-03-11 … Truck 1,3,done,100.00,unpaid,,,\r\n" +
			"2026-03-12 … Truck 1,3,planned,,,,,\r\n"
		if text != want {
			t.Errorf("the file of the week is\n%s, want\n%s", text, want)
		}
		all, err := o.Jobs(ctx, time.Time{}, time.Time{})
		if err != nil || len(all) != 6 || all[0].Date != "2026-03-08" {
			t.Errorf("Jobs = %v, %v; want 6 from March 8 on", all, err)
		}
	})
}
