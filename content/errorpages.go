package content

import "haulfront/content/wording"

type errorsSource struct {
	NotFound struct {
		MetaTitle, MetaDescription, Title, Text, HomeLabel string

		Links []Link
	}
	Failures wording.Failures
}

// ErrorKind is the reason for an error page.
type ErrorKind int

// The kinds of error, with their HTTP statuses.
const (
	ErrorInternal             ErrorKind = iota // 500: an internal error
	ErrorBusy                                  // 503: overload
	ErrorTooManyRequests                       // 429: a rate limit
	ErrorBadRequest                            // 400: a malformed request
	ErrorCrossOrigin                           // 403: a post from a page of another site
	ErrorMethodNotAllowed                      // 405: a method that the path does not support
	ErrorTooLarge                              // 413: a body over the limit
	ErrorUnsupportedMediaType                  // 415: a body that is neither a form nor JSON
	ErrorHeadersTooLarge                       // 431: a header over the limit, in practice too many cookies
	ErrorGone                                  // 410: a photograph that was removed, or whose link has expired

	ErrorKinds // their number
)

// NotFound is the page of every unknown path.
func (s *Site) NotFound(info BuildInfo) NotFoundPage {
	src := &s.errors.NotFound
	return NotFoundPage{ErrorPage: ErrorPage{
		Layout: s.pageLayout(info, "", QuoteContact, noIndexMeta(src.MetaTitle, src.MetaDescription)),
		Title:  src.Title, Text: src.Text, Home: Link{src.HomeLabel, "/"},
	}, Links: src.Links}
}

// ErrorToast says the same as the error page of a kind of error.
func (s *Site) ErrorToast(kind ErrorKind) wording.Toast {
	src := &s.errors.Failures
	text := [ErrorKinds]wording.Step{
		ErrorInternal: src.Server, ErrorBusy: src.Busy, ErrorTooManyRequests: src.TooMany, ErrorBadRequest: src.Request,
		ErrorCrossOrigin: src.Foreign, ErrorMethodNotAllowed: src.Method, ErrorTooLarge: src.TooLarge,
		ErrorUnsupportedMediaType: src.MediaType, ErrorHeadersTooLarge: src.Headers, ErrorGone: src.Gone,
	}[kind]
	return wording.Toast{Kind: wording.ToastDestructive, Title: text.Title, Description: text.Text}
}

// Failure is a page with the text of a toast, for an error or a page that cannot be rendered. Contacts lead to quote.
func (s *Site) Failure(info BuildInfo, quote string, toast wording.Toast) ErrorPage {
	meta := noIndexMeta(toast.Title+" | "+s.Business.ShortName, toast.Description)
	return ErrorPage{Layout: s.pageLayout(info, "", quote, meta), Title: toast.Title, Text: toast.Description,
		Home: Link{s.errors.Failures.HomeLabel, "/"}}
}

func noIndexMeta(title, description string) Meta {
	return Meta{Title: title, Description: description, Keywords: []string{}, Type: "website", NoIndex: true,
		StructuredData: []string{}}
}
