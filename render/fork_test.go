package render_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"haulfront/render"
)

// A fork is of the sources as they were, with limits and a life of its own.
func TestFork(t *testing.T) {
	dir := tree(t, plain)
	cfg := render.Config{Dir: dir, ServerEntry: "server.tsx", BrowserEntry: "browser.ts", PublicPath: "/assets/", Workers: 1}
	first, err := render.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "server.tsx"), []byte("what cannot be bundled"), 0o600); err != nil {
		t.Fatal(err)
	}
	used := 0
	second, err := first.Fork(render.Config{Workers: 1, Timeout: time.Minute, Observe: func(render.Use) { used++ }})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := html(t, first, "Deed", deed("", "a")), html(t, second, "Deed", deed("", "a")); a != b {
		t.Errorf("a fork renders\n%s\nwant\n%s", b, a)
	}
	if first.Version() != second.Version() || first.Script() != second.Script() || len(first.Assets()) != len(second.Assets()) {
		t.Error("a fork has another bundle")
	}
	before := used
	first.Close()
	if html(t, second, "Deed", deed("", "b")); used == before {
		t.Error("a render after the end of the first engine was not observed")
	}
	second.Close()
}
