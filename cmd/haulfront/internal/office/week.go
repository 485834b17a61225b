package office

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/journal"
	"haulfront/cmd/haulfront/internal/outbox"
	"haulfront/cmd/haulfront/internal/quote"
)

// shownWeeks is how many weeks are compared, the chosen one included.
const shownWeeks = 8

// A Tally counts requests that have something in common: the week, where they came from, the town or the service.
type Tally struct {
	Name     string // of a week: its Monday, such as 2026-11-23
	Requests int
	Booked   int // booked or done
	Done     int
	Dollars  int             // the prices of those that are booked or done
	Answers  []time.Duration // from each request that was answered to its first answer
}

// Answer returns the median time to the first answer, the mean of the two middle ones of an even number, 0 of none.
func (t Tally) Answer() time.Duration {
	n := len(t.Answers)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.Answers))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Figures compare a week with those before it: the requests that were received in the seven days from Monday on, and
// what became of them until now. Spam and quarantined requests are left out.
type Figures struct {
	Monday                   time.Time // midnight of the office
	Weeks                    []Tally   // the chosen week last
	Sources, Towns, Services []Tally   // of the chosen week, most requests first
}

// weekRow is what the figures need of a lead.
type weekRow struct {
	received, answered time.Time // answered is zero without an answer
	zip, service       string
	origin             string // see [quote.Attribution.Origin]
	stage              string
	price              int
}

// Figures returns the figures of the week that has the given day of the office.
func (o *Office) Figures(ctx context.Context, day time.Time) (Figures, error) {
	last := monday(day)
	scan := func(row journal.Row) (r weekRow, err error) {
		var received, answered int64
		var extra quote.Extra
		err = row.Scan(&received, &answered, &r.zip, &r.service, &extra, &r.stage, &r.price)
		r.received, r.origin = fromMillis(received).In(last.Location()), extra.Attribution.Origin()
		if answered > 0 {
			r.answered = fromMillis(answered)
		}
		return r, err
	}
	rows, err := journal.QueryAll(ctx, o.Journal.Reader(), scan, `SELECT l.received_at, l.answered_at, l.zip_code,
			l.service_type, l.extra, l.stage, l.price
		FROM leads l WHERE l.received_at >= $1 AND l.received_at < $2 AND l.stage <> 'spam' AND NOT `+outbox.Held,
		millis(last.AddDate(0, 0, -7*(shownWeeks-1))), millis(last.AddDate(0, 0, 7)))
	if err != nil {
		return Figures{}, fmt.Errorf("read the week's requests: %w", err)
	}
	return figures(rows, last, o.words().Town), nil
}

// monday returns the midnight that begins the week of a time, in its zone.
func monday(t time.Time) time.Time {
	daysSince := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-daysSince, 0, 0, 0, 0, t.Location())
}

// unknownOrigin is the name of requests whose origin is unknown.
const unknownOrigin = "Unknown"

// figures computes the figures of the weeks up to the one that begins on last.
func figures(rows []weekRow, last time.Time, town func(zip string) string) Figures {
	weeks, sources, towns, services := tallies{}, tallies{}, tallies{}, tallies{}
	for _, r := range rows {
		week := monday(r.received)
		weeks.add(week.Format(time.DateOnly), r)
		if week.Equal(last) {
			sources.add(cmp.Or(r.origin, unknownOrigin), r)
			towns.add(town(r.zip), r)
			services.add(r.service, r)
		}
	}
	f := Figures{Monday: last, Sources: sources.ranked(), Towns: towns.ranked(), Services: services.ranked()}
	for i := range shownWeeks {
		name := last.AddDate(0, 0, 7*(i+1-shownWeeks)).Format(time.DateOnly)
		week := weeks[name]
		week.Name = name
		f.Weeks = append(f.Weeks, week)
	}
	return f
}

// tallies are counts by name.
type tallies map[string]Tally

func (all tallies) add(name string, r weekRow) {
	t := all[name]
	t.Name = name
	t.Requests++
	if !r.answered.IsZero() {
		t.Answers = append(t.Answers, r.answered.Sub(r.received))
	}
	if r.stage == Booked || r.stage == Done {
		t.Booked++
		t.Dollars += r.price
	}
	if r.stage == Done {
		t.Done++
	}
	all[name] = t
}

// ranked returns the tallies with the most requests first.
func (all tallies) ranked() (list []Tally) {
	for _, t := range all {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b Tally) int {
		return cmp.Or(b.Requests-a.Requests, cmp.Compare(a.Name, b.Name))
	})
	return list
}
