package content

import (
	"maps"
	"slices"
	"strings"
)

// quoteSource is quote.yaml.
type quoteSource struct {
	ServiceTypes      []string `yaml:"serviceTypes"`
	ServiceTimeframes []string `yaml:"serviceTimeframes"`
	Sources           struct {
		Hero    string `yaml:"hero"`
		Quote   string `yaml:"quote"`
		Contact string `yaml:"contact"`
	} `yaml:"sources"`
	Labels   QuoteLabels   `yaml:"labels"`
	Messages QuoteMessages `yaml:"messages"`
}

// requiredFields are the fields that the specification requires, in the order of the form.
var requiredFields = []string{"name", "phone", "serviceType", "zipCode", "serviceTimeframe"}

// QuoteMessages is what visitors are told about their quote requests, with and without JavaScript.
func (s *Site) QuoteMessages() QuoteMessages { return s.quote.Messages }

// form is a fresh form.
func (s *quoteSource) form(id, title, source, page string) QuoteForm {
	return QuoteForm{
		ID: id, Title: title, Source: source, Page: page,
		Labels: s.Labels, ServiceTypes: s.ServiceTypes, ServiceTimeframes: s.ServiceTimeframes,
		Messages: s.Messages, Errors: map[string]string{},
	}
}

func (s *quoteSource) check(b *binder) {
	m := &s.Messages
	for _, toast := range []*Toast{&m.Missing, &m.Failed, &m.Received, &m.TooMany} {
		if toast.Kind != "" && toast.Kind != ToastSuccess && toast.Kind != ToastDestructive {
			b.wrong(&toast.Kind, "wanted success or destructive", "%q is no kind of toast", toast.Kind)
		}
	}
	given, wanted := slices.Sorted(maps.Keys(m.Fields)), slices.Sorted(slices.Values(requiredFields))
	if m.Fields != nil && !slices.Equal(given, wanted) {
		b.wrong(&m.Fields, "wanted "+strings.Join(requiredFields, ", "), "there are messages for %s", strings.Join(given, ", "))
	}
}
