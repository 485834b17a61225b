package content

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// The optional part of the quote form.

// contactWays are the values of the field "contact", the usual one first.
var contactWays = []string{"call", "text", "email"}

// dayParts are the values of the parts of a day, and when each begins and ends.
var dayParts = []struct{ value, from, to string }{
	{"morning", "00:00", "12:00"}, {"afternoon", "12:00", "17:00"}, {"evening", "17:00", "24:00"},
}

// ConsentVersion identifies the words that a visitor who wants texts may agree to. A form posts the version that it
// showed.
func (s *Site) ConsentVersion() string {
	sum := sha256.Sum256([]byte(s.quote.Labels.More.Consent))
	return hex.EncodeToString(sum[:6])
}

// QuoteWindows returns the parts of the working days in which the office is open. They are days of any week: pages stay
// in memory and in caches, and must not offer yesterday.
func (s *Site) QuoteWindows() QuoteWindows {
	var windows QuoteWindows
	h := s.business.Hours
	for _, day := range h.days() {
		windows.Days = append(windows.Days, QuoteDay{Value: strings.ToLower(day), Short: abbreviate(day), Name: day})
	}
	for i, part := range dayParts {
		if minutes(h.Opens) < minutes(part.to) && minutes(part.from) < minutes(h.Closes) {
			windows.Parts = append(windows.Parts, s.quote.Labels.More.Parts[i])
		}
	}
	return windows
}

// All returns the windows one by one: "monday-morning" with the label "Monday morning".
func (w QuoteWindows) All() (list []QuoteChoice) {
	for _, day := range w.Days {
		for _, part := range w.Parts {
			list = append(list, QuoteChoice{day.Value + "-" + part.Value, day.Name + " " + strings.ToLower(part.Label)})
		}
	}
	return list
}

func (s *quoteSource) checkMore(d *decoder) {
	parts := make([]string, len(dayParts))
	for i, part := range dayParts {
		parts[i] = part.value
	}
	for choices, wanted := range map[*[]QuoteChoice][]string{&s.Labels.More.Ways: contactWays,
		&s.Labels.More.Parts: parts} {
		var values []string
		for _, choice := range *choices {
			values = append(values, choice.Value)
		}
		if !slices.Equal(values, wanted) {
			d.report(choices, "wanted "+strings.Join(wanted, ", "), "the values are %s", strings.Join(values, ", "))
		}
	}
	for _, way := range contactWays {
		if text := s.By[way]; !strings.Contains(text, "[time]") || !strings.Contains(text, "[day]") {
			d.report(&s.By, "wanted call, text and email, each with [time] and [day] where they stand",
				"%s is %q", way, text)
		}
	}
}
