package office

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	// plans is the name of the list of recurring jobs, beside those of the stages.
	plans = "plans"
	// plannedAhead is how many visits of a recurring job are planned at any time.
	plannedAhead = 4
)

// A frequency is how often a recurring job comes again.
type frequency struct {
	every string // in forms and in the journal
	plan  string // the key of the plan that sells it
	days  int    // at least, see after
}

var frequencies = []frequency{{"week", "weekly", 7}, {"2 weeks", "bi-weekly", 14}, {"month", "monthly", 28}}

// frequencyOf returns the one that is called that in forms; nil: none is.
func frequencyOf(every string) *frequency {
	i := slices.IndexFunc(frequencies, func(f frequency) bool { return f.every == every })
	if i < 0 {
		return nil
	}
	return &frequencies[i]
}

// after returns the usual time that follows another one, on the same day of the week. A month later it is, for example,
// the second Tuesday again, or the last one where there is no fifth.
func (f *frequency) after(at time.Time) time.Time {
	next := at.AddDate(0, 0, f.days)
	later := next.AddDate(0, 0, 7)
	week := func(t time.Time) int { return (t.Day() - 1) / 7 } // of its month
	if f.days == 28 && (next.Month() == at.Month() || week(next) < week(at) && next.Month() == later.Month()) {
		return later
	}
	return next
}

// recurs returns how often a job comes again; nil: it does not.
func (r *Record) recurs() *frequency {
	if r.Job.Kind == Estimate {
		return nil
	}
	return frequencyOf(r.Job.Every)
}

// continues reports whether a recurring job is booked and was not cancelled.
func (r *Record) continues() bool { return r.recurs() != nil && r.Stage == Booked && r.Job.Until == 0 }

// requestedEvery returns how often the plan comes that a visitor chose on the site; "" without one.
func (w Words) requestedEvery(r *Record) string {
	i := slices.IndexFunc(frequencies, func(f frequency) bool { // a message has the words of its plan
		plan := w.Plan(r.Page, f.plan)
		return plan != nil && strings.Contains(r.Message, plan.Message)
	})
	if i < 0 {
		return ""
	}
	return frequencies[i].every
}

// everyWords says how often a job comes again, and what that saves; "" of one that does not.
func (w Words) everyWords(every string, off int) string {
	labels := &w.Office().Request
	words := labels.Frequencies[every]
	if every != "" && off > 0 {
		words = strings.ReplaceAll(Counted(labels.Saves, labels.Saves, off), "[every]", words)
	}
	return words
}

// everyChoices returns how often a job can come again.
func (w Words) everyChoices() (list []Choice) {
	for _, f := range frequencies {
		list = append(list, Choice{w.everyWords(f.every, w.planSavings(f.every)), f.every})
	}
	return list
}

// planChoices returns how often the job of a customer can come again who chose a plan, or asked about plans; nil: who
// did neither.
func (w Words) planChoices(r *Record) []Choice {
	isPlan := func(f frequency) bool { return w.Plan(r.Page, f.plan) != nil }
	switch {
	case r.Job.Every != "":
		return w.everyChoices()
	case slices.ContainsFunc(frequencies, isPlan):
		return append([]Choice{{w.Office().Request.Unsure, ""}}, w.everyChoices()...)
	}
	return nil
}

// planSavings returns what a recurring job saves, in percent.
func (w Words) planSavings(every string) int {
	if f := frequencyOf(every); f != nil {
		return w.PlanSavings(f.plan)
	}
	return 0
}

// setEvery makes a job come again as often as the form says. The visits that follow the next one are planned anew.
func (t *task) setEvery() {
	if t.form.Has("every") && t.typed.every != t.Job.Every {
		t.Job.Every = t.typed.every
		if t.replan(); t.Stage == Booked {
			t.mail.action = ActionYes
		}
	}
	t.Job.Off = t.words().planSavings(t.Job.Every)
}

// replan takes the times of the visits that follow the next one, for recur to plan them, or calls them off if the job
// does not come again any more.
func (t *task) replan() {
	t.Job.Next = 0
	for _, v := range t.upcoming() {
		switch {
		case v.Number == t.Number:
		case t.recurs() == nil:
			t.keep(v.ended(CalledOff, t))
		default:
			v.Begin, v.TruckNumber = 0, 0
			t.keep(v)
		}
	}
}

