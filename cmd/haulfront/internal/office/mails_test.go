package office

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/load"
)

// sampleWords are those of the content that tests break, or compare word for word.
func sampleWords(t *testing.T) Words {
	t.Helper()
	archive, err := txtar.ParseFile(testkit.Root(t) + "/content/testdata/site.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range archive.Files {
		files[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	site, err := content.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	return Words{site}
}

func mailLead(values map[string]string) MailLead {
	return MailLead{
		ID: "0199", Source: "Website Contact Form", Page: "/", Received: time.Date(2025, 10, 5, 22, 4, 0, 0, time.UTC),
		Fields: []string{"name", "email", "phone", "serviceType", "zipCode", "serviceTimeframe", "message"},
		Values: values,
	}
}

func TestOwnerMail(t *testing.T) {
	site := sampleWords(t)
	m := site.OwnerMail(mailLead(map[string]string{
		"name": "Ann [phone]", "phone": "+1 (469) 555-0188", "serviceType": strings.Repeat("x", 200),
		"zipCode":          "near  the lake",
		"serviceTimeframe": "Today", "message": "Line 1\nLine 2",
	}))
	if want := strings.Repeat("x", maxMailValue-1) + "… · near the lake · Today"; m.Subject != want {
		t.Errorf("the subject is %q, want %q", m.Subject, want)
	}
	if want := "Ann [phone], (469) 555-0188. Line 1 Line 2"; m.Preview != want {
		t.Errorf("the preview is %q, want %q", m.Preview, want)
	}
	if m.Actions[0].Href != "tel:+14695550188" || m.Actions[1].Href != "sms:+14695550188" || len(m.Actions) != 2 {
		t.Errorf("the actions are %+v", m.Actions)
	}
	text := m.PlainText()
	for _, want := range []string{"Ann [phone] wants a quote\n", "Received Sunday, October 5 at 5:04 PM.", "Message",
		"Line 1\n    Line 2"} {
		if want == "Message" {
			want = load.Capitalize(site.QuoteLabels().Short["message"]) + ": "
		}
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// TestSummaryMail bounds the list of requests, names problems, and omits backups that it cannot know of.
func TestSummaryMail(t *testing.T) {
	site, day := (Words{words()}), MailSummary{Since: mailLead(nil).Received, Until: mailLead(nil).Received}
	for range maxListed + 2 {
		day.Requests = append(day.Requests, mailLead(map[string]string{"name": "Ann [phone]", "zipCode": "75201"}))
	}
	day.Problems = []string{"The disk is full."}
	text := site.SummaryMail(day).PlainText()
	for want, n := range map[string]int{
		"52 quote requests": 1, "Dallas 75201 · Ann [phone], ": maxListed, "- 2 more: haulfront leads list": 1,
		"- The disk is full.\n": 1, "None": 0, "Last backup": 0,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("the text has %q %d times, want %d:\n%s", want, got, n, text)
		}
	}
}

// TestVisitorMail checks that the mail does not repeat values that the form does not offer.
func TestVisitorMail(t *testing.T) {
	site := sampleWords(t)
	m := site.VisitorMail(mailLead(map[string]string{
		"name": "spam", "phone": "spam", "serviceType": "spam.example", "zipCode": "75201 spam",
		"serviceTimeframe": "spam", "message": "spam",
	}), time.Time{})
	if text := m.Subject + m.Preview + m.PlainText(); strings.Contains(text, "spam") {
		t.Errorf("a visitor's words are repeated:\n%s", text)
	}
	if len(m.Sections) != 2 {
		t.Errorf("there are %d sections, want none of what was asked", len(m.Sections))
	}
}

// The mails about a job say where it is, with a link to a map. A customer whose address is missing is asked for it.
// Each action has words of its own, and there is no mail about any other.
func TestJobMails(t *testing.T) {
	w, lead := Words{words()}, MailLead{Values: map[string]string{"name": "Ann"}}
	text := func(mail func(MailLead, MailJob) (Mail, error), job MailJob) string {
		t.Helper()
		m, err := mail(lead, job)
		if err != nil {
			t.Errorf("there is no mail about %q: %v", job.Action, err)
		}
		return m.PlainText()
	}
	job := MailJob{Action: ActionYes, Lead: OfficeLead{Address: "12 Elm St", ZIP: "75024", Access: "Gate 12"}}
	for name, got := range map[string]string{
		"customer": text(w.CustomerMail, job), "office": text(w.AnswerMail, job)} {
		want := "12 Elm St, Plano 75024\n    https://www.google.com/maps/search/?api=1&query=12+Elm+St%2C+Plano+75024\n"
		if !strings.Contains(got, want) {
			t.Errorf("the mail to the %s lacks the address:\n%s", name, got)
		}
	}
	if got := text(w.AnswerMail, job); !strings.Contains(got, "Gate 12") {
		t.Errorf("the mail to the office does not say how to get in:\n%s", got)
	}
	job.Slot, job.Former, job.Link = "Fri, Dec 4, 9–11am", "Thu, Dec 3, 9–11am", "https://junk.test/q/token"
	src := &w.Office().CustomerMail
	for action, want := range map[string]string{
		ActionYes: src.BookedTitle, ActionMove: "Your pickup is moved to Fri, Dec 4, 9–11am",
		ActionCancel: "Your pickup is called off", ActionRemind: "Your pickup: Fri, Dec 4, 9–11am",
		ActionOffer: "Your pickup on Thu, Dec 3, 9–11am is called off.",
		actionEnter: "Your pickup on Thu, Dec 3, 9–11am is called off.", ActionAsk: "New price: ",
	} {
		job.Action, job.Until = action, "Thu, Dec 3, 6:00 PM"
		got, until := text(w.CustomerMail, job), "off on your page until Thu, Dec 3, 6:00 PM."
		if !strings.Contains(got, want) || !strings.Contains(got, job.Link) || strings.Contains(got, until) ==
			slices.Contains([]string{ActionCancel, ActionOffer, actionEnter}, action) {
			t.Errorf("the mail about %s says:\n%s", action, got)
		}
		job.Until = ""
		if got := text(w.CustomerMail, job); strings.Contains(got, "until") {
			t.Errorf("too late, the mail about %s says:\n%s", action, got)
		}
	}
	for _, action := range []string{"", "invoice", ActionStop} {
		m, err := w.CustomerMail(lead, MailJob{Action: action})
		answer, answerErr := w.AnswerMail(lead, MailJob{Action: action})
		if err == nil || answerErr == nil {
			t.Errorf("mails about %q have the subjects %q and %q", action, m.Subject, answer.Subject)
		}
	}
	job.Action, job.Lead.Address = ActionYes, ""
	ask := w.Office().CustomerMail.AddAddress
	if got := text(w.CustomerMail, job); !strings.Contains(got, ask) {
		t.Errorf("a customer is not asked for the address:\n%s", got)
	}
	job.Action = ActionOffer
	if got := text(w.CustomerMail, job); strings.Contains(got, ask) {
		t.Errorf("an offer asks for the address:\n%s", got)
	}
}

// TestMailColors checks that mails can be read in light and in dark mail programs.
func TestMailColors(t *testing.T) {
	m := sampleWords(t).VisitorMail(mailLead(nil), time.Time{})
	for name, c := range map[string]MailColors{"light": m.Light, "dark": m.Dark} {
		for _, pair := range [][2]string{
			{c.Ink, c.Card}, {c.Muted, c.Card}, {c.Muted, c.Ground}, {c.OnBrand, c.Brand}, {c.Aside, c.Brand},
			{c.OnAction, c.Action},
		} {
			if got := company.Contrast(pair[0], pair[1]); got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", name, pair[0], pair[1], got, 4.5)
			}
		}
	}
	if company.Contrast(m.Dark.Ground, "#000000") > company.Contrast(m.Dark.Ground, "#ffffff") {
		t.Errorf("the dark background is %s", m.Dark.Ground)
	}
}
