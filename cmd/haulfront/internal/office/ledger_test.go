package office

import (
	"testing"
	"time"
)

func TestQuietHours(t *testing.T) {
	zone := chicago(t)
	for at, want := range map[string]string{
		"2026-11-23T08:59": "2026-11-23T09:00", "2026-11-23T09:00": "", "2026-11-23T20:59": "", // a Monday
		"2026-11-23T21:00": "2026-11-24T09:00", "2026-11-28T21:00": "2026-11-29T12:00", // into a Sunday
		"2026-11-29T11:59": "2026-11-29T12:00", "2026-11-29T12:00": "", "2026-11-29T23:00": "2026-11-30T09:00",
		"2026-10-31T22:00": "2026-11-01T12:00", // a clock change
	} {
		const layout = "2006-01-02T15:04"
		now, err := time.ParseInLocation(layout, at, zone)
		if err != nil {
			t.Fatal(err)
		}
		quiet, until := QuietHours(now.UTC(), zone)
		if got := until.Format(layout); quiet != (want != "") || (quiet && got != want) {
			t.Errorf("QuietHours(%s) = %v, %s, want %s", at, quiet, got, want)
		}
	}
}
