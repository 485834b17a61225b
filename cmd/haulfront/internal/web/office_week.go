package web

import (
	_ "embed"
	"time"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/office"
)

// Paths below [content.OfficePath].
const (
	weekPath           = "/week"
	workerPath         = "/worker.js"
	officeManifestPath = "/manifest.webmanifest"
)

//go:embed office_worker.js
var officeWorker []byte

// officeWorker serves the service worker. It is the same for everybody, and a browser asks for it without its user.
func (s *Server) officeWorker(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, "text/javascript; charset=utf-8")
	// Its scope includes the inbox, which is not below its own folder.
	c.Set("Service-Worker-Allowed", office.OfficePath)
	return c.Send(officeWorker)
}

// officeManifest serves the description of the office on a home screen.
func (s *Server) officeManifest(c fiber.Ctx) error {
	body, err := s.site.Load().Manifest(office.OfficePath, "standalone")
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/manifest+json")
	return c.Send(body)
}

// officePush begins or ends the notifications of the user's browser.
func (s *Server) officePush(c fiber.Ctx) (err error) {
	ctx, endpoint := requestContext(c), c.FormValue("endpoint")
	if c.FormValue("end") != "" {
		err = s.cfg.Office.Unsubscribe(ctx, endpoint)
	} else {
		err = s.cfg.Office.Subscribe(ctx, user(c), office.Subscription{
			Endpoint: endpoint, P256dh: c.FormValue("p256dh"), Auth: c.FormValue("auth"),
		})
	}
	if err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// figures returns the figures of the week that the query names by one of its days, the present one by default.
func (s *Server) figures(c fiber.Ctx) (office.Figures, error) {
	zone := s.site.Load().Content().Location()
	now := s.cfg.Now().In(zone)
	day, err := time.ParseInLocation(time.DateOnly, c.Query("of"), zone)
	if err != nil || day.After(now) || day.Year() < 2000 {
		day = now
	}
	return s.cfg.Office.Figures(requestContext(c), day)
}

// week answers with the figures of a week.
func (s *Server) week(c fiber.Ctx) error {
	figures, err := s.figures(c)
	if err != nil {
		return err
	}
	current := s.site.Load()
	words := &current.Content().Office().OfficeLabels
	key, err := s.cfg.Leads.CalendarKey(requestContext(c))
	if err != nil {
		return err
	}
	page := figures.Page(words, s.cfg.Now())
	page.Calendar = current.BaseURL().JoinPath(office.OfficePath, "calendar.ics").String() + "?key=" + key
	page.Layout = s.officeLayout(c, "OfficeWeek", words.Week.Title+" "+figures.Monday.Format("January 2, 2006"))
	return s.sendOffice(c, fiber.StatusOK, "OfficeWeek", page)
}

// weekCSV answers with the figures of a week as a table for spreadsheets.
func (s *Server) weekCSV(c fiber.Ctx) error {
	figures, err := s.figures(c)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Attachment("week-" + figures.Monday.Format(time.DateOnly) + ".csv")
	return figures.WriteCSV(c)
}
