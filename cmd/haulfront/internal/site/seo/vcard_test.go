package seo

import (
	"slices"
	"strings"
	"testing"

	"haulfront/content/company"
)

// Slips that would ruin a card: separators in the name, and lines beyond 75 octets (RFC 2426, 2.6).
func TestVCard(t *testing.T) {
	c := &company.Business{Name: "Ann, Hauling", Phone: "(406) 555-0142", Email: "ann@annshauling.com"}
	lines := strings.Split(vCard(c, "https://annshauling.com", make([]byte, 200)), "\r\n")
	for _, want := range []string{`ORG:Ann\, Hauling`, "TEL;TYPE=WORK,VOICE:+14065550142",
		"EMAIL;TYPE=WORK:ann@annshauling.com", "URL:https://annshauling.com", "PHOTO;ENCODING=b;TYPE=PNG:",
		"END:VCARD"} {
		if !slices.Contains(lines, want) {
			t.Errorf("the card has no line %q:\n%q", want, lines)
		}
	}
	if long := slices.IndexFunc(lines, func(line string) bool { return len(line) > 75 }); long >= 0 {
		t.Errorf("the line %q has %d octets", lines[long], len(lines[long]))
	}
	text := vCard(c, "https://annshauling.com", nil)
	if strings.Contains(text, "PHOTO") || !strings.HasSuffix(text, "END:VCARD\r\n") {
		t.Errorf("without a mark the card is %q", text)
	}
}
