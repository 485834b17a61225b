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

// ReadQuoteMore returns the optional part of a form whose fields have the values that field returns for their names. Nothing in
// it may cost a lead: a value that the form does not offer is left out, and of more times than are asked for all are taken.
func (s *Site) ReadQuoteMore(field func(name string) []string) QuoteMore {
	one := func(name string) string { return strings.Join(field(name), "") }
	var more QuoteMore
	if way := one("contact"); slices.Contains(contactWays, way) {
		more.Contact = way
	}
	for _, window := range s.quoteWindows().all() {
		if slices.Contains(field("window"), window.Value) {
			more.Windows = append(more.Windows, window.Value)
		}
	}
	// The box is shown to those alone who want texts. Who was shown other words, on a page from before they changed, has not
	// agreed to these.
	version := one("consentVersion")
	more.Consent = one("consent") == "on" && more.Contact == "text" && (version == "" || version == s.consentVersion())
	more.Open = more.Contact != "" || len(more.Windows) > 0
	return more
}

// QuoteMoreText is the optional part of a form as lines of the lead's message; empty where nothing was chosen.
func (s *Site) QuoteMoreText(more QuoteMore) string {
	words := &s.quote.Labels.More
	var lines []string
	if label := choiceLabel(words.Ways, more.Contact); label != "" {
		lines = append(lines, words.Contact+" "+label)
	}
	var windows []string
	for _, window := range s.quoteWindows().all() {
		if slices.Contains(more.Windows, window.Value) {
			windows = append(windows, window.Label)
		}
	}
	if len(windows) > 0 {
		lines = append(lines, words.Windows+" "+strings.Join(windows, ", "))
	}
	if more.Consent {
		lines = append(lines, words.Agreed)
	}
	return strings.Join(lines, "\n")
}

// ConsentWords are what a visitor who wants texts may agree to.
func (s *Site) ConsentWords() string { return s.quote.Labels.More.Consent }

// consentVersion tells the words of the consent from other words.
func (s *Site) consentVersion() string {
	sum := sha256.Sum256([]byte(s.ConsentWords()))
	return hex.EncodeToString(sum[:6])
}

// quoteWindows are the parts of the working days in which the office is open. They are days of any week: pages stay in memory
// and in caches, and must not offer yesterday.
func (s *Site) quoteWindows() QuoteWindows {
	var windows QuoteWindows
	h := s.business.Hours
	for _, day := range h.days() {
		windows.Days = append(windows.Days, QuoteDay{Value: strings.ToLower(day), Short: abbreviate(day), Name: day})
	}
	for _, part := range dayParts {
		if minutes(h.Opens) < minutes(part.to) && minutes(part.from) < minutes(h.Closes) {
			label := choiceLabel(s.quote.Labels.More.Parts, part.value)
			windows.Parts = append(windows.Parts, QuoteChoice{part.value, label})
		}
	}
	return windows
}

// all are the windows one by one: "monday-morning" with the label "Monday morning".
func (w QuoteWindows) all() (list []QuoteChoice) {
	for _, day := range w.Days {
		for _, part := range w.Parts {
			list = append(list, QuoteChoice{day.Value + "-" + part.Value, day.Name + " " + strings.ToLower(part.Label)})
		}
	}
	return list
}

// choiceLabel is the label of a value; empty for none.
func choiceLabel(choices []QuoteChoice, value string) string {
	for _, choice := range choices {
		if choice.Value == value {
			return choice.Label
		}
	}
	return ""
}

func (s *quoteSource) checkMore(d *decoder) {
	parts := make([]string, len(dayParts))
	for i, part := range dayParts {
		parts[i] = part.value
	}
	for choices, wanted := range map[*[]QuoteChoice][]string{&s.Labels.More.Ways: contactWays, &s.Labels.More.Parts: parts} {
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
			d.report(&s.By, "wanted call, text and email, each with [time] and [day] where they stand", "%s is %q", way, text)
		}
	}
}
