package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// Quote returns the words of the quote form.
func (s *Site) Quote() *wording.Quote { return &s.quote }

// AdsWords are the words about advertisers, and about the companies whose scripts pages load.
func (s *Site) AdsWords() wording.Ads {
	return s.quote.AdsWords(s.Business.SharesWithAds, s.Business.Trackers.Companies())
}

// ErrorTitle stands before the title of a page whose form was rejected.
func (s *Site) ErrorTitle() string { return s.shared.ErrorTitle }

// ConsentVersion identifies the words of the consent to texts. A form posts the version that it showed.
func (s *Site) ConsentVersion() string {
	sum := sha256.Sum256([]byte(s.quote.Labels.More.Consent))
	return hex.EncodeToString(sum[:6])
}

// VCardPath is the path of the company's contact card.
const VCardPath = "/contact.vcf"

// firstFields begin the form: they say whether the company can help, with what, and where to answer.
var firstFields = []string{"zipCode", "serviceType", "phone", "name", "serviceTimeframe"}

func (s *Site) quoteForm(info BuildInfo, id, title, source, page string) QuoteForm {
	src := &s.quote
	fields := append([]QuoteField{}, info.QuoteFields...)
	for i := range fields {
		f := &fields[i]
		f.Param = src.Params[f.Name]
		switch {
		case f.Name == "phone":
			f.Hint = s.AdsWords().Phone
		case f.Multiline:
			f.Hint = strings.ReplaceAll(src.Limit, "[max]", company.Thousands(f.Max))
		}
	}
	place := func(f QuoteField) uint { return uint(slices.Index(firstFields, f.Name)) } // all others have the largest
	slices.SortStableFunc(fields, func(a, b QuoteField) int { return cmp.Compare(place(a), place(b)) })
	form := QuoteForm{
		ID: id, Title: title, Source: source, Page: page, Fields: fields, Labels: src.Labels, Messages: src.Messages,
		Options: map[string][]string{"serviceType": src.ServiceTypes, "serviceTimeframe": src.ServiceTimeframes},
		Values:  map[string]string{}, Errors: map[string]string{}, Estimate: s.FormEstimate(nil),
		ConsentVersion: s.ConsentVersion(), Ahead: map[string]int{},
	}
	if info.Office {
		form.Times = src.Times[s.Business.Booking.Mode]
	}
	form.Labels.More.Photos.TextHref = s.Brand().Text.Href
	if service, ok := s.pages[page].(*servicePage); ok {
		form.NoteHint = service.NoteHint
	}
	for _, choice := range src.ServiceTypes {
		if hours := s.Requested(page, choice).Ahead; hours > 0 {
			form.Ahead[choice] = hours
		}
	}
	if isSecond := id == quoteBottomForm || id == contactForm && page == "/"; !isSecond {
		form.Tool = &src.Tool
	}
	return form
}

// QuoteFormProps returns the props, by their names in JSON, that all quote forms with these fields have in common.
func (s *Site) QuoteFormProps(fields []QuoteField) map[string]any {
	form := s.quoteForm(BuildInfo{QuoteFields: fields}, "", "", "", "")
	return map[string]any{
		"labels": form.Labels, "fields": form.Fields, "options": form.Options, "messages": form.Messages,
		"consentVersion": form.ConsentVersion,
	}
}

