package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote/upload"
	"haulfront/cmd/haulfront/internal/seo"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// photosField is the name of the form's field with photographs.
const photosField = "photos"

// convertLimit is how long a visitor waits for their photographs to be converted, with those of others before them.
const convertLimit = 25 * time.Second

// readForm reads a form that may have photographs. It has to be closed.
func (s *Server) readForm(c fiber.Ctx) (*uploadedForm, error) {
	_, parameters, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || parameters["boundary"] == "" {
		return nil, fmt.Errorf("%w: a form without a boundary", errSyntax)
	}
	body := c.RequestCtx().RequestBodyStream()
	if body == nil {
		body = bytes.NewReader(c.BodyRaw())
	}
	dir := s.cfg.Leads.UploadDir()
	free, ok := s.uploads.take(s.clientAddress(c))
	if !ok {
		dir = ""
	}
	form, err := upload.Read(body, parameters["boundary"], photosField, dir, maxReadBody)
	if err != nil {
		free()
		return nil, fmt.Errorf("%w: %w", errSyntax, err)
	}
	return &uploadedForm{form, free}, nil
}

// uploadedForm is a form that may have photographs, with its slot.
type uploadedForm struct {
	*upload.Form
	free func()
}

// Close frees the files and the slot. It may be called for nil.
func (f *uploadedForm) Close() {
	if f != nil {
		f.Form.Close()
		f.free()
	}
}

// checkPhotos returns what is wrong with a post's photographs, before any of them is decoded; nil where nothing is.
func (p post) checkPhotos() error {
	if p.upload == nil {
		return nil
	}
	if p.upload.Err != nil { // also of a form that ends before its first file
		return p.upload.Err
	}
	for _, file := range p.upload.Files {
		if err := file.Check(); err != nil {
			return err
		}
	}
	return nil
}

// photoProblems are what may be wrong with photographs: the key of the words, and the status. The first match counts.
var photoProblems = []struct {
	err    error
	kind   content.PhotoProblem
	status int
}{
	{upload.ErrTooMany, content.PhotosTooMany, fiber.StatusUnprocessableEntity},
	{upload.ErrTooLarge, content.PhotosTooLarge, fiber.StatusRequestEntityTooLarge},
	{upload.ErrCutOff, content.PhotosCutOff, fiber.StatusUnprocessableEntity},
	{upload.ErrHEIC, content.PhotosHEIC, fiber.StatusUnprocessableEntity},
	{upload.ErrNotPhoto, content.PhotosUnknown, fiber.StatusUnprocessableEntity},
	{upload.ErrTooManyPixels, content.PhotosTooManyPixels, fiber.StatusUnprocessableEntity},
	{upload.ErrDamaged, content.PhotosDamaged, fiber.StatusUnprocessableEntity},
}

// rejectPhotos is the result for a post with whose photographs something is wrong, and maybe with other fields too.
func (s *Server) rejectPhotos(ctx context.Context, r result, err error, words *content.Site) result {
	status, kind := fiber.StatusServiceUnavailable, content.PhotosBusy
	known := false
	for _, problem := range photoProblems {
		if errors.Is(err, problem.err) {
			status, kind, known = problem.status, problem.kind, true
			break
		}
	}
	if !known && !errors.Is(err, upload.ErrNoRoom) && !errors.Is(err, context.DeadlineExceeded) {
		s.cfg.Log.ErrorContext(ctx, "photographs were not taken", "error", err)
	}
	if r.status == 0 {
		r.status, r.toast = status, words.PhotosToast()
	}
	return r.withError(photosField, words.PhotosProblem(kind))
}

// withPhotos adds the photographs of a post to a submission: as data, and as links after the message.
func (s *Server) withPhotos(ctx context.Context, sub lead.Submission, p post) (lead.Submission, error) {
	if p.upload == nil || len(p.upload.Files) == 0 {
		return sub, nil
	}
	ctx, cancel := context.WithTimeout(ctx, convertLimit)
	defer cancel()
	var links []string
	for _, file := range p.upload.Files {
		converted, err := file.Convert(ctx)
		if err != nil {
			return sub, err
		}
		photo := lead.Photo{
			ID: lead.NewPhotoID(), Width: converted.Size.X, Height: converted.Size.Y, JPEG: converted.JPEG, Digest: file.Digest,
		}
		query, err := s.cfg.Leads.PhotoLink(ctx, photo.ID)
		if err != nil {
			return sub, err
		}
		address := url.URL{Path: seo.PhotosPath + photo.ID, RawQuery: query.Encode()}
		sub.Photos, links = append(sub.Photos, photo), append(links, p.site.BaseURL().ResolveReference(&address).String())
	}
	sub.Note = p.site.Content().PhotosText(links)
	return sub, nil
}

// photo answers with a photograph of a lead, for who has a link to it.
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
	// Kept by the one browser, as long as a page is looked at; not by anything in between.
	c.Set(fiber.HeaderCacheControl, "private, max-age=3600")
	c.Set(fiber.HeaderContentType, "image/jpeg")
	c.Set(fiber.HeaderContentDisposition, `inline; filename="photo.jpg"`)
	return c.Send(data)
}
