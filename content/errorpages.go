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

// Fault is why a page could not be shown.
type Fault int

// The faults, with the statuses that they go with.
const (
	// FaultServer is the program's own: 500.
	FaultServer Fault = iota
	// FaultBusy is more work than the program can take on at the moment: 503.
	FaultBusy
	// FaultTooMany is more requests from one address than are allowed: 429.
	FaultTooMany
	// FaultRequest is a request that makes no sense: 400.
	FaultRequest
	// FaultForeign is a request that another site sent: 403.
	FaultForeign
	// FaultMethod is a method that the path does not take: 405.
	FaultMethod
	// FaultTooLarge is a body over the limit: 413.
	FaultTooLarge
	// FaultMediaType is a body that is neither a form nor JSON: 415.
	FaultMediaType
	// FaultHeaders is a head over the limit, in practice too many cookies: 431.
	FaultHeaders

	faults
)

// Faults lists all faults.
func Faults() []Fault {
	all := make([]Fault, faults)
	for i := range all {
		all[i] = Fault(i)
	}
	return all
}

// NotFound is the page of every unknown path.
func (s *Site) NotFound(f Frame) NotFoundPage {
	src := &s.errors.NotFound
	return NotFoundPage{
		Layout: s.frame(f, "", quoteContact, unlisted(src.MetaTitle, src.MetaDescription)),
		Title:  src.Title, Text: src.Text, Home: Link{src.HomeLabel, "/"}, Links: src.Links,
	}
}

// Failure is the page that is shown where another could not be.
func (s *Site) Failure(f Frame, fault Fault) ErrorPage {
	src := &s.errors.Failures
	what := [faults]failure{
		FaultServer: src.Server, FaultBusy: src.Busy, FaultTooMany: src.TooMany, FaultRequest: src.Request,
		FaultForeign: src.Foreign, FaultMethod: src.Method, FaultTooLarge: src.TooLarge, FaultMediaType: src.MediaType,
		FaultHeaders: src.Headers,
	}[fault]
	return ErrorPage{
		Layout: s.frame(f, "", quoteContact, unlisted(what.Title+" | "+s.business.ShortName, what.Text)),
		Title:  what.Title, Text: what.Text, Home: Link{src.HomeLabel, "/"},
	}
}

// Notice is the page that says no more than a toast does, where the page that should show the toast could not be made.
func (s *Site) Notice(f Frame, toast Toast) ErrorPage {
	return ErrorPage{
		Layout: s.frame(f, "", quotePath, unlisted(toast.Title+" | "+s.business.ShortName, toast.Description)),
		Title:  toast.Title, Text: toast.Description, Home: Link{s.errors.Failures.HomeLabel, "/"},
	}
}

// unlisted is the meta data of a page that search engines are to leave out.
func unlisted(title, description string) Meta {
	return Meta{Title: title, Description: description, Keywords: []string{}, Type: "website", NoIndex: true, StructuredData: []string{}}
}
