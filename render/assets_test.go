package render_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
	"haulfront/render/esbuild"
)

// pictured is plain with an island that names files of many kinds.
var pictured = func() map[string]string {
	files := maps.Clone(plain)
	files["Note.tsx"] = `import logo from "./logo.png";
import icon from "./icon.svg";
import words from "./words.json";
import terms from "./terms.txt";
import "./Note.css";
export function Note({ text }: { text: string }) {
  return <p title={text} className="Note"><img src={logo} alt={icon} />{words.hello} {terms}</p>;
}`
	files["logo.png"], files["icon.svg"], files["font.woff2"] = "not really a picture", "<svg/>", "not really a font"
	files["words.json"], files["terms.txt"] = `{"hello":"Howdy"}`, "cash only"
	files["Note.css"] = `@font-face { font-family: f; src: url(./font.woff2); } .Note { color: red; }`
	return files
}()

// packed returns a configuration for a checkout whose node_modules is a link, and one for its packed sources.
func packed(t *testing.T, cfg render.Config) (checkout, memory render.Config) {
	t.Helper()
	cfg.Options = esbuild.Options(func(_ render.Target, o *api.BuildOptions) { o.PreserveSymlinks = true })
	data, err := render.Pack(cfg, nil)
	must(t, err)
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	memory = cfg
	memory.Dir, memory.Sources = "", files
	return cfg, memory
}

var picturesOn = regexp.MustCompile(`class="Note"><img src="(/assets/logo-\w+\.png)" alt="(/assets/icon-\w+\.svg)"/>` +
	`Howdy<!-- --> <!-- -->cash only<`)

// Both bundles name the same files.
func TestFileKinds(t *testing.T) {
	cfg, memory := packed(t, config(t, pictured))
	development := cfg
	development.Development = true
	var first string
	for name, cfg := range map[string]render.Config{"folder": cfg, "packed": memory, "development": development} {
		engine, err := render.New(cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		page := html(t, engine, "Deed", deed("", "x"))
		if first == "" {
			first = page
		} else if page != first {
			t.Errorf("%s: the page is %s, want %s", name, page, first)
		}
		m := picturesOn.FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("%s: the page is %s", name, page)
		}
		var css string
		paths := map[string]int{}
		for _, a := range engine.Assets() {
			paths[a.Path]++
			if a.Path == engine.Stylesheet() {
				css = string(a.Body)
			}
		}
		if !strings.Contains(css, ".Note") || !regexp.MustCompile(`url\("?/assets/font-\w+\.woff2`).MatchString(css) {
			t.Errorf("%s: the stylesheet is %s", name, css)
		}
		for _, path := range []string{m[1], m[2], engine.AssetOf("font.woff2")} {
			if paths[path] != 1 {
				t.Errorf("%s: %s was built %d times, want once", name, path, paths[path])
			}
		}
		if engine.AssetOf("logo.png") != m[1] {
			t.Errorf("%s: AssetOf(logo.png) = %s, want %s", name, engine.AssetOf("logo.png"), m[1])
		}
	}
}

// React's modules are one file for browsers, also with an island that needs only one of them.
func TestReactFile(t *testing.T) {
	cfg, memory := packed(t, config(t, pictured))
	for name, cfg := range map[string]render.Config{"folder": cfg, "packed": memory} {
		engine, err := render.New(cfg)
		must(t, err)
		var files []string
		for _, a := range engine.Assets() {
			if bytes.Contains(a.Body, []byte(`"react.transitional.element"`)) {
				files = append(files, a.Path)
			}
		}
		if len(files) != 1 {
			t.Errorf("%s: modules of React are in %v, want one file", name, files)
		}
	}
}

func TestHandler(t *testing.T) {
	engine := newEngine(t, pictured, nil)
	handler := engine.Handler()
	get := func(method, path, encoding string) *http.Response {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Result()
	}
	types := map[string]string{
		".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2",
		".png": "image/png", ".svg": "image/svg+xml",
	}
	for _, a := range engine.Assets() {
		for _, encoding := range []string{"", "br, gzip;q=0.5", "gzip;q=0"} {
			response := get("GET", a.Path, encoding)
			body := io.Reader(response.Body)
			if response.Header.Get("Content-Encoding") == "gzip" {
				if encoding != "br, gzip;q=0.5" {
					t.Errorf("%s is compressed for a client that accepts %q", a.Path, encoding)
				}
				var err error
				if body, err = gzip.NewReader(response.Body); err != nil {
					t.Fatal(err)
				}
			} else if strings.HasSuffix(a.Path, ".js") && len(a.Body) > 1000 && strings.HasPrefix(encoding, "br") {
				t.Errorf("%s is not compressed", a.Path)
			}
			data, err := io.ReadAll(body)
			if err != nil || string(data) != string(a.Body) || response.StatusCode != 200 {
				t.Errorf("%s: status %d, %d bytes, %v", a.Path, response.StatusCode, len(data), err)
			}
			h := response.Header
			if want := types[a.Path[strings.LastIndex(a.Path, "."):]]; h.Get("Content-Type") != want {
				t.Errorf("%s: its type is %q, want %q", a.Path, h.Get("Content-Type"), want)
			}
			if !strings.Contains(h.Get("Cache-Control"), "immutable") || h.Get("ETag") == "" {
				t.Errorf("%s: the headers are %v", a.Path, h)
			}
		}
	}
	for _, test := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/assets/", 404}, {"GET", "/assets/nothing.js", 404}, {"GET", "/", 404},
		{"HEAD", engine.Script(), 200}, {"POST", engine.Script(), 405},
	} {
		if response := get(test.method, test.path, ""); response.StatusCode != test.status {
			t.Errorf("%s %s = %d, want %d", test.method, test.path, response.StatusCode, test.status)
		}
	}
}
