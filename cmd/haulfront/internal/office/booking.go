package office

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/content/clock"
)

const (
	// planClock is the time of the day at which planned mails are sent.
	planClock = "09:00"
	// remindBefore is how long before a job it must be booked for a reminder to be worth a mail.
	remindBefore = 24 * time.Hour
)

// onDay returns a time of a day after that of a job, or before it.
func (w Words) onDay(begin int64, days int, timeOfDay string) time.Time {
	return clock.On(fromMillis(begin).In(w.Location()).AddDate(0, 0, days), timeOfDay)
}

// ChangesUntil returns until when a customer can move or call off a job; the zero time if only by phone.
func (w Words) ChangesUntil(begin int64) (until time.Time) {
	if clock := w.Business.ChangesUntil; clock != "" && begin != 0 {
		until = w.onDay(begin, -1, clock)
	}
	return until
}

// changes reports whether a customer can still move a job to or from a time, or call it off.
func (o *Office) changes(begin int64) bool { return o.Now().Before(o.words().ChangesUntil(begin)) }

// mayCallOff allows a customer to call off a booked job in time. One without a time can be called off until it has one.
func (t *task) mayCallOff() error {
	switch {
	case t.Stage == Lost && t.Job.Answer == ActionCancel && t.form.Get("answer") == ActionCancel:
		return errUnchanged
	case t.recurs() != nil: // one skips a visit, or ends it all
		return ErrOffer
	}
	return t.mayChange()
}

// mayChange allows a customer to change when the crew comes.
func (t *task) mayChange() error {
	switch {
	case t.Stage != Booked:
		return ErrOffer
	case t.words().Business.ChangesUntil == "", t.Begin != 0 && !t.changes(t.Begin):
		return ErrLate
	}
	return nil
}

// mayReschedule allows a customer to move a booked job in time.
func (t *task) mayReschedule() error {
	if t.Stage == Booked && t.Begin == 0 {
		return ErrOffer // the office sets the first time
	}
	return t.mayChange()
}

// reschedule moves a booked job to the slot of the form.
func (t *task) reschedule() error {
	t.alone = t.recurs() != nil
	return t.take(t.openings)
}

// take books the slot of the form, which must be one of a list.
func (t *task) take(list func(context.Context, journal.Queryer, *Record) ([]Slot, error)) error {
	begin, err := t.chosen(list)
	if err == nil {
		t.setTime(millis(begin))
		t.event.Details = t.words().slotWords(t.Begin)
	}
	return err
}

// chosen returns the slot of the form, which must be one of a list.
func (t *task) chosen(list func(context.Context, journal.Queryer, *Record) ([]Slot, error)) (time.Time, error) {
	begins, err := ParseSlots(t.form["slot"], t.words().Location())
	if err != nil || len(begins) != 1 {
		return time.Time{}, ErrChoose
	}
	if millis(begins[0]) == t.Begin {
		return begins[0], errUnchanged
	}
	slots, err := list(t.ctx, t.tx, t.Record)
	if err == nil && !slices.ContainsFunc(slots, func(s Slot) bool { return s.Value == SlotValue(begins[0]) }) {
		err = ErrTaken
	}
	return begins[0], err
}

// openings returns the slots to which a customer can move a job: those in which a truck is free for as long as it
// takes.
func (o *Office) openings(ctx context.Context, db journal.Queryer, r *Record) ([]Slot, error) {
	begins := slices.DeleteFunc(o.words().Windows(o.Now(), SlotLength, offeredDays), func(begin time.Time) bool {
		return millis(begin) == r.Begin || !o.changes(millis(begin)) || !o.words().inHours(r, begin)
	})
	slots, err := o.slots(ctx, db, r, begins, o.words().Of(&r.Lead))
	return slices.DeleteFunc(slots, func(s Slot) bool { return s.Taken }), err
}

// begun reports whether the time of a booked job has begun.
func (r *Record) begun(now int64) bool { return r.Stage == Booked && r.Begin != 0 && r.Begin <= now }

// mayMiss allows a booked job whose time has begun to be a no-show.
func (t *task) mayMiss() error {
	if t.State != Planned || !t.begun(millis(t.now)) {
		return ErrNothing
	}
	return nil
}

// miss ends a visit whose customer was not there, and with the last one the request, and leaves it to the office to
// text them.
func (t *task) miss() error {
	t.typed.lost = t.words().Office().ByAction[ActionNoShow].History
	t.event.Details = lines(t.words().slotWords(t.Begin), t.event.Details)
	t.keep(t.Visit.ended(Missed, t))
	t.endWithLast(Lost)
	t.leaveUntold(outbox.CustomerMail, t.event)
	return nil
}

