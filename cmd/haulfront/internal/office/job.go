package office

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
)

// The stages of a lead, in order; Lost and Spam are ends of their own.
const (
	New       = "new"
	Contacted = "contacted"
	Quoted    = "quoted"
	Booked    = "booked"
	Done      = "done"
	Lost      = "lost"
	Spam      = "spam"
)

// Stages returns all stages, in order.
func Stages() []string { return []string{New, Contacted, Quoted, Booked, Done, Lost, Spam} }

// offerable are the stages in which an offer is sent, and can be answered.
var offerable = []string{New, Contacted, Quoted}

// Terms are what the office offers to a customer.
type Terms struct {
	// Low and High are the ends of the price range in US dollars; they are the same for a single price, 0 before it.
	Low  int `json:"low,omitempty"`
	High int `json:"high,omitempty"`
	// Drive is what the price has for the drive to DriveTo, "$30"; empty: nothing.
	Drive   string `json:"drive,omitempty"`
	DriveTo string `json:"driveTo,omitempty"`
	// Included says what the price includes.
	Included string `json:"included,omitempty"`
	// Slots are the offered slots, as [SlotValue] writes them.
	Slots []string `json:"slots,omitempty"`
	// Kind is that of the visits; empty: a pickup. Days is their number; 0: one. Hours is the length of each; 0: that
	// of a slot.
	Kind  string `json:"kind,omitempty"`
	Days  int    `json:"days,omitempty"`
	Hours int    `json:"hours,omitempty"`
	// Every is how often the job comes again, see frequencies; empty: it does not. Off is what that saves, in percent
	// of the prices above.
	Every string `json:"every,omitempty"`
	Off   int    `json:"off,omitempty"`
}

// price returns the ends of the price of each visit, in US dollars.
func (t Terms) price() (low, high int) {
	off := func(price int) int { return (price*(100-t.Off) + 50) / 100 }
	return off(t.Low), off(t.High)
}

// priceWords returns that price as people read it.
func (t Terms) priceWords() string { return PriceWords(t.price()) }

// A Job is what the office offered to a customer and how it was answered. The journal stores it as JSON.
type Job struct {
	Terms
	// Sent are the terms that the customer has, if the office has changed them since without sending an offer.
	Sent *Terms `json:"sent,omitempty"`
	// QuotedAt is when the offer was sent, in milliseconds since 1970; 0: it was not. It identifies the offer.
	QuotedAt int64 `json:"quotedAt,omitempty"`
	// Ended means that the office has ended the offer, by calling off or closing what it was for.
	Ended bool `json:"ended,omitempty"`
	// Untold is the last action of which a mail would have told the customer, whom no mail reaches, see customerMails,
	// or ActionNoShow, of which no mail tells; empty: somebody has called or texted since.
	Untold string `json:"untold,omitempty"`
	Answer string `json:"answer,omitempty"` // the last action that answers the offer or has a status; empty: none
	Lost   string `json:"lost,omitempty"`   // why the job was lost
	// ReviewAsked is when the customer was asked for a review, in milliseconds since 1970; 0: not yet.
	ReviewAsked int64 `json:"reviewAsked,omitempty"`
	// Asked is when the customer was asked to agree to the price of a booked job, whose former terms are Sent, in
	// milliseconds since 1970; 0: not asked. It identifies the question.
	Asked int64 `json:"asked,omitempty"`
	// Next is the usual time of the first visit of a recurring job that is not planned yet, in milliseconds since 1970;
	// 0: it follows from the next visit. Banked are the visits that the customer skipped and can have later. Until is
	// when the job was to end, likewise; 0: it goes on.
	Next   int64 `json:"next,omitempty"`
	Banked int   `json:"banked,omitempty"`
	Until  int64 `json:"until,omitempty"`
	// Wishes are the slots that the customer asked for, as [SlotValue] writes them.
	Wishes []string `json:"wishes,omitempty"`
}

