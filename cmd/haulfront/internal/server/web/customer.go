package web

import (
	"crypto/hmac"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
)

// secretPath is private for addresses that are secrets, and so no page may learn them as a referrer.
func (s *Server) secretPath(c fiber.Ctx) error {
	err := s.private(c)
	c.Set("Referrer-Policy", "no-referrer")
	return err
}

// sendCustomer answers with a customer's page. After a form that was not accepted, it has a message and what was typed.
func (s *Server) sendCustomer(c fiber.Ctx, status int, message string) error {
	typed := typedForm(c)
	if slot := c.Query("slot"); typed == nil && slot != "" { // of a mail's link
		typed = url.Values{"slot": {strings.Clone(slot)}}
	}
	page, err := s.cfg.Office.CustomerPage(requestContext(c), c.Params("token"), typed)
	if errors.Is(err, office.ErrEnded) && status == fiber.StatusGone {
		message = page.Message
	} else if err != nil {
		return err
	}
	if err = s.linkPhotos(requestContext(c), page.Photos); err != nil {
		return err
	}
	current := s.site.Load()
	page.Layout = page.Words.NewLayout(page.Words.Office().Customer.Title)
	page.Layout.Stylesheet, page.Layout.Icon, page.Layout.Mark = current.OfficeFiles("CustomerPage")
	if page.Booking != nil && page.Booking.Free {
		page.Layout.Script = current.CustomerScript()
	}
	page.Address = c.Host() + page.Action // which, of an exported site, is not that of BASE_URL
	page.Message, page.Scene = message, current.RequestScene(page.Page, page.Service)
	return s.sendOffice(c, status, "CustomerPage", page)
}

// customerEnded answers with what is left of a page that has ended.
func (s *Server) customerEnded(c fiber.Ctx, status int, _ error) error {
	return s.sendCustomer(c, status, "")
}

// limitAnswers bounds the posts of an address like those of quotes, and rejects those of other sites. An old browser
// names no source, or "null", because the page sends no referrer: the secret in the address is what a post needs.
func (s *Server) limitAnswers(c fiber.Ctx) error {
	if c.Get("Sec-Fetch-Site") == "cross-site" {
		return errCrossOrigin
	}
	taken, _ := s.postLimiter.take(s.clientAddress(c), s.cfg.QuoteRateLimit, s.cfg.Now())
	if taken > s.cfg.QuoteRateLimit {
		return errRate
	}
	return c.Next()
}

// customerAnswer handles the forms of a customer's page.
func (s *Server) customerAnswer(c fiber.Ctx) error {
	ctx, token := requestContext(c), c.Params("token")
	r, unknown := s.cfg.Office.Customer(ctx, token)
	if errors.Is(unknown, office.ErrNoPage) || errors.Is(unknown, office.ErrEnded) {
		return unknown // before anything of a stranger's is read
	}
	p, err := s.readPost(c, s.site.Load())
	if err != nil {
		return err
	}
	defer p.Close()
	c.Locals(formKey{}, p.Values)
	if unknown != nil {
		return unknown
	}
	p.Shown = p.Words.In(r.Extra.Language)
	if p.TooLarge || utf8.RuneCountInString(quote.CleanText(p.Values.Get("note"))) > office.MaxNote {
		return s.sendCustomer(c, statusOf(quote.TooLarge), p.Shown.Office().Customer.TooLong)
	}
	if rejected := p.ReadPhotos(ctx); rejected != nil {
		return s.sendCustomer(c, statusOf(rejected.Outcome), rejected.Errors[quote.PhotosName])
	}
	if err := s.cfg.Office.ChangeAsCustomer(ctx, token, p.Values, p.Photos); err != nil {
		return err
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.CustomerPath + token)
}

// customerCalendar answers with the calendar file of a job, also of one that was called off: programs then remove it.
func (s *Server) customerCalendar(c fiber.Ctx) error {
	current, token := s.site.Load(), c.Params("token")
	job, err := s.cfg.Office.Customer(requestContext(c), token)
	if err == nil && job.Begin == 0 {
		err = site.ErrNotFound
	}
	if err != nil {
		return err
	}
	words := current.Content().In(job.Extra.Language)
	return sendCalendar(c, office.Calendar(words, current.BaseURL(), token, job))
}

func sendCalendar(c fiber.Ctx, file []byte) error {
	c.Set(fiber.HeaderContentType, office.CalendarType)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="calendar.ics"`)
	return c.Send(file)
}

// officeCalendar answers with the booked jobs, for calendar programs: they cannot sign in, so the address has a user's
// key.
func (s *Server) officeCalendar(c fiber.Ctx) error {
	keyOf, err := s.cfg.Leads.CalendarKeys(requestContext(c))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.cfg.Office.Users, func(u mail.Address) bool {
		return hmac.Equal([]byte(c.Query("key")), []byte(keyOf(u.Email)))
	}) {
		return site.ErrNotFound
	}
	file, err := s.cfg.Office.Calendar(requestContext(c))
	if err != nil {
		return err
	}
	return sendCalendar(c, file)
}
