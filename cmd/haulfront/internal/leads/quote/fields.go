package quote

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/content"
	"haulfront/content/contact"
	"haulfront/content/zipcode"
)

// A Field is one field of the quote form. The table of fields drives the form, reading, cleaning, checking, logging,
// the journal, the message to the owner, both outgoing bodies, and the lists and exports of leads.
//
// A new field is one row of the table, its words in content/quote.yaml and quote.es.yaml (labels.fields, labels.short),
// a mention in content/pages/privacy.md in the words of labels.short, and, unless the row makes its control, an input
// in components/islands/QuoteForm. A row that has nothing but a name, a maximum and the attributes of
// a control makes an optional text: the office's own form has it too, the journal keeps it in [Extra], and it is a line
// of the message, which the mails, both bodies and all destinations contain.
type Field struct {
	Name      string // in posts and answers, and the key of its words in content/quote.yaml
	Required  bool   // must not be empty (specification, section 5)
	Multiline bool   // keeps line breaks and tabs
	Hidden    bool   // a text that the page fills in, not the visitor
	// Max is the maximum length in characters (Unicode code points, which browsers can count without a library).
	Max int
	// Doubtful, if not nil, reports a value about which the visitor is asked once. Browsers ask before they send the
	// form, if Pattern does not match. It means the same in ECMAScript with the flag u.
	Doubtful func(value string) bool
	Pattern  *regexp.Regexp
	// Tidy, if not nil, returns a value without what is pasted along with it.
	Tidy func(value string) string
	// Type, InputMode and AutoComplete are the attributes of the control.
	Type, InputMode, AutoComplete string
	Column                        string // in the journal; empty: the field is in [Extra]
	Heading                       string // of the column in "haulfront leads list"; empty: the list does not have it
	Body                          int    // place in the webhook's body (specification, section 7)

	// Value returns where a Request has a field with a column, to be read or set; nil: in its Extra.
	Value func(*Request) *string
	log   func(string) string // returns the part of the value that may be logged; nil: the field is not logged
	part  *part               // nil for a text
}

// A part is what the package does with a field that is more than a text. Each function may be nil.
type part struct {
	read      func(*Post)        // reads the field from the form of a post
	note      func(*Post) string // returns the field's line of the message, if any
	paragraph bool               // the note is a paragraph of its own
	cells     func(*Request, *time.Location) []Cell
}

// emailPattern matches one "@", a non-empty part before it, a domain with a dot after it, no spaces.
var emailPattern = regexp.MustCompile(`^[^\s\p{Z}@,;<>()]+@[^\s\p{Z}@,;<>().]+(\.[^\s\p{Z}@,;<>().]+)+$`)

// phonePattern matches at least ten digits, as numbers have in North America.
var phonePattern = regexp.MustCompile(`^(\P{Nd}*\p{Nd}){10}`)

// fields are in the order of the form; the optional part is in the order of the export. A message of the maximum length
// always fits into a body of 64 KB, since a character takes at most twelve bytes of a posted form. The other limits are
// beyond what a person would write.
var fields = []Field{
	{Name: "name", Required: true, Max: 200, Type: "text", AutoComplete: "name",
		Column: "name", Heading: "NAME", Body: 1, Value: func(r *Request) *string { return &r.Name }},
	{Name: "phone", Required: true, Max: 100, Pattern: phonePattern, Tidy: contact.Visible,
		Doubtful: func(number string) bool { return contact.ParsePhone(number).E164 == "" },
		Type:     "tel", InputMode: "tel", AutoComplete: "tel",
		Column: "phone", Heading: "PHONE", Body: 3, Value: func(r *Request) *string { return &r.Phone }, log: mask},
	{Name: "email", Max: 320, Pattern: emailPattern, Tidy: contact.CleanEmail,
		Doubtful: func(address string) bool { return contact.Mailbox(address) != address },
		Type:     "email", InputMode: "email", AutoComplete: "email",
		Column: "email", Body: 2, Value: func(r *Request) *string { return &r.Email }},
	{Name: "zipCode", Required: true, Max: 100, Pattern: zipcode.Form, Tidy: contact.Visible,
		Doubtful: func(zip string) bool { return !zipcode.Known(zip) },
		Type:     "text", InputMode: "numeric", AutoComplete: "postal-code",
		Column: "zip_code", Heading: "ZIP", Body: 5,
		Value: func(r *Request) *string { return &r.ZIPCode }, log: truncate},
	{Name: "serviceType", Required: true, Max: 200, Column: "service_type", Heading: "SERVICE", Body: 4,
		Value: func(r *Request) *string { return &r.ServiceType }, log: truncate},
	{Name: "serviceTimeframe", Required: true, Max: 200,
		Column: "service_timeframe", Heading: "WHEN", Body: 6,
		Value: func(r *Request) *string { return &r.ServiceTimeframe }},
	{Name: "message", Multiline: true, Max: 5000,
		Column: "message", Body: 7, Value: func(r *Request) *string { return &r.Message }},
	{Name: "source", Hidden: true, Column: "source", Heading: "SOURCE", Body: 8,
		Value: func(r *Request) *string { return &r.Source }, log: truncate},

	{Name: "estimate", part: &part{read: readEstimate, note: estimateNote, paragraph: true, cells: estimateCells}},
	{Name: PhotosName, part: &part{cells: photosCells}}, // see Post.AddPhotos
	{Name: "contact", part: &part{read: readContact, note: contactNote, cells: contactCells}},
	{Name: "consent", part: &part{read: readConsent, note: consentNote, cells: consentCells}},
	{Name: "language", part: &part{read: readLanguage, note: languageNote, cells: languageCells}},
	{Name: RefusedName, Hidden: true}, // names of files that the visitor's browser could not open
	{Name: "attribution", part: &part{read: readAttribution, cells: attributionCells}},
}

