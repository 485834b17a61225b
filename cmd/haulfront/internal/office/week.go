package office

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
)

// shownWeeks is how many weeks are compared, the chosen one included.
const shownWeeks = 8

// A Week is the requests that were received in the seven days from Monday on, and what became of them until now. Spam
// and quarantined requests are left out.
type Week struct {
	Monday   time.Time // midnight of the office
	Requests int
	Answered int
	// Answer is the median time from a request to its first answer, of those that were answered.
	Answer  time.Duration
	Booked  int // booked or done
	Done    int
	Dollars int // the prices of those that are booked or done
}

// A Group is the requests of one week that have something in common: where they came from, the town or the service.
type Group struct {
	Name                      string
	Requests, Booked, Dollars int
}

// Figures compare a week with those before it.
type Figures struct {
	Weeks                    []Week  // the chosen week last
	Sources, Towns, Services []Group // of the chosen week, most requests first
}

// Monday is the beginning of the chosen week.
func (f Figures) Monday() time.Time { return f.Weeks[len(f.Weeks)-1].Monday }

// Has reports whether a time is in the chosen week.
func (f Figures) Has(t time.Time) bool {
	return len(f.Weeks) > 0 && !t.Before(f.Monday()) && t.Before(f.Monday().AddDate(0, 0, 7))
}

// weekRow is what the figures need of a lead.
type weekRow struct {
	received, answered time.Time // answered is zero without an answer
	zip, service       string
	origin             string // see [quote.Attribution.Origin]
	stage              string
	price              int
}

// Figures returns the figures of the week that has the given day of the office. town returns the town of a ZIP code.
func (o *Office) Figures(ctx context.Context, day time.Time, town func(zip string) string) (Figures, error) {
	last := monday(day)
	first := last.AddDate(0, 0, -7*(shownWeeks-1))
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT l.received_at, l.answered_at, l.zip_code, l.service_type,
			l.extra, l.stage, l.price
		FROM leads l JOIN deliveries d ON d.lead_id = l.id AND d.kind = 'webhook'
		WHERE l.received_at >= $1 AND l.received_at < $2 AND l.stage <> 'spam' AND d.status <> 'quarantined'
			AND `+lead.NotSelfTest, first.UnixMilli(), last.AddDate(0, 0, 7).UnixMilli())
	if err != nil {
		return Figures{}, fmt.Errorf("read the week's requests: %w", err)
	}
	defer rows.Close()
	var list []weekRow
	for rows.Next() {
		var r weekRow
		var received, answered int64
		var extra quote.Extra
		if err := rows.Scan(&received, &answered, &r.zip, &r.service, &extra, &r.stage, &r.price); err != nil {
			return Figures{}, fmt.Errorf("read the week's requests: %w", err)
		}
		r.received, r.origin = time.UnixMilli(received).In(last.Location()), extra.Attribution.Origin()
		if answered > 0 {
			r.answered = time.UnixMilli(answered)
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return Figures{}, fmt.Errorf("read the week's requests: %w", err)
	}
	return figures(list, last, town), nil
}

// monday returns the midnight that begins the week of a time, in its zone.
func monday(t time.Time) time.Time {
	daysSince := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-daysSince, 0, 0, 0, 0, t.Location())
}

// figures computes the figures of the weeks up to the one that begins on last.
func figures(rows []weekRow, last time.Time, town func(zip string) string) Figures {
	weeks := make([]Week, shownWeeks)
	answers := make([][]time.Duration, shownWeeks)
	for i := range weeks {
		weeks[i].Monday = last.AddDate(0, 0, -7*(shownWeeks-1-i))
	}
	sources, towns, services := map[string]*Group{}, map[string]*Group{}, map[string]*Group{}
	for _, r := range rows {
		i := slices.IndexFunc(weeks, func(w Week) bool { return w.Monday.Equal(monday(r.received)) })
		if i < 0 {
			continue
		}
		w := &weeks[i]
		w.Requests++
		if !r.answered.IsZero() {
			w.Answered++
			answers[i] = append(answers[i], r.answered.Sub(r.received))
		}
		booked := r.stage == Booked || r.stage == Done
		if booked {
			w.Booked++
			w.Dollars += r.price
		}
		if r.stage == Done {
			w.Done++
		}
		if i == shownWeeks-1 {
			count(sources, cmp.Or(r.origin, unknownOrigin), r, booked)
			count(towns, town(r.zip), r, booked)
			count(services, r.service, r, booked)
		}
	}
	for i := range weeks {
		weeks[i].Answer = median(answers[i])
	}
	return Figures{weeks, ranked(sources), ranked(towns), ranked(services)}
}

// unknownOrigin is the name of requests whose origin is unknown.
const unknownOrigin = "Unknown"

func count(groups map[string]*Group, name string, r weekRow, booked bool) {
	g := groups[name]
	if g == nil {
		g = &Group{Name: name}
		groups[name] = g
	}
	g.Requests++
	if booked {
		g.Booked++
		g.Dollars += r.price
	}
}

// ranked returns the groups with the most requests first.
func ranked(groups map[string]*Group) (list []Group) {
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		list = append(list, *groups[name])
	}
	slices.SortStableFunc(list, func(a, b Group) int { return b.Requests - a.Requests })
	return list
}

// median returns the middle one of some times, the mean of the two middle ones of an even number, 0 of none.
func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return (times[(len(times)-1)/2] + times[len(times)/2]) / 2
}