// A Record is a lead as the office works on it, without its photographs. Notices of mails keep it as JSON, in the
// journal.
type Record struct {
	journal.Lead
	// Visit is the one at hand: on the page of its day, or else the one that comes next, or came last. Visits are all
	// of them, in the order of their numbers, where one request is read or changed.
	Visit
	Visits []Visit `json:",omitempty"`
	// Day counts the visit among the Days on which the crew comes, in the order of time.
	Day, Days int `json:"-"`
	// whole and owed are the amounts.
	whole, owed int
	alone       bool // a change means the visit at hand alone, not all that are planned
	PhotoCount  int  `json:"Photos"`
	// Again means that an earlier request has the same phone number, Held that the request is in quarantine, Stopped
	// that the number is not to be contacted.
	Again, Held, Stopped bool
	// Twin is what twin selects.
	Twin string `json:"-"`
	// NoTexts means that text messages are not to be offered: the number is stopped, or the consent was revoked.
	NoTexts bool
	// Asked means that the customer is asked to agree to another price, Unpaid that a job is done and still owed.
	Asked, Unpaid bool
	// Price, Slot, Truck and Amount are words; empty: none. Answer is the customer's to the present offer, Prefers how
	// the customer wants to be answered.
	Price, Slot, Truck, Amount, Answer, Prefers string
	// Wrote are the customer's own notes, the oldest first.
	Wrote []string `json:"-"`
	// Link is the address of the customer's page, which is a secret. Due says, in words, why to call or text again;
	// empty: that is not due.
	Link, Due string `json:"-"`

	Job      Job
	Revision int64
	// Answered is the time of the first answer, Closed that of the end of the job, Changed the last change, each in
	// milliseconds since 1970; 0: none.
	Answered, Closed, Changed int64
	FollowUp                  int64 // when to call or text again, likewise
	// Before are the visits that were planned before the present change. Usual are the usual times of those of a
	// recurring job that it planned for other ones, by these, in milliseconds since 1970.
	Before  []Visit         `json:",omitempty"`
	Usual   map[int64]int64 `json:",omitempty"`
	Consent string          // the latest of the ledger that counts; empty: none
	// Undelivered means that a delivery failed. StoppedBy is the user who said "do not contact" on this request, if
	// that stands. Both are known on the page of the request alone.
	Undelivered bool
	StoppedBy   string
	broken      error // why the job cannot be read; the rest is shown, and nothing can be changed
	// Proposed are the terms that the customer is asked to agree to, where Job has those that were sent.
	Proposed Terms `json:"-"`
}

// Open reports whether the customer can still answer the offer: before a yes, and after a no.
func (r *Record) Open() bool {
	return r.Job.QuotedAt != 0 && !r.Job.Ended && (slices.Contains(offerable, r.Stage) ||
		(r.Stage == Lost && r.Job.Answer == ActionNo))
}

// unread returns why what came with the request, or its job, cannot be read; the rest is shown.
func (r *Record) unread() error { return cmp.Or(r.broken, r.Extra.Unread) }

// cents returns what a job brings, in cents: the final amount once it is done, before that the low end of the price
// that the customer has; 0 without a price.
func (r *Record) cents() int {
	charged := charged(r.done())
	switch {
	case r.Stage == Done && charged > 0:
		return charged
	case r.Job.Sent != nil:
		low, _ := r.Job.Sent.price()
		return low * 100
	}
	low, _ := r.Job.price()
	return low * 100
}

// restoreSent makes the terms those that the customer has.
func (r *Record) restoreSent() {
	if r.Job.Sent != nil {
		r.Proposed = r.Job.Terms
		r.Job.Terms, r.Job.Sent = *r.Job.Sent, nil
		r.Price = r.Job.priceWords()
	}
}

// An Event is what somebody did with a lead.
type Event struct {
	Actor   string // a user, or [ActorCustomer]
	Action  string // of the package's list of actions
	Details string // for people
	// Crew says to the crew that a job of today or tomorrow was booked, moved or called off; nil: none was.
	Crew *Notification `json:"-"`
}

