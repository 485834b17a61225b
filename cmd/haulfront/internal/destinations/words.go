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

// notes returns everything that the visitor sent, as text. The other members of a body have only the parts that the
// system knows, in the format that it accepts; nothing may be lost on the way.
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
