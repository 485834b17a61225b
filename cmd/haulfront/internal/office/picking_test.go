package office

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content/company"
)

// asking stores a request for a garage cleanout in Dallas, with a change, and returns it.
func (c *customers) asking(name string, change func(*quote.Post)) outbox.Lead {
	c.t.Helper()
	p := quote.Post{Key: name, Request: quote.Request{Name: name, Phone: "(214) 555-0100", Email: "ann@example.com",
		ServiceType: "Garage Cleanout", ZIPCode: "75201", ServiceTimeframe: "Flexible", Page: "/"}}
	if change != nil {
		change(&p)
	}
	out, err := c.leads.Submit(c.t.Context(), p)
	testkit.Must(c.t, err)
	l, err := c.leads.Get(c.t.Context(), out.ID)
	testkit.Must(c.t, err)
	return l
}

// picks is the form of a customer who picks a time.
func (c *customers) picks(l outbox.Lead, slot, address string) error {
	return c.ChangeAsCustomer(c.t.Context(), l.Token,
		url.Values{"answer": {ActionBook}, "slot": {slot}, "address": {address}}, nil)
}

// TestWhen says how soon a job is to be until it is booked, and then when.
func TestWhen(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.asking("Ann", func(p *quote.Post) { p.Request.ServiceType = "Garage Cleanout" })
		label := words().Quote().Labels.Received.Timeframe
		slot := c.page(ann).Booking.Slots[0]
		for _, want := range []string{ann.ServiceTimeframe, slot.Day + ", " + slot.Time} {
			if rows := c.page(ann).Rows; !slices.Contains(rows, MailRow{Label: label, Value: want}) {
				t.Errorf("the page has the rows %+v, want %s: %s", rows, label, want)
			}
			testkit.Must(t, c.picks(ann, slot.Value, "12 Elm St"))
		}
	})
}

// TestAskedKind checks for what a time can be picked: a pickup where the price is known or follows from the load and
// the job ends on its day, and otherwise a look.
func TestAskedKind(t *testing.T) {
	w := Words{Site: words()}
	w.Business.Booking.Mode = company.BookingSelf
	for _, test := range []struct{ path, choice, zip, want string }{
		{"/services/same-day-junk-removal", "Other", "75201", Pickup},
		{"/services/real-estate-property-management", "Other", "75201", Estimate}, // a whole house
		{"/services/light-demolition", "Light Demolition/Disassembly", "75201", Estimate},
		{"/services/subscription-junk-removal", "Other", "75201", Estimate},
		{"/services/shed-removal", "Light Demolition/Disassembly", "75201", Estimate}, // days
		{"/", "Full Property Cleanout", "75201", Estimate},
		{"/services/office-cleanouts", "Other", "75201", Estimate},
		{"/", "Garage Cleanout", "75201", Pickup},
		{"/", "Other", "75201", ""},
		{"/", "Garage Cleanout", "10001", ""},
	} {
		l := journal.Lead{Request: quote.Request{Page: test.path, ServiceType: test.choice, ZIPCode: test.zip}}
		if got := w.askedKind(&l); got != test.want {
			t.Errorf("for %q of %s in %s, a customer can pick the time of a %q, want %q", test.choice, test.path,
				test.zip, got, test.want)
		}
	}
}

