package office

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// zips are a code in the area, one at its edge, one that is too far, an unknown one, and none.
var zips = []string{"75201", "75032", "78701", "00000", "near the lake"}

// promising are pages of services that are done the same day, one or two days ahead, at a price said on site, for a
// thing and as a plan.
var promising = []string{"/services/same-day-junk-removal", "/services/storage-unit-cleanouts",
	"/services/light-demolition", "/services/mattress-disposal", "/services/subscription-junk-removal"}

// TestPromises reads, at every quarter of an hour of three weeks with holidays, what visitors are promised: the form,
// the customer's page and its times, the email, the hours and the questions agree.
func TestPromises(t *testing.T) {
	site := *words()
	site.Business.Hours.Holidays = []string{"2026-11-26", "2026-12-05"}
	w, hours := Words{Site: &site}, &site.Business.Hours
	var areas []string
	for _, zip := range zips {
		areas = append(areas, string(w.Area(zip).Kind))
	}
	if got := strings.Join(areas, " "); got != "yes edge no unknown unknown" {
		t.Fatalf("the ZIP codes are of the kinds %s", got)
	}
	home := content.PageOf[content.HomePage](&site, content.BuildInfo{}, "/")
	faq, days := home.FAQ.Items, home.Layout.Opening.Words
	const sunday = "Sunday pickups book by Saturday at 7pm"
	if !slices.ContainsFunc(faq, func(item content.FAQItem) bool { return strings.Contains(item.Answer, sunday) }) {
		t.Error("the questions do not say by when Sundays are booked")
	}
	var choices []string
	for _, page := range promising {
		props := content.PageOf[content.ServicePage](&site, content.BuildInfo{}, page)
		choices = append(choices, cmp.Or(props.Contact.Form.Values["serviceType"], "Other"))
	}
	if ahead := w.Requested(promising[1], choices[1]).Ahead; ahead != 24 {
		t.Fatalf("storage units are booked %d hours ahead", ahead)
	}
	timeframes, turn := w.Quote().ServiceTimeframes, 0
	first := time.Date(2026, 11, 16, 0, 0, 0, 0, w.Location())
	for now := first; now.Before(first.AddDate(0, 0, 21)); now = now.Add(15 * time.Minute) {
		status := w.Opening(now)
		if open := hours.IsOpen(now); strings.HasPrefix(status, "Open") != open || (w.Sooner(now) != "") != open {
			t.Errorf("at %s, visitors read %q and %q", now, status, w.Sooner(now))
		}
		sameDay := strings.Contains(status, "for today")
		saturday := now.Weekday() == time.Saturday && hours.WorkingDay(now)
		by := w.AnswerBy(now, now, "", zips[0])
		if next := days.DayName(hours.NextOpening(now), now); !hours.IsOpen(now) &&
			(!strings.Contains(status, next) || !strings.Contains(by, " "+next)) {
			t.Errorf("at %s, while closed, visitors read %q and %q", now, status, by)
		}
		free := map[int][]time.Time{} // by how many hours ahead
		for i, page := range promising {
			choice, inTurn := choices[i], turn%len(promising) == i
			ahead := w.Requested(page, choice).Ahead
			times, ok := free[ahead]
			if !ok {
				times = w.pickTimes(now, ahead)
				free[ahead] = times
			}
			hint := w.Earliest(now, ahead)
			day := times[0].Format(time.DateOnly)
			onSunday := slices.ContainsFunc(times, func(begin time.Time) bool {
				return begin.Format(time.DateOnly) == now.AddDate(0, 0, 1).Format(time.DateOnly)
			})
			switch today := day == now.Format(time.DateOnly); {
			case today && !now.Before(clock.On(now, "12:00")), ahead > 0 && times[0].Before(now.Add(24*time.Hour)):
				t.Errorf("at %s, a visitor of %s can pick %s", now, page, times[0])
			case hint == w.Quote().Messages.CallToday && !sameDay:
				t.Errorf("at %s, the form says %q, and the hours %q", now, hint, status)
			case strings.Contains(hint, "can come is") && !strings.HasSuffix(hint, " "+days.DayName(times[0], now)+"."):
				t.Errorf("at %s, the form of %s says %q, and the first time to pick is %s", now, page, hint, times[0])
			case saturday && ahead == 0 && onSunday != now.Before(clock.On(now, "19:00")):
				t.Errorf("at %s, the questions say %q, and the times to pick are %s", now, sunday, times)
			}
			for _, of := range []int{0, turn / len(promising)} { // today in the area, and all else in turn
				if !inTurn {
					break
				}
				l := journal.Lead{Received: now, Request: quote.Request{ServiceType: choice, Page: page,
					ZIPCode: zips[of%len(zips)], ServiceTimeframe: timeframes[of/len(zips)%len(timeframes)]}}
				w.checkPromise(t, &l, hint)
			}
		}
		turn++
	}
}

// checkPromise compares the customer's page and the email of a request with the form's hint at today.
func (w Words) checkPromise(t *testing.T, l *journal.Lead, hint string) {
	t.Helper()
	var page CustomerPage
	w.promise(&page, l, l.Received)
	mail := w.VisitorMail(*l, "", l.Received)
	i := slices.IndexFunc(mail.Sections, func(s MailSection) bool { return s.Title == w.MailWords().Visitor.Next })
	steps := mail.Sections[i].Steps
	by, area := w.AnswerBy(l.Received, l.Received, "", l.ZIPCode), w.AreaNote(l.ZIPCode)
	isLate := hint != "" && area == "" && l.ServiceTimeframe == today
	onSite := load.Capitalize(*w.Facts.Sentences["on_site"]) + "."
	comes := slices.ContainsFunc(page.Steps, func(s wording.Step) bool { return s.Text == onSite })
	_, then := w.pickWords(w.askedKind(l))
	mailed := area == "" && slices.Equal(steps[len(steps)-len(then):], then) // as the page says beside its times
	if !strings.HasPrefix(by, strings.TrimSuffix(page.Status, ".")) || steps[0] != by ||
		slices.Contains(page.Notes, hint) != isLate || slices.Contains(steps, hint) != isLate ||
		slices.Contains(page.Notes, area) != (area != "") || slices.Contains(steps, area) != (area != "") ||
		comes != (area == "") || mailed != (area == "") {
		t.Errorf("at %s, %s for %s in %s: the page says %q, %q, %q, and the email %q; the form %q", l.Received,
			l.ServiceTimeframe, l.Page, l.ZIPCode, page.Status, page.Steps, page.Notes, steps, hint)
	}
}
