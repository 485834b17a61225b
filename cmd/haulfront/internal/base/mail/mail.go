// Package mail hands messages to a mail server over SMTP, and reports the outcome of each.
//
// A [Sender] makes one attempt at a message: it connects, hands the message over and disconnects. It does not retry.
// An error is an [*outbound.Error]. It is Unknown if the connection ended after the message and before the server's
// answer, and Partial if some recipients were refused. The package knows nothing of leads or pages.
//
// Nothing in a message can add to its header: texts become single lines, addresses are parsed, and everything else is
// encoded. Errors contain neither a password nor an email address, so that they may be logged.
//
// A Sender is safe for concurrent use.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/content/contact"
)

// A Message is one email.
type Message struct {
	// From is the author. The address in the server's URL, if it has one, replaces its address.
	From Address
	To   []string
	// ReplyTo is where answers go; From if mail cannot be sent there.
	ReplyTo string
	Subject string
	// Text is required. HTML is optional, with the same content.
	Text, HTML string
	// Mark is a PNG that HTML shows as the image cid:MarkID; nil: none.
	Mark []byte
	// Calendar is an iCalendar file (RFC 5545) with a method to attach; nil: none.
	Calendar []byte
	// MessageID is the part of the Message-ID before the "@": letters, digits, "." and "-". The same message has the
	// same one at each attempt, so that a receiver may drop a duplicate (RFC 5322, section 3.6.4).
	MessageID string
	// Automatic is the value of Auto-Submitted, which keeps other programs from answering (RFC 3834, section 5):
	// Generated or Replied.
	Automatic string
	// Header holds further fields by name.
	Header map[string]string
	// HandOver, if not nil, is called when the server is ready for the message and has no part of it yet. An attempt
	// that ends earlier may safely be repeated. If HandOver returns an error, the message is not sent.
	HandOver func(context.Context) error
}

// MarkID is the Content-ID of Message.Mark (RFC 2392).
const MarkID = "mark"

// The values of Message.Automatic.
const (
	Generated = "auto-generated"
	Replied   = "auto-replied" // an answer to a person's action
)

// An Address is an email address with the name to show.
type Address struct {
	Name, Email string
}

// DefaultTimeout bounds one attempt, from dialing to the server's last reply. RFC 5321, section 4.5.3.2.6, allows the
// server ten minutes to confirm a message; a shutdown cannot wait that long.
const DefaultTimeout = 12 * time.Second

// quitLimit bounds the farewell, which decides nothing.
const quitLimit = time.Second

// Config configures a Sender.
type Config struct {
	Server  Server
	Timeout time.Duration    // of one attempt; 0: DefaultTimeout
	Now     func() time.Time // of the header Date; nil: time.Now
}

// A Sender hands messages to one server.
type Sender struct{ cfg Config }

// New returns a Sender.
func New(cfg Config) *Sender {
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Sender{cfg}
}

