package scene

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"haulfront/cmd/haulfront/internal/testkit"
)

// The drawings' own tests are written in TypeScript, beside the drawings.
func TestDrawings(t *testing.T) {
	t.Parallel()
	dir := testkit.Root(t)
	tests, err := filepath.Glob(filepath.Join(dir, "components", "art", "*.test.ts"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of the drawings: %v, %v", tests, err)
	}
	out := t.TempDir()
	testkit.BundleForNode(t, dir, api.BuildOptions{EntryPoints: tests, Outdir: out})
	files, err := filepath.Glob(filepath.Join(out, "*.cjs"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", append([]string{"--test"}, files...)...)
	if report, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, report)
	}
}
