package office

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// mailText returns the text of the last mail of a kind.
func (c *customers) mailText(l outbox.Lead, kind outbox.Kind) string {
	c.t.Helper()
	job, _ := c.mail(l, kind)
	job.Record.Request = l.Request
	words := c.words().Of(&l.Lead)
	compose := words.CustomerMail
	if kind == outbox.AnswerMail {
		compose = words.AnswerMail
	}
	mail, err := compose(job)
	testkit.Must(c.t, err)
	return mail.PlainText()
}

// What a customer writes is on the card, on the sheet of the day, and on the request, also beside the wish for another
// time.
func TestCustomersNotes(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		testkit.Must(t, c.do(ann, "ann@example.com", "price=350&slots=2026-11-23T11"))
		for _, form := range []url.Values{{"note": {"Tuesday after 3"}},
			{"answer": {"other"}, "note": {"Or Thu\n\nWe work"}}} {
			testkit.Must(t, c.ChangeAsCustomer(t.Context(), ann.Token, form, nil))
		}
		if mail := c.mailText(ann, outbox.AnswerMail); !strings.Contains(mail, "Note: Or Thu\n    \n    We work\n") {
			t.Errorf("the mail about another time lacks why:\n%s", mail)
		}
		inbox, err := c.Inbox(t.Context(), Query{List: Quoted})
		testkit.Must(t, err)
		if got := inbox.Columns[0].Cards[0].Message; got != "Or Thu We work" {
			t.Errorf("the card has the message %q", got)
		}
		if got := c.request(ann).Card.Message; got != "Tuesday after 3\nOr Thu\n\nWe work" {
			t.Errorf("the request has the message %q", got)
		}
		testkit.Must(t, c.do(ann, "ann@example.com", "stage=booked&price=350&slots=2026-11-23T11"))
		day, err := c.Day(t.Context(), "ann@example.com", "")
		testkit.Must(t, err)
		if got := day.Groups[0].Jobs[0].What; got != "Other\nTuesday after 3\nOr Thu\n\nWe work" {
			t.Errorf("the sheet has %q", got)
		}
		page, err := c.CustomerPage(t.Context(), ann.Token, nil)
		testkit.Must(t, err)
		if !slices.Equal(page.Added, []string{"Tuesday after 3", "Or Thu\n\nWe work"}) {
			t.Errorf("the customer's page has %q", page.Added)
		}
	})
}

// Mails say what is hauled, and the price until now; none has a time that was called off beside those of an offer.
func TestMailsAboutTheJob(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		for _, step := range []struct {
			do            string
			kind          outbox.Kind
			has, hasNotIn []string
		}{
			{"price=350&slots=2026-11-24T11", outbox.CustomerMail, []string{"What: Other", "Price: about $350"},
				[]string{"Time:"}},
			{"stage=booked&price=350&slots=2026-11-24T11", outbox.CustomerMail,
				[]string{"What: Other", "Time: Tue, Nov 24, 11am–1pm", "Price: about $350"}, []string{"until now"}},
			{"price=500", outbox.CustomerMail, []string{"What: Other", "Price until now: about $350\nPrice: about $500",
				"Time: Tue, Nov 24, 11am–1pm"}, nil},
			{"stage=quoted", outbox.CustomerMail, []string{"What: Other", "Time: Tue, Nov 24, 11am–1pm"}, nil},
			{"price=400&slots=2026-11-27T11", outbox.CustomerMail, []string{"What: Other", "- Fri, Nov 27, 11am–1pm"},
				[]string{"Time:"}},
			{"answer=other&note=Monday", outbox.AnswerMail, []string{"Other", "Note: Monday"}, []string{"Time:"}},
			{"stage=booked&price=400&kind=estimate&slots=2026-11-24T13", outbox.CustomerMail,
				[]string{"What: Other", "Time: Tue, Nov 24, 1–3pm"}, nil},
			{"looked=on", "", nil, nil},
			{"price=450&kind=pickup&slots=2026-11-27T11", outbox.CustomerMail, []string{"- Fri, Nov 27"},
				[]string{"Time:"}},
			{"stage=booked&price=450&slots=2026-11-27T11", outbox.CustomerMail, []string{"Time: Fri, Nov 27"}, nil},
			{"stage=lost", outbox.CustomerMail, []string{"What: Other", "Time: Fri, Nov 27, 11am–1pm"}, nil},
		} {
			c.clock.Advance(time.Minute)
			form, err := url.ParseQuery(step.do)
			testkit.Must(t, err)
			if form.Has("answer") {
				err = c.ChangeAsCustomer(t.Context(), ann.Token, form, nil)
			} else {
				err = c.Change(t.Context(), ann.ID, "ann@example.com", form)
			}
			testkit.Must(t, err)
			if step.kind == "" {
				continue
			}
			text := c.mailText(ann, step.kind)
			for _, want := range step.has {
				if !strings.Contains(text, want) {
					t.Errorf("after %s, the mail lacks %q:\n%s", step.do, want, text)
				}
			}
			for _, other := range step.hasNotIn {
				if strings.Contains(text, other) {
					t.Errorf("after %s, the mail has %q:\n%s", step.do, other, text)
				}
			}
		}
	})
}
