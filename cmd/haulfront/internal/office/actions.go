package office

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// An Action is something that a user or a customer does with a request. All its words are in byAction of office.yaml,
// under its name.
type Action struct {
	Name string // of its event
	// A form asks for the action if one of the fields is not blank or, with a value, if the first one has it; without
	// fields, any form does. The first field and the value are also those of the button.
	Fields []string
	Value  string
	// shown reports whether the page has the button; nil: wherever the action has one.
	shown func(*task) bool
	// may returns why the action is not possible now, which hides the button, too; nil: it always is.
	may   func(*task) error
	press string // what a press on the button does: acts or asks; empty: there is no button, but a form
	crew  bool   // the crew may do it, with a visit on one of their sheets
	// do changes the record, and sets the details of the event.
	do func(*task) error
	// status reports whether the customer's page, after the action, still says the words status; byStage: never.
	status func(*Record) bool
	// tells are the mails about it. One to the customer, see customerMails, replaces that about a booking that ends.
	tells []outbox.Kind
}

const (
	acts = "acts" // does the action
	asks = "asks" // shows the words sure, and another button
)

func byStage(*Record) bool     { return false } // the page says the stage
func whileLost(r *Record) bool { return r.Stage == Lost }

// The actions whose names mails or conditions use.
const (
	ActionOffer  = "offer"
	ActionReview = "review" // the customer was asked for a review
	ActionYes    = "yes"
	ActionOther  = "other" // another time
	ActionNo     = "no"
	ActionNote   = "note" // a customer's may have photographs
	ActionStop   = "stop" // no text messages; a user's: no contact at all
	// ActionAddress changes where the job is.
	ActionAddress = "address"
	ActionMend    = "mend"   // the customer corrects the phone number or the ZIP code
	ActionResume  = "resume" // ends a "do not contact" by the same user
	ActionAsk     = "ask"    // the customer is asked to agree to another price
	ActionOK      = "ok"     // the customer agrees
	ActionMove    = "move"   // of a booked job to another time
	ActionCancel  = "cancel" // a booked job
	ActionBook    = "book"   // a free time, without an offer
	ActionWish    = "wish"   // for one of several free times
	ActionSkip    = "skip"   // one visit of a recurring job
	ActionBank    = "bank"   // likewise, to have it later
	ActionEnd     = "end"    // of a recurring job, with notice
	ActionRemind  = "remind" // of the mail of the day before alone
	ActionDone    = "done"
	ActionReceipt = "receipt" // of a job that was done changed
	actionEnter   = "enter"
	actionTap     = "tap"
	actionAgain   = "again" // nobody answered a call
	actionStage   = "stage"
	actionRefused = "refused" // a mail to the customer was not accepted
	actionLooked  = "looked"  // at what is to be hauled, on an estimate visit
	ActionNoShow  = "noShow"  // the customer of a booked job was not there
	actionAgree   = "agreed"  // the customer agreed to another price by phone or on site
	actionMerge   = "merge"   // with another request of the same customer
	actionUnmerge = "unmerge"
)