// offerServices makes the program's choices those of the company's services, and reports choices that are not offered.
func (s *Site) offerServices(d *load.Decoder) {
	defer func() {
		for _, choice := range d.Choices {
			if *choice != "" && !slices.Contains(s.quote.ServiceTypes, *choice) && !d.BuiltIn(choice) {
				d.Report(choice, "wanted one of "+strings.Join(s.quote.ServiceTypes, ", ")+", or no such line",
					"the form does not offer %q", *choice)
			}
		}
	}()
	if !d.BuiltIn(&s.quote.ServiceTypes) {
		return
	}
	other, offered := s.otherService(), map[string]bool{}
	var own []string
	for _, c := range s.services.Categories {
		if page, ok := s.pages[c.href()].(*categoryPage); ok && c.Whole != nil {
			offered[page.Contact.ServiceType] = true
		}
		for _, service := range c.Services {
			page, ok := s.pages[service.href()].(*servicePage)
			if !ok {
				continue
			}
			choice := &page.Contact.ServiceType
			if *choice == "" || *choice == other || d.BuiltIn(choice) && !service.isNamed(*choice) {
				*choice = service.Name // its page may have a price of its own
			}
			if offered[*choice] = true; *choice == service.Name && !slices.Contains(s.quote.ServiceTypes, *choice) {
				own = append(own, *choice)
			}
		}
	}
	program := slices.DeleteFunc(slices.Clone(s.quote.ServiceTypes), func(choice string) bool {
		return !offered[choice]
	})
	s.quote.ServiceTypes = append(append(program, own...), other)
}

// QuoteForm is the props of one quote form.
type QuoteForm struct {
	// ID is unique on the page and prefixes the ids of the form's controls.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Source is the lead's source, one of the specification's three.
	Source string              `json:"source"`
	Page   string              `json:"page"`
	Labels wording.QuoteLabels `json:"labels"`
	Fields []QuoteField        `json:"fields"`
	// Options are the choices of a field, by its name; the other fields are typed.
	Options map[string][]string `json:"options"`
	// Messages are the texts that the hydrated form shows by itself, the same as the server's.
	Messages wording.QuoteMessages `json:"messages"`
	// Values are the texts that the visitor typed, or the initial ones, by field; fields may be missing.
	Values map[string]string `json:"values"`
	// Asked are the names of the fields that the form has asked about, with spaces; it posts them and asks once.
	Asked  string            `json:"asked"`
	Errors map[string]string `json:"errors"`
	// Result is the outcome of the last submission, which the form shows; null for a new form.
	Result         *wording.Toast `json:"result"`
	ConsentVersion string         `json:"consentVersion"`
	// Folded leaves the note and the optional part behind a line: the form stands in a first screen.
	Folded bool      `json:"folded,omitempty"`
	More   QuoteMore `json:"more"`
	// Ahead is how many hours ahead a job is booked, by the choice of the service; those without are booked at once.
	Ahead map[string]int `json:"ahead,omitempty"`
	// NoteHint is the placeholder of the message on this page, by default that of Labels.
	NoteHint string `json:"noteHint,omitempty"`
	// Times says below the button that a time can be picked next; empty if it cannot.
	Times    string       `json:"times,omitempty"`
	Estimate FormEstimate `json:"estimate"`
	// Tool describes the form to assistants; it is nil in a second form of the same page.
	Tool *wording.Tool `json:"tool,omitempty"`
	// Action is the address that an exported page's form posts to; empty if the program serves the page.
	Action string `json:"action,omitempty"`
}

// QuoteField is one field of the form.
type QuoteField struct {
	// Name is the field's name in posts, and the key of its label and messages.
	Name      string `json:"name"`
	Required  bool   `json:"required,omitempty"`
	Multiline bool   `json:"multiline,omitempty"`
	// Max is the maximum length of a text, in Unicode code points.
	Max int `json:"max"`
	// Hint is the text below the field: the reason for it, or Max, for browsers without scripts to count.
	Hint string `json:"hint,omitempty"`
	// Param describes the field to an assistant, if its label does not.
	Param string `json:"param,omitempty"`
	// Pattern is an expression, with the flag u; the form asks about a text that does not match it.
	Pattern      string `json:"pattern,omitempty"`
	Type         string `json:"type,omitempty"`
	InputMode    string `json:"inputMode,omitempty" tstype:"'tel' | 'email' | 'numeric'"`
	AutoComplete string `json:"autoComplete,omitempty"`
}

// QuoteMore is the state of the form's optional part, after the fields.
type QuoteMore struct {
	Contact string `json:"contact"`
	Consent bool   `json:"consent"`
}
