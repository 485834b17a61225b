// Package browsertest tests the site in a real browser: it builds the program, runs it, and visits it with Chromium. It
// covers only behavior that takes a browser; all other tests are faster without one.
package browsertest

import (
	"flag"
	"os"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// suite owns what tests share: the built program, one running site, the browsers.
var suite testkit.Suite

// TestMain runs nothing in a short run: every test here takes seconds.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		return
	}
	os.Exit(suite.Run(m))
}

// binary is the path of the built program.
var binary = sync.OnceValue(func() string { return program.Build(&suite) })

// startSite starts the program with a journal and receivers of its own. Settings are flags, such as --base-url=…, in
// addition to those of program.Site. The program makes pages and pictures on demand: a test visits few of them.
func startSite(t testing.TB, settings ...string) *program.Process {
	t.Helper()
	p := newSite(t, settings...)
	start(t, p)
	return p
}

// newSite returns such a program before its start.
func newSite(t testing.TB, settings ...string) *program.Process {
	t.Helper()
	p := program.New(t, binary())
	p.Cmd.Env = append(p.Cmd.Env, "GOGC="+os.Getenv("GOGC"))
	p.Lazy()
	p.Cmd.Args = append(p.Cmd.Args, settings...)
	return p
}

func start(t testing.TB, p *program.Process) {
	t.Helper()
	p.Start(t)
	t.Cleanup(func() { end(t, p) })
	p.AwaitServing(t)
}

// end shuts the program down, after which its log is complete. It may be called more than once.
func end(t testing.TB, p *program.Process) {
	t.Helper()
	_ = p.Cmd.Process.Signal(os.Interrupt) // it may have ended already
	p.AwaitEnd(t)
}

// sharedSite returns the site of the tests that look at no other visitor’s lead and at no receiver. They share it,
// because a start takes a second of processor time, and each site renders its own pages.
var sharedSite = sync.OnceValue(func() *program.Process { return startSite(&suite) })

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

// equal reports what differs from want; label begins the message.
func equal[T comparable](t testing.TB, label string, got, want T) {
	t.Helper()
	check(t, got == want, "%s %#v, want %#v", label, got, want)
}
