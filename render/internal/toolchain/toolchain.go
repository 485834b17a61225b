// Package toolchain is the part of package render that only render/develop uses. It names the bundler and the
// interpreter, which the API of render does not.
package toolchain

import (
	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// New is render's function of the type func(render.Config) (Tools[…], error), which render sets: this package cannot
// import the types of render.
var New any

// Tools are for builds of another kind than the bundles that render.New makes: render/develop compiles each module by
// itself. They have esbuild's options with the engine's own plugins, and make engines from the results. They are safe
// for concurrent use.
type Tools[Target, Asset, Engine any] struct {
	// Dir is the absolute path of the sources.
	Dir string
	// Options returns esbuild's options for a target: those of render.New, after Config.Options.
	Options func(Target) api.BuildOptions
	// Check logs the warnings of a build, and returns a *render.BuildError if it failed.
	Check func(Target, api.BuildResult) error
	// Assets returns the output files of a build but scripts and source maps.
	Assets func(api.BuildResult) ([]Asset, error)
	// Script returns the script of a build with one entry, and its source map.
	Script func(api.BuildResult) (script, sourceMap []byte)
	// Compile compiles a script for the server's runtimes. With a source map, which may be nil, errors name positions
	// in the sources.
	Compile func(script, sourceMap []byte) (*goja.Program, error)
	// Engine returns an engine for a build. former is one of an earlier build, or nil: without one, an entry that
	// throws is an error here, and otherwise the error of each render.
	Engine func(build Build[Asset], former *Engine) (*Engine, error)
}

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
