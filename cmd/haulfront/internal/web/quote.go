package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/quote/upload"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// quote handles a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	current := s.site.Load()
	form, free, err := s.readForm(c, current)
	if err != nil {
		return err
	}
	defer free()
	post := quote.Read(form)
	return s.answer(c, current, post, s.submit(requestContext(c), current, post, s.isSelfTest(c.RequestCtx())))
}

// tooMany answers an address over its rate limit: with what was typed, unless it is far over it.
func (s *Server) tooMany(c fiber.Ctx, far bool) error {
	current := s.site.Load()
	result := quote.Failed(quote.TooMany, current.Content())
	switch {
	case wantsJSON(c):
		return sendJSON(c, outcomeStatuses[result.Outcome], result.Toast, nil)
	case far:
		return s.sendError(c, outcomeStatuses[result.Outcome], content.ErrorTooManyRequests)
	}
	form, free, err := s.readForm(c, current)
	if err != nil {
		return err
	}
	defer free()
	return s.answer(c, current, quote.Read(form), result)
}

// readForm reads a form that was posted as JSON, urlencoded or multipart. The caller must call free at the end.
func (s *Server) readForm(c fiber.Ctx, current *site.Site) (form *quote.Form, free func(), err error) {
	form = &quote.Form{
		Words: current.Content(), BaseURL: current.BaseURL().String(), At: s.cfg.Now(),
		OptedOut: optedOut(c),
	}
	free = func() {}
	switch mediaType := c.Get(fiber.HeaderContentType); { // as requireFormOrJSON writes it
	case strings.HasPrefix(mediaType, fiber.MIMEMultipartForm):
		if form.Upload, free, err = s.readUpload(c, mediaType); err == nil {
			form.Values, form.TooLarge = form.Upload.Values, form.Upload.TextTooLarge || form.Upload.Text > MaxBody
		}
	case mediaType == fiber.MIMEApplicationJSON:
		form.TooLarge = len(c.BodyRaw()) > MaxBody
		form.Values, err = readJSON(c.BodyRaw())
	default:
		form.TooLarge = len(c.BodyRaw()) > MaxBody
		form.Values = url.Values{} // not c.FormValue, which would let the query string speak for the form
		for name, value := range c.RequestCtx().PostArgs().All() {
			form.Values.Add(string(name), string(value))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if !current.HasPage(form.Values.Get("page")) {
		form.Values.Set("page", "/") // an unknown page must not lose a lead
	}
	// A proxy in front may not pass on the host that the visitor asked for.
	page, err := url.Parse(c.Get(fiber.HeaderReferer))
	if err == nil && (page.Host == current.BaseURL().Host || page.Host == c.Host()) {
		form.Referrer = page
	}
	return form, free, nil
}

// optedOut reports whether the visitor's browser asks not to be tracked (W3C: Global Privacy Control, the header
// Sec-GPC; Tracking Preference Expression, the header DNT).
func optedOut(c fiber.Ctx) bool { return c.Get("Sec-GPC") == "1" || c.Get("DNT") == "1" }

// readUpload reads a multipart form, which may have photographs.
func (s *Server) readUpload(c fiber.Ctx, mediaType string) (form *upload.Form, free func(), err error) {
	_, parameters, err := mime.ParseMediaType(mediaType)
	if err != nil || parameters["boundary"] == "" {
		return nil, nil, fmt.Errorf("%w: a form without a boundary", errSyntax)
	}
	body := c.RequestCtx().RequestBodyStream()
	if body == nil {
		body = bytes.NewReader(c.BodyRaw())
	}
	dir := s.cfg.Leads.UploadDir()
	release, ok := s.uploads.take(s.clientAddress(c))
	if !ok {
		dir = ""
	}
	form, err = upload.Read(body, parameters["boundary"], quote.PhotosName, dir, maxReadBody)
	if err != nil {
		release()
		return nil, nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	return form, func() { form.Close(); release() }, nil
}

// readJSON reads a request that is an object of strings; fields that may have several values may be lists of them.
func readJSON(body []byte) (url.Values, error) {
	var values map[string]any
	if err := json.Unmarshal(body, &values); err != nil {
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	texts := make(url.Values, len(values))
	for name, value := range values {
		list, ok := value.([]any)
		if !ok || !quote.Repeated(name) {
			list = []any{value}
		}
		for _, member := range list {
			text, ok := member.(string)
			if !ok && value != nil {
				return nil, fmt.Errorf("%w: %s is no string", errSyntax, quoteHeader(name))
			}
			texts.Add(name, text)
		}
	}
	return texts, nil
}

// submit checks a post, stores it and has it sent.
func (s *Server) submit(ctx context.Context, current *site.Site, post *quote.Post, selfTest bool) quote.Result {
	rejected := post.Check()
	if rejected == nil {
		rejected = post.AddPhotos(ctx, func(ctx context.Context, id string) (string, error) {
			return s.photoURL(ctx, current.BaseURL(), id)
		})
	}
	if rejected != nil {
		if rejected.Err != nil {
			s.cfg.Log.ErrorContext(ctx, "photographs were not taken", "error", rejected.Err)
		}
		return *rejected
	}
	submission := lead.Submission{Request: post.Told(), Key: post.Key, Page: post.Page, Note: post.Note, SelfTest: selfTest}
	submission.SpamReason, submission.Quarantine = post.Spam()
	if s.cfg.Session != nil {
		submission.Token = token(post.Values.Get("token"))
	}
	outcome, err := s.cfg.Leads.Submit(ctx, submission)
	switch {
	case err != nil:
		return quote.Failed(quote.Unstored, post.Words)
	case !outcome.Delivered:
		return quote.Failed(quote.Undelivered, post.Words)
	}
	return post.Received(lead.Reference(outcome.ID))
}

// outcomeStatuses maps the outcomes of posts to statuses.
var outcomeStatuses = [...]int{
	quote.Received:    fiber.StatusOK,
	quote.Invalid:     fiber.StatusUnprocessableEntity,
	quote.TooLarge:    fiber.StatusRequestEntityTooLarge,
	quote.TooMany:     fiber.StatusTooManyRequests,
	quote.Busy:        fiber.StatusServiceUnavailable,
	quote.Unstored:    fiber.StatusServiceUnavailable,
	quote.Undelivered: fiber.StatusBadGateway,
}

// answer sends a result: as JSON, as a redirect to the page that shows the success, or as the same page with everything
// that was typed.
func (s *Server) answer(c fiber.Ctx, current *site.Site, post *quote.Post, result quote.Result) error {
	switch {
	case wantsJSON(c) && result.Outcome == quote.Received:
		c.Set(fiber.HeaderCacheControl, noStore)
		return c.JSON(receivedJSON{toastJSON{result.Toast, map[string]string{}}, result.Receipt.Words(post.Words)})
	case wantsJSON(c):
		return sendJSON(c, outcomeStatuses[result.Outcome], result.Toast, result.Errors)
	case result.Outcome == quote.Received:
		target := current.BaseURL().JoinPath(site.ReceivedPath).String()
		if post.Values.Get("exported") == "" { // another web server serves exported pages, at BASE_URL
			result.Receipt.Form = current.FormID(c.Context(), post.Page, post.FormID)
			target = s.redirects.url(post.Page, result.Receipt)
		}
		return c.Redirect().Status(fiber.StatusSeeOther).To(target)
	}
	result, more := post.Returned(result)
	form := site.Form{
		ID: post.FormID, Values: post.Request.Values(), Errors: result.Errors, Asked: result.Asked, Toast: result.Toast,
		More: more, Estimate: post.Estimate(),
	}
	response, err := current.Page(c.Context(), post.Page, site.State{Form: &form}, encodings(c))
	if err != nil {
		return err
	}
	return s.send(c, outcomeStatuses[result.Outcome], response)
}
