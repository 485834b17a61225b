package command

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"io"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/quote"
)

// adsColumns are the columns of the file, as the templates for conversions from clicks and for enhanced conversions for
// leads name them. An empty value is that of the conversion action.
var adsColumns = []string{
	"Google Click ID", "GBRAID", "WBRAID", "Email", "Phone Number", "Conversion Name", "Conversion Time",
	"Conversion Value", "Conversion Currency", "Order ID",
}

// adsTime is ISO 8601 with an offset, which needs no row that names a time zone.
const adsTime = "2006-01-02T15:04:05-07:00"

// writeAds writes the CSV that Google Ads imports: the click on an ad that led to each lead, or, where none is known,
// the visitor's e-mail address and phone number as hashes. Leads with neither are left out, and so are those in
// quarantine and those of visitors who have opted out of tracking. The order ID keeps Google Ads from counting a lead
// twice.
//
// The columns are those of "Import conversions from ad clicks into Google Ads"
// (https://support.google.com/google-ads/answer/7014069), the time and the header are as in "Prepare your data for
// import" (https://support.google.com/google-ads-data-manager/answer/14184381), and the hashes as in "Manage offline
// conversions", Normalize and hash (https://developers.google.com/google-ads/api/docs/conversions/upload-clicks).
func writeAds(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter, name string,
	office *time.Location) error {
	w := csv.NewWriter(out)
	if err := w.Write(adsColumns); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		if l.Status() == lead.Quarantined || l.Request.Extra.OptedOut {
			continue
		}
		gclid, gbraid, wbraid := click(l.Request.Extra.Attribution)
		email, phone := hashEmail(l.Request.Email), hashPhone(l.Request.Phone)
		if gclid+gbraid+wbraid+email+phone == "" {
			continue
		}
		err := w.Write([]string{
			gclid, gbraid, wbraid, email, phone, name, l.Received.In(office).Format(adsTime), "", "", l.ID,
		})
		if err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// click returns the last known click on a Google ad. A conversion may have only one of the three IDs.
func click(a *quote.Attribution) (gclid, gbraid, wbraid string) {
	if a == nil {
		return "", "", ""
	}
	for _, t := range []quote.Touch{a.Last, a.First} {
		switch {
		case t.GCLID != "":
			return t.GCLID, "", ""
		case t.GBRAID != "":
			return "", t.GBRAID, ""
		case t.WBRAID != "":
			return "", "", t.WBRAID
		}
	}
	return "", "", ""
}

// hashEmail returns the hash of an address in lower case, without the dots before the "@" for Gmail; invalid addresses
// yield "".
func hashEmail(address string) string {
	address = strings.ToLower(strings.TrimSpace(address))
	if !mail.ValidAddress(address) {
		return ""
	}
	local, domain, _ := strings.Cut(address, "@")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	return hash(local + "@" + domain)
}

// hashPhone returns the hash of a number in E.164 form; invalid numbers yield "". A number without a country code is
// North American.
func hashPhone(typed string) string {
	number, _, _ := strings.Cut(strings.ToLower(typed), "x") // an extension: "ext. 7", "x7"
	number = strings.TrimSuffix(strings.TrimSpace(number), "e")
	international := strings.HasPrefix(number, "+")
	number = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, number)
	switch {
	case international && len(number) >= 8 && len(number) <= 15:
	case len(number) == 11 && number[0] == '1':
	case len(number) == 10:
		number = "1" + number
	default:
		return ""
	}
	return hash("+" + number)
}

// hash returns the SHA-256 of a text, in lower-case hexadecimal.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
