package office

import (
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// enter submits a form of the office, and returns the ID of its request.
func (c *customers) enter(form url.Values) (string, error) {
	sub, _, err := c.Enter(c.t.Context(), "ann@example.com", form)
	if err != nil {
		return "", err
	}
	out, err := c.leads.Submit(c.t.Context(), sub)
	return out.ID, err
}

// TestEnter checks that a name and a phone number make a request, that one form makes one request however often it is
// sent, that it may be booked at once, and that a refusal stores nothing.
func TestEnter(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		form := func(fields ...string) url.Values {
			form := url.Values{"key": {"k"}, "name": {"Ann"}, "phone": {"(972) 555-0100"}}
			for i := 0; i < len(fields); i += 2 {
				form.Set(fields[i], fields[i+1])
			}
			return form
		}
		long := strings.Repeat("a", 301)
		for _, test := range []struct {
			form url.Values
			want error
		}{
			{form("name", " "), ErrPerson}, {form("phone", ""), ErrPerson}, {form("name", long), ErrLong},
			{form("address", long), ErrLong}, {form("price", "about 300"), ErrPrice},
			{form("slots", "tomorrow"), ErrSlot},
			{form("stage", Booked, "price", "300"), ErrSlot}, {form("stage", "sold"), ErrStage},
			{form("stage", Booked, "slots", "2026-11-20T08"), ErrTaken},
		} {
			_, err := c.enter(test.form)
			c.wantErr("enter "+test.form.Encode(), err, test.want)
		}
		if n, _, _, err := c.leads.Span(t.Context()); n != 0 || err != nil {
			t.Fatalf("after refusals, there are %d requests, %v", n, err)
		}

		all := form()
		for _, f := range quote.Fields() {
			all.Set(f.Name, "The "+f.Name)
		}
		sub, _, err := c.Enter(t.Context(), "ann@example.com", all)
		testkit.Must(t, err)
		for _, f := range quote.Fields() {
			if got := f.Text(&sub.Request) + sub.Request.Message; !strings.Contains(got, "The "+f.Name) ||
				f.Column == "" && !strings.Contains(sub.Request.Message, "The "+f.Name) {
				t.Errorf("the request has %q for the field %s", got, f.Name)
			}
		}

		var ids [4]string
		var group sync.WaitGroup
		for i := range ids {
			group.Go(func() {
				var err error
				ids[i], err = c.enter(form("source", "Repeat"))
				c.wantErr("enter", err, nil)
			})
		}
		group.Wait()
		ann, err := c.leads.Get(t.Context(), ids[0])
		testkit.Must(t, err)
		if n, _, _, _ := c.leads.Span(t.Context()); n != 1 || ids != [4]string{ids[0], ids[0], ids[0], ids[0]} {
			t.Errorf("four presses make %d requests", n)
		}
		r, err := c.record(t.Context(), c.Journal.Reader(), ann.ID)
		testkit.Must(t, err)
		if page := c.page(ann); page.About != "" || page.Ended {
			t.Errorf("the customer's page is %+v", page)
		}
		if r.Stage != Contacted || r.Answered == 0 || ann.Request.Source != "Repeat" || r.Revision != 1 {
			t.Errorf("the request is %+v, from %q", r, ann.Request.Source)
		}
		if card := c.cards([]Record{r})[0]; card.Name != "Ann" || slices.Contains(card.Facts, "") {
			t.Errorf("the card is %+v", card)
		}

		booking := form("name", "Bob", "source", "eBay", "email", "bob@example.com", "zipCode", "75024",
			"address", "12 Elm St",
			"price", "350", "slots", tuesday8, "stage", Booked)
		id, err := c.enter(booking)
		testkit.Must(t, err)
		bob, err := c.leads.Get(t.Context(), id)
		testkit.Must(t, err)
		if v := c.view(bob); v.Stage != Booked || v.Slot == "" || v.Price != "$350" || v.Address != "12 Elm St" ||
			bob.Request.Source != "Phone" || bob.Delivery(outbox.CustomerMail).Status == "" {
			t.Errorf("the booked request is %+v", v)
		}
		booking.Set("name", "Eve")
		_, err = c.enter(booking)
		c.wantErr("a slot of another", err, ErrTaken)
		if n, _, _, _ := c.leads.Span(t.Context()); n != 2 {
			t.Errorf("%d requests are stored, want 2", n)
		}
		c.checkKnown()
	})
}

// checkKnown looks up the phone number of two requests, the later one of Bob.
func (c *customers) checkKnown() {
	c.t.Helper()
	typed := url.Values{"phone": {"972.555.0100"}, "name": {"Robert"}, "find": {"on"}, "slots": {tuesday10},
		"key": {"k"}}
	page, err := c.New(c.t.Context(), typed, "")
	testkit.Must(c.t, err)
	if len(page.Known) != 2 || page.Values["name"] != "Robert" || page.Values["zipCode"] != "75024" ||
		page.Values["address"] != "12 Elm St" || page.Key != "k" {
		c.t.Errorf("the form of a known number is %+v", page)
	}
	checked := slices.IndexFunc(page.Slots, func(s Slot) bool { return s.Checked })
	if checked < 0 || page.Slots[checked].Value != tuesday10 {
		c.t.Errorf("the slots are %+v", page.Slots)
	}
	typed.Set("phone", "972.555.0199")
	if page, err = c.New(c.t.Context(), typed, ""); err != nil || len(page.Known) > 0 || page.Values["zipCode"] != "" {
		c.t.Errorf("the form of an unknown number is %+v, %v", page, err)
	}
}
