package office

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
	"haulfront/content/company"
)

// The page of a job that is done has a receipt, which says how it was paid and, while it was not, leads to where it is.
// The first one is mailed, with the same words; what changes later is on the page alone.
func TestReceipt(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		const payURL = "https://pay.example/ann?amount={amount}&cents={cents}&note={reference}"
		c.site.Business.Payments = []string{"cash", "card", "check", "net30", "Zelle"}
		c.site.Business.Address = &company.Address{Street: "1 Main St", City: "Dallas", State: "TX", ZIP: "75201"}
		out, err := c.leads.Submit(t.Context(), quote.Post{Request: quote.Request{Name: "Ann", ServiceType: "Other",
			Email: "ann@example.com", Page: "/services/hot-tub-removal", ZIPCode: "75201",
			Message: "Hot Tub Removal\n\nSix seats\n" + strings.Repeat("and more\n", 1000)}})
		testkit.Must(t, err)
		ann, err := c.leads.Get(t.Context(), out.ID)
		testkit.Must(t, err)
		reference := journal.Reference(ann.ID)
		rows := func(amount, payment string) []MailRow {
			return []MailRow{{Label: "From", Value: c.site.Business.Name + "\n1 Main St, Dallas, TX 75201"},
				{Label: "Phone", Value: "(214) 555-0142", Href: "tel:2145550142"}, {Label: "For", Value: "Ann"},
				{Label: "Reference", Value: reference},
				{Label: "When", Value: "Mon, Nov 23, 11am–1pm"},
				{Label: "What we hauled", Value: "Hot Tub Removal\nSix seats" + strings.Repeat("\nand more", 3)},
				{Label: "Included", Value: "Labor"}, {Label: "Address", Value: "12 Elm St, Dallas 75201"},
				{Label: "Final price", Value: amount}, {Label: "Payment", Value: payment}}
		}
		pay := &content.Link{Label: "Pay $412.50",
			Href: "https://pay.example/ann?amount=412.50&cents=41250&note=" + reference}
		const booked = "stage=booked&price=350&included=Labor&address=12+Elm+St&slots=2026-11-23T11"
		for _, step := range []struct {
			after  time.Duration
			payURL company.PayURL
			fields string
			amount string // empty: there is no receipt
			paid   string
			pay    *content.Link
			mailed bool
		}{
			{0, payURL, booked, "", "", nil, false},
			{4 * time.Hour, payURL, "done=on&amount=412.50&paid=unpaid", "$412.50", "Not paid yet", pay, true},
			{0, "", "note=No+link", "$412.50", "Not paid yet", nil, false},
			{0, payURL, "done=on&amount=412.50&paid=net30", "$412.50", "Not paid yet. Net 30: due Dec 23, 2026", pay,
				false},
			{7 * 24 * time.Hour, payURL, "done=on&amount=412.50&paid=card", "$412.50", "Paid by card on Nov 30, 2026",
				nil, false},
			{24 * time.Hour, payURL, "done=on&amount=400&paid=cash", "$400", "Paid in cash on Nov 30, 2026", nil,
				false},
			{0, payURL, "stage=booked", "", "", nil, false},
			{0, payURL, "done=on&amount=400&paid=check", "$400", "Paid by check on Nov 30, 2026", nil, false},
			{0, payURL, "done=on&amount=400&paid=Zelle", "$400", "Paid by Zelle on Nov 30, 2026", nil, false},
		} {
			c.site.Business.PayURL = step.payURL
			c.clock.Advance(step.after)
			testkit.Must(t, c.exec(t.Context(), `DELETE FROM deliveries WHERE kind = 'customer'`))
			c.change(ann, step.fields)
			page := c.page(ann)
			var want *Receipt
			if step.amount != "" {
				want = &Receipt{Title: "Receipt", Rows: rows(step.amount, step.paid), Pay: step.pay}
			}
			if diff := cmp.Diff(want, page.Receipt); diff != "" {
				t.Errorf("%s: the receipt (-want +got):\n%s", step.fields, diff)
			}
			job, _ := c.mail(ann, outbox.CustomerMail)
			if (job.Action == ActionDone) != step.mailed {
				t.Errorf("%s: the mail is about %q", step.fields, job.Action)
			}
			if !step.mailed {
				continue
			}
			job.Link, job.Record.Request = "https://junk.test/q/token", ann.Request
			m, err := Words{Site: &c.site}.CustomerMail(job)
			testkit.Must(t, err)
			if diff := cmp.Diff(want.Rows, m.Sections[0].Rows); diff != "" || !strings.Contains(m.Subject, "$412.50") ||
				m.Actions[0] != (content.Link{Label: "Pay $412.50", Href: job.Link}) {
				t.Errorf("the mail %q with the button %q (-page +mail):\n%s", m.Subject, m.Actions[0], diff)
			}
		}
		// A way that the company no longer takes stays with the jobs that were paid by it.
		c.site.Business.Payments = []string{"cash"}
		page, ways := c.request(ann), []Choice{{"Cash", "cash"}, {"Not yet", unpaid}, {"Zelle", "Zelle"}}
		if diff := cmp.Diff(ways, page.Payments); diff != "" || page.Finish["paid"] != "Zelle" {
			t.Errorf("the job that was paid by %q offers (-want +got):\n%s", page.Finish["paid"], diff)
		}
		rejected := c.do(ann, "ann@example.com", "done=on&amount=400&paid=card")
		c.wantErr("a way that is not taken", rejected, ErrAmount)
	})
}

