package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// A recordingListener records what a server has read from its connections: what it has read, it has accepted.
type recordingListener struct {
	net.Listener
	mu   sync.Mutex
	seen []*recordedConn
}

// recordedConn is a connection with all that was read from it.
type recordedConn struct {
	net.Conn
	w    *recordingListener
	read []byte
}

func (w *recordingListener) Accept() (net.Conn, error) {
	conn, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	one := &recordedConn{Conn: conn, w: w}
	w.seen = append(w.seen, one)
	return one, nil
}

func (c *recordedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.read = append(c.read, p[:n]...)
	return n, err
}

// submitted finds the whole requests of a load.
var submitted = regexp.MustCompile(`name=visitor\+(\d+)\+press\+(\d+)\S*zipCode=75201`)

// accepted returns the names in the requests that were read to their ends.
func (w *recordingListener) accepted() (names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.seen {
		for _, found := range submitted.FindAllSubmatch(c.read, -1) {
			names = append(names, "visitor "+string(found[1])+" press "+string(found[2]))
		}
	}
	return names
}

// A program that is told to end under load answers every request that it has read to its end, on connections that are kept
// and on new ones.
func TestStopAnswersWhatWasRead(t *testing.T) {
	t.Parallel()
	const visitors = 64
	s := program.NewSite(t)
	set, err := program.ParseSettings("ADDR=127.0.0.1:0", "ADMIN_ADDR=127.0.0.1:0", "DATABASE_URL="+s.Database,
		"LEAD_WEBHOOK_URL="+s.Webhook.URL, "QUOTE_RATE_LIMIT=1000000", "RENDER_WORKERS=1")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	site, err := Open(ctx, Config{Settings: set, Stderr: io.Discard, Now: time.Now, Lazy: true, NewEngine: program.SharedBundle})
	if err != nil {
		t.Fatal(err)
	}
	w := &recordingListener{Listener: site.listener}
	site.listener = w
	s.URL = "http://" + w.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- site.Run(ctx) }()

	c := program.NewLoad()
	c.Start(s, visitors)
	s.Calls.Wait(t, 5*visitors)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	c.Wait()
	names := w.accepted()
	for _, name := range names {
		status, took := c.Statuses[name], c.Took[name]
		if status == 0 || status != http.StatusOK && took < program.Late {
			t.Errorf("%s was read and answered with %d after %v", name, status, took)
		}
	}
	if len(names) < 5*visitors {
		t.Errorf("%d requests were read, want all %d and more", len(names), 5*visitors)
	}
	t.Logf("%d requests were read, and as many answered", len(names))
}
