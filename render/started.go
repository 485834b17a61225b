package render

import (
	_ "embed"
	"path/filepath"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

//go:embed runtime/started.js
var startedScript string

// findStarted finds the islands that the browser's entry gives to start: the result of runtime/started.js. Errors in
// the entry are those of the bundle.
func findStarted(cfg Config) any {
	if cfg.BrowserEntry == "" {
		return nil
	}
	source, _ := cfg.sources.file(filepath.Join(cfg.Dir, cfg.BrowserEntry)) // opened has found it
	loader := api.LoaderTSX
	if strings.HasSuffix(cfg.BrowserEntry, "ts") {
		loader = api.LoaderTS // <T>() => {} is a function there
	}
	entry := api.Transform(string(source), api.TransformOptions{
		Loader: loader, Format: api.FormatCommonJS, Target: api.ES2017,
		Define:    map[string]string{serverOnly: "false", "process.env.NODE_ENV": `"` + cfg.mode() + `"`},
		Supported: map[string]bool{"dynamic-import": false, "object-rest-spread": true}, // as for the server
		Banner:    "(require, exports, module) => {", Footer: "}",
	})
	vm := goja.New()
	defer time.AfterFunc(time.Second, func() { vm.Interrupt("the browser's entry waits for something") }).Stop()
	run, err := vm.RunString(startedScript)
	if err != nil {
		panic(err)
	}
	function, _ := goja.AssertFunction(run)
	names, err := function(goja.Undefined(), vm.GlobalObject(), vm.ToValue(string(entry.Code)))
	if err != nil || goja.IsUndefined(names) {
		return goja.Undefined()
	}
	return names.Export()
}
