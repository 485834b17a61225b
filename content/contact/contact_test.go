package contact

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cases returns the lines of a file of testdata that are not comments.
func cases(t *testing.T, name string) (lines []string) {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestPhones reads numbers as people type and paste them. An extension is part of the link that calls, and of nothing
// else.
func TestPhones(t *testing.T) {
	keys := map[string]string{} // by E.164
	for _, line := range cases(t, "phones.txt") {
		columns := strings.Split(line, "|")
		for i := 1; i < len(columns); i++ {
			columns[i] = strings.TrimPrefix(strings.TrimSpace(columns[i]), "none")
		}
		p, e164, sms := ParsePhone(columns[0]), columns[2], ""
		if e164 != "" {
			sms = "sms:" + e164
		}
		if p.Tel != columns[1] || p.E164 != e164 || p.SMS != sms {
			t.Errorf("ParsePhone(%q) is %q, %q, %q, want %q", columns[0], p.Tel, p.SMS, p.E164, columns[1:])
		}
		if key, known := keys[e164]; known && key != p.Number || (p.Number == "") != (e164 == "") {
			t.Errorf("the key of %q is %q, and that of the same number %q", columns[0], p.Number, key)
		}
		keys[e164] = p.Number
	}
	if keys["+525512345678"] == keys["+525512345699"] {
		t.Error("two numbers of Mexico have the same key")
	}
}

// TestPhoneForPeople reads numbers among remarks, which stay. Keys of North American numbers are in journals.
func TestPhoneForPeople(t *testing.T) {
	for typed, want := range map[string]struct{ label, tel, key string }{
		"2145550142":             {"(214) 555-0142", "tel:+12145550142", "2145550142"},
		"+1 469.555.0188":        {"(469) 555-0188", "tel:+14695550188", "4695550188"},
		"469 555 0188 ext. 7":    {"(469) 555-0188 ext. 7", "tel:+14695550188;ext=7", "4695550188"},
		"１ ４６９ ５５５ ０１８８":         {"(469) 555-0188", "tel:+14695550188", "4695550188"},
		"469\u00a0555\u20110188": {"(469) 555-0188", "tel:+14695550188", "4695550188"},
		"469_555_0188":           {"(469) 555-0188", "tel:+14695550188", "4695550188"},
		"123-456-7890":           {"1234567890", "tel:+11234567890", "1234567890"},
		"+52 (55) 1234.5678":     {"+52 55 1234 5678", "tel:+525512345678", "+525512345678"},
		"+44 (0)20 7946 0958":    {"+44 20 7946 0958", "tel:+442079460958", "+442079460958"},
		"214-555-0142, ask Al":   {"214-555-0142, ask Al", "tel:+12145550142", "2145550142"},
		"tel 469-555-0188":       {"tel 469-555-0188", "tel:+14695550188", "4695550188"},
		"469-555-0188Ann":        {"469-555-0188Ann", "tel:+14695550188", "4695550188"},
		"214-555-0100 x7 (work)": {"214-555-0100 x7 (work)", "tel:+12145550100;ext=7", "2145550100"},
		"4695550188 2145550100":  {"4695550188 2145550100", "tel:+14695550188", "4695550188"},
		"+52 55 1234 5678 Ana":   {"+52 55 1234 5678 Ana", "tel:+525512345678", "+525512345678"},
		"9-5 only: 469-555-0188": {"9-5 only: 469-555-0188", "tel:+14695550188", "4695550188"},
		"1-800-GOT-JUNK":         {"1-800-GOT-JUNK", "tel:+18004685865", "8004685865"},
		"011 52 55 1234 5678":    {"011 52 55 1234 5678", "tel:+525512345678", "+525512345678"},
		"555-0188":               {"555-0188", "tel:5550188", "5550188"},
		"469-555-01889":          {"469-555-01889", "", ""}, // not the number of another person
		"+52 551 234 5678 9":     {"+52 551 234 5678 9", "", ""},
		"020 7946 0958":          {"020 7946 0958", "", ""},
		"":                       {"", "", ""},
	} {
		p := ParsePhone(typed)
		if p.Label != want.label || p.Tel != want.tel || p.Number != want.key {
			t.Errorf("ParsePhone(%q) is %q, %q, %q, want %q", typed, p.Label, p.Tel, p.Number, want)
		}
	}
	both := ParsePhone("469 555 0188 or 214 555 0100")
	if !slices.Equal(both.Numbers, []string{"4695550188", "2145550100"}) {
		t.Errorf("the numbers are %q", both.Numbers)
	}
}

// TestPhoneProperties checks any text: its links have no other characters than those of links, and what people read is
// the same number.
func TestPhoneProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runes := rapid.RuneFrom([]rune("0123456789 +-()x,#＋５·\u2011\u00a0\u200bé"))
		typed := rapid.StringOf(runes).Draw(t, "typed")
		p := ParsePhone(typed)
		if strings.Trim(p.Tel, "tel:+;x=0123456789") != "" || (p.Tel == "") != (p.Number == "") {
			t.Fatalf("ParsePhone(%q) leads to %q, its key is %q", typed, p.Tel, p.Number)
		}
		if again := ParsePhone(p.Label); again.Tel != p.Tel {
			t.Fatalf("%q is shown as %q, and that is %q, not %q", typed, p.Label, again.Tel, p.Tel)
		}
	})
}

func TestEmails(t *testing.T) {
	lines := cases(t, "emails.txt")
	for i, want := range [][3]string{
		{"pat.o'brien@example.com", "pat.o'brien@example.com", "mailto:pat.o%27brien@example.com"},
		{"a&b@example.com", "a&b@example.com", "mailto:a%26b@example.com"},
		{"ann@example.com", "ann@example.com", "mailto:ann@example.com"},
		{"ann@example.com", "ann@example.com", "mailto:ann@example.com"},
		{"ann@example.com", "ann@example.com", "mailto:ann@example.com"},
		{"ann@exämple.de", "ann@xn--exmple-cua.de", "mailto:ann@xn--exmple-cua.de"},
	} {
		clean := CleanEmail(lines[i])
		if got := [3]string{clean, Mailbox(lines[i]), MailLink(lines[i])}; got != want || CleanEmail(clean) != clean {
			t.Errorf("%q is %q, want %q", lines[i], got, want)
		}
	}
	for _, typed := range []string{"", "ann", "ann@", "@example.com", "ann@example", "ann @example.com",
		"a@b@example.com", "“ann@example.com”", "Ann <ann@example.com>", "ann@example.com.",
		"a..b@example.com", "ann@exa_mple.com", "jürgen@example.com", strings.Repeat("a", 65) + "@example.com",
		"a@" + strings.Repeat("b.", 126) + "com"} {
		if Mailbox(typed) != "" || MailLink(typed) != "" {
			t.Errorf("mail to %q goes to %q", typed, Mailbox(typed))
		}
	}
	if got := CleanEmail("MAILTO: mailto:ann@example.com "); got != "ann@example.com" {
		t.Errorf("the address is %q", got)
	}
}
