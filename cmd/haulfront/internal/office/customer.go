package office

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content/contact"
)

const (
	// customerLife is how long a customer's page stays after the last change of the lead.
	customerLife = 60 * 24 * time.Hour
	// maxAdditions bounds the notes that a customer may add, MaxPhotos the photographs of a lead.
	maxAdditions = 30
	MaxPhotos    = 20
	// MaxNote is the length of a customer's note, in characters.
	MaxNote = 2000
)

// Errors of customers' pages.
var (
	ErrNoPage = errors.New("no customer's page has this token")
	ErrEnded  = errors.New("the customer's page has ended")
)

// Customer returns the lead of the customer with a token, or the one that it was merged into, with the terms that were
// sent. The errors are ErrNoPage and ErrEnded; the latter comes with the lead.
func (o *Office) Customer(ctx context.Context, token string) (Record, error) {
	list, err := o.records(ctx, o.Journal.Reader(), `l.id = (SELECT `+journal.Kept+` FROM leads l
		WHERE l.token = $1 AND l.token <> '')`, journal.TokenDigest(token))
	switch {
	case err != nil:
		return Record{}, fmt.Errorf("find a customer's page: %w", err)
	case len(list) == 0:
		return Record{}, ErrNoPage
	case list[0].broken != nil:
		return Record{}, list[0].broken
	case !list[0].Unpaid &&
		!o.Now().Before(fromMillis(max(millis(list[0].Received), list[0].Changed)).Add(customerLife)):
		return list[0], ErrEnded
	}
	list[0].restoreSent()
	return list[0], o.readVisits(ctx, o.Journal.Reader(), &list[0])
}

// mayAnswer allows answers to the offer that the customer saw, without one in the form to any.
func (t *task) mayAnswer() error {
	answer := t.form.Get("answer")
	offer, _ := strconv.ParseInt(t.form.Get("offer"), 10, 64)
	switch {
	case t.Stage == Booked || (answer == t.Job.Answer && answer != ActionYes):
		return errUnchanged // a booked job is called off by another action
	case t.Job.QuotedAt == 0, offer != 0 && offer != t.Job.QuotedAt, !t.Open():
		return ErrOffer
	}
	return nil
}

// mayMove allows a customer to say where the job is until it begins.
func (t *task) mayMove() error {
	if t.Stage != Booked || t.Begin != 0 && millis(t.now) >= t.Begin {
		return ErrOffer
	}
	return nil
}

// giveAddress sets the address, without which no customer books.
func (t *task) giveAddress() error {
	if t.typed.address == "" {
		return ErrAddress
	}
	return t.setAddress()
}

// answer sets the stage and the answer to the offer.
func (t *task) answer(stage string) {
	t.Stage, t.Job.Answer, t.Closed, t.Job.Lost = stage, t.event.Action, 0, ""
}

// yes books the slot of the form, which must be one of those offered, for the address of the form.
func (t *task) yes() error {
	t.answer(Booked)
	t.restoreSent()
	t.Job.Asked = 0
	begin, err := t.book(t.form.Get("slot"))
	t.setTime(begin)
	t.event.Details = t.words().slotWords(t.Begin)
	return cmp.Or(err, t.giveAddress())
}

func (t *task) other() error {
	t.answer(Quoted)
	return t.setAddress()
}

// ends ends a request for its customer, whose place is free again.
func ends(why string) func(*task) error {
	return func(t *task) error {
		t.answer(Lost)
		t.Closed, t.Job.Lost = millis(t.now), why
		return nil
	}
}

// mayAgree allows an OK to the price that the customer saw.
func (t *task) mayAgree() error {
	asked, _ := strconv.ParseInt(t.form.Get("offer"), 10, 64)
	switch {
	case t.Job.Asked == 0:
		return errUnchanged
	case asked != 0 && asked != t.Job.Asked, t.Stage != Booked:
		return ErrOffer
	}
	return nil
}

// agree makes the price that the customer was asked to agree to the one that the customer has.
func (t *task) agree() error {
	t.Job.Sent, t.Job.Asked, t.event.Details = nil, 0, t.words().said(t.Price)
	return nil
}

// book returns the beginning of the offered slot that a customer takes, in milliseconds since 1970; 0 if there are no
// slots, and the time is to be agreed. Whether a truck is free is found out when it is stored.
func (t *task) book(slot string) (int64, error) {
	begins := t.jobSlots(t.Job)
	i := slices.IndexFunc(begins, func(begin time.Time) bool { return SlotValue(begin) == slot })
	switch {
	case len(begins) == 0:
		return 0, nil
	case i < 0:
		return 0, ErrChoose
	case !begins[i].After(t.now):
		return 0, ErrTaken
	}
	return millis(begins[i]), nil
}

