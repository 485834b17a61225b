package web

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/logging"
)

// Bounds of a request's id. Ours has 80 random bits in base32; that of a proxy may be longer, such as a UUID.
const (
	requestIDSize = 16
	maxRequestID  = 64
)

// setRequestID names the request in the response and in the log. A trusted proxy may have named it already, so that its log
// and ours can be compared; from anyone else, a name could pretend to be another request.
func (s *Server) setRequestID(ctx *fasthttp.RequestCtx) {
	id := ""
	if given := ctx.Request.Header.Peek(fiber.HeaderXRequestID); len(given) > 0 && s.fromTrustedProxy(ctx) && validRequestID(string(given)) {
		id = string(given)
	}
	if id == "" {
		id = rand.Text()[:requestIDSize]
	}
	ctx.Response.Header.Set(fiber.HeaderXRequestID, id)
}

// identify does so for the requests that reach a handler.
func (s *Server) identify(c fiber.Ctx) error {
	s.setRequestID(c.RequestCtx())
	return c.Next()
}

// requestContext is the request's context with its id, for whatever writes log lines. It is made only where it is needed:
// most requests are answered from memory without a line.
func requestContext(c fiber.Ctx) context.Context {
	return logging.WithRequestID(c.Context(), c.GetRespHeader(fiber.HeaderXRequestID))
}

// validRequestID reports whether an id can stand in a header and a log as it is.
func validRequestID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:=/+"
	return len(id) <= maxRequestID && strings.Trim(id, allowed) == ""
}