// Send makes one attempt at a message. It returns nil when the server has accepted it for all recipients, and an
// [*outbound.Error] otherwise. If the server refuses some recipients, the others get the message.
func (s *Sender) Send(ctx context.Context, m Message) error {
	from := m.From
	if s.cfg.Server.from != "" {
		from.Email = s.cfg.Server.from
	}
	from.Email, m.To = contact.Mailbox(from.Email), slices.Clone(m.To)
	for i, address := range m.To {
		m.To[i] = contact.Mailbox(address)
	}
	raw, err := m.encode(from, s.cfg.Now())
	if err != nil {
		return &outbound.Error{Class: outbound.Permanent, Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	conn, client, e := s.connect(ctx)
	if e != nil {
		return e
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	e = m.transfer(ctx, client, from.Email, raw)
	if e == nil || e.Status != 0 {
		// The outcome is known, whatever the server answers to that.
		_ = conn.SetDeadline(time.Now().Add(quitLimit))
		_ = client.Quit()
	}
	if e == nil {
		return nil
	}
	return e
}

// Done is the reply to a message that was accepted (RFC 5321, section 4.2.3).
const Done = 250

// Check connects and logs in to the server, and sends nothing.
func (s *Sender) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	conn, client, e := s.connect(ctx)
	if e != nil {
		return e
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(quitLimit))
	_ = client.Quit()
	return nil
}

// connect connects and logs in to the server, within the limits of ctx.
func (s *Sender) connect(ctx context.Context) (net.Conn, *smtp.Client, *outbound.Error) {
	conn, err := s.cfg.Server.dial(ctx)
	if err != nil {
		return nil, nil, failure(ctx, "reach the mail server", err, outbound.Temporary)
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	client, err := s.cfg.Server.greet(ctx, conn, s.cfg.Timeout)
	if err != nil {
		conn.Close()
		return nil, nil, failure(ctx, "log in to the mail server", err, outbound.Temporary)
	}
	return conn, client, nil
}

// transfer is the mail transaction (RFC 5321, section 3.3).
func (m Message) transfer(ctx context.Context, client *smtp.Client, from string, raw []byte) *outbound.Error {
	if err := client.Mail("<" + from + ">"); err != nil {
		return failure(ctx, "MAIL FROM", err, replyClass(err))
	}
	var refused *outbound.Error
	accepted := 0
	for _, address := range m.To {
		err := client.Rcpt("<" + address + ">")
		if err == nil {
			accepted++
			continue
		}
		if e := failure(ctx, "RCPT TO", err, replyClass(err)); refused == nil || e.Class == outbound.Temporary {
			refused = e
		}
	}
	if accepted == 0 {
		return refused
	}
	data, err := client.Data()
	if err != nil {
		return failure(ctx, "DATA", err, replyClass(err))
	}
	if m.HandOver != nil {
		if err := m.HandOver(ctx); err != nil {
			return failure(ctx, "note that the message is handed over", err, outbound.Temporary)
		}
	}
	// Without the dot at its end the server drops the message (RFC 5321, section 4.1.1.4).
	if _, err := data.Write(raw); err != nil {
		return failure(ctx, "send the message", err, outbound.Temporary)
	}
	if err := data.Close(); err != nil {
		var reply *textproto.Error
		if errors.As(err, &reply) {
			return failure(ctx, "the message", err, replyClass(err))
		}
		return failure(ctx, "the message was handed over, the answer did not come, and it may have been sent", err,
			outbound.Unknown)
	}
	if refused != nil {
		return &outbound.Error{Class: outbound.Partial, Status: refused.Status,
			Err: fmt.Errorf("sent to %d of %d recipients: %w", accepted, len(m.To), refused)}
	}
	return nil
}

// replyClass returns the class of a reply to a command of the transaction. Anything but a reply is a lost connection.
func replyClass(err error) outbound.Class {
	var reply *textproto.Error
	if errors.As(err, &reply) && reply.Code >= 500 {
		return outbound.Permanent
	}
	return outbound.Temporary
}

// failure returns the error of one step.
func failure(ctx context.Context, step string, err error, class outbound.Class) *outbound.Error {
	e := &outbound.Error{Class: class, Err: fmt.Errorf("%s: %w", step, err)}
	var reply *textproto.Error
	if errors.As(err, &reply) {
		e.Status = reply.Code
		e.Err = fmt.Errorf("%s: the mail server answered %s", step, withoutAddresses(reply.Error()))
	} else if ended := ctx.Err(); ended != nil {
		e.Err = fmt.Errorf("%s: %w", step, ended) // not the closed connection that followed from it
	}
	return e
}

// withoutAddresses removes email addresses from a server's reply, which is logged, and bounds it.
func withoutAddresses(reply string) string {
	text := bytes.ToValidUTF8([]byte(line(reply)), nil)
	return truncate(string(addressLike.ReplaceAll(text, []byte("…"))), maxReply)
}