// recur plans the next visits of a recurring job: at its usual times or, where the company is closed or no truck is
// free, at the next free time, which Shifted says. What cannot be planned yet is planned with a later change; if that
// leaves no visit, one waits for a time.
func (t *task) recur(before *Record) error {
	if before.Stage != Booked {
		t.Job.Next, t.Job.Until = 0, 0
	}
	f := t.recurs()
	if f == nil || !t.continues() {
		return nil
	}
	if t.Job.Next == 0 && t.Begin == 0 { // its usual time is to be agreed
		if len(t.upcoming()) == 0 {
			t.keep(t.unplanned()[0])
			t.choose(0)
		}
		return nil
	}
	if t.Job.Next == 0 {
		t.Job.Next = millis(f.after(t.in(t.Begin)))
	}
	if err := t.Journal.Lock(t.ctx, t.tx, bookingLock); err != nil {
		return err
	}
	taken, err := takenHours(t.ctx, t.tx, t.Record, millis(t.now))
	for _, v := range t.unplanned() {
		usual := t.in(t.Job.Next)
		for !usual.After(t.now) { // nobody changed the job for so long
			usual = f.after(usual)
		}
		begin, planned := t.freeFrom(usual, v, taken), len(t.upcoming()) > 0
		switch {
		case begin != 0:
			t.Job.Next = millis(f.after(usual))
		case v.Number <= len(t.Visits):
			v.State = CalledOff
		case planned:
			continue
		}
		v.Begin = begin
		if t.keep(v); begin != millis(usual) && v.State == Planned {
			t.shift(v, usual)
		}
	}
	t.choose(0)
	return err
}

// unplanned returns the visits of a recurring job that are to be planned: those whose time was taken, and new ones.
func (t *task) unplanned() (list []Visit) {
	ahead, last := slices.DeleteFunc(t.upcoming(), t.isPast), len(t.Visits)
	for _, v := range ahead {
		if v.Begin == 0 {
			list = append(list, v)
		}
	}
	for n := last + 1; n <= last+plannedAhead-len(ahead); n++ {
		list = append(list, Visit{Number: n, Kind: Pickup, State: Planned, Hours: t.Hours})
	}
	return list
}

// isPast reports whether a visit was on an earlier day: the office has yet to close it.
func (o *Office) isPast(v Visit) bool { return v.Begin != 0 && v.Begin < o.today() }

// shift notes that a visit is not at its usual time.
func (t *task) shift(v Visit, usual time.Time) {
	if t.Usual == nil {
		t.Usual = map[int64]int64{}
	}
	t.Usual[v.Begin] = millis(usual)
	t.event.Details = lines(t.event.Details, t.words().shifted(v, t.Record))
}

// shifted says when a visit is and, if that is not its usual time, what is.
func (w Words) shifted(v Visit, r *Record) string {
	src, words := &w.Office().CustomerMail, w.slotWords(v.Begin)
	if usual := r.Usual[v.Begin]; usual != 0 {
		return strings.NewReplacer("[slot]", cmp.Or(words, src.Later), "[usual]", w.slotWords(usual)).
			Replace(src.Shifted)
	}
	return words
}

// in returns a time of the journal in the company's zone.
func (o *Office) in(ms int64) time.Time { return fromMillis(ms).In(o.words().Location()) }

// freeFrom returns the usual time of a visit of a recurring job or else the first one after it at which a truck is
// free, in milliseconds since 1970; 0 if there is none.
func (t *task) freeFrom(usual time.Time, v Visit, taken map[truckHour]bool) int64 {
	w, length := t.words(), time.Duration(v.length())*time.Hour
	for _, begin := range append([]time.Time{usual}, w.Windows(usual, SlotLength, offeredDays)...) {
		v.Begin = millis(begin)
		isOwn := slices.ContainsFunc(t.upcoming(), func(own Visit) bool {
			return slices.ContainsFunc(own.hours(), func(at int64) bool { return slices.Contains(v.hours(), at) })
		})
		if !isOwn && w.InHours(begin, length) && len(w.free(v, taken)) > 0 {
			return v.Begin
		}
	}
	return 0
}

// maySkip allows a customer to skip a visit of a recurring job in time.
func (t *task) maySkip() error {
	if t.recurs() == nil || t.State != Planned {
		return ErrOffer
	}
	return t.mayChange()
}

