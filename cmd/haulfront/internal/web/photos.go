package web

import (
	"context"
	"errors"
	"net/url"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/site"
)

// photoURL returns the link to a photograph on a site.
func (s *Server) photoURL(ctx context.Context, base *url.URL, id string) (string, error) {
	query, err := s.cfg.Leads.PhotoLink(ctx, id)
	if err != nil {
		return "", err
	}
	return base.ResolveReference(&url.URL{Path: seo.PhotosPath + id, RawQuery: query.Encode()}).String(), nil
}

// photo answers with a photograph of a lead to anyone with a link to it.
func (s *Server) photo(c fiber.Ctx) error {
	c.Set(robotsTag, "noindex, noimageindex")
	id, ctx := c.Params("id"), requestContext(c)
	err := s.cfg.Leads.CheckPhotoLink(ctx, id, c.Query("expires"), c.Query("signature"))
	if errors.Is(err, lead.ErrBadLink) {
		return site.ErrNotFound
	}
	if err != nil {
		return err
	}
	data, err := s.cfg.Leads.Photo(ctx, id)
	if err != nil {
		return err
	}
	// The browser keeps it while a page is viewed; shared caches do not.
	c.Set(fiber.HeaderCacheControl, "private, max-age=3600")
	c.Set(fiber.HeaderContentType, "image/jpeg")
	c.Set(fiber.HeaderContentDisposition, `inline; filename="photo.jpg"`)
	return c.Send(data)
}
