package company

import (
	"fmt"
	"testing"
)

func TestFormat(t *testing.T) {
	week := Hours{FirstDay: "Monday", LastDay: "Saturday", Opens: "07:00", Closes: "19:00"}
	half := Hours{FirstDay: "Tuesday", LastDay: "Friday", Opens: "08:30", Closes: "12:00"}
	waste := []string{"paint", "asbestos", "fuel"}
	g := &Geography{Center: []float64{33, -97}, unitsPerMile: 14}
	for _, test := range []struct{ got, want string }{
		{Price{Low: 999, High: 1000}.String(), "$999–$1,000"},
		{Price{Low: 1002003}.String(), "$1,002,003"},
		{Price{Low: 150, High: 250}.Span(Price{Low: 500, High: 900}).String(), "$150–$900"},
		{Price{Low: 500, High: 1000}.Span(Price{Low: 2000, High: 10000, Plus: true}).String(), "$500–$10,000+"},
		{Price{Low: 99, Plus: true}.Span(Price{Low: 250}).String(), "$99–$250"},

		{fact{Low: 15, High: 25, Unit: "percent"}.String(), "15–25%"},
		{fact{Low: 80, Unit: "percent", Bound: "up to"}.String(), "up to 80%"},
		{fact{Low: 1, Unit: "hours"}.String(), "1 hour"},
		{fact{Low: 1, High: 3, Unit: "days"}.String(), "1–3 days"},
		{fact{Low: 500, Unit: "jobs", Bound: "over"}.String(), "over 500 jobs"},
		{fact{Text: "noon"}.String(), "noon"},

		{week.Texts()["hours.brief"], "Mon–Sat 7–7"},
		{week.Short(), "Mon–Sat 7am–7pm"},
		{week.Texts()["hours.long"], "Monday to Saturday, 7am to 7pm"},
		{half.Texts()["hours.brief"], "Tue–Fri 8:30–12"},
		{half.Short(), "Tue–Fri 8:30am–12pm"},
		{week.closed(), "Sunday"},
		{half.closed(), "Monday, Saturday, or Sunday"},

		{(&PriceList{}).pieces(), ""},
		{(&PriceList{Prices: map[string]*Price{
			"mattress": {Low: 70, Each: true}, "mattress_with_box_spring": {Low: 90, Each: true},
			"tires": {Low: 5, High: 9, Each: true}, "far": {Low: 40, Each: true, Extra: "The drive"},
		}}).pieces(),
			", but mattresses are $70 each, and mattresses with box springs are $90 each, and tires are $5–$9 each"},
		{Enumerate(nil, "and"), ""},
		{Enumerate(waste[:1], "and"), "paint"},
		{Enumerate(waste[:2], "and"), "paint and asbestos"},
		{Enumerate(waste, "or"), "paint, asbestos, or fuel"},

		{fmt.Sprint(g.Project(33, -97)), "{480 440}"},
		// A tenth of a degree is 6.91 miles of latitude, and at 33° 5.79 of longitude; north is up and east is right.
		{fmt.Sprint(g.Project(33.1, -96.9)), "{561 343}"},
		{g.Path([]worldLine{{Points: [][]float64{{33, -97}, {33.1, -96.9}, {33, -97}}}}, "z"),
			"M480 440l81 -97 -81 97z"},
		{g.EmbedURL(30), "https://www.openstreetmap.org/export/embed.html?layer=mapnik" +
			"&bbox=-97.5177%2C32.5658%2C-96.4823%2C33.4342"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
