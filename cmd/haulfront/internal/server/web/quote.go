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
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// quote handles a quote request.
func (s *Server) quote(c fiber.Ctx) error {
	served := s.site.Load()
	p, err := s.readPost(c, served)
	if err != nil {
		return err
	}
	defer p.Close()
	return s.answer(c, served, p, s.submit(requestContext(c), served, p))
}

// showQuoteForm answers an address that was copied after a rejected post.
func showQuoteForm(c fiber.Ctx) error {
	return c.Redirect().Status(fiber.StatusSeeOther).To(content.QuoteContact)
}

// tooMany answers an address over its rate limit: with what was typed, unless it is far over it.
func (s *Server) tooMany(c fiber.Ctx, far bool) error {
	served := s.site.Load()
	result := quote.Failed(quote.TooMany, s.wordsFor(c, served))
	switch {
	case wantsJSON(c):
		return sendJSON(c, statusOf(result.Outcome), toastJSON{Toast: result.Toast})
	case far:
		return errRate
	}
	p, err := s.readPost(c, served)
	if err != nil {
		return err
	}
	defer p.Close()
	return s.answer(c, served, p, result)
}

// readPost reads a form that was posted as JSON, urlencoded or multipart to a site. The caller must close the post.
func (s *Server) readPost(c fiber.Ctx, served *site.Site) (_ *quote.Post, err error) {
	p := &quote.Post{
		Words: served.Content(), BaseURL: served.BaseURL().String(), At: s.cfg.Now(), OptedOut: optedOut(c),
	}
	switch mediaType := c.Get(fiber.HeaderContentType); { // as requireFormOrJSON writes it
	case strings.HasPrefix(mediaType, fiber.MIMEMultipartForm):
		if p.Upload, err = s.readUpload(c, mediaType); err == nil {
			p.Values, p.TooLarge = p.Upload.Values, p.Upload.TextTooLarge || p.Upload.Text > MaxBody
		}
	case mediaType == fiber.MIMEApplicationJSON:
		p.TooLarge = len(c.BodyRaw()) > MaxBody
		p.Values, err = readJSON(c.BodyRaw())
	default:
		p.TooLarge = len(c.BodyRaw()) > MaxBody
		p.Values = url.Values{} // not c.FormValue, which would let the query string speak for the form
		for name, value := range c.RequestCtx().PostArgs().All() {
			p.Values.Add(string(name), string(value))
		}
	}
	if err != nil {
		return nil, err
	}
	p.Referrer = referrer(c, served)
	carried := p.Values.Get(content.EstimateParameter)
	if p.Estimate, err = served.CarriedEstimate(c.Context(), carried); err != nil {
		s.cfg.Log.ErrorContext(requestContext(c), "an estimate was not computed", "error", err)
	}
	p.Read(served.HasPage)
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

// wordsFor is the content in the language of the customer whose page a request is for, or else of the site's own page
// that it comes from.
func (s *Server) wordsFor(c fiber.Ctx, current *site.Site) *content.Site {
	if strings.HasPrefix(c.Path(), office.CustomerPath) {
		r, _ := s.cfg.Office.Customer(requestContext(c), c.Params("token")) // without one, in English
		return current.Content().In(r.Extra.Language)
	}
	if page := referrer(c, current); page != nil {
		return current.Content().For(page.Path)
	}
	return current.Content()
}

// optedOut reports whether the visitor's browser asks not to be tracked (W3C: Global Privacy Control, the header
// Sec-GPC; Tracking Preference Expression, the header DNT).
func optedOut(c fiber.Ctx) bool { return c.Get("Sec-GPC") == "1" || c.Get("DNT") == "1" }

// readUpload reads a multipart form, which may have photographs.
func (s *Server) readUpload(c fiber.Ctx, mediaType string) (*upload.Form, error) {
	_, parameters, err := mime.ParseMediaType(mediaType)
	if err != nil || parameters["boundary"] == "" {
		return nil, fmt.Errorf("%w: a form without a boundary", errSyntax)
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
	form, err := upload.Read(body, parameters["boundary"], quote.PhotosName, dir, maxReadBody, network)
	if err != nil {
		release()
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	form.Release = release
	return form, nil
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
func (s *Server) submit(ctx context.Context, served *site.Site, p *quote.Post) quote.Result {
	if rejected := p.Check(); rejected != nil {
		return *rejected
	}
	err := p.AddPhotos(ctx, func(id string) (string, error) { return s.photoURL(ctx, served.BaseURL(), id) })
	if err != nil {
		s.cfg.Log.ErrorContext(ctx, "photographs were not taken", "error", err)
	}
	if s.cfg.Session == nil {
		p.Token = ""
	}
	outcome, err := s.cfg.Leads.Submit(ctx, p.ForOwner())
	switch {
	case err != nil:
		return p.Unstored()
	case !outcome.Delivered:
		return quote.Failed(quote.Undelivered, p.Shown)
	}
	return p.Received(outcome.ID)
}

// answer sends a result: as JSON, as a redirect to the customer's page, or as the same page with everything that was
// typed.
func (s *Server) answer(c fiber.Ctx, served *site.Site, p *quote.Post, result quote.Result) error {
	var received *receivedJSON
	if result.Outcome == quote.Received {
		token, err := s.cfg.Leads.CustomerToken(c.Context(), result.Lead)
		if err != nil {
			return err
		}
		by := p.Shown.AnswerBy(p.At, p.At, p.Extra.Answer.Contact, p.ZIPCode)
		received = &receivedJSON{journal.Reference(result.Lead), by, office.CustomerPath + token}
	}
	switch {
	case wantsJSON(c):
		return sendJSON(c, statusOf(result.Outcome), toastJSON{result.Toast, result.Errors, received})
	case received != nil:
		return c.Redirect().Status(fiber.StatusSeeOther).To(received.Page)
	}
	result, more := p.Redisplay(result)
	form := site.Form{
		ID: p.FormID, Values: p.Request.Values(), Errors: result.Errors, Asked: strings.Join(result.Asked, " "),
		Toast: result.Toast, More: more, Estimate: p.Estimate,
	}
	response, err := served.Page(c.Context(), p.Page, site.State{Form: &form}, encodings(c))
	return s.sendPage(c, served, statusOf(result.Outcome), response, err)
}
