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

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// quote handles a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	p, err := s.readPost(c)
	if err != nil {
		return err
	}
	defer p.free()
	return s.answer(c, p, s.submit(requestContext(c), p))
}

// showQuoteForm answers an address that was copied after a rejected post.
func showQuoteForm(c fiber.Ctx) error {
	return c.Redirect().Status(fiber.StatusSeeOther).To(content.QuoteContact)
}

// tooMany answers an address over its rate limit: with what was typed, unless it is far over it.
func (s *Server) tooMany(c fiber.Ctx, far bool) error {
	result := quote.Failed(quote.TooMany, wordsFor(c, s.site.Load()))
	switch {
	case wantsJSON(c):
		return sendJSON(c, statusOf(result.Outcome), toastJSON{Toast: result.Toast})
	case far:
		return errRate
	}
	p, err := s.readPost(c)
	if err != nil {
		return err
	}
	defer p.free()
	return s.answer(c, p, result)
}

// A post is a quote form that was posted to this server.
type post struct {
	*quote.Post
	// site is what was served when it came.
	site *site.Site
	// free must be called at the end.
	free func()
}

// readPost reads a form that was posted as JSON, urlencoded or multipart.
func (s *Server) readPost(c fiber.Ctx) (post, error) {
	p := post{site: s.site.Load(), free: func() {}}
	form := &quote.Form{
		Words: p.site.Content(), BaseURL: p.site.BaseURL().String(), At: s.cfg.Now(), OptedOut: optedOut(c),
	}
	var err error
	switch mediaType := c.Get(fiber.HeaderContentType); { // as requireFormOrJSON writes it
	case strings.HasPrefix(mediaType, fiber.MIMEMultipartForm):
		if form.Upload, p.free, err = s.readUpload(c, mediaType); err == nil {
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
		return post{}, err
	}
	form.Referrer = referrer(c, p.site)
	carried := form.Values.Get(content.EstimateParameter)
	if form.Estimate, err = p.site.CarriedEstimate(c.Context(), carried); err != nil {
		s.cfg.Log.ErrorContext(requestContext(c), "an estimate was not computed", "error", err)
	}
	p.Post = quote.Read(form, p.site.HasPage)
	return p, nil
}

// referrer is the address of the site's own page that a request comes from; nil if it is not known.
func referrer(c fiber.Ctx, current *site.Site) *url.URL {
	page, err := url.Parse(c.Get(fiber.HeaderReferer))
	// A proxy in front may not pass on the host that the visitor asked for.
	if err != nil || page.Host != current.BaseURL().Host && page.Host != c.Host() {
		return nil
	}
	return page
}

// wordsFor is the content in the language of the site's own page that a request comes from.
func wordsFor(c fiber.Ctx, current *site.Site) *content.Site {
	if page := referrer(c, current); page != nil {
		return current.Content().For(page.Path)
	}
	return current.Content()
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
	dir, network, release := s.cfg.Leads.UploadDir(), wideNetworkOf(s.clientAddress(c)), func() {}
	body := c.RequestCtx().RequestBodyStream()
	if body == nil {
		body = bytes.NewReader(c.BodyRaw())
	} else {
		var ok bool
		if body, release, ok = s.receive(network, body, c.RequestCtx().Conn()); !ok {
			dir = ""
		}
	}
	form, err = upload.Read(body, parameters["boundary"], quote.PhotosName, dir, maxReadBody, network)
	if err != nil {
		release()
		return nil, nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	return form, func() { form.Close(); release() }, nil
}

// readJSON reads a request that is an object of strings.
func readJSON(body []byte) (url.Values, error) {
	var values map[string]any
	if err := json.Unmarshal(body, &values); err != nil {
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	texts := make(url.Values, len(values))
	for name, value := range values {
		text, ok := value.(string)
		if !ok && value != nil {
			return nil, fmt.Errorf("%w: %s is no string", errSyntax, quoteHeader(name))
		}
		texts.Set(name, text)
	}
	return texts, nil
}

// submit checks a post, stores it and has it sent.
func (s *Server) submit(ctx context.Context, p post) quote.Result {
	if rejected := p.Check(); rejected != nil {
		return *rejected
	}
	err := p.AddPhotos(ctx, func(id string) (string, error) { return s.photoURL(ctx, p.site.BaseURL(), id) })
	if err != nil {
		s.cfg.Log.ErrorContext(ctx, "photographs were not taken", "error", err)
	}
	submission := journal.Submission{Request: p.ForOwner(), Key: p.Key, Page: p.Page, Note: p.Note}
	submission.SpamReason, submission.Quarantine = p.Spam()
	if s.cfg.Session != nil {
		submission.Token = p.Token
	}
	outcome, err := s.cfg.Leads.Submit(ctx, submission)
	switch {
	case err != nil:
		return p.Unstored()
	case !outcome.Delivered:
		return quote.Failed(quote.Undelivered, p.Shown)
	}
	result := p.Received(journal.Reference(outcome.ID))
	if token, err := s.cfg.Leads.CustomerToken(ctx, outcome.ID); err == nil && !p.Exported {
		result.Received.Link = s.customerLink(token)
	}
	return result
}

// answer sends a result: as JSON, as a redirect to the page that shows the success, or as the same page with everything
// that was typed.
func (s *Server) answer(c fiber.Ctx, p post, result quote.Result) error {
	if result.Outcome == quote.Received {
		result.Receipt.Form = p.site.FormID(c.Context(), p.Page, p.FormID)
		if !p.Exported {
			result.Received.Page = s.redirects.url(p.Page, result.Receipt)
		}
	}
	switch {
	case wantsJSON(c):
		return sendJSON(c, statusOf(result.Outcome), toastJSON{result.Toast, result.Errors, result.Received})
	case result.Outcome == quote.Received && p.Exported: // another web server serves the page, at BASE_URL
		return c.Redirect().Status(fiber.StatusSeeOther).To(p.site.BaseURL().JoinPath(site.ReceivedPath).String())
	case result.Outcome == quote.Received:
		return c.Redirect().Status(fiber.StatusSeeOther).To(result.Received.Page)
	}
	result, more := p.Redisplay(result)
	form := site.Form{
		ID: p.FormID, Values: p.Request.Values(), Errors: result.Errors, Asked: strings.Join(result.Asked, " "),
		Toast: result.Toast, More: more, Estimate: p.Estimate,
	}
	response, err := p.site.Page(c.Context(), p.Page, site.State{Form: &form}, encodings(c))
	return s.send(c, statusOf(result.Outcome), response, err)
}