// UserActions are the actions of users. A form asks for the first one that it has a field of.
func UserActions() []Action {
	return []Action{
		{Name: "release", Fields: []string{"release"}, press: acts, do: (*task).release, status: byStage,
			shown: func(t *task) bool { return t.Held }},
		{Name: "replay", Fields: []string{"replay"}, press: acts, do: (*task).replay, status: byStage,
			shown: func(t *task) bool { return t.Undelivered }},
		{Name: ActionReview, Fields: []string{"review"}, press: acts, do: (*task).askForReview, status: byStage,
			may: (*task).mayAskForReview, shown: func(t *task) bool { return t.words().AsksReviews() }},
		{Name: ActionStop, Fields: []string{"stop"}, press: asks, do: (*task).stopContact, status: byStage,
			shown: func(t *task) bool { return !t.Stopped }},
		{Name: ActionResume, Fields: []string{"resume"}, press: acts, do: (*task).resumeContact, status: byStage,
			shown: func(t *task) bool { return t.Stopped && t.StoppedBy == t.event.Actor }},
		{Name: actionAgain, Fields: []string{"again"}, press: acts, do: (*task).callAgain, status: byStage,
			may: (*task).mayCallAgain},
		{Name: "callOffDay", Fields: []string{"callOffDay"}, may: (*task).mayCallOffDay, do: (*task).callOffDay,
			status: byStage},
		{Name: ActionBank, Fields: []string{"bank"}, may: (*task).mayBank, do: (*task).bank, status: byStage},
		{Name: "banked", Fields: []string{"banked"}, may: (*task).mayAddBanked, do: (*task).bookBanked,
			status: byStage},
		{Name: ActionEnd, Fields: []string{"end"}, press: asks, may: (*task).mayEnd, do: (*task).end, status: byStage},
		{Name: actionLooked, Fields: []string{"looked"}, press: acts, may: (*task).mayLook, do: (*task).look,
			status: byStage, crew: true},
		{Name: ActionNoShow, Fields: []string{"noShow"}, press: asks, may: (*task).mayMiss, do: (*task).miss,
			status: whileLost, crew: true},
		{Name: actionMerge, Fields: []string{actionMerge}, do: (*task).merge, status: byStage},
		{Name: actionUnmerge, Fields: []string{actionUnmerge}, do: (*task).unmerge, status: byStage},
		// A link to call or text was pressed: that answers a new request, and never moves another one.
		{Name: actionTap, Fields: []string{"tapped"}, do: (*task).tap, status: byStage},
		{Name: ActionAddress, Fields: []string{"where"}, do: (*task).setAddress, status: byStage},
		{Name: "truck", Fields: []string{"truck"}, may: (*task).maySetTruck, do: (*task).setTruck, status: byStage},
		{Name: ActionDone, Fields: []string{"done"}, may: (*task).mayFinish, do: (*task).finish, status: byStage,
			crew: true},
		{Name: "photos", Fields: []string{"addPhotos"}, do: (*task).addPhotos, status: byStage, crew: true},
		{Name: ActionOffer, Fields: []string{"price", "slots", "date"}, do: (*task).offer, status: byStage},
		{Name: actionStage, Fields: []string{"stage"}, do: (*task).edit, status: byStage},
		{Name: ActionNote, Fields: []string{"note"}, do: (*task).edit, status: byStage, crew: true},
	}
}

// CustomerActions are the actions of customers, likewise.
func CustomerActions() []Action {
	answers, office := []string{"answer"}, []outbox.Kind{outbox.AnswerMail}
	return []Action{
		{Name: ActionStop, Fields: []string{"stop"}, press: acts, do: (*task).stopTexts, status: byStage,
			shown: func(t *task) bool { return t.Consent == journal.Agreed }},
		{Name: ActionYes, Fields: answers, Value: ActionYes, press: acts, may: (*task).mayAnswer, do: (*task).yes,
			status: byStage, tells: []outbox.Kind{outbox.CustomerMail, outbox.AnswerMail}},
		{Name: ActionOther, Fields: answers, Value: ActionOther, press: acts, may: (*task).mayAnswer,
			do: (*task).other, status: (*Record).Open, tells: office},
		{Name: ActionNo, Fields: answers, Value: ActionNo, press: acts, may: (*task).mayAnswer,
			do: ends("the customer said no"), status: (*Record).Open, tells: office},
		{Name: ActionOK, Fields: answers, Value: ActionOK, press: acts, may: (*task).mayAgree, do: (*task).agree,
			status: byStage, tells: office},
		{Name: ActionMove, Fields: answers, Value: ActionMove, press: acts, may: (*task).mayReschedule,
			do: (*task).reschedule, status: byStage, tells: office},
		{Name: ActionCancel, Fields: answers, Value: ActionCancel, press: asks, may: (*task).mayCallOff,
			do: ends("the customer called it off"), status: whileLost, tells: office},
		{Name: ActionBook, Fields: answers, Value: ActionBook, press: acts, may: (*task).mayPick, do: (*task).pick,
			status: (*Record).wished, tells: office},
		{Name: ActionSkip, Fields: answers, Value: ActionSkip, press: acts, may: (*task).maySkip,
			do: (*task).callOffDay, status: byStage, tells: office},
		{Name: ActionBank, Fields: answers, Value: ActionBank, press: acts, may: (*task).maySkip, do: (*task).bank,
			status: byStage, tells: office},
		{Name: ActionEnd, Fields: answers, Value: ActionEnd, press: asks, may: (*task).mayEnd, do: (*task).end,
			status: byStage, tells: office},
		{Fields: answers, may: func(*task) error { return ErrOffer }, status: byStage}, // no other answer is known
		{Name: ActionAddress, Fields: addressFields, may: (*task).mayMove, do: (*task).giveAddress, status: byStage,
			tells: office},
		{Name: ActionMend, Fields: []string{"phone"}, may: (*task).mayMend, do: (*task).mend, status: byStage,
			tells: office},
		{Name: ActionNote, do: (*task).addNote, status: byStage, tells: office},
	}
}

