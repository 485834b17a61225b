package web

import (
	_ "embed"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/office"
)

// Paths below [office.Path].
const (
	workerPath         = "/worker.js"
	officeManifestPath = "/manifest.webmanifest"
)

//go:embed office_worker.js
var officeWorker []byte

// officeWorker serves the service worker. It is the same for everybody, and a browser asks for it without its user.
func (s *Server) officeWorker(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, "text/javascript; charset=utf-8")
	// Its scope includes the inbox, which is not below its own folder.
	c.Set("Service-Worker-Allowed", office.Path)
	return c.Send(officeWorker)
}

// officeManifest serves the description of the office on a home screen, where it starts with one of its pages.
func (s *Server) officeManifest(c fiber.Ctx) error {
	body, err := s.site.Load().Manifest(officeNext(c.Query("start")), "standalone")
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
		err = s.cfg.Office.Subscribe(ctx, user(c), c.Cookies(sessionCookie), office.Subscription{
			Endpoint: endpoint, P256dh: c.FormValue("p256dh"), Auth: c.FormValue("auth"),
		})
	}
	if err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// week answers with the figures of a week, the address of the calendar, and the sessions.
func (s *Server) week(c fiber.Ctx) error {
	ctx, current := requestContext(c), s.site.Load()
	page, err := s.cfg.Office.Week(ctx, c.Query("date"))
	if err != nil {
		return err
	}
	keyOf, err := s.cfg.Leads.CalendarKeys(ctx)
	if err != nil {
		return err
	}
	if page.Sessions, err = s.cfg.Office.SessionRows(ctx, c.Cookies(sessionCookie)); err != nil {
		return err
	}
	page.Calendar = current.BaseURL().JoinPath(office.Path, "calendar.ics").String() + "?key=" + keyOf(user(c))
	page.Layout = s.officeLayout(c, "OfficeWeek", page.Title)
	return s.sendOffice(c, fiber.StatusOK, "OfficeWeek", page)
}

// weekJobs answers with the jobs of a week as a CSV.
func (s *Server) weekJobs(c fiber.Ctx) error {
	jobs, err := s.cfg.Office.WeekJobs(requestContext(c), c.Query("date"))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="jobs.csv"`)
	return office.WriteJobsCSV(c, jobs)
}

// renewCalendar gives the calendar another address for every user.
func (s *Server) renewCalendar(c fiber.Ctx) error {
	ctx := requestContext(c)
	if err := s.cfg.Leads.RenewCalendarKeys(ctx); err != nil {
		return err
	}
	s.cfg.Log.InfoContext(ctx, "calendar has a new address", "by", s.cfg.Office.ActorName(user(c)))
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.WeekPath)
}

// signOut ends the form's own session.
func (s *Server) signOut(c fiber.Ctx) error {
	return s.endSessionOf(c, office.SessionID(c.Cookies(sessionCookie)))
}

// endSession ends a session of any user.
func (s *Server) endSession(c fiber.Ctx) error { return s.endSessionOf(c, c.FormValue("end")) }

func (s *Server) endSessionOf(c fiber.Ctx, id string) error {
	if err := s.cfg.Office.EndSession(requestContext(c), id, user(c)); err != nil {
		return err
	}
	if id != office.SessionID(c.Cookies(sessionCookie)) {
		return c.Redirect().Status(fiber.StatusSeeOther).To(office.WeekPath)
	}
	setSession(c, "", 0)
	c.Set("Clear-Site-Data", `"storage"`) // with it the service worker goes, and the list that it has kept
	return c.Redirect().Status(fiber.StatusSeeOther).To(office.Path)
}
