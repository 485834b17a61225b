package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// quote handles a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	defer p.upload.Close()
	p.selfTest = s.isSelfTest(c.RequestCtx())
	return s.answer(c, p, s.submit(requestContext(c), p))
}

// post is what a form or a program sends to /quote.
type post struct {
	// site is what was served when it came.
	site    *site.Site
	request quote.Request
	// page is the path of the form's page, form its id there.
	page, form string
	// exported says that the page is from an export, which another web server serves at BASE_URL.
	exported bool
	// tooLarge says that the body is over MaxBody; what could be read of it comes back.
	tooLarge bool
	key      string
	// asked is the text that the visitor was asked about before, see quote.Rejection.
	asked string
	// honeypot is a field that people do not see.
	honeypot string
	// elapsed is the time from the page being shown to the press, in milliseconds. Only the hydrated form reports it.
	elapsed string
	// more is what was chosen in the form's optional part.
	more content.QuoteMore
	// estimate is what the visitor has added up; nil is nothing.
	estimate *content.Estimate
	// attribution is where the visitor came from; nil is unknown.
	attribution *lead.Attribution
	// optedOut says that the visitor's browser asks not to be tracked.
	optedOut bool
	// upload is the form with its photographs, where it came as one that may have some.
	upload *uploadedForm
	// token is the visitor's anonymous session with the backend, empty without one.
	token string
	// selfTest says that it is a self-test's.
	selfTest bool
}

// Bounds of a form's metadata in bytes; the ids and keys that our pages make are shorter.
const (
	maxFormID = 64
	maxKey    = 128
	maxAsked  = 2 << 10 // more than the longest e-mail
)

// atMost returns text, or "" if it is longer than n bytes.
func atMost(n int, text string) string {
	if len(text) > n {
		return ""
	}
	return text
}

// parse reads a post, which is a form or JSON.
func (s *Server) parse(c fiber.Ctx) (post, error) {
	// Not c.FormValue: it would let the query string speak for the form.
	field := func(name string) string { return string(c.RequestCtx().PostArgs().Peek(name)) }
	list := func(name string) []string {
		var values []string
		for _, value := range c.RequestCtx().PostArgs().PeekMulti(name) {
			values = append(values, string(value))
		}
		return values
	}
	tooLarge := false
	var form *uploadedForm
	switch mediaType := c.Get(fiber.HeaderContentType); { // as requireFormOrJSON writes it
	case strings.HasPrefix(mediaType, fiber.MIMEMultipartForm):
		var err error
		if form, err = s.readForm(c); err != nil {
			return post{}, err
		}
		field, tooLarge = form.Values.Get, form.TextTooLarge || form.Text > MaxBody
		list = func(name string) []string { return form.Values[name] }
	case mediaType == fiber.MIMEApplicationJSON:
		values, err := readJSON(c.BodyRaw())
		if err != nil {
			return post{}, err
		}
		field, tooLarge = values.Get, len(c.BodyRaw()) > MaxBody
		list = func(name string) []string { return values[name] }
	default:
		tooLarge = len(c.BodyRaw()) > MaxBody
	}
	p := post{
		site: s.site.Load(), page: field("page"), form: atMost(maxFormID, field("form")), key: atMost(maxKey, field("key")),
		asked: atMost(maxAsked, field("emailAsked")), honeypot: field(quote.HoneypotName), elapsed: field("elapsed"),
		token: token(field("token")), request: quote.Read(field), exported: field("exported") != "",
		tooLarge: tooLarge, upload: form,
	}
	p.more = p.site.Content().ReadQuoteMore(list)
	if p.optedOut = optedOut(c); !p.optedOut {
		p.attribution = s.attribution(c, field(attributionName))
	}
	p.estimate = carriedEstimate(p.site.Content(), field(content.EstimateParameter))
	// An unknown source or page must not lose a lead: it becomes the general one.
	if !quote.ValidSource(p.request.Source) {
		p.request.Source = quote.SourceContact
	}
	if !p.site.HasPage(p.page) {
		p.page = "/"
	}
	return p, nil
}