// ActorCustomer is the actor of what customers do on their page, actorMail that of what becomes of mails to them.
const (
	ActorCustomer = "customer"
	actorMail     = "Email"
)

// records returns the leads l that meet a condition, which an ORDER BY may follow, with the visit v that comes next.
func (o *Office) records(ctx context.Context, db journal.Queryer, where string, args ...any) ([]Record, error) {
	return o.query(ctx, db, `leads l LEFT JOIN visits v ON `+nextVisit, where, args)
}

// visits returns the visits v of leads l that meet a condition, likewise: a record for each.
func (o *Office) visits(ctx context.Context, db journal.Queryer, where string, args ...any) ([]Record, error) {
	return o.query(ctx, db, `visits v JOIN leads l ON l.id = v.lead_id`, where, args)
}

// wrote is the column of a customer's notes, also of those beside the wish for another time. No text has the separator.
const wrote = `COALESCE((SELECT string_agg(e.details, '` + "\x1e" + `' ORDER BY e.number) FROM events e
	WHERE e.actor = 'customer' AND e.action IN ('note', 'other') AND e.lead_id IN (SELECT l.id UNION ALL
		SELECT m.id FROM leads m WHERE m.merged_into <> '' AND m.merged_into = l.id)), '')`

// amounts are the columns of what all pickups that were made cost, in cents, and of what is owed of that; -1 for
// nothing that is owed.
const amounts = `(SELECT COALESCE(SUM(v.amount), 0) FROM visits v WHERE v.lead_id = l.id AND v.state = 'done'
	AND v.kind = 'pickup'),
	(SELECT COALESCE(SUM(v.amount), -1) FROM visits v WHERE v.lead_id = l.id AND ` + isOwed + `)`

func (o *Office) query(ctx context.Context, db journal.Queryer, from, where string, args []any) ([]Record, error) {
	return journal.QueryAll(ctx, db, func(row journal.Row) (Record, error) { return o.scan(ctx, row) },
		`SELECT `+journal.LeadColumns()+`, `+journal.PhotoCount+`,
			EXISTS (SELECT 1 FROM leads e WHERE e.phone_key = l.phone_key AND e.phone_key <> ''
				AND e.received_at < l.received_at AND e.merged_into = ''), `+twin+`,
			`+outbox.Held+`, `+journal.Standing+`, l.job, l.revision, l.answered_at, l.closed_at, l.changed_at,
			l.follow_up_at, `+wrote+`, `+amounts+`, `+visitColumns+`, `+visitDays+`
		FROM `+from+` WHERE `+where, args...)
}

func (o *Office) scan(ctx context.Context, row journal.Row) (r Record, err error) {
	var job, notes string
	r.Lead, err = journal.ScanLead(row, append([]any{&r.PhotoCount, &r.Again, &r.Twin, &r.Held, &r.Consent, &job,
		&r.Revision, &r.Answered, &r.Closed, &r.Changed, &r.FollowUp, &notes, &r.whole, &r.owed},
		append(r.Visit.targets(), &r.Day, &r.Days)...)...)
	if err == nil {
		err = json.Unmarshal([]byte(job), &r.Job)
	}
	r.Wrote = strings.FieldsFunc(notes, func(c rune) bool { return c == '\x1e' })
	if r.broken = err; err != nil {
		r.Job = Job{}
	}
	r.Stopped, r.NoTexts = r.Consent == journal.Stopped, r.Consent == journal.Stopped || r.Consent == journal.Revoked
	r.Answer, r.Prefers = r.Job.Answer, r.Extra.Answer.Contact
	if r.Job.Every == "" && r.Job.QuotedAt == 0 {
		r.Job.Every = o.words().requestedEvery(&r)
	}
	r.Price = r.Job.priceWords()
	if r.recurs() != nil {
		r.Day, r.Days = 1, 1
	}
	if hasTerms(r.Stage) {
		r.Slot, r.Truck = o.words().booked(&r), o.words().truckName(r.TruckNumber)
		r.Asked = r.Stage == Booked && r.Job.Asked != 0 && r.Job.Sent != nil
	}
	switch {
	case r.State != Done:
	case r.recurs() != nil: // each pickup has a price of its own
		r.Amount, r.Unpaid = AmountWords(r.Charged), r.isOwed()
	default:
		r.Amount, r.Unpaid = AmountWords(r.whole), r.owed >= 0
	}
	r.Due = o.words().due(&r, millis(o.Now()))
	if err = nil; o.Base != nil {
		var token string
		token, err = o.Journal.CustomerToken(ctx, r.ID)
		r.Link = CustomerLink(o.Base(), token)
	}
	return r, err
}

