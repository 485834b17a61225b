package web

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/logging"
)

// maxRequestID bounds the id that a proxy gave a request, in bytes. Ours has 16, half as many as a UUID.
const maxRequestID = 64

// setRequestID names the request in the response and in the log. A trusted proxy may have named it already, so that its log
// and ours can be compared; from anyone else, a name could pretend to be another request.
func (s *Server) setRequestID(ctx *fasthttp.RequestCtx) {
	id := ctx.Request.Header.Peek(fiber.HeaderXRequestID)
	if len(id) == 0 || !s.fromTrustedProxy(ctx) || !validRequestID(string(id)) {
		var number [8]byte
		var text [2 * len(number)]byte
		// It is no secret, and every page from memory pays for it: three times as much from crypto/rand.
		binary.BigEndian.PutUint64(number[:], rand.Uint64())
		hex.Encode(text[:], number[:])
		id = text[:]
	}
	ctx.Response.Header.SetBytesV(fiber.HeaderXRequestID, id)
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
