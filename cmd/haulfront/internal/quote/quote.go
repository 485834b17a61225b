// Package quote is the quote request: what a visitor fills in, which fields
// must not be empty, and the two bodies that leave the building because of it.
//
// There is one shape for all forms of the site (specification, section 3).
// Values are free text: the specification has no format, length or list rule,
// so none is made up here, and a ZIP code of "near the lake" is a lead like
// any other. What is checked is only that required fields are not empty after
// [Request.Clean].
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

// Clean returns r as it is kept and sent on: valid UTF-8, without control
// characters, without space around it. Message keeps its line breaks (CRLF and
// CR become LF) and tabs; every other field is made a single line. Clean of a
// clean request changes nothing.
func (r Request) Clean() Request {
	return Request{
		Name:             line(r.Name),
		Email:            line(r.Email),
		Phone:            line(r.Phone),
		ServiceType:      line(r.ServiceType),
		ZIPCode:          line(r.ZIPCode),
		ServiceTimeframe: line(r.ServiceTimeframe),
		Message:          text(r.Message),
		Source:           line(r.Source),
	}
}

// Missing returns the wire names of the required fields that are empty, in
// the order in which the form shows them (specification, section 5). It
// expects a clean request.
func (r Request) Missing() []string {
	var missing []string
	for _, f := range []struct{ name, value string }{
		{"name", r.Name},
		{"phone", r.Phone},
		{"serviceType", r.ServiceType},
		{"zipCode", r.ZIPCode},
		{"serviceTimeframe", r.ServiceTimeframe},
	} {
		if f.value == "" {
			missing = append(missing, f.name)
		}
	}
	return missing
}

// LogValue shows a request in a log without saying who made it.
func (r Request) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("phone", mask(r.Phone)),
		slog.String("serviceType", r.ServiceType),
		slog.String("zipCode", r.ZIPCode),
		slog.String("source", r.Source),
	)
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
