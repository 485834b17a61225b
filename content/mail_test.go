package content

import (
	"strings"
	"testing"
	"time"
)

func mailLead(values map[string]string) MailLead {
	return MailLead{
		ID: "0199", Source: "Website Contact Form", Page: "/", Received: time.Date(2025, 10, 5, 22, 4, 0, 0, time.UTC),
		Fields: []string{"name", "email", "phone", "serviceType", "zipCode", "serviceTimeframe", "message"},
		Values: values,
	}
}

func TestOwnerMail(t *testing.T) {
	site := sample(t)
	m := site.OwnerMail(mailLead(map[string]string{
		"name": "Ann [phone]", "phone": "+1 (469) 555-0188", "serviceType": strings.Repeat("x", 200),
		"zipCode":          "near  the lake",
		"serviceTimeframe": "Today", "message": "Line 1\nLine 2",
	}))
	if want := strings.Repeat("x", maxMailValue-1) + "… · near the lake · Today"; m.Subject != want {
		t.Errorf("the subject is %q, want %q", m.Subject, want)
	}
	if want := "Ann [phone], +1 (469) 555-0188. Line 1 Line 2"; m.Preview != want {
		t.Errorf("the preview is %q, want %q", m.Preview, want)
	}
	if m.Actions[0].Href != "tel:+14695550188" || m.Actions[1].Href != "sms:+14695550188" || len(m.Actions) != 2 {
		t.Errorf("the actions are %+v", m.Actions)
	}
	text := m.PlainText()
	for _, want := range []string{"Ann [phone] wants a quote\n", "Received Sunday, October 5 at 5:04 PM.", "Message",
		"Line 1\n    Line 2"} {
		if want == "Message" {
			want = capitalize(site.quote.Labels.Short["message"]) + ": "
		}
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// TestPlace names the town of a ZIP code that is known.
func TestPlace(t *testing.T) {
	s := site(t)
	for typed, want := range map[string]string{
		"75201": "Dallas 75201", "75024-1234": "Plano 75024", "75070": "McKinney 75070", "99999": "ZIP 99999",
		"near the lake": "near the lake",
	} {
		if got := s.place(typed); got != want {
			t.Errorf("place(%q) = %q, want %q", typed, got, want)
		}
	}
}

// TestVisitorMail checks that the mail does not repeat values that the form does not offer.
func TestVisitorMail(t *testing.T) {
	site := sample(t)
	m := site.VisitorMail(mailLead(map[string]string{
		"name": "spam", "phone": "spam", "serviceType": "spam.example", "zipCode": "75201 spam",
		"serviceTimeframe": "spam", "message": "spam",
	}))
	if text := m.Subject + m.Preview + m.PlainText(); strings.Contains(text, "spam") {
		t.Errorf("a visitor's words are repeated:\n%s", text)
	}
	if len(m.Sections) != 2 {
		t.Errorf("there are %d sections, want none of what was asked", len(m.Sections))
	}
}

func TestPhoneLinks(t *testing.T) {
	for typed, want := range map[string]string{
		"(469) 555-0188": "4695550188", "469.555.0188": "4695550188", "+1 469-555-0188": "+14695550188",
		"469 555 0188 ext. 7":      "4695550188",
		"4695550188 or 2145550100": "4695550188", "555-0188": "5550188", "tel 469-555-0188": "4695550188", "none": "",
		"12": "", "": "",
	} {
		tel, sms := phoneLinks(typed)
		if want != "" {
			want = "tel:" + want
		}
		if tel != want || sms != strings.Replace(want, "tel:", "sms:", 1) {
			t.Errorf("phoneLinks(%q) = %q, %q, want %q", typed, tel, sms, want)
		}
	}
}
