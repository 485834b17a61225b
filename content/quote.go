package content

import "strings"

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
	ByPhone  string        `yaml:"byPhone"`
	Photos   PhotoWords    `yaml:"photos"`
	// By says who answers a request, for each way to answer. [time] and [day] are by when.
	By map[string]string `yaml:"by"`
	// PhoneUse says below the field why a number is asked.
	PhoneUse string `yaml:"phoneUse"`
	// Tool describes the form to assistants, Params those of its fields, by name, whose labels do not say enough.
	Tool   Tool              `yaml:"tool"`
	Params map[string]string `yaml:"params"`
	// Limit is said where there are no scripts to count. [max] is a number.
	Limit string `yaml:"limit"`
}

// PhotoWords is what is said about the photographs of a quote request, apart from the labels of their field.
type PhotoWords struct {
	// Toast says that something is wrong with them, Problems what is wrong, by the keys that package quote knows.
	Toast    Toast             `yaml:"toast"`
	Problems map[string]string `yaml:"problems"`
	// Message precedes the links to them in a lead's message.
	Message string `yaml:"message"`
}

// PhotoWords returns what is said about the photographs of a quote request.
func (s *Site) PhotoWords() PhotoWords { return s.quote.Photos }

// QuoteLabels are the labels of the quote form.
func (s *Site) QuoteLabels() QuoteLabels { return s.quote.Labels }

// QuoteMessages is what visitors are told about their quote requests, with and without JavaScript.
func (s *Site) QuoteMessages() QuoteMessages { return s.quote.Messages }

func (m *QuoteMessages) toasts() []*Toast {
	return []*Toast{&m.Missing, &m.Failed, &m.Received, &m.TooMany, &m.TooLong, &m.Doubtful}
}

// Toasts are all that a visitor can be shown about a quote request.
func (m *QuoteMessages) Toasts() []Toast {
	var all []Toast
	for _, toast := range m.toasts() {
		all = append(all, *toast)
	}
	return all
}

// LongerText is what is said at a field whose text has length characters where max are taken.
func (m *QuoteMessages) LongerText(length, max int) string {
	return strings.NewReplacer("[length]", thousands(length), "[max]", thousands(max)).Replace(m.Longer)
}

// quoteForm is a fresh form.
func (s *Site) quoteForm(info BuildInfo, id, title, source, page string) QuoteForm {
	form := s.quote.form(info, id, title, source, page)
	form.Estimate = s.FormEstimate(nil)
	if !secondForm(id, page) {
		form.Tool = &s.quote.Tool
	}
	form.Windows, form.ConsentVersion = s.QuoteWindows(), s.ConsentVersion()
	return form
}

// QuoteFormProps are the props, by their names in JSON, that all quote forms with these fields have in common.
func (s *Site) QuoteFormProps(fields []QuoteField) map[string]any {
	form := s.quoteForm(BuildInfo{QuoteFields: fields}, "", "", "", "")
	return map[string]any{
		"labels": form.Labels, "fields": form.Fields, "options": form.Options, "messages": form.Messages,
		"windows": form.Windows, "consentVersion": form.ConsentVersion,
	}
}

// secondForm reports whether the page has another form before this one.
func secondForm(id, page string) bool {
	return id == quoteBottomForm || id == contactForm && page == "/"
}

// form is a fresh form without the words of other pages.
func (s *quoteSource) form(info BuildInfo, id, title, source, page string) QuoteForm {
	fields := append([]QuoteField{}, info.QuoteFields...)
	for i := range fields {
		fields[i].Param = s.Params[fields[i].Name]
		switch {
		case fields[i].Name == "phone":
			fields[i].Hint = s.PhoneUse
		case fields[i].Multiline:
			fields[i].Hint = strings.ReplaceAll(s.Limit, "[max]", thousands(fields[i].Max))
		}
	}
	return QuoteForm{
		ID: id, Title: title, Source: source, Page: page, Fields: fields,
		Labels: s.Labels, Options: map[string][]string{"serviceType": s.ServiceTypes,
			"serviceTimeframe": s.ServiceTimeframes},
		Messages: s.Messages, Values: map[string]string{}, Errors: map[string]string{},
	}
}

func (s *quoteSource) check(d *decoder) {
	checkSome(d, &s.Labels.Next, "steps")
	s.checkMore(d)
	if kind := &s.Photos.Toast.Kind; *kind != ToastDestructive {
		d.report(kind, "wanted destructive", "%q is no kind of toast for a problem", *kind)
	}
	m := &s.Messages
	for _, toast := range m.toasts() {
		if toast.Kind != "" && toast.Kind != ToastSuccess && toast.Kind != ToastDestructive {
			d.report(&toast.Kind, "wanted success or destructive", "%q is no kind of toast", toast.Kind)
		}
	}
	for _, text := range []struct {
		pointer *string
		numbers []string
	}{
		{&m.Longer, []string{"[length]", "[max]"}}, {&m.Left, []string{"[count]"}}, {&m.Over, []string{"[count]"}},
		{&s.Limit, []string{"[max]"}},
	} {
		for _, number := range text.numbers {
			if *text.pointer != "" && !strings.Contains(*text.pointer, number) {
				d.report(text.pointer, "wanted "+number+" where the number stands", "the text has no %s", number)
			}
		}
	}
}
