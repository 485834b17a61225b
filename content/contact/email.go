package contact

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// The longest address and the longest part before its "@", in bytes (RFC 5321, section 4.5.3.1, without the angle
// brackets).
const (
	maxMailbox = 254
	maxLocal   = 64
)

// mailbox matches a dot-atom (RFC 5322, section 3.4.1) and a domain of at least two names, as mail programs accept
// them. Quoted local parts and addresses outside of ASCII do not match.
var mailbox = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*" +
	`@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

// Mailbox returns the address to which mail is sent for one that was typed: the same, or with an international domain
// in ASCII (RFC 5891). It returns "" if mail can be sent to none.
func Mailbox(typed string) string {
	address := CleanEmail(typed)
	local, domain, _ := strings.Cut(address, "@")
	if !mailbox.MatchString(address) {
		ascii, err := idna.Lookup.ToASCII(domain)
		if address = local + "@" + ascii; err != nil || !mailbox.MatchString(address) {
			return ""
		}
	}
	if len(address) > maxMailbox || len(local) > maxLocal {
		return ""
	}
	return address
}

var mailto = regexp.MustCompile(`^(?i:\s*mailto:)+`)

// CleanEmail returns an address without what is pasted along with it: invisible characters, spaces around it, and the
// scheme of its link.
func CleanEmail(typed string) string {
	return strings.TrimSpace(mailto.ReplaceAllString(Visible(typed), ""))
}

// MailLink returns the link that writes to an address (RFC 6068, section 2); "" if mail cannot be sent there.
func MailLink(typed string) string {
	local, domain, ok := strings.Cut(Mailbox(typed), "@")
	if !ok {
		return ""
	}
	return "mailto:" + url.QueryEscape(local) + "@" + domain
}

// Visible returns a text without invisible characters, and without spaces around it.
func Visible(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return r
	}, text))
}

// Invisible reports whether a character is not displayed: format characters (Unicode, general category Cf, which
// includes the bidirectional controls, zero-width characters and the byte order mark), fillers and variation selectors.
func Invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Variation_Selector, r) || r == '\u2800'
}
