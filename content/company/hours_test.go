package company

import (
	"testing"
	"time"
)

// TestLastClosing passes over days on which the office is closed.
func TestLastClosing(t *testing.T) {
	h := Hours{FirstDay: "Monday", LastDay: "Saturday", Opens: "07:00", Closes: "19:00",
		Holidays: []string{"2025-10-07"}}
	for at, want := range map[string]string{
		"2025-10-06 18:59": "2025-10-04 19:00", "2025-10-06 19:00": "2025-10-06 19:00", // over a Sunday
		"2025-10-07 20:00": "2025-10-06 19:00", "2025-10-08 06:00": "2025-10-06 19:00",
		"2025-11-02 23:59": "2025-11-01 19:00", // when the clocks change
	} {
		zone, err := time.LoadLocation("America/Chicago")
		if err != nil {
			t.Fatal(err)
		}
		moment, _ := time.ParseInLocation("2006-01-02 15:04", at, zone)
		if got := h.LastClosing(moment).Format("2006-01-02 15:04"); got != want {
			t.Errorf("lastClosing(%s) = %s, want %s", at, got, want)
		}
	}
}
