package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content/contact"
)

// cells returns what operators see of a lead, the form's fields among them.
func cells(l outbox.Lead, sale office.Sale, zone *time.Location) []quote.Cell {
	list := []quote.Cell{
		{Name: "id", Value: l.ID},
		{Name: "received", Value: timestamp(l.Received, zone), ShowOnly: true},
		// Spreadsheets treat a time with a zone as text, so the zone is in the column's name.
		{Name: "received (office time)", Value: l.Received.In(zone).Format(time.DateTime), CSVOnly: true},
		{Name: "status", Value: string(l.Status())},
		{Name: "emailStatus", Value: string(l.Delivery(outbox.Email).Status)},
	}
	for _, f := range quote.Recorded() {
		list = append(list, f.Cells(&l.Request, zone)...)
	}
	list = append(list,
		quote.Cell{Name: "page", Value: l.Page},
		quote.Cell{Name: "suspect", Value: l.SpamReason},
		quote.Cell{Name: "attempts", Value: strconv.Itoa(len(l.Delivery(outbox.Webhook).Attempts))},
		quote.Cell{Name: "ownerMailStatus", Value: string(l.Delivery(outbox.OwnerMail).Status)},
		quote.Cell{Name: "visitorMailStatus", Value: string(l.Delivery(outbox.VisitorMail).Status)},
	)
	for _, f := range quote.Optional() {
		list = append(list, f.Cells(&l.Request, zone)...)
	}
	return append(list, quote.Cell{Name: "address", Value: l.Address}, quote.Cell{Name: "access", Value: l.Access},
		quote.Cell{Name: "stage", Value: l.Stage}, quote.Cell{Name: "price", Value: sale.Price},
		quote.Cell{Name: "visits", Value: strconv.Itoa(len(sale.Begins))},
		quote.Cell{Name: "visitTimes", Value: strings.Join(sale.Begins, ", ")},
		quote.Cell{Name: "amount", Value: sale.Amount},
		quote.Cell{Name: "mergedInto", Value: journal.Reference(l.MergedInto)})
}

