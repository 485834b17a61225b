package web

import "github.com/gofiber/fiber/v3"

// galleryPath shows every piece of the site in all its states, while developing.
const galleryPath = "/gallery"

// gallery answers with the pieces as they are now: nobody but a developer asks for them.
func (s *Server) gallery(c fiber.Ctx) error {
	props := s.cfg.Site.Styleguide(s.frame(s.book.year()))
	page, err := s.cfg.Engine.Page(c.Context(), "Styleguide", props)
	if err != nil {
		return err
	}
	html, err := page.HTML(c.Context(), nil)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, htmlType)
	c.Set(fiber.HeaderCacheControl, cacheNever)
	return c.Send(html)
}
