package content

import "testing"

func TestPrice(t *testing.T) {
	for _, test := range []struct {
		price price
		want  string
	}{
		{price{Low: 250}, "$250"},
		{price{Low: 99, High: 399}, "$99–$399"},
		{price{Low: 99, From: true}, "from $99"},
		{price{Low: 650, Plus: true}, "$650+"},
		{price{Low: 1500, High: 5000, Plus: true}, "$1,500–$5,000+"},
		{price{Low: 999, High: 1000}, "$999–$1,000"},
		{price{Low: 1002003}, "$1,002,003"},
		{price{Low: 150, High: 250}.span(price{Low: 500, High: 900}), "$150–$900"},
		{price{Low: 500, High: 1000}.span(price{Low: 2000, High: 10000, Plus: true}), "$500–$10,000+"},
		{price{Low: 99, Plus: true}.span(price{Low: 250}), "$99–$250"},
	} {
		if got := test.price.String(); got != test.want {
			t.Errorf("%#v = %q, want %q", test.price, got, test.want)
		}
	}
}

func TestFact(t *testing.T) {
	for _, test := range []struct {
		fact fact
		want string
	}{
		{fact{Low: 90, Unit: "percent"}, "90%"},
		{fact{Low: 15, High: 25, Unit: "percent"}, "15–25%"},
		{fact{Low: 80, Unit: "percent", Bound: "up to"}, "up to 80%"},
		{fact{Low: 1, Unit: "hours"}, "1 hour"},
		{fact{Low: 2, High: 4, Unit: "hours"}, "2–4 hours"},
		{fact{Low: 1, High: 3, Unit: "days"}, "1–3 days"},
		{fact{Low: 500, Unit: "jobs", Bound: "over"}, "over 500 jobs"},
		{fact{Text: "noon"}, "noon"},
	} {
		if got := test.fact.String(); got != test.want {
			t.Errorf("%#v = %q, want %q", test.fact, got, test.want)
		}
	}
}

func TestHours(t *testing.T) {
	for _, test := range []struct {
		hours              hours
		brief, short, long string
	}{
		{hours{FirstDay: "Monday", LastDay: "Saturday", Opens: "07:00", Closes: "19:00"}, "Mon–Sat 7–7",
			"Mon–Sat 7am–7pm", "Monday to Saturday, 7am to 7pm"},
		{hours{FirstDay: "Tuesday", LastDay: "Friday", Opens: "08:30", Closes: "12:00"}, "Tue–Fri 8:30–12",
			"Tue–Fri 8:30am–12pm", "Tuesday to Friday, 8:30am to 12pm"},
	} {
		if brief, short, long := test.hours.brief(), test.hours.short(),
			test.hours.long(); brief != test.brief || short != test.short || long != test.long {
			t.Errorf("%v = %q, %q, %q, want %q, %q, %q", test.hours, brief, short, long, test.brief, test.short,
				test.long)
		}
	}
}

func TestResolve(t *testing.T) {
	refs := references{used: map[string]bool{}, texts: map[string]string{"response": "within 1 hour",
		"phone": "(214) 555-0142", "price.sofa": "from $99"}}
	for _, test := range []struct{ written, want string }{
		{"no reference", "no reference"},
		{"{Response}, or call {phone}.", "Within 1 hour, or call (214) 555-0142."},
		{"{Price.sofa} and {price.sofa}", "From $99 and from $99"},
	} {
		var ds diagnostics
		if got := refs.resolve(&ds, position{}, test.written); got != test.want || ds.err() != nil {
			t.Errorf("resolve(%q) = %q, %v, want %q", test.written, got, ds.err(), test.want)
		}
	}
}

func TestEnumerate(t *testing.T) {
	for _, test := range []struct {
		words       []string
		conjunction string
		want        string
	}{
		{nil, "and", ""},
		{[]string{"paint"}, "and", "paint"},
		{[]string{"paint", "fuel"}, "and", "paint and fuel"},
		{[]string{"paint", "asbestos", "fuel"}, "and", "paint, asbestos, and fuel"},
		{[]string{"paint", "asbestos", "fuel"}, "or", "paint, asbestos, or fuel"},
	} {
		if got := enumerate(test.words, test.conjunction); got != test.want {
			t.Errorf("enumerate(%q, %q) = %q, want %q", test.words, test.conjunction, got, test.want)
		}
	}
}
