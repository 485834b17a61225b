package office

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/clock"
)

// The kinds of visits.
const (
	Pickup   = "pickup"
	Estimate = "estimate" // to look at what is to be hauled, before there is a price
)

// maxClosed is how many days the company is closed in a row at most.
const maxClosed = 60

// The states of visits, besides [Done].
const (
	Planned   = "planned"
	Missed    = "no-show"
	CalledOff = "called off"
)

// A Visit is a time at which a crew comes to a customer.
type Visit struct {
	Number int    `json:",omitempty"` // among those of the request, from 1; 0: there is none
	Kind   string `json:",omitempty"`
	State  string `json:",omitempty"`
	// Begin is the beginning of its slot, in milliseconds since 1970; 0: to be agreed.
	Begin int64
	// Hours is its length; 0: that of a slot. TruckNumber is the number of the truck that does it, from 1; 0: none.
	Hours       int `json:",omitempty"`
	TruckNumber int `json:",omitempty"`
	// Charged is the final amount in cents, 0 before there is one, Paid how it was paid, a key of payments in
	// office.yaml or a name, and PaidAt when that was noted; 0: with the end of the visit.
	Charged int    `json:",omitempty"`
	Paid    string `json:",omitempty"`
	PaidAt  int64  `json:",omitempty"`
	// EndedAt is when the visit was done, missed or called off, EndedBy the actor.
	EndedAt int64  `json:",omitempty"`
	EndedBy string `json:",omitempty"`
}

// visitColumns are the columns of a visit v, which is missing where there is none.
const visitColumns = `COALESCE(v.number, 0), COALESCE(v.kind, ''), COALESCE(v.state, ''), COALESCE(v.begins_at, 0),
	COALESCE(v.hours, 0), COALESCE(v.truck, 0), COALESCE(v.amount, 0), COALESCE(v.paid, ''), COALESCE(v.paid_at, 0),
	COALESCE(v.closed_at, 0), COALESCE(v.closed_by, '')`

// targets are where a row's visitColumns go.
func (v *Visit) targets() []any {
	return []any{&v.Number, &v.Kind, &v.State, &v.Begin, &v.Hours, &v.TruckNumber, &v.Charged, &v.Paid, &v.PaidAt,
		&v.EndedAt, &v.EndedBy}
}

// nextVisit is the condition of the visit v of a lead l that comes next, or else was the last one, as choose finds it.
const nextVisit = `v.lead_id = l.id AND v.number = (SELECT n.number FROM visits n WHERE n.lead_id = l.id
	ORDER BY CASE WHEN n.state = 'called off' THEN 9200000000000000 - n.number
		WHEN n.state = 'no-show' OR n.state = 'done' AND n.kind = 'estimate' THEN 9100000000000000 - n.number
		WHEN n.state = 'done' THEN 9000000000000000 - n.number
		WHEN n.begins_at = 0 THEN 8000000000000000 ELSE n.begins_at END LIMIT 1)`

// madeOrPlanned is the condition that a visit v was or will be made.
const madeOrPlanned = `v.state IN ('planned', 'done')`

// visitDays are the columns of Day and Days of a record, which leave out visits of another kind, and those that were
// called off or missed.
const visitDays = `(SELECT COUNT(*) FROM visits d WHERE ` + sameJob + ` AND (d.begins_at, d.number) <=
		(v.begins_at, v.number)), (SELECT COUNT(*) FROM visits d WHERE ` + sameJob + `)`

const sameJob = `d.lead_id = v.lead_id AND d.kind = v.kind AND d.state IN ('planned', 'done')`