// record returns a lead. The error wraps journal.ErrNotFound if there is none.
func (o *Office) record(ctx context.Context, db journal.Queryer, id string) (Record, error) {
	list, err := o.records(ctx, db, `l.id = $1`, id)
	switch {
	case err == nil && len(list) == 0:
		err = journal.ErrNotFound
	case err == nil:
		err = o.readVisits(ctx, db, &list[0])
	}
	if err != nil {
		return Record{}, fmt.Errorf("read request %s: %w", id, err)
	}
	return list[0], nil
}

// store does f to the lead with an ID, and stores the lead's next revision with the event of the task. It locks the
// lead: on PostgreSQL, other transactions wait. An error of f leaves everything as it was. The error wraps
// journal.ErrNotFound if there is no such lead.
func (t *task) store(id string, f func() error) error {
	_, err := t.tx.ExecContext(t.ctx, `UPDATE leads SET revision = revision + 1, changed_at = $1 WHERE id = $2`,
		millis(t.now), id)
	if err != nil {
		return fmt.Errorf("lock request %s: %w", id, err)
	}
	r, err := t.record(t.ctx, t.tx, id)
	if err == nil && r.broken != nil {
		err = ErrDamaged
	}
	if err != nil {
		return err
	}
	before, e := r, &t.event
	before.Visits = slices.Clone(r.Visits)
	if t.Record = &r; before.Stage == Booked {
		r.Before = before.upcoming()
	}
	if number, _ := strconv.Atoi(t.form.Get("visit")); number > 0 {
		r.choose(number)
		r.alone = r.Number == number
	}
	if err = f(); err == nil {
		t.settle(before.Stage)
		err = t.recur(&before)
	}
	if err == nil {
		err = t.occupy(t.ctx, t.tx, &r)
		e.Crew = t.newOnSheet(before.Visits)
	}
	if err == nil {
		err = cmp.Or(t.tellBooking(&before), t.planMails(&before))
	}
	if err != nil {
		return err
	}
	r.FollowUp = t.nextFollowUp(&before)
	job, err := json.Marshal(r.Job)
	if err != nil {
		return err
	}
	_, err = t.tx.ExecContext(t.ctx, `UPDATE leads SET stage = $1, answered_at = $2, closed_at = $3, price = $4,
		job = $5, address = $6, access = $7, follow_up_at = $8, merged_into = $9 WHERE id = $10`,
		r.Stage, r.Answered, r.Closed, r.cents(), string(job), r.Address, r.Access, r.FollowUp, r.MergedInto, id)
	if err == nil && !slices.Equal(r.Visits, before.Visits) {
		err = writeVisits(t.ctx, t.tx, &r)
	}
	if err == nil {
		_, err = t.tx.ExecContext(t.ctx, `INSERT INTO events (lead_id, number, at, actor, action, details)
			VALUES ($1, $2, $3, $4, $5, $6)`, id, r.Revision, millis(t.now), e.Actor, e.Action, e.Details)
	}
	if err != nil {
		return fmt.Errorf("write request %s: %w", id, err)
	}
	return nil
}
