package web

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/site"
)

// Photographs come in bodies of up to 25 MB, far too much for the memory in which the server keeps all other bodies. fasthttp can
// hand a body to its handler as a stream, but only all bodies of a server, and then every idle connection keeps its buffer. So
// the server for all requests leaves the bodies of uploads unread and hands their connections to another one, which streams.
// That one reads the head again, serves one request with the same handlers, and closes the connection.

const (
	// uploadTimeout bounds the time in which an upload must have arrived: 25 MB in three minutes is 1.2 Mbit/s.
	uploadTimeout = 3 * time.Minute
	// maxUploads and maxPeerUploads bound the uploads that are kept on disk at a time, in all and of one network. The form of
	// any other is read all the same, and its visitor is told to try again.
	maxUploads     = 64
	maxPeerUploads = 8
)

// isUpload reports whether a request is a form with files that is too large to be kept in memory. Its announced length is n.
func isUpload(h *fasthttp.RequestHeader, n int) bool {
	return n > maxReadBody && h.IsPost() && bytes.HasPrefix(bytes.ToLower(h.ContentType()), []byte(fiber.MIMEMultipartForm)) && isQuote(h)
}

// isQuote reports whether a request is for /quote.
func isQuote(h *fasthttp.RequestHeader) bool {
	uri := fasthttp.AcquireURI()
	defer fasthttp.ReleaseURI(uri)
	return uri.Parse(h.Host(), h.RequestURI()) == nil && string(uri.PathOriginal()) == site.QuotePath
}

// announcedLength is the length of a body as its client has announced it, also where the server has been told another; -1 where
// it is unknown.
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
			drainUpload(ctx)
		},
		ErrorHandler: server.ErrorHandler, ConnState: server.ConnState, SecureErrorLogMessage: true, Logger: server.Logger,
		StreamRequestBody: true, DisablePreParseMultipartForm: true, DisableKeepalive: true, NoDefaultServerHeader: true,
		ReadTimeout: uploadTimeout, WriteTimeout: WriteTimeout, ReadBufferSize: maxHead,
		// What is over it is not refused but streamed.
		MaxRequestBodySize: maxSmallBody,
	}
	server.Handler = func(ctx *fasthttp.RequestCtx) {
		h := &ctx.Request.Header
		if h.ContentLength() != 0 || !isUpload(h, announcedLength(h)) || checkFraming(h) != nil {
			handle(ctx)
			return
		}
		head := requestHead(h)
		ctx.HijackSetNoResponse(true)
		ctx.Hijack(func(c net.Conn) { _ = streaming.ServeConn(&replayConn{c, bytes.NewReader(head)}) })
	}
}

// drainUpload reads what the handlers have left of an upload, within bounds: a browser looks at the answer when it has sent
// everything.
func drainUpload(ctx *fasthttp.RequestCtx) {
	body := ctx.RequestBodyStream()
	if body == nil {
		return
	}
	if n, err := io.CopyN(io.Discard, body, maxDrained); err == nil && n == maxDrained {
		closeAfterResponse(ctx)
	}
}

// maxDrained is some more than an upload may have.
const maxDrained = 32 << 20

// requestHead is the head of a request as it was received, but for the line that asks whether to send the body: that question has
// been answered.
func requestHead(h *fasthttp.RequestHeader) []byte {
	head := fmt.Appendf(nil, "%s %s %s\r\n", h.Method(), h.RequestURI(), h.Protocol())
	for line := range bytes.Lines(h.RawHeaders()) {
		if name, _, _ := bytes.Cut(line, []byte(":")); bytes.EqualFold(name, []byte(fasthttp.HeaderExpect)) || len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		head = append(append(head, bytes.TrimRight(line, "\r\n")...), "\r\n"...)
	}
	return append(head, "\r\n"...)
}

// replayConn is a connection of which the beginning was read already.
type replayConn struct {
	net.Conn
	head *bytes.Reader
}

// Read implements [net.Conn].
func (c *replayConn) Read(p []byte) (int, error) {
	if c.head.Len() > 0 {
		return c.head.Read(p)
	}
	return c.Conn.Read(p)
}

// uploadSlots counts the uploads that are kept on disk.
type uploadSlots struct {
	mu    sync.Mutex
	all   int
	peers map[netip.Prefix]int
}

// take takes a slot for a client, if there is one, and returns what frees it.
func (u *uploadSlots) take(addr netip.Addr) (free func(), ok bool) {
	network := networkOf(addr)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all >= maxUploads || u.peers[network] >= maxPeerUploads {
		return func() {}, false
	}
	if u.peers == nil {
		u.peers = map[netip.Prefix]int{}
	}
	u.all++
	u.peers[network]++
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.all--
		if u.peers[network]--; u.peers[network] == 0 {
			delete(u.peers, network)
		}
	}, true
}
