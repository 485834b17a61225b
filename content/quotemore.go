package content

import (
	"slices"
	"strings"
)

// The optional part of the quote form.

// contactWays are the values of the field "contact".
var contactWays = []string{"call", "text", "email"}

// ReadQuoteMore returns the optional part of a form whose fields have the values that field returns for their names. A value
// that the form does not offer is left out: nothing in this part may cost a lead.
func (s *Site) ReadQuoteMore(field func(name string) string) QuoteMore {
	var more QuoteMore
	if way := field("contact"); slices.Contains(contactWays, way) {
		more.Contact = way
	}
	more.Open = more.Contact != ""
	return more
}

// QuoteMoreText is the optional part of a form as lines of the lead's message; empty where nothing was chosen.
func (s *Site) QuoteMoreText(more QuoteMore) string {
	words := &s.quote.Labels.More
	var lines []string
	if label := choiceLabel(words.Ways, more.Contact); label != "" {
		lines = append(lines, words.Contact+" "+label)
	}
	return strings.Join(lines, "\n")
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

func (l *QuoteMoreLabels) check(d *decoder) {
	values := make([]string, len(l.Ways))
	for i, way := range l.Ways {
		values[i] = way.Value
	}
	if !slices.Equal(values, contactWays) {
		d.report(&l.Ways, "wanted "+strings.Join(contactWays, ", "), "the ways to answer are %s", strings.Join(values, ", "))
	}
}
