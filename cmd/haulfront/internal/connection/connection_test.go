package connection

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// counter counts where its value can be read.
type counter struct {
	prometheus.Counter
	n int
}

func (c *counter) Inc() { c.n++ }

// newTestSet returns a set for five connections, three of which may be of one network, and two half-sent requests, one of which
// may be of one network. The network 10.0.0.0/8 has no limits.
func newTestSet() *Set {
	return NewSet(Config{
		All:        Limits{Open: 5, Receiving: 2, Evictions: &counter{}},
		PerNetwork: Limits{Open: 3, Receiving: 1, Evictions: &counter{}},
		Network: func(addr netip.Addr) netip.Prefix {
			if addr.As4()[0] == 10 {
				return netip.Prefix{}
			}
			return netip.PrefixFrom(addr, 32)
		},
		Accepted: &counter{}, Refused: &counter{},
	})
}

// client is the client's side of a connection: arrived is what it has sent, and closed tells when the server has closed it.
type client struct {
	net.Conn
	from    string
	arrived chan string
	past    chan struct{} // closed by a deadline in the past
	expired bool
	reading chan struct{} // closed when the server first reads
	read    func()
	closed  chan struct{}
	close   func()
	wrote   strings.Builder
}

func newClient(from string) *client {
	c := &client{from: from, arrived: make(chan string, 1), past: make(chan struct{}), closed: make(chan struct{})}
	c.reading = make(chan struct{})
	c.read = sync.OnceFunc(func() { close(c.reading) })
	c.close = sync.OnceFunc(func() { close(c.closed) })
	return c
}

func (c *client) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(c.from), 1))
}

func (c *client) SetReadDeadline(at time.Time) error {
	if at.Before(time.Now()) && !c.expired {
		c.expired = true
		close(c.past)
	}
	return nil
}

// Read returns what has arrived even after a deadline, as the system does for bytes that came first.
func (c *client) Read(p []byte) (int, error) {
	c.read()
	select {
	case text := <-c.arrived:
		return copy(p, text), nil
	default:
	}
	select {
	case text := <-c.arrived:
		return copy(p, text), nil
	case <-c.past:
		return 0, os.ErrDeadlineExceeded
	}
}

func (c *client) Write(p []byte) (int, error) { return c.wrote.Write(p) }
func (c *client) Close() error                { c.close(); return nil }

// clients is a listener that accepts them, one after the other, and then fails.
type clients chan any

func (l clients) Accept() (net.Conn, error) {
	switch next := (<-l).(type) {
	case *client:
		return next, nil
	case error:
		return nil, next
	}
	return nil, net.ErrClosed
}
func (l clients) Close() error   { return nil }
func (l clients) Addr() net.Addr { return nil }

// serve serves a connection in a state as a server does, until it is evicted.
func serve(c *Conn, state State) {
	if state == Busy {
		c.set.mu.Lock()
		defer c.set.mu.Unlock()
		c.become(Busy)
		return
	}
	c.Active = state == Receiving
	go func() {
		for {
			if _, err := c.Read(make([]byte, 8)); err != nil {
				_ = c.Close()
				return
			}
		}
	}()
	<-c.Conn.(*client).reading
}

