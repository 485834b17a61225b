package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/alert"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
)

// mails composes the mails about leads, in the words that are served at that moment, and sends them.
type mails struct {
	sender *mail.Sender
	owner  []string
	// site returns the site that is served.
	site func() *site.Site
	log  *slog.Logger
	now  func() time.Time
}

// newMails returns what sends mails, nil where none are sent.
func newMails(s config.Settings, current func() *site.Site, log *slog.Logger, now func() time.Time) *mails {
	if s.SMTP == nil {
		return nil
	}
	return &mails{mail.New(mail.Config{Server: *s.SMTP, Now: now}), s.OwnerEmail, current, log, now}
}

// renderLimit bounds the rendering of a mail: the owner would rather have its text now.
const renderLimit = 3 * time.Second

// send is the Send of an [outbox.Sender].
func (m *mails) send(ctx context.Context, c *outbox.Call) (int, error) {
	l, err := c.Lead(ctx)
	if err != nil {
		return 0, err
	}
	message, err := m.compose(ctx, c.Kind, l, c.Body)
	if err != nil {
		return 0, err
	}
	message.HandOver = c.HandOver
	return mail.Done, m.sender.Send(ctx, message)
}

// compose returns the mail of a kind about a lead. The body is that of the delivery.
func (m *mails) compose(ctx context.Context, kind outbox.Kind, l outbox.Lead, body []byte) (mail.Message, error) {
	served, id := m.words(kind, l), l.ID+"."+string(kind)
	message := m.message(id)
	var words office.Mail
	var err error
	switch {
	case kind.OfOffice():
		words, err = m.composeOffice(&message, kind, l, body)
	case kind == outbox.VisitorMail:
		link := office.CustomerLink(m.site().BaseURL(), l.Token) // with an OWNER_EMAIL, the office is on
		words = served.VisitorMail(l.Lead, link, m.now())
		message.To, message.ReplyTo = []string{l.Request.Email}, served.Brand().Email.Label
		message.Automatic = mail.Replied
	case kind == outbox.OwnerMail:
		words = served.OwnerMail(l.Lead)
		words.Actions = append(words.Actions, served.RequestLink(m.site().BaseURL(), l.ID))
		message.ReplyTo = l.Request.Email
	default:
		err = fmt.Errorf("deliveries of the kind %q have no mail", kind)
	}
	if err == nil {
		m.addWords(ctx, &message, words)
	}
	return message, err
}

// words are those of a mail about a lead, which customers get in their language.
func (m *mails) words(kind outbox.Kind, l outbox.Lead) office.Words {
	words := office.Words{Site: m.site().Content()}
	if kind.ToVisitor() {
		words = words.Of(&l.Lead)
	}
	return words
}

// composeOffice returns the words of a mail of the office, and sets everything else. Each has a Message-ID of its own.
func (m *mails) composeOffice(message *mail.Message, kind outbox.Kind, l outbox.Lead, body []byte) (
	office.Mail, error) {
	served, base := m.words(kind, l), m.site().BaseURL()
	var notice office.Notice
	if err := json.Unmarshal(body, &notice); err != nil {
		return office.Mail{}, fmt.Errorf("read what the mail is about: %w", err)
	}
	notice.Record.Request = l.Request // the notice has no message
	message.MessageID += "." + strconv.FormatInt(notice.Record.Revision, 10)
	job := notice.Words(served)
	if kind.ToVisitor() {
		if until := served.ChangesUntil(notice.Record.Begin); m.now().Before(until) {
			job.Until = served.TimeWords(until)
		}
		message.To, message.ReplyTo = []string{l.Request.Email}, served.Brand().Email.Label
		job.Link = office.CustomerLink(base, l.Token)
		words, err := served.CustomerMail(job)
		if words.Calendar && notice.Record.Begin != 0 {
			message.Calendar = office.Invitation(served.Site, base, l.Token, notice.Record)
		}
		return words, err
	}
	message.ReplyTo = l.Request.Email
	job.Link = base.JoinPath(office.Path, "leads", l.ID).String()
	if notice.Record.Begin != 0 {
		message.Calendar = office.Calendar(served.Site, base, "", notice.Record)
	}
	return served.AnswerMail(job)
}

// message returns a mail to the owner without words.
func (m *mails) message(id string) mail.Message {
	company := m.site().Content().Brand()
	return mail.Message{
		From: mail.Address{Name: company.Name, Email: company.Email.Label}, To: m.owner, MessageID: id,
		Automatic: mail.Generated,
	}
}

// addWords adds the subject, the text and, if it can be rendered in time, the HTML of a mail.
func (m *mails) addWords(ctx context.Context, message *mail.Message, words office.Mail) {
	message.Subject, message.Text = words.Subject, words.PlainText()
	ctx, cancel := context.WithTimeout(ctx, renderLimit)
	defer cancel()
	served := m.site()
	var err error
	if message.Mark, err = served.MarkPNG(ctx); message.Mark != nil {
		words.Mark = "cid:" + mail.MarkID
	}
	html, problem := served.MailHTML(ctx, words)
	if err = errors.Join(err, problem); err != nil {
		m.log.Warn("mail goes out as text alone", "id", message.MessageID, "error", err)
	}
	message.HTML = string(html)
}

// alert sends the owner a message that is not about one lead.
func (m *mails) alert(ctx context.Context, subject, text string) error {
	message := m.message("alert." + rand.Text())
	message.Subject, message.Text, message.Header = subject, text, map[string]string{alert.Header: "1"}
	return m.sender.Send(ctx, message)
}

// sendWords is the Send of an [office.Config].
func (m *mails) sendWords(ctx context.Context, id string, to []string, words office.Mail) error {
	message := m.message(id)
	message.To = to
	m.addWords(ctx, &message, words)
	return m.sender.Send(ctx, message)
}
