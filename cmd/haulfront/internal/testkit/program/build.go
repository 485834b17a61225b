// Package program runs the real program for tests, as a process, with receivers in place of the servers of the outside
// world.
package program

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// buildFlags is the environment variable with the flags of the go command that Build uses, separated by spaces. The Makefile
// sets it to those of go test, so that what is compiled for the tests is compiled only once.
const buildFlags = "PROGRAM_FLAGS"

// Build builds the program and returns the path of its file, which is removed when the test ends. In tests with the race
// detector the program has it too.
func Build(t testing.TB) string {
	t.Helper()
	root := testkit.Root(t)
	dependOnSources(t, root)
	file := filepath.Join(t.TempDir(), "haulfront")
	args := []string{"build", "-buildvcs=false", "-o", file}
	if flags := strings.Fields(os.Getenv(buildFlags)); len(flags) > 0 {
		args = append(args, flags...)
	} else if race {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "./cmd/haulfront")...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	return file
}

// dependOnSources reads all folders that the program is made from. The go command repeats a test's result as long as what
// the test has read is the same (go help test), and does not see what the build reads.
func dependOnSources(t testing.TB, root string) {
	t.Helper()
	for _, folder := range []string{"assets", "cmd", "components", "content", "render"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}