// TestEviction has connections arrive, wait in a state each, and finds which of them were closed or refused.
func TestEviction(t *testing.T) {
	const a, b, c, d, e, trusted = "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5", "10.0.0.1"
	type arrival struct {
		from  string
		state State
	}
	for name, test := range map[string]struct {
		arrivals        []arrival
		closed, refused []int
	}{
		"within the limits":       {[]arrival{{a, Idle}, {a, Idle}, {a, Idle}, {b, Idle}, {c, Idle}}, nil, nil},
		"one network":             {[]arrival{{b, Idle}, {a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}}, []int{1}, nil},
		"one network twice":       {[]arrival{{a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}}, []int{0, 1}, nil},
		"mapped address":          {[]arrival{{"::ffff:" + a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}}, []int{0}, nil},
		"all":                     {[]arrival{{a, Idle}, {a, Idle}, {b, Idle}, {c, Idle}, {d, Idle}, {e, Idle}}, []int{0}, nil},
		"no limits of its own":    {[]arrival{{trusted, Idle}, {trusted, Idle}, {trusted, Idle}, {trusted, Idle}}, nil, nil},
		"but those of all":        {[]arrival{{a, Idle}, {b, Idle}, {c, Idle}, {trusted, Idle}, {trusted, Idle}, {trusted, Idle}}, []int{0}, nil},
		"half a request last":     {[]arrival{{a, Receiving}, {a, Busy}, {a, Idle}, {a, Idle}}, []int{2}, nil},
		"half a request at last":  {[]arrival{{a, Receiving}, {a, Busy}, {a, Busy}, {a, Idle}}, []int{0}, nil},
		"network busy":            {[]arrival{{a, Busy}, {a, Busy}, {a, Busy}, {b, Idle}, {a, Idle}}, nil, []int{4}},
		"all busy":                {[]arrival{{a, Busy}, {b, Busy}, {c, Busy}, {d, Busy}, {e, Busy}, {a, Idle}}, nil, []int{5}},
		"half-sent of a network":  {[]arrival{{b, Receiving}, {a, Receiving}, {a, Receiving}}, []int{1}, nil},
		"half-sent of all":        {[]arrival{{a, Receiving}, {b, Receiving}, {c, Receiving}}, []int{0}, nil},
		"half-sent, of no limits": {[]arrival{{trusted, Receiving}, {trusted, Receiving}}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, all := newTestSet(), []*client{}
			l := &Listener{Listener: make(clients, 2), Set: s}
			var closed, refused []int
			var served []*Conn
			for i, next := range test.arrivals {
				all = append(all, newClient(next.from))
				l.Listener.(clients) <- all[i]
				l.Listener.(clients) <- io.EOF // what Accept returns where it refuses the connection
				conn, err := l.Accept()
				if err != nil {
					refused = append(refused, i)
					continue
				}
				<-l.Listener.(clients)
				served = append(served, conn.(*Conn))
				serve(conn.(*Conn), next.state)
			}
			for i, c := range all {
				if strings.Contains(c.wrote.String(), "503") {
					continue
				}
				if c.expired {
					<-c.closed
					closed = append(closed, i)
				}
			}
			if fmt.Sprint(closed) != fmt.Sprint(test.closed) || fmt.Sprint(refused) != fmt.Sprint(test.refused) {
				t.Errorf("closed %v and refused %v, want %v and %v", closed, refused, test.closed, test.refused)
			}
			counted := func(c prometheus.Counter) int { return c.(*counter).n }
			evicted := counted(s.cfg.All.Evictions) + counted(s.cfg.PerNetwork.Evictions)
			if evicted != len(closed) || counted(s.cfg.Refused) != len(refused) || counted(s.cfg.Accepted) != len(all) {
				t.Errorf("%d accepted, %d evicted and %d refused are counted", counted(s.cfg.Accepted), evicted, counted(s.cfg.Refused))
			}
			for _, c := range served {
				_ = c.Close()
			}
			if s.Counts() != (Counts{}) || len(s.networks) != 0 || s.conns.Len() != 0 {
				t.Errorf("after the end there are %v of %d networks", s.Counts(), len(s.networks))
			}
		})
	}
}

// A request that comes just before its connection is evicted is read, and its connection counts as open again.
func TestRequestBeforeEviction(t *testing.T) {
	s, from := newTestSet(), newClient("192.0.2.1")
	conn, err := (&Listener{Listener: clientsOf(from), Set: s}).Accept()
	if err != nil {
		t.Fatal(err)
	}
	s.closing = true
	c := conn.(*Conn)
	c.Active = true // half of it had come
	from.arrived <- "the rest"
	c.Conn = hooked{from, func() { s.mu.Lock(); s.evict(&s.all, Receiving); s.mu.Unlock() }}
	if n, err := c.Read(make([]byte, 10)); n != len("the rest") || err != nil {
		t.Errorf("Read() = %d, %v", n, err)
	}
	if got := s.Counts(); got != (Counts{Busy: 1}) {
		t.Errorf("Counts() = %v, want one busy", got)
	}
	c.Active = false
	if _, err := c.Read(make([]byte, 10)); err != io.EOF {
		t.Errorf("after the response, Read() = %v, want %v", err, io.EOF)
	}
}

func clientsOf(list ...any) clients {
	l := make(clients, len(list))
	for _, next := range list {
		l <- next
	}
	return l
}

// hooked calls a function while the server reads.
type hooked struct {
	*client
	reading func()
}

func (h hooked) Read(p []byte) (int, error) {
	h.reading()
	return h.client.Read(p)
}

// CloseIdle closes idle connections, and those that become idle.
func TestCloseIdle(t *testing.T) {
	s := newTestSet()
	list := []*client{newClient("192.0.2.1"), newClient("192.0.2.2"), newClient("192.0.2.3")}
	l := &Listener{Listener: clientsOf(list[0], list[1], list[2]), Set: s}
	var conns []*Conn
	for _, state := range []State{Idle, Busy, Receiving} {
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn.(*Conn))
		serve(conn.(*Conn), state)
	}
	s.CloseIdle()
	<-list[0].closed
	if _, err := conns[1].Read(make([]byte, 8)); err != io.EOF {
		t.Errorf("Read() after a response = %v, want %v", err, io.EOF)
	}
	if got := s.Counts(); got != (Counts{Busy: 1, Receiving: 1}) {
		t.Errorf("Counts() = %v, want one busy and one receiving", got)
	}
}

// Where the system is out of files, accepting goes on, and an idle connection makes room.
func TestAcceptErrors(t *testing.T) {
	var failures []error
	s, waiting := newTestSet(), newClient("192.0.2.1")
	last := &net.OpError{Op: "accept", Err: syscall.EINVAL}
	l := &Listener{Set: s, Failed: func(err error) { failures = append(failures, err) }, Listener: clientsOf(waiting,
		&net.OpError{Op: "accept", Err: syscall.EMFILE}, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, last)}
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	serve(conn.(*Conn), Idle)
	if _, err := l.Accept(); !errors.Is(err, syscall.EINVAL) || len(failures) != 4 {
		t.Errorf("Accept() = %v after %v", err, failures)
	}
	<-waiting.closed
}
