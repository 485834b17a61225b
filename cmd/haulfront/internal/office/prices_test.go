package office

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/wording"
)

// amount is a price with the words before it. worded are those that say its kind: the final price is also what somebody
// pays, or what a receipt is for.
var (
	amount = regexp.MustCompile(`[^$]{0,36}\$[\d,.]+\d(?:–\$[\d,]+)?\+?`)
	worded = map[string]*regexp.Regexp{
		"$285": regexp.MustCompile(`(?i)about \$`), "$150–$600": regexp.MustCompile(`(?i)usually \$`),
		"$412.50": regexp.MustCompile(`(?i)(final price|final price(: |, |","value":")|receipt[:,]|balance of|` +
			`pay|paid) ?\$`),
	}
)

// wantWorded checks that each price in what people read is in the words for its kind, and that one of them is there.
func wantWorded(t *testing.T, where, price string, read any) {
	t.Helper()
	text, err := json.Marshal(read)
	testkit.Must(t, err)
	found := false
	for _, match := range amount.FindAllString(strings.NewReplacer("%20", " ", "%2C", ",").Replace(string(text)), -1) {
		kind := match[strings.Index(match, "$"):]
		found = found || kind == price
		if worded[kind] == nil || !worded[kind].MatchString(match) {
			t.Errorf("%s says %q", where, match)
		}
	}
	if !found {
		t.Errorf("%s lacks %s: %s", where, price, text)
	}
}

// TestPriceKinds reads every draft and every mail about an action: a price is about that much until the final one.
func TestPriceKinds(t *testing.T) {
	w := Words{Site: words()}
	done := Record{Lead: journal.Lead{Stage: Done}, Visits: []Visit{{State: Done, Charged: 412_50}}}
	r := Record{Lead: journal.Lead{Request: quote.Request{Phone: "(214) 555-0100"}}, Price: "$285", Amount: "$412.50"}
	drafts := []string{w.Office().Card.Draft, w.Office().Card.FollowUpDraft, w.Office().Card.UnpaidDraft,
		w.Office().Card.ReviewDraft, w.Office().Card.ComingDraft}
	for action, own := range w.Office().ByAction {
		for _, to := range []*wording.Customer{own.ToCustomer, own.Estimate} {
			if to != nil {
				drafts = append(drafts, to.Draft)
			}
		}
		job := MailJob{Action: action, Price: "$285", FormerPrice: "$285", Amount: "$412.50", Record: r}
		price := "$285"
		if customerMails[action].receipt {
			job.Record, price = done, "$412.50"
		}
		if _, ok := customerMails[action]; ok {
			m, err := w.CustomerMail(job)
			testkit.Must(t, err)
			wantWorded(t, "the mail to the customer about "+action, price, m)
		}
		if own.ToOffice != "" {
			m, err := w.AnswerMail(job)
			testkit.Must(t, err)
			wantWorded(t, "the mail to the office about "+action, "$285", m)
		}
	}
	for _, draft := range drafts {
		for place, price := range map[string]string{"[price]": "$285", "[amount]": "$412.50"} {
			if strings.Contains(draft, place) {
				wantWorded(t, draft, price, w.ways(&r, draft, ""))
			}
		}
	}
	if !slices.ContainsFunc(drafts, func(draft string) bool { return strings.Contains(draft, "[price]") }) {
		t.Error("no draft has a price")
	}
}

// TestPagePriceKinds follows a request from the price list to its receipt, on the pages of the customer and the office,
// and in their calendars.
func TestPagePriceKinds(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, day := c.asking("Ann", nil), "2026-11-24"
		c.receivedAt(ann, c.Now())
		wantWorded(t, "the page of what was asked", "$150–$600", c.page(ann))
		for _, step := range []struct{ form, price string }{
			{"stage=quoted&price=285&slots=2026-11-24T10", "$285"},
			{"stage=booked&price=285&slots=2026-11-24T10", "$285"},
			{"price=285&included=Stairs", "$285"}, {"done=on&amount=412.50&paid=card", "$412.50"},
		} {
			c.change(ann, step.form)
			where := " after " + step.form
			wantWorded(t, "the customer's page"+where, step.price, c.page(ann))
			request := c.request(ann)
			wantWorded(t, "the card"+where, step.price, request.Card)
			wantWorded(t, "the history"+where, "$285", request.History)
			if r := c.view(ann); hasTerms(r.Stage) {
				sheet, err := c.Day(t.Context(), "ann@example.com", day)
				testkit.Must(t, err)
				wantWorded(t, "the day"+where, step.price, sheet.Groups)
				wantWorded(t, "the calendar"+where, "$285", string(Calendar(&c.site, &url.URL{}, "", r)))
			}
		}
		wantWorded(t, "the mail with the receipt", "$412.50", c.mailText(ann, outbox.CustomerMail))
	})
}
