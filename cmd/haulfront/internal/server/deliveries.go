package server

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/leads/destinations/supabase"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/content/contact"
)

// openLeads opens the journal and what delivers from it.
func (s *Server) openLeads(ctx context.Context) (*outbox.Service, error) {
	senders, err := s.senders()
	if err != nil {
		return nil, err
	}
	return outbox.Open(ctx, outbox.Config{
		DatabaseURL: s.Settings.DatabaseURL, Senders: senders, Retention: s.Settings.LeadRetention,
		Log: s.log, Now: s.Now, Observe: s.observeDelivery, Stored: s.stored,
		Died: s.noteUnreached,
	})
}

// noteUnreached leaves it to the office to tell a customer what a mail could not.
func (s *Server) noteUnreached(ctx context.Context, id string, kind outbox.Kind, body string) {
	if err := s.office.Unreached(ctx, id, kind, body); err != nil {
		s.log.ErrorContext(ctx, "the office does not know that a mail to a customer was not accepted", "lead", id,
			"error", err)
	}
}

// senders returns how the configured kinds of deliveries are sent. Nothing is sent before the site is there, see run.
func (s *Server) senders() (map[outbox.Kind]outbox.Sender, error) {
	set, senders := s.Settings, map[outbox.Kind]outbox.Sender{}
	if set.LeadWebhookURL != nil {
		webhook, err := destinations.NewWebhook(set.LeadWebhookURL.String(), set.LeadWebhookSecret, outbox.WebhookLimit)
		if err != nil {
			return nil, err
		}
		senders[outbox.Webhook] = outbox.Sender{Send: func(ctx context.Context, c *outbox.Call) (int, error) {
			return webhook.Post(ctx, c.ID, c.Body, c.At)
		}}
	}
	if set.SupabaseURL != nil {
		client, err := supabase.New(set.SupabaseURL.String(), set.SupabaseAnonKey)
		if err != nil {
			return nil, err
		}
		senders[outbox.Email] = outbox.Sender{Send: func(ctx context.Context, c *outbox.Call) (int, error) {
			return http.StatusOK, client.Invoke(ctx, "send-contact-email", c.Body, c.Token)
		}}
	}
	if s.mails = newMails(set, s.Current, s.log, s.Now); s.mails != nil {
		for _, kind := range outbox.Mails() {
			senders[kind] = outbox.Sender{Send: s.mails.send}
			if kind.Planned() {
				senders[kind] = outbox.Sender{Send: s.sendPlanned}
			}
		}
		// A queued one is still sent after ACKNOWLEDGE was turned off.
		senders[outbox.VisitorMail] = outbox.Sender{Send: s.mails.send, Skip: s.skipVisitor}
	}
	for _, d := range set.Destinations {
		senders[outbox.Kind(d.Name)] = outbox.Sender{
			Body: d.Body,
			Send: func(ctx context.Context, c *outbox.Call) (int, error) { return d.Send(ctx, c.ID, c.Body) },
		}
	}
	return senders, nil
}

// sendPlanned sends a mail about a job as it is now.
func (s *Server) sendPlanned(ctx context.Context, c *outbox.Call) (status int, err error) {
	if !s.office.On() {
		return 0, fmt.Errorf("%w: the office is off", outbox.ErrSkip)
	}
	if c.Body, err = s.office.Planned(ctx, c.Kind, c.ID, c.Body); err != nil {
		return 0, err
	}
	return s.mails.send(ctx, c)
}

const (
	// maxToAddress and maxToAll bound the mails to visitors within acknowledgeWindow, to one address and to all.
	// Anybody can type anybody's address into a form.
	maxToAddress      = 3
	maxToAll          = 200
	acknowledgeWindow = 24 * time.Hour
	// acknowledgeLock is the lock under which mails to visitors are counted: two leads at the same time must not both
	// be the last.
	acknowledgeLock = int64(0x61636b) // "ack"
)

// skipVisitor returns why the mail to the visitor is not sent. The program must never become a relay for spam: it sends
// nothing for a lead that looks like spam, even if it is released later, and little to one address.
func (s *Server) skipVisitor(ctx context.Context, tx *sql.Tx, l journal.Lead) (string, error) {
	switch {
	case !s.Settings.Acknowledge || l.Email == "":
		return outbox.Omit, nil
	case l.SpamReason != "":
		return "the lead has signs of spam", nil
	case contact.Mailbox(l.Email) == "":
		return "mail cannot be sent to the address", nil
	}
	if err := s.leads.Lock(ctx, tx, acknowledgeLock); err != nil {
		return "", err
	}
	addresses, err := journal.Emails(ctx, tx, journal.ReceivedFrom(l.Received.Add(-acknowledgeWindow+time.Millisecond)),
		outbox.Sent(outbox.VisitorMail))
	if err != nil {
		return "", err
	}
	same := 0
	for _, address := range addresses {
		if mailbox(address) == mailbox(l.Email) {
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

// mailbox returns the same text for addresses of the same mailbox, which differ in case, in what follows a "+"
// (RFC 5233) or, at one large provider, in dots.
func mailbox(address string) string {
	local, domain, _ := strings.Cut(strings.ToLower(contact.Mailbox(address)), "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}
