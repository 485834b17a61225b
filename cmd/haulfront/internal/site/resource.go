package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"math/bits"
	"mime"
	"path"
	"strings"
	"sync/atomic"

	"github.com/andybalholm/brotli"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Encodings are the content codings that a client accepts besides identity.
type Encodings struct{ Brotli, Gzip bool }

// Response is one representation of a page or a file (RFC 9110, section 3.2), ready to be sent.
type Response struct {
	// Body is shared: do not change it.
	Body            []byte
	ContentType     string
	ContentEncoding string // empty for identity
	CacheControl    string
	ETag            string // strong; empty if the response may not be stored
	Varies          bool   // whether Accept-Encoding selected the representation
	Style           string // the digest of the page's style element, as a source of a policy; empty without one
	// Kept is for the header that the server makes of a response from memory; nil for others.
	Kept *atomic.Value
	// Fallbacks are the failed attempts to render the requested state; this response replaces them.
	Fallbacks []Fallback
}

// Fallback is a page that could not be rendered in the requested state.
type Fallback struct {
	Path string
	Err  error
}

// resource is a page or a file that is the same for all visitors. It is made on first demand and kept with its
// compressed forms, which precompress makes as small as possible.
type resource struct {
	mediaType string
	cache     string
	style     string // see [Response.Style]
	make      func(context.Context) ([]byte, error)
	// remake is set if make takes microseconds. Nearly all clients accept a compressed form, so precompress drops the
	// uncompressed one, which is then made for each client that needs it.
	remake       bool
	onDemand     bool // rarely requested: not made ahead of time
	uncompressed bool // without the compressed forms, see [Config.Development]
	// kept bounds the number of such resources in memory, see [Config.PageCache]; nil keeps it for good.
	kept *cache[*resource]

	making sharedCall[*representations]
	made   atomic.Pointer[representations]
}

func (r *resource) drop() { r.made.Store(nil) }

// representations are the three forms of a resource. Without compression only identity is set.
type representations struct {
	identity, gzip, brotli Response
	final                  bool
}

const (
	// cacheForever is for addresses that contain a hash of their content.
	cacheForever = "public, max-age=31536000, immutable"
	// cacheChecked is for pages: caches store them and revalidate them with their ETags each time.
	cacheChecked = "no-cache"
	// cacheNever is for a response to one visitor.
	cacheNever = "private, no-store"
)

// content returns the resource's representations, making them on the first call.
func (r *resource) content(ctx context.Context) (*representations, error) {
	if made := r.made.Load(); made != nil {
		r.kept.use(r)
		return made, nil
	}
	return r.making.do(ctx, true, func() (*representations, error) {
		if made := r.made.Load(); made != nil {
			return made, nil
		}
		body, err := r.make(ctx)
		if err != nil {
			return nil, err
		}
		made := r.represent(body, false)
		r.made.Store(made)
		r.kept.add(r)
		return made, nil
	})
}

// body returns the resource uncompressed, making it on the first call.
func (r *resource) body(ctx context.Context) ([]byte, error) {
	made, err := r.content(ctx)
	if err != nil {
		return nil, err
	}
	return r.identity(ctx, made)
}

// identity returns the uncompressed form.
func (r *resource) identity(ctx context.Context, made *representations) ([]byte, error) {
	if body := made.identity.Body; body != nil {
		return body, nil
	}
	return r.make(ctx)
}

// precompress compresses the resource at the best level. That takes up to a second, so requests do not wait for it:
// until then, responses are a few percent larger, with other ETags. If there is something to do, it calls wait before.
func (r *resource) precompress(ctx context.Context, wait func(context.Context)) error {
	if made := r.made.Load(); made == nil || !made.final {
		wait(ctx)
	}
	made, err := r.content(ctx)
	if err != nil || made.final {
		return err
	}
	made = r.represent(made.identity.Body, true)
	if r.remake {
		made.identity.Body = nil
	}
	r.made.Store(made)
	return nil
}

// response returns the smallest representation that the client accepts.
func (r *resource) response(ctx context.Context, accepted Encodings) (Response, error) {
	made, err := r.content(ctx)
	if err != nil {
		return Response{}, err
	}
	switch compressed := made.identity.Varies; {
	case compressed && accepted.Brotli:
		return made.brotli, nil
	case compressed && accepted.Gzip:
		return made.gzip, nil
	}
	response := made.identity
	response.Body, err = r.identity(ctx, made)
	return response, err
}

// represent makes all representations of a body: quickly, or in their final form as small as possible.
func (r *resource) represent(body []byte, final bool) *representations {
	isFont, isImage := strings.HasPrefix(r.mediaType, "font/"), strings.HasPrefix(r.mediaType, "image/")
	compressed := !r.uncompressed && !isFont && (!isImage || r.mediaType == svgType) // bitmaps are compressed already
	as := func(body []byte, encoding string) Response {
		sum := sha256.Sum256(body)
		return Response{
			Body: body, ContentType: r.mediaType, ContentEncoding: encoding, CacheControl: r.cache, Varies: compressed,
			Style: r.style, Kept: new(atomic.Value), ETag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		}
	}
	if !compressed {
		return &representations{identity: as(body, ""), final: true}
	}
	brotliLevel, gzipLevel := 4, gzip.BestSpeed
	if final {
		brotliLevel, gzipLevel = brotli.BestCompression, gzip.BestCompression
	}
	var out bytes.Buffer
	// A window of the body's size finds all repetitions; the default one takes 32 MB of memory for each resource.
	window := min(max(bits.Len(uint(len(body))), 16), 22)
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotliLevel, LGWin: window})
	_, _ = w.Write(body) // a bytes.Buffer takes everything
	_ = w.Close()
	return &representations{
		as(body, ""), as(gzipped(body, gzipLevel), "gzip"), as(bytes.Clone(out.Bytes()), "br"), final,
	}
}

func gzipped(body []byte, level int) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, level)
	_, _ = w.Write(body) // a bytes.Buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

const (
	htmlType = "text/html; charset=utf-8"
	svgType  = "image/svg+xml"
	pngType  = "image/png"
)

// mediaTypes are the types of files by their endings; Go's own table depends on the machine.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".map": "application/json",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
	".svg": svgType, ".png": pngType, ".ico": "image/x-icon", ".jpg": "image/jpeg", ".webp": "image/webp",
}

func mediaTypeOf(name string) string {
	return cmp.Or(mediaTypes[path.Ext(name)], mime.TypeByExtension(path.Ext(name)))
}

// cache bounds the number of rendered pages, or of pictures, in memory: beyond its limit it drops the least recently
// used one, which is made again on demand. A nil cache keeps everything.
type cache[T dropper] struct {
	limit int // 0 keeps everything
	kept  *lru.Cache[T, struct{}]
}

// dropper is a value that a cache can free. Requests that are using it finish with it.
type dropper interface {
	comparable
	drop()
}

func newCache[T dropper](limit int) *cache[T] {
	size := limit
	if size == 0 {
		size = math.MaxInt
	}
	kept, _ := lru.NewWithEvict(size, func(entry T, _ struct{}) { entry.drop() }) // fails for negative sizes
	return &cache[T]{limit, kept}
}

func (c *cache[T]) use(entry T) {
	if c != nil {
		c.kept.Get(entry)
	}
}

// add keeps a new entry, and drops another one if there are too many.
func (c *cache[T]) add(entry T) {
	if c != nil {
		c.kept.Add(entry, struct{}{})
	}
}

// full reports whether another entry would displace one.
func (c *cache[T]) full() bool { return c != nil && c.limit > 0 && c.kept.Len() >= c.limit }
