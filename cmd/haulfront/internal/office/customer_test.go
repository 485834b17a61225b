package office

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// customers is an office whose customers act.
type customers struct {
	*Office
	t     *testing.T
	leads *outbox.Service
	clock *testkit.Clock
	zone  *time.Location
	told  []string // the actions that the office was told of
	site  content.Site
}

// onEachOffice runs a test on a Monday in the office, on each database. The company has one truck.
func onEachOffice(t *testing.T, test func(t *testing.T, c *customers)) {
	at := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	onEachDatabase(t, func(c *outbox.Config) { c.Now = now }, func(t *testing.T, leads *outbox.Service) {
		c := &customers{t: t, leads: leads, clock: testkit.NewClock(at), zone: chicago(t), site: *words()}
		c.site.Business.Trucks = nil
		var mu sync.Mutex
		c.Office = Open(Config{Journal: leads.Journal, Now: c.clock.Now,
			Users: []mail.Address{{Email: "ann@example.com"}},
			Words: func() *content.Site { return &c.site },
			Send:  func(context.Context, string, []string, Mail) error { return nil },
			Notify: func(_ string, e Event) {
				mu.Lock()
				defer mu.Unlock()
				if e.Actor == ActorCustomer {
					c.told = append(c.told, e.Action)
				}
			}})
		test(t, c)
	})
}

// submit stores a request with a consent to texts, and returns it with the token of its page.
func (c *customers) submit(name string) outbox.Lead {
	c.t.Helper()
	r := quote.Request{Name: name, Phone: "(214) 555-0100", Email: "ann@example.com", ServiceType: "Other"}
	r.Extra.Answer.Consent = &quote.Consent{Words: "Yes", At: c.clock.Now(), Page: "/"}
	out, err := c.leads.Submit(c.t.Context(), quote.Post{Request: r, Key: name})
	testkit.Must(c.t, err)
	l, err := c.leads.Get(c.t.Context(), out.ID)
	testkit.Must(c.t, err)
	return l
}

// offer sends a price of $350 to $450 with slots.
func (c *customers) offer(id string, slots ...string) {
	c.t.Helper()
	form := url.Values{"price": {"350-450"}, "slots": slots}
	testkit.Must(c.t, c.Change(c.t.Context(), id, "ann@example.com", form))
}

func (c *customers) answer(l outbox.Lead, answer, slot string, offer int64) error {
	form := url.Values{"answer": {answer}, "slot": {slot}, "offer": {fmt.Sprint(offer)}, "address": {"12 Elm St"}}
	return c.ChangeAsCustomer(c.t.Context(), l.Token, form, nil)
}

func (c *customers) view(l outbox.Lead) Record {
	c.t.Helper()
	r, err := c.Customer(c.t.Context(), l.Token)
	testkit.Must(c.t, err)
	return r
}

func (c *customers) page(l outbox.Lead) CustomerPage {
	c.t.Helper()
	page, err := c.CustomerPage(c.t.Context(), l.Token, nil)
	testkit.Must(c.t, err)
	return page
}

// wantErr checks that an error wraps another, or is nil.
func (c *customers) wantErr(call string, err, want error) {
	c.t.Helper()
	if !errors.Is(err, want) {
		c.t.Errorf("%s = %v, want %v", call, err, want)
	}
}

// The page repeats the request: the name, the service of the page, and the note without the links to the photographs.
func TestCustomerReadsTheRequest(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		r := quote.Request{Name: "Ann", ServiceType: "Other", ZIPCode: "75201", Message: "Hot Tub Removal\n\nSix seats",
			Page: "/services/hot-tub-removal"}
		out, err := c.leads.Submit(t.Context(), quote.Post{Request: r,
			Note: words().Quote().Photos.Message + "\nhttps://junk.test/photos/1"})
		testkit.Must(t, err)
		l, err := c.leads.Get(t.Context(), out.ID)
		testkit.Must(t, err)
		got := map[string]string{}
		for _, row := range c.page(l).Rows {
			got[row.Label] = row.Value
		}
		want := map[string]string{"Name": "Ann", "What": "Hot Tub Removal", "Where": "75201", "Note": "Six seats",
			"Price": "Usually $300–$800", "Reference": journal.Reference(out.ID)}
		if !maps.Equal(got, want) {
			t.Errorf("the page repeats %q, want %q", got, want)
		}
	})
}

