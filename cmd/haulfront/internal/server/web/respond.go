package web

import (
	"bytes"
	"log/slog"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/content"
	"haulfront/content/wording"
)

// noStore is the Cache-Control of a response to one visitor.
const noStore = "private, no-store"

// encodings returns the content codings that the client accepts (RFC 9110, section 12.5.3): each is named, or stands
// for "*", with a weight other than 0. A request without Accept-Encoding would take any, but usually comes from a
// program that decodes none. Fiber's parser allocates, and takes time quadratic in the header's length.
func encodings(c fiber.Ctx) (accepted site.Encodings) {
	var named site.Encodings
	var others bool
	for _, line := range c.RequestCtx().Request.Header.PeekAll(fiber.HeaderAcceptEncoding) {
		for item := range bytes.SplitSeq(line, []byte(",")) {
			coding, weight, _ := bytes.Cut(item, []byte(";"))
			coding, weight = bytes.TrimSpace(coding), bytes.TrimSpace(weight)
			_, value, weighted := bytes.Cut(weight, []byte("="))
			wanted := !weighted || len(bytes.Trim(value, "0.")) > 0
			switch {
			case bytes.EqualFold(coding, []byte("br")):
				named.Brotli, accepted.Brotli = true, wanted
			case bytes.EqualFold(coding, []byte("gzip")):
				named.Gzip, accepted.Gzip = true, wanted
			case string(coding) == "*":
				others = wanted
			}
		}
	}
	accepted.Brotli = accepted.Brotli || others && !named.Brotli
	accepted.Gzip = accepted.Gzip || others && !named.Gzip
	return accepted
}

// send answers with a page or a file that the site returned, or with 304 if the client has it. It returns the site's
// error.
func (s *Server) send(c fiber.Ctx, status int, response site.Response, err error) error {
	if err != nil {
		return err
	}
	for _, fallback := range response.Fallbacks {
		s.metrics.fallbacks.Inc()
		s.fallbackLog.Log(requestContext(c), slog.LevelError, "a page was not rendered in its state",
			"page", fallback.Path, "error", fallback.Err)
	}
	h := &c.RequestCtx().Response.Header
	h.SetContentType(response.ContentType)
	h.Set(fiber.HeaderCacheControl, response.CacheControl)
	if response.ETag != "" {
		h.Set(fiber.HeaderETag, response.ETag)
	}
	if response.Style != "" {
		policy := string(h.Peek(fiber.HeaderContentSecurityPolicy))
		styles := "style-src 'self' " + response.Style + ";"
		h.Set(fiber.HeaderContentSecurityPolicy, strings.Replace(policy, ownStyles, styles, 1))
	}
	if response.Varies {
		c.Vary(fiber.HeaderAcceptEncoding)
	}
	if response.ContentEncoding != "" {
		h.Set(fiber.HeaderContentEncoding, response.ContentEncoding)
	}
	return sendBody(c, status, response)
}

// sendBody sends the body of a response, whose header is complete, or 304 if the client has it.
func sendBody(c fiber.Ctx, status int, response site.Response) error {
	if status == fiber.StatusOK && response.ETag != "" && c.Fresh() { // If-None-Match names the ETag that was just set
		c.Status(fiber.StatusNotModified)
		return nil
	}
	c.Status(status)
	c.RequestCtx().Response.SetBodyRaw(response.Body)
	return nil
}

// keptHeader is the header of a response from memory, with the ID of the first request for it.
type keptHeader struct {
	server *Server // others may serve the same site
	fasthttp.ResponseHeader
}

// sendKept is send for a request to which nothing but security headers has been added. If the response is from memory,
// its header is made for the first such request, and then copied in one piece.
func (s *Server) sendKept(c fiber.Ctx, response site.Response, err error) error {
	if err != nil || response.Kept == nil {
		return s.send(c, fiber.StatusOK, response, err)
	}
	h := &c.RequestCtx().Response.Header
	if kept, ok := response.Kept.Load().(*keptHeader); ok && kept.server == s {
		var buffer [maxRequestID]byte
		id := append(buffer[:0], h.Peek(fiber.HeaderXRequestID)...)
		kept.CopyTo(h)
		h.SetBytesV(fiber.HeaderXRequestID, id)
		return sendBody(c, fiber.StatusOK, response)
	}
	if err := s.send(c, fiber.StatusOK, response, nil); err != nil {
		return err
	}
	kept := &keptHeader{server: s}
	h.CopyTo(&kept.ResponseHeader)
	response.Kept.Store(kept)
	return nil
}

// toastJSON is the JSON that the hydrated form reads.
type toastJSON struct {
	Toast wording.Toast `json:"toast"`
	// Errors maps a field's name to what is wrong with it.
	Errors map[string]string `json:"errors"`
	// Received is set for a request that was received.
	Received *receivedJSON `json:"received,omitempty"`
}

// receivedJSON is a request that was received: its reference, when to expect an answer, and the customer's page, as a
// path on the host that was asked.
type receivedJSON struct {
	Reference string `json:"reference"`
	By        string `json:"by"`
	Page      string `json:"page"`
}

// sendJSON answers with a toast.
func sendJSON(c fiber.Ctx, status int, answer toastJSON) error {
	if answer.Errors == nil {
		answer.Errors = map[string]string{}
	}
	c.Set(fiber.HeaderCacheControl, noStore)
	return c.Status(status).JSON(answer)
}

// sendError answers with the page of a failure, or with a toast for clients that accept JSON.
func (s *Server) sendError(c fiber.Ctx, status int, kind content.ErrorKind) error {
	if strings.HasPrefix(c.Path(), site.AssetsPath) {
		setHeaders(c.Response(), s.headers) // a page instead of a file
	}
	if wantsJSON(c) {
		return sendJSON(c, status, toastJSON{Toast: s.site.Load().Content().ErrorToast(kind)})
	}
	response, err := s.site.Load().ErrorPage(c.Context(), kind, encodings(c))
	return s.send(c, status, response, err)
}

// wantsJSON reports whether the client accepts JSON, as the hydrated form does: the header begins with its media type,
// in any case (RFC 9110, section 8.3.1).
func wantsJSON(c fiber.Ctx) bool {
	return strings.HasPrefix(strings.ToLower(c.Get(fiber.HeaderAccept)), fiber.MIMEApplicationJSON)
}
