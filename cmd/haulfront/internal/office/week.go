package office

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/content"
)

// WeekPath is the path of the page of a week: without a date, of this one.
const WeekPath = Path + "/week"

// A tally counts the requests of a source, and what became of them until now.
type tally struct {
	source                 string
	requests, booked, done int // those that are done were booked
}

// plus adds the requests of a stage, of which only their number is given.
func (t tally) plus(of tally, stage string) tally {
	t.source = of.source
	t.requests += of.requests
	if hasTerms(stage) {
		t.booked += of.requests
	}
	if stage == Done {
		t.done += of.requests
	}
	return t
}

// row returns the cells of a table.
func (t tally) row(name string) []string {
	return []string{name, strconv.Itoa(t.requests), strconv.Itoa(t.booked), strconv.Itoa(t.done)}
}

// takings are what the jobs of some time brought, in US cents: in all, and by the way of payment.
type takings struct {
	jobs, cents int
	noShows     int            // of that time, on the page of the week alone
	paid        map[string]int // by the way
}

func (t *takings) add(cents int, paid string) {
	if t.paid == nil {
		t.paid = map[string]int{}
	}
	t.jobs++
	t.cents += cents
	t.paid[paid] += cents
}

// row returns the cells of a table with a column for each of the ways to pay, and one for no-shows if there are any.
func (t takings) row(name string, ways []string, noShows bool) []string {
	cells := []string{name, strconv.Itoa(t.jobs)}
	if noShows {
		cells = append(cells, strconv.Itoa(t.noShows))
	}
	for _, way := range ways {
		cells = append(cells, cmp.Or(AmountWords(t.paid[way]), "$0"))
	}
	return append(cells, cmp.Or(AmountWords(t.cents), "$0"))
}

// monday returns the midnight that begins the week of a time, in its zone.
func monday(t time.Time) time.Time {
	daysSince := (int(t.Weekday()) + 6) % 7
	return time.Date(t.Year(), t.Month(), t.Day()-daysSince, 0, 0, 0, 0, t.Location())
}

// week returns the beginning of the week of a date such as "2026-11-24"; any other text is today.
func (o *Office) week(date string) time.Time {
	zone := o.words().Location()
	day, err := time.ParseInLocation(time.DateOnly, date, zone)
	if err != nil {
		day = o.Now().In(zone)
	}
	return monday(day)
}

// Week returns the page of the week of a date such as "2026-11-24", from Monday on, without its layout, calendar and
// sessions; any other date is today.
func (o *Office) Week(ctx context.Context, date string) (page WeekPage, err error) {
	labels := &o.words().Office().Week
	this, begin := o.week(""), o.week(date)
	title := func(begin time.Time) string {
		return strings.ReplaceAll(labels.Title, "[date]", begin.Format("January 2"))
	}
	at := func(begin time.Time) string { return "?date=" + begin.Format(time.DateOnly) }
	page.Title, page.Jobs = title(begin), WeekJobsPath+at(begin)
	for _, days := range []int{-7, 7} {
		begin := begin.AddDate(0, 0, days)
		link := content.Link{Label: title(begin), Href: WeekPath + at(begin)}
		if begin.Equal(this) {
			link = content.Link{Label: labels.This, Href: WeekPath}
		}
		page.Around = append(page.Around, link)
	}
	jobs, err := o.WeekJobs(ctx, date)
	if err == nil {
		days, daysErr := o.weekTable(ctx, begin, jobs)
		requests, requestsErr := o.weekRequests(ctx, begin)
		page.Tables, err = []WeekTable{days, requests}, cmp.Or(daysErr, requestsErr)
	}
	if err != nil {
		err = fmt.Errorf("read the week: %w", err)
	}
	return page, err
}

// weekTable counts the jobs of a week that are done, and the no-shows, by day.
func (o *Office) weekTable(ctx context.Context, begin time.Time, jobs []PlannedJob) (WeekTable, error) {
	labels := &o.words().Office().Week
	var total takings
	var days [7]takings
	for _, job := range jobs {
		if job.Paid != "" {
			total.add(job.cents, job.Paid)
			days[(int(job.day.Weekday())+6)%7].add(job.cents, job.Paid)
		}
	}
	missed, err := journal.QueryAll(ctx, o.Journal.Reader(), func(row journal.Row) (at int64, err error) {
		err = row.Scan(&at)
		days[(int(fromMillis(at).In(begin.Location()).Weekday())+6)%7].noShows++
		return at, err
	}, `SELECT begins_at FROM visits WHERE state = 'no-show' AND begins_at >= $1 AND begins_at < $2`,
		millis(begin), millis(begin.AddDate(0, 0, 7)))
	total.noShows = len(missed)
	isZero := func(way string) bool { return total.paid[way] == 0 }
	ways := slices.DeleteFunc(slices.Sorted(maps.Keys(total.paid)), isZero)
	table := WeekTable{Head: []string{labels.Jobs, labels.Done}, Total: total.row(labels.All, ways, len(missed) > 0),
		Rows: [][]string{}}
	if len(missed) > 0 {
		table.Head = append(table.Head, labels.NoShows)
	}
	for _, way := range ways {
		table.Head = append(table.Head, o.words().paymentLabel(way))
	}
	table.Head = append(table.Head, labels.Dollars)
	best := slices.MaxFunc(days[:], func(a, b takings) int { return cmp.Compare(a.cents, b.cents) }).cents
	for i, day := range days {
		if total.cents > 0 {
			table.Bars = append(table.Bars, WeekBar{begin.AddDate(0, 0, i).Format("Mon"),
				cmp.Or(AmountWords(day.cents), "$0"), 100 * day.cents / best})
		}
		if day.jobs+day.noShows > 0 {
			table.Rows = append(table.Rows, day.row(begin.AddDate(0, 0, i).Format("Mon, Jan 2"), ways, len(missed) > 0))
		}
	}
	return table, err
}

// weekRequests counts the requests that came, by source. Spam, quarantined and merged requests are left out.
func (o *Office) weekRequests(ctx context.Context, begin time.Time) (WeekTable, error) {
	labels := &o.words().Office().Week
	var total tally
	sources := map[string]tally{}
	_, err := journal.QueryAll(ctx, o.Journal.Reader(), func(row journal.Row) (of tally, err error) {
		var form, stage string
		err = row.Scan(&of.source, &form, &stage, &of.requests)
		if of.source = cmp.Or(of.source, labels.Unknown); slices.Contains(o.words().Office().New.Sources, form) {
			of.source = form
		}
		sources[of.source] = sources[of.source].plus(of, stage)
		total = total.plus(of, stage)
		return of, err
	}, `SELECT l.origin, l.source, l.stage, COUNT(*) FROM leads l
		WHERE l.received_at >= $1 AND l.received_at < $2 AND l.stage <> 'spam'
			AND l.merged_into = '' AND NOT `+outbox.Held+` GROUP BY l.origin, l.source, l.stage`,
		millis(begin), millis(begin.AddDate(0, 0, 7)))
	table := WeekTable{Head: []string{labels.Source, labels.Requests, labels.Booked, labels.Done},
		Total: total.row(labels.All), Rows: [][]string{}}
	for _, of := range ranked(sources) {
		table.Rows = append(table.Rows, of.row(of.source))
	}
	return table, err
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
