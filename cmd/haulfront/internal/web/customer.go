package web

import (
	"crypto/hmac"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// customerComponent renders a customer's page.
const customerComponent = "CustomerPage"

// routeCustomers adds the pages of customers: each is for anyone with its address.
func (s *Server) routeCustomers() {
	page := s.app.Group(content.CustomerPath+":token", s.secretPath)
	page.Get("", s.customer)
	page.Post("", s.limitAnswers, requireFormOrJSON, s.customerAnswer)
	page.Get("/calendar.ics", s.customerCalendar)
}

// secretPath is private for addresses that are secrets, and so no page may learn them as a referrer.
func (s *Server) secretPath(c fiber.Ctx) error {
	err := s.private(c)
	c.Set("Referrer-Policy", "no-referrer")
	return err
}

// customerLink returns the address of a customer's page, "" if the office is off.
func (s *Server) customerLink(current *site.Site, token string) string {
	if s.cfg.Office == nil || token == "" {
		return ""
	}
	return current.BaseURL().JoinPath(content.CustomerPath, token).String()
}

func (s *Server) customer(c fiber.Ctx) error { return s.sendCustomer(c, fiber.StatusOK, "", "") }

// sendCustomer answers with a customer's page. After a form that was not accepted, it has a message and the note that
// was typed.
func (s *Server) sendCustomer(c fiber.Ctx, status int, message, note string) error {
	ctx, current := requestContext(c), s.site.Load()
	words, brand := current.Content().Office().Customer, current.Content().Brand()
	zone := current.Content().Location()
	props := content.CustomerPage{
		Layout: current.OfficeLayout(customerComponent, words.Title), Title: words.Title, Message: message, Note: note,
		Rows: []content.QuoteRow{}, Added: []string{}, Words: words.CustomerPageWords,
		Call:   content.Link{Label: words.Call, Href: brand.Phone.Href},
		Text:   content.Link{Label: words.Text, Href: brand.Text.Href},
		Action: content.CustomerPath + c.Params("token"),
	}
	view, err := s.cfg.Office.Customer(ctx, c.Params("token"), zone)
	if errors.Is(err, office.ErrEnded) {
		props.Ended, props.Message = true, words.Ended
		return s.sendOffice(c, fiber.StatusGone, customerComponent, props)
	}
	if err != nil {
		return err
	}
	l, err := s.cfg.Leads.Journal().Get(ctx, view.ID)
	if err != nil {
		return err
	}
	receipt := quote.Receipt{Reference: lead.Reference(l.ID), Way: l.Request.Extra.Answer.Contact, At: l.Received}
	received := receipt.Words(current.Content(), l.Request)
	props.Rows = append(received.Rows, content.QuoteRow{Label: words.Reference, Text: received.Reference})
	props.Added, props.Texts = append(props.Added, view.Added...), view.Texts
	props.Status = customerStatus(words, view, received.By, zone)
	if view.Stage == office.Booked && view.Slot != 0 {
		props.Calendar = props.Action + "/calendar.ics"
	}
	props.Offer = customerOffer(words, view, zone)
	return s.sendOffice(c, status, customerComponent, props)
}

// customerStatus says where a request stands.
func customerStatus(words content.CustomerWords, view office.CustomerView, by string, zone *time.Location) string {
	switch stage := view.Stage; {
	case stage == office.Booked && view.Slot != 0:
		return strings.ReplaceAll(words.Booked, "[slot]", office.SlotWords(time.UnixMilli(view.Slot).In(zone)))
	case stage == office.Booked:
		return words.BookedLater
	case stage == office.Done:
		return words.Done
	case view.Open() && view.Job.Answer == office.ActionNo:
		return words.No
	case view.Open() && view.Job.Answer == office.ActionOther:
		return words.Other
	case view.Open():
		return words.Quoted
	case stage == office.Lost:
		return words.Closed
	case stage == office.Contacted:
		return words.Contacted
	}
	return strings.ReplaceAll(words.New, "[by]", by)
}

// customerOffer returns the offer, nil before there is one.
func customerOffer(words content.CustomerWords, view office.CustomerView, zone *time.Location) *content.CustomerOffer {
	job := view.Job
	if job.QuotedAt == 0 {
		return nil
	}
	offer := &content.CustomerOffer{
		Price: office.PriceWords(job.Low, job.High), Slots: []content.CustomerSlot{}, Open: view.Open(),
		Revision: strconv.FormatInt(job.QuotedAt, 10),
	}
	if job.Included != "" {
		offer.Included = strings.ReplaceAll(words.Included, "[included]", job.Included)
	}
	begins, _ := office.ParseSlots(job.Slots, zone) // as the office wrote them
	for _, begin := range begins {
		value := office.SlotValue(begin)
		offer.Slots = append(offer.Slots, content.CustomerSlot{Value: value, Label: office.SlotWords(begin),
			Taken: slices.Contains(view.Taken, value)})
	}
	return offer
}

// limitAnswers bounds the posts of an address like those of quotes, and rejects those of other sites. An old browser
// names no source, or "null", because the page sends no referrer: the secret in the address is what a post needs.
func (s *Server) limitAnswers(c fiber.Ctx) error {
	if c.Get("Sec-Fetch-Site") == "cross-site" {
		return errCrossOrigin
	}
	taken, _ := s.postLimiter.take(s.clientAddress(c), s.cfg.QuoteRateLimit, s.cfg.Now())
	if taken > s.cfg.QuoteRateLimit {
		return s.sendError(c, fiber.StatusTooManyRequests, content.ErrorTooManyRequests)
	}
	return c.Next()
}

// customerProblems maps errors of customers' forms to statuses and words.
var customerProblems = []struct {
	err    error
	status int
	words  func(content.CustomerWords) string
}{
	{office.ErrOffer, fiber.StatusConflict, func(w content.CustomerWords) string { return w.Changed }},
	{office.ErrTaken, fiber.StatusConflict, func(w content.CustomerWords) string { return w.TakenSince }},
	{office.ErrChoose, fiber.StatusUnprocessableEntity, func(w content.CustomerWords) string { return w.Choose }},
	{office.ErrTooMany, fiber.StatusUnprocessableEntity, func(w content.CustomerWords) string { return w.TooMuch }},
}

// customerAnswer handles the forms of a customer's page: an answer to the offer, a note with photographs, or the end of
// text messages.
func (s *Server) customerAnswer(c fiber.Ctx) error {
	ctx, current, token := requestContext(c), s.site.Load(), c.Params("token")
	words := current.Content().Office().Customer
	if _, err := s.cfg.Office.Customer(ctx, token, current.Content().Location()); err != nil {
		return s.sendCustomer(c, fiber.StatusOK, "", "") // before anything of a stranger's is read
	}
	p, err := s.readPost(c)
	if err != nil {
		return err
	}
	defer p.free()
	note := quote.CleanText(p.Values.Get("note"))
	switch {
	case p.TooLarge || utf8.RuneCountInString(note) > office.MaxNote:
		return s.sendCustomer(c, fiber.StatusRequestEntityTooLarge, words.TooLong, note)
	case p.Values.Get("stop") != "":
		err = s.cfg.Office.StopTexts(ctx, token, words.Stop)
	case p.Values.Get("answer") != "":
		offer, _ := strconv.ParseInt(p.Values.Get("offer"), 10, 64) // 0 for a form without it
		answer := office.Answer{Answer: p.Values.Get("answer"), Slot: p.Values.Get("slot"), Offer: offer}
		err = s.cfg.Office.Answer(ctx, token, answer, current.Content().Location())
	default:
		rejected := p.ReadPhotos(ctx)
		if rejected != nil {
			return s.sendCustomer(c, outcomeStatuses[rejected.Outcome], rejected.Errors[quote.PhotosName], note)
		}
		err = s.cfg.Office.AddNote(ctx, token, note, p.Request.Photos)
	}
	for _, problem := range customerProblems {
		if errors.Is(err, problem.err) {
			return s.sendCustomer(c, problem.status, problem.words(words), note)
		}
	}
	if err != nil {
		return err
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(content.CustomerPath + token)
}

// customerCalendar answers with the calendar file of a booked job.
func (s *Server) customerCalendar(c fiber.Ctx) error {
	current := s.site.Load()
	words := current.Content()
	view, err := s.cfg.Office.Customer(requestContext(c), c.Params("token"), words.Location())
	if err == nil && (view.Stage != office.Booked || view.Slot == 0) {
		err = site.ErrNotFound
	}
	if err != nil {
		return err
	}
	return sendCalendar(c, office.CustomerCalendar(words, current.BaseURL(), view.Record, c.Params("token")))
}

func sendCalendar(c fiber.Ctx, file []byte) error {
	c.Set(fiber.HeaderContentType, office.CalendarType)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="calendar.ics"`)
	return c.Send(file)
}

// officeCalendar answers with the booked jobs, for calendar programs: they cannot sign in, so the address has a key.
func (s *Server) officeCalendar(c fiber.Ctx) error {
	key, err := s.cfg.Leads.Journal().CalendarKey(requestContext(c))
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(c.Query("key")), []byte(key)) {
		return site.ErrNotFound
	}
	current := s.site.Load()
	file, err := s.cfg.Office.Calendar(requestContext(c), current.Content(), current.BaseURL())
	if err != nil {
		return err
	}
	return sendCalendar(c, file)
}
