package office

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/contact"
)

// An Evening is what the office has done in some time, what is left, and what comes next.
type Evening struct {
	Done      []Record // jobs that were closed in that time
	CalledOff []Record // by customers in that time
	NoShows   []Record // whose customers were not there in that time
	NotClosed []Record // booked jobs whose time is over
	Unpaid    []Record // jobs of any time that are done and still owed
	Waiting   []Record // new requests, the oldest first
	Planned   []Record // the jobs of the next day that has any
}

// ended selects what ended between two times.
const ended = `v.closed_at >= $1 AND v.closed_at < $2 ORDER BY v.begins_at, l.id`

// Evening returns the evening of the time between since and until.
func (o *Office) Evening(ctx context.Context, since, until time.Time) (e Evening, err error) {
	tomorrow := clock.On(until.In(o.words().Location()), "24:00")
	for _, part := range []struct {
		records *[]Record
		where   string
		args    []any
	}{
		{&e.Done, `v.state = 'done' AND ` + ended, []any{millis(since), millis(until)}},
		{&e.CalledOff, `v.state = 'called off' AND v.closed_by = $3 AND ` + ended,
			[]any{millis(since), millis(until), ActorCustomer}},
		{&e.NoShows, `v.state = 'no-show' AND ` + ended, []any{millis(since), millis(until)}},
		{&e.NotClosed, notClosed + ` ORDER BY v.begins_at, l.id`, []any{millis(until)}},
		{&e.Unpaid, isOwed + ` ORDER BY v.closed_at, l.id`, nil},
		{&e.Planned, `v.state = 'planned' AND v.begins_at >= $1 ORDER BY v.begins_at, l.id`, []any{millis(tomorrow)}},
	} {
		if *part.records, err = o.visits(ctx, o.Journal.Reader(), part.where, part.args...); err != nil {
			return e, fmt.Errorf("read what the office has done: %w", err)
		}
	}
	e.Waiting, err = o.records(ctx, o.Journal.Reader(), waits+` ORDER BY l.received_at, l.id`)
	if err == nil && len(e.Planned) > 0 {
		end := clock.On(fromMillis(e.Planned[0].Begin).In(tomorrow.Location()), "24:00")
		e.Planned = slices.DeleteFunc(e.Planned, func(r Record) bool { return r.Begin >= millis(end) })
	}
	return e, err
}

// taken returns what the jobs of an evening that are done brought.
func (w Words) taken(e Evening) (sum takings) {
	for _, r := range e.Done {
		if r.Kind == Pickup {
			sum.add(r.Charged, r.payment())
		}
	}
	return sum
}

// headline begins the title of the summary: how many jobs are done, and what they brought; empty without one.
func (w Words) headline(e Evening) string {
	src, sum := &w.MailWords().Summary.Evening, w.taken(e)
	if sum.jobs == 0 {
		return ""
	}
	return strings.ReplaceAll(Counted(src.Job, src.Jobs, sum.jobs), "[amount]", cmp.Or(AmountWords(sum.cents), "$0"))
}

// eveningSections returns the sections of an evening that are not empty.
func (w Words) eveningSections(e Evening) (sections []MailSection) {
	src := &w.MailWords().Summary.Evening
	section := func(title string, records []Record, values func(*Record) []string) {
		var steps []string
		for i, r := range records {
			if i == maxListed {
				steps = append(steps, Counted(src.More, src.More, len(records)-i))
				break
			}
			steps = append(steps, dotted(values(&r)...))
		}
		if len(steps) > 0 {
			sections = append(sections, MailSection{Title: title, Steps: steps})
		}
	}
	person := func(r *Record) string { return shorten(r.Name) + ", " + shorten(contact.ParsePhone(r.Phone).Label) }
	section(src.Done, e.Done, func(r *Record) []string {
		if r.Kind == Estimate {
			return []string{r.Slot, w.Office().Request.Kinds[Estimate], w.service(&r.Lead), shorten(r.Name)}
		}
		return []string{r.Slot, w.service(&r.Lead), shorten(r.Name), AmountWords(r.Charged),
			w.paymentLabel(r.payment())}
	})
	if sum := w.taken(e); len(e.Done) > 0 {
		var ways []string
		for _, way := range slices.Sorted(maps.Keys(sum.paid)) {
			ways = append(ways, w.paymentLabel(way)+" "+cmp.Or(AmountWords(sum.paid[way]), "$0"))
		}
		last := &sections[len(sections)-1]
		last.Steps = append(last.Steps, strings.ReplaceAll(src.Total, "[amounts]", dotted(ways...)))
	}
	section(src.NotClosed, e.NotClosed, func(r *Record) []string {
		return []string{r.Slot, w.service(&r.Lead), person(r)}
	})
	job := func(r *Record) []string { return []string{w.service(&r.Lead), person(r)} }
	section(src.CalledOff, e.CalledOff, job)
	section(w.Office().Week.NoShows, e.NoShows, job)
	section(src.Unpaid, e.Unpaid, func(r *Record) []string {
		return []string{AmountWords(r.Charged), person(r), r.Slot}
	})
	section(src.Waiting, e.Waiting, func(r *Record) []string {
		return []string{w.TimeWords(r.Received), w.service(&r.Lead), person(r)}
	})
	day := ""
	if len(e.Planned) > 0 {
		day = fromMillis(e.Planned[0].Begin).In(w.Location()).Format("Monday, January 2")
	}
	section(strings.ReplaceAll(src.Next, "[day]", day), e.Planned, func(r *Record) []string {
		_, hours := w.slotParts(fromMillis(r.Begin))
		return []string{hours, w.truckOrLook(r), w.service(&r.Lead), person(r), shorten(w.where(r))}
	})
	return sections
}

// dotted joins the values that are not empty.
func dotted(values ...string) string {
	return strings.Join(slices.DeleteFunc(values, func(v string) bool { return v == "" }), " · ")
}