// TestPreparation says before and after a pickup is picked what its customer does before the crew comes, and has a step
// for the price only where somebody says one before that.
func TestPreparation(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		tub := c.asking("Ann", func(p *quote.Post) {
			p.Request.Page, p.Request.ServiceType = "/services/hot-tub-removal", "Other"
			p.Request.Email = ""
		})
		titles := func(page CustomerPage) (list []string) {
			for _, step := range page.Steps {
				list = append(list, step.Title)
			}
			return append(list, page.Progress[page.Stage])
		}
		c.wantTexts("what comes next", titles(c.page(tub)), "", "Have the power disconnected", "Drain it if you can",
			"", "Asked")
		testkit.Must(t, c.picks(tub, c.page(tub).Booking.Slots[0].Value, "12 Elm St"))
		page := c.page(tub)
		c.wantTexts("what comes next", titles(page), "Have the power disconnected", "Drain it if you can", "", "Booked")
		c.wantTexts("the way", page.Progress, "Asked", "Booked", "Done")
		c.wantTexts("without an address", page.Notes, c.words().Office().Customer.Keep)
		tub = c.asking("Cat", func(p *quote.Post) {
			p.Request.Page, p.Request.ServiceType = "/services/hot-tub-removal", "Other"
		})
		testkit.Must(t, c.picks(tub, c.page(tub).Booking.Slots[0].Value, "12 Elm St"))
		if text := c.mailText(tub, outbox.CustomerMail); !strings.Contains(text, "Have the power disconnected. ") {
			t.Errorf("the mail does not say it: %s", text)
		}
		ana := c.asking("Ana", func(p *quote.Post) {
			p.Request.ServiceType, p.Extra.Language = "Appliance Pickup", "es"
		})
		testkit.Must(t, c.picks(ana, c.page(ana).Booking.Slots[0].Value, "12 Elm St"))
		if text := c.mailText(ana, outbox.CustomerMail); !strings.Contains(text, "que un plomero tape la tubería") ||
			c.page(ana).Steps[1].Title != "Cierre el agua y el gas" {
			t.Errorf("a reader of Spanish does not read of the gas: %s, %+v", text, c.page(ana).Steps)
		}
		garage := c.asking("Bob", nil)
		c.offer(garage.ID, "2026-11-27T09")
		page = c.page(garage)
		c.wantTexts("the way of an offer", page.Progress, "Asked", "Price", "Booked", "Done")
		for choice, want := range map[string]int{"Garage Cleanout": 1, "Yard Waste": 0, "Other": 0,
			"Construction Debris": 0, "Full Property Cleanout": 0, "": 0} {
			if got := c.words().RequestedPreparation("/", choice); len(got) != want {
				t.Errorf("for %s from the home page, the customer does %+v, want %d steps", choice, got, want)
			}
		}
	})
}