// A receipt that no mail brings is a text to send, except to a customer who is not to be contacted. The page of a job
// that is not paid does not end.
func TestReceiptWithoutMail(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.Base = func() *url.URL { return &url.URL{Scheme: "https", Host: "junk.test"} }
		const untold, done = "Not told yet: the receipt", "done=on&amount=90&paid=unpaid"
		for _, test := range []struct{ name, before, after, flag string }{
			{"Ann", "note=no+address", "", untold},
			{"Bob", "note=no+address", "tapped=on&stage=contacted", ""},
			{"Cid", "note=no+address", "stage=booked", ""},
			{"Dan", "stop=on", "", ""},
		} {
			l := c.submit(test.name)
			testkit.Must(t, c.exec(t.Context(), `UPDATE leads SET email = '' WHERE name = $1`, test.name))
			for _, fields := range []string{"stage=booked", test.before, done, test.after} {
				if fields != "" {
					c.change(l, fields)
				}
			}
			if job, _ := c.mail(l, outbox.CustomerMail); job.Action != "" {
				t.Errorf("%s is mailed %s", test.name, job.Action)
			}
			page, err := c.Request(t.Context(), l, "", nil, "")
			testkit.Must(t, err)
			var drafts string
			for _, way := range page.Card.Ways {
				draft, err := url.PathUnescape(way.Href)
				testkit.Must(t, err)
				drafts += draft
			}
			flags := strings.Join(page.Card.Flags, ", ")
			if strings.Contains(flags, untold) != (test.flag != "") || test.flag != "" &&
				!strings.Contains(drafts, "Here’s your receipt: https://junk.test/q/"+l.Token) {
				t.Errorf("the card of %s has the flags %q and the texts %q", test.name, flags, drafts)
			}
			if test.after != "" {
				c.change(l, "stage=lost") // and takes no time
				continue
			}
			c.clock.Advance(customerLife)
			c.view(l)
			c.change(l, strings.Replace(done, unpaid, "check", 1))
			c.clock.Advance(customerLife)
			c.wantErr("the page of a job that is paid", errOf(c.CustomerPage(t.Context(), l.Token, nil)), ErrEnded)
		}
	})
}

// A customer who has a receipt gets another one when the amount or the way of payment changes, and none for a repeat.
func TestCorrectedReceipt(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.change(ann, "price=450&stage=booked&slots=2026-11-24T07")
		for hour, step := range []struct{ form, action, amount string }{
			{"done=on&amount=4500&paid=card", ActionDone, "$4,500"},
			{"done=on&amount=450&paid=unpaid", ActionReceipt, "$450"},
			{"done=on&amount=450&paid=cash", ActionReceipt, "$450"},
		} {
			c.in(fmt.Sprintf("2026-11-24T%d:00", 10+hour))
			c.change(ann, step.form)
			m, due := c.mail(ann, outbox.CustomerMail)
			c.in(fmt.Sprintf("2026-11-24T%d:30", 10+hour))
			c.change(ann, step.form)
			_, again := c.mail(ann, outbox.CustomerMail)
			if m.Action != step.action || m.Amount != step.amount || !again.Equal(due) {
				t.Errorf("after %s, the mail says %s: %s; the repeat's is due %s later", step.form, m.Action, m.Amount,
					again.Sub(due))
			}
		}
	})
}