const (
	tuesday8  = "2026-11-24T08"
	tuesday10 = "2026-11-24T10"
)

// A form that has all of an offer replaces the former one: slots that are no longer checked are withdrawn.
func TestWholeOffer(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.offer(ann.ID, tuesday8)
		testkit.Must(t, c.Change(t.Context(), ann.ID, "ann", url.Values{"price": {"300"}, "included": {""}}))
		if job := c.view(ann).Job; job.Low != 300 || len(job.Slots) != 0 {
			t.Errorf("the offer is %+v, want a price without slots", job)
		}
	})
}

// What a customer agreed to stands until the office sends another offer: a change of a job that is booked or over is
// the office's alone, and a lower price after a no is an offer again. A job that is called off has no offer any more.
func TestUnsentTerms(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		change := func(form url.Values) {
			t.Helper()
			testkit.Must(t, c.Change(t.Context(), ann.ID, "ann", form))
			c.clock.Advance(time.Minute)
		}
		for i, step := range []struct {
			form          url.Values
			answer        string // of the customer, before the form
			price, office string
		}{
			{url.Values{"price": {"400"}, "included": {"Labor"}}, "", "about $400", "$400"},
			{url.Values{"price": {"500"}, "included": {"A tip"}}, "yes", "about $400", "$500"},
			{url.Values{"price": {"550"}}, "", "about $400", "$550"},
			{url.Values{"done": {"on"}, "amount": {"400"}, "paid": {"cash"}}, "", "final price $400", "$550"},
			{url.Values{"stage": {Quoted}}, "", "", "$550"},
			{url.Values{"price": {"300"}, "stage": {Quoted}}, "", "about $300", "$300"},
			{url.Values{"price": {"250"}}, "no", "about $250", "$250"},
			{url.Values{"price": {"225"}, "stage": {Lost}}, "no", "about $250", "$225"},
			{url.Values{"note": {"yes to what was sent"}}, "yes", "about $250", "$250"},
			{url.Values{"price": {"200"}, "stage": {Booked}}, "", "about $250", "$200"},
		} {
			if step.answer != "" {
				c.wantErr(step.answer, c.answer(ann, step.answer, "", 0), nil)
			}
			change(step.form)
			page := c.page(ann)
			r, err := c.record(t.Context(), c.Journal.Reader(), ann.ID)
			testkit.Must(t, err)
			price := ""
			if page.Offer != nil {
				price = page.Offer.Price
			}
			if price != step.price || r.Price != step.office {
				t.Errorf("step %d: the customer sees %s, the office %s, want %s and %s", i, price, r.Price, step.price,
					step.office)
			}
			if i < 3 && (page.Offer.Included != "Included: Labor" || len(page.Offer.Slots) > 0) {
				t.Errorf("step %d: the customer sees %+v", i, page.Offer)
			}
		}
	})
}