// tellBooking tells the customer when a job is booked, moved or called off, by whomever. A time that has passed needs
// no mail, but a day to come that is called off does, also if all that is left is a day that nobody has closed yet.
func (t *task) tellBooking(before *Record) error {
	off := before.Stage == Booked &&
		(slices.Contains(offerable, t.Stage) || t.Stage == Lost || t.Stage == Done && t.rebooked(before))
	ends := func(list []Visit) (end int64) {
		for _, v := range list {
			end = v.Begin
		}
		return end
	}
	was, is, now := ends(t.Before), ends(t.upcoming()), millis(t.now)
	lessAhead := slices.ContainsFunc(t.Visits, func(v Visit) bool {
		return v.State == CalledOff && v.Begin > now && v.EndedAt == now
	})
	switch {
	case t.mail.action != "":
		t.choose(t.mail.visit)
		err := t.tell(outbox.CustomerMail, Event{Actor: t.event.Actor, Action: t.mail.action})
		t.choose(0)
		return err
	case off && (t.Job.QuotedAt == millis(t.now) || slices.Contains(t.tells, outbox.CustomerMail)): // that mail says so
	case off && (was == 0 || was > now):
		return t.tell(outbox.CustomerMail, Event{Actor: t.event.Actor, Action: ActionCancel})
	case t.Stage != Booked || is <= now && !lessAhead || !t.rebooked(before):
	case was != 0:
		return t.tell(outbox.CustomerMail, Event{Actor: t.event.Actor, Action: ActionMove})
	default:
		return t.tell(outbox.CustomerMail, Event{Actor: t.event.Actor, Action: ActionYes})
	}
	return nil
}

// rebooked reports whether the times at which a customer waits for the crew are not those of before. A visit that is
// planned again after it was done, by mistake, is no news.
func (t *task) rebooked(before *Record) bool {
	return slices.ContainsFunc(t.Visits, func(v Visit) bool {
		var was Visit
		if v.Number <= len(before.Visits) {
			was = before.Visits[v.Number-1]
		} else if before.continues() {
			return false // the next mail has it
		}
		isNew := v.State == Planned && (was.State != Planned && was.State != Done || was.Begin != v.Begin)
		return isNew || v.State == CalledOff && was.State == Planned
	})
}

// A plannedMail is a mail to the customer on a day before or after that of the job.
type plannedMail struct {
	action string // whose words it has, see customerMails
	stage  string // of the jobs that have it
	days   int    // after the job's day; negative: before it
	over   string // why it is not sent about a job that has another stage or time by then
}

// plannedMails are all of them, by kind, at most one for a stage. A job without a time has none, and loses those that
// it had: a time that is set later plans them.
var plannedMails = map[outbox.Kind]plannedMail{
	outbox.ReminderMail: {ActionRemind, Booked, -1, "the job was moved, called off or done"},
}

// plannedMail returns the planned mail of jobs at the stage of r, without an action if there is none.
func (r *Record) plannedMail() plannedMail {
	for _, p := range plannedMails {
		if p.stage == r.Stage {
			return p
		}
	}
	return plannedMail{}
}

// begin returns the beginning of a job that has the mail, in milliseconds since 1970; 0: it has none.
func (p plannedMail) begin(r *Record) int64 {
	if r.Stage != p.stage {
		return 0
	}
	return r.Begin
}

// planMails queues the planned mails of a job that has got them or another time, and withdraws those that it had.
func (t *task) planMails(before *Record) (err error) {
	for kind, p := range plannedMails {
		begin := p.begin(t.Record)
		if err != nil || begin == p.begin(before) {
			continue
		}
		err = outbox.Withdraw(t.ctx, t.tx, t.ID, kind)
		if due := t.planned(p); err == nil && !due.IsZero() {
			err = t.tellAt(kind, Event{Action: p.action}, due)
		}
	}
	return err
}

// planned returns when a planned mail is due; the zero time if the job has none.
func (t *task) planned(p plannedMail) time.Time {
	begin := p.begin(t.Record)
	due, late := t.words().onDay(begin, p.days, planClock), fromMillis(begin).Sub(t.now) < remindBefore
	if begin == 0 || !t.now.Before(due) || p.days < 0 && late {
		return time.Time{}
	}
	return due
}

// Planned returns the notice of a queued mail of a planned kind with the job as it is now. The error wraps
// outbox.ErrSkip if the mail is obsolete, or the customer is not to be contacted any more.
func (o *Office) Planned(ctx context.Context, kind outbox.Kind, id string, body []byte) ([]byte, error) {
	var queued Notice
	err := json.Unmarshal(body, &queued)
	r, readErr := o.record(ctx, o.Journal.Reader(), id)
	if err = cmp.Or(err, readErr); err != nil {
		return nil, err
	}
	p, reason := plannedMails[kind], ""
	switch {
	case p.begin(&r) != queued.Record.Begin:
		reason = p.over
	case p.days < 0 && r.Begin <= millis(o.Now()):
		reason = "the job has begun"
	case r.Stopped:
		reason = "the customer is not to be contacted"
	default:
		r.restoreSent()
		return json.Marshal(Notice{queued.Event, r})
	}
	return nil, fmt.Errorf("%w: %s", outbox.ErrSkip, reason)
}
