package web

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"runtime/debug"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
)

// maxHead is the size of the largest request head in bytes: 16 KB of headers, and the request line.
const maxHead = 18 << 10

// What the server hands to handlers although it must not be answered as usual.
var (
	errVersion = errors.New("unknown HTTP version")
	// A proxy in front may have taken the other of the two for the body's end: request smuggling (RFC 9112, section 6.1).
	errFraming = errors.New("both Transfer-Encoding and Content-Length")
)

// guard puts the checks of a request's form around the server's handlers, and tells clients when the server drains.
func (s *Server) guard(server *fasthttp.Server) {
	handle, fail := server.Handler, server.ErrorHandler
	server.HeaderReceived = boundBody
	// A connection cannot tell by what it reads and writes: "100 Continue" is no answer, and the beginning of the next
	// request may have come with the last one.
	server.ConnState = func(client net.Conn, state fasthttp.ConnState) {
		if c, ok := client.(*conn); ok {
			c.asked = state == fasthttp.StateActive
		}
	}
	// An error would quote what a visitor sent.
	server.SecureErrorLogMessage = true
	server.Handler = func(ctx *fasthttp.RequestCtx) {
		if err := wellFormed(&ctx.Request.Header); err != nil {
			s.refuse(ctx, err)
			return
		}
		handle(ctx)
		// After the handler, so that the last answer on a connection says that it is: what follows is not executed.
		if s.connections.draining.Load() {
			hangUp(ctx)
		}
	}
	server.ErrorHandler = func(ctx *fasthttp.RequestCtx, err error) {
		if netErr := net.Error(nil); errors.As(err, &netErr) {
			fail(ctx, err) // nobody is there, or nothing came
			return
		}
		if errors.Is(err, fasthttp.ErrBodyTooLarge) {
			fail(ctx, err)
			hangUp(ctx)
			return
		}
		s.refuse(ctx, err)
	}
}

// boundBody bounds the body of what is no quote. A length of -1 is that of a body in chunks.
func boundBody(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	if n := h.ContentLength(); n <= maxSmallBody && n != -1 {
		return fasthttp.RequestConfig{}
	}
	if h.IsPost() {
		uri := fasthttp.AcquireURI()
		defer fasthttp.ReleaseURI(uri)
		if uri.Parse(h.Host(), h.RequestURI()) == nil && string(uri.PathOriginal()) == site.QuotePath {
			return fasthttp.RequestConfig{}
		}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: maxSmallBody}
}

// wellFormed checks what the server does not: it takes any version of HTTP for 1.1 or 1.0, and prefers one of two
// contradictory lengths.
func wellFormed(h *fasthttp.RequestHeader) error {
	if version := h.Protocol(); !bytes.Equal(version, []byte("HTTP/1.1")) && !bytes.Equal(version, []byte("HTTP/1.0")) {
		return errVersion
	}
	const neither = -2
	if h.ContentLength() == neither {
		return nil
	}
	// The server has dropped one of the two by now, except from the text.
	var framing int
	for line := range bytes.Lines(h.RawHeaders()) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte(fasthttp.HeaderContentLength)) || bytes.EqualFold(name, []byte(fasthttp.HeaderTransferEncoding)) {
			framing++
		}
	}
	if framing > 1 {
		return errFraming
	}
	return nil
}

// refuse answers a request that is malformed and ends its connection, because nobody knows where the next one begins.
func (s *Server) refuse(ctx *fasthttp.RequestCtx, err error) {
	defer hangUp(ctx)
	// Out here, no handler of the app recovers.
	defer func() {
		if panicked := recover(); panicked != nil {
			s.cfg.Log.Error("a malformed request was not answered with a page", "panic", panicked, "stack", string(debug.Stack()))
			ctx.Error(fasthttp.StatusMessage(fasthttp.StatusBadRequest), fasthttp.StatusBadRequest)
		}
	}()
	status, fault := fasthttp.StatusBadRequest, content.ErrorBadRequest
	switch tooLarge := (*fasthttp.ErrSmallBuffer)(nil); {
	case errors.As(err, &tooLarge):
		status, fault = fasthttp.StatusRequestHeaderFieldsTooLarge, content.ErrorHeadersTooLarge
	case errors.Is(err, errVersion):
		status = fasthttp.StatusHTTPVersionNotSupported
	}
	s.malformed.Add(1)
	s.refusedLog.Log(slog.LevelInfo, "malformed request", "status", status)
	for _, kv := range s.headers {
		ctx.Response.Header.Set(kv[0], kv[1])
	}
	c := s.app.AcquireCtx(ctx)
	defer s.app.ReleaseCtx(c)
	if err := s.sendFailure(c, status, fault); err != nil {
		ctx.Error(fasthttp.StatusMessage(status), status)
	}
}

// hangUp ends the connection after this answer, and sees to it that the answer arrives even if the client is still sending.
func hangUp(ctx *fasthttp.RequestCtx) {
	ctx.SetConnectionClose()
	if c, ok := ctx.Conn().(*conn); ok {
		c.linger = true
	}
}
