package office

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// A tally counts the requests of a source, and what became of them until now.
type tally struct {
	source                 string
	requests, booked, done int // those that are done were booked
	cents                  int // the prices of those that were booked
}

func (t *tally) add(stage string, price int) {
	t.requests++
	if hasTerms(stage) {
		t.booked++
		t.cents += price
	}
	if stage == Done {
		t.done++
	}
}

// row returns the cells of a table.
func (t tally) row(name string) []string {
	return []string{name, strconv.Itoa(t.requests), strconv.Itoa(t.booked), strconv.Itoa(t.done),
		cmp.Or(AmountWords(t.cents), "$0")}
}

// monday returns the midnight that begins the week of a time, in its zone.
func monday(t time.Time) time.Time {
	daysSince := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-daysSince, 0, 0, 0, 0, t.Location())
}

// Week returns the page of this week and the last one, without its layout and calendar: the requests that were received
// from Monday on, by source. Spam and quarantined requests are left out.
func (o *Office) Week(ctx context.Context) (WeekPage, error) {
	words := o.words().Office().Week
	this := monday(o.Now().In(o.words().Location()))
	totals, sources := [2]tally{}, [2]map[string]tally{{}, {}}
	_, err := journal.QueryAll(ctx, o.Journal.Reader(), func(row journal.Row) (extra quote.Extra, err error) {
		var received int64
		var stage, form string
		var price, week int
		err = row.Scan(&received, &extra, &form, &stage, &price)
		if fromMillis(received).Before(this) {
			week = 1
		}
		source := cmp.Or(extra.Attribution.Origin(), words.Unknown)
		if slices.Contains(o.words().Office().New.Sources, form) {
			source = form
		}
		of := sources[week][source]
		of.source = source
		of.add(stage, price)
		sources[week][source] = of
		totals[week].add(stage, price)
		return extra, err
	}, `SELECT l.received_at, l.extra, l.source, l.stage, l.price FROM leads l
		WHERE l.received_at >= $1 AND l.received_at < $2 AND l.stage <> 'spam' AND NOT `+outbox.Held,
		millis(this.AddDate(0, 0, -7)), millis(this.AddDate(0, 0, 7)))
	page := WeekPage{Head: []string{words.Source, words.Requests, words.Booked, words.Done, words.Dollars}}
	for i, label := range []string{words.This, words.Last} {
		week := WeekRows{Total: totals[i].row(label), Rows: [][]string{}}
		for _, of := range ranked(sources[i]) {
			week.Rows = append(week.Rows, of.row(of.source))
		}
		page.Weeks = append(page.Weeks, week)
	}
	if err != nil {
		err = fmt.Errorf("read the week's requests: %w", err)
	}
	return page, err
}

// ranked returns tallies with the most requests first.
func ranked(all map[string]tally) (list []tally) {
	for _, t := range all {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b tally) int {
		return cmp.Or(b.requests-a.requests, cmp.Compare(a.source, b.source))
	})
	return list
}
