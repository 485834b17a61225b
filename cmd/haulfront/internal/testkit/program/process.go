package program

import (
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// EndLimit is the time that the program has to end.
const EndLimit = 20 * time.Second

// readyLimit bounds the making of all pages and pictures, which takes seconds on a quiet machine.
const readyLimit = 4 * testkit.WaitLimit

// Process is the real program, as an operator starts and ends it.
type Process struct {
	*Site
	// Cmd may be changed until Start. Its last arguments are settings, of which the last one of a name counts.
	Cmd   *exec.Cmd
	ended chan struct{} // closed when the process has ended
	err   error         // of the end, once ended is closed
}

// New makes a process that is yet to be started: "serve" of the program that the words of command start.
func New(t testing.TB, command ...string) *Process {
	t.Helper()
	p := &Process{Site: NewSite(t), ended: make(chan struct{})}
	p.Cmd = exec.Command(command[0], append(command[1:], "serve")...)
	p.Cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, p.Settings()...)
	p.Cmd.Stderr = p.Log
	return p
}

// Run starts such a process, and waits until it serves.
func Run(t testing.TB, command ...string) *Process {
	t.Helper()
	p := New(t, command...)
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// RunLazy is Run of a program that makes pages and pictures only when they are asked for, where a test asks for few of them: to make
// all takes several seconds of a processor.
func RunLazy(t testing.TB, command ...string) *Process {
	t.Helper()
	p := New(t, command...)
	p.Lazy()
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// Lazy has the program make pages and pictures only when they are asked for.
func (p *Process) Lazy() { p.Cmd.Args = append(p.Cmd.Args, "--lazy") }

// Start starts the process. At the end of the test it is killed if it has not ended by then, and its log is shown if the
// test has failed.
func (p *Process) Start(t testing.TB) {
	t.Helper()
	if err := p.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.Cmd.Wait()
		close(p.ended)
		_, _ = p.Log.Write(nil) // for those who wait for a line that will not come
	}()
	t.Cleanup(func() {
		_ = p.Cmd.Process.Kill() // it has ended already where the test went well
		if strings.Contains(p.Log.String(), "WARNING: DATA RACE") {
			t.Errorf("the program has a data race")
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.Log)
		}
	})
}

var serving = regexp.MustCompile(`msg=serving address=(\S+) admin=(\S+)`)

// AwaitServing waits until the log says where the process serves.
func (p *Process) AwaitServing(t testing.TB) {
	t.Helper()
	var found []string
	testkit.Await(p.Log.Next, func() bool {
		found = serving.FindStringSubmatch(p.Log.String())
		return found != nil || p.hasEnded()
	})
	if found == nil {
		t.Fatalf("the program does not serve:\n%s", p.Log)
	}
	p.URL, p.Admin = "http://"+found[1], "http://"+found[2]
}

// AwaitReady waits until every page is made.
func (p *Process) AwaitReady(t testing.TB) {
	t.Helper()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	deadline := time.After(readyLimit)
	for {
		status, text := p.GetAdmin(t, "/readyz")
		if status == http.StatusOK {
			return
		}
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("/readyz = %d %q", status, text)
		}
	}
}

// Signal sends the process a signal.
func (p *Process) Signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := p.Cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// Stop tells the program to end, and waits until it has begun to.
func (p *Process) Stop(t testing.TB) {
	t.Helper()
	p.Signal(t, syscall.SIGTERM)
	if !p.Log.Has("msg=stopping") {
		t.Fatal("the program does not stop")
	}
}

// AwaitEnd waits until the program has ended by itself. Its log is complete then.
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

func (p *Process) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}
