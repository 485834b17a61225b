// Package quote is the quote request: what a visitor fills in, which fields
// must not be empty, and the two bodies that leave the building because of it.
//
// There is one shape for all forms of the site (specification, section 3).
// Values are free text: the specification has no format or list rule, so none
// is made up here, and a ZIP code of "near the lake" is a lead like any other.
// What [Request.Check] wants is that required fields are not empty after
// [Request.Clean] and that no text is longer than anybody could mean. About an
// e-mail that cannot be an address it asks once.
//
// The package does no I/O and keeps no state. A Request is a plain value and
// may be copied and shared freely.
package quote

import (
	"log/slog"
	"slices"
	"strings"
	"unicode"
)

// The values that Source may have: the form a request came from
// (specification, section 3).
const (
	SourceHero    = "Homepage Hero Form"
	SourceGet     = "Get Quote Page Form"
	SourceContact = "Website Contact Form"
)

// Sources returns the known sources, in the order of the specification.
func Sources() []string { return []string{SourceHero, SourceGet, SourceContact} }

// ValidSource reports whether s is one of [Sources].
func ValidSource(s string) bool { return slices.Contains(Sources(), s) }

// A Request is one filled-in quote form.
type Request struct {
	Name             string
	Email            string // optional
	Phone            string
	ServiceType      string
	ZIPCode          string
	ServiceTimeframe string
	Message          string // optional, may have several lines
	Source           string // which form; see Sources
}

// LogValue shows a request in a log without saying who made it.
func (r Request) LogValue() slog.Value {
	var attrs []slog.Attr
	for _, f := range fields {
		if f.log != nil {
			attrs = append(attrs, slog.String(f.Name, f.log(*f.value(&r))))
		}
	}
	return slog.GroupValue(append(attrs, slog.String("source", clip(r.Source)))...)
}

// clip keeps a line of the log readable: a ZIP code may have a sentence in it.
func clip(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}

// mask keeps the last two characters, enough to match a log line to a caller
// who gives their number, not enough to call it.
func mask(s string) string {
	runes := []rune(s)
	if len(runes) < 6 {
		return "***"
	}
	return "***" + string(runes[len(runes)-2:])
}

func line(s string) string {
	return clean(s, func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	})
}

func text(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return clean(s, func(r rune) rune {
		switch {
		case r == '\t', r == '\n':
			return r
		case r == '\r':
			return '\n'
		case unicode.IsControl(r):
			return -1
		}
		return r
	})
}

func clean(s string, keep func(rune) rune) string {
	return strings.TrimSpace(strings.Map(keep, strings.ToValidUTF8(s, "\uFFFD")))
}

// CleanLine returns a single-line text from outside as it is stored and shown: valid UTF-8, without control characters, line
// breaks or surrounding space.
func CleanLine(s string) string { return line(s) }
