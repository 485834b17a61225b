package quote

import (
	"strings"
	"testing"
)

func TestSpamReason(t *testing.T) {
	for _, test := range []struct {
		honeypot, elapsed, message, want string
		quarantine                       bool
	}{
		{"", "", "", "", false},
		{"", "0", "", "0 ms after", true},
		{"", "249", "", "249 ms after", true},
		{"", "250", "", "", false},
		// Values that no hydrated form reports are ignored.
		{"", "-5", "", "", false},
		{"", "soon", "", "", false},
		{"", "99999999999999999999", "", "", false},
		// A link alone may be a listing of the sofa.
		{"", "5000", "See https://example.com/sofa", "", false},
		// The honeypot needs a second sign.
		{"x", "5000", "Two sofas", "the honeypot", false},
		{"x", "1900", "", "1900 ms after the page was shown; the honeypot", true},
		{"x", "", "Buy at HTTP://spam.example", "it has a link; the honeypot", true},
		{"www.spam.example", "5000", "", "it has a link; the honeypot", true},
	} {
		got, quarantine := Request{Message: test.message}.SpamReason(test.honeypot, test.elapsed)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) || quarantine != test.quarantine {
			t.Errorf("SpamReason() = %q, %v, want %+v", got, quarantine, test)
		}
	}
}
