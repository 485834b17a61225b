package server

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestMailInjection types anything into every field of the form: both mails have the header that they should have, each
// field of it once, and go to nobody else.
func TestMailInjection(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	to, err := mail.ParseServer("smtp://" + server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	built := BuildSite(t)
	m := &mails{mail.New(mail.Config{Server: to, Timeout: testkit.WaitLimit}), []string{"owner@clearacre.example"},
		func() *site.Site { return built }, slog.New(slog.DiscardHandler)}
	text := rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SampledFrom([]string{"\r\n", "\n", "\r", "\x00", "\u2028", "Bcc: x@example.com", "\r\n.\r\n",
			"=?utf-8?q?=0D=0ABcc:_x?=", "<", ">", ",", "@", "a@example.com", "[name]", "{phone}"})
		return strings.Join(rapid.SliceOfN(rapid.OneOf(parts, rapid.String()), 0, 5).Draw(t, "text"), "")
	})
	late, cancel := context.WithCancel(t.Context())
	cancel() // the text alone: what the HTML does with texts is React's
	rapid.Check(t, func(t *rapid.T) {
		l := lead.Lead{ID: "0199", Request: quote.Request{
			Name: text.Draw(t, "name"), Email: rapid.OneOf(text, rapid.Just("ann@example.com")).Draw(t, "email"),
			Phone: text.Draw(t, "phone"), ServiceType: text.Draw(t, "service"), ZIPCode: text.Draw(t, "zip"),
			ServiceTimeframe: text.Draw(t, "when"), Message: text.Draw(t, "message"), Source: text.Draw(t, "source"),
		}}
		for kind, recipient := range map[lead.Kind]string{lead.OwnerMail: "owner@clearacre.example",
			lead.VisitorMail: l.Request.Email} {
			if !mail.ValidAddress(recipient) {
				continue // such a mail is skipped
			}
			if err := m.sender.Send(context.Background(), m.compose(late, kind, l)); err != nil {
				t.Fatal(err)
			}
			all := server.All()
			sent := all[len(all)-1]
			read, err := sent.Parse()
			if err != nil {
				t.Fatal(err)
			}
			names := slices.Sorted(maps.Keys(read.Header))
			names = slices.DeleteFunc(names, func(name string) bool { return name == "Reply-To" })
			want := []string{"Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From",
				"Message-Id", "Mime-Version", "Subject", "To"}
			if !slices.Equal(names, want) || !slices.Equal(sent.To, []string{recipient}) {
				t.Fatalf("to %q with the header %q of\n%s", sent.To, names, sent.Data)
			}
			for name, values := range read.Header {
				if len(values) != 1 {
					t.Fatalf("%s is there %d times in\n%s", name, len(values), sent.Data)
				}
			}
		}
	})
}

// TestMailWithoutHTML sends the text alone where the HTML cannot be rendered in time.
func TestMailWithoutHTML(t *testing.T) {
	t.Parallel()
	built := BuildSite(t)
	m := &mails{owner: []string{"owner@clearacre.example"}, site: func() *site.Site { return built },
		log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	l := lead.Lead{ID: "0199", Request: quote.Request{Name: "Ann", ServiceType: "Other", ZIPCode: "75201",
		ServiceTimeframe: "Today"}}
	if message := m.compose(t.Context(), lead.OwnerMail, l); message.HTML == "" || message.Text == "" {
		t.Errorf("in time, the mail is %+v", message)
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	if message := m.compose(late, lead.OwnerMail, l); message.HTML != "" || !strings.Contains(message.Text, "Ann") {
		t.Errorf("too late, the mail is %+v, want the text alone", message)
	}
}
