package web

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
	"haulfront/render"
)

// Errors for requests that handlers of this package reject.
var (
	errCrossOrigin = errors.New("the request was sent from another site")
	errMediaType   = errors.New("the body is neither a form nor plain JSON")
	errSyntax      = errors.New("the body cannot be parsed")
	errRate        = errors.New("too many requests from one network")
	errSignInRate  = errors.New("too many requests for links from one network")
	errPlainHTTP   = errors.New("browsers keep no session over plain HTTP")
	errMalformed   = errors.New("not HTTP")
	errHead        = errors.New("the request's head is too large")
)

// An errorRow says how an error is answered.
type errorRow struct {
	err    error
	status int
	kind   content.ErrorKind // of the error page
	// page answers with another page, and the error is not logged.
	page func(s *Server, c fiber.Ctx, status int, err error) error
}

// statuses maps errors to statuses and pages. The first match counts.
var statuses = []errorRow{
	{err: journal.ErrUnavailable, status: fiber.StatusServiceUnavailable},
	{err: render.ErrBusy, status: fiber.StatusServiceUnavailable, kind: content.ErrorBusy},
	{err: context.Canceled, status: fiber.StatusServiceUnavailable, kind: content.ErrorBusy},
	{err: fiber.ErrNotFound, page: (*Server).notFound},
	{err: site.ErrNotFound, page: (*Server).notFound},
	{err: office.ErrNoPage, page: (*Server).notFound},
	{err: errCrossOrigin, status: fiber.StatusForbidden, kind: content.ErrorCrossOrigin},
	{err: errMediaType, status: fiber.StatusUnsupportedMediaType, kind: content.ErrorUnsupportedMediaType},
	{err: errSyntax, status: fiber.StatusBadRequest, kind: content.ErrorBadRequest},
	{err: office.ErrSubscription, status: fiber.StatusBadRequest, kind: content.ErrorBadRequest},
	{err: errBadPageview, status: fiber.StatusBadRequest, kind: content.ErrorBadRequest},
	{err: fiber.ErrMethodNotAllowed, status: fiber.StatusMethodNotAllowed, kind: content.ErrorMethodNotAllowed},
	{err: fiber.ErrRequestEntityTooLarge, status: fiber.StatusRequestEntityTooLarge, kind: content.ErrorTooLarge},
	{err: fasthttp.ErrBodyTooLarge, status: fiber.StatusRequestEntityTooLarge, kind: content.ErrorTooLarge},
	{err: errStreams, status: fiber.StatusTooManyRequests, kind: content.ErrorTooManyRequests},
	{err: errRate, status: fiber.StatusTooManyRequests, kind: content.ErrorTooManyRequests},

	// Malformed requests
	{err: errHead, status: fiber.StatusRequestHeaderFieldsTooLarge, kind: content.ErrorHeadersTooLarge},
	{err: errVersion, status: fiber.StatusHTTPVersionNotSupported, kind: content.ErrorBadRequest},
	{err: errFraming, status: fiber.StatusBadRequest, kind: content.ErrorBadRequest},
	{err: errMalformed, status: fiber.StatusBadRequest, kind: content.ErrorBadRequest},

	// Photographs
	{err: journal.ErrLinkEnded, status: fiber.StatusGone, kind: content.ErrorGone},
	{err: journal.ErrNotFound, status: fiber.StatusGone, kind: content.ErrorGone},

	// Quotes; the form is the page
	{err: quote.Received, status: fiber.StatusOK},
	{err: quote.Invalid, status: fiber.StatusUnprocessableEntity},
	{err: quote.TooLarge, status: fiber.StatusRequestEntityTooLarge},
	{err: quote.TooMany, status: fiber.StatusTooManyRequests},
	{err: quote.Busy, status: fiber.StatusServiceUnavailable},
	{err: quote.Unstored, status: fiber.StatusServiceUnavailable},
	{err: quote.Undelivered, status: fiber.StatusBadGateway},

	// Signing in
	{err: office.ErrNoSession, status: fiber.StatusUnauthorized, page: (*Server).askSignIn},
	{err: office.ErrLink, status: fiber.StatusGone, page: (*Server).refuseSignIn},
	{err: errPlainHTTP, status: fiber.StatusForbidden, page: (*Server).refuseSignIn},
	{err: errSignInRate, status: fiber.StatusTooManyRequests, page: (*Server).refuseSignIn},

	// Actions on requests
	{err: office.ErrCrew, status: fiber.StatusForbidden, page: (*Server).refused},
	{err: office.ErrRefused, status: fiber.StatusUnprocessableEntity, page: (*Server).refused},
	{err: office.ErrStale, status: fiber.StatusConflict, page: (*Server).refused},
	{err: office.ErrEnded, status: fiber.StatusGone, page: (*Server).customerEnded},
}

// rowOf returns the row of an error.
func rowOf(err error) errorRow {
	for _, row := range statuses {
		if errors.Is(err, row.err) {
			return row
		}
	}
	if coded := (*fiber.Error)(nil); errors.As(err, &coded) && coded.Code < fiber.StatusInternalServerError {
		return errorRow{status: coded.Code, kind: content.ErrorBadRequest}
	}
	return errorRow{status: fiber.StatusInternalServerError}
}

// statusOf returns the status of an error.
func statusOf(err error) int { return rowOf(err).status }

// handleError logs errors and responds to them. Rejected requests are logged as information, but cross-site forms as
// warnings: behind a misconfigured proxy every form is one.
func (s *Server) handleError(c fiber.Ctx, err error) error {
	row := rowOf(err)
	if row.page != nil {
		if err = row.page(s, c, row.status, err); err == nil {
			return nil
		}
		row = rowOf(err)
	}
	if coded := (*fiber.Error)(nil); errors.As(err, &coded) {
		err = fiber.NewError(coded.Code) // its text may quote the request, including personal data
	}
	attributes := append(logged(c), "status", row.status, "error", err)
	switch {
	case row.status >= fiber.StatusInternalServerError:
		s.cfg.Log.ErrorContext(requestContext(c), "request failed", attributes...)
	case errors.Is(err, errCrossOrigin):
		s.crossOriginLog.Log(requestContext(c), slog.LevelWarn, "request failed", attributes...)
	default:
		s.refusedLog.Log(requestContext(c), slog.LevelInfo, "request failed", attributes...)
	}
	private := strings.HasPrefix(c.Path(), office.Path) || strings.HasPrefix(c.Path(), office.CustomerPath)
	if private && c.Method() == fiber.MethodPost && row.status >= fiber.StatusInternalServerError && !wantsJSON(c) {
		if err = s.sendRetry(c, row.status); err == nil {
			return nil
		}
		s.cfg.Log.ErrorContext(requestContext(c), "no page to try again", "error", err)
	}
	return s.sendError(c, row.status, row.kind)
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
	for _, prefix := range []string{SignInPath, office.CustomerPath} {
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
