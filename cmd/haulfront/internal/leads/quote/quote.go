// Package quote is the quote request, from the form that a visitor posts to the words that the owner and the visitor
// read.
//
// # Fields
//
// All forms of the site have the same fields (specification, section 3). One table defines every field, see [Field]:
// its name, whether it is required, how long it may be, how it is read, cleaned, logged and stored, and what it adds to
// the message, to "haulfront leads" and to the export. Values are free text: the specification has no rules for formats
// or lists, so there are none here, and a ZIP code of "near the lake" is a valid lead.
//
// # From a form to a lead
//
// Package web turns an HTTP request into a [Post]. Then:
//
//  1. [Post.Read] reads its clean [Request].
//  2. [Post.Check] requires that the required fields are not empty and that no text is longer than a person would
//     write, asks once about an answer that cannot be right, such as half of a phone number, and checks the
//     photographs without decoding them. None of them costs a lead.
//  3. [Post.AddPhotos] converts the photographs (package upload), and names those that cannot be kept.
//  4. [Post.ForOwner] finds signs of spam ([Post.Spam]), and puts everything optional into the message, so that both
//     outgoing bodies ([Request.WebhookBody], [Request.EmailBody]), the mails and all destinations contain it.
//
// Package outbox stores that post as a lead of package journal, which has the Request inside, and delivers it. A
// [Result] is the answer to the visitor; web turns it into a page, a redirect or JSON.
//
// The journal keeps the fields that have a column, and the others as one column of JSON ([Extra]).
//
// # Concurrency
//
// The package has no state, and does no I/O but reading the files of an upload. A Request is a plain value; copies
// share its Extra and its photographs, which are not modified after Read and AddPhotos.
package quote

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"time"
	"unicode"
)

// The values of Source: the form that a request came from (specification, section 3).
const (
	SourceHero    = "Homepage Hero Form"
	SourceGet     = "Get Quote Page Form"
	SourceContact = "Website Contact Form"
)

// ValidSource reports whether s is the source of one of the site's forms.
func ValidSource(s string) bool { return s == SourceHero || s == SourceGet || s == SourceContact }

// A Request is one completed quote form. The names in JSON are those of the office's notices in journals.
type Request struct {
	Name             string
	Email            string // optional
	Phone            string
	ServiceType      string  `json:"Service"`
	ZIPCode          string  `json:"ZIP"`
	ServiceTimeframe string  `json:"Timeframe"`
	Message          string  `json:"-"` // optional; may have several lines
	Source           string  `json:"-"` // the form, see ValidSource
	Page             string  `json:"-"` // path of the page whose form it is
	SpamReason       string  // signs of spam, also of a request that is delivered; empty without any
	Extra            Extra   `json:"-"`
	Photos           []Photo `json:"-"`
}

// LogValue implements slog.LogValuer without personal data.
func (r Request) LogValue() slog.Value {
	var attrs []slog.Attr
	for _, f := range fields {
		if f.log != nil {
			attrs = append(attrs, slog.String(f.Name, f.log(f.Text(&r))))
		}
	}
	return slog.GroupValue(attrs...)
}

// WebhookBody returns the JSON for the lead webhook: exactly name, email, phone, serviceType, zipCode,
// serviceTimeframe, message, source and timestamp, in that order (specification, section 7). The timestamp is in UTC
// with milliseconds, in the format of JavaScript's Date.prototype.toISOString.
func (r Request) WebhookBody(at time.Time) []byte {
	members := append(r.members(), Member{"timestamp", at.UTC().Format("2006-01-02T15:04:05.000Z")})
	body, _ := members.MarshalJSON() // texts have no errors
	return body
}

// EmailBody returns the JSON for the function send-contact-email: the webhook's fields without source and timestamp
// (specification, section 7).
func (r Request) EmailBody() []byte {
	members := r.members()
	body, _ := members[:len(members)-1].MarshalJSON() // source is the last
	return body
}

// members returns the recorded fields.
func (r Request) members() (members Object) {
	for _, f := range Recorded() {
		members = append(members, Member{f.Name, f.Text(&r)})
	}
	return members
}

// An Object is a JSON object whose members keep their order.
type Object []Member

// A Member is a part of an Object.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON implements [json.Marshaler]. It does not escape <, > and &: the receivers read JSON, not HTML, and an
// email template that shows the raw text must not show a visitor's "&" as an escape.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, m := range o {
		b.WriteByte("{,"[min(i, 1)])
		for _, part := range []any{m.Name, m.Value} {
			if err := e.Encode(part); err != nil {
				return nil, err
			}
			b.Truncate(b.Len() - 1) // Encode ends the line
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// truncate keeps log lines readable: a ZIP code may contain a sentence.
func truncate(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}

// mask keeps the last two characters: enough to match a log line to a caller who gives their number, not enough to call
// it.
func mask(s string) string {
	runes := []rune(s)
	if len(runes) < 6 {
		return "***"
	}
	return "***" + string(runes[len(runes)-2:])
}

// CleanLine returns a single-line text from outside as it is stored and shown: valid UTF-8, without control characters,
// line breaks or surrounding space.
func CleanLine(s string) string {
	return clean(s, func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	})
}

// CleanText is CleanLine for a text that keeps its line breaks and tabs.
func CleanText(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return clean(s, func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	})
}

// clean also removes the controls of writing direction, such as U+202E: in a name, they would turn around the words
// that follow it (https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings).
func clean(s string, mapping func(rune) rune) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return mapping(r)
	}, strings.ToValidUTF8(s, "\uFFFD")))
}
