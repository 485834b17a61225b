// Package program runs the real program for tests, as a process, with receivers in place of the servers of the outside
// world.
package program

import (
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// EndLimit bounds the program's shutdown.
const EndLimit = 20 * time.Second

// Process is the program as an operator runs it.
type Process struct {
	*Site
	// Cmd may be changed until Start. Its last arguments are settings; for one name, the last one counts.
	Cmd   *exec.Cmd
	ended chan struct{} // closed when the process has ended
	err   error         // of the end, once ended is closed
}

// New returns a process before its start: command with the argument "serve".
func New(t testing.TB, command ...string) *Process {
	t.Helper()
	p := &Process{Site: NewSite(t), ended: make(chan struct{})}
	p.Cmd = exec.Command(command[0], append(command[1:], "serve")...)
	p.Cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, p.Settings()...)
	p.Cmd.Stderr = p.Log
	return p
}

// RunLazy starts a process with [Process.Lazy], and waits until it serves.
func RunLazy(t testing.TB, command ...string) *Process {
	t.Helper()
	p := New(t, command...)
	p.Lazy()
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// Lazy makes the program render pages and pictures on demand only: rendering all takes seconds of processor time.
func (p *Process) Lazy() { p.Cmd.Args = append(p.Cmd.Args, "--lazy") }

// Start starts the process. The end of the test kills it, and a failed test shows its log.
func (p *Process) Start(t testing.TB) {
	t.Helper()
	testkit.Must(t, p.Cmd.Start())
	go func() {
		p.err = p.Cmd.Wait()
		close(p.ended)
		_, _ = p.Log.Write(nil) // wakes AwaitServing
	}()
	t.Cleanup(func() {
		_ = p.Cmd.Process.Kill() // it may have ended already
		if strings.Contains(p.Log.String(), "WARNING: DATA RACE") {
			t.Error("the program has a data race")
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.Log)
		}
	})
}

var serving = regexp.MustCompile(`msg=serving address=(\S+) admin=(\S+)`)

// AwaitServing waits until the process serves, and reads its addresses from the log.
func (p *Process) AwaitServing(t testing.TB) {
	t.Helper()
	var found []string
	testkit.Await(p.Log.Next, func() bool {
		found = serving.FindStringSubmatch(p.Log.String())
		select {
		case <-p.ended:
			return true
		default:
			return found != nil
		}
	})
	if found == nil {
		t.Fatalf("the program does not serve:\n%s", p.Log)
	}
	p.URL, p.Admin = "http://"+found[1], "http://"+found[2]
}

// AwaitReady waits until every page and picture is rendered.
func (p *Process) AwaitReady(t testing.TB) {
	t.Helper()
	var status int
	var text string
	if !testkit.Poll(func() bool {
		status, text = p.GetAdmin(t, "/readyz")
		return status == http.StatusOK
	}) {
		t.Fatalf("/readyz = %d %q", status, text)
	}
}

// Signal sends the process a signal.
func (p *Process) Signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	testkit.Must(t, p.Cmd.Process.Signal(signal))
}

// Stop terminates the program, and waits until its shutdown has begun.
func (p *Process) Stop(t testing.TB) {
	t.Helper()
	p.Signal(t, syscall.SIGTERM)
	if !p.Log.Has("msg=stopping") {
		t.Fatal("the program does not shut down")
	}
}

// AwaitEnd waits until the program has ended by itself, after which its log is complete.
func (p *Process) AwaitEnd(t testing.TB) {
	t.Helper()
	select {
	case <-p.ended:
		if p.err != nil {
			t.Errorf("the program ended with %v", p.err)
		}
	case <-time.After(EndLimit):
		t.Fatalf("the program has not ended after %v", EndLimit)
	}
}

// AwaitKilled waits until the killed program has ended.
func (p *Process) AwaitKilled() { <-p.ended }

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
	if slices.Contains(args, "-race") {
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1") // which the detector needs
	}
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
