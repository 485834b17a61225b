package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
)

// A column is a field of a lead in show and in the CSV.
type column struct {
	name  string
	value func(lead.Lead) string
	// Name and value in the CSV, if a spreadsheet needs others.
	csvName  string
	csvValue func(lead.Lead) string
}

var columns = []column{
	{name: "id", value: func(l lead.Lead) string { return l.ID }},
	// Spreadsheets treat a time with a zone as text, so the zone is in the column's name.
	{name: "received", value: func(l lead.Lead) string { return timestamp(l.Received) },
		csvName: "received (Dallas time)", csvValue: func(l lead.Lead) string { return l.Received.In(dallas()).Format(time.DateTime) }},
	{name: "status", value: func(l lead.Lead) string { return string(l.Status()) }},
	{name: "emailStatus", value: func(l lead.Lead) string { return string(l.Email.Status) }},
	{name: "name", value: func(l lead.Lead) string { return l.Request.Name }},
	{name: "email", value: func(l lead.Lead) string { return l.Request.Email }},
	{name: "phone", value: func(l lead.Lead) string { return l.Request.Phone }},
	{name: "serviceType", value: func(l lead.Lead) string { return l.Request.ServiceType }},
	{name: "zipCode", value: func(l lead.Lead) string { return l.Request.ZIPCode }},
	{name: "serviceTimeframe", value: func(l lead.Lead) string { return l.Request.ServiceTimeframe }},
	{name: "message", value: func(l lead.Lead) string { return l.Request.Message }},
	{name: "source", value: func(l lead.Lead) string { return l.Request.Source }},
	{name: "page", value: func(l lead.Lead) string { return l.Page }},
	{name: "suspect", value: func(l lead.Lead) string { return l.SpamReason }},
	{name: "attempts", value: func(l lead.Lead) string { return strconv.Itoa(len(l.Webhook.Attempts)) }},
}

// writeCSV writes a CSV for spreadsheets, with the line ends of RFC 4180 and a byte order mark, without which Excel
// does not read it as UTF-8.
func writeCSV(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
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
func writeJSON(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter) error {
	e := newJSONEncoder(out)
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := e.Encode(leadJSON(l)); err != nil {
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
func leadJSON(l lead.Lead) any {
	r := l.Request
	for _, d := range []*lead.Delivery{&l.Webhook, &l.Email} {
		if !d.Due.IsZero() {
			d.Due = d.Due.In(dallas())
		}
		for i := range d.Attempts {
			d.Attempts[i].At = d.Attempts[i].At.In(dallas())
		}
	}
	return struct {
		ID               string        `json:"id"`
		Received         time.Time     `json:"received"`
		Status           lead.Status   `json:"status"`
		Name             string        `json:"name"`
		Email            string        `json:"email"`
		Phone            string        `json:"phone"`
		ServiceType      string        `json:"serviceType"`
		ZIPCode          string        `json:"zipCode"`
		ServiceTimeframe string        `json:"serviceTimeframe"`
		Message          string        `json:"message"`
		Source           string        `json:"source"`
		Page             string        `json:"page"`
		Suspect          string        `json:"suspect,omitempty"`
		Webhook          lead.Delivery `json:"webhook"`
		EmailFunction    lead.Delivery `json:"emailFunction"`
	}{l.ID, l.Received.In(dallas()), l.Status(), r.Name, r.Email, r.Phone, r.ServiceType, r.ZIPCode,
		r.ServiceTimeframe, r.Message, r.Source, l.Page, l.SpamReason, l.Webhook, l.Email}
}
