// Package toolchain is the part of package render that only render/develop uses. It names the bundler and the
// interpreter, which the API of render does not.
package toolchain

import "github.com/dop251/goja"

// New is render's function of the type func(render.Config) (any, error), which render sets. The result has the methods
// that develop lists: this package cannot import the types of render.
var New any

// CSSModules is the namespace of CSS modules in esbuild's paths: they are styles, and scripts with names of classes.
const CSSModules = "css-module"

// Build is a server program and the files for browsers, of the type render.Asset.
type Build[Asset any] struct {
	// Programs run in each JavaScript runtime, in order, after React's.
	Programs []*goja.Program
	// Sum identifies the programs: with the same Sum, an engine keeps the former one's runtimes.
	Sum string
	// Assets are the files for browsers. Of several with the same path, the first counts.
	Assets []Asset
	// Script and Stylesheet are the URL paths of two of the Assets.
	Script, Stylesheet string
	// BrowserSources are the paths below Config.Dir of all modules that ship to browsers, sorted.
	BrowserSources []string
}