// Classes of refusals.
var (
	ErrRefused = errors.New("the form cannot be used")
	ErrStale   = errors.New("the page shows what is no longer so")
)

// A Refusal is the error of an action that is not possible: nothing was changed. It wraps ErrRefused or ErrStale, and
// is the name of its words in refusals of office.yaml.
type Refusal string

// The refusals, of users and then of customers.
const (
	ErrChanged Refusal = "changed" // somebody else has changed the request meanwhile
	ErrStage   Refusal = "stage"   // no stage has that name
	ErrNothing Refusal = "nothing" // the form is empty
	ErrNote    Refusal = "note"    // is too long
	ErrPrice   Refusal = "price"   // is not in whole dollars, such as "350" or "350-450"
	ErrSlot    Refusal = "slot"    // is not a day and an hour, such as "2026-11-24T08"
	ErrAmount  Refusal = "amount"  // the final one, or how it was paid, is missing
	ErrPhotos  Refusal = "photos"  // there is none, or the request would have too many
	ErrNoPrice Refusal = "noPrice" // an offer needs one
	ErrClosed  Refusal = "closed"  // the company is, at one of the times
	ErrBooked  Refusal = "booked"  // the time of a booked job was neither booked nor kept
	ErrLook    Refusal = "look"    // a visit to look at the job is still planned
	ErrTruck   Refusal = "truck"   // has another job at that time
	ErrAgain   Refusal = "again"   // the day to call again is not in the next year
	ErrStopped Refusal = "stopped" // somebody else said that the number is not to be contacted
	ErrSent    Refusal = "sent"    // no delivery waits to be sent
	ErrLong    Refusal = "long"    // a field is too long
	ErrPerson  Refusal = "person"  // the name or the phone number is missing
	ErrDamaged Refusal = "damaged" // the job cannot be read
	ErrMerge   Refusal = "merge"   // two requests cannot be one
	ErrCrew    Refusal = "crew"    // may not do or see that

	ErrSiteTime  Refusal = "siteTime"  // a day or a time of a change of the site is missing, or over
	ErrNotGiven  Refusal = "notGiven"  // the user does not say that a customer wrote the review
	ErrTakenBack Refusal = "takenBack" // the item of the site was changed since
	ErrPhoto     Refusal = "photo"     // there is not one photograph, or it lacks a text in its place
	ErrRoom      Refusal = "room"      // the site has as many photographs as it may have

	ErrOffer   Refusal = "offer"   // does not exist, or has changed
	ErrTaken   Refusal = "taken"   // the slot is, or past
	ErrChoose  Refusal = "choose"  // none of the offered slots was chosen
	ErrWishes  Refusal = "wishes"  // not one to three of the free slots were chosen
	ErrLate    Refusal = "late"    // the customer can no longer change the job
	ErrAddress Refusal = "address" // is missing
	ErrTooMany Refusal = "tooMany" // the customer has added too much
	ErrMend    Refusal = "mend"    // the phone number or the ZIP code is not a whole one
)

// Error implements error.
func (r Refusal) Error() string { return "refused: " + string(r) }

// Unwrap returns the class of the refusal.
func (r Refusal) Unwrap() error {
	if slices.Contains([]Refusal{ErrChanged, ErrTruck, ErrSent, ErrOffer, ErrTaken, ErrLate, ErrTakenBack}, r) {
		return ErrStale
	}
	return ErrRefused
}

// A TimeRefusal is ErrClosed with words that name the time, and why it cannot be.
type TimeRefusal struct {
	Refusal
	Words string
}

