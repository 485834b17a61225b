package office

import "time"

// The consents to text messages, their revocations and the requests not to be contacted are rows of the table consents,
// see [lead.AddConsent]: they outlive their leads.

// standing selects the action of the ledger's row that counts for the phone number of a lead l: a request not to be
// contacted, or else the latest row. It is empty without a row.
const standing = `COALESCE((SELECT c.action FROM consents c WHERE c.phone_key = l.phone_key AND c.phone_key <> ''
	ORDER BY CASE c.action WHEN 'stop' THEN 0 ELSE 1 END, c.at DESC, c.id DESC LIMIT 1), '')`

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
