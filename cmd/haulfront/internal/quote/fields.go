package quote

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"haulfront/content"
)

// A Field is one field of the form that a visitor fills in. The table of all
// fields drives what is read, cleaned, required, bounded and logged, and what
// the form shows.
type Field struct {
	// Name is the field's name in posts and answers, and its key in
	// content/quote.yaml, where its label is.
	Name string
	// Required fields must not be empty (specification, section 5).
	Required bool
	// Multiline fields keep their line breaks and tabs.
	Multiline bool
	// Choice fields are chosen from a list, which is in content/quote.yaml.
	Choice bool
	// Max is the longest text that is taken, in characters (Unicode code
	// points, which browsers count without loading anything).
	Max int
	// Pattern is what a text has to match, or its visitor is asked about it,
	// once; nil is met by everything. Its source means the same to ECMAScript
	// with the flag u.
	Pattern *regexp.Regexp
	// Type, InputMode and AutoComplete are the attributes of the control.
	Type, InputMode, AutoComplete string

	value func(*Request) *string
	// log returns what of the value a log may have; nil keeps it out.
	log func(string) string
}

// emailPattern is met by everything that may be an Internet mail address
// (RFC 5321, section 4.1.2) as people write it: one "@", something before it,
// a domain with a dot after it, no spaces.
var emailPattern = regexp.MustCompile(`^[^\s\p{Z}@,;<>()]+@[^\s\p{Z}@,;<>().]+(\.[^\s\p{Z}@,;<>().]+)+$`)

// fields are in the order of the form. The message's bound is what a body of
// 64 KB certainly holds: a character takes at most twelve bytes of a posted
// form. The other bounds are beyond what a person could mean.
var fields = []Field{
	{Name: "name", Required: true, Max: 200, Type: "text", AutoComplete: "name",
		value: func(r *Request) *string { return &r.Name }},
	{Name: "phone", Required: true, Max: 100, Type: "tel", InputMode: "tel", AutoComplete: "tel",
		value: func(r *Request) *string { return &r.Phone }, log: mask},
	{Name: "email", Max: 320, Pattern: emailPattern, Type: "email", InputMode: "email", AutoComplete: "email",
		value: func(r *Request) *string { return &r.Email }},
	{Name: "zipCode", Required: true, Max: 100, Type: "text", InputMode: "numeric", AutoComplete: "postal-code",
		value: func(r *Request) *string { return &r.ZIPCode }, log: clip},
	{Name: "serviceType", Required: true, Choice: true, Max: 200,
		value: func(r *Request) *string { return &r.ServiceType }, log: clip},
	{Name: "serviceTimeframe", Required: true, Choice: true, Max: 200,
		value: func(r *Request) *string { return &r.ServiceTimeframe }},
	{Name: "message", Multiline: true, Max: 5000,
		value: func(r *Request) *string { return &r.Message }},
}

// Fields returns the table of fields, in the order of the form. It is not to
// be written to.
func Fields() []Field { return fields }

// FormFields returns the table as the form's component takes it.
func FormFields() []content.QuoteField {
	list := make([]content.QuoteField, len(fields))
	for i, f := range fields {
		list[i] = content.QuoteField{
			Name: f.Name, Required: f.Required, Multiline: f.Multiline, Max: f.Max,
			Type: f.Type, InputMode: f.InputMode, AutoComplete: f.AutoComplete,
		}
		if f.Pattern != nil {
			list[i].Pattern = f.Pattern.String()
		}
	}
	return list
}

// Read returns the clean request whose fields are what field returns for their
// names.
func Read(field func(name string) string) Request {
	r := Request{Source: field("source")}
	for _, f := range fields {
		*f.value(&r) = field(f.Name)
	}
	return r.Clean()
}

// Values returns the fields by their names.
func (r Request) Values() map[string]string {
	values := make(map[string]string, len(fields))
	for _, f := range fields {
		values[f.Name] = *f.value(&r)
	}
	return values
}

// Clean returns r as it is kept and sent on: valid UTF-8, without control
// characters, without space around it. Multiline fields keep their line breaks
// (CRLF and CR become LF) and tabs; every other field is made a single line.
// Clean of a clean request changes nothing.
func (r Request) Clean() Request {
	r.Source = line(r.Source)
	for _, f := range fields {
		v := f.value(&r)
		if f.Multiline {
			*v = text(*v)
		} else {
			*v = line(*v)
		}
	}
	return r
}

// Missing returns the wire names of the required fields that are empty, in
// the order in which the form shows them (specification, section 5). It
// expects a clean request.
func (r Request) Missing() []string {
	var missing []string
	for _, f := range fields {
		if f.Required && *f.value(&r) == "" {
			missing = append(missing, f.Name)
		}
	}
	return missing
}

// A Rejection is why a request was not taken, in the words for its visitor.
type Rejection struct {
	Toast content.Toast
	// Errors maps a field's name to what is wrong with it and what is wanted.
	Errors map[string]string
	// Asked is the text that the visitor is asked about, if any. The form
	// sends it back, so that it is asked about once.
	Asked string
}

// Check returns why a clean request is not taken, nil if it is: a required
// field is empty, a text is longer than its field's bound, or an e-mail cannot
// be an address. The last is no rule of the specification but a question: with
// asked, which is Rejection.Asked of an earlier answer, it is not asked again,
// whatever the e-mail is by then.
func (r Request) Check(asked string, words content.QuoteMessages) *Rejection {
	rejection := &Rejection{Errors: map[string]string{}, Asked: asked}
	var missing, tooLong bool
	for _, f := range fields {
		value := *f.value(&r)
		length := utf8.RuneCountInString(value)
		switch {
		case f.Required && value == "":
			rejection.Errors[f.Name], missing = words.Fields[f.Name], true
		case length > f.Max:
			rejection.Errors[f.Name], tooLong = words.LongerText(length, f.Max), true
		case f.Pattern != nil && value != "" && asked == "" && !f.Pattern.MatchString(value):
			rejection.Errors[f.Name], rejection.Asked = words.Doubts[f.Name], value
		}
	}
	switch {
	case len(rejection.Errors) == 0:
		return nil
	case missing:
		rejection.Toast = words.Missing
	case tooLong:
		rejection.Toast = words.TooLong
	default:
		rejection.Toast = words.Doubtful
	}
	return rejection
}

// CheckWords reports which words for the fields are missing in
// content/quote.yaml, or belong to no field.
func CheckWords(labels content.QuoteLabels, messages content.QuoteMessages) error {
	var problems []error
	check := func(what string, words map[string]string, wanted func(Field) bool) {
		var names []string
		for _, f := range fields {
			if wanted(f) {
				names = append(names, f.Name)
			}
		}
		given := slices.Sorted(maps.Keys(words))
		if !slices.Equal(given, slices.Sorted(slices.Values(names))) {
			problems = append(problems, fmt.Errorf("quote.yaml: %s is for %s; wanted %s", what, strings.Join(given, ", "), strings.Join(names, ", ")))
		}
	}
	check("labels.fields", labels.Fields, func(Field) bool { return true })
	check("messages.fields", messages.Fields, func(f Field) bool { return f.Required })
	check("messages.doubts", messages.Doubts, func(f Field) bool { return f.Pattern != nil })
	return errors.Join(problems...)
}
