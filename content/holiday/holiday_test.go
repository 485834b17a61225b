package holiday

import (
	"strings"
	"testing"
	"time"
)

// Days that a calendar has: https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/.
func TestDates(t *testing.T) {
	now := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"Thanksgiving": "2026-11-26 2027-11-25 2028-11-23", "the day after Thanksgiving": "2026-11-27 2027-11-26",
		"Memorial Day": "2026-05-25 2027-05-31 2028-05-29", "Labor Day": "2026-09-07 2027-09-06",
		"Presidents' Day": "2026-02-16 2027-02-15", "Easter": "2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21",
		"Christmas": "2026-12-25 2027-12-25", "12-25": "2026-12-25 2027-12-25", "02-29": "2028-02-29",
		"Martin Luther King Day": "2026-01-19 2027-01-18", "Columbus Day": "2026-10-12 2027-10-11",
		"13-45": "", "Groundhog Day": "", "2025-12-25": "2025-12-25", "2026-02-29": "",
	} {
		got := strings.Join(Dates(text, now), " ")
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("Dates(%q) = %s, want %s …", text, got, want)
		}
	}
}
