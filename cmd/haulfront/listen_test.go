package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

var restarts = flag.Int("restarts", 2, "how often TestRestarts restarts the program")

// heldSocket is a listening socket that its owner keeps open while programs come and go, as systemd does with that of a
// socket unit.
func heldSocket(t *testing.T) *os.File {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	testkit.Must(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

// newWith returns a process that inherits sockets as from systemd (sd_listen_fds(3)).
func newWith(t *testing.T, sockets ...*os.File) *program.Process {
	t.Helper()
	p := program.New(t, "sh", "-c", `LISTEN_PID=$$ exec haulfront "$@"`, "sh")
	p.Cmd.ExtraFiles = sockets // from descriptor 3 on
	p.Cmd.Env = append(p.Cmd.Env, fmt.Sprint("LISTEN_FDS=", len(sockets)))
	return p
}

// startOn starts the program of a site on a socket that is held, and waits until it serves.
func startOn(t *testing.T, s *program.Site, socket *os.File, env ...string) *program.Process {
	t.Helper()
	p := newWith(t, socket)
	own := *s
	own.Log = &testkit.Log{} // where this process serves is in its own log
	p.Lazy()
	p.Site = &own
	p.Cmd.Stderr = own.Log
	p.Cmd.Env = append(append(p.Cmd.Env, s.Settings()...), env...) // the last one of a name counts
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// TestRestarts restarts the program under load on a socket that systemd would hold: no connection is refused, every
// request is answered with success, and the journal has each of them once.
func TestRestarts(t *testing.T) {
	t.Parallel()
	const visitors = 8
	socket, s := heldSocket(t), program.NewSite(t)
	p := startOn(t, s, socket)
	s.URL = p.URL

	var answered atomic.Int64
	var stopped atomic.Bool
	running := crowd(s, visitors, func(name string, status int) bool {
		if status != http.StatusOK {
			t.Errorf("%s was answered with %d", name, status)
		}
		answered.Add(1)
		return stopped.Load()
	})
	wantMore := func() {
		t.Helper()
		before := len(s.Calls.All())
		s.Calls.Wait(t, before+4*visitors)
	}
	for range *restarts {
		wantMore()
		p.Stop(t)
		p.AwaitEnd(t)
		p = startOn(t, s, socket)
	}
	wantMore()
	stopped.Store(true)
	running.Wait()
	p.Stop(t)
	p.AwaitEnd(t)

	names := map[string]int{}
	for _, l := range s.Leads(t) {
		names[l.Request.Name]++
		if l.Status() != outbox.Delivered {
			t.Errorf("the lead of %s is %s", l.Request.Name, l.Status())
		}
	}
	n := answered.Load()
	if int64(len(names)) != n || n == 0 {
		t.Errorf("%d requests were answered, and the journal has %d leads", n, len(names))
	}
	t.Logf("over %d restarts %d requests were answered, %d leads lost", *restarts, n, n-int64(len(names)))
}

// The program notifies a service manager when it serves and when it stops.
func TestNotify(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	testkit.Must(t, err)
	defer manager.Close()
	want := func(state string) {
		t.Helper()
		testkit.Must(t, manager.SetReadDeadline(time.Now().Add(testkit.WaitLimit)))
		message := make([]byte, 100)
		n, err := manager.Read(message)
		if err != nil || string(message[:n]) != state {
			t.Errorf("the service manager received %q, %v, want %q", message[:n], err, state)
		}
	}
	p := startOn(t, program.NewSite(t), heldSocket(t), "NOTIFY_SOCKET="+path)
	want("READY=1")
	p.Stop(t)
	want("STOPPING=1")
	p.AwaitEnd(t)
}

// A socket of another kind, or several, are a mistake in the unit.
func TestInheritedSocketsAreChecked(t *testing.T) {
	t.Parallel()
	p := newWith(t, heldSocket(t), heldSocket(t))
	if err := p.Cmd.Run(); err == nil || !strings.Contains(p.Log.String(), "2 sockets; wanted one") {
		t.Errorf("with two sockets the program ends with %v and says %q", err, p.Log)
	}
}

// With TLS_DOMAINS a second socket is that of plain HTTP: a visitor is sent to the same address in HTTPS, and one who
// asked for a name that is not ours to the site's own.
func TestPlainHTTPIsRedirected(t *testing.T) {
	t.Parallel()
	secure, plain := heldSocket(t), heldSocket(t)
	p := newWith(t, secure, plain)
	p.Lazy()
	// The authority does not answer: the site is served all the same, and will have its certificate later.
	p.Cmd.Env = append(p.Cmd.Env, "BASE_URL=https://www.example.com", "TLS_DOMAINS=www.example.com, Example.com",
		"TLS_CA=https://"+program.UnusedAddress(t), "TLS_STORAGE="+t.TempDir())
	p.Start(t)
	p.AwaitServing(t)
	listener, err := net.FileListener(plain)
	testkit.Must(t, err)
	defer listener.Close()
	for host, want := range map[string]string{
		"www.example.com": "https://www.example.com", "example.com:80": "https://example.com",
		"evil.example": "https://www.example.com",
	} {
		address := "http://" + listener.Addr().String() + "/quote?a=%2F"
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, nil)
		testkit.Must(t, err)
		request.Host = host
		response, err := http.DefaultTransport.RoundTrip(request)
		testkit.Must(t, err)
		response.Body.Close()
		if got := response.Header.Get("Location"); response.StatusCode != http.StatusPermanentRedirect ||
			got != want+"/quote?a=%2F" {
			t.Errorf("http://%s is answered with %d and %q, want 308 and %s", host, response.StatusCode, got, want)
		}
	}
	p.Log.Wait(t, "certificate not obtained")
	p.Stop(t)
	p.AwaitEnd(t)
}
