package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/mail"
)

const (
	// maxUnknowns is how many attempts at a mail may have an unknown outcome before it is not sent again: after one, it
	// is sent once more.
	maxUnknowns = 1
	// maxToAddress and maxToAll bound the mails to visitors within acknowledgeWindow, to one address and to all.
	// Anybody can type anybody's address into a form.
	maxToAddress      = 3
	maxToAll          = 200
	acknowledgeWindow = 24 * time.Hour
)

// Mail configures the mails about leads.
type Mail struct {
	// Send composes the mail of a kind about a lead and makes one attempt to send it, with the given HandOver. Its
	// Message-ID must be the same each time. An error that is not an *outbound.Error is temporary.
	Send func(ctx context.Context, kind Kind, l Lead, handOver func(context.Context) error) error
	// Acknowledge also sends a mail to visitors who left an address.
	Acknowledge bool
}

// smtpDone is the reply to a message that was accepted (RFC 5321, section 4.2.3).
const smtpDone = 250

// errNotMade means that the journal, rather than the mail server, failed an attempt before a message was handed over.
var errNotMade = errors.New("the journal cannot be used")

// composeAndSend composes and sends a mail. A panic while it is rendered must not end the program.
func (s *Service) composeAndSend(ctx context.Context, d leasedDelivery) (err error) {
	ctx, cancel := context.WithTimeout(ctx, mailLimit)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			s.log.ErrorContext(ctx, "mail panicked", "panic", p, "stack", string(debug.Stack()))
			err = errors.New("the mail could not be composed")
		}
	}()
	l, err := s.journal.Get(ctx, d.LeadID)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotMade, err)
	}
	var noted error
	err = s.mail.Send(ctx, d.Kind, l, func(ctx context.Context) error {
		noted = s.journal.handOver(ctx, d)
		return noted
	})
	if noted != nil {
		return fmt.Errorf("%w: %w", errNotMade, noted)
	}
	return err
}

// newMails returns the mails of a new lead, if mail is configured, as due now.
func (s *Service) newMails(ctx context.Context, tx *sql.Tx, sub Submission, now time.Time) ([]newDelivery, error) {
	if s.mail == nil {
		return nil, nil
	}
	mails := []newDelivery{{kind: OwnerMail, status: sub.heldBack(Queued)}}
	if !s.mail.Acknowledge || sub.Request.Email == "" {
		return mails, nil
	}
	reason, err := s.reasonToSkip(ctx, tx, sub, now)
	if err != nil {
		return nil, err
	}
	visitor := newDelivery{kind: VisitorMail, status: Queued}
	if reason != "" {
		visitor.status, visitor.attempts = Skipped, []Attempt{{At: now.UTC(), Error: "not sent: " + reason}}
	}
	return append(mails, visitor), nil
}

// reasonToSkip returns why the mail to the visitor is not sent, or "" if it is. The program must never become a relay
// for spam: it sends nothing for a lead that looks like spam, even if it is released later, and little to one address.
func (s *Service) reasonToSkip(ctx context.Context, tx *sql.Tx, sub Submission, now time.Time) (string, error) {
	switch {
	case sub.SpamReason != "" || sub.Quarantine:
		return "the lead has signs of spam", nil
	case !mail.ValidAddress(sub.Request.Email):
		return "mail cannot be sent to the address", nil
	}
	if lock := s.journal.dialect.lockDigest; lock != "" {
		if _, err := tx.ExecContext(ctx, lock, acknowledgeLock); err != nil {
			return "", err
		}
	}
	addresses, err := queryAll(ctx, tx, scanText, `SELECT l.email FROM leads l JOIN deliveries d ON d.lead_id = l.id
		WHERE d.kind = $1 AND d.status <> $2 AND l.received_at > $3`,
		VisitorMail, Skipped, millis(now.Add(-acknowledgeWindow)))
	if err != nil {
		return "", err
	}
	same := 0
	for _, address := range addresses {
		if mailbox(address) == mailbox(sub.Request.Email) {
			same++
		}
	}
	switch {
	case same >= maxToAddress:
		return fmt.Sprintf("the address has had %d mails within a day", same), nil
	case len(addresses) >= maxToAll:
		return fmt.Sprintf("visitors have had %d mails within a day", len(addresses)), nil
	}
	return "", nil
}

// QueueMail queues a mail of the office in the transaction of what it says. The body identifies the mail and is no
// earlier one's: of an attempt in progress with an earlier one, the result is not recorded.
func QueueMail(ctx context.Context, tx *sql.Tx, id string, kind Kind, body string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, due_at)
		VALUES ($1, $2, 'queued', $3, $4) ON CONFLICT (lead_id, kind) DO UPDATE
		SET status = 'queued', body = $3, due_at = $4, lease = '', lease_until = 0, cut = 0, failures = 0,
			unknowns = 0`,
		id, kind, body, millis(now))
	if err != nil {
		return fmt.Errorf("queue a mail: %w", err)
	}
	return nil
}

// acknowledgeLock is the advisory lock under which mails to visitors are counted on PostgreSQL: two leads at the same
// time must not both be the last.
const acknowledgeLock = int64(0x61636b) // "ack"

// mailbox returns the same text for addresses of the same mailbox, which differ in case, in what follows a "+"
// (RFC 5233) or, at one large provider, in dots.
func mailbox(address string) string {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}
