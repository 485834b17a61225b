package office

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// Jobs that are done and still owed have a list of their own while there are any, with their age and a drafted
// reminder.
func TestUnpaidJobs(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.Base = func() *url.URL { return &url.URL{Scheme: "https", Host: "junk.test"} }
		ann, bob := c.submit("Ann"), c.submit("Bob")
		for _, form := range []string{"stage=booked&price=350&address=x&slots=2026-11-23T11",
			"done=on&amount=412.50&paid=unpaid"} {
			testkit.Must(t, c.do(ann, "ann@example.com", form))
		}
		for _, form := range []string{"stage=booked", "done=on&amount=90&paid=net30"} {
			testkit.Must(t, c.do(bob, "ann@example.com", form))
		}
		c.clock.Advance(50 * time.Hour)
		for _, step := range []struct {
			do, tab string
			cards   []string
		}{
			{"", "Not paid 2", []string{"Bob: Not paid for 2 days", "Ann: Not paid for 2 days"}},
			{"done=on&amount=412.50&paid=card", "Not paid 1", []string{"Bob: Not paid for 2 days"}},
		} {
			if step.do != "" {
				testkit.Must(t, c.do(ann, "ann@example.com", step.do))
			}
			page, err := c.Inbox(t.Context(), Query{List: unpaid})
			testkit.Must(t, err)
			var cards, tabs []string
			for _, card := range page.Columns[0].Cards {
				cards = append(cards, strings.ReplaceAll(card.Name+": "+strings.Join(card.Flags, ", "),
					", Same phone before", ""))
				text := slices.IndexFunc(card.Ways, func(way content.Link) bool {
					return strings.HasPrefix(way.Href, "sms:")
				})
				draft, err := url.PathUnescape(card.Ways[text].Href)
				link := "https://junk.test/q/" + map[string]outbox.Lead{"Ann": ann, "Bob": bob}[card.Name].Token
				if err != nil || !strings.Contains(draft, "Your job has a balance of $") ||
					!strings.HasSuffix(draft, link) {
					t.Errorf("the text to %s is %q", card.Name, draft)
				}
			}
			for _, tab := range page.Filters {
				tabs = append(tabs, tab.Label)
			}
			if !slices.Equal(cards, step.cards) || !slices.Contains(tabs, step.tab) {
				t.Errorf("after %q, the list is %q among %q, want %q", step.do, cards, tabs, step.cards)
			}
		}
		testkit.Must(t, c.do(bob, "ann@example.com", "done=on&amount=90&paid=check"))
		page, err := c.Inbox(t.Context(), Query{})
		paid := func(tab Tab) bool { return !strings.HasPrefix(tab.Label, "Not paid") }
		if err != nil || len(slices.DeleteFunc(slices.Clone(page.Filters), paid)) > 0 {
			t.Errorf("all are paid, and the tabs are %+v, %v", page.Filters, err)
		}
	})
}

// The card of a job of several pickups says what all of them cost, and its reminder what is still owed of that. Each
// pickup of a plan has a price of its own.
func TestOwedInAll(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		for _, step := range []struct {
			lead      outbox.Lead
			form      string
			price, of string // on the card, and in its reminder
		}{
			{ann, "stage=booked&price=900&address=x&days=2&slots=2026-11-23T11", "", ""},
			{ann, "done=on&amount=400&paid=unpaid&visit=1", "final price $400", "$400"},
			{ann, "done=on&amount=500&paid=net30&visit=2", "final price $900", "$900"},
			{ann, "done=on&amount=400&paid=cash&visit=1", "final price $900", "$500"},
			{ann, "done=on&amount=500&paid=check&visit=2", "", ""},
			{bob, "stage=booked&price=80&every=week&address=x&slots=2026-11-23T15", "", ""},
			{bob, "done=on&amount=60&paid=unpaid&visit=1", "final price $60", "$60"},
			{bob, "done=on&amount=70&paid=unpaid&visit=2", "final price $60", "$130"},
			{bob, "done=on&amount=60&paid=cash&visit=1", "final price $70", "$70"},
		} {
			testkit.Must(t, c.do(step.lead, "ann@example.com", step.form))
			page, err := c.Inbox(t.Context(), Query{List: unpaid})
			testkit.Must(t, err)
			cards := page.Columns[0].Cards
			if step.price == "" {
				if len(cards) > 0 {
					t.Errorf("after %s, %+v is unpaid", step.form, cards)
				}
				continue
			}
			text := slices.IndexFunc(cards[0].Ways, func(way content.Link) bool {
				return strings.HasPrefix(way.Href, "sms:")
			})
			draft, err := url.PathUnescape(cards[0].Ways[text].Href)
			if err != nil || !slices.Contains(cards[0].Facts, step.price) ||
				!strings.Contains(draft, "Your job has a balance of "+step.of+". ") {
				t.Errorf("after %s, the card says %q and its text is %q, want %s and %s", step.form, cards[0].Facts,
					draft, step.price, step.of)
			}
		}
	})
}
