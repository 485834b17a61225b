package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/seo"
)

// Photographs come in bodies of up to 25 MB, too much for memory, where the server keeps all other bodies. fasthttp can
// stream bodies, but only all bodies of a server, and then every idle connection keeps its buffer. So the server for
// all requests leaves the bodies of uploads unread and hands their connections to a second server, which streams: it
// reads the head again, serves one request with the same handlers, and closes the connection.

const (
	// uploadTimeout is the maximum duration of an upload: 25 MB in three minutes is 1.2 Mbit/s.
	uploadTimeout = 3 * time.Minute
	// minUploadRate is how many bytes of an upload must arrive in a second, on average, after uploadGrace: less than a
	// phone sends over EDGE.
	minUploadRate, uploadGrace = 8 << 10, 20 * time.Second
	// maxUploads and maxPeerUploads are the maximum numbers of uploads on disk at a time, in all and per network. The
	// form of any further upload is read without its files, and the visitor is asked to try again.
	maxUploads     = 64
	maxPeerUploads = 8
	// maxDrained is how many bytes of an upload are read after its response: more than its maximum size.
	maxDrained = 32 << 20
)

// isUpload reports whether a request whose announced length is n is a form with files too large for memory.
func isUpload(h *fasthttp.RequestHeader, n int) bool {
	isForm := bytes.HasPrefix(bytes.ToLower(h.ContentType()), []byte(fiber.MIMEMultipartForm))
	return n > maxReadBody && h.IsPost() && isForm && hasPhotos(h)
}

// hasPhotos reports whether a request is for /quote, a customer's page or, in the office, that of a request or of the
// site, whose forms have photographs.
func hasPhotos(h *fasthttp.RequestHeader) bool {
	uri := fasthttp.AcquireURI()
	defer fasthttp.ReleaseURI(uri)
	if uri.Parse(h.Host(), h.RequestURI()) != nil {
		return false
	}
	path := uri.PathOriginal()
	return string(path) == site.QuotePath || bytes.HasPrefix(path, []byte(office.CustomerPath)) ||
		bytes.HasPrefix(path, []byte(office.Path+"/leads/")) || string(path) == edits.Path
}

// announcedLength returns the length of a body that the client announced, even if limitBody has changed the parsed one;
// -1 if it is unknown.
func announcedLength(h *fasthttp.RequestHeader) int {
	for line := range bytes.Lines(h.RawHeaders()) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte(fasthttp.HeaderContentLength)) {
			if n, err := strconv.Atoi(string(bytes.TrimSpace(value))); err == nil {
				return n
			}
		}
	}
	return -1
}

// streamUploads makes the server hand uploads to a server that streams their bodies.
func (s *Server) streamUploads(server *fasthttp.Server) {
	handle := server.Handler
	streaming := &fasthttp.Server{
		Handler: func(ctx *fasthttp.RequestCtx) {
			handle(ctx)
			// Browsers read the response only after they have sent everything.
			if body := ctx.RequestBodyStream(); body != nil {
				if n, err := io.CopyN(io.Discard, body, maxDrained); err == nil && n == maxDrained {
					closeAfterResponse(ctx)
				}
			}
		},
		ErrorHandler: server.ErrorHandler, ConnState: server.ConnState, Logger: server.Logger,
		SecureErrorLogMessage: true, NoDefaultServerHeader: true, DisableKeepalive: true,
		StreamRequestBody: true, DisablePreParseMultipartForm: true,
		ReadTimeout: uploadTimeout, WriteTimeout: WriteTimeout, ReadBufferSize: maxHead,
		MaxRequestBodySize: maxSmallBody, // larger bodies are streamed, not rejected
	}
	server.Handler = func(ctx *fasthttp.RequestCtx) {
		h := &ctx.Request.Header
		if h.ContentLength() != 0 || !isUpload(h, announcedLength(h)) || checkFraming(h) != nil {
			handle(ctx)
			return
		}
		head := requestHead(h)
		ctx.HijackSetNoResponse(true)
		ctx.Hijack(func(c net.Conn) {
			_ = streaming.ServeConn(&replayConn{c, io.MultiReader(bytes.NewReader(head), c)})
		})
	}
}

// requestHead returns the head of a request as it was received, without the header Expect, which has been answered.
func requestHead(h *fasthttp.RequestHeader) []byte {
	head := fmt.Appendf(nil, "%s %s %s\r\n", h.Method(), h.RequestURI(), h.Protocol())
	for line := range bytes.Lines(h.RawHeaders()) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if !bytes.EqualFold(name, []byte(fasthttp.HeaderExpect)) && len(bytes.TrimSpace(line)) > 0 {
			head = append(append(head, bytes.TrimRight(line, "\r\n")...), "\r\n"...)
		}
	}
	return append(head, "\r\n"...)
}

// replayConn is a connection whose beginning is read again.
type replayConn struct {
	net.Conn
	reader io.Reader
}

// Read implements [net.Conn].
func (c *replayConn) Read(p []byte) (int, error) { return c.reader.Read(p) }

// pacedBody is the body of an upload, which is cut off if it arrives too slowly.
type pacedBody struct {
	io.Reader
	conn    net.Conn
	began   time.Time
	allowed time.Duration
}

// Read implements [io.Reader].
func (u *pacedBody) Read(p []byte) (int, error) {
	if err := u.conn.SetReadDeadline(u.began.Add(min(u.allowed, uploadTimeout))); err != nil {
		return 0, err
	}
	n, err := u.Reader.Read(p)
	u.allowed += time.Duration(n) * time.Second / minUploadRate
	return n, err
}

// receive takes a slot for an upload and returns its body. Only one that has sent more than all other bodies may have
// takes a slot, so that clients cannot hold slots for nothing.
func (s *Server) receive(network netip.Prefix, body io.Reader, conn net.Conn) (_ io.Reader, free func(), ok bool) {
	body = &pacedBody{body, conn, time.Now(), uploadGrace}
	var first bytes.Buffer
	_, err := io.CopyN(&first, body, maxReadBody)
	free = func() {}
	if ok = err == nil; ok {
		free, ok = s.uploads.take(network)
	}
	return io.MultiReader(&first, body), free, ok
}

// photoURL returns the link to a photograph on a site.
func (s *Server) photoURL(ctx context.Context, base *url.URL, id string) (string, error) {
	query, err := s.cfg.Leads.PhotoLink(ctx, id, s.cfg.Now())
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
	if errors.Is(err, journal.ErrBadLink) {
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
