package web

import (
	"errors"
	"strings"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office/edits"
)

// sendSite answers with the page on which users change the site, and what was typed into a form that was refused with a
// message.
func (s *Server) sendSite(c fiber.Ctx, status int, message string) error {
	page, err := s.cfg.Editor.Page(requestContext(c), typedForm(c), message)
	if err != nil {
		return err
	}
	page.Layout = s.officeLayout(c, "OfficeSite", s.site.Load().Content().Office().Site.Title)
	return s.sendOffice(c, status, "OfficeSite", page)
}

// changeSite stores what a form changes of the site, and returns to the page.
func (s *Server) changeSite(c fiber.Ctx) error {
	photos, rejected, err := s.readPhotos(c)
	if err != nil {
		return err
	}
	if rejected != nil {
		return s.sendSite(c, statusOf(rejected.Outcome), rejected.Errors[quote.PhotosName])
	}
	err = s.cfg.Editor.Change(requestContext(c), user(c), typedForm(c), photos...)
	if refused := edits.Error(""); errors.As(err, &refused) {
		words := s.site.Load().Content().Office().Site
		return s.sendSite(c, statusOf(err), strings.ReplaceAll(words.Refused, "[reason]", string(refused)))
	}
	if err != nil {
		return err
	}
	return c.Redirect().Status(fiber.StatusSeeOther).To(edits.Path)
}

// sitePhoto answers with a photograph that the site has, or that a change can bring back.
func (s *Server) sitePhoto(c fiber.Ctx) error {
	data, err := s.cfg.Editor.Photo(requestContext(c), c.Params("id"))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "image/jpeg")
	return c.Send(data)
}
