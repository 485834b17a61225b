package office

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestTrucks books two trucks in every way, with windows that overlap, for long jobs, and after a job was called off:
// no hour of a truck has two jobs.
func TestTrucks(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.site.Business.Trucks = []string{"Red", "Blue"}
		change := func(l outbox.Lead, fields string) error {
			form, err := url.ParseQuery(fields)
			if err != nil {
				t.Fatal(err)
			}
			return c.Change(t.Context(), l.ID, "ann@example.com", form)
		}
		var leads []outbox.Lead
		for _, name := range strings.Split("Ann Bob Cid Dee Eve Gus Hal", " ") {
			leads = append(leads, c.submit(name))
		}
		ann, bob, cid, dee, eve, gus, hal := leads[0], leads[1], leads[2], leads[3], leads[4], leads[5], leads[6]
		const book = "stage=booked&price=300&slots="
		for _, step := range []struct {
			what   string
			lead   outbox.Lead
			fields string
			want   error
		}{
			{"a truck for a job that is not booked", ann, "truck=1", ErrNothing},
			{"the first truck", ann, book + "2026-11-24T10", nil},
			{"the second truck, an hour later", bob, book + "2026-11-24T11", nil},
			{"a third job that overlaps both", cid, book + "2026-11-24T11", ErrTaken},
			{"half an hour later", cid, book + "2026-11-24T11:30", ErrTaken},
			{"an offer of that time", cid, "price=300&slots=2026-11-24T11", ErrTaken},
			{"the time before, for four hours", cid, book + "2026-11-24T08&hours=4", ErrTaken},
			{"the time before, for two", cid, book + "2026-11-24T08&hours=2", nil},
			{"a day and an hour that are not listed", dee, book[:len(book)-6] + "date=2027-02-05&hour=09", nil},
			{"too early on a Sunday", eve, book + "2026-11-29T06", ErrClosed},
			{"Thanksgiving", eve, "price=300&date=2026-11-26&hour=09", ErrClosed},
			{"a job that ends after closing", eve, book + "2026-11-24T15&hours=6", ErrClosed},
			{"a job that ends with it", eve, book + "2026-11-24T13&hours=6", nil},
			{"the other truck, which is free", eve, "truck=2", nil},
			{"no such truck", eve, "truck=3", ErrTruck},
			{"the truck of another", ann, "truck=2", ErrTruck},
			{"a price for a booked job, with another time", ann, "price=320&slots=2026-11-25T09", ErrBooked},
			{"a price for a booked job", ann, "price=320&slots=2026-11-24T10", nil},
			{"another day", gus, book + "2026-11-25T08", nil},
			{"half past an hour of that", hal, book + "2026-11-25T09:30", nil},
			{"its truck", hal, "truck=1", ErrTruck},
			{"called off", ann, "stage=lost", nil},
			{"its hours for another", dee, book + "2026-11-24T10", nil},
			{"what was called off, pressed again", ann, "stage=booked", ErrTaken},
			{"the same, when the hours are free again", dee, "stage=lost", nil},
			{"pressed again", ann, "stage=booked", nil},
			{"an offer without a price", c.submit("Fay"), "slots=2026-11-24T17", ErrNoPrice},
		} {
			c.wantErr(step.what, change(step.lead, step.fields), step.want)
		}
		var got []string
		for _, l := range leads {
			if r := c.view(l); r.Stage == Booked {
				got = append(got, strings.Join([]string{r.Name, r.Truck, r.Slot}, " "))
			}
		}
		want := []string{"Ann Red Tue, Nov 24, 10am–12pm", "Bob Blue Tue, Nov 24, 11am–1pm",
			"Cid Red Tue, Nov 24, 8–10am", "Eve Blue Tue, Nov 24, 1–3pm",
			"Gus Red Wed, Nov 25, 8–10am", "Hal Blue Wed, Nov 25, 9:30–11:30am"}
		if !slices.Equal(got, want) {
			t.Errorf("booked are %q, want %q", got, want)
		}
	})
}

