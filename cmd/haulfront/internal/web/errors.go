package web

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/content"
	"haulfront/render"
)

// What the handlers of this package refuse.
var (
	errForeign   = errors.New("the request was sent from another site")
	errMediaType = errors.New("the body is neither a plain form nor plain JSON")
	errSyntax    = errors.New("the body is not the JSON of a quote request")
)

// statuses maps errors to statuses and to the page that says what is wrong and what is wanted. The first match counts. What
// is refused is logged as information, except a form from elsewhere: a proxy that is set up wrong makes all of them so.
var statuses = []struct {
	err    error
	status int
	page   content.ErrorKind
}{
	{errForeign, fiber.StatusForbidden, content.ErrorCrossOrigin},
	{errMediaType, fiber.StatusUnsupportedMediaType, content.ErrorUnsupportedMediaType},
	{errSyntax, fiber.StatusBadRequest, content.ErrorBadRequest},
	{errPageview, fiber.StatusBadRequest, content.ErrorBadRequest},
	{fiber.ErrMethodNotAllowed, fiber.StatusMethodNotAllowed, content.ErrorMethodNotAllowed},
	{fiber.ErrRequestEntityTooLarge, fiber.StatusRequestEntityTooLarge, content.ErrorTooLarge},
	{fasthttp.ErrBodyTooLarge, fiber.StatusRequestEntityTooLarge, content.ErrorTooLarge},
	{lead.ErrUnavailable, fiber.StatusServiceUnavailable, content.ErrorInternal},
	{render.ErrBusy, fiber.StatusServiceUnavailable, content.ErrorBusy},
	{context.Canceled, fiber.StatusServiceUnavailable, content.ErrorBusy},
}

// fail is the one place where errors are logged and answered.
func (s *Server) fail(c fiber.Ctx, err error) error {
	if errors.Is(err, fiber.ErrNotFound) {
		return s.notFound(c)
	}
	status, page := fiber.StatusInternalServerError, content.ErrorInternal
	var coded *fiber.Error
	if errors.As(err, &coded) && coded.Code < fiber.StatusInternalServerError {
		status, page = coded.Code, content.ErrorBadRequest
	}
	for _, row := range statuses {
		if errors.Is(err, row.err) {
			status, page = row.status, row.page
			break
		}
	}
	if coded != nil {
		// Its own text may quote the request, with all that a visitor typed.
		err = fiber.NewError(coded.Code)
	}
	if coded != nil && (coded.Code == fiber.StatusRequestTimeout || coded.Code == fiber.StatusBadGateway) {
		// The server's own words for a connection that ended before a request was whole: browsers open some that they
		// never use. Nobody is there to read a page.
		return c.SendStatus(coded.Code)
	}
	attributes := []any{"method", truncate(c.Method(), maxMethod), "path", truncate(c.Path(), maxPath), "status", status, "error", err}
	switch {
	case status >= fiber.StatusInternalServerError:
		s.cfg.Log.Error("request failed", attributes...)
	case errors.Is(err, errForeign):
		s.foreign.Log(slog.LevelWarn, "request failed", attributes...)
	default:
		s.refused.Log(slog.LevelInfo, "request failed", attributes...)
	}
	return s.answerFailure(c, status, page)
}

// answerFailure answers with a page, or with a toast for who asked for JSON.
func (s *Server) answerFailure(c fiber.Ctx, status int, page content.ErrorKind) error {
	e := s.book.current.Load()
	if wantsJSON(c) {
		return sendJSON(c, status, answer{Toast: e.toast(page)})
	}
	if err := e.failures[page].send(c, status); err == nil {
		return nil
	}
	// The page of this failure could not be rendered; the general one was, at start.
	return e.failures[content.ErrorInternal].send(c, status)
}

// wantsJSON reports whether the client asked for JSON, as the hydrated form does.
func wantsJSON(c fiber.Ctx) bool { return isJSON(c.Get(fiber.HeaderAccept)) }

// isJSON reports whether a header begins with the media type of JSON, in any case (RFC 9110, section 8.3.1).
func isJSON(header string) bool {
	const json = fiber.MIMEApplicationJSON
	return len(header) >= len(json) && strings.EqualFold(header[:len(json)], json)
}

// Bounds of what a request may write into the log, in bytes. Its handler escapes control characters.
const (
	maxPath   = 200
	maxMethod = 20
	maxHeader = 100
)

// bounded quotes a header for an error.
func bounded(text string) string { return strconv.Quote(truncate(text, maxHeader)) }

func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}
