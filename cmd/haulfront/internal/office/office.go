// Package office is what the company does with its leads on the site itself: signing in, the inbox, prices, slots and
// stages. What comes in are leads and the forms of users and customers; what goes out are the props of their pages, the
// words of mails, and deliveries. How a lead is stored and delivered is package leads', how a page is served package
// site's.
//
// Its tables (visits, truck_hours, events, sign_in_links, sessions, push_subscriptions) and its columns of a lead's row
// are in the journal: a [Record] is a lead with them, which pages and mails show. Every change of a lead is one
// transaction with the event that says who made it. What it changes of the site is package edits. Nothing here serves
// HTTP: package web turns requests into calls. Requests of its own go to push services alone.
//
// # Signing in
//
// There are no passwords. A link, mailed to a user or printed by "haulfront office link", is good once and for an hour;
// it begins a session, which lasts thirty days from its last use, and ninety at most. The database has SHA-256 digests
// of both tokens alone. A user must be in OFFICE_USERS or OWNER_EMAIL at each request, and one of the crew, who have
// the sheets of today and tomorrow alone, in OFFICE_CREW; removing the address ends the sessions.
//
// An [Office] is safe for concurrent use.
package office

import (
	"cmp"
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content"
)

// Config configures an Office. Commands need less of it than the server.
type Config struct {
	Journal *journal.Journal
	// Users may sign in. Their names may be empty. Without any, see [Office.On]. Crew may sign in to the page of the
	// day; an address that is also a user's is a user.
	Users, Crew []mail.Address
	Now         func() time.Time
	Log         *slog.Logger // nil: discarded
	// Words returns the content, and Base the address of the site, that are served at the moment.
	Words func() *content.Site
	Base  func() *url.URL
	// Send mails words to addresses; it is nil where no mail server is configured. The id is that of [mail.Message].
	Send func(ctx context.Context, id string, to []string, words Mail) error
	// Notify, if not nil, is called after a lead was changed. It must not block.
	Notify func(leadID string, e Event)
	// PushClient makes the requests to push services; nil is one that reaches public addresses only.
	PushClient *http.Client
}

// An Office is the office of one site.
type Office struct {
	Config
	failedPushes atomic.Int64
	unshown      sync.Map // errors by ID of requests, see Unshown
}

// Open returns an Office.
func Open(c Config) *Office {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Office{Config: c}
}

// On reports whether somebody may sign in. Without anybody, customers have their page, and cannot change anything on
// it.
func (o *Office) On() bool { return len(o.Users) > 0 }

// IsCrew reports whether an address is one of the crew's, and no user's.
func (o *Office) IsCrew(address string) bool {
	is := func(a mail.Address) bool { return strings.EqualFold(a.Email, address) }
	return slices.ContainsFunc(o.Crew, is) && !slices.ContainsFunc(o.Users, is)
}

// Named returns the user, or one of the crew, with an address or a name, in any case. Nobody is called "".
func (o *Office) Named(text string) (mail.Address, bool) {
	for _, u := range slices.Concat(o.Users, o.Crew) {
		if text != "" && (strings.EqualFold(u.Email, text) || strings.EqualFold(u.Name, text)) {
			return u, true
		}
	}
	return mail.Address{}, false
}

// ActorName returns how the office calls an actor of an event.
func (o *Office) ActorName(actor string) string {
	user, _ := o.Named(actor)
	return cmp.Or(user.Name, actor)
}

// exec runs one statement in a transaction of its own.
func (o *Office) exec(ctx context.Context, statement string, args ...any) error {
	return o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

func millis(t time.Time) int64 { return t.UnixMilli() }

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms) }

// words returns the words that are served at the moment.
func (o *Office) words() Words { return Words{Site: o.Words()} }
