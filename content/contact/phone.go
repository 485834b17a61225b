// Package contact reads phone numbers and email addresses as people type and paste them. Everything that shows, links,
// compares, stores or sends one asks this package, so that one text is never two numbers.
//
// Its functions have no state, and may be called from all goroutines.
package contact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"
)

// A Phone is a text that was typed as a phone number. Without a number in it, all methods but String return "". A
// number without a country code is North American.
type Phone struct {
	typed string
	// numbers are all numbers in the text: some people give two. plain means that the text has one and nothing else.
	numbers []*phonenumbers.PhoneNumber
	plain   bool
}

// Numbers without a country code are those of region. northAmerica is its country code, which it shares.
const (
	region       = "US"
	northAmerica = 1
)

var (
	letters = regexp.MustCompile(`\pL+`)
	// numberPattern matches a number among remarks: ten digits, or any after a plus sign.
	numberPattern = regexp.MustCompile(`(?i)(?:(?:(?:\+ ?)?\b1 ?)?\b\d{3} ?\d{3} ?\d{4}\b|\+[\d ]+\d)` +
		`(?: (?:x|ext|extension|[#,;]+) ?\d{1,7}\b)?`)
)

// ParsePhone reads a text. A number counts if it has as many digits as its country's have: the ranges in use change.
func ParsePhone(typed string) Phone {
	text := strings.Map(func(r rune) rune {
		switch {
		case Invisible(r):
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("+#,;", r):
			return r
		}
		return ' '
	}, norm.NFKC.String(typed))
	text = strings.Join(strings.Fields(letters.ReplaceAllString(text, " $0 ")), " ")
	found := numberPattern.FindAllString(text, -1)
	p := Phone{typed: typed, plain: slices.Equal(found, []string{text})}
	for i, candidate := range append([]string{text}, found...) {
		number, err := phonenumbers.Parse(candidate, region)
		if err != nil || i > 0 && p.plain {
			continue
		}
		length := phonenumbers.IsPossibleNumberWithReason(number)
		if length == phonenumbers.IS_POSSIBLE || isLocal(number) {
			p.numbers = append(p.numbers, number)
		}
	}
	p.plain = p.plain && len(p.numbers) > 0
	return p
}

// Plain reports whether the text is a number with its area code, and nothing else.
func (p Phone) Plain() bool { return p.plain }

// isLocal reports whether a number lacks its area code: it can be dialed, but only nearby.
func isLocal(n *phonenumbers.PhoneNumber) bool {
	return n.GetCountryCode() == northAmerica &&
		phonenumbers.IsPossibleNumberWithReason(n) == phonenumbers.IS_POSSIBLE_LOCAL_ONLY
}

// String returns the number for people: "(469) 555-0188 ext. 7", or "+52 55 1234 5678". A text with more than one
// number, with remarks or without an area code is returned as typed.
func (p Phone) String() string {
	switch {
	case !p.plain:
		return p.typed
	case p.numbers[0].GetCountryCode() == northAmerica:
		return phonenumbers.Format(p.numbers[0], phonenumbers.NATIONAL)
	}
	return phonenumbers.Format(p.numbers[0], phonenumbers.INTERNATIONAL)
}

// E164 returns the number for other systems, "+14695550188", without its extension (ITU-T Recommendation E.164); "" for
// a number that lacks its area code, too.
func (p Phone) E164() string {
	if len(p.numbers) == 0 || isLocal(p.numbers[0]) {
		return ""
	}
	return phonenumbers.Format(p.numbers[0], phonenumbers.E164)
}

// Digits returns the digits to dial: without the country code if that is North America's.
func (p Phone) Digits() string {
	if len(p.numbers) == 0 {
		return ""
	}
	number := phonenumbers.GetNationalSignificantNumber(p.numbers[0])
	if p.numbers[0].GetCountryCode() != northAmerica {
		number = strings.TrimPrefix(p.E164(), "+")
	}
	return number
}

// Key is equal for equal numbers, however they are written, whatever their extensions.
func (p Phone) Key() string {
	if e164 := p.E164(); !strings.HasPrefix(e164, "+1") {
		return cmp.Or(e164, p.Digits())
	}
	return p.Digits()
}

// Includes reports whether any number in the text is the number of another.
func (p Phone) Includes(other Phone) bool {
	return slices.ContainsFunc(p.numbers, func(n *phonenumbers.PhoneNumber) bool {
		one := Phone{numbers: []*phonenumbers.PhoneNumber{n}}
		return one.Key() == other.Key()
	})
}

// Tel returns the link that calls the number, with its extension (RFC 3966, section 5.3).
func (p Phone) Tel() string {
	link := p.link("tel:")
	if link != "" && p.numbers[0].GetExtension() != "" {
		link += ";ext=" + p.numbers[0].GetExtension()
	}
	return link
}

// SMS returns the link that texts the number (RFC 5724).
func (p Phone) SMS() string { return p.link("sms:") }

func (p Phone) link(scheme string) string {
	number := cmp.Or(p.E164(), p.Digits())
	if number == "" {
		return ""
	}
	return scheme + number
}
