package web

import (
	recoverer "github.com/gofiber/fiber/v3/middleware/recover"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/seo"
)

// route adds all routes of the site. The routes of the admin listener are in package server.
func (s *Server) route() {
	s.app.Use(s.begin, recoverer.New(), s.resource) // the site's pages and files, which change with the content
	s.app.Get(site.AssetsPath+"*", unknownFile)

	// Visitors
	s.app.Get(site.QuotePath, showQuoteForm)
	s.app.Post(site.QuotePath, s.allowExportedPages, s.rejectCrossSite, requireFormOrJSON, s.limitPosts, s.quote)
	s.app.Get(seo.PhotosPath+":id", s.photo)
	s.app.Get(sessionPath, s.allowExportedPages, s.session)
	s.app.Post(pageviewPath, s.allowExportedPages, s.rejectCrossSite, s.limitViews, s.pageview)

	// Customers: each page is for anyone with its address.
	customer := s.app.Group(office.CustomerPath+":token", s.secretPath)
	customer.Get("", shown(s.sendCustomer))
	if !s.cfg.Office.On() {
		return
	}
	customer.Post("", s.limitAnswers, requireFormOrJSON, s.customerAnswer)
	customer.Get("/calendar.ics", s.customerCalendar)

	// The office, for everybody
	office := s.app.Group(office.Path, s.private)
	office.Post("/*", s.rejectCrossSite) // before the session, whose failure answers with the form
	office.Get("/in/:token", s.requireTrustworthy, s.signInLink)
	office.Post("/in/:token", s.requireTrustworthy, s.signIn)
	office.Get("/sign-in", s.signInPage)
	office.Post("/sign-in", s.requestLink)
	office.Get(workerPath, s.officeWorker)
	office.Get(officeManifestPath, s.officeManifest)
	office.Get("/calendar.ics", s.officeCalendar)

	// The office, for its users and the crew
	office.Use(s.requireSession)
	office.Post("/sign-out", s.signOut)
	office.Post("/push", s.officePush)
	office.Get("/day", shown(s.sendDay))
	office.Post("/leads/:id", s.changeRequest) // the crew as in office.UserActions

	// The office, for its users
	office.Use(s.requireUser)
	office.Post("/sessions", s.endSession)
	office.Post("/calendar", s.renewCalendar)
	office.Get("", s.inbox)
	office.Get("/new", shown(s.sendNew))
	office.Post("/new", s.enterRequest)
	office.Get("/leads/:id", shown(s.sendRequest))
	office.Get("/leads/:id/remove", s.askRemoval)
	office.Post("/leads/:id/remove", s.removePerson)
	office.Get("/events", s.officeEvents)
	office.Get("/week", s.week)
	office.Get("/week/jobs.csv", s.weekJobs)
	office.Get("/site", shown(s.sendSite))
	office.Post("/site", s.changeSite)
	office.Get("/site/photos/:id", s.sitePhoto)
}
