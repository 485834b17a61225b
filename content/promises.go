package content

import (
	"cmp"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/wording"
)

// Opening is the office's status at a moment, with the time of the next opening.
func (s *Site) Opening(at time.Time) string { return s.Status(&s.shared.Opening, at) }

// Sooner is what a visitor reads who cannot wait for the answer, "" while nobody picks up the phone.
func (s *Site) Sooner(at time.Time) string {
	if !s.Business.Hours.IsOpen(at.In(s.Location())) {
		return ""
	}
	return s.quote.Labels.Sooner
}

// Earliest is what a visitor reads whose request is answered too late for today, or has to be ahead; "" for neither.
func (s *Site) Earliest(received time.Time, ahead int) string {
	received = received.In(s.Location())
	messages := &s.quote.Messages
	day, byCall := s.Company.Earliest(received, ahead)
	isToday := day.Format(time.DateOnly) == received.Format(time.DateOnly)
	switch {
	case byCall && isToday:
		return messages.CallToday
	case byCall:
		return messages.CallAhead
	case isToday:
		return ""
	}
	return strings.ReplaceAll(messages.Earliest, "[day]", s.shared.Opening.DayName(day, received))
}

// TownPrices is what comes on top of the published prices in a town, or that they can be others; "" where they hold.
func (s *Site) TownPrices(town string) string {
	text, answer := "", s.Facts.Practices["same_prices"]
	_, at := s.Towns.Served(town)
	if p := s.PriceList.Prices[at.Drive]; p != nil {
		text = strings.ReplaceAll(s.office.Customer.Drive, "[price]", s.FactWords.Localize(p.String()))
	} else if answer != nil && *answer == "no" && town != s.HomeTown() {
		text = s.office.Customer.Far
	}
	return strings.ReplaceAll(text, "[town]", town)
}

// answerStep is the precision of [Site.AnswerBy], which rounds up: nobody calls to the minute.
const answerStep = 5 * time.Minute

// An Answer is the promise of an answer: "We’ll call you by 4:55pm today", "4:55pm today", and the sentence's rest.
type Answer struct{ Heading, At, Rest string }

// AnswerBy promises an answer to a request, in the words of now; one that is over is made anew. No way is a call.
func (s *Site) AnswerBy(received, now time.Time, way, zip string) string {
	answer := s.Answer(received, now, way, zip)
	return answer.Heading + answer.Rest
}

// Answer is AnswerBy in its parts.
func (s *Site) Answer(received, now time.Time, way, zip string) Answer {
	// The precision of a receipt's time.
	received, now = received.In(s.Location()).Truncate(time.Second), now.In(s.Location()).Truncate(time.Second)
	by := s.AnswerDue(received)
	if !now.Before(by) {
		by = s.AnswerDue(now)
	}
	if rest := by.Sub(by.Truncate(answerStep)); rest > 0 {
		by = by.Add(answerStep - rest)
	}
	promises := s.quote.By
	if s.AreaNote(zip) != "" {
		promises = s.quote.ByOutside
	}
	text := cmp.Or(promises[way], promises[wording.ContactWays[0]])
	end := max(strings.Index(text, "[day]")+len("[day]"), strings.Index(text, "[time]")+len("[time]"))
	at := s.InZones(s.Zones(s.PricedTown(zip)), func(zone *time.Location) string {
		return clock.Format(by.In(zone).Format("15:04"), "3pm")
	})
	words := strings.NewReplacer("[day]", s.shared.Opening.DayName(by, now), "[time]", at)
	return Answer{clock.Spanish(words.Replace(text[:end])), words.Replace("[time] [day]"), text[end:]}
}
