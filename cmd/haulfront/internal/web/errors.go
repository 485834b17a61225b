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
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
	"haulfront/render"
)

// Errors for requests that handlers of this package reject.
var (
	errCrossOrigin = errors.New("the request was sent from another site")
	errMediaType   = errors.New("the body is neither a form nor plain JSON")
	errSyntax      = errors.New("the body is not the JSON of a quote request")
)

// statuses maps errors to statuses and error pages. The first match counts.
var statuses = []struct {
	err    error
	status int
	kind   content.ErrorKind
}{
	{errCrossOrigin, fiber.StatusForbidden, content.ErrorCrossOrigin},
	{errMediaType, fiber.StatusUnsupportedMediaType, content.ErrorUnsupportedMediaType},
	{errSyntax, fiber.StatusBadRequest, content.ErrorBadRequest},
	{office.ErrSubscription, fiber.StatusBadRequest, content.ErrorBadRequest},
	{errBadPageview, fiber.StatusBadRequest, content.ErrorBadRequest},
	{fiber.ErrMethodNotAllowed, fiber.StatusMethodNotAllowed, content.ErrorMethodNotAllowed},
	{fiber.ErrRequestEntityTooLarge, fiber.StatusRequestEntityTooLarge, content.ErrorTooLarge},
	{fasthttp.ErrBodyTooLarge, fiber.StatusRequestEntityTooLarge, content.ErrorTooLarge},
	{office.ErrEnded, fiber.StatusGone, content.ErrorGone},
	{lead.ErrLinkEnded, fiber.StatusGone, content.ErrorGone},
	{lead.ErrNotFound, fiber.StatusGone, content.ErrorGone},
	{lead.ErrUnavailable, fiber.StatusServiceUnavailable, content.ErrorInternal},
	{render.ErrBusy, fiber.StatusServiceUnavailable, content.ErrorBusy},
	{context.Canceled, fiber.StatusServiceUnavailable, content.ErrorBusy},
}

// handleError logs errors and responds to them. Rejected requests are logged as information, but cross-site forms as
// warnings: behind a misconfigured proxy every form is one.
func (s *Server) handleError(c fiber.Ctx, err error) error {
	if errors.Is(err, fiber.ErrNotFound) || errors.Is(err, site.ErrNotFound) || errors.Is(err, office.ErrNoPage) {
		return s.notFound(c)
	}
	status, kind := fiber.StatusInternalServerError, content.ErrorInternal
	var coded *fiber.Error
	if errors.As(err, &coded) && coded.Code < fiber.StatusInternalServerError {
		status, kind = coded.Code, content.ErrorBadRequest
	}
	for _, row := range statuses {
		if errors.Is(err, row.err) {
			status, kind = row.status, row.kind
			break
		}
	}
	if coded != nil {
		if coded.Code == fiber.StatusRequestTimeout || coded.Code == fiber.StatusBadGateway {
			return c.SendStatus(coded.Code) // the connection ended before its request was complete: no page is needed
		}
		err = fiber.NewError(coded.Code) // its text may quote the request, including personal data
	}
	attributes := append(logged(c), "status", status, "error", err)
	switch {
	case status >= fiber.StatusInternalServerError:
		s.cfg.Log.ErrorContext(requestContext(c), "request failed", attributes...)
	case errors.Is(err, errCrossOrigin):
		s.crossOriginLog.Log(requestContext(c), slog.LevelWarn, "request failed", attributes...)
	default:
		s.refusedLog.Log(requestContext(c), slog.LevelInfo, "request failed", attributes...)
	}
	return s.sendError(c, status, kind)
}

// Limits of logged parts of a request, in bytes. The log handler escapes control characters.
const (
	maxPath   = 200
	maxMethod = 20
	maxHeader = 100
)

// logged returns the method and the path of a request as log attributes, without the token in the path.
func logged(c fiber.Ctx) []any {
	path := c.Path()
	for _, prefix := range []string{SignInPath, content.CustomerPath} {
		if strings.HasPrefix(path, prefix) {
			path = prefix + "…"
		}
	}
	return []any{"method", truncate(c.Method(), maxMethod), "path", truncate(path, maxPath)}
}

// quoteHeader quotes a header for an error.
func quoteHeader(text string) string { return strconv.Quote(truncate(text, maxHeader)) }

func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}
