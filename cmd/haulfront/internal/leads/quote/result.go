package quote

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"haulfront/content"
	"haulfront/content/wording"
)

// An Outcome is the outcome of a post.
type Outcome int

// The outcomes.
const (
	Received    Outcome = iota // the lead is stored and, if there is a webhook, delivered
	Invalid                    // the visitor has to correct fields or photographs
	TooLarge                   // the form or its photographs have too many bytes
	TooMany                    // the address is over its rate limit
	Busy                       // photographs cannot be accepted now
	Unstored                   // the journal cannot be written
	Undelivered                // the webhook failed; the lead is stored
)

// Error implements error.
func (o Outcome) Error() string { return "outcome " + strconv.Itoa(int(o)) }

// A Result is the outcome of a post, in words for the visitor.
type Result struct {
	Outcome Outcome
	Toast   wording.Toast
	Errors  map[string]string // messages by the name of the field
	// Asked are the names of the fields that the visitor was asked about. The form sends them back, so that each is
	// asked about only once.
	Asked []string
	// Lead is the ID of the lead that was received; empty: the post failed.
	Lead string
}

// Received returns the result of a post that is stored as the lead with an ID.
func (p *Post) Received(lead string) Result {
	result := Result{Outcome: Received, Toast: p.Shown.Quote().Messages.Received, Lead: lead}
	if refused := p.Extra.RefusedPhotos(p.Shown); refused != nil {
		result = result.withPhotosError(strings.Join(refused, " "))
	}
	return result
}

// Failed returns the result of a post that failed for a reason that is not in the form.
func Failed(outcome Outcome, words *content.Site) Result {
	result := Result{Outcome: outcome, Toast: words.Quote().Messages.Failed}
	switch outcome {
	case TooLarge:
		result.Toast = words.ErrorToast(content.ErrorTooLarge)
	case TooMany:
		result.Toast = words.Quote().Messages.TooMany
	}
	return result
}

// Check returns why the post is rejected, nil if it is not. It decodes no photograph, and none of them costs a lead.
func (p *Post) Check() *Result {
	if p.TooLarge {
		result := Failed(TooLarge, p.Shown)
		return &result
	}
	result := p.Request.Check(p.asked, p.Shown.Quote().Messages)
	if p.Upload != nil {
		p.Upload.Check()
	}
	if result != nil {
		return p.rejectPhotos(result)
	}
	return nil
}

// Check validates a clean request. It returns nil if the request is accepted, and otherwise why it is not: a required
// field is empty, a text is too long, or an answer is implausible: an email address to which mail cannot be sent, a
// phone number that nobody can dial, a ZIP code that does not exist, texts without consent, email without an address.
// The last is not a rule of the specification but a question: about the fields in asked, the Asked of an earlier
// result, it is not asked again, whatever their values are by then.
func (r Request) Check(asked []string, words wording.QuoteMessages) *Result {
	result := &Result{Outcome: Invalid, Errors: map[string]string{}, Asked: slices.Clone(asked)}
	var missing, tooLong bool
	doubt := func(name, text string) {
		if !slices.Contains(asked, name) {
			result.Errors[name], result.Asked = text, append(result.Asked, name)
		}
	}
	for _, f := range Fields() {
		value := f.Text(&r)
		length := utf8.RuneCountInString(value)
		switch {
		case f.Required && value == "":
			result.Errors[f.Name], missing = words.Fields[f.Name], true
		case length > f.Max:
			result.Errors[f.Name], tooLong = words.LongerText(length, f.Max), true
		case f.Doubtful != nil && value != "" && f.Doubtful(value):
			doubt(f.Name, words.Doubts[f.Name])
		}
	}
	switch r.missing() {
	case "consent":
		doubt("consent", words.Doubts["consent"])
	case "email":
		if r.Email == "" {
			doubt("email", words.Doubts["address"])
		}
	}
	switch {
	case len(result.Errors) == 0:
		return nil
	case missing:
		result.Toast = words.Missing
	case tooLong:
		result.Toast = words.TooLong
	default:
		result.Toast = words.Question
	}
	return result
}

// Redisplay returns the result for the page of a rejected form: browsers fill in everything again except files, so the
// visitor has to choose the photographs again. More is the state of the form's optional part.
func (p *Post) Redisplay(result Result) (_ Result, more content.QuoteMore) {
	if result.Asked == nil {
		result.Asked = p.asked
	}
	if p.Upload != nil && p.Upload.Sent && result.Errors[PhotosName] == "" {
		result = result.withPhotosError(p.Shown.Quote().Photos.Problems[photosAgain])
	}
	answer := p.Extra.Answer
	return result, content.QuoteMore{Contact: answer.Contact, Consent: answer.Consent != nil}
}
