package web

import (
	"bytes"
	_ "embed"
	"time"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/content"
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
	c.Set("Service-Worker-Allowed", content.OfficePath)
	return c.Send(officeWorker)
}

// officeManifest serves the description of the office on a home screen.
func (s *Server) officeManifest(c fiber.Ctx) error {
	body, err := s.site.Load().OfficeManifest()
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/manifest+json")
	return c.Send(body)
}

// officePush begins or ends the notifications of the user's browser.
func (s *Server) officePush(c fiber.Ctx) error {
	ctx, endpoint := requestContext(c), c.FormValue("endpoint")
	var err error
	if c.FormValue("end") != "" {
		err = s.cfg.Notifier.Unsubscribe(ctx, endpoint)
	} else {
		err = s.cfg.Notifier.Subscribe(ctx, user(c), office.Subscription{
			Endpoint: endpoint, P256dh: c.FormValue("p256dh"), Auth: c.FormValue("auth"),
		})
	}
	if err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// figures returns the figures of the week that the query names by one of its days, the present one by default.
func (s *Server) figures(c fiber.Ctx) (figures office.Figures, current bool, err error) {
	words := s.site.Load().Content()
	now := s.cfg.Now().In(words.Location())
	day, err := time.ParseInLocation(time.DateOnly, c.Query("of"), words.Location())
	if err != nil || day.After(now) || day.Year() < 2000 {
		day = now
	}
	figures, err = s.cfg.Office.Figures(requestContext(c), day, words.Town)
	return figures, figures.Has(now), err
}

// week answers with the figures of a week.
func (s *Server) week(c fiber.Ctx) error {
	const component = "OfficeWeek"
	figures, current, err := s.figures(c)
	if err != nil {
		return err
	}
	words := &s.site.Load().Content().Office().Week
	key, err := s.cfg.Leads.Journal().CalendarKey(requestContext(c))
	if err != nil {
		return err
	}
	props := figures.Page(words)
	calendar := s.site.Load().BaseURL().JoinPath(content.OfficePath, "calendar.ics")
	calendar.RawQuery = "key=" + key
	props.Calendar = content.Link{Label: words.Calendar, Href: calendar.String()}
	props.Layout = s.officeLayout(c, component, props.Title)
	of := func(path string, days int) string {
		return content.OfficePath + path + "?of=" + figures.Monday().AddDate(0, 0, days).Format(time.DateOnly)
	}
	props.Earlier = content.Link{Label: words.Earlier, Href: of(weekPath, -7)}
	props.Download = content.Link{Label: words.Download, Href: of(weekPath+".csv", 0)}
	if !current {
		props.Later = content.Link{Label: words.Later, Href: of(weekPath, 7)}
	}
	return s.sendOffice(c, fiber.StatusOK, component, props)
}

// weekCSV answers with the figures of a week as a table for spreadsheets.
func (s *Server) weekCSV(c fiber.Ctx) error {
	figures, _, err := s.figures(c)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := figures.WriteCSV(&body); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Attachment("week-" + figures.Monday().Format(time.DateOnly) + ".csv")
	return c.Send(body.Bytes())
}
