package develop

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"mime"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"
	"github.com/valyala/fasthttp"
)

// The paths of the hub. No page of the site has such a path.
const (
	scriptPath = "/_dev/client.js"
	stylePath  = "/_dev/overlay.css"
	eventsPath = "/_dev/events"
	errorsPath = "/_dev/errors"
)

// streamLimit ends a stream of events, which the browser then opens again. It is below the write timeout.
const streamLimit = 20 * time.Second

//go:embed client.ts
var client string

//go:embed overlay.css
var style []byte

var script = sync.OnceValue(func() []byte {
	result := api.Transform(client, api.TransformOptions{Loader: api.LoaderTS, Target: api.ES2022})
	if len(result.Errors) > 0 {
		panic("develop: the client does not compile: " + result.Errors[0].Text)
	}
	return result.Code
})

// Wrap returns a handler that serves the client's files, adds its script to every page of next, and responds with the
// problems, if any, to clients that do not show pages.
func (h *Hub) Wrap(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		if host := string(ctx.Host()); !h.isLocal(host) {
			ctx.Error(fmt.Sprintf("serve --dev answers only to names of this machine, not to %q: another site could "+
				"read the sources. Use localhost or an address, or set BASE_URL.\n", host), fasthttp.StatusForbidden)
			return
		}
		switch string(ctx.Path()) {
		case scriptPath:
			send(ctx, "text/javascript; charset=utf-8", script())
		case stylePath:
			send(ctx, "text/css; charset=utf-8", style)
		case eventsPath:
			h.stream(ctx)
		case errorsPath:
			h.takeError(ctx)
		default:
			h.page(ctx, next)
		}
	}
}

// isLocal reports whether a host is an address or a name of this machine. Any other name may be one that its owner has
// made resolve to this machine (DNS rebinding), so that the pages of another site can read the sources.
func (h *Hub) isLocal(host string) bool {
	name := strings.ToLower((&url.URL{Host: host}).Hostname())
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	return slices.ContainsFunc(h.hosts, func(own string) bool { return strings.EqualFold(own, name) })
}

func send(ctx *fasthttp.RequestCtx, mediaType string, body []byte) {
	ctx.SetContentType(mediaType)
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx.SetBody(body)
}

func (h *Hub) page(ctx *fasthttp.RequestCtx, next fasthttp.RequestHandler) {
	// Browsers may ask for files of the newest engine before they are served.
	if name := string(ctx.Path()); h.developer != nil && ctx.IsGet() && !h.developer.server.Current().HasFile(name) {
		if body := h.developer.asset(name); body != nil {
			send(ctx, mime.TypeByExtension(path.Ext(name)), body)
			return
		}
	}
	// Read before the page is rendered: if a newer site is served by the end, the page is loaded again.
	edition := h.State().Edition
	wantsPage := bytes.Contains(ctx.Request.Header.Peek(fasthttp.HeaderAccept), []byte("text/html"))
	ctx.Request.Header.Del(fasthttp.HeaderAcceptEncoding)
	ctx.Request.Header.Del(fasthttp.HeaderIfNoneMatch)
	next(ctx)
	response := &ctx.Response
	// Read after the page was rendered, because that may have failed.
	problems := h.State().Problems
	if wantsPage && len(problems) > 0 && response.StatusCode() == fasthttp.StatusInternalServerError {
		Errors(ctx) // not even the error page could be rendered
	}
	if !bytes.HasPrefix(response.Header.ContentType(), []byte("text/html")) {
		return
	}
	if ctx.IsGet() && !wantsPage && len(problems) > 0 {
		send(ctx, "text/plain; charset=utf-8", nil)
		for _, p := range problems {
			fmt.Fprintln(ctx, p)
		}
		ctx.SetStatusCode(fasthttp.StatusInternalServerError)
		return
	}
	// A cached page has the script of another edition.
	response.Header.Del(fasthttp.HeaderETag)
	tag := fmt.Sprintf(`<script type="module" src="%s" data-edition="%s"></script></head>`, scriptPath, edition)
	response.SetBodyRaw(bytes.Replace(response.Body(), []byte("</head>"), []byte(tag), 1))
}

// stream sends the state whenever it changes.
func (h *Hub) stream(ctx *fasthttp.RequestCtx) {
	page := string(ctx.QueryArgs().Peek("page"))
	if ctx.QueryArgs().Has("loaded") {
		h.Report(onePage + page)
	}
	ctx.SetContentType("text/event-stream")
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer h.view(page)()
		end := time.NewTimer(streamLimit)
		defer end.Stop()
		for {
			state, changed, closed := h.follow()
			if closed {
				return
			}
			data, _ := json.Marshal(state) // strings and numbers
			_, _ = fmt.Fprintf(w, "retry: 100\ndata: %s\n\n", data)
			if w.Flush() != nil {
				return // the browser has left
			}
			select {
			case <-changed:
			case <-end.C:
				return
			}
		}
	})
}

// Errors is the handler of a site that cannot be served: each page waits for a change.
func Errors(ctx *fasthttp.RequestCtx) {
	ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
	const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waiting for a change</title></head>`
	send(ctx, "text/html; charset=utf-8", []byte(page+"<body></body></html>"))
}

// takeError shows a browser's error in all browsers, at its position in the sources.
func (h *Hub) takeError(ctx *fasthttp.RequestCtx) {
	var f struct {
		Page, Message     string
		Kind              Kind
		Stack, Components string // of JavaScript and of React
	}
	if err := json.Unmarshal(ctx.PostBody(), &f); err != nil || (f.Kind != Hydration && f.Kind != Browser) {
		ctx.Error("want the JSON of an error", fasthttp.StatusBadRequest)
		return
	}
	p := Problem{Kind: f.Kind, Message: strings.TrimSpace(f.Message)}
	if p.File, p.Line, p.Column = h.locate(f.Stack); p.File == "" {
		p.File, p.Line, p.Column = h.locate(f.Components)
	}
	for _, m := range componentName.FindAllStringSubmatch(f.Components, -1) {
		if m[1] != "Ready" { // the engine's own
			p.Components = append(p.Components, m[1])
		}
	}
	h.Report(onePage+f.Page, p)
	ctx.SetStatusCode(fasthttp.StatusNoContent)
}

// frame matches a position in a stack of Chromium's, "at f (http://host/a.js:1:2)", or of Firefox's and Safari's,
// "f@http://…".
var frame = regexp.MustCompile(`(https?://[^\s()]+):(\d+):(\d+)`)

// componentName matches a line of React's component stack: "at Hero (http://…)", or "Hero@http://…".
var componentName = regexp.MustCompile(`(?m)^\s*(?:at )?([A-Za-z_$][\w$.-]*)(?: \(|@|$)`)

// locate returns the first position of a stack that is in the project's own sources; file is empty without one.
func (h *Hub) locate(stack string) (file string, line, column int) {
	if h.developer == nil {
		return "", 0, 0
	}
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		address, err := url.Parse(m[1])
		if err != nil {
			continue
		}
		consumer, err := sourcemap.Parse(address.Path, h.developer.sourceMap(address.Path))
		if err != nil {
			continue // no script of this edition
		}
		line, _ = strconv.Atoi(m[2]) // digits, as the pattern has it
		column, _ = strconv.Atoi(m[3])
		source, _, line, column, ok := consumer.Source(line, column-1)
		source = strings.TrimPrefix(source, "/")
		if i := strings.Index(source, "components/"); ok && i >= 0 && !strings.Contains(source, "node_modules/") {
			return source[i:], line, column + 1
		}
	}
	return "", 0, 0
}
