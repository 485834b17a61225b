package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
)

// A column is a field of a lead in show and in the CSV.
type column struct {
	name  string
	value func(lead.Lead) string
	// Name and value in the CSV, if a spreadsheet needs others.
	csvName  string
	csvValue func(lead.Lead) string
	// csvOnly keeps it out of show.
	csvOnly bool
}

// columns returns the columns of show and of the CSV, the form's fields among them.
func columns(office *time.Location) []column {
	list := []column{
		{name: "id", value: func(l lead.Lead) string { return l.ID }},
		// Spreadsheets treat a time with a zone as text, so the zone is in the column's name.
		{name: "received", value: func(l lead.Lead) string { return timestamp(l.Received, office) },
			csvName: "received (office time)", csvValue: func(l lead.Lead) string { return l.Received.In(office).Format(time.DateTime) }},
		{name: "status", value: func(l lead.Lead) string { return string(l.Status()) }},
		{name: "emailStatus", value: func(l lead.Lead) string { return string(l.Email.Status) }},
	}
	for _, f := range quote.Recorded() {
		list = append(list, column{name: f.Name, value: func(l lead.Lead) string { return *f.Value(&l.Request) }})
	}
	list = append(list, []column{
		{name: "source", value: func(l lead.Lead) string { return l.Request.Source }},
		{name: "page", value: func(l lead.Lead) string { return l.Page }},
		{name: "suspect", value: func(l lead.Lead) string { return l.SpamReason }},
		{name: "attempts", value: func(l lead.Lead) string { return strconv.Itoa(len(l.Webhook.Attempts)) }},
		{name: "ownerMailStatus", value: func(l lead.Lead) string { return string(l.Delivery(lead.OwnerMail).Status) }},
		{name: "visitorMailStatus", value: func(l lead.Lead) string { return string(l.Delivery(lead.VisitorMail).Status) }},
		{name: "estimate", value: estimateText},
		{name: "photos", value: photoIDs},
		{name: "contact", value: func(l lead.Lead) string { return answer(l).Contact }},
		{name: "windows", value: func(l lead.Lead) string { return strings.Join(answer(l).Windows, ", ") }},
		{name: "consent", value: func(l lead.Lead) string { return consentText(l, office) }},
	}...)
	return append(list, touchColumns()...)
}

// estimateText is what a lead's visitor has added up, in one line; empty where there is nothing.
func estimateText(l lead.Lead) string {
	e := l.Extra.Estimate
	if e == nil {
		return ""
	}
	return e.Total + " for " + e.Query
}

// photoIDs names a lead's photographs, in one line.
func photoIDs(l lead.Lead) string {
	ids := make([]string, len(l.Photos))
	for i, p := range l.Photos {
		ids[i] = p.ID
	}
	return strings.Join(ids, " ")
}

// answer is how and when a lead's visitor wants to be answered.
func answer(l lead.Lead) lead.Answer {
	if l.Extra.Answer == nil {
		return lead.Answer{}
	}
	return *l.Extra.Answer
}

// consentText is what a lead's visitor agreed to, in one line; empty where that is nothing.
func consentText(l lead.Lead, office *time.Location) string {
	c := answer(l).Consent
	if c == nil {
		return ""
	}
	return timestamp(c.At, office) + " on " + c.Page + ": " + c.Words
}

// writeCSV writes a CSV for spreadsheets, with the line ends of RFC 4180 and a byte order mark, without which Excel
// does not read it as UTF-8.
func writeCSV(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter, office *time.Location) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	columns := columns(office)
	record := make([]string, len(columns))
	for i, column := range columns {
		record[i] = cmp.Or(column.csvName, column.name)
	}
	if err := w.Write(record); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		for i, column := range columns {
			value := column.value
			if column.csvValue != nil {
				value = column.csvValue
			}
			record[i] = escapeFormula(value(l))
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// writeJSON writes one JSON object for each lead and line.
func writeJSON(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter, office *time.Location) error {
	e := newJSONEncoder(out)
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := e.Encode(leadJSON(l, office)); err != nil {
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
func leadJSON(l lead.Lead, office *time.Location) any {
	deliveries := []*lead.Delivery{&l.Webhook, &l.Email}
	for i := range l.Others {
		deliveries = append(deliveries, &l.Others[i])
	}
	for _, d := range deliveries {
		if !d.Due.IsZero() {
			d.Due = d.Due.In(office)
		}
		for i := range d.Attempts {
			d.Attempts[i].At = d.Attempts[i].At.In(office)
		}
	}
	o := object{{"id", l.ID}, {"received", l.Received.In(office)}, {"status", l.Status()}}
	for _, f := range quote.Recorded() {
		o = append(o, member{f.Name, *f.Value(&l.Request)})
	}
	o = append(o, member{"source", l.Request.Source}, member{"page", l.Page})
	if l.Extra.Estimate != nil {
		o = append(o, member{"estimate", l.Extra.Estimate})
	}
	if l.Extra.Attribution != nil {
		o = append(o, member{"attribution", l.Extra.Attribution})
	}
	if l.Photos != nil {
		o = append(o, member{"photos", l.Photos})
	}
	if l.Extra.Answer != nil {
		o = append(o, member{"answer", l.Extra.Answer})
	}
	if l.SpamReason != "" {
		o = append(o, member{"suspect", l.SpamReason})
	}
	o = append(o, member{"webhook", l.Webhook}, member{"emailFunction", l.Email})
	if l.Others != nil {
		o = append(o, member{"others", l.Others})
	}
	return o
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := newJSONEncoder(&b)
	for i, m := range o {
		b.WriteByte("{,"[min(i, 1)])
		if err := e.Encode(m.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
