package bench

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/cmd/haulfront/internal/testkit"
)

// shippedRender is the median time of the home page in goja with React as it is shipped. Of its builds only the legacy one runs
// there: the others need what a browser or Node has besides the language.
func shippedRender(b *testing.B, home *home) time.Duration {
	b.Helper()
	entry := filepath.Join(b.TempDir(), "goja.js")
	legacy := filepath.Join(testkit.Root(b), "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js")
	script := bundlePage(b, entry, pageProgram+`globalThis.renderHome = (props) => renderPage(JSON.parse(props), {}).length;`, api.BuildOptions{
		Platform: api.PlatformBrowser, Format: api.FormatIIFE, Target: api.ES2017, Alias: map[string]string{"react-dom/server": legacy},
	})
	vm := goja.New()
	if _, err := vm.RunScript("goja.js", string(script)); err != nil {
		b.Fatalf("React in goja: %v", err)
	}
	var render func(props string) (int, error)
	if err := vm.ExportTo(vm.Get("renderHome"), &render); err != nil {
		b.Fatal(err)
	}
	props, err := json.Marshal(home.props)
	if err != nil {
		b.Fatal(err)
	}
	return median(b, func(b *testing.B) {
		if size, err := render(string(props)); err != nil || size < 50_000 {
			b.Fatalf("React in goja: a page of %d characters, and the error %v", size, err)
		}
	})
}