// Another price of a booked job is the customer's once they agree to it, on their page or to the office. The final
// amount counts once the job is done.
func TestNewPrice(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, ctx := c.submit("Ann"), t.Context()
		ok := func(offer string) func() error {
			return func() error {
				return c.ChangeAsCustomer(ctx, ann.Token, url.Values{"answer": {ActionOK}, "offer": {offer}}, nil)
			}
		}
		change := func(fields string) func() error {
			return func() error {
				form, err := url.ParseQuery(fields)
				testkit.Must(t, err)
				c.clock.Advance(time.Minute)
				return c.Change(ctx, ann.ID, "ann", form)
			}
		}
		for i, step := range []struct {
			act                  func() error
			want                 error
			price, asked, action string
			cents                int
		}{
			{change("price=300-350&stage=booked&slots=" + tuesday8), nil, "about $300–$350", "", ActionOffer, 300_00},
			{ok(""), nil, "about $300–$350", "", ActionOffer, 300_00},
			{change("price=500&included=Stairs"), nil, "about $300–$350", "about $500", ActionAsk, 300_00},
			{ok("1"), ErrOffer, "about $300–$350", "about $500", ActionAsk, 300_00},
			{change("price=520&included=Stairs"), nil, "about $300–$350", "about $520", ActionAsk, 300_00},
			{ok(""), nil, "about $520", "", ActionOK, 520_00},
			{ok(""), nil, "about $520", "", ActionOK, 520_00},
			{change("price=520&included=Stairs&slots=" + tuesday8), nil, "about $520", "", ActionOffer, 520_00},
			{change("price=550&agreed=on"), nil, "about $550", "", actionAgree, 550_00},
			{change("price=600"), nil, "about $550", "about $600", ActionAsk, 550_00},
			{change("price=550"), nil, "about $550", "", ActionOffer, 550_00},
			{change("price=600"), nil, "about $550", "about $600", ActionAsk, 550_00},
			{change("stage=lost"), nil, "", "", actionStage, 550_00},
			{ok(""), ErrOffer, "", "", actionStage, 550_00},
			{change("stage=booked"), nil, "about $550", "about $600", actionStage, 550_00},
			{change("done=on&amount=612.50&paid=card"), nil, "final price $612.50", "", "done", 612_50},
			{change("stage=booked"), nil, "about $550", "about $600", actionStage, 550_00},
		} {
			c.wantErr(fmt.Sprint("step ", i), step.act(), step.want)
			page, price, asked := c.page(ann), "", ""
			if page.Offer != nil {
				price = page.Offer.Price
			}
			if page.NewPrice != nil {
				asked = page.NewPrice.Price
			}
			l, err := c.leads.Get(ctx, ann.ID)
			testkit.Must(t, err)
			var action string
			testkit.Must(t, c.Journal.Reader().QueryRowContext(ctx, `SELECT action FROM events WHERE lead_id = $1
				ORDER BY number DESC LIMIT 1`, ann.ID).Scan(&action))
			if price != step.price || asked != step.asked || action != step.action || l.Cents != step.cents {
				t.Errorf("step %d, %s: the customer sees %q and is asked for %q, %d cents count; want %+v", i, action,
					price, asked, l.Cents, step)
			}
			if action == ActionAsk && step.want == nil {
				var notice Notice
				testkit.Must(t, json.Unmarshal([]byte(l.Delivery(outbox.CustomerMail).Body), &notice))
				mail, err := Words{Site: words()}.CustomerMail(notice.Words(Words{Site: &c.site}))
				if mail.Title != "New price: "+asked {
					t.Errorf("step %d: the mail says %q, %v", i, mail.Title, err)
				}
			}
		}
		if !slices.Equal(c.told, []string{ActionOK}) {
			t.Errorf("the office was told of %q", c.told)
		}
	})
}

// The page says where a request stands in each state, and nothing that was true at another time.
func TestCustomerStatus(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		change := func(form url.Values) { testkit.Must(t, c.Change(t.Context(), ann.ID, "", form)) }
		customer, after := &words().Office().Customer, words().Office().ByAction
		for _, step := range []struct {
			act  func()
			want string
		}{
			{func() {}, "We’ll call you by 10am today."},
			{func() { c.clock.Advance(time.Hour) }, customer.Late},
			{func() { change(url.Values{"stage": {Contacted}}) }, customer.Contacted},
			{func() { change(url.Values{"stage": {Quoted}}) }, customer.Contacted}, // by phone
			{func() { c.offer(ann.ID) }, customer.QuotedLater},
			{func() { c.offer(ann.ID, tuesday8) }, customer.Quoted},
			{func() { c.offer(bob.ID, tuesday8); testkit.Must(t, c.answer(bob, "yes", tuesday8, 0)) }, customer.Gone},
			{func() { testkit.Must(t, c.answer(ann, "other", "", 0)) }, after[ActionOther].Status},
			{func() { testkit.Must(t, c.answer(ann, "no", "", 0)) }, after[ActionNo].Status},
			{func() { change(url.Values{"price": {"300"}, "included": {""}}) }, customer.QuotedLater},
			{func() { testkit.Must(t, c.answer(ann, "yes", "", 0)) }, customer.BookedLater},
			{func() { change(url.Values{"done": {"on"}, "amount": {"300"}, "paid": {"cash"}}) }, customer.Done},
			{func() { change(url.Values{"stage": {Lost}}) }, customer.Closed},
		} {
			step.act()
			page := c.page(ann)
			if !strings.HasPrefix(page.Status, step.want) {
				t.Errorf("the page says %q, want %q", page.Status, step.want)
			}
			if offer := page.Offer; offer != nil && step.want == customer.Gone && offer.Free {
				t.Error("a yes is offered without a slot")
			}
		}
		if c.page(ann).Offer != nil {
			t.Error("the page of a closed request has a price")
		}
		if got := c.page(bob).Status; !strings.HasPrefix(got, "You’re booked for Tue, Nov 24, 8–10am.") {
			t.Errorf("the booked customer's page says %q", got)
		}
	})
}

