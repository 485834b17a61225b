package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
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

// startOn starts the program of a site on a socket that is held (sd_listen_fds(3)), and waits until it serves.
func startOn(t *testing.T, s *program.Site, socket *os.File, env ...string) *program.Process {
	t.Helper()
	p := program.New(t, "sh", "-c", `LISTEN_PID=$$ exec haulfront "$@"`, "sh")
	own := *s
	own.Log = &testkit.Log{} // where this process serves is in its own log
	p.Lazy()
	p.Site = &own
	p.Cmd.Stderr = own.Log
	p.Cmd.ExtraFiles = []*os.File{socket} // descriptor 3
	p.Cmd.Env = append(append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LISTEN_FDS=1"},
		s.Settings()...), env...)
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

	var refused, answered atomic.Int64
	var running sync.WaitGroup
	stop := make(chan struct{})
	for i := range visitors {
		// Every other visitor keeps the connection.
		client := &http.Client{Transport: countRefusals{&http.Transport{DisableKeepAlives: i%2 == 0}, &refused}}
		running.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				name := fmt.Sprintf("visitor %d press %d", i, n)
				if status := s.Submit(client, name); status != http.StatusOK {
					t.Errorf("%s was answered with %d", name, status)
				}
				answered.Add(1)
			}
		})
	}
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
	close(stop)
	running.Wait()
	p.Stop(t)
	p.AwaitEnd(t)

	names := map[string]int{}
	for _, l := range s.Leads(t) {
		names[l.Request.Name]++
		if l.Status() != lead.Delivered {
			t.Errorf("the lead of %s is %s", l.Request.Name, l.Status())
		}
	}
	if n := answered.Load(); refused.Load() > 0 || int64(len(names)) != n || n == 0 {
		t.Errorf("%d requests were answered, %d connections refused, and the journal has %d leads", n, refused.Load(),
			len(names))
	}
	t.Logf("over %d restarts %d requests were answered, %d connections refused, %d leads lost", *restarts,
		answered.Load(), refused.Load(), answered.Load()-int64(len(names)))
}

// countRefusals counts the connections that are refused.
type countRefusals struct {
	*http.Transport
	refused *atomic.Int64
}

func (c countRefusals) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := c.Transport.RoundTrip(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		c.refused.Add(1)
	}
	return response, err
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
	p := program.New(t, "sh", "-c", `LISTEN_PID=$$ exec haulfront "$@"`, "sh")
	p.Cmd.ExtraFiles = []*os.File{heldSocket(t), heldSocket(t)}
	p.Cmd.Env = append(p.Cmd.Env, "LISTEN_FDS=2")
	out, err := combined(p)
	if err == nil || !strings.Contains(out, "2 sockets; wanted one") {
		t.Errorf("with two sockets the program ends with %v and says %q", err, out)
	}
}

// With TLS_DOMAINS a second socket is that of plain HTTP: a visitor is sent to the same address in HTTPS, and one who
// asked for a name that is not ours to the site's own.
func TestPlainHTTPIsRedirected(t *testing.T) {
	t.Parallel()
	secure, plain := heldSocket(t), heldSocket(t)
	p := program.New(t, "sh", "-c", `LISTEN_PID=$$ exec haulfront "$@"`, "sh")
	p.Lazy()
	p.Cmd.ExtraFiles = []*os.File{secure, plain}
	// The authority does not answer: the site is served all the same, and will have its certificate later.
	p.Cmd.Env = append(p.Cmd.Env, "LISTEN_FDS=2", "BASE_URL=https://www.example.com",
		"TLS_DOMAINS=www.example.com, Example.com",
		"TLS_CA=https://"+program.UnusedAddress(t), "TLS_STORAGE="+t.TempDir())
	p.Start(t)
	p.AwaitServing(t)
	listener, err := net.FileListener(plain)
	testkit.Must(t, err)
	defer listener.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for host, want := range map[string]string{
		"www.example.com": "https://www.example.com", "example.com:80": "https://example.com",
		"evil.example": "https://www.example.com",
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
			"http://"+listener.Addr().String()+"/quote?a=%2F", nil)
		testkit.Must(t, err)
		request.Host = host
		response, err := client.Do(request)
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

// combined runs a process to its end and returns what it wrote.
func combined(p *program.Process) (string, error) {
	err := p.Cmd.Run()
	return p.Log.String(), err
}