// TestPick books a pickup at ten in the evening without a call: for customers whom the company serves, of services with
// a price, at times that are free, and after the notice.
func TestPick(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.clock.Set(time.Date(2026, 11, 23, 22, 0, 0, 0, c.zone))
		c.site.Business.Trucks = company.Trucks{"A", "B"}
		ann := c.asking("Ann", nil)
		c.receivedAt(ann, c.Now())
		page := c.page(ann)
		if page.Booking == nil || page.Booking.Slots[0].Value != "2026-11-24T07" ||
			!strings.HasPrefix(page.Booking.Price, "Usually "+c.site.Requested("/", "Garage Cleanout").Price+". ") ||
			page.Status != "We’ll call you by 8am tomorrow. Or pick a time below, and you’re booked." {
			t.Fatalf("the page has the times %+v, %q", page.Booking, page.Status)
		}
		for _, test := range []struct {
			slot, address string
			want          error
		}{
			{"", "12 Elm St", ErrChoose}, {"2026-11-24T07", "", ErrAddress}, {"2026-11-24T08", "12 Elm St", ErrTaken},
			{"2026-11-26T09", "12 Elm St", ErrTaken},                                 // a holiday
			{"2026-11-24T07", "12 Elm St", nil}, {"2026-11-24T09", "12 Elm St", nil}, // booked once
		} {
			c.wantErr(test.slot, c.picks(ann, test.slot, test.address), test.want)
		}
		if r := c.view(ann); r.Stage != Booked || r.Slot != "Tue, Nov 24, 7–9am" || r.Address != "12 Elm St" {
			t.Errorf("the job is %s %q at %q", r.Stage, r.Slot, r.Address)
		}
		if page := c.page(ann); page.Booking != nil || page.Calendar == "" {
			t.Errorf("the page of the booked job has %+v, the calendar %q", page.Booking, page.Calendar)
		}
		// One truck is left, and then none; one that is kept is not for customers.
		c.site.Business.Booking.Keep = 1
		bob := c.asking("Bob", nil)
		c.wantErr("a kept truck", c.picks(bob, "2026-11-24T07", "1 Elm St"), ErrTaken)
		c.site.Business.Booking.Keep = 0
		c.wantErr("the last truck", c.picks(bob, "2026-11-24T07", "1 Elm St"), nil)
		cat := c.asking("Cat", nil)
		c.wantErr("no truck", c.picks(cat, "2026-11-24T07", "1 Elm St"), ErrTaken)
		// Within the notice, a window is not offered.
		c.clock.Set(time.Date(2026, 11, 24, 6, 1, 0, 0, c.zone))
		c.wantErr("too soon", c.picks(cat, "2026-11-24T09", "1 Elm St"), ErrTaken)
		for name, change := range map[string]func(*quote.Post){
			"too far":         func(p *quote.Post) { p.Request.ZIPCode = "78701" },
			"held":            func(p *quote.Post) { p.Quarantine = true },
			"without a price": func(p *quote.Post) { p.Request.ServiceType = "Other" },
		} {
			l := c.asking(name, change)
			if c.page(l).Booking != nil {
				t.Errorf("%s: a time can be picked", name)
			}
			c.wantErr(name, c.picks(l, "2026-11-25T09", "1 Elm St"), ErrOffer)
		}
		c.offer(cat.ID, "2026-11-27T09")
		c.wantErr("beside an offer", c.picks(cat, "2026-11-25T09", "1 Elm St"), ErrOffer)
		c.site.Business.Booking.Mode = company.BookingOff
		c.wantErr("switched off", c.picks(c.asking("Dan", nil), "2026-11-25T09", "1 Elm St"), ErrOffer)
	})
}

// Where the office books, a customer asks for up to three times, and the office books one of them with a tap.
func TestWishes(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.site.Business.Booking.Mode = company.BookingAsk
		ann := c.asking("Ann", nil)
		page := c.page(ann)
		if !page.Asks || !strings.HasSuffix(page.Status, " Tap up to three times below, and we’ll book one.") ||
			page.Buttons[0].Label != "Ask for these times" {
			t.Fatalf("the page asks %t, %q, with the buttons %+v", page.Asks, page.Status, page.Buttons)
		}
		wish := func(slots, address string) error {
			return c.ChangeAsCustomer(t.Context(), ann.Token, url.Values{"answer": {ActionBook}, "address": {address},
				"slot": strings.Split(slots, ",")}, nil)
		}
		c.wantErr("no time", wish("", "12 Elm St"), ErrWishes)
		c.wantErr("four times", wish("2026-11-24T07,2026-11-24T09,2026-11-24T11,2026-11-24T13", "12 Elm St"), ErrWishes)
		c.wantErr("a holiday", wish("2026-11-26T09", "12 Elm St"), ErrTaken)
		c.wantErr("no address", wish("2026-11-24T09", ""), ErrAddress)
		c.wantErr("two times", wish("2026-11-24T09,2026-11-25T11", "12 Elm St"), nil)
		if page = c.page(ann); !strings.HasPrefix(page.Status, "We have the times you want.") || c.truckHours() != 0 {
			t.Errorf("the page says %q, with %d hours of the truck", page.Status, c.truckHours())
		}
		labels := c.words().Office().Customer
		if page.Steps[0].Text != labels.Steps[ActionWish][1] || strings.Contains(page.Status, "Tap up to") {
			t.Errorf("once times are asked for, the page says %q, and next %+v", page.Status, page.Steps)
		}
		look := c.page(c.asking("Dana", func(p *quote.Post) { p.Request.ServiceType = "Full Property Cleanout" }))
		if last := labels.Steps[Estimate]; look.Steps[len(look.Steps)-1].Text != last[len(last)-1] {
			t.Errorf("before a look, the page says next %+v", look.Steps)
		}
		if told := c.told[len(c.told)-1]; told != ActionWish {
			t.Errorf("the office was told of %q", told)
		}
		l, err := c.leads.Get(t.Context(), ann.ID)
		testkit.Must(t, err)
		request, err := c.Request(t.Context(), l, "ann", nil, "")
		if err != nil || len(request.Wishes) != 2 || !slices.Contains(request.Card.Flags, "Wants a time") {
			t.Fatalf("the office sees the wishes %+v, %q, %v", request.Wishes, request.Card.Flags, err)
		}
		c.change(ann, "stage=booked&slots="+request.Wishes[1].Href)
		if r := c.view(ann); r.Slot != "Wed, Nov 25, 11am–1pm" || r.Address != "12 Elm St" || r.wished() {
			t.Errorf("the job is %q at %q", r.Slot, r.Address)
		}
	})
}