// writeCSV writes a CSV for spreadsheets.
func writeCSV(ctx context.Context, out io.Writer, j *outbox.Outbox, f []journal.Condition,
	zone *time.Location) error {
	w, err := quote.NewSpreadsheet(out)
	sales, salesErr := office.Sales(ctx, j.Reader(), zone)
	if err = cmp.Or(err, salesErr); err != nil {
		return err
	}
	write := func(l outbox.Lead, text func(quote.Cell) string) error {
		var record []string
		for _, cell := range cells(l, sales[l.ID], zone) {
			if !cell.ShowOnly {
				record = append(record, text(cell))
			}
		}
		return w.Write(record)
	}
	if err = write(outbox.Lead{}, func(c quote.Cell) string { return c.Name }); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f...) {
		if err != nil {
			return err
		}
		if err := write(l, spreadsheetText); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// spreadsheetText returns a value as a spreadsheet shows it. A phone number is no formula, although it may start with a
// plus sign.
func spreadsheetText(c quote.Cell) string {
	if phone := contact.ParsePhone(c.Value); c.Name == "phone" && phone.Plain {
		return phone.Label
	}
	return quote.EscapeFormula(c.Value)
}

// writeJSON writes one JSON object for each lead and line.
func writeJSON(ctx context.Context, out io.Writer, j *outbox.Outbox, f []journal.Condition,
	zone *time.Location) error {
	sales, err := office.Sales(ctx, j.Reader(), zone)
	if err != nil {
		return err
	}
	e := newJSONEncoder(out)
	for l, err := range j.List(ctx, f...) {
		if err != nil {
			return err
		}
		if err := e.Encode(leadJSON(l, sales[l.ID], zone)); err != nil {
			return err
		}
	}
	return nil
}

func newJSONEncoder(out io.Writer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}

// leadJSON returns a lead for other programs: flat, with the field names of the specification and times with their
// offset.
func leadJSON(l outbox.Lead, sale office.Sale, zone *time.Location) any {
	for i := range l.Deliveries {
		d := &l.Deliveries[i]
		if !d.Due.IsZero() {
			d.Due = d.Due.In(zone)
		}
		for i := range d.Attempts {
			d.Attempts[i].At = d.Attempts[i].At.In(zone)
		}
	}
	var o quote.Object
	add := func(given bool, name string, value any) {
		if given {
			o = append(o, quote.Member{Name: name, Value: value})
		}
	}
	add(true, "id", l.ID)
	add(true, "received", l.Received.In(zone))
	add(true, "status", l.Status())
	for _, f := range quote.Recorded() {
		add(true, f.Name, f.Text(&l.Request))
	}
	add(true, "page", l.Page)
	for _, f := range quote.Optional() {
		text := f.Text(&l.Request)
		add(text != "", f.Name, text)
	}
	extra, others := l.Request.Extra, l.Others()
	add(extra.Estimate != nil, "estimate", extra.Estimate)
	add(extra.Attribution != nil, "attribution", extra.Attribution)
	add(l.Request.Photos != nil, "photos", l.Request.Photos)
	add(extra.Answer.Contact != "", "answer", extra.Answer)
	add(l.SpamReason != "", "suspect", l.SpamReason)
	add(l.Address != "", "address", l.Address)
	add(l.Access != "", "access", l.Access)
	add(true, "webhook", l.Delivery(outbox.Webhook))
	add(true, "emailFunction", l.Delivery(outbox.Email))
	add(others != nil, "others", others)
	add(true, "stage", l.Stage)
	add(sale.Price != "", "price", sale.Price)
	add(sale.Begins != nil, "visits", len(sale.Begins))
	add(sale.Begins != nil, "visitTimes", sale.Begins)
	add(sale.Amount != "", "amount", sale.Amount)
	add(l.MergedInto != "", "mergedInto", journal.Reference(l.MergedInto))
	return o
}

// visible replaces characters that a terminal interprets or hides, such as those that change the direction of the text,
// by their code points. Line breaks, tabs and the variation selectors of emoji stay.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.Is(unicode.Variation_Selector, r) &&
			(contact.Invisible(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029') {
			fmt.Fprintf(&b, "<U+%04X>", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// adsColumns are the columns of the file, as the templates for conversions from clicks and for enhanced conversions for
// leads name them. An empty value is that of the conversion action.
var adsColumns = []string{
	"Google Click ID", "GBRAID", "WBRAID", "Email", "Phone Number", "Conversion Name", "Conversion Time",
	"Conversion Value", "Conversion Currency", "Order ID",
}

// adsTime is ISO 8601 with an offset, which needs no row that names a time zone.
const adsTime = "2006-01-02T15:04:05-07:00"

// writeAds writes the CSV that Google Ads imports: the click on an ad that led to each lead, or, where none is known,
// the visitor's email address and phone number as hashes. Leads with neither are left out, and so are those in
// quarantine, those merged into others, and those of visitors who have opted out of tracking. The value is the price of
// a job that was booked, and the final amount of one that is done; with booked, others are left out. The order ID keeps
// Google Ads from counting a lead twice.
//
// The columns are those of "Import conversions from ad clicks into Google Ads"
// (https://support.google.com/google-ads/answer/7014069), the time and the header are as in "Prepare your data for
// import" (https://support.google.com/google-ads-data-manager/answer/14184381), and the hashes as in "Manage offline
// conversions", Normalize and hash (https://developers.google.com/google-ads/api/docs/conversions/upload-clicks).
func writeAds(ctx context.Context, out io.Writer, j *outbox.Outbox, f []journal.Condition, name string, booked bool,
	zone *time.Location) error {
	w := csv.NewWriter(out)
	if err := w.Write(adsColumns); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f...) {
		if err != nil {
			return err
		}
		if l.Status() == outbox.Quarantined || l.Request.Extra.OptedOut || l.MergedInto != "" {
			continue
		}
		var value, currency string
		switch sold := l.Stage == office.Booked || l.Stage == office.Done; {
		case sold && l.Cents > 0:
			value, currency = office.Decimal(l.Cents), "USD"
		case booked && !sold:
			continue
		}
		gclid, gbraid, wbraid := click(l.Request.Extra.Attribution)
		email, phone := hashEmail(l.Request.Email), hashPhone(l.Request.Phone)
		if gclid+gbraid+wbraid+email+phone == "" {
			continue
		}
		err := w.Write([]string{
			gclid, gbraid, wbraid, email, phone, name, l.Received.In(zone).Format(adsTime), value, currency,
			l.ID,
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
	local, domain, ok := strings.Cut(strings.ToLower(contact.Mailbox(address)), "@")
	if !ok {
		return ""
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	return hash(local + "@" + domain)
}

// hashPhone returns the hash of a number in E.164 form; invalid numbers yield "".
func hashPhone(typed string) string { return hash(contact.ParsePhone(typed).E164) }

// hash returns the SHA-256 of a text, in lower-case hexadecimal; "" of "".
func hash(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
