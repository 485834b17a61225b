// Package program runs the real program for tests, as a process, with receivers in place of the servers of the outside
// world.
package program

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// buildFlags is the environment variable with the flags of go build, separated by spaces. The Makefile sets it to those
// of go test, so that both use the same compiled packages.
const buildFlags = "PROGRAM_FLAGS"

// raceSetting is in the build information of a program with the race detector.
var raceSetting = debug.BuildSetting{Key: "-race", Value: "true"}

// Build builds the program and returns the path of its file, which is removed when the test ends. In tests with the
// race detector, the program has it too.
func Build(t testing.TB) string {
	t.Helper()
	root := testkit.Root(t)
	dependOnSources(t, root)
	file := filepath.Join(t.TempDir(), "haulfront")
	args := []string{"build", "-buildvcs=false", "-o", file}
	if flags := strings.Fields(os.Getenv(buildFlags)); len(flags) > 0 {
		args = append(args, flags...)
	} else if own, ok := debug.ReadBuildInfo(); ok && slices.Contains(own.Settings, raceSetting) {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "./cmd/haulfront")...)
	cmd.Dir = root
	testkit.Run(t, cmd)
	return file
}

// dependOnSources reads all folders of sources. The go command caches a test's result until the files change that the
// test has read (go help test); it does not see the files that the build reads.
func dependOnSources(t testing.TB, root string) {
	t.Helper()
	visit := func(_ string, _ fs.DirEntry, err error) error { return err }
	for _, folder := range []string{"assets", "cmd", "components", "content", "render"} {
		testkit.Must(t, filepath.WalkDir(filepath.Join(root, folder), visit))
	}
}