// TestOtherClock says whose time a customer in another time zone reads, and what the price there has on top.
func TestOtherClock(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		for more, drive := range map[string]string{"The drive to Dallas adds $40.": "far",
			"In Dallas it can be more, and we say so before we load.": "", "": "none"} {
			away := more != ""
			cities := slices.Clone(words().Towns.Cities)
			for i := range cities {
				if cities[i].Name == "Dallas" && away {
					cities[i].Timezone, cities[i].Drive = "America/Denver", drive
				}
			}
			answer := map[bool]string{true: "no", false: "yes"}[away]
			c.site.Towns.Cities, c.site.Business.Town = cities, "Plano"
			c.site.Facts.Practices = map[string]*string{"same_prices": &answer}
			prices := maps.Clone(c.site.PriceList.Prices)
			prices["far"] = &company.Price{Low: 40, Extra: "The drive to Dallas"}
			c.site.PriceList.Prices = prices
			ann := c.asking("Ann"+drive, nil)
			page, slot := c.page(ann), c.page(ann).Booking.Slots[0]
			testkit.Must(t, c.picks(ann, slot.Value, "12 Elm St"))
			l, err := c.leads.Get(t.Context(), ann.ID)
			testkit.Must(t, err)
			office, err := c.Request(t.Context(), l, "", nil, "")
			testkit.Must(t, err)
			var notice Notice
			testkit.Must(t, json.Unmarshal([]byte(l.Delivery(outbox.CustomerMail).Body), &notice))
			mail, err := c.words().Of(&l.Lead).CustomerMail(notice.Words(c.words().Of(&l.Lead)))
			testkit.Must(t, err)
			wanted := ", " + slot.Time + " Mountain ("
			for what, text := range map[string][2]string{"promise": {page.Status, " 9am Mountain (10am Central)"},
				"slot": {slot.Day, " · Mountain"}, "status": {c.page(ann).Status, wanted},
				"mail": {mail.PlainText(), wanted}, "office": {office.Slots[0].Day, " · Central"}} {
				isTwo := what != "slot" && strings.Contains(text[0], "Central") != away
				if strings.Contains(text[0], text[1]) != away || isTwo {
					t.Errorf("away %t, the %s says %q", away, what, text[0])
				}
			}
			day, err := c.Day(t.Context(), "ann", slot.Value[:len("2026-11-23")])
			testkit.Must(t, err)
			for what, text := range map[string]string{"offer": page.Booking.Price, "request": jsonText(t, page.Rows),
				"booked page": jsonText(t, c.page(ann).Rows), "mail": mail.PlainText(),
				"office": jsonText(t, office.Rows), "office's price": strings.Replace(
					office.Drive, "Type the total, with the $40 for the drive to Dallas.", more, 1),
				"crew": jsonText(t, day.Groups)} {
				if strings.Contains(text, cmp.Or(more, "Our prices are for")) != away {
					t.Errorf("away %t, the price is on the %s: %s", away, what, text)
				}
			}
		}
	})
}

func jsonText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	testkit.Must(t, err)
	return string(text)
}
