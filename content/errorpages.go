package content

// errorsSource is errors.yaml.
type errorsSource struct {
	NotFound struct {
		MetaTitle       string `yaml:"metaTitle"`
		MetaDescription string `yaml:"metaDescription"`
		Title           string `yaml:"title"`
		Text            string `yaml:"text"`
		HomeLabel       string `yaml:"homeLabel"`
		Links           []Link `yaml:"links"`
	} `yaml:"notFound"`
	Failures struct {
		HomeLabel string  `yaml:"homeLabel"`
		Server    failure `yaml:"server"`
		Busy      failure `yaml:"busy"`
		TooMany   failure `yaml:"tooMany"`
		Request   failure `yaml:"request"`
		Foreign   failure `yaml:"foreign"`
		Method    failure `yaml:"method"`
		TooLarge  failure `yaml:"tooLarge"`
		MediaType failure `yaml:"mediaType"`
		Headers   failure `yaml:"headers"`
	} `yaml:"failures"`
}

type failure struct {
	Title string `yaml:"title"`
	Text  string `yaml:"text"`
}

// ErrorKind is why a page could not be shown.
type ErrorKind int

// The faults, with the statuses that they go with.
const (
	// ErrorInternal is the program's own: 500.
	ErrorInternal ErrorKind = iota
	// ErrorBusy is more work than the program can take on at the moment: 503.
	ErrorBusy
	// ErrorTooManyRequests is more requests from one address than are allowed: 429.
	ErrorTooManyRequests
	// ErrorBadRequest is a request that makes no sense: 400.
	ErrorBadRequest
	// ErrorCrossOrigin is a request that another site sent: 403.
	ErrorCrossOrigin
	// ErrorMethodNotAllowed is a method that the path does not take: 405.
	ErrorMethodNotAllowed
	// ErrorTooLarge is a body over the limit: 413.
	ErrorTooLarge
	// ErrorUnsupportedMediaType is a body that is neither a form nor JSON: 415.
	ErrorUnsupportedMediaType
	// ErrorHeadersTooLarge is a head over the limit, in practice too many cookies: 431.
	ErrorHeadersTooLarge

	faults
)

// ErrorKinds lists all faults.
func ErrorKinds() []ErrorKind {
	all := make([]ErrorKind, faults)
	for i := range all {
		all[i] = ErrorKind(i)
	}
	return all
}

// NotFound is the page of every unknown path.
func (s *Site) NotFound(info BuildInfo) NotFoundPage {
	src := &s.errors.NotFound
	return NotFoundPage{
		Layout: s.pageLayout(info, "", quoteContact, noIndexMeta(src.MetaTitle, src.MetaDescription)),
		Title:  src.Title, Text: src.Text, Home: Link{src.HomeLabel, "/"}, Links: src.Links,
	}
}

// Failure is the page that is shown where another could not be.
func (s *Site) Failure(info BuildInfo, fault ErrorKind) ErrorPage {
	src := &s.errors.Failures
	what := [faults]failure{
		ErrorInternal: src.Server, ErrorBusy: src.Busy, ErrorTooManyRequests: src.TooMany, ErrorBadRequest: src.Request,
		ErrorCrossOrigin: src.Foreign, ErrorMethodNotAllowed: src.Method, ErrorTooLarge: src.TooLarge, ErrorUnsupportedMediaType: src.MediaType,
		ErrorHeadersTooLarge: src.Headers,
	}[fault]
	return ErrorPage{
		Layout: s.pageLayout(info, "", quoteContact, noIndexMeta(what.Title+" | "+s.business.ShortName, what.Text)),
		Title:  what.Title, Text: what.Text, Home: Link{src.HomeLabel, "/"},
	}
}

// Notice is the page that says no more than a toast does, where the page that should show the toast could not be made.
func (s *Site) Notice(info BuildInfo, toast Toast) ErrorPage {
	return ErrorPage{
		Layout: s.pageLayout(info, "", quotePath, noIndexMeta(toast.Title+" | "+s.business.ShortName, toast.Description)),
		Title:  toast.Title, Text: toast.Description, Home: Link{s.errors.Failures.HomeLabel, "/"},
	}
}

// unlisted is the meta data of a page that search engines are to leave out.
func noIndexMeta(title, description string) Meta {
	return Meta{Title: title, Description: description, Keywords: []string{}, Type: "website", NoIndex: true, StructuredData: []string{}}
}
