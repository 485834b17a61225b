package quote

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"haulfront/content"
	"haulfront/content/load"
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
	// Receipt identifies a request that was received. Received is the same in words; nil: the post failed.
	Receipt  Receipt
	Received *content.QuoteReceived
}

// A Receipt identifies a request that was received.
type Receipt struct {
	Form, Reference string    // the id of the form, and the start of the lead's ID
	Way             string    // of the answer: "call", "text" or "email"; empty: the usual one
	At              time.Time // of the request
}

// today is the time that can be too late to promise (specification, section 3).
const today = "Today"

// Words returns the confirmation of a request in words for the visitor. Without the request, it is the promise alone.
func (r Receipt) Words(words *content.Site, request Request) content.QuoteReceived {
	all := words.Quote().Labels
	labels := &all.Received
	answer := words.Answer(r.At, r.At, r.Way, request.ZIPCode)
	received := content.QuoteReceived{
		Reference: r.Reference, By: answer.Heading + answer.Rest, Heading: answer.Heading, Sooner: words.Sooner(r.At),
		Steps: labels.Steps,
	}
	if rest := strings.TrimLeft(answer.Rest, ",. "); rest != "" {
		received.Steps = append([]wording.Step{{Title: answer.At, Text: load.Capitalize(rest)}}, labels.Steps...)
	}
	var photos string
	if n := len(request.Photos); n > 0 {
		photos = strconv.Itoa(n)
	}
	received.Price.Label = labels.Price
	received.Price.Text = words.RequestedPrice(request.Page, request.ServiceType)
	if request.Extra.Estimate != nil {
		received.Price.Text = request.Extra.Estimate.Total
	}
	for _, row := range []content.QuoteRow{
		{Label: labels.Service, Text: words.RequestedService(request.Page, request.ServiceType)},
		{Label: labels.ZIP, Text: request.ZIPCode},
		{Label: labels.Timeframe, Text: all.Option(request.ServiceTimeframe)}, {Label: labels.Photos, Text: photos},
	} {
		if row.Text != "" {
			received.Rows = append(received.Rows, row)
		}
	}
	note := func(text string) { received.Notes = append(received.Notes, text) }
	if area := words.AreaNote(request.ZIPCode); area != "" {
		note(area) // and no day on which the crew can come
	} else if late := words.Earliest(r.At); late != "" && request.ServiceTimeframe == today {
		note(late)
	}
	if request.ServiceType != "" && request.Message == "" && labels.Handy != "" {
		note(labels.Handy)
	}
	if names := request.Extra.Texts[refusedName]; names != "" {
		note(strings.ReplaceAll(labels.Refused, "[names]", names))
	}
	received.Notes = append(received.Notes, request.Extra.refusedPhotos(words)...)
	return received
}

// Received returns the result of a post whose lead is stored under a reference.
func (p *Post) Received(reference string) Result {
	receipt := Receipt{Form: p.FormID, Reference: reference, Way: p.Extra.Answer.Contact, At: p.At}
	words := receipt.Words(p.Shown, p.Request)
	result := Result{Outcome: Received, Toast: p.Shown.Quote().Messages.Received, Receipt: receipt, Received: &words}
	if refused := p.Extra.refusedPhotos(p.Shown); refused != nil {
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