// The office books one slot for a customer who says yes by phone, which sends the price, and moves it the same way.
func TestBookByPhone(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		book := func(l outbox.Lead, slots ...string) error {
			return c.Change(t.Context(), l.ID, "", url.Values{"stage": {Booked}, "price": {"300"}, "slots": slots})
		}
		c.wantErr("two slots", book(ann, tuesday8, tuesday10), ErrSlot)
		c.wantErr("one slot", book(ann, tuesday8), nil)
		c.wantErr("the slot of another", book(bob, tuesday8), ErrTaken)
		c.wantErr("another slot", book(ann, tuesday10), nil)
		c.wantErr("a slot that is free again", book(bob, tuesday8), nil)
		page := c.page(ann)
		if !strings.Contains(page.Status, "Tue, Nov 24, 10am–12pm") || page.Offer.Price != "about $300" {
			t.Errorf("the customer's page says %q, %+v", page.Status, page.Offer)
		}
		l, err := c.leads.Get(t.Context(), ann.ID)
		testkit.Must(t, err)
		var notice Notice
		err = json.Unmarshal([]byte(l.Delivery(outbox.CustomerMail).Body), &notice)
		if words := notice.Words(Words{Site: &c.site}); err != nil || words.Action != ActionMove ||
			words.Former != "Tue, Nov 24, 8–10am" || words.Price != "$300" {
			t.Errorf("the customer's mail says %+v, %v", words, err)
		}
	})
}

// A yes books one of the offered slots, once: a repeat changes nothing, another customer cannot take the slot, and an
// offer that has changed is not accepted.
func TestAnswerYes(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		c.wantErr("a yes before the offer", c.answer(ann, "yes", tuesday8, 0), ErrOffer)
		c.offer(ann.ID, tuesday8, tuesday10)
		c.offer(bob.ID, tuesday8, tuesday10)
		seen := c.view(ann).Job.QuotedAt
		c.clock.Advance(time.Minute)
		c.offer(ann.ID, tuesday8)
		c.wantErr("a yes to the former offer", c.answer(ann, "yes", tuesday8, seen), ErrOffer)
		for _, slot := range []string{"", tuesday10, "tomorrow"} {
			c.wantErr("a yes for "+slot, c.answer(ann, "yes", slot, 0), ErrChoose)
		}
		c.wantErr("an unknown answer", c.answer(ann, "maybe", "", 0), ErrOffer)
		if v := c.view(ann); v.Stage != Quoted || v.Begin != 0 {
			t.Errorf("after answers that were refused, the request is %+v", v)
		}
		for range 2 {
			c.wantErr("yes", c.answer(ann, "yes", tuesday8, c.view(ann).Job.QuotedAt), nil)
		}
		c.wantErr("no after yes", c.answer(ann, "no", "", 0), nil)
		begin, _ := ParseSlots([]string{tuesday8}, c.zone)
		v := c.view(ann)
		if v.Stage != Booked || v.Begin != millis(begin[0]) || v.Job.Low != 350 || v.Job.Answer != "yes" ||
			v.Revision != 3 {
			t.Errorf("the booked request is %+v", v)
		}
		c.wantErr("a yes for the slot of another", c.answer(bob, "yes", tuesday8, 0), ErrTaken)
		if slots := c.page(bob).Offer.Slots; !slots[0].Taken || slots[1].Taken {
			t.Errorf("the slots are %+v", slots)
		}
		c.clock.Set(begin[0].Add(2 * time.Hour))
		c.wantErr("a yes for a slot that has begun", c.answer(bob, "yes", tuesday10, 0), ErrTaken)
		if !slices.Equal(c.told, []string{"yes"}) {
			t.Errorf("the office was told of %q", c.told)
		}
		c.offer(bob.ID)
		c.wantErr("a yes to a new price, when all slots are past", c.answer(bob, "yes", "", 0), nil)
		l, err := c.leads.Get(t.Context(), ann.ID)
		testkit.Must(t, err)
		for _, kind := range []outbox.Kind{outbox.CustomerMail, outbox.AnswerMail} {
			var notice Notice
			err := json.Unmarshal([]byte(l.Delivery(kind).Body), &notice)
			if words := notice.Words(Words{Site: &c.site}); err != nil || words.Slot != "Tue, Nov 24, 8–10am" ||
				words.Action != "yes" ||
				words.Price != "$350–$450" {
				t.Errorf("the mail %s says %+v, %v", kind, words, err)
			}
		}
	})
}

