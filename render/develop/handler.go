package develop

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"
)

// The paths of the hub. No page of a site has such a path.
const (
	ownPath    = "/_dev/"
	scriptPath = ownPath + "client.js"
	stylePath  = ownPath + "overlay.css"
	eventsPath = ownPath + "events"
	errorsPath = ownPath + "errors"
)

const (
	// streamLimit ends a stream of events, which the browser then opens again. It is below usual write timeouts.
	streamLimit = 20 * time.Second
	// errorLimit is the size of a browser's error in bytes.
	errorLimit = 4 << 10
)

var (
	//go:embed client.ts
	client string
	//go:embed overlay.css
	overlay []byte
)

// waitingPage is the page of a site that cannot be served. The hub's script in it waits for a change.
const waitingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waiting for a change</title>` +
	`</head><body></body></html>`

func compile(script string) []byte {
	result := api.Transform(script, api.TransformOptions{Loader: api.LoaderTS, Target: api.ES2022})
	if len(result.Errors) > 0 {
		panic("develop: the client does not compile: " + result.Errors[0].Text)
	}
	return result.Code
}

// Serves reports whether ServeHTTP is for a path: one of the hub's own, or of a built file.
func (h *Hub) Serves(path string) bool {
	return strings.HasPrefix(path, ownPath) || h.built(path) != nil
}

func (h *Hub) built(path string) []byte {
	if h.asset == nil {
		return nil
	}
	return h.asset(path)
}

// ServeHTTP implements [http.Handler].
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case scriptPath:
		send(w, "text/javascript; charset=utf-8", h.script)
	case stylePath:
		send(w, "text/css; charset=utf-8", overlay)
	case eventsPath:
		h.stream(w, r)
	case errorsPath:
		h.takeError(w, r)
	default:
		send(w, mime.TypeByExtension(path.Ext(r.URL.Path)), h.built(r.URL.Path))
	}
}

func send(w http.ResponseWriter, mediaType string, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body)
}

// Response is a response to a request, in memory.
type Response struct {
	Status      int
	ContentType string
	Body        []byte
}

// Complete adds the hub's script to a page. If there are problems, it replaces a failed page by one that waits for a
// change, and for clients that do not show pages, each page by the problems as text. edition is [State.Edition] from
// before the page was rendered: if a newer page is served by the end, it is loaded again.
func (h *Hub) Complete(response *Response, edition, method, accept string) {
	problems := h.State().Problems // the page may have failed
	wantsPage := strings.Contains(accept, "text/html")
	if wantsPage && len(problems) > 0 && response.Status == http.StatusInternalServerError {
		*response = Response{http.StatusServiceUnavailable, "text/html; charset=utf-8", []byte(waitingPage)}
	}
	isPage := strings.HasPrefix(response.ContentType, "text/html")
	if !isPage && response.Status != http.StatusInternalServerError {
		return
	}
	if method == http.MethodGet && !wantsPage && len(problems) > 0 {
		var text bytes.Buffer
		for _, p := range problems {
			fmt.Fprintln(&text, p)
		}
		*response = Response{http.StatusInternalServerError, "text/plain; charset=utf-8", text.Bytes()}
		return
	}
	if !isPage {
		return
	}
	answer := ""
	if method != http.MethodGet {
		answer = " data-answer"
	}
	const script = `<script type="module" src="%s" data-edition="%s"%s></script></head>`
	tag := fmt.Sprintf(script, scriptPath, edition, answer)
	response.Body = bytes.Replace(response.Body, []byte("</head>"), []byte(tag), 1)
}

func (h *Hub) stream(w http.ResponseWriter, r *http.Request) {
	page, left := r.FormValue("page"), r.Context().Done()
	// A browser that opens a stream again sends the ID of the last event. The page was not loaded again.
	if r.Form.Has("loaded") && r.Header.Get("Last-Event-ID") == "" {
		h.Report(onePage + page)
	}
	defer h.view(page)()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	end := time.NewTimer(streamLimit)
	defer end.Stop()
	for {
		state, changed, closed := h.follow()
		if closed {
			return
		}
		data, _ := json.Marshal(state) // strings and numbers
		_, err := fmt.Fprintf(w, "retry: 100\nid: 1\ndata: %s\n\n", data)
		if err != nil || http.NewResponseController(w).Flush() != nil {
			return // the browser has left
		}
		select {
		case <-changed:
		case <-end.C:
			return
		case <-left:
			return
		}
	}
}

// takeError shows a browser's error in all browsers, at its position in the sources.
func (h *Hub) takeError(w http.ResponseWriter, r *http.Request) {
	var f struct {
		Page, Message     string
		Kind              Kind
		Stack, Components string // of JavaScript and of React
	}
	err := json.NewDecoder(io.LimitReader(r.Body, errorLimit)).Decode(&f)
	if err != nil || (f.Kind != Hydration && f.Kind != Browser) {
		http.Error(w, "want the JSON of an error", http.StatusBadRequest)
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
	w.WriteHeader(http.StatusNoContent)
}

// frame matches a position in a stack of Chromium's, "at f (http://host/a.js:1:2)", or of Firefox's and Safari's,
// "f@http://…".
var frame = regexp.MustCompile(`(https?://[^\s()]+):(\d+):(\d+)`)

// componentName matches a line of React's component stack: "at Hero (http://…)", or "Hero@http://…".
var componentName = regexp.MustCompile(`(?m)^\s*(?:at )?([A-Za-z_$][\w$.-]*)(?: \(|@|$)`)

// locate returns the first position of a stack that is in the project's own sources; file is empty without one.
func (h *Hub) locate(stack string) (file string, line, column int) {
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		address, err := url.Parse(m[1])
		if err != nil {
			continue
		}
		consumer, err := sourcemap.Parse("", h.built(address.Path+".map"))
		if err != nil {
			continue // no script of this edition
		}
		line, _ = strconv.Atoi(m[2]) // digits, as the pattern has it
		column, _ = strconv.Atoi(m[3])
		source, _, line, column, ok := consumer.Source(line, column-1)
		isOwn := filepath.IsLocal(source) && !strings.Contains(source, packagesFolder+"/") &&
			!strings.Contains(source, ":")
		if ok && isOwn {
			return source, line, column + 1
		}
	}
	return "", 0, 0
}
