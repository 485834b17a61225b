package quote

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/content"
	"haulfront/content/load"
)

// A Form is a quote form as it was posted, with the facts of its HTTP request.
type Form struct {
	// Words is the content of the site that serves the request, BaseURL the site's address without a slash at the end.
	Words   *content.Site
	BaseURL string
	Values  url.Values
	Upload  *upload.Form // the photographs; nil for a form that cannot have any
	// TooLarge reports that the form has more bytes than allowed; Values may lack some.
	TooLarge bool
	Referrer *url.URL          // the address of the form's page; nil if it is unknown or another site's
	OptedOut bool              // the visitor's browser asks not to be tracked
	At       time.Time         // of the request
	Estimate *content.Estimate // what came with the form; nil without one
}

// A Post is a quote form that was read.
type Post struct {
	*Form
	// Shown is Words in the language of the form's page.
	Shown *content.Site
	// Request has the visitor's own message, see ForOwner.
	Request Request
	// Page is the path of the form's page, FormID its id there, Key its key for repeats.
	Page, FormID, Key string
	Exported          bool   // the page is from an export, which another web server serves
	Token             string // the visitor's anonymous session with the backend; "" without one
	// Note is about the photographs, at the end of the message. Two posts of the same form may differ in it.
	Note  string
	asked []string // the Asked of an earlier Result
}

// HoneypotName is the name of the honeypot, a field that is invisible to people; a bot that fills in every field fills
// it in too. No autofill recognizes the word: not Chromium's (autofill_regex_constants.h), nor Firefox's
// (HeuristicsRegExp.sys.mjs), nor Bitwarden's (autofill-constants.ts), as of 2026.
const HoneypotName = "subject"

// Maximum sizes of a form's metadata in bytes. Longer values are ignored; the ids and keys that our pages make are
// shorter.
const (
	maxFormID = 64
	maxKey    = 128
	maxAsked  = 128
	maxToken  = 4 << 10 // anonymous sessions have about a thousand bytes
)

// tokenForm matches what looks like a JSON Web Token (RFC 7519, section 3: base64url parts between dots). A token
// becomes a header; the backend decides whether it is valid.
var tokenForm = regexp.MustCompile(`^[\w-]*\.[\w-]*\.[\w-]*$`)

// Read reads a form of a site that has the pages for whose paths hasPage returns true. An unknown page or source must
// not lose a lead: it becomes the home page or the general source.
func Read(f *Form, hasPage func(path string) bool) *Post {
	metadata := func(name string, limit int) string {
		if value := f.Values.Get(name); len(value) <= limit {
			return value
		}
		return ""
	}
	p := &Post{Form: f, Page: f.Values.Get("page"), FormID: metadata("form", maxFormID), Key: metadata("key", maxKey),
		Token: metadata("token", maxToken), Exported: f.Values.Get("exported") != "",
		asked: strings.Fields(metadata("asked", maxAsked))}
	if !hasPage(p.Page) {
		p.Page = "/"
	}
	p.Shown = f.Words.For(p.Page)
	if !tokenForm.MatchString(p.Token) {
		p.Token = ""
	}
	for _, field := range fields {
		switch {
		case field.part == nil:
			field.SetText(&p.Request, f.Values.Get(field.Name))
		case field.part.read != nil:
			field.part.read(p)
		}
	}
	p.Request = p.Request.Clean()
	if !ValidSource(p.Request.Source) {
		p.Request.Source = SourceContact
	}
	return p
}

// ForOwner returns the request with the service that the form has no choice for before the visitor's own message, and
// everything optional after it, so that both outgoing bodies and all mails contain it.
func (p *Post) ForOwner() Request {
	r := p.Request
	var lines, paragraphs []string
	for _, f := range Optional() {
		switch note := p.note(f); {
		case note == "":
		case f.part != nil && f.part.paragraph:
			paragraphs = append(paragraphs, note)
		default:
			lines = append(lines, note)
		}
	}
	service := p.Words.UnnamedService(p.Page, r.ServiceType)
	if strings.HasPrefix(strings.ToLower(r.Message), strings.ToLower(service)) {
		service = "" // in the visitor's own words
	}
	r.Message = Paragraphs(append([]string{service, r.Message, strings.Join(lines, "\n")}, paragraphs...)...)
	return r
}

func (p *Post) note(f Field) string {
	switch {
	case f.part == nil:
		return labeled(load.Capitalize(p.Words.QuoteLabels().Short[f.Name])+": ", f.Text(&p.Request))
	case f.part.note != nil:
		return f.part.note(p)
	}
	return ""
}

// Paragraphs joins texts with an empty line between them. Empty texts are left out.
func Paragraphs(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n\n")
}