// Of two customers who take the same slot at the same time, one gets it.
func TestAnswersAtOnce(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		for _, slot := range []string{tuesday8, tuesday10, "2026-11-25T08", "2026-11-25T10", "2026-11-25T12"} {
			all := make([]outbox.Lead, 4)
			for i := range all {
				all[i] = c.submit(slot + strconv.Itoa(i))
				c.offer(all[i].ID, slot)
			}
			results, start := make([]error, len(all)), make(chan struct{})
			var wg sync.WaitGroup
			for i, l := range all {
				wg.Go(func() {
					<-start
					results[i] = c.answer(l, "yes", slot, 0)
				})
			}
			close(start)
			wg.Wait()
			booked := 0
			for _, err := range results {
				if err == nil {
					booked++
				} else {
					c.wantErr("yes", err, ErrTaken)
				}
			}
			if booked != 1 {
				t.Errorf("%d customers have the slot", booked)
			}
		}
	})
}

// Another time and a no keep the offer open; a job without slots is booked with the time to be agreed.
func TestOtherAnswers(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.offer(ann.ID)
		for _, step := range []struct{ answer, stage string }{
			{"other", Quoted}, {"other", Quoted}, {"no", Lost}, {"no", Lost}, {"other", Quoted}, {"no", Lost},
			{"yes", Booked},
		} {
			c.wantErr(step.answer, c.answer(ann, step.answer, "", 0), nil)
			if v := c.view(ann); v.Stage != step.stage || (v.Closed != 0) != (step.stage == Lost) || v.Begin != 0 {
				t.Errorf("after %s, the request is %+v", step.answer, v)
			}
		}
		if want := []string{"other", "no", "other", "no", "yes"}; !slices.Equal(c.told, want) {
			t.Errorf("the office was told of %q, want %q", c.told, want)
		}
		for _, stage := range []string{Done, Spam, Lost} {
			bob := c.submit("Bob " + stage)
			c.offer(bob.ID)
			testkit.Must(t, c.Change(t.Context(), bob.ID, "", url.Values{"stage": {stage}}))
			c.wantErr("a yes to what is "+stage, c.answer(bob, "yes", "", 0), ErrOffer)
		}
	})
}

// texts reports whether a page has a button that ends text messages.
func texts(p CustomerPage) bool {
	return slices.ContainsFunc(p.Buttons, func(b Button) bool { return b.Action == ActionStop })
}

// Customers add notes and photographs, once each and not without end, and end text messages.
func TestCustomerAdds(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, ctx := c.submit("Ann"), t.Context()
		photos := func(n int) (list []quote.Photo) {
			for range n {
				list = append(list, quote.Photo{ID: quote.NewPhotoID(), Width: 1, Height: 1, JPEG: []byte{1}})
			}
			return list
		}
		for range 2 {
			testkit.Must(t, c.ChangeAsCustomer(ctx, ann.Token, url.Values{"note": {"Gate code 1234"}}, nil))
		}
		testkit.Must(t, c.ChangeAsCustomer(ctx, ann.Token, url.Values{"note": {""}}, nil))
		testkit.Must(t, c.ChangeAsCustomer(ctx, ann.Token, url.Values{"note": {"The sofa"}}, photos(2)))
		c.wantErr("too many photographs", c.ChangeAsCustomer(ctx, ann.Token, nil, photos(MaxPhotos)), ErrTooMany)
		if p := c.page(ann); !slices.Equal(p.Added, []string{"Gate code 1234", "The sofa\n\n2 photos"}) || !texts(p) {
			t.Errorf("added are %q, texts %v", p.Added, texts(p))
		}
		l, err := c.leads.Get(ctx, ann.ID)
		if err != nil || len(l.Request.Photos) != 2 {
			t.Errorf("the request has %d photographs, %v", len(l.Request.Photos), err)
		}
		for n := range maxAdditions {
			err = c.ChangeAsCustomer(ctx, ann.Token, url.Values{"note": {strings.Repeat("x", n+1)}}, nil)
		}
		c.wantErr("too many notes", err, ErrTooMany)

		bob := c.submit("Bob") // has the same number
		for range 2 {
			testkit.Must(t, c.ChangeAsCustomer(ctx, ann.Token, url.Values{"stop": {"on"}}, nil))
		}
		if texts(c.page(ann)) || texts(c.page(bob)) {
			t.Error("after a revocation, a request allows texts")
		}
		testkit.Must(t, errOf(c.leads.Remove(ctx, ann.ID)))
		if texts(c.page(bob)) {
			t.Error("the removal of a request removed the revocation")
		}
		c.clock.Advance(time.Second)
		if cid := c.submit("Cid"); !texts(c.page(cid)) {
			t.Error("a later consent does not count")
		}
		testkit.Must(t, c.leads.Transact(ctx, func(tx *sql.Tx) error {
			return journal.AddConsent(ctx, tx, journal.Consent{Phone: "1-214-555-0100", At: c.clock.Now(),
				Action: journal.Stopped})
		}))
		c.clock.Advance(time.Second)
		if dan := c.submit("Dan"); texts(c.page(dan)) {
			t.Error("a consent undoes a request not to be contacted")
		}
	})
}

