package office

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/clock"
	"haulfront/content/wording"
)

// offerFollowUps are how long after an offer without an answer its customer is to be asked about it.
var offerFollowUps = []time.Duration{24 * time.Hour, 4 * 24 * time.Hour}

const (
	// laterToday and callHour are when a call that nobody answered is repeated: after a while, or in the morning of
	// another day.
	laterToday = 2 * time.Hour
	callHour   = "09:00"
)

// nextFollowUp returns when to call or text again after an event, in milliseconds since 1970; 0: not at all. An answer
// of the customer, the end of all contact and another stage end it. A press on a link to call or text that was due
// counts as the follow-up. What no mail can tell the customer is due at once, and a planned mail's words when it would
// be.
func (t *task) nextFollowUp(before *Record) int64 {
	ends := []string{ActionStop, ActionYes, ActionOther, ActionNo}
	r, tapped := t.Record, t.event.Action == actionTap && before.Due != ""
	isBack := r.Job.Untold == ActionNoShow && before.Stage == Lost && r.Stage != Lost
	isOver := (r.Stage == Done) != (before.Stage == Done) && r.Job.Untold == before.Job.Untold
	if t.event.Actor == ActorCustomer || isOver || isBack {
		r.Job.Untold = ""
	}
	switch {
	case r.Job.Untold != "" && r.Job.Untold == before.Job.Untold:
		return r.FollowUp
	case r.Job.Untold != "":
		return millis(t.now)
	case r.plannedMail().action != "":
		return t.nextPlanned(before, tapped)
	case slices.Contains(ends, t.event.Action), r.Stage != Contacted && r.Stage != Quoted:
		return 0
	case r.Job.QuotedAt != before.Job.QuotedAt, tapped:
		return r.nextOfOffer(millis(t.now))
	case r.FollowUp == before.FollowUp && r.Stage != before.Stage:
		return 0
	}
	return r.FollowUp
}

// nextPlanned returns when to tell a customer whom no mail reaches what the planned mail says; 0: not at all.
func (t *task) nextPlanned(before *Record, tapped bool) int64 {
	due := t.planned(t.plannedMail())
	switch {
	case before.Due != "" && before.Job.Untold == "" && before.Begin == t.Begin && !tapped:
		return t.FollowUp // it waits
	case t.emails(t.Record) || due.IsZero():
		return 0
	}
	return millis(due)
}

// nextOfOffer returns the first follow-up of the offer after a time, 0 without one.
func (r *Record) nextOfOffer(now int64) int64 {
	for _, after := range offerFollowUps {
		if at := r.Job.QuotedAt + after.Milliseconds(); at > now && r.Stage == Quoted && r.Job.Answer == "" {
			return at
		}
	}
	return 0
}

// due says why the customer is to be called or texted again, in words; "" if that is not due.
func (w Words) due(r *Record, now int64) string {
	words := &w.Office().Card
	if r.FollowUp == 0 || r.FollowUp > now || r.Stopped || r.begun(now) {
		return ""
	}
	if untold := w.untold(r); untold != nil {
		return strings.ReplaceAll(untold.Untold, "[slot]", w.slot(r))
	}
	if after := time.Duration(r.FollowUp-r.Job.QuotedAt) * time.Millisecond; slices.Contains(offerFollowUps, after) {
		const day = 24 * time.Hour
		return Counted(words.Unanswered, words.UnansweredDays, int((now-r.Job.QuotedAt)/day.Milliseconds()))
	}
	return words.CallAgain
}

// untold returns the words about what no mail has told the customer and is due; nil: nothing.
func (w Words) untold(r *Record) *wording.Customer {
	return w.toCustomer(cmp.Or(r.Job.Untold, r.plannedMail().action), r)
}

// isDue is the condition of leads whose follow-up is due at a time.
func isDue(now time.Time) journal.Condition {
	return journal.If(`(l.follow_up_at > 0 AND l.follow_up_at <= ? AND `+journal.Standing+` <> 'stop')`, millis(now))
}

// mayCallAgain allows follow-ups until a request is booked or over.
func (t *task) mayCallAgain() error {
	if t.Stopped || !slices.Contains(offerable, t.Stage) {
		return ErrNothing
	}
	return nil
}

// callAgain notes a call that nobody answered, and when to call again.
func (t *task) callAgain() error {
	zone := t.words().Location()
	var at time.Time
	switch t.form.Get("again") {
	case "today":
		at = t.now.Add(laterToday)
	case "tomorrow":
		at = clock.On(clock.On(t.now.In(zone), "24:00"), callHour)
	default:
		day, err := time.ParseInLocation(time.DateOnly, t.form.Get("againDate"), zone)
		if at = clock.On(day, callHour); err != nil || !at.After(t.now) || at.After(t.now.AddDate(1, 0, 0)) {
			return ErrAgain
		}
	}
	if t.typed.stage = unstaged; t.Stage == New {
		t.typed.stage = Contacted
	}
	err := t.edit()
	t.FollowUp = millis(at)
	t.event.Details = strings.ReplaceAll(t.words().Office().Request.AgainAt, "[time]", t.words().TimeWords(at))
	return err
}
