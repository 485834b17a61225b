package quote

import (
	"regexp"
	"strings"
	"testing"
)

func TestSpamReason(t *testing.T) {
	for _, test := range []struct {
		honeypot, elapsed, message string
		want                       string
		quarantine                 bool
	}{
		{"", "", "", "", false},
		{"", "0", "", "0 ms after", true},
		{"", "249", "", "249 ms after", true},
		{"", "250", "", "", false},
		{"", "86400000", "", "", false},
		// Values that no hydrated form reports are ignored.
		{"", "-5", "", "", false},
		{"", "soon", "", "", false},
		{"", "1e2", "", "", false},
		{"", "NaN", "", "", false},
		{"", "99999999999999999999", "", "", false},
		// A link alone may be a listing of the sofa.
		{"", "5000", "See https://example.com/sofa", "", false},
		// The honeypot needs a second sign.
		{"x", "", "", "the honeypot", false},
		{"x", "5000", "Two sofas", "the honeypot", false},
		{"x", "10", "", "10 ms after the page was shown; the honeypot", true},
		{"x", "1900", "", "1900 ms after the page was shown; the honeypot", true},
		{"x", "", "Buy at HTTP://spam.example", "it has a link; the honeypot", true},
		{"www.spam.example", "5000", "", "it has a link; the honeypot", true},
	} {
		got, quarantine := Request{Message: test.message}.SpamReason(test.honeypot, test.elapsed)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) || quarantine != test.quarantine {
			t.Errorf("SpamReason(%q, %q) of %q = %q, %v, want %q, %v",
				test.honeypot, test.elapsed, test.message, got, quarantine, test.want, test.quarantine)
		}
	}
}

// TestAutofillIgnoresHoneypot checks that no autofill mistakes the honeypot for a field that it knows. The words are
// those that the common ones look for in a field's name, id and label: Chromium's
// components/autofill/core/common/autofill_regex_constants.h, Firefox's
// toolkit/components/formautofill/shared/HeuristicsRegExp.sys.mjs, and Bitwarden's
// apps/browser/src/autofill/services/autofill-constants.ts, as of 2026. Those of 1Password, LastPass and Dashlane are
// not public; the honeypot has the attributes that make them skip it, which a browser test checks.
func TestAutofillIgnoresHoneypot(t *testing.T) {
	known := regexp.MustCompile(`(?i)` + strings.Join([]string{
		`name`, `first|last|middle|initial|surname|nick`, `title|prefix|suffix|salutation|anrede`,
		`user|login|log.?on`, `pass|pwd|pin|otp|totp|2fa|code|captcha`,
		`e.?mail`, `phone|mobile|\btel|contact.?(number|no)|area.?code|country.?code|\bext|ext\b|fax`,
		`company|business|organi[sz]ation|firm|employer`, `web.?site|url|home.?page|\bsite\b|domain`,
		`addr|street|suite|unit|apartment|building|floor|line|house|attention|attn|landmark|lookup`,
		`city|town|suburb|locality|region|province|state|county|country|land|location|zip|postal|post.?code`,
		`card|\bcc|cvc|cvv|csc|cvn|cid|expir|exp\b|month|year|day|birth|bday`,
		`date|amount|price|rate|cost|size|height|quantity|length`,
		`search|query|\bq\b|find|promo|coupon|gift|iban|vat|tax|passport|flight|travel|origin|destination`,
		`gender|sex|age\b|job|number|\bno\b|id\b|account|acct|subscribe|newsletter|other|go\b`,
	}, "|"))
	for _, word := range []string{"website", "url2", "company", "extra", "address_line"} {
		if !known.MatchString(word) {
			t.Errorf("the list lacks %q", word)
		}
	}
	for _, text := range []string{HoneypotName, "Leave this empty"} {
		if word := known.FindString(text); word != "" {
			t.Errorf("%q contains %q, which autofill recognizes", text, word)
		}
	}
}
