package server

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/site"
)

// TestMailWithoutHTML sends the text alone where the HTML cannot be rendered in time.
func TestMailWithoutHTML(t *testing.T) {
	t.Parallel()
	built := BuildSite(t)
	m := &mails{owner: []string{"owner@clearacre.example"}, site: func() *site.Site { return built },
		log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	l := outbox.Lead{Lead: journal.Lead{ID: "0199", Request: quote.Request{Name: "Ann", ServiceType: "Other",
		ZIPCode: "75201", ServiceTimeframe: "Today"}}}
	message, err := m.compose(t.Context(), outbox.OwnerMail, l, nil)
	if err != nil || message.HTML == "" || message.Text == "" {
		t.Errorf("in time, the mail is %+v, %v", message, err)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	message, err = m.compose(late, outbox.OwnerMail, l, nil)
	if err != nil || message.HTML != "" || !strings.Contains(message.Text, "Ann") {
		t.Errorf("too late, the mail is %+v, %v; want the text alone", message, err)
	}
}

// TestMailKinds composes a mail of each kind, to those for whom it is. Nothing else is mailed.
func TestMailKinds(t *testing.T) {
	t.Parallel()
	built := BuildSite(t)
	m := &mails{owner: []string{"owner@clearacre.example"}, site: func() *site.Site { return built },
		log: slog.New(slog.NewTextHandler(t.Output(), nil)), now: time.Now}
	l := outbox.Lead{Lead: journal.Lead{ID: "0199", Request: quote.Request{Name: "Ann", Email: "ann@example.com"}}}
	for _, kind := range outbox.Mails() {
		to := map[bool]string{true: "ann@example.com", false: m.owner[0]}[kind.ToVisitor()]
		message, err := m.compose(t.Context(), kind, l, []byte(`{"Event": {"Action": "yes"}}`))
		if err != nil || message.Subject == "" || !slices.Equal(message.To, []string{to}) {
			t.Errorf("a mail of the kind %s is %q to %s, %v; want it to %q",
				kind, message.Subject, message.To, err, to)
		}
	}
	for kind, body := range map[outbox.Kind]string{"receipt": "", outbox.CustomerMail: "{",
		outbox.ReminderMail: "{}", outbox.AnswerMail: `{"Event": {"Action": "invoice"}}`} {
		if message, err := m.compose(t.Context(), kind, l, []byte(body)); err == nil {
			t.Errorf("a mail of the kind %s about %q is mailed as %q", kind, body, message.Subject)
		}
	}
}