// typed reports whether the visitor types the field or chooses it from a list, so that it has a label and a value.
func (f Field) typed() bool { return f.part == nil && !f.Hidden }

func selectFields(match func(Field) bool) []Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return !match(f) })
}

// Fields returns the fields that the visitor types or chooses from a list, in the order of the form.
func Fields() []Field { return selectFields(Field.typed) }

// Recorded returns the fields with a column of their own in the journal, in the order of the webhook's body.
func Recorded() []Field {
	return slices.SortedFunc(slices.Values(selectFields(func(f Field) bool { return f.Column != "" })),
		func(a, b Field) int { return a.Body - b.Body })
}

// Optional returns the fields that the journal keeps in [Extra], and the photographs. Texts come last, in the
// order of the table.
func Optional() []Field {
	return append(selectFields(func(f Field) bool { return f.part != nil }),
		selectFields(func(f Field) bool { return f.part == nil && f.Column == "" })...)
}

// FormFields returns the typed fields as the props of the form's component.
func FormFields() []content.QuoteField {
	var list []content.QuoteField
	for _, f := range Fields() {
		field := content.QuoteField{
			Name: f.Name, Required: f.Required, Multiline: f.Multiline, Max: f.Max,
			Type: f.Type, InputMode: f.InputMode, AutoComplete: f.AutoComplete,
		}
		if f.Pattern != nil {
			field.Pattern = f.Pattern.String()
		}
		list = append(list, field)
	}
	return list
}

// Text returns the text of a field in r; "" if the field is more than a text.
func (f Field) Text(r *Request) string {
	if f.Value != nil {
		return *f.Value(r)
	}
	return r.Extra.Texts[f.Name]
}

// SetText sets the text of a field in r. It does nothing for a field that is more than a text.
func (f Field) SetText(r *Request, text string) {
	switch {
	case f.Value != nil:
		*f.Value(r) = text
	case text == "":
		delete(r.Extra.Texts, f.Name)
	case f.part == nil:
		if r.Extra.Texts == nil {
			r.Extra.Texts = map[string]string{}
		}
		r.Extra.Texts[f.Name] = text
	}
}

// A Cell is one value of a request for operators: a line of "haulfront leads show" and a column of the CSV.
type Cell struct {
	Name, Value string
	// ShowOnly and CSVOnly keep it out of the other.
	ShowOnly, CSVOnly bool
}

// Cells returns what operators see of the field, with times in the office's zone. The number and the names of the cells
// are the same for all requests.
func (f Field) Cells(r *Request, office *time.Location) []Cell {
	if f.part == nil {
		return []Cell{{Name: f.Name, Value: f.Text(r)}}
	}
	return f.part.cells(r, office)
}

// Values returns the typed fields by name.
func (r Request) Values() map[string]string {
	values := make(map[string]string, len(fields))
	for _, f := range Fields() {
		values[f.Name] = f.Text(&r)
	}
	return values
}

// Clean returns r as it is stored and sent: valid UTF-8, without control characters or surrounding space. Multiline
// fields keep their line breaks (CRLF and CR become LF) and tabs; all others become a single line. Clean is idempotent.
func (r Request) Clean() Request {
	r.Extra.Texts = maps.Clone(r.Extra.Texts)
	for _, f := range fields {
		switch {
		case f.Multiline:
			f.SetText(&r, CleanText(f.Text(&r)))
		case f.Tidy != nil:
			f.SetText(&r, f.Tidy(CleanLine(f.Text(&r))))
		default:
			f.SetText(&r, CleanLine(f.Text(&r)))
		}
	}
	return r
}

// CheckWords returns an error that names the fields whose words are missing in content/quote.yaml, and words without a
// field.
func CheckWords(words *content.Site) error {
	var problems []error
	check := func(name string, words map[string]string, wanted []string) {
		given := slices.Sorted(maps.Keys(words))
		if !slices.Equal(given, slices.Sorted(slices.Values(wanted))) {
			problems = append(problems, fmt.Errorf("quote.yaml: %s is for %s; wanted %s",
				name, strings.Join(given, ", "), strings.Join(wanted, ", ")))
		}
	}
	names := func(match func(Field) bool) (names []string) {
		for _, f := range selectFields(match) {
			names = append(names, f.Name)
		}
		return names
	}
	labels, messages := words.Quote().Labels, words.Quote().Messages
	check("labels.fields", labels.Fields, names(Field.typed))
	check("labels.short", labels.Short, append(names(Field.typed), "consent", RefusedName))
	check("messages.fields", messages.Fields, names(func(f Field) bool { return f.Required }))
	check("messages.doubts", messages.Doubts,
		append(names(func(f Field) bool { return f.Pattern != nil }), "consent", "address"))
	check("photos.problems", words.Quote().Photos.Problems, photoProblemKeys())
	return errors.Join(problems...)
}
