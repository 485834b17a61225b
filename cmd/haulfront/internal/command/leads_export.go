package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
)

// cells returns what operators see of a lead, the form's fields among them.
func cells(l lead.Lead, office *time.Location) []quote.Cell {
	list := []quote.Cell{
		{Name: "id", Value: l.ID},
		{Name: "received", Value: timestamp(l.Received, office), ShowOnly: true},
		// Spreadsheets treat a time with a zone as text, so the zone is in the column's name.
		{Name: "received (office time)", Value: l.Received.In(office).Format(time.DateTime), CSVOnly: true},
		{Name: "status", Value: string(l.Status())},
		{Name: "emailStatus", Value: string(l.Email.Status)},
	}
	for _, f := range quote.Recorded() {
		list = append(list, f.Cells(&l.Request, office)...)
	}
	list = append(list,
		quote.Cell{Name: "page", Value: l.Page},
		quote.Cell{Name: "suspect", Value: l.SpamReason},
		quote.Cell{Name: "attempts", Value: strconv.Itoa(len(l.Webhook.Attempts))},
		quote.Cell{Name: "ownerMailStatus", Value: string(l.Delivery(lead.OwnerMail).Status)},
		quote.Cell{Name: "visitorMailStatus", Value: string(l.Delivery(lead.VisitorMail).Status)},
	)
	for _, f := range quote.Optional() {
		list = append(list, f.Cells(&l.Request, office)...)
	}
	return list
}

// writeCSV writes a CSV for spreadsheets, with the line ends of RFC 4180 and a byte order mark, without which Excel
// does not read it as UTF-8.
func writeCSV(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter, office *time.Location) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	write := func(l lead.Lead, text func(quote.Cell) string) error {
		var record []string
		for _, cell := range cells(l, office) {
			if !cell.ShowOnly {
				record = append(record, text(cell))
			}
		}
		return w.Write(record)
	}
	if err := write(lead.Lead{}, func(c quote.Cell) string { return c.Name }); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := write(l, func(c quote.Cell) string { return escapeFormula(c.Value) }); err != nil {
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
		o = append(o, member{f.Name, f.Text(&l.Request)})
	}
	o = append(o, member{"page", l.Page})
	extra := l.Request.Extra
	for _, f := range quote.Optional() {
		if text := f.Text(&l.Request); text != "" {
			o = append(o, member{f.Name, text})
		}
	}
	if extra.Estimate != nil {
		o = append(o, member{"estimate", extra.Estimate})
	}
	if extra.Attribution != nil {
		o = append(o, member{"attribution", extra.Attribution})
	}
	if l.Request.Photos != nil {
		o = append(o, member{"photos", l.Request.Photos})
	}
	if extra.Answer.Contact != "" || extra.Answer.Windows != nil {
		o = append(o, member{"answer", extra.Answer})
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
