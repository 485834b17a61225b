package office

import (
	"fmt"
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
	for _, test := range []struct{ name, got, want string }{
		{"the week", fmt.Sprint(got.Weeks[7]), fmt.Sprint(Week{last, 4, 3, 2 * time.Hour, 2, 1, 500})},
		{"the week before", fmt.Sprint(got.Weeks[6]), fmt.Sprint(Week{at(2, 0), 1, 1, time.Hour, 1, 1, 99})},
		{"two weeks before", fmt.Sprint(got.Weeks[5]), fmt.Sprint(Week{Monday: last.AddDate(0, 0, -14)})},
		{"sources", fmt.Sprint(got.Sources), "[{Unknown 2 0 0} {google 2 2 500}]"},
		{"towns", fmt.Sprint(got.Towns), "[{Dallas 2 1 150} {Plano 2 1 350}]"},
		{"services", fmt.Sprint(got.Services), "[{Other 3 1 150} {Yard Waste 1 1 350}]"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.name, test.got, test.want)
		}
	}
	if m := median([]time.Duration{4, 1, 3, 2}); m != 2 {
		t.Errorf("the median of an even number is %d, want 2", m)
	}
}
