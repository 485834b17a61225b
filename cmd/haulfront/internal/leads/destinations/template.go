package destinations

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content/contact"
)

// Template is the settings of any other receiver of JSON. A file describes the body: it is JSON whose texts contain
// fields of the lead in braces, {"contact": {"name": "{name}"}, "tags": ["website"]}. "{{" and "}}" are literal braces.
type Template struct {
	LeadTemplateFile string `env:"LEAD_TEMPLATE_FILE" help:"JSON file to post for each lead, its fields in braces."`

	LeadTemplateURL           string `name:"lead-template-url" env:"LEAD_TEMPLATE_URL" help:"Where it is posted."`
	LeadTemplateAuthorization string `env:"LEAD_TEMPLATE_AUTHORIZATION" help:"Authorization header of these posts."`
}

func (Template) name() string { return "template" }

func (s Template) open() (*Destination, error) {
	switch {
	case s == Template{}:
		return nil, nil
	case s.LeadTemplateFile == "":
		other := "LEAD_TEMPLATE_URL"
		if s.LeadTemplateURL == "" {
			other = "LEAD_TEMPLATE_AUTHORIZATION"
		}
		return nil, fmt.Errorf("LEAD_TEMPLATE_FILE is %q; want a file of JSON, because %s is set", "", other)
	case s.LeadTemplateURL == "":
		return nil, errors.New(`LEAD_TEMPLATE_URL is ""; want an address, because LEAD_TEMPLATE_FILE is set`)
	}
	u, err := address("LEAD_TEMPLATE_URL", s.LeadTemplateURL)
	if strings.ContainsAny(s.LeadTemplateAuthorization, "\r\n\x00") {
		err = errors.Join(err, fmt.Errorf("LEAD_TEMPLATE_AUTHORIZATION is %q; want one line", "…"))
	}
	t, fileErr := readTemplate(s.LeadTemplateFile)
	if err := errors.Join(err, fileErr); err != nil {
		return nil, err
	}
	d := newDestination(s.name(), u, t.body)
	if s.LeadTemplateAuthorization != "" {
		d.header.Set("Authorization", s.LeadTemplateAuthorization)
	}
	return d, nil
}

// templateFields returns the fields that a template may name, with their values.
func templateFields(l journal.Lead) map[string]string {
	first, last := splitName(l.Name)
	fields := map[string]string{
		"id": l.ID, "received": l.Received.UTC().Format(time.RFC3339), "page": l.Page,
		"firstName": first, "lastName": last, "summary": notes(l),
		"phoneDigits": contact.ParsePhone(l.Phone).Number,
	}
	for _, f := range quote.Recorded() {
		fields[f.Name] = f.Text(&l.Request)
	}
	return fields
}

// A template is a text of JSON, cut at the strings in it that name fields.
type template struct{ parts []templatePart }

// A templatePart is a piece of JSON that is sent as it is, or a string with fields.
type templatePart struct{ literal, fields string }

func readTemplate(path string) (*template, error) {
	var t *template
	data, err := os.ReadFile(path)
	if err == nil {
		t, err = parseTemplate(path, data)
	}
	if err != nil {
		return nil, fmt.Errorf("LEAD_TEMPLATE_FILE: %w", err)
	}
	return t, nil
}

// parseTemplate cuts a template. Its error names every problem with file, line and fix.
func parseTemplate(file string, data []byte) (*template, error) {
	at := func(offset int64, format string, args ...any) error {
		line := 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
		return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
	}
	var whole map[string]any
	if err := json.Unmarshal(data, &whole); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, at(syntax.Offset, "this is not JSON: %v", syntax)
		}
		return nil, at(0, "want a JSON object")
	}
	known := templateFields(journal.Lead{})
	var t template
	var problems []error
	var done int64
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		before := d.InputOffset()
		value, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, at(d.InputOffset(), "this is not JSON: %v", err)
		}
		text, isString := value.(string)
		if !isString || !strings.ContainsAny(text, "{}") {
			continue
		}
		end := d.InputOffset()
		isKey := bytes.HasPrefix(bytes.TrimLeft(data[end:], " \t\r\n"), []byte(":"))
		if isKey {
			problems = append(problems, at(end, "the name %q has braces; want them in a value", text))
			continue
		}
		problems = append(problems,
			checkFields(text, known, func(format string, args ...any) error { return at(end, format, args...) })...)
		start := before + int64(bytes.IndexByte(data[before:], '"')) // after a comma or colon, and spaces
		t.parts = append(t.parts, templatePart{literal: string(data[done:start])}, templatePart{fields: text})
		done = end
	}
	t.parts = append(t.parts, templatePart{literal: string(data[done:])})
	return &t, errors.Join(problems...)
}

// placeholder matches two braces, a field, or a brace without its other.
var placeholder = regexp.MustCompile(`\{\{|\}\}|\{[^{}]*\}|[{}]`)

// checkFields returns the problems of the fields in a string.
func checkFields(text string, known map[string]string, problem func(string, ...any) error) (problems []error) {
	for _, match := range placeholder.FindAllString(text, -1) {
		_, ok := known[strings.Trim(match, "{}")]
		switch {
		case ok, match == "{{", match == "}}":
		case len(match) == 1:
			problems = append(problems,
				problem("%q has a single %s; want a field in braces, or %s%s", text, match, match, match))
		default:
			problems = append(problems, problem("there is no field %s; want one of {%s}", match,
				strings.Join(slices.Sorted(maps.Keys(known)), "}, {")))
		}
	}
	return problems
}

// body returns the template with a lead's fields.
func (t *template) body(l journal.Lead) []byte {
	fields := templateFields(l)
	var b bytes.Buffer
	for _, part := range t.parts {
		b.WriteString(part.literal)
		if part.fields == "" {
			continue
		}
		b.Write(marshal(placeholder.ReplaceAllStringFunc(part.fields, func(match string) string {
			if match == "{{" || match == "}}" {
				return match[:1]
			}
			return fields[strings.Trim(match, "{}")]
		})))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, b.Bytes()); err != nil {
		panic("destinations: a template that was checked is not JSON: " + err.Error())
	}
	return compact.Bytes()
}
