// Package contact reads phone numbers and email addresses as people type and paste them, and tells public hosts from
// others. Everything that shows, links, compares, stores or sends one asks this package. Its functions may be called
// from all goroutines.
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

// A Phone is a text that was typed as a phone number. Without a number in it, all texts but Label are empty.
type Phone struct {
	// Label is the number for people, "(469) 555-0188 ext. 7" or "+52 55 1234 5678". If the text is not Plain, a whole
	// number and nothing else, it is as it was typed.
	Label string
	Plain bool
	// Number is the number as it is dialed in North America, and the same for equal numbers: its digits without the
	// country code, or the E.164 form of a number of another country. Numbers are all in the text: some people give
	// two.
	Number  string
	Numbers []string
	// E164 is the number for other systems, "+14695550188" (ITU-T Recommendation E.164); "" without an area code.
	E164 string
	// Tel and SMS are the links that call and text it (RFC 3966, RFC 5724). Tel has the extension.
	Tel, SMS string
}

// LocalLinks are the links that call and text a North American number without its country code, as the site's pages
// have that of their company. They are of ten digits, as components make them of a number in copy, see NoWrap.tsx.
func (p Phone) LocalLinks() (tel, sms string) { return "tel:" + p.Number, "sms:" + p.Number }

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
	p := Phone{Label: typed}
	for _, candidate := range append([]string{text}, found...) {
		n, err := phonenumbers.Parse(candidate, region)
		length := phonenumbers.IsPossibleNumberWithReason(n)
		local := length == phonenumbers.IS_POSSIBLE_LOCAL_ONLY && n.GetCountryCode() == northAmerica
		if err == nil && (local || length == phonenumbers.IS_POSSIBLE) {
			p.add(n, local, slices.Equal(found, []string{text}))
		}
	}
	return p
}

// add adds a number, which may lack its area code, or be all that was typed.
func (p *Phone) add(n *phonenumbers.PhoneNumber, local, plain bool) {
	e164, format := phonenumbers.Format(n, phonenumbers.E164), phonenumbers.INTERNATIONAL
	number := e164
	if n.GetCountryCode() == northAmerica {
		number, format = phonenumbers.GetNationalSignificantNumber(n), phonenumbers.NATIONAL
	}
	if p.Numbers = append(p.Numbers, number); len(p.Numbers) > 1 {
		return
	}
	if local {
		e164 = ""
	}
	p.Number, p.E164, p.Plain = number, e164, plain
	p.Tel, p.SMS = "tel:"+cmp.Or(e164, number), "sms:"+cmp.Or(e164, number)
	if extension := n.GetExtension(); extension != "" {
		p.Tel += ";ext=" + extension
	}
	if plain {
		p.Label = phonenumbers.Format(n, format)
	}
}
