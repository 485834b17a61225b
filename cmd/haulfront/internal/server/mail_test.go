package server_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// TestMailAlone posts a form to a site without webhook and function: the visitor sees success, and both mails are sent.
func TestMailAlone(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	s := servertest.Start(t, "LEAD_WEBHOOK_URL=", "SUPABASE_URL=", "SUPABASE_ANON_KEY=", "ACKNOWLEDGE=on",
		"SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example, crew@clearacre.example")
	form := testkit.QuoteForm("Ann <b>O'Neil</b>")
	for name, value := range map[string]string{"email": "ann@example.com", "phone": "(469) 555-0188 ext. 7",
		"serviceType": "Yard Waste", "contact": "text", "consent": "on",
		"message": "Two piles, see https://spam.example\nGate code & dog"} {
		form.Set(name, value)
	}
	if answer, _ := s.Post(t, form); answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("the post is answered with %d", answer.StatusCode)
	}
	mails := server.Wait(t, 2)
	if slices.Contains(mails[0].To, "ann@example.com") {
		mails[0], mails[1] = mails[1], mails[0]
	}
	sent := s.Leads(t)[0]
	id := sent.ID
	checkOwnerMail(t, mails[0], id)
	checkVisitorMail(t, mails[1], sent)

	s.Log.Wait(t, "kind=owner status=250")
	var out bytes.Buffer
	show := []string{"leads", "--database-url", s.Database, "show", id}
	testkit.Must(t, command.Run(t.Context(), show, &out, &out))
	for _, want := range []string{"\nowner  ", "\nvisitor  ", " delivered\n", "status 250"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("leads show lacks %q:\n%s", want, out.String())
		}
	}
	if _, metrics := s.GetAdmin(t, "/metrics"); !strings.Contains(metrics,
		`haulfront_deliveries{kind="owner",status="delivered"} 1`) ||
		!strings.Contains(metrics, `haulfront_delivery_attempt_seconds_count{kind="owner",outcome="delivered"} 1`) {
		t.Error("the metrics do not count the mail to the owner")
	}
}

func checkOwnerMail(t *testing.T, m testkit.Mail, id string) {
	t.Helper()
	read := m.Read(t)
	if !slices.Equal(m.To, []string{"owner@clearacre.example", "crew@clearacre.example"}) ||
		read.Get("Reply-To") != "<ann@example.com>" {
		t.Errorf("sent to %q, Reply-To %q", m.To, read.Get("Reply-To"))
	}
	if want := "Yard Waste · Dallas 75201 · Today · Prefers: Text"; read.Subject != want {
		t.Errorf("the subject is %q, want %q", read.Subject, want)
	}
	if company := program.Words().Brand(); !strings.Contains(read.Get("From"), company.Email.Label) ||
		!strings.HasPrefix(read.Get("Message-Id"), "<"+id+".owner@") {
		t.Errorf("From %s, Message-ID %s", read.Get("From"), read.Get("Message-Id"))
	}
	text, links := servertest.MailText(t, read.HTML)
	if base := program.Words().Business.URL; !slices.Contains(links, base+"/office/leads/"+id) {
		t.Errorf("the links %q lack the one to the office", links)
	}
	for _, want := range []string{"Ann <b>O'Neil</b>", "(469) 555-0188 ext. 7", "ann@example.com", "75201",
		"Yard Waste", "Today", "Two piles, see https://spam.example", "Gate code & dog", "What", "Where", "When",
		"Reference", "Prefers", "Agreed to text messages"} {
		if !strings.Contains(read.Text, want) {
			t.Errorf("the text lacks %q:\n%s", want, read.Text)
		}
		if !strings.Contains(text, want) {
			t.Errorf("the HTML lacks %q:\n%s", want, text)
		}
	}
	for _, gone := range []string{"Website Contact Form", "How should we get back to you?", "ID: "} {
		if strings.Contains(read.Text, gone) {
			t.Errorf("the text has %q, which only machines need:\n%s", gone, read.Text)
		}
	}
	for _, want := range []string{"tel:+14695550188;ext=7", "sms:+14695550188", "mailto:ann@example.com"} {
		if !slices.Contains(links, want) || !strings.Contains(read.Text, want) {
			t.Errorf("there is no link %s: %q", want, links)
		}
	}
	if slices.ContainsFunc(links, func(l string) bool { return strings.Contains(l, "spam") }) {
		t.Errorf("a visitor's link is one: %q", links)
	}
}

// checkVisitorMail looks for words that only a visitor can have typed.
func checkVisitorMail(t *testing.T, m testkit.Mail, sent outbox.Lead) {
	t.Helper()
	read, company := m.Read(t), program.Words().Brand()
	if read.Get("Auto-Submitted") != "auto-replied" || !strings.Contains(read.Get("Reply-To"), company.Email.Label) {
		t.Errorf("Auto-Submitted %q, Reply-To %q", read.Get("Auto-Submitted"), read.Get("Reply-To"))
	}
	text, links := servertest.MailText(t, read.HTML)
	for _, body := range []string{read.Subject, read.Text, text} {
		for _, never := range []string{"Ann", "O'Neil", "469", "ext. 7", "spam", "piles", "dog"} {
			if strings.Contains(body, never) {
				t.Errorf("the mail to the visitor repeats %q:\n%s", never, body)
			}
		}
	}
	for _, body := range []string{read.Text, text} {
		if strings.Contains(body, "within 1 hour") {
			t.Errorf("the mail to the visitor has another promise than the hour:\n%s", body)
		}
		words := []string{"What", "Where", "When", "Reference", "Yard Waste", "75201", "Today", company.Phone.Label,
			journal.Reference(sent.ID), program.Words().AnswerBy(sent.Received, sent.Received, "text", "75201")}
		next := program.Words().Quote().Labels.Next
		if strings.Contains(body, next[1]) {
			t.Errorf("the mail to the visitor asks for what the note says:\n%s", body)
		}
		for _, want := range append(words, next[2:]...) {
			if !strings.Contains(body, want) {
				t.Errorf("the mail to the visitor lacks %q:\n%s", want, body)
			}
		}
	}
	page := program.Words().Business.URL + office.CustomerPath + sent.Token
	if !slices.Contains(links, page) {
		t.Errorf("the mail to the visitor has %q, and not %s", links, page)
	}
	for _, link := range links {
		if link != company.Phone.Href && link != company.Text.Href && link != page {
			t.Errorf("the mail to the visitor links to %s", link)
		}
	}
}
