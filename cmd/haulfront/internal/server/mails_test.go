package server

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/journal"
	"haulfront/cmd/haulfront/internal/outbox"
	"haulfront/cmd/haulfront/internal/quote"
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
	if message := m.compose(t.Context(), outbox.OwnerMail, l, nil); message.HTML == "" || message.Text == "" {
		t.Errorf("in time, the mail is %+v", message)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	message := m.compose(late, outbox.OwnerMail, l, nil)
	if message.HTML != "" || !strings.Contains(message.Text, "Ann") {
		t.Errorf("too late, the mail is %+v, want the text alone", message)
	}
}
