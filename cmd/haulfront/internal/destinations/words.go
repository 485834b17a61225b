package destinations

import (
	"fmt"
	"strings"
	"unicode"

	"haulfront/cmd/haulfront/internal/quote"
)

// splitName returns the first word of a name, and the rest.
func splitName(name string) (first, last string) {
	first, last, _ = strings.Cut(strings.TrimSpace(name), " ")
	return first, strings.TrimSpace(last)
}

// digits returns the digits of a phone number as it is dialed in the United States, without the country code. What is
// not a phone number has none.
func digits(phone string) string {
	number := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
	if len(number) == 11 && number[0] == '1' {
		return number[1:]
	}
	return number
}

// notes returns everything that the visitor sent, as text. The other members of a body have the parts that a system has
// members for, in the form that it accepts; nothing may be lost on the way.
func notes(l Lead) string {
	var b strings.Builder
	message := ""
	for _, f := range quote.Recorded() {
		value := f.Text(&l.Request)
		switch {
		case value == "", f.Hidden:
		case f.Multiline:
			message += "\n" + value + "\n"
		default:
			fmt.Fprintf(&b, "%s: %s\n", label(f.Name), value)
		}
	}
	return b.String() + message + fmt.Sprintf("\n%s, %s", l.Request.Source, l.Page)
}

// label returns a field's name as words: "Service timeframe" of serviceTimeframe.
func label(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