// addNote adds a note and photographs of a customer.
func (t *task) addNote() error {
	note := t.event.Details
	if n := len(t.photos); n > 0 {
		note = quote.Paragraphs(note, t.words().Of(&t.Lead).photoCount(n))
	}
	t.event.Details = note
	switch n := len(t.Wrote); {
	case note == "", n > 0 && t.Wrote[n-1] == note:
		return errUnchanged
	case n >= maxAdditions, t.PhotoCount+len(t.photos) > MaxPhotos:
		return ErrTooMany
	}
	return journal.AddPhotos(t.ctx, t.tx, t.ID, t.photos)
}

// stopTexts records that the customer wants no more text messages.
func (t *task) stopTexts() error {
	if t.NoTexts {
		return errUnchanged
	}
	t.event.Details = t.words().Office().ByAction[ActionStop].CustomerButton
	return journal.AddConsent(t.ctx, t.tx, journal.Consent{Phone: t.Phone, At: t.now, Action: journal.Revoked,
		Words: t.event.Details, Page: CustomerPath, Form: "customer's page"})
}

// A Notice is what a mail of the office is about. The journal keeps it as JSON, as the body of the mail's delivery,
// until the mail is composed, so that a change in between does not make the mail say what nobody offered or accepted.
type Notice struct {
	Event  Event
	Record Record
}

// tell queues a mail about an event, where mail is configured. A customer who left no address, or is not to be
// contacted, gets none.
func (t *task) tell(kind outbox.Kind, e Event) error { return t.tellAt(kind, e, t.now) }

// tellAt is tell of a mail that is due at a time.
func (t *task) tellAt(kind outbox.Kind, e Event, due time.Time) error {
	told := *t.Record
	if kind.ToVisitor() {
		if !t.emails(t.Record) {
			t.leaveUntold(kind, e)
			return nil
		}
		if e.Action != ActionAsk { // which is about the other terms
			told.restoreSent()
		}
	}
	if t.Send == nil {
		return nil
	}
	body, err := json.Marshal(Notice{e, told})
	if err != nil {
		return err
	}
	return outbox.Queue(t.ctx, t.tx, t.ID, kind, string(body), due)
}

// leaveUntold leaves it to the office to tell the customer. Customers know what they did themselves, and a planned mail
// has a follow-up of its own.
func (t *task) leaveUntold(kind outbox.Kind, e Event) {
	if kind == outbox.CustomerMail && t.event.Actor != ActorCustomer && !t.Stopped {
		t.Job.Untold = e.Action
		if e.Action == actionEnter {
			t.Job.Untold = ActionOffer
		}
	}
}

// Unreached leaves it to the office to tell the customer what a mail said that was not accepted. Mails of other kinds,
// and what a customer did, are left out.
func (o *Office) Unreached(ctx context.Context, id string, kind outbox.Kind, body string) error {
	var notice Notice
	if _, planned := plannedMails[kind]; kind != outbox.CustomerMail && !planned {
		return nil
	}
	if err := json.Unmarshal([]byte(body), &notice); err != nil || notice.Event.Actor == ActorCustomer {
		return err
	}
	t := &task{Office: o, ctx: ctx, typed: change{revision: -1}, event: Event{Actor: actorMail}}
	return t.run(id, Action{Name: actionRefused, status: byStage, do: func(t *task) error {
		t.leaveUntold(outbox.CustomerMail, notice.Event)
		return nil
	}})
}

// emails reports whether mails go to the customer of a request.
func (o *Office) emails(r *Record) bool {
	return o.Send != nil && !r.Stopped && contact.Mailbox(r.Email) != ""
}

// Words returns the notice as mails show it.
func (n Notice) Words(w Words) MailJob {
	job := MailJob{Action: n.Event.Action, Note: n.Event.Details, Included: n.Record.Job.Included, Record: n.Record,
		Price: n.Record.Job.priceWords(), Amount: AmountWords(charged(n.Record.receipted())),
		Ahead: w.ahead(&n.Record)}
	switch job.Action {
	case ActionYes, ActionMove, ActionBook:
		job.Note = "" // it is the slot
	case actionEnter:
		job.Action = ActionOffer
	}
	if job.Action == ActionMove || job.Action == ActionOffer {
		job.Former = w.slotsWords(n.Record.Before)
	}
	if former := n.Record.Job.Sent; job.Action == ActionAsk && former != nil {
		job.FormerPrice = former.priceWords()
	}
	_, told := customerMails[job.Action]
	isPast := n.Record.State == CalledOff || n.Record.State != Planned && slices.Contains(offerable, n.Record.Stage)
	if job.Slot = w.slotsWords(n.Record.meant()); job.Slot == "" && (!isPast || told && job.Action != ActionOffer) {
		job.Slot = w.slotsWords([]Visit{n.Record.Visit})
	}
	if job.Action == ActionCancel {
		job.Slot = w.slotsWords(n.Record.Before)
	}
	if r := &n.Record; r.recurs() != nil {
		i := slices.IndexFunc(r.Before, func(v Visit) bool { return v.Number == r.Number })
		if job.Former = ""; i >= 0 {
			job.Former = w.slotsWords(r.Before[i : i+1])
		}
	}
	job.Slots, _ = ParseSlots(n.Record.Job.Slots, w.Location()) // as the office wrote them
	return job
}