// Unwrap returns ErrClosed.
func (r TimeRefusal) Unwrap() error { return r.Refusal }

// errUnchanged ends an action that would repeat the last one.
var errUnchanged = errors.New("nothing changes")

// A task is an action while it is done: in the transaction that stores its event.
type task struct {
	*Office
	ctx    context.Context
	tx     *sql.Tx
	now    time.Time
	form   url.Values
	typed  change // of a user's form
	photos []quote.Photo
	tells  []outbox.Kind // of the action
	// mail is the action of which a mail tells the customer when all visits have their times, and the number of its
	// visit, 0 for the next one; without an action, see tellBooking.
	mail struct {
		action string
		visit  int
	}
	*Record
	event Event
}

// crewActions are those of UserActions that the crew may do, too.
func crewActions() []Action {
	return slices.DeleteFunc(UserActions(), func(a Action) bool { return !a.crew })
}

// asked returns the first of some actions that a form asks for.
func asked(actions []Action, form url.Values) (Action, bool) {
	i := slices.IndexFunc(actions, func(a Action) bool {
		if a.Value != "" {
			return form.Get(a.Fields[0]) == a.Value
		}
		return a.Fields == nil || slices.ContainsFunc(a.Fields, func(field string) bool {
			return strings.TrimSpace(strings.Join(form[field], "")) != ""
		})
	})
	if i < 0 {
		return Action{}, false
	}
	return actions[i], true
}

// buttons returns the buttons of the actions that an actor can do with a request now.
func (o *Office) buttons(actor string, actions []Action, r *Record) []Button {
	list := []Button{}
	for _, a := range actions {
		if a.press == "" || r.broken != nil {
			continue
		}
		name := a.Name
		if name == ActionBook && o.asks(r) {
			name = ActionWish
		}
		words := o.words().Office().ByAction[name]
		if actor == ActorCustomer {
			words = o.words().Of(&r.Lead).Office().ByAction[name]
			words.Button = words.CustomerButton
		}
		button := Button{Action: a.Name, Name: a.Fields[0], Value: cmp.Or(a.Value, "on"), Label: words.Button,
			Sure: map[string]string{asks: words.Sure}[a.press]}
		t := &task{Office: o, Record: r, now: o.Now(), form: url.Values{button.Name: {button.Value}},
			event: Event{Actor: actor}}
		if (a.shown == nil || a.shown(t)) && (a.may == nil || a.may(t) == nil) {
			list = append(list, button)
		}
	}
	return list
}

// Change does what a user's form with photographs asks for, see UserActions; revision is the one that the user saw,
// without it any. The error is a [Refusal], or wraps journal.ErrNotFound or journal.ErrUnavailable; then nothing is
// changed.
func (o *Office) Change(ctx context.Context, id, actor string, form url.Values, photos ...quote.Photo) error {
	a, ok := asked(UserActions(), form)
	switch {
	case !ok:
		return ErrNothing
	case o.IsCrew(actor) && !a.crew:
		return ErrCrew
	}
	typed, err := o.read(form)
	if err != nil {
		return err
	}
	t := &task{Office: o, ctx: ctx, form: form, typed: typed, photos: photos,
		event: Event{Actor: actor, Details: typed.note}}
	if err = t.run(id, a); err != nil {
		return fmt.Errorf("change request %s: %w", id, err)
	}
	return nil
}

