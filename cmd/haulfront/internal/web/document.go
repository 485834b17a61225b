package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"math/bits"
	"mime"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/andybalholm/brotli"
	"github.com/gofiber/fiber/v3"
)

// document is a body that is served over and over: a page or a file. It is made on first demand and kept with its
// compressed forms, which finish makes as small as they get.
type document struct {
	mediaType string
	cache     string
	make      func(context.Context) ([]byte, error)
	// onDemand keeps it from being made before somebody asks: few documents of its kind ever are.
	onDemand bool

	mu   sync.Mutex
	made atomic.Pointer[bodies]
}

// bodies are the three forms of a document.
type bodies struct {
	identity, gzip, brotli encoded
	final                  bool
}

// encoded is one form with its strong ETag.
type encoded struct {
	body []byte
	etag string
}

const (
	// cacheForever suits a name that carries a hash of its content.
	cacheForever = "public, max-age=31536000, immutable"
	// cacheChecked lets a page be kept, and asked for again with its ETag each time.
	cacheChecked = "no-cache"
	// cacheNever suits an answer to one visitor.
	cacheNever = "private, no-store"
)

// htmlType is the media type of all pages.
const htmlType = "text/html; charset=utf-8"

// content returns the document's forms, making them if nobody has yet.
func (d *document) content(ctx context.Context) (*bodies, error) {
	if b := d.made.Load(); b != nil {
		return b, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if b := d.made.Load(); b != nil {
		return b, nil
	}
	body, err := d.make(ctx)
	if err != nil {
		return nil, err
	}
	b := compress(body, d.mediaType, quick)
	d.made.Store(b)
	return b, nil
}

// finish compresses the document as well as can be. That takes up to a second, so nobody waits for it: until it is done,
// answers are a few per cent larger, with tags of their own.
func (d *document) finish(ctx context.Context) error {
	b, err := d.content(ctx)
	if err != nil || b.final {
		return err
	}
	d.made.Store(compress(b.identity.body, d.mediaType, best))
	return nil
}

// levels are how hard to compress.
type levels struct {
	brotli, gzip int
	final        bool
}

var (
	quick = levels{brotli: 4, gzip: gzip.BestSpeed}
	best  = levels{brotli: brotli.BestCompression, gzip: gzip.BestCompression, final: true}
)

func compress(body []byte, mediaType string, level levels) *bodies {
	b := &bodies{identity: tagged(body), final: level.final}
	// Fonts and bitmaps are compressed already.
	if strings.HasPrefix(mediaType, "font/") || (strings.HasPrefix(mediaType, "image/") && mediaType != svgType) {
		return b
	}
	var out bytes.Buffer
	// A window as large as the body finds all there is; the usual one takes 32 MB of memory for each document.
	window := min(max(bits.Len(uint(len(body))), 16), 22)
	bw := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: level.brotli, LGWin: window})
	_, _ = bw.Write(body) // a bytes.Buffer takes everything
	_ = bw.Close()
	b.brotli = tagged(bytes.Clone(out.Bytes()))
	out.Reset()
	gw, _ := gzip.NewWriterLevel(&out, level.gzip)
	_, _ = gw.Write(body)
	_ = gw.Close()
	b.gzip = tagged(bytes.Clone(out.Bytes()))
	return b
}

func tagged(body []byte) encoded {
	sum := sha256.Sum256(body)
	return encoded{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
}

// send answers c with the form of d that suits it.
func (d *document) send(c fiber.Ctx, status int) error {
	b, err := d.content(c.Context())
	if err != nil {
		return err
	}
	chosen, encoding := b.choose(c)
	h := &c.RequestCtx().Response.Header
	h.SetContentType(d.mediaType)
	h.Set(fiber.HeaderCacheControl, d.cache)
	stored := d.cache != cacheNever
	if stored {
		h.Set(fiber.HeaderETag, chosen.etag)
	}
	if len(b.brotli.body) > 0 {
		c.Vary(fiber.HeaderAcceptEncoding)
	}
	if encoding != "" {
		h.Set(fiber.HeaderContentEncoding, encoding)
	}
	if stored && status == fiber.StatusOK && c.Fresh() { // compares If-None-Match with the ETag that was just set
		c.Status(fiber.StatusNotModified)
		return nil
	}
	c.Status(status)
	c.RequestCtx().Response.SetBodyRaw(chosen.body)
	return nil
}

// choose picks the smallest form that the client takes.
func (b *bodies) choose(c fiber.Ctx) (encoded, string) {
	if len(b.brotli.body) == 0 {
		return b.identity, ""
	}
	switch {
	case accepts(c, "br"):
		return b.brotli, "br"
	case accepts(c, "gzip"):
		return b.gzip, "gzip"
	}
	return b.identity, ""
}

// accepts reports whether the client takes a content coding. A request without Accept-Encoding would take any (RFC 9110,
// section 12.5.3), but is usually a program that decodes none.
func accepts(c fiber.Ctx, coding string) bool {
	return c.AcceptEncoding() != "" && c.AcceptsEncodings(coding) == coding
}

const svgType = "image/svg+xml"

// mediaTypes are those of built files; Go's own table depends on the machine's.
var mediaTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   svgType,
	".woff2": "font/woff2",
}

func mediaTypeOf(name string) string {
	if t, ok := mediaTypes[path.Ext(name)]; ok {
		return t
	}
	return mime.TypeByExtension(path.Ext(name))
}
