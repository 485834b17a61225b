package office

import "time"

// Quiet hours of Texas, in hours of the day.
const (
	quietFrom      = 21
	quietUntil     = 9
	quietUntilNoon = 12 // on Sundays
)

// QuietHours reports whether a message that sells should not be sent at a time, and until when: in Texas from 9 pm to
// 9 am, and on Sundays to noon (Business & Commerce Code, section 301.051,
// https://statutes.capitol.texas.gov/Docs/BC/htm/BC.301.htm). That section is about unsolicited calls. Since Senate
// Bill 140 of 2025, chapter 302 counts texts as solicitations, and lawyers advise the same hours for them. An answer to
// the customer's own request is not unsolicited.
func QuietHours(now time.Time, zone *time.Location) (quiet bool, until time.Time) {
	now = now.In(zone)
	day := now
	if now.Hour() >= quietFrom {
		day = now.AddDate(0, 0, 1)
	}
	hour := quietUntil
	if day.Weekday() == time.Sunday {
		hour = quietUntilNoon
	}
	until = time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, zone)
	return now.Before(until), until
}
