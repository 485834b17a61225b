// Package browsertest tests the site in a real browser: it builds the program, starts it as an operator does, and visits it
// with Chromium. What needs no browser is tested in package main, which is faster.
package browsertest

import (
	"flag"
	"os"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// suite is what all tests share: the built program, one running site, the browser.
var suite testkit.Suite

// TestMain runs nothing in a short run: every test here takes longer than one should.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		return
	}
	os.Exit(suite.Run(m))
}

// binary is the built program.
var binary = sync.OnceValue(func() string { return program.Build(&suite) })

// startSite starts the program with a journal and receivers of its own. Settings are flags, such as --base-url=…, beside
// those that program.Site has. Pages and pictures are made only when they are asked for: a test asks for few of them.
func startSite(t testing.TB, settings ...string) *program.Process {
	t.Helper()
	p := newSite(t, settings...)
	start(t, p)
	return p
}

// newSite makes such a program that is yet to be started.
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

// end ends the program in order, after which its log is complete. It may be called more than once.
func end(t testing.TB, p *program.Process) {
	t.Helper()
	_ = p.Cmd.Process.Signal(os.Interrupt) // where it has ended already there is nothing to tell
	p.AwaitEnd(t)
}

// sharedSite returns the site of the tests that look at pages and leave nothing in the journal. They share it, because a
// new one has to make everything that it is asked for anew.
func sharedSite() *program.Process { return shared() }

var shared = sync.OnceValue(func() *program.Process { return startSite(&suite) })
