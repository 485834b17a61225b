package office

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The figures of a week count its own requests alone, by the office's days, and compare it with the seven before.
func TestFigures(t *testing.T) {
	zone := chicago(t)
	last := time.Date(2026, 3, 9, 0, 0, 0, 0, zone) // its Sunday before has 23 hours
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, zone) }
	rows := []weekRow{
		{received: at(9, 0), answered: at(9, 1), zip: "75024", service: "Yard Waste", origin: "google", stage: Booked,
			price: 350},
		{received: at(15, 23), answered: at(16, 4), zip: "75024", service: "Other", stage: Lost, price: 900},
		{received: at(10, 8), zip: "75201", service: "Other", stage: New},
		{received: at(11, 8), answered: at(11, 10), zip: "75201", service: "Other", origin: "google", stage: Done,
			price: 150},
		{received: at(8, 23), answered: at(9, 0), zip: "75024", service: "Other", stage: Done, price: 99},
		{received: at(16, 0), zip: "75024", service: "Other", stage: New},                          // the next week
		{received: last.AddDate(0, 0, -56), zip: "75024", service: "Other", stage: Done, price: 1}, // too old
	}
	town := func(zip string) string { return map[string]string{"75024": "Plano", "75201": "Dallas"}[zip] }
	got := figures(rows, last, town)
	if len(got.Weeks) != shownWeeks {
		t.Fatalf("%d weeks, want %d", len(got.Weeks), shownWeeks)
	}
	show := func(list ...Tally) string {
		var texts []string
		for _, w := range list {
			text := fmt.Sprintln(w.Name, w.Requests, len(w.Answers), w.Answer(), w.Booked, w.Done, w.Dollars)
			texts = append(texts, strings.TrimSpace(text))
		}
		return strings.Join(texts, ", ")
	}
	for _, test := range []struct{ name, got, want string }{
		{"the week", show(got.Weeks[7]), "2026-03-09 4 3 2h0m0s 2 1 500"},
		{"the week before", show(got.Weeks[6]), "2026-03-02 1 1 1h0m0s 1 1 99"},
		{"two weeks before", show(got.Weeks[5]), "2026-02-23 0 0 0s 0 0 0"},
		{"sources", show(got.Sources...), "Unknown 2 1 5h0m0s 0 0 0, google 2 2 1h30m0s 2 1 500"},
		{"towns", show(got.Towns...), "Dallas 2 1 2h0m0s 1 1 150, Plano 2 2 3h0m0s 1 0 350"},
		{"services", show(got.Services...), "Other 3 2 3h30m0s 1 1 150, Yard Waste 1 1 1h0m0s 1 0 350"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.got, test.want)
		}
	}
	if m := (Tally{Answers: []time.Duration{4, 1, 3, 2}}).Answer(); m != 2 {
		t.Errorf("the median of an even number is %d, want 2", m)
	}
}