// mayBank allows the office to bank a visit of a recurring job.
func (t *task) mayBank() error {
	if t.recurs() == nil || t.State != Planned {
		return ErrNothing
	}
	return nil
}

// bank skips a visit, which the customer can have later.
func (t *task) bank() error {
	t.Job.Banked++
	err := t.callOffDay()
	t.mail.action = ActionBank
	return err
}

// mayEnd allows the end of a recurring job.
func (t *task) mayEnd() error {
	if !t.continues() {
		return ErrOffer
	}
	return nil
}

// end cancels a recurring job with the notice of a billing cycle, the time from one visit to the next. Later visits are
// called off.
func (t *task) end() error {
	t.Job.Until = millis(t.recurs().after(t.now.In(t.words().Location())))
	for _, v := range t.upcoming() {
		if v.Begin == 0 || v.Begin > t.Job.Until {
			t.keep(v.ended(CalledOff, t))
		}
	}
	t.mail.action, t.event.Details = ActionEnd, t.words().dateWords(t.Job.Until)
	t.endWithLast(Lost)
	return nil
}

// endWithLast moves a request whose last visit is over to another stage, see settle.
func (t *task) endWithLast(stage string) {
	if len(t.upcoming()) == 0 && !t.continues() {
		t.move(stage)
	}
}

// mayAddBanked allows a pickup that was banked.
func (t *task) mayAddBanked() error {
	if t.Job.Banked == 0 || t.Stage != Booked {
		return ErrNothing
	}
	return nil
}

// bookBanked plans a pickup that was banked at the time of a user's form.
func (t *task) bookBanked() error {
	slots := t.typed.slots
	if len(slots) != 1 || !slots[0].After(t.now) {
		return ErrSlot
	}
	if err := t.words().refuseTime(Visit{Begin: millis(slots[0])}); err != nil {
		return err
	}
	return t.addBanked(slots[0])
}

// addBanked plans a pickup that was banked. Whether a truck is free is found out when it is stored.
func (t *task) addBanked(begin time.Time) error {
	t.Job.Banked--
	t.keep(Visit{Number: len(t.Visits) + 1, Kind: Pickup, State: Planned, Begin: millis(begin), Hours: t.Hours})
	t.mail.action, t.mail.visit, t.event.Details = ActionYes, len(t.Visits), t.words().SlotWords(begin)
	return nil
}

// ahead returns the visits of a recurring job that come next, as people read them; nil of any other.
func (w Words) ahead(r *Record) (list []string) {
	for _, v := range r.upcoming() {
		if r.recurs() != nil && v.Begin != 0 {
			list = append(list, w.shifted(v, r))
		}
	}
	return list
}

// owedVisits replaces each record by that of its first visit that is owed.
func (o *Office) owedVisits(ctx context.Context, records []Record) ([]Record, error) {
	var ids []string
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	in, args := journal.AnyOf(ids, nil)
	owed, err := o.visits(ctx, o.Journal.Reader(), isOwed+` AND l.id IN `+in+`
		ORDER BY v.closed_at DESC, v.number DESC`, args...)
	for _, visit := range owed {
		for i := range records {
			if records[i].ID == visit.ID {
				records[i] = visit
			}
		}
	}
	return records, err
}

// receipted returns the visits that a receipt is about: all of a job that is done. Of a recurring job it is the one at
// hand or, before the next one, those that are owed, or else the last one; with its end, those that are owed and the
// last one.
func (r *Record) receipted() []Visit {
	list := r.done()
	owed := slices.DeleteFunc(slices.Clone(list), func(v Visit) bool { return !v.isOwed() })
	switch {
	case r.recurs() == nil && r.Stage != Done:
		return nil
	case r.recurs() == nil || len(list) == 0:
		return list
	case r.State == Done && r.Stage != Done:
		return []Visit{r.Visit}
	case len(owed) > 0 && r.Stage == Done && !r.isOwed():
		return append(owed, r.Visit)
	case len(owed) > 0:
		return owed
	}
	return list[len(list)-1:]
}

// dateWords returns the day of a time as people read it; "" of 0.
func (w Words) dateWords(ms int64) string {
	if ms == 0 {
		return ""
	}
	return w.FormatTime(fromMillis(ms), dayLayout)
}
