package render

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Asset is a built file for the browser. Its name carries a hash of its content: it never changes under its URL.
type Asset struct {
	// Path is the URL path, PublicPath included.
	Path string
	Body []byte
	// Source is the path of the file or entry below Config.Dir that it was built from; empty for a chunk that
	// several modules share.
	Source string
}

// Assets returns every built file. The slice and the bodies are shared: do not change them.
func (e *Engine) Assets() []Asset { return e.bundle.assets }

// Stylesheet returns the URL path of the stylesheet with everything, made of all CSS that the server's entry imports.
func (e *Engine) Stylesheet() string { return e.bundle.stylesheet }

// StylesheetOf returns the URL path of the stylesheet of a page's module, see [Config.PageStyles]: source is the end of the
// module's path below Config.Dir. A module that has none, as in development, has the one with everything.
func (e *Engine) StylesheetOf(source string) string {
	return cmp.Or(e.bundle.assetOf(source), e.bundle.stylesheet)
}

// Script returns the URL path of the browser's entry module.
func (e *Engine) Script() string { return e.bundle.script }

// AssetOf returns the URL path of the built copy of a file, such as a font that the CSS names: source is the end of the
// file's path below Config.Dir. It returns "" if no such file was built.
func (e *Engine) AssetOf(source string) string { return e.bundle.assetOf(source) }

// BrowserSources returns the paths below Config.Dir of all modules that ship to the browser, sorted.
func (e *Engine) BrowserSources() []string { return e.bundle.browserSources }

// FS returns the built files as a file system, by their paths below PublicPath: for programs that copy them to a CDN, or serve
// them in a way of their own.
func (e *Engine) FS() fs.FS { return assetFS{e.bundle.assets, e.cfg.PublicPath} }

// assetFS is flat: it has one folder.
type assetFS struct {
	assets []Asset
	prefix string
}

// Open implements fs.FS.
func (f assetFS) Open(name string) (fs.File, error) {
	if name == "." {
		files := make([]fs.DirEntry, 0, len(f.assets))
		for _, a := range f.assets {
			files = append(files, fs.FileInfoToDirEntry(assetInfo{strings.TrimPrefix(a.Path, f.prefix), len(a.Body)}))
		}
		slices.SortFunc(files, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		return &assetFolder{files}, nil
	}
	for _, a := range f.assets {
		if a.Path == f.prefix+name && fs.ValidPath(name) {
			return assetFile{bytes.NewReader(a.Body), assetInfo{name, len(a.Body)}}, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

type assetFile struct {
	*bytes.Reader
	info assetInfo
}

func (f assetFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f assetFile) Close() error               { return nil }

// assetInfo is a file's, or with size -1 the folder's. Built files have no time: their names say when they are other files.
type assetInfo struct {
	name string
	size int
}

func (i assetInfo) Name() string       { return i.name }
func (i assetInfo) Size() int64        { return int64(max(i.size, 0)) }
func (i assetInfo) ModTime() time.Time { return time.Time{} }
func (i assetInfo) IsDir() bool        { return i.size < 0 }
func (i assetInfo) Sys() any           { return nil }
func (i assetInfo) Mode() fs.FileMode {
	if i.IsDir() {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type assetFolder struct{ rest []fs.DirEntry }

func (f *assetFolder) Stat() (fs.FileInfo, error) { return assetInfo{".", -1}, nil }
func (f *assetFolder) Close() error               { return nil }
func (f *assetFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: ".", Err: fs.ErrInvalid}
}

func (f *assetFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.rest)
	} else if len(f.rest) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.rest))
	files := f.rest[:n]
	f.rest = f.rest[n:]
	return files, nil
}

// Handler serves the built files under PublicPath, to be cached for good, and compressed with gzip for clients that take it.
// Register it for that path: mux.Handle("/assets/", engine.Handler()). Anything else is answered with 404.
func (e *Engine) Handler() http.Handler {
	files := make(map[string]*servedAsset, len(e.bundle.assets))
	for _, a := range e.bundle.assets {
		files[a.Path] = &servedAsset{Asset: a, gzip: sync.OnceValue(func() []byte { return gzipped(a) })}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := files[r.URL.Path]
		switch {
		case file == nil:
			http.NotFound(w, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		default:
			file.serve(w, r)
		}
	})
}

type servedAsset struct {
	Asset
	// gzip is the compressed body, nil where that is not smaller.
	gzip func() []byte
}

func (a *servedAsset) serve(w http.ResponseWriter, r *http.Request) {
	h, body, tag := w.Header(), a.Body, path.Base(a.Path)
	h.Set("Content-Type", mediaType(a.Path))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	if small := a.gzip(); small != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			body, tag = small, tag+".gz"
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// mediaType is what a browser needs to be told; the machine's own table may lack or rename those that are named here.
func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".map":
		return "application/json"
	case ".woff", ".woff2", ".ttf", ".otf":
		return "font" + "/" + ext[1:]
	case ".ico":
		return "image/x-icon"
	default:
		if known := mime.TypeByExtension(ext); known != "" {
			return known
		}
		return "application/octet-stream"
	}
}

// acceptsGzip reports whether a client takes gzip (RFC 9110, section 12.5.3).
func acceptsGzip(r *http.Request) bool {
	for coding := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.Trim(strings.TrimPrefix(strings.ToLower(weight), "q="), "0.") != "" || weight == ""
		}
	}
	return false
}

// gzipped returns a compressed body if it saves a tenth: pictures and fonts are compressed already.
func gzipped(a Asset) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(fmt.Sprintf("render: %v", err)) // the level is a constant
	}
	_, _ = w.Write(a.Body) // a bytes.Buffer takes everything
	_ = w.Close()
	if out.Len() > len(a.Body)*9/10 {
		return nil
	}
	return out.Bytes()
}
