package quote

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/content"
	"haulfront/content/load"
)

// A Post is one post of a quote form: with the facts of its HTTP request, as it is read, and as it is stored. A request
// that the office enters has no form.
type Post struct {
	// Words is the content of the site that serves the request, BaseURL the site's address without a slash at the end.
	Words   *content.Site
	BaseURL string
	Values  url.Values
	Upload  *upload.Form // the photographs, which Close removes; nil for a form that cannot have any
	// TooLarge reports that the form has more bytes than allowed; Values may lack some.
	TooLarge bool
	Referrer *url.URL          // the address of the form's page; nil if it is unknown or another site's
	OptedOut bool              // the visitor's browser asks not to be tracked
	At       time.Time         // of the request
	Estimate *content.Estimate // what came with the form; nil without one

	// Request is what the visitor typed, with their own message, see ForOwner.
	Request
	// Shown is Words in the language of the form's page.
	Shown  *content.Site
	FormID string   // the form's id on its page
	asked  []string // the Asked of an earlier Result

	Key   string // made by the form at first submit; empty without JavaScript
	Token string // the visitor's backend session, used for the email function and never stored; "" without one
	// Note is about the photographs, at the end of the message. Two posts of the same form may differ in it.
	Note       string
	Quarantine bool // hold all deliveries until an operator releases the lead
	// Enter, if not nil, does the office's part of a lead that the office itself enters, in the lead's transaction.
	// Nobody is notified of such a lead. After an error, it is not stored.
	Enter func(tx *sql.Tx, id string) error
}

// Close removes the files of the photographs.
func (p *Post) Close() {
	if p.Upload != nil {
		p.Upload.Close()
	}
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

// Read reads the form of a post, whose facts of the HTTP request are set, to a site that has the pages for whose paths
// hasPage returns true. An unknown page or source must not lose a lead: it becomes the home page or the general source.
func (p *Post) Read(hasPage func(path string) bool) {
	metadata := func(name string, limit int) string {
		if value := p.Values.Get(name); len(value) <= limit {
			return value
		}
		return ""
	}
	p.FormID, p.Key, p.Token = metadata("form", maxFormID), metadata("key", maxKey), metadata("token", maxToken)
	p.asked = strings.Fields(metadata("asked", maxAsked))
	if p.Page = p.Values.Get("page"); !hasPage(p.Page) {
		p.Page = "/"
	}
	p.Shown = p.Words.For(p.Page)
	if !tokenForm.MatchString(p.Token) {
		p.Token = ""
	}
	for _, field := range fields {
		switch {
		case field.part == nil:
			field.SetText(&p.Request, p.Values.Get(field.Name))
		case field.part.read != nil:
			field.part.read(p)
		}
	}
	p.Request = p.Request.Clean()
	if !ValidSource(p.Source) {
		p.Source = SourceContact
	}
}

// ForOwner returns the post as it is stored: with the signs of spam, with the service that the form has no choice for
// before the visitor's own message, and with everything optional after it, so that both outgoing bodies and all mails
// contain it.
func (p *Post) ForOwner() Post {
	stored := *p
	stored.SpamReason, stored.Quarantine = p.Spam()
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
	service := p.Words.UnnamedService(p.Page, p.ServiceType)
	if strings.HasPrefix(strings.ToLower(p.Message), strings.ToLower(service)) {
		service = "" // in the visitor's own words
	}
	stored.Message = Paragraphs(append([]string{service, p.Message, strings.Join(lines, "\n")}, paragraphs...)...)
	return stored
}

func (p *Post) note(f Field) string {
	switch {
	case f.part == nil:
		return labeled(load.Capitalize(p.Words.Quote().Labels.Short[f.Name])+": ", f.Text(&p.Request))
	case f.part.note != nil:
		return f.part.note(p)
	}
	return ""
}

// Digest returns a hash of the form's key and everything that the visitor sent, without anything that differs between
// two posts of the same form. Each part is preceded by its length, so that no two different forms have the same digest.
func (p Post) Digest() [sha256.Size]byte {
	h := sha256.New()
	parts := []string{p.Key}
	for _, f := range Recorded() {
		parts = append(parts, f.Text(&p.Request))
	}
	for _, photo := range p.Photos {
		parts = append(parts, string(photo.Digest[:]))
	}
	if p.Extra.Refused != nil {
		parts = append(parts, fmt.Sprint(p.Extra.Refused)) // sorted by its keys
	}
	for _, part := range parts {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Paragraphs joins texts with an empty line between them. Empty texts are left out.
func Paragraphs(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n\n")
}