// readJSON reads a request that is an object of strings; "window" may be a list of them.
func readJSON(body []byte) (url.Values, error) {
	var values map[string]any
	if err := json.Unmarshal(body, &values); err != nil {
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	texts := make(url.Values, len(values))
	for name, value := range values {
		list := stringsIn(value)
		if _, ok := value.(string); !ok && value != nil && (name != "window" || list == nil) {
			return nil, fmt.Errorf("%w: %s is no string", errSyntax, quoteHeader(name))
		}
		texts[name] = list
	}
	return texts, nil
}

// stringsIn returns the strings in a value of JSON: itself, or all members of a list that has no others; nil where it is neither.
func stringsIn(value any) []string {
	if text, ok := value.(string); ok {
		return []string{text}
	}
	list, ok := value.([]any)
	texts := make([]string, 0, len(list))
	for _, member := range list {
		text, isText := member.(string)
		ok = ok && isText
		texts = append(texts, text)
	}
	if !ok {
		return nil
	}
	return texts
}

// result is the outcome of a post; status 200 is a success.
type result struct {
	status int
	toast  content.Toast
	// errors and asked are those of a [quote.Rejection].
	errors map[string]string
	asked  string
	// receipt is that of a success.
	receipt receipt
}

// withError returns the result with an error of one more field.
func (r result) withError(field, text string) result {
	errors := map[string]string{field: text}
	maps.Copy(errors, r.errors)
	r.errors = errors
	return r
}

// submit validates a request, and has it stored and sent.
func (s *Server) submit(ctx context.Context, p post) result {
	messages := p.site.Content().QuoteMessages()
	if p.tooLarge {
		return result{status: fiber.StatusRequestEntityTooLarge, toast: p.site.ErrorToast(content.ErrorTooLarge)}
	}
	var rejected result
	if r := p.request.Check(p.asked, messages); r != nil {
		rejected = result{status: fiber.StatusUnprocessableEntity, toast: r.Toast, errors: r.Errors, asked: r.Asked}
	}
	if err := p.checkPhotos(); err != nil {
		rejected = s.rejectPhotos(ctx, rejected, err, p.site.Content())
	}
	if rejected.status != 0 {
		return rejected
	}
	submission := lead.Submission{Request: p.request, Key: p.key, Page: p.page, SelfTest: p.selfTest}
	submission.Extra.Attribution, submission.Extra.OptedOut = p.attribution, p.optedOut
	submission.SpamReason, submission.Quarantine = p.request.SpamReason(p.honeypot, p.elapsed)
	if s.cfg.Session != nil {
		submission.Token = p.token
	}
	now := s.cfg.Now()
	submission = s.withEstimate(withMore(submission, p, now), p)
	submission, err := s.withPhotos(ctx, submission, p)
	if err != nil {
		return s.rejectPhotos(ctx, result{}, err, p.site.Content())
	}
	outcome, err := s.cfg.Leads.Submit(ctx, submission)
	switch {
	case err != nil:
		return result{status: fiber.StatusServiceUnavailable, toast: messages.Failed}
	case !outcome.Delivered:
		return result{status: fiber.StatusBadGateway, toast: messages.Failed}
	}
	return result{status: fiber.StatusOK, toast: messages.Received, receipt: p.receipt(outcome.ID, now)}
}

// answer sends the outcome: as JSON, as a redirect to the page that shows the success, or as the same page with everything that
// was typed.
func (s *Server) answer(c fiber.Ctx, p post, r result) error {
	switch {
	case wantsJSON(c) && r.status == fiber.StatusOK:
		c.Set(fiber.HeaderCacheControl, noStore)
		return c.JSON(receivedJSON{toastJSON{r.toast, map[string]string{}}, r.receipt.received(p.site.Content())})
	case wantsJSON(c):
		return sendJSON(c, r.status, r.toast, r.errors)
	case r.status == fiber.StatusOK:
		target := p.site.BaseURL().JoinPath(site.ReceivedPath).String()
		if !p.exported {
			r.receipt.form = p.site.FormID(c.Context(), p.page, p.form)
			target = s.redirects.url(p.page, r.receipt)
		}
		return c.Redirect().Status(fiber.StatusSeeOther).To(target)
	}
	if p.upload != nil && p.upload.Sent && r.errors[photosField] == "" {
		// A browser fills in everything again but files.
		r = r.withError(photosField, p.site.Content().PhotosProblem(content.PhotosAgain))
	}
	p.more.Open = p.more.Open || r.errors[photosField] != ""
	form := site.Form{
		ID: p.form, Values: p.request.Values(), Errors: r.errors, Asked: cmp.Or(r.asked, p.asked), Toast: r.toast,
		More: p.more, Estimate: p.estimate,
	}
	response, err := p.site.Page(c.Context(), p.page, site.State{Form: &form}, encodings(c))
	if err != nil {
		return err
	}
	return s.send(c, r.status, response)
}

// tooMany answers an address over its rate limit: with what was typed, unless it is far over it.
func (s *Server) tooMany(c fiber.Ctx, far bool) error {
	r := result{status: fiber.StatusTooManyRequests, toast: s.site.Load().Content().QuoteMessages().TooMany}
	switch {
	case wantsJSON(c):
		return sendJSON(c, r.status, r.toast, nil)
	case far:
		return s.sendError(c, r.status, content.ErrorTooManyRequests)
	}
	p, err := s.parse(c)
	if err != nil {
		return err
	}
	defer p.upload.Close()
	return s.answer(c, p, r)
}
