package outbox

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// A Kind is one of the ways in which a lead is delivered: a row of the table, or the name of a destination.
type Kind string

// The kinds of the table.
const (
	Webhook      Kind = "webhook"
	Email        Kind = "email"    // the email function
	OwnerMail    Kind = "owner"    // about a new lead
	VisitorMail  Kind = "visitor"  // we got your request
	CustomerMail Kind = "customer" // of the office, to the customer: an offer, or a booked job
	AnswerMail   Kind = "answer"   // of the office, to the owner: what the customer answered
	ReminderMail Kind = "reminder" // of the office, to the customer: the day before the job
)

// table is the table of kinds. Every destination is a row of its own, see Kind.row.
//
// The webhook's first attempt is made while the visitor waits, and decides the visitor's answer. The function and the
// visitor's mail follow its success, which the page has shown. A webhook knows leads by their IDs, so it is always
// repeated. A mail whose outcome is unknown is sent once more, with the same Message-ID: a duplicate is better than an
// owner without a notification. The function and destinations have no idempotency keys: a duplicate is worse than a
// note in the journal.
var table = []row{
	{Kind: Webhook, stored: func(l journal.Lead) []byte { return l.WebhookBody(l.Received) },
		always: true, awaited: true, repeat: always, loop: "calls", limit: WebhookLimit,
		system: "The lead webhook"},
	{Kind: Email, stored: func(l journal.Lead) []byte { return l.EmailBody() },
		always: true, after: Webhook, direct: true, notifies: true, repeat: never, loop: "calls",
		system: "The email function"},
	{Kind: OwnerMail, stored: nothing, notifies: true, repeat: once, loop: mails, system: "The mail server"},
	{Kind: VisitorMail, stored: nothing, notifies: true, after: Webhook, repeat: once, loop: mails, toVisitor: true},
	{Kind: CustomerMail, repeat: once, loop: mails, toVisitor: true},
	{Kind: AnswerMail, repeat: once, loop: mails},
	{Kind: ReminderMail, repeat: once, planned: true, loop: mails, toVisitor: true},
}

// A row is what the outbox knows of a kind.
type row struct {
	Kind
	stored    func(journal.Lead) []byte // returns the body of a new lead's delivery; nil: see Queue
	always    bool                      // a lead has it even where it is not configured, and it can be sent later
	after     Kind                      // whose success it waits for, if that is configured; "": due at once
	awaited   bool                      // the visitor waits for the first attempt
	direct    bool                      // sent at once when it is due, with the visitor's session, which is not stored
	planned   bool                      // due at a time that the plans of package office choose, never sooner
	repeat    repetition
	notifies  bool          // of a new lead, those who do not know of one that the office has entered
	loop      string        // of the worker, which shares its slots
	toVisitor bool          // a mail to the visitor, who can ask not to be contacted; other mails go to the owner
	limit     time.Duration // of an attempt; 0: attemptLimit
	system    string        // brings the lead to the owner, as alerts name it; "": the delivery is of something else
}

// A repetition says whether an attempt is repeated that may have been executed.
type repetition int

const (
	never repetition = iota
	once
	always
)

// mails is the loop of mails, which stay queued where they are not configured.
const mails = "mails"

const (
	// WebhookLimit bounds an attempt at the webhook, from dial to the end of the answer.
	WebhookLimit = 10 * time.Second
	// attemptLimit bounds other attempts; only a shutdown waits for them.
	attemptLimit = 12 * time.Second
)

func nothing(journal.Lead) []byte { return nil }

// row returns the row of a kind. Destinations are not in the table: each has a loop of its own, so that one that hangs
// delays no other.
func (k Kind) row() row {
	if i := k.place(); i < len(table) {
		return table[i]
	}
	return row{Kind: k, stored: nothing, repeat: never, loop: string(k), system: "The destination " + string(k)}
}

// place returns the place of a kind in the table, its length for a destination.
func (k Kind) place() int {
	if i := slices.IndexFunc(table, func(r row) bool { return r.Kind == k }); i >= 0 {
		return i
	}
	return len(table)
}

// Kinds returns the kinds of the table.
func Kinds() []Kind { return kindsWhere(func(row) bool { return true }) }

// Mails returns the kinds that are mails.
func Mails() []Kind { return kindsWhere(func(r row) bool { return r.loop == mails }) }

// ToVisitor reports whether the kind is a mail to the visitor; other mails go to the owner.
func (k Kind) ToVisitor() bool { return k.row().toVisitor }

// OfOffice reports whether the kind is a mail that the office queues, about a job.
func (k Kind) OfOffice() bool { return k.row().stored == nil }

// Planned reports whether the kind is due at a chosen time, so that it is about what the job is by then.
func (k Kind) Planned() bool { return k.row().planned }

// System returns the name of the system by which the kind brings a lead to the owner, as the subject of a sentence.
func (k Kind) System() string { return k.row().system }

// Delivers reports whether a delivery of the kind brings the lead to the owner.
func (k Kind) Delivers() bool { return k.row().system != "" }

// kindsWhere returns the kinds of the table that f selects.
func kindsWhere(f func(row) bool) (kinds []Kind) {
	for _, r := range table {
		if f(r) {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

// delivers is a condition on the table deliveries: the kinds that bring the lead to the owner.
var delivers = `kind NOT IN ` + quoted(kindsWhere(func(r row) bool { return r.system == "" }))

// quoted returns kinds as a list in SQL.
func quoted(kinds []Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, `'`+string(k)+`'`)
	}
	return `(` + strings.Join(names, `, `) + `)`
}

// A Sender is how a kind is sent, where it is configured.
type Sender struct {
	// Body returns what is stored with a new lead; nil: what the table says.
	Body func(journal.Lead) []byte
	// Skip, if not nil, returns why a new lead's delivery is not made, or Omit if the lead has none; "": it is made.
	Skip func(context.Context, *sql.Tx, journal.Lead) (reason string, err error)
	// Send makes one attempt, and returns the status of the answer. The class of an [*outbound.Error] says what a
	// failure means; any other error is temporary.
	Send func(context.Context, *Call) (status int, err error)
}

// Omit is the reason of a Skip without a trace in the journal.
const Omit = "-"

// ErrSkip is wrapped by the error of a Send that has found a reason not to make the delivery at all.
var ErrSkip = errors.New("not sent")

// A Call is one attempt at a delivery.
type Call struct {
	Kind  Kind
	ID    string // of the lead
	Body  []byte // as stored
	At    time.Time
	Token string // the visitor's session, "" if it is not known any more

	outbox   *Outbox
	handOver func(context.Context) error
	notMade  error // why the journal failed the attempt
}

// Lead returns the lead.
func (c *Call) Lead(ctx context.Context) (Lead, error) {
	l, err := c.outbox.Get(ctx, c.ID)
	c.notMade = err
	return l, err
}

// HandOver is to be called before the other side may execute the attempt, unless Send alone knows that it did not. An
// error means that the attempt must not be made.
func (c *Call) HandOver(ctx context.Context) error {
	c.notMade = c.handOver(ctx)
	return c.notMade
}