// readVisits reads all visits of a request. Its words are then about all that are planned, or were made.
func (o *Office) readVisits(ctx context.Context, db journal.Queryer, r *Record) (err error) {
	r.Visits, err = journal.QueryAll(ctx, db, func(row journal.Row) (v Visit, err error) {
		err = row.Scan(v.targets()...)
		return v, err
	}, `SELECT `+visitColumns+` FROM visits v WHERE v.lead_id = $1 ORDER BY v.number`, r.ID)
	if r.Stage == Done {
		r.Amount = AmountWords(charged(r.done()))
	}
	r.Unpaid = slices.ContainsFunc(r.done(), Visit.isOwed)
	r.Slot = o.words().booked(r)
	return err
}

// booked returns the slots that a request is booked for, or was done in, as people read them; "" without one.
func (w Words) booked(r *Record) string {
	list := r.upcoming()
	if r.Stage == Done {
		list = r.done()
	}
	switch {
	case len(list) > 1 && r.recurs() == nil:
		return w.slotsWords(list)
	case hasTerms(r.Stage):
		return w.slotWords(r.Begin)
	}
	return ""
}

// writeVisits replaces the visits of a request by those of the record.
func writeVisits(ctx context.Context, tx *sql.Tx, r *Record) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM visits WHERE lead_id = $1`, r.ID)
	for _, v := range r.Visits {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO visits (lead_id, number, kind, state, begins_at, hours, truck,
				amount, paid, paid_at, closed_at, closed_by)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, r.ID, v.Number, v.Kind, v.State, v.Begin,
				v.Hours, v.TruckNumber, v.Charged, v.Paid, v.PaidAt, v.EndedAt, v.EndedBy)
		}
	}
	return err
}

// hours returns the beginnings of the hours of a visit. Those of one at half past are full hours, too: it and one at
// the full hour before cannot have the same truck.
func (v *Visit) hours() (list []int64) {
	hour := time.Hour.Milliseconds()
	for n := range v.length() {
		list = append(list, (v.Begin/hour+int64(n))*hour)
	}
	return list
}

// length returns the length of a visit in hours.
func (v *Visit) length() int { return max(v.Hours, jobHours) }

// takesTruck reports whether a truck has to be free for a visit: a look takes none unless it has one, or the company
// has a single one, whose crew then is who comes to look.
func (w Words) takesTruck(v Visit) bool {
	return v.Kind != Estimate || v.TruckNumber != 0 || len(w.trucks()) == 1
}

// upcoming returns the visits that are still to be made, the next one first.
func (r *Record) upcoming() []Visit { return r.inState(Planned) }

func (r *Record) inState(state string) []Visit {
	list := slices.DeleteFunc(slices.Clone(r.Visits), func(v Visit) bool { return v.State != state })
	begin := func(v Visit) int64 { return cmp.Or(v.Begin, math.MaxInt64) }
	slices.SortStableFunc(list, func(a, b Visit) int { return cmp.Compare(begin(a), begin(b)) })
	return list
}

// done returns the pickups that were made, in the order of time.
func (r *Record) done() []Visit {
	return slices.DeleteFunc(r.inState(Done), func(v Visit) bool { return v.Kind == Estimate })
}

// charged returns what visits were charged in all, in cents.
func charged(list []Visit) (cents int) {
	for _, v := range list {
		cents += v.Charged
	}
	return cents
}

// isOwed reports whether a pickup was made and is not paid.
func (v Visit) isOwed() bool {
	return v.State == Done && v.Kind != Estimate && slices.Contains(owed, v.Paid)
}

// slotsWords returns the slots of visits as people read them; "" of none that has a time.
func (w Words) slotsWords(list []Visit) string {
	var words []string
	for _, v := range list {
		if v.Begin != 0 {
			words = append(words, w.slotWords(v.Begin))
		}
	}
	return strings.Join(words, " "+w.FactWords.Localize("and")+" ")
}

// keep puts a visit among those of the request, the one at hand if it is that.
func (r *Record) keep(v Visit) {
	if v.Number > len(r.Visits) {
		r.Visits = append(r.Visits, v)
	}
	if r.Visits[v.Number-1] = v; v.Number == r.Number {
		r.Visit = v
	}
}

// choose makes one of the visits the one at hand; 0: the one that comes next, or else was the last one, if possible a
// pickup that was made, and not one that was called off.
func (r *Record) choose(number int) {
	if r.Visit = (Visit{}); len(r.Visits) == 0 {
		return
	}
	next := r.upcoming()
	switch {
	case number >= 1 && number <= len(r.Visits):
		r.Visit = r.Visits[number-1]
	case len(next) > 0:
		r.Visit = next[0]
	default:
		r.Visit = slices.MaxFunc(r.Visits, func(a, b Visit) int {
			return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Number, b.Number))
		})
	}
}

// rank orders visits that are over: of those of a request, the last one of the highest rank is what it is about.
func (v Visit) rank() int {
	switch {
	case v.State == CalledOff:
		return 0
	case v.State == Done && v.Kind == Pickup:
		return 2
	}
	return 1
}

// about returns the kind of the visit that the customer waits for, is offered, or had last.
func (r *Record) about() string {
	if r.State != Planned && slices.Contains(offerable, r.Stage) {
		return r.Job.Kind
	}
	return r.Kind
}

// meant returns the visits that a change is about: the one at hand alone, as always of a recurring job, or all that are
// planned.
func (r *Record) meant() []Visit {
	if (r.alone || r.recurs() != nil) && r.State == Planned {
		return []Visit{r.Visit}
	}
	return r.upcoming()
}

// at returns the visits of a request whose first one begins at a time: those that are meant or, before any is planned,
// those of the offer, each on a day of its own on which the company works, at the same hour.
func (w Words) at(r *Record, begin int64) []Visit {
	list := r.meant()
	if len(list) == 0 {
		for n := range max(1, r.Job.Days) {
			v := Visit{Number: len(r.Visits) + 1 + n, Kind: cmp.Or(r.Job.Kind, Pickup), State: Planned}
			v.Hours = cmp.Or(r.Job.Hours, w.askedHours(&r.Lead, v.Kind)) // a look takes a slot
			list = append(list, v)
		}
	}
	day := fromMillis(begin).In(w.Location())
	for i := range list {
		if list[i].Begin = 0; begin != 0 {
			list[i].Begin = millis(day)
			day = w.nextJobDay(day)
		}
	}
	return list
}

// nextJobDay returns the same time on the next day on which the company works.
func (w Words) nextJobDay(at time.Time) time.Time {
	for next, days := at, 0; days < maxClosed; days++ {
		if next = next.AddDate(0, 0, 1); w.JobDay(next) {
			return next
		}
	}
	return at.AddDate(0, 0, 1)
}

// setTime plans the visits of a request, of which the first one begins at a time; 0: it is to be agreed.
func (t *task) setTime(begin int64) {
	if t.recurs() != nil && t.State == Planned && t.Begin != begin {
		t.mail.visit, t.mail.action = t.Number, ActionMove
		if t.Begin == 0 {
			t.mail.action = ActionYes
		}
		if !t.alone {
			t.replan()
		}
	}
	for i, v := range t.words().at(t.Record, begin) {
		if t.keep(v); i == 0 {
			t.Visit = v
		}
	}
}

// settle makes the visits those of the stage, which was another one before: a job that is booked has one that is
// planned, any other has none, and one that is done ends with one that is done. A booked job of which a part was hauled
// is done, not lost: that part is to be paid.
func (t *task) settle(was string) {
	r, end := t.Record, cmp.Or(map[string]string{Done: Done, Booked: Planned}[t.Stage], CalledOff)
	if made := r.done(); was == Booked && r.Stage == Lost && len(made) > 0 {
		r.Stage, r.Job.Lost = Done, ""
		if last := made[len(made)-1]; last.Paid == withAnother && charged(made) == 0 {
			last.Paid = unpaid
			r.keep(last)
		}
	}
	if n := len(r.Visits); len(r.upcoming()) == 0 && (hasTerms(r.Stage) && was != Booked || was == Done) &&
		r.Stage != was {
		if n == 0 || r.Visits[n-1].Kind == Estimate {
			if t.Stage == Done { // nothing was hauled by a look
				t.Job.Kind = Pickup
			}
			t.setTime(0)
		} else { // what ended it was a mistake
			last := r.Visits[n-1]
			last.State, last.EndedAt, last.EndedBy = Planned, 0, ""
			r.keep(last)
		}
	}
	for _, v := range r.upcoming() {
		if end != Planned {
			r.keep(v.ended(end, t))
		}
	}
	r.choose(0)
}

// ended returns a visit as it is after its end.
func (v Visit) ended(state string, t *task) Visit {
	v.State, v.EndedAt, v.EndedBy = state, millis(t.now), t.event.Actor
	return v
}

// mayCallOffDay allows one of several visits to be called off.
func (t *task) mayCallOffDay() error {
	if t.State != Planned || len(t.upcoming()) < 2 && !t.continues() && len(t.done()) == 0 {
		return ErrNothing
	}
	return nil
}

// callOffDay calls off the visit of the form alone.
func (t *task) callOffDay() error {
	t.event.Details = t.words().slotWords(t.Begin)
	t.keep(t.Visit.ended(CalledOff, t))
	if t.recurs() != nil {
		t.mail.action, t.mail.visit = ActionSkip, t.Number
	}
	t.endWithLast(Lost)
	return nil
}

// mayLook allows the end of a visit to look at the job.
func (t *task) mayLook() error {
	if t.State != Planned || t.Kind != Estimate {
		return ErrNothing
	}
	return nil
}

// looked reports whether somebody has looked at the job.
func (r *Record) looked() bool {
	return slices.ContainsFunc(r.inState(Done), func(v Visit) bool { return v.Kind == Estimate })
}

// look ends a visit to look at the job. What comes next is an offer for a pickup.
func (t *task) look() error {
	t.event.Details = lines(t.words().slotWords(t.Begin), t.event.Details)
	t.keep(t.Visit.ended(Done, t))
	t.move(Contacted)
	t.Job.Terms, t.Job.Sent, t.Job.QuotedAt, t.Job.Answer = Terms{Every: t.Job.Every}, nil, 0, ""
	return nil
}

// freeAt returns how many trucks are free for each of the visits of a request whose first one begins at a time.
func (w Words) freeAt(r *Record, begin time.Time, taken map[truckHour]bool) int {
	free := len(w.trucks())
	for _, v := range w.at(r, millis(begin)) {
		if w.takesTruck(v) {
			free = min(free, len(w.free(v, taken)))
		}
	}
	return free
}

// inHours reports whether the company works during each of these visits.
func (w Words) inHours(r *Record, begin time.Time) bool {
	return w.refuseTime(w.at(r, millis(begin))...) == nil
}

// refuseTime returns a TimeRefusal of the first visit during which the company does not work, nil if there is none.
func (w Words) refuseTime(visits ...Visit) error {
	for _, v := range visits {
		begin := fromMillis(v.Begin).In(w.Location())
		end, shift := begin.Add(time.Duration(v.length())*time.Hour), w.JobHours(begin)
		if w.InHours(begin, end.Sub(begin)) {
			continue
		}
		why := string(ErrClosed)
		if w.InHours(begin, 0) && begin.Before(clock.On(begin, shift.Closes)) {
			why = "runsPast"
		}
		return TimeRefusal{ErrClosed, strings.NewReplacer("[slot]", w.SlotWords(begin), "[hours]",
			Counted(w.Office().Request.Hours, w.Office().Request.Hours, v.length()), "[end]",
			clock.Format(end.Format("15:04"), "3pm"), "[closes]", clock.Format(shift.Closes, "3pm")).
			Replace(w.Office().Refusals[why])}
	}
	return nil
}