func errOf[T any](_ T, err error) error { return err }

// A page ends sixty days after the last change. Nobody gets anything with another token.
func TestCustomerPageEnds(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		c.clock.Advance(customerLife - time.Second)
		c.offer(ann.ID)
		c.clock.Advance(customerLife - time.Second)
		c.view(ann)
		c.clock.Advance(time.Second)
		for token, want := range map[string]error{ann.Token: ErrEnded, "": ErrNoPage, ann.ID: ErrNoPage,
			journal.TokenDigest(ann.Token): ErrNoPage, strings.Repeat("A", 22): ErrNoPage} {
			ann.Token = token
			c.wantErr("Customer("+token+")", errOf(c.CustomerPage(t.Context(), token, nil)), want)
			c.wantErr("yes("+token+")", c.answer(ann, "yes", "", 0), want)
			err := c.ChangeAsCustomer(t.Context(), token, url.Values{"note": {"note"}}, nil)
			c.wantErr("a note("+token+")", err, want)
			c.wantErr("stop("+token+")", c.ChangeAsCustomer(t.Context(), token, url.Values{"stop": {"on"}}, nil), want)
		}
	})
}

// TestAddress checks that no customer books without an address, that the office may, and that the customer can change
// it until the job begins. Only then is it gone from the page.
func TestAddress(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		give := func(l outbox.Lead, fields ...string) error {
			form := url.Values{}
			for i := 0; i < len(fields); i += 2 {
				form.Set(fields[i], fields[i+1])
			}
			return c.ChangeAsCustomer(t.Context(), l.Token, form, nil)
		}
		office := func(l outbox.Lead) RequestPage {
			t.Helper()
			page, err := c.Request(t.Context(), l, "", nil, "")
			testkit.Must(t, err)
			return page
		}
		c.offer(ann.ID, tuesday8)
		c.wantErr("an address before the yes", give(ann, "address", "12 Elm St"), ErrOffer)
		for _, address := range []string{"", " \t "} {
			err := give(ann, "answer", "yes", "slot", tuesday8, "address", address)
			c.wantErr("a yes without an address", err, ErrAddress)
		}
		err := give(ann, "answer", "yes", "slot", tuesday8, "address", strings.Repeat("a", 301))
		c.wantErr("a long address", err, ErrLong)
		if v := c.view(ann); v.Stage != Quoted || v.Begin != 0 || len(c.told) > 0 {
			t.Errorf("after refusals, the request is %+v", v)
		}
		c.wantErr("another time", give(ann, "answer", "other", "address", "10 Elm St"), nil)
		if page := c.page(ann); page.Values["address"] != "10 Elm St" || page.Moves {
			t.Errorf("after another time, the page has %q", page.Values)
		}
		err = give(ann, "answer", "yes", "slot", tuesday8, "address", "12 Elm\nSt", "access", "Gate 12")
		c.wantErr("yes", err, nil)
		page := office(ann)
		if card := page.Card; page.Values["address"] != "12 Elm St" || page.Values["access"] != "Gate 12" ||
			slices.Contains(card.Flags, words().Office().Card.NoAddress) ||
			card.Ways[len(card.Ways)-1].Href != "https://www.google.com/maps/search/?api=1&query=12+Elm+St" {
			t.Errorf("the office sees %+v", page)
		}

		form := url.Values{"price": {"300"}, "slots": {tuesday10}, "stage": {Booked}}
		testkit.Must(t, c.Change(t.Context(), bob.ID, "", form))
		if flags := office(bob).Card.Flags; !slices.Contains(flags, words().Office().Card.NoAddress) {
			t.Errorf("the card of a job without an address says %q", flags)
		}
		c.wantErr("only how to get in", give(bob, "access", "Gate 1"), ErrAddress)
		c.wantErr("an address", give(bob, "address", "1 Oak Dr", "access", ""), nil)
		form = url.Values{"where": {"on"}, "address": {"3 Oak Dr"}, "access": {""}}
		testkit.Must(t, c.Change(t.Context(), bob.ID, "", form))
		if page := c.page(bob); page.Values["address"] != "3 Oak Dr" || !page.Moves {
			t.Errorf("the booked customer's page has %q", page.Values)
		}
		if want := []string{"other", "yes", "address"}; !slices.Equal(c.told, want) {
			t.Errorf("the office was told of %q, want %q", c.told, want)
		}
		c.clock.Advance(time.Date(2026, 11, 24, 10, 0, 0, 0, c.zone).Sub(c.clock.Now()))
		c.wantErr("an address when the job has begun", give(bob, "address", "5 Oak Dr"), ErrOffer)
		if page := c.page(bob); page.Values["address"] != "" || page.Moves {
			t.Errorf("when the job has begun, the page has %q", page.Values)
		}
	})
}

