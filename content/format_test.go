package content

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestFormat(t *testing.T) {
	week := hours{FirstDay: "Monday", LastDay: "Saturday", Opens: "07:00", Closes: "19:00"}
	half := hours{FirstDay: "Tuesday", LastDay: "Friday", Opens: "08:30", Closes: "12:00"}
	waste, towns := []string{"paint", "asbestos", "fuel"}, []string{"Lakewood", "M Streets", "Uptown", "Deep Ellum"}
	g := &geography{Center: []float64{33, -97}, unitsPerMile: 14}
	for _, test := range []struct{ got, want string }{
		{price{Low: 999, High: 1000}.String(), "$999–$1,000"},
		{price{Low: 1002003}.String(), "$1,002,003"},
		{price{Low: 150, High: 250}.span(price{Low: 500, High: 900}).String(), "$150–$900"},
		{price{Low: 500, High: 1000}.span(price{Low: 2000, High: 10000, Plus: true}).String(), "$500–$10,000+"},
		{price{Low: 99, Plus: true}.span(price{Low: 250}).String(), "$99–$250"},

		{fact{Low: 15, High: 25, Unit: "percent"}.String(), "15–25%"},
		{fact{Low: 80, Unit: "percent", Bound: "up to"}.String(), "up to 80%"},
		{fact{Low: 1, Unit: "hours"}.String(), "1 hour"},
		{fact{Low: 1, High: 3, Unit: "days"}.String(), "1–3 days"},
		{fact{Low: 500, Unit: "jobs", Bound: "over"}.String(), "over 500 jobs"},
		{fact{Text: "noon"}.String(), "noon"},

		{week.brief(), "Mon–Sat 7–7"},
		{week.short(), "Mon–Sat 7am–7pm"},
		{week.long(), "Monday to Saturday, 7am to 7pm"},
		{half.brief(), "Tue–Fri 8:30–12"},
		{half.short(), "Tue–Fri 8:30am–12pm"},

		{enumerate(nil, "and"), ""},
		{enumerate(waste[:1], "and"), "paint"},
		{enumerate(waste[:2], "and"), "paint and asbestos"},
		{enumerate(waste, "or"), "paint, asbestos, or fuel"},
		{firstOf(towns[:3], 3), "Lakewood, M Streets, and Uptown"},
		{firstOf(towns, 2), "Lakewood, M Streets, and 2 more"},

		{fmt.Sprint(g.project(33, -97)), "{480 440}"},
		// A tenth of a degree is 6.91 miles of latitude, and at 33° 5.79 of longitude; north is up and east is right.
		{fmt.Sprint(g.project(33.1, -96.9)), "{561.1 343.3}"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestResolve(t *testing.T) {
	refs := references{used: map[string]bool{}, texts: map[string]string{"response": "within 1 hour",
		"phone": "(214) 555-0142", "price.sofa": "from $99", "sentence.reply": "we answer {response}"}}
	for _, test := range []struct{ written, want string }{
		{"no reference", "no reference"},
		{"{Response}, or call {phone}.", "Within 1 hour, or call (214) 555-0142."},
		{"{Price.sofa} and {price.sofa}", "From $99 and from $99"},
		{"{Sentence.reply}.", "We answer within 1 hour."},
	} {
		var ds diagnostics
		if got := refs.resolve(&ds, position{}, test.written); got != test.want || ds.err() != nil {
			t.Errorf("resolve(%q) = %q, %v, want %q", test.written, got, ds.err(), test.want)
		}
	}
}

// TestOffers compares prices on the page with those in structured data.
func TestOffers(t *testing.T) {
	for _, test := range []struct {
		price       *price
		shown, want string
	}{
		{&price{Low: 250}, "$250", `"price":250`},
		{&price{Low: 99, High: 399}, "$99–$399", `"minPrice":99,"maxPrice":399`},
		{&price{Low: 75, From: true}, "from $75", `"minPrice":75`},
		{&price{Low: 650, Plus: true}, "$650+", `"minPrice":650`},
		{&price{Low: 1500, High: 5000, Plus: true}, "$1,500–$5,000+", `"minPrice":1500`},
		{nil, "on site", ""},
	} {
		want := "null"
		if test.price != nil {
			if got := test.price.String(); got != test.shown {
				t.Errorf("%+v is shown as %q, want %q", *test.price, got, test.shown)
			}
			want = `[{"@type":"Offer","name":"Load","priceCurrency":"USD","priceSpecification":` +
				`{"@type":"PriceSpecification","priceCurrency":"USD",` + test.want + `}}]`
		}
		got, err := json.Marshal(offers([]PriceRow{{"Load", PriceText{test.shown, test.price}}}))
		if err != nil || string(got) != want {
			t.Errorf("offers(%q) = %s, %v, want %s", test.shown, got, err, want)
		}
	}
}