// ChangeAsCustomer does what the form of the customer with a token asks for, see CustomerActions. A repeat of the last
// change changes nothing, like an empty form. The error is a [Refusal], ErrNoPage or ErrEnded, or wraps
// journal.ErrUnavailable; then nothing is changed.
func (o *Office) ChangeAsCustomer(ctx context.Context, token string, form url.Values, photos []quote.Photo) error {
	r, err := o.Customer(ctx, token)
	if err != nil {
		return err
	}
	typed, err := o.read(url.Values{"address": form["address"], "access": form["access"]})
	if err != nil {
		return err
	}
	t := &task{Office: o, ctx: ctx, form: form, typed: typed, photos: photos,
		event: Event{Actor: ActorCustomer, Details: quote.CleanText(form.Get("note"))}}
	a, _ := asked(CustomerActions(), form)
	if err = t.run(r.ID, a); errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// run does an action in a transaction of its own, which Notify follows.
func (t *task) run(id string, a Action) error {
	t.now, t.tells, t.event.Action = t.Now(), a.tells, a.Name
	err := t.Journal.Transact(t.ctx, func(tx *sql.Tx) error {
		t.tx = tx
		return t.store(id, func() error {
			err := t.unseen()
			if t.MergedInto != "" && a.Name != actionUnmerge {
				err = ErrChanged
			}
			if t.IsCrew(t.event.Actor) && !t.isOnSheet(t.Visit) {
				err = ErrCrew
			}
			if err == nil && a.may != nil {
				err = a.may(t)
			}
			if err == nil {
				err = a.do(t)
			}
			if err == nil && a.status(t.Record) {
				t.Job.Answer = a.Name
			}
			for _, kind := range a.tells {
				if err == nil {
					err = t.tell(kind, t.event)
				}
			}
			return err
		})
	})
	if err == nil && t.Notify != nil {
		t.Notify(id, t.event)
	}
	return err
}

// unseen returns ErrChanged if the request was changed after the revision that a user saw. The links that the same user
// pressed on that page do not count.
func (t *task) unseen() error {
	seen, isUsers := t.typed.revision, t.event.Actor != ActorCustomer
	if seen < 0 || !isUsers {
		return nil
	}
	var changes int
	err := t.tx.QueryRowContext(t.ctx, `SELECT COUNT(*) FROM events WHERE lead_id = $1 AND number > $2
		AND NOT (action = $3 AND actor = $4)`, t.ID, seen, actionTap, t.event.Actor).Scan(&changes)
	if err == nil && changes > 0 {
		err = ErrChanged
	}
	return err
}

// release delivers what was held in quarantine.
func (t *task) release() error {
	deliveries := outbox.Outbox{Journal: t.Journal}
	return unsent(deliveries.ReleaseTx(t.ctx, t.tx, t.ID, t.now))
}

// replay retries deliveries that failed.
func (t *task) replay() error {
	deliveries := outbox.Outbox{Journal: t.Journal}
	return unsent(deliveries.ReplayTx(t.ctx, t.tx, t.ID, false, t.now))
}

// unsent returns a conflict of the deliveries as a refusal.
func unsent(err error) error {
	if conflict := outbox.Conflict(""); errors.As(err, &conflict) {
		err = fmt.Errorf("%w: %w", ErrSent, err)
	}
	return err
}

func (t *task) mayAskForReview() error {
	if t.Stage != Done || t.Job.ReviewAsked != 0 {
		return ErrNothing
	}
	return nil
}

func (t *task) askForReview() error {
	t.Job.ReviewAsked = millis(t.now)
	return nil
}

func (t *task) stopContact() error {
	return journal.AddConsent(t.ctx, t.tx, journal.Consent{Phone: t.Phone, At: t.now, Action: journal.Stopped,
		Page: Path, Form: "office"})
}

// stoppedBy returns the user whose "do not contact" on a request stands, "" if nobody's or another one's does.
func (o *Office) stoppedBy(ctx context.Context, db journal.Queryer, id string) (string, error) {
	users, err := journal.QueryAll(ctx, db, journal.ScanText, `SELECT CASE e.action WHEN 'stop' THEN e.actor ELSE '' END
		FROM events e JOIN leads l ON l.id = e.lead_id
		WHERE e.lead_id = $1 AND e.actor <> $2 AND e.action IN ('stop', 'resume')
			AND NOT `+journal.StoppedAfter("e.at")+`
		ORDER BY e.number DESC LIMIT 1`, id, ActorCustomer)
	return strings.Join(users, ""), err
}

// resumeContact ends the "do not contact" of the same user. The ledger keeps both.
func (t *task) resumeContact() error {
	user, err := t.stoppedBy(t.ctx, t.tx, t.ID)
	switch {
	case err != nil:
		return err
	case !t.Stopped:
		return ErrNothing
	case user != t.event.Actor:
		return ErrStopped
	}
	return journal.AddConsent(t.ctx, t.tx, journal.Consent{Phone: t.Phone, At: t.now, Action: journal.Resumed,
		Page: Path, Form: "office"})
}
