package company

import (
	"testing"
	"time"
)

func TestQuietUntil(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	c := &Company{}
	c.Business.Hours.zone = zone
	if _, quiet := c.QuietUntil(time.Now()); quiet {
		t.Error("a company without quiet hours has some")
	}
	for at, want := range map[string]string{
		"2026-11-23T08:59": "2026-11-23T09:00", "2026-11-23T09:00": "", "2026-11-23T20:59": "", // a Monday
		"2026-11-23T21:00": "2026-11-24T09:00", "2026-11-28T21:00": "2026-11-29T12:00", // into a Sunday
		"2026-11-29T11:59": "2026-11-29T12:00", "2026-11-29T12:00": "", "2026-11-29T23:00": "2026-11-30T09:00",
		"2026-10-31T22:00": "2026-11-01T12:00", // a clock change
	} {
		c.Business.QuietHours = &QuietHours{From: "21:00", Until: "09:00", SundayUntil: "12:00"}
		const layout = "2006-01-02T15:04"
		now, err := time.ParseInLocation(layout, at, zone)
		if err != nil {
			t.Fatal(err)
		}
		until, quiet := c.QuietUntil(now.UTC())
		if got := until.Format(layout); quiet != (want != "") || (quiet && got != want) {
			t.Errorf("QuietUntil(%s) = %s, %v, want %s", at, got, quiet, want)
		}
		c.Business.QuietHours.SundayUntil = ""
		if until, quiet := c.QuietUntil(now); quiet && until.Hour() != 9 {
			t.Errorf("QuietUntil(%s) without other hours on Sundays = %s", at, until)
		}
	}
}