// TestTimesFit checks that the office is offered the windows in which a long job ends before closing, and otherwise
// reads which time cannot be, and what to change.
func TestTimesFit(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		testkit.Must(t, c.do(ann, "ann@example.com", "price=300&slots=2026-11-24T08&hours=6"))
		shown := func(form url.Values) string {
			page, err := c.Request(t.Context(), ann, "ann@example.com", form, "")
			testkit.Must(t, err)
			var list []string
			for _, slot := range page.Slots {
				if day, hour, _ := strings.Cut(slot.Value, "T"); day == "2026-11-25" {
					list = append(list, hour)
				}
			}
			return strings.Join(list, " ")
		}
		for hours, want := range map[string]string{"": "07 09 11 13", "2": "07 09 11 13 15 17", "12": "07"} {
			form := url.Values{"hours": {hours}}
			if hours == "" {
				form = nil
			}
			if got := shown(form); got != want {
				t.Errorf("for %q hours, the times are %s, want %s", hours, got, want)
			}
		}
		for fields, want := range map[string]string{
			"slots=2026-11-24T09,2026-11-24T15": "Tue, Nov 24, 3–5pm: a job of 6 hours would end at 9pm, and you " +
				"close at 7pm. Choose an earlier time, or fewer hours under “How long.”",
			"slots=2026-11-26T09": "Thu, Nov 26, 9–11am: we’re closed then. Choose another time.",
		} {
			var refused TimeRefusal
			err := c.do(ann, "ann@example.com", "price=300&"+fields)
			if c.wantErr(fields, err, ErrClosed); !errors.As(err, &refused) || refused.Words != want {
				t.Errorf("%s: the office reads %q, want %q", fields, refused.Words, want)
			}
		}
		testkit.Must(t, c.do(ann, "ann@example.com", "price=300&slots=2026-11-24T15&hours=4"))
	})
}

// TestOutOfService takes a truck out for two days: it gets no more jobs then, in any way, and the one that it has stays
// until somebody decides about it.
func TestOutOfService(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.site.Business.Trucks = []string{"Red", "Blue"}
		change := func(l outbox.Lead, fields string) error { return c.do(l, "ann@example.com", fields) }
		ann, bob, cid := c.submit("Ann"), c.submit("Bob"), c.submit("Cid")
		const book = "stage=booked&price=300&slots="
		testkit.Must(t, change(ann, book+"2026-11-24T08"))
		testkit.Must(t, change(cid, book+"2026-11-24T08"))
		testkit.Must(t, change(bob, book+"2026-11-27T08"))
		testkit.Must(t, change(bob, "truck=2"))
		c.site.Business.OutOfService = map[string][]string{"Red": {"2026-11-24", "2026-11-25"},
			"Blue": {"2026-11-25", "2026-11-26"}}
		c.wantErr("a note about its job", change(ann, "note=Call+first"), nil)
		c.wantErr("the job of the other truck", change(cid, book+"2026-11-24T10"), nil)
		c.wantErr("the truck", change(cid, "truck=1"), ErrTruck)
		c.wantErr("a third job", change(bob, book+"2026-11-24T10"), ErrTaken)
		c.wantErr("another time for its job, while the other truck is free", change(ann, book+"2026-11-24T12"), nil)
		c.wantErr("a day without trucks", change(bob, book+"2026-11-25T08"), ErrTaken)
		c.wantErr("a day of the truck after that", change(bob, book+"2026-11-27T10"), nil)
		if got := c.view(ann).Truck + " " + c.view(bob).Truck + " " + c.view(cid).Truck; got != "Blue Blue Blue" {
			t.Errorf("the trucks are %s", got)
		}
		day, err := c.Day(t.Context(), "ann@example.com", "2026-11-24")
		testkit.Must(t, err)
		if day.Board.Columns[0] != "Red · out of service" || slices.ContainsFunc(day.Board.Rows, func(r BoardRow) bool {
			return r.Cells[0].Free != "" || len(r.Cells[0].Jobs) > 0
		}) {
			t.Errorf("the board is %+v", day.Board)
		}
	})
}

// TestUsualLength books a job by phone for as long as the price list says that it takes at most, unless the office says
// how long; a look takes one slot.
func TestUsualLength(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		for fields, want := range map[string]int{"": 4, "hours=": 4, "hours=2": 2, "kind=estimate": 2} {
			garage := c.asking("Ann "+fields, nil)
			page, err := c.Request(t.Context(), garage, "ann@example.com", nil, "")
			testkit.Must(t, err)
			first := page.Choices.Lengths[0]
			if page.Values["hours"] != "" || first != (Choice{"As usual · 4 hours", ""}) {
				t.Errorf("the form has %q hours, and first %+v", page.Values["hours"], first)
			}
			testkit.Must(t, c.do(garage, "ann@example.com", "stage=booked&price=300&slots=2026-11-24T09&"+fields))
			if got := c.view(garage).Visits[0].length(); got != want {
				t.Errorf("with %q, the visit takes %d hours, want %d", fields, got, want)
			}
			testkit.Must(t, c.do(garage, "ann@example.com", "stage=lost"))
		}
	})
}