// The customer's page says what the office did last, whatever the customer had answered before.
func TestOfficeHasTheLastWord(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		l, words := c.submit("Ann"), c.words().Office()
		c.offer(l.ID, "2026-11-25T10")
		testkit.Must(t, c.answer(l, ActionYes, "2026-11-25T10", 0))
		testkit.Must(t, c.answer(l, ActionCancel, "", 0))
		if got, want := c.page(l).Status, words.ByAction[ActionCancel].Status; got != want {
			t.Errorf("after the customer has called it off, the page says %q, want %q", got, want)
		}
		testkit.Must(t, c.do(l, "ann@example.com", "stage=booked"))
		testkit.Must(t, c.do(l, "ann@example.com", "stage=lost"))
		if got, want := c.page(l).Status, words.Customer.Closed; got != want {
			t.Errorf("after the office has closed the request, the page says %q, want %q", got, want)
		}

		// Nobody was there: the office says so when the time has begun, and the truck is free.
		testkit.Must(t, c.do(l, "ann@example.com", "stage=booked"))
		asked := func() bool {
			page, err := c.Request(t.Context(), l, "", nil, "")
			testkit.Must(t, err)
			return slices.ContainsFunc(page.Buttons, func(b Button) bool {
				return b.Action == ActionNoShow && b.Sure != ""
			})
		}
		c.in("2026-11-25T09:59")
		c.wantErr("a no-show before the time", c.do(l, "ann@example.com", "noShow=on"), ErrNothing)
		early := asked()
		c.in("2026-11-25T10:00")
		if early || !asked() {
			t.Errorf("the button is there before the time: %v, and then: %v", early, asked())
		}
		const next = "stage=booked&price=300&slots=2026-11-25T11"
		bob := c.submit("Bob")
		c.wantErr("a time that overlaps", c.do(bob, "ann@example.com", next), ErrTaken)
		testkit.Must(t, c.do(l, "ann@example.com", "noShow=on"))
		c.wantErr("a time that is free again", c.do(bob, "ann@example.com", next), nil)
		page, err := c.Request(t.Context(), l, "", nil, "")
		testkit.Must(t, err)
		if last := page.History[0]; page.Card.Stage != Lost || page.Values["lost"] != "No-show" ||
			last.Text != " · Wed, Nov 25, 10am · No-show" || last.Lines[0] != "Wed, Nov 25, 10am–12pm" {
			t.Errorf("after a no-show, the stage is %s, and the history has %+v", page.Card.Stage, last)
		}
		if got, want := c.page(l).Status, words.ByAction[ActionNoShow].Status; got != want {
			t.Errorf("after a no-show, the page says %q, want %q", got, want)
		}
	})
}
