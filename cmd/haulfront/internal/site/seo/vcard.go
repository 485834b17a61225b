package seo

import (
	"encoding/base64"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/contact"
)

// vCard is the contact card of the company with a site at base (RFC 2426), with its mark, a PNG, if that is not nil.
func vCard(c *company.Business, base string, mark []byte) string {
	escape := strings.NewReplacer(`\`, `\\`, ",", `\,`, ";", `\;`).Replace
	name := escape(c.Name)
	lines := []string{
		"BEGIN:VCARD", "VERSION:3.0", "N:;" + name + ";;;", "FN:" + name, "ORG:" + name,
		"TEL;TYPE=WORK,VOICE:" + contact.ParsePhone(c.Phone).E164, "EMAIL;TYPE=WORK:" + escape(c.Email), "URL:" + base,
	}
	if mark != nil {
		lines = append(lines, "PHOTO;ENCODING=b;TYPE=PNG:")
		for part := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(mark)), 74) {
			lines = append(lines, " "+string(part))
		}
	}
	return strings.Join(append(lines, "END:VCARD", ""), "\r\n")
}
