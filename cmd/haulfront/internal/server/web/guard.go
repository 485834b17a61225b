package web

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"runtime/debug"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/office"
)

// maxHead is the size of the largest request head in bytes: 16 KB of headers, and the request line.
const maxHead = 18 << 10

// Errors for malformed requests that fasthttp passes to handlers.
var (
	errVersion = errors.New("unknown HTTP version")
	// A proxy may have used the other of the two, which allows request smuggling (RFC 9112, section 6.1).
	errFraming = errors.New("both Transfer-Encoding and Content-Length")
)

// wrap makes the server reject malformed requests, and close connections while it shuts down.
func (s *Server) wrap(server *fasthttp.Server) {
	handle, fail := server.Handler, server.ErrorHandler
	server.HeaderReceived = limitBody
	// Reads and writes do not show whether a request is in progress: "100 Continue" is not its response, and the
	// beginning of the next request may have come with it.
	server.ConnState = func(client net.Conn, state fasthttp.ConnState) {
		if state == fasthttp.StateHijacked {
			return // another goroutine owns the connection, see streamUploads
		}
		if c, ok := connOf(client); ok {
			c.Active = state == fasthttp.StateActive
		}
	}
	// Errors must not quote input.
	server.SecureErrorLogMessage = true
	server.Handler = func(ctx *fasthttp.RequestCtx) {
		s.requests.Add(1)
		if err := checkFraming(&ctx.Request.Header); err != nil {
			s.rejectMalformed(ctx, err)
			return
		}
		handle(ctx)
		// After the handler: a request that follows a response with "Connection: close" is not executed.
		if s.draining.Load() {
			closeAfterResponse(ctx)
		}
	}
	server.ErrorHandler = func(ctx *fasthttp.RequestCtx, err error) {
		if netErr := net.Error(nil); errors.As(err, &netErr) {
			// The client disconnected, or is too slow: no page is needed, and fiber's handler would serve one.
			ctx.Response.SetStatusCode(fasthttp.StatusRequestTimeout)
			return
		}
		if errors.Is(err, fasthttp.ErrBodyTooLarge) {
			s.setRequestID(ctx)
			fail(ctx, err)
			closeAfterResponse(ctx)
			return
		}
		s.rejectMalformed(ctx, err)
	}
}

// limitBody limits the bodies of all requests but quotes and the forms of the office. The length of a chunked body is
// -1. Bodies of uploads are not read here, see streamUploads.
func limitBody(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	n := h.ContentLength()
	if n <= maxSmallBody && n != -1 {
		return fasthttp.RequestConfig{}
	}
	if isUpload(h, n) {
		h.SetContentLength(0)
		return fasthttp.RequestConfig{}
	}
	if h.IsPost() && (hasPhotos(h) || bytes.HasPrefix(h.RequestURI(), []byte(office.Path+"/"))) {
		return fasthttp.RequestConfig{}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: maxSmallBody}
}

// checkFraming rejects what fasthttp accepts: other versions than HTTP/1.0 and 1.1, and contradictory lengths.
func checkFraming(h *fasthttp.RequestHeader) error {
	if version := h.Protocol(); !bytes.Equal(version, []byte("HTTP/1.1")) && !bytes.Equal(version, []byte("HTTP/1.0")) {
		return errVersion
	}
	const neither = -2
	if h.ContentLength() == neither {
		return nil
	}
	// The parsed header has only one of the two.
	var framing int
	for line := range bytes.Lines(h.RawHeaders()) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte(fasthttp.HeaderContentLength)) ||
			bytes.EqualFold(name, []byte(fasthttp.HeaderTransferEncoding)) {
			framing++
		}
	}
	if framing > 1 {
		return errFraming
	}
	return nil
}

// rejectMalformed responds to a malformed request and closes the connection: where the next request begins is unknown.
func (s *Server) rejectMalformed(ctx *fasthttp.RequestCtx, err error) {
	defer closeAfterResponse(ctx)
	s.setRequestID(ctx)
	logCtx := logging.WithRequestID(context.Background(), string(ctx.Response.Header.Peek(fiber.HeaderXRequestID)))
	// The app's recover middleware does not cover this.
	defer func() {
		if panicked := recover(); panicked != nil {
			s.cfg.Log.ErrorContext(logCtx, "error page failed", "panic", panicked, "stack", string(debug.Stack()))
			ctx.Error(fasthttp.StatusMessage(fasthttp.StatusBadRequest), fasthttp.StatusBadRequest)
		}
	}()
	switch tooLarge := (*fasthttp.ErrSmallBuffer)(nil); {
	case errors.As(err, &tooLarge):
		err = errHead
	case !errors.Is(err, errVersion):
		err = errMalformed
	}
	row := rowOf(err)
	s.metrics.malformed.Inc()
	s.refusedLog.Log(logCtx, slog.LevelInfo, "malformed request", "status", row.status)
	setHeaders(&ctx.Response, s.headers)
	c := s.app.AcquireCtx(ctx)
	defer s.app.ReleaseCtx(c)
	if err := s.sendError(c, row.status, row.kind); err != nil {
		ctx.Error(fasthttp.StatusMessage(row.status), row.status)
	}
}
