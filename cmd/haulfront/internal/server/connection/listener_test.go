package connection

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// failingListener fails with each of its errors, one per call.
type failingListener struct {
	net.Listener
	errs []error
}

func (l *failingListener) Accept() (net.Conn, error) {
	err := l.errs[0]
	l.errs = l.errs[1:]
	return nil, &net.OpError{Op: "accept", Err: err}
}

// While the system has no room for a connection, accepting goes on, and the log has one line about it.
func TestAcceptErrors(t *testing.T) {
	log := &testkit.Log{}
	failures := 0
	l := testListener(&failingListener{
		errs: []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.EINVAL},
	}, 1)
	l.Log, l.OnError = slog.New(slog.NewTextHandler(log, nil)), func() { failures++ }
	if _, err := l.Accept(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("Accept() = %v, want %v", err, syscall.EINVAL)
	}
	if failures != 4 {
		t.Errorf("%d failures, want 4", failures)
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("the log has %d lines, want 1:\n%s", n, log)
	}
}

// testListener returns a listener with room for some connections.
func testListener(ln net.Listener, room int) *Listener {
	limits := Limits{Open: room, Receiving: room, OnEvict: func() {}}
	set := NewSet(limits, limits, func(netip.Addr) netip.Prefix { return netip.Prefix{} })
	return &Listener{Listener: ln, Set: set, Refusal: "full", OnAccept: func() {}, OnRefuse: func() {}}
}

// A connection reads ahead of its caller, and a lingering one is closed after what its client still sends: the client
// gets the whole response. A connection without room is refused with the reason.
func TestConn(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	l := testListener(ln, 1)
	refused := make(chan bool, 1)
	l.OnRefuse = func() { refused <- true }
	accepted := make(chan net.Conn, 1)
	done := make(chan error, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				done <- err
				return
			}
			accepted <- c
		}
	}()
	dial := func() net.Conn {
		t.Helper()
		client, err := net.Dial("tcp", ln.Addr().String())
		testkit.Must(t, err)
		testkit.Must(t, client.SetDeadline(time.Now().Add(testkit.WaitLimit)))
		return client
	}
	client := dial()
	defer client.Close()
	_, err = client.Write([]byte("abc"))
	testkit.Must(t, err)
	c := (<-accepted).(*Conn)
	one := make([]byte, 1)
	for _, want := range "abc" {
		if n, err := c.Read(one); n != 1 || err != nil || one[0] != byte(want) {
			t.Fatalf("Read() = %d, %v with %q, want %q", n, err, one, want)
		}
	}
	if counts := l.Set.Counts(); counts[Busy] != 1 {
		t.Errorf("after Read the connections are %v, want one that is busy", counts)
	}

	other := dial()
	if text, err := io.ReadAll(other); string(text) != "full" || err != nil || !<-refused {
		t.Errorf("a connection without room reads %q, %v, want the refusal", text, err)
	}
	other.Close()

	unread := bytes.Repeat([]byte("x"), 64<<10)
	_, err = client.Write(unread)
	testkit.Must(t, err)
	_, err = c.Write([]byte("response"))
	testkit.Must(t, err)
	c.Linger = true
	closed := make(chan error, 1)
	go func() { closed <- c.Close() }()
	if text, err := io.ReadAll(client); string(text) != "response" || err != nil {
		t.Errorf("the client reads %q, %v, want the response", text, err)
	}
	if _, err := client.Write(unread[:1]); err != nil {
		t.Errorf("the client is not heard out: %v", err)
	}
	client.Close()
	testkit.Must(t, <-closed)
	if counts := l.Set.Counts(); counts != (Counts{}) {
		t.Errorf("after Close the connections are %v, want none", counts)
	}
	testkit.Must(t, l.Close())
	testkit.Must(t, l.Close())
	if err := <-done; !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept() = %v, want %v", err, net.ErrClosed)
	}
}
