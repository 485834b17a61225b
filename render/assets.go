package render

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"path"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// Asset is a built file for the browser. Its name carries a hash of its content: it never changes under its URL.
type Asset struct {
	// Path is the URL path, PublicPath included.
	Path string
	Body []byte
	// Source is the path below Config.Dir of the file or entry that it was built from, and "" for a chunk of several
	// modules.
	Source string
}

// Assets returns every built file. The slice and the bodies are shared: do not change them.
func (e *Engine) Assets() []Asset { return e.bundle.assets }

// Stylesheet returns the URL path of the stylesheet with all CSS that the server's entry imports.
func (e *Engine) Stylesheet() string { return e.bundle.stylesheet }

// StylesheetOf returns the URL path of the stylesheet of a page's module, see [Config.Pages], or that of
// [Engine.Stylesheet] if the module has no stylesheet of its own. source is the end of the module's path.
func (e *Engine) StylesheetOf(source string) string {
	return cmp.Or(e.bundle.assetOf(source), e.bundle.stylesheet)
}

// LateStylesheetOf returns the URL path of the stylesheet with the CSS of a page's module that its first screen does
// not need, see [Config.Pages], or "" if there is none.
func (e *Engine) LateStylesheetOf(source string) string { return e.bundle.assetOf(source + lateSource) }

// Script returns the URL path of the browser's entry module.
func (e *Engine) Script() string { return e.bundle.script }

// AssetOf returns the URL path of the built copy of a file, such as a font that the CSS names, or "" if no such file
// was built. source is the end of the file's path.
func (e *Engine) AssetOf(source string) string { return e.bundle.assetOf(source) }

// links are the elements of the component Assets.
func (b *bundle) links() (html []byte) {
	if b.stylesheet != "" {
		html = fmt.Appendf(html, `<link rel="stylesheet" href="%s"/>`, escaper.Replace(b.stylesheet))
	}
	if b.script != "" {
		html = fmt.Appendf(html, `<script type="module" src="%s"></script>`, escaper.Replace(b.script))
	}
	return html
}

// BrowserSources returns the paths below Config.Dir of all modules that ship to the browser, sorted.
func (e *Engine) BrowserSources() []string { return e.bundle.browserSources }

// Handler serves the built files under PublicPath, with gzip for clients that accept it. Clients may cache them
// forever. Register it for that path: mux.Handle("/assets/", engine.Handler()). Other paths are answered with 404.
func (e *Engine) Handler() http.Handler {
	files := make(map[string]Asset, len(e.bundle.assets))
	for _, a := range e.bundle.assets {
		files[a.Path] = a
	}
	compressed, err := gzhttp.NewWrapper(gzhttp.SuffixETag(".gz"))
	if err != nil {
		panic(err) // the options are valid
	}
	return compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := files[r.URL.Path]
		switch h := w.Header(); {
		case !ok:
			http.NotFound(w, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		default:
			h.Set("Content-Type", mediaType(file.Path))
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("ETag", `"`+path.Base(file.Path)+`"`)
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.Body))
		}
	}))
}

// mediaType returns the media type for a file's name. The machine's table may lack the types named here, or have
// others.
func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".map":
		return "application/json"
	case ".woff", ".woff2", ".ttf", ".otf":
		return "font/" + ext[1:]
	case ".ico":
		return "image/x-icon"
	default:
		return cmp.Or(mime.TypeByExtension(ext), "application/octet-stream")
	}
}
