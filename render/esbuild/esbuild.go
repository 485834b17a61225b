// Package esbuild changes the options of esbuild, the bundler of package render. It is the only one whose API has
// esbuild's types.
package esbuild

import (
	"github.com/evanw/esbuild/pkg/api"

	"haulfront/render"
)

// Options changes esbuild's options before each build, for [render.Config]: Define, Loader, Plugins, Engines, Alias and
// the like.
//
//	cfg.Options = esbuild.Options(func(target render.Target, o *api.BuildOptions) {
//		o.Define = map[string]string{"AREA": `"Plano"`}
//	})
//
// For the server, Platform is neutral, Conditions are "worker" and "edge-light", and MainFields are "module" and
// "main", because the builds of packages for browsers need a DOM. The engine then sets what it relies on: entry points,
// names, Format, Splitting, source maps, and NODE_ENV and SSR in Define. Several goroutines may call the function, more
// than once for a target. Its plugins run after the engine's own; with packed sources, they find no files on disk.
type Options func(target render.Target, options *api.BuildOptions)

// Change implements [render.BundlerOptions].
func (f Options) Change(target render.Target, options any) { f(target, options.(*api.BuildOptions)) }
