package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// quoteSource is quote.yaml.
type quoteSource struct {
	ServiceTypes, ServiceTimeframes []string

	Sources  struct{ Hero, Quote, Contact string }
	Labels   QuoteLabels
	Messages QuoteMessages
	ByPhone  string
	Photos   PhotoWords
	// By maps each way to answer to the promise of an answer, by [time] on [day].
	By map[string]string
	// ByOutside is the same for a ZIP code that may be too far: nobody may come to look.
	ByOutside map[string]string
	PhoneUse  string
	// Ads is what visitors read if requests are exported for ads, and if they are not.
	Ads struct{ Shared, NotShared adsWords }
	// Tool describes the form to assistants, Params the fields whose labels do not say enough, by name.
	Tool   Tool
	Params map[string]string
	// Limit stands below a text, for browsers without scripts to count. [max] is a number.
	Limit string `places:"[max]"`
}

// adsWords say what advertisers get: below the form's phone number, where empty is PhoneUse, and on the privacy page.
type adsWords struct {
	Phone   string `yaml:",omitempty"`
	Privacy string
}

func (s *Site) adsWords() adsWords {
	words := s.quote.Ads.NotShared
	if s.Business.SharesWithAds {
		words = s.quote.Ads.Shared
	}
	words.Phone = cmp.Or(words.Phone, s.quote.PhoneUse)
	return words
}

// PhotoWords are the words about the photographs of a quote request, apart from the labels of their field.
type PhotoWords struct {
	// Toast reports that something is wrong with them. Problems describe what, by the keys of package quote.
	Toast    Toast
	Problems map[string]string
	// Message precedes the links to them in a lead's message.
	Message string
}

// PhotoWords returns the words about the photographs of a quote request.
func (s *Site) PhotoWords() PhotoWords { return s.quote.Photos }

// ErrorTitle stands before the title of a page whose form was rejected.
func (s *Site) ErrorTitle() string { return s.shared.ErrorTitle }

// QuoteLabels returns the labels of the quote form.
func (s *Site) QuoteLabels() QuoteLabels { return s.quote.Labels }

// Option returns the label of an option of the form.
func (l *QuoteLabels) Option(value string) string { return cmp.Or(l.Options[value], value) }

// QuoteMessages returns the messages about quote requests, with and without JavaScript.
func (s *Site) QuoteMessages() QuoteMessages { return s.quote.Messages }

// LongerText returns the error of a field whose text has length characters, over its limit of max.
func (m *QuoteMessages) LongerText(length, max int) string {
	return strings.NewReplacer("[length]", company.Thousands(length), "[max]", company.Thousands(max)).Replace(m.Longer)
}

// contactWays are the values of the field "contact", the usual one first.
var contactWays = []string{"call", "text", "email"}

// ConsentVersion identifies the words that a visitor who wants texts may agree to. A form posts the version that it
// showed.
func (s *Site) ConsentVersion() string {
	sum := sha256.Sum256([]byte(s.quote.Labels.More.Consent))
	return hex.EncodeToString(sum[:6])
}

// receivedScene is the drawing of the confirmation.
const receivedScene = "quote-received"

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
			f.Hint = s.adsWords().Phone
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
		ConsentVersion: s.ConsentVersion(), Picture: info.Assets.Scenes[receivedScene].Src,
	}
	form.Labels.More.Photos.TextHref = s.Brand().Text.Href
	if service, ok := s.pages[page].(*servicePage); ok {
		form.NoteHint = service.NoteHint
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

func (s *quoteSource) Check(d *load.Decoder) {
	var ways []string
	for _, choice := range s.Labels.More.Ways {
		ways = append(ways, choice.Value)
	}
	if !slices.Equal(ways, contactWays) {
		d.Report(&s.Labels.More.Ways, "wanted "+strings.Join(contactWays, ", "), "the values are %s",
			strings.Join(ways, ", "))
	}
	for _, by := range []*map[string]string{&s.By, &s.ByOutside} {
		for _, way := range contactWays {
			if text := (*by)[way]; !strings.Contains(text, "[time]") || !strings.Contains(text, "[day]") {
				d.Report(by, "wanted call, text and email, each with [time] and [day] where they stand",
					"%s is %q", way, text)
			}
		}
	}
	if kind := &s.Photos.Toast.Kind; *kind != ToastDestructive {
		d.Report(kind, "wanted destructive", "%q is no kind of toast for a problem", *kind)
	}
	m := &s.Messages
	for _, toast := range []*Toast{&m.Missing, &m.Failed, &m.Received, &m.TooMany, &m.TooLong, &m.Question} {
		if toast.Kind != "" && toast.Kind != ToastSuccess && toast.Kind != ToastDestructive {
			d.Report(&toast.Kind, "wanted success or destructive", "%q is no kind of toast", toast.Kind)
		}
	}
}

// serviceTypes is the list of the form's services, of which other files name one.
const serviceTypes = "serviceTypes"
