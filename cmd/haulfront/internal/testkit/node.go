package testkit

import (
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// BundleForNode bundles sources below dir so that they run in Node without any installed package. o has the entry
// points, Outdir, and other options.
func BundleForNode(t testing.TB, dir string, o api.BuildOptions) {
	t.Helper()
	o.AbsWorkingDir, o.Bundle, o.Write = dir, true, true
	o.Platform, o.Format, o.JSX = api.PlatformNode, api.FormatCommonJS, api.JSXAutomatic
	o.OutExtension = map[string]string{".js": ".cjs"}
	o.NodePaths = []string{filepath.Join(dir, "node_modules")}
	o.Define = map[string]string{"process.env.NODE_ENV": `"production"`, "import.meta.env.SSR": "true"}
	if result := api.Build(o); len(result.Errors) > 0 {
		t.Fatalf("bundle for Node: %v", result.Errors)
	}
}
