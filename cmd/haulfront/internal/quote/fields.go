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

// A Field is one field of the quote form. The table of fields drives the form, parsing, cleaning, validation, logging,
// storage, both outgoing bodies, and the lists and exports of leads. A new field is a line of the table, with its place
// in [Request] and its column in the journal.
type Field struct {
	// Name is the field's name in posts and answers, and the key of its label in content/quote.yaml.
	Name string
	// Required fields must not be empty (specification, section 5).
	Required bool
	// Multiline fields keep their line breaks and tabs.
	Multiline bool
	// Choice fields have a list of options in content/quote.yaml.
	Choice bool
	// Max is the maximum length in characters (Unicode code points, which browsers can count without a library).
	Max int
	// Pattern, if not nil, matches plausible values; about any other value the visitor is asked once. It means the same
	// in ECMAScript with the flag u.
	Pattern *regexp.Regexp
	// Type, InputMode and AutoComplete are the attributes of the control.
	Type, InputMode, AutoComplete string
	// Column is the field's column in the journal.
	Column string
	// Heading is that of the field's column in "haulfront leads list"; empty: the list does not have it.
	Heading string
	// Body is the field's place in both outgoing bodies (specification, section 7), from 1; 0: it is in neither.
	Body int

	value func(*Request) *string
	// log returns the part of the value that may be logged; nil: the field is not logged.
	log func(string) string
}

// emailPattern matches everything that may be an e-mail address (RFC 5321, section 4.1.2) as people write it: one "@",
// a non-empty part before it, a domain with a dot after it, no spaces.
var emailPattern = regexp.MustCompile(`^[^\s\p{Z}@,;<>()]+@[^\s\p{Z}@,;<>().]+(\.[^\s\p{Z}@,;<>().]+)+$`)

// fields are in the order of the form. A message of the maximum length always fits into a body of 64 KB, since a
// character takes at most twelve bytes of a posted form. The other limits are beyond what a person would write.
var fields = []Field{
	{Name: "name", Required: true, Max: 200, Type: "text", AutoComplete: "name",
		Column: "name", Heading: "NAME", Body: 1,
		value: func(r *Request) *string { return &r.Name }},
	{Name: "phone", Required: true, Max: 100, Type: "tel", InputMode: "tel", AutoComplete: "tel",
		Column: "phone", Heading: "PHONE", Body: 3,
		value: func(r *Request) *string { return &r.Phone }, log: mask},
	{Name: "email", Max: 320, Pattern: emailPattern, Type: "email", InputMode: "email", AutoComplete: "email",
		Column: "email", Body: 2,
		value: func(r *Request) *string { return &r.Email }},
	{Name: "zipCode", Required: true, Max: 100, Type: "text", InputMode: "numeric", AutoComplete: "postal-code",
		Column: "zip_code", Heading: "ZIP", Body: 5,
		value: func(r *Request) *string { return &r.ZIPCode }, log: truncate},
	{Name: "serviceType", Required: true, Choice: true, Max: 200, Column: "service_type", Heading: "SERVICE", Body: 4,
		value: func(r *Request) *string { return &r.ServiceType }, log: truncate},
	{Name: "serviceTimeframe", Required: true, Choice: true, Max: 200, Column: "service_timeframe", Heading: "WHEN", Body: 6,
		value: func(r *Request) *string { return &r.ServiceTimeframe }},
	{Name: "message", Multiline: true, Max: 5000, Column: "message", Body: 7,
		value: func(r *Request) *string { return &r.Message }},
}

// Fields returns the table of fields, in the order of the form. It must not be modified.
func Fields() []Field { return fields }

// Value returns the field's value in r, to be read or set.
func (f Field) Value(r *Request) *string { return f.value(r) }

// Recorded returns the table as leads are stored, listed and sent: in the order of the outgoing bodies, the fields that
// are in neither of them last.
func Recorded() []Field {
	return slices.SortedStableFunc(slices.Values(fields), func(a, b Field) int {
		if a.Body == 0 || b.Body == 0 {
			return b.Body - a.Body
		}
		return a.Body - b.Body
	})
}

// FormFields returns the table as the props of the form's component.
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

// Read returns the clean request whose fields have the values that field returns for their names.
func Read(field func(name string) string) Request {
	r := Request{Source: field("source")}
	for _, f := range fields {
		*f.value(&r) = field(f.Name)
	}
	return r.Clean()
}

// Values returns the values of the fields by name.
func (r Request) Values() map[string]string {
	values := make(map[string]string, len(fields))
	for _, f := range fields {
		values[f.Name] = *f.value(&r)
	}
	return values
}

// Clean returns r as it is stored and sent: valid UTF-8, without control characters or surrounding space. Multiline
// fields keep their line breaks (CRLF and CR become LF) and tabs; all others become a single line. Clean is idempotent.
func (r Request) Clean() Request {
	r.Source = singleLine(r.Source)
	for _, f := range fields {
		v := f.value(&r)
		if f.Multiline {
			*v = multiLine(*v)
		} else {
			*v = singleLine(*v)
		}
	}
	return r
}

// Missing returns the names of the required fields that are empty, in the order of the form (specification, section 5).
// r must be clean.
func (r Request) Missing() []string {
	var missing []string
	for _, f := range fields {
		if f.Required && *f.value(&r) == "" {
			missing = append(missing, f.Name)
		}
	}
	return missing
}

// A Rejection says why a request was not accepted, in words for its visitor.
type Rejection struct {
	Toast content.Toast
	// Errors maps a field's name to what is wrong with it and what is wanted.
	Errors map[string]string
	// Asked is the value that the visitor is asked about, if any. The form sends it back, so that the question is asked
	// once.
	Asked string
}

// Check validates a clean request. It returns nil if the request is accepted, and otherwise why it is not: a required
// field is empty, a text is too long, or an e-mail address cannot be valid. The last is not a rule of the specification
// but a question: with asked, which is Rejection.Asked of an earlier answer, it is not asked again, whatever the
// address is by then.
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

// CheckWords returns an error that names the fields whose words are missing in content/quote.yaml, and words without a
// field.
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
	check("labels.short", labels.Short, func(Field) bool { return true })
	check("messages.fields", messages.Fields, func(f Field) bool { return f.Required })
	check("messages.doubts", messages.Doubts, func(f Field) bool { return f.Pattern != nil })
	return errors.Join(problems...)
}
