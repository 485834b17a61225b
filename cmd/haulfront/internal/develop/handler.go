package develop

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"mime"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/valyala/fasthttp"
)

// Where the hub is reached. No page of the site has such a path.
const (
	prefix     = "/_dev/"
	scriptPath = prefix + "client.js"
	stylePath  = prefix + "overlay.css"
	eventsPath = prefix + "events"
	errorsPath = prefix + "errors"
)

// streamLimit ends a stream of events, which the browser then opens again. It is below the time in which a response has
// to be sent.
const streamLimit = 20 * time.Second

//go:embed client.ts overlay.css
var files embed.FS

// script is the client as browsers run it.
var script = sync.OnceValue(func() []byte {
	source, err := files.ReadFile("client.ts")
	if err != nil {
		panic(err) // it is embedded
	}
	result := api.Transform(string(source), api.TransformOptions{Loader: api.LoaderTS, Target: api.ES2022})
	if len(result.Errors) > 0 {
		panic("develop: the client does not compile: " + result.Errors[0].Text)
	}
	return result.Code
})

// Wrap returns a handler that serves what browsers follow the state with, puts the script into every page of next, and
// answers with the problems where a client that does not show pages asks for one.
func (h *Hub) Wrap(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		switch string(ctx.Path()) {
		case scriptPath:
			send(ctx, "text/javascript; charset=utf-8", script())
		case stylePath:
			style, _ := files.ReadFile("overlay.css") // it is embedded
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

func send(ctx *fasthttp.RequestCtx, mediaType string, body []byte) {
	ctx.SetContentType(mediaType)
	ctx.Response.Header.Set(fasthttp.HeaderCacheControl, "no-store")
	ctx.SetBody(body)
}

func (h *Hub) page(ctx *fasthttp.RequestCtx, next fasthttp.RequestHandler) {
	if name := string(ctx.Path()); h.files != nil && ctx.IsGet() {
		if body := h.files.NotServed(name); body != nil {
			send(ctx, mime.TypeByExtension(path.Ext(name)), body)
			return
		}
	}
	// Before the page is made: what is served at the end may be newer, and then the page is loaded once more.
	edition := h.State().Edition
	wantsPage := bytes.Contains(ctx.Request.Header.Peek(fasthttp.HeaderAccept), []byte("text/html"))
	for _, name := range []string{fasthttp.HeaderAcceptEncoding, fasthttp.HeaderIfNoneMatch} {
		ctx.Request.Header.Del(name)
	}
	next(ctx)
	response := &ctx.Response
	// After the page was made, because that may have failed.
	problems := h.State().Problems
	if wantsPage && len(problems) > 0 && response.StatusCode() == fasthttp.StatusInternalServerError {
		Errors(ctx) // not even the page that says so could be rendered
	}
	if !bytes.HasPrefix(response.Header.ContentType(), []byte("text/html")) {
		return
	}
	if ctx.IsGet() && !wantsPage && len(problems) > 0 {
		send(ctx, "text/plain; charset=utf-8", []byte(text(problems)))
		ctx.SetStatusCode(fasthttp.StatusInternalServerError)
		return
	}
	// A page that is kept has no script of this edition.
	response.Header.Del(fasthttp.HeaderETag)
	tag := fmt.Sprintf(`<script type="module" src="%s" data-edition="%s"></script></head>`, scriptPath, edition)
	response.SetBodyRaw(bytes.Replace(response.Body(), []byte("</head>"), []byte(tag), 1))
}

// stream sends the state, and each one that follows.
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
			data, err := json.Marshal(state)
			if err != nil {
				panic("develop: the state does not encode: " + err.Error())
			}
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

// Errors is a handler for a site that cannot be served: every page is one that waits for the problems to be mended.
func Errors(ctx *fasthttp.RequestCtx) {
	ctx.SetStatusCode(fasthttp.StatusServiceUnavailable)
	send(ctx, "text/html; charset=utf-8", []byte(
		"<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Waiting for a "+
			"change</title></head><body></body></html>"))
}

// fault is an error as a browser reports it.
type fault struct {
	Page    string `json:"page"`
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	// Stack and Components are the stacks of JavaScript and of React.
	Stack      string `json:"stack"`
	Components string `json:"components"`
}

// takeError takes a fault, and shows it in all browsers, at its place in the sources.
func (h *Hub) takeError(ctx *fasthttp.RequestCtx) {
	var f fault
	if err := json.Unmarshal(ctx.PostBody(), &f); err != nil || (f.Kind != Hydration && f.Kind != Browser) {
		ctx.Error("want the JSON of an error", fasthttp.StatusBadRequest)
		return
	}
	p := Problem{Kind: f.Kind, Message: strings.TrimSpace(f.Message)}
	p.File, p.Line, p.Column = h.locate(f.Stack)
	if p.File == "" {
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
