package render_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"haulfront/render"
	"haulfront/render/develop"
)

// moduled has two CSS modules of the same name.
var moduled = func() map[string]string {
	files := maps.Clone(plain)
	files["Note.tsx"] = `import look from "./Note.module.css";
import other, { title } from "./other/Note.module.css";
export function Note() { return <p id={other["a-b"]} className={look.title + " " + other.title}>{title}</p>; }`
	files["Note.module.css"] = `.title { color: red; background: url(./dot.png); animation: blink 1s; }
@keyframes blink { to { color: blue; } }
:global(.plain) { color: green; }`
	files["other/Note.module.css"] = `.title { composes: base from "../base.module.css"; color: gray; }
.a-b { top: 0; }`
	files["base.module.css"] = `.base { left: 0; }`
	files["dot.png"] = "not really a picture"
	return files
}()

// The classes of CSS modules have the same names in the pages, in the stylesheet and in the browser's scripts, from a
// folder, packed, and in development.
func TestCSSModules(t *testing.T) {
	cfg := config(t, moduled)
	cfg.Pages = "pages/*.tsx"
	folder, memory := packed(t, cfg)
	development := func(cfg render.Config) (*render.Engine, error) {
		b, err := develop.New(cfg)
		must(t, err)
		t.Cleanup(b.Close)
		return b.Build()
	}
	first := ""
	for name, build := range map[string]func() (*render.Engine, error){
		"folder":      func() (*render.Engine, error) { return render.New(folder) },
		"packed":      func() (*render.Engine, error) { return render.New(memory) },
		"development": func() (*render.Engine, error) { return development(folder) },
	} {
		engine, err := build()
		must(t, err)
		page := html(t, engine, "Deed", deed("", ""))
		m := regexp.MustCompile(`<p id="(Note_\w+_a-b)" class="(Note_\w+_title) (base_\w+_base) (Note_\w+_title)">`).
			FindStringSubmatch(page)
		if m == nil || m[2] == m[4] || first != "" && m[0] != first {
			t.Fatalf("%s: the page is %s, want two names of title, and everywhere the same: %s", name, page, first)
		}
		first = m[0]
		var style, scripts string
		for _, a := range engine.Assets() {
			switch {
			case a.Path == engine.StylesheetOf("pages/Deed.tsx"):
				style = string(a.Body)
			case strings.HasSuffix(a.Path, ".js"):
				scripts += string(a.Body)
			}
		}
		for _, class := range m[1:] {
			if strings.Count(style, "."+class+"{") != 1 || !strings.Contains(scripts, class) {
				t.Errorf("%s: %s is not in the stylesheet and the scripts: %s", name, class, style)
			}
		}
		if !strings.Contains(style, ".plain{") || !strings.Contains(style, "@keyframes Note_") {
			t.Errorf("%s: the stylesheet is %s", name, style)
		}
	}
}
