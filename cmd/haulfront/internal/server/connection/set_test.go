package connection

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"sync"
	"testing"
	"time"
)

// newTestSet returns a set for five connections, three of them of one network, and two receiving ones, one of them of
// one network. The network 10.0.0.0/8 is unlimited.
func newTestSet(onEvict func()) *Set {
	all, network := Limits{5, 2, onEvict}, Limits{3, 1, onEvict}
	return NewSet(all, network, func(addr netip.Addr) netip.Prefix {
		if addr.As4()[0] == 10 {
			return netip.Prefix{}
		}
		return netip.PrefixFrom(addr, 32)
	})
}

// client is the network's side of a connection.
type client struct {
	net.Conn
	from    string
	arrived chan string
	reading func() // called when the server reads
	expire  func() // called when the read deadline is set to a time in the past

	read, expired, closed chan struct{} // closed after the first call of each
}

func newClient(from string) *client {
	c := &client{from: from, arrived: make(chan string, 1)}
	c.read, c.expired, c.closed = make(chan struct{}), make(chan struct{}), make(chan struct{})
	c.reading = sync.OnceFunc(func() { close(c.read) })
	c.expire = sync.OnceFunc(func() { close(c.expired) })
	return c
}

func (c *client) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(c.from), 1))
}

func (c *client) SetReadDeadline(at time.Time) error {
	if at.Before(time.Now()) {
		c.expire()
	}
	return nil
}

// Read returns input that arrived before the deadline, as a socket does.
func (c *client) Read(p []byte) (int, error) {
	c.reading()
	select {
	case text := <-c.arrived:
		return copy(p, text), nil
	default:
	}
	<-c.expired
	return 0, os.ErrDeadlineExceeded
}

func (c *client) Close() error {
	select {
	case <-c.closed:
	default:
		close(c.closed)
	}
	return nil
}

// serve serves a connection in a state until it is evicted, as a server does.
func serve(c *Conn, state State) {
	if state == Busy {
		c.set.mu.Lock()
		defer c.set.mu.Unlock()
		c.become(Busy)
		return
	}
	c.Active = state == Receiving
	go func() {
		_, _ = c.Read(make([]byte, 8))
		_ = c.Close()
	}()
	<-c.Conn.(*client).read
}

func TestEviction(t *testing.T) {
	const a, b, c, d, e, unlimited = "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5", "10.0.0.1"
	type arrival struct {
		from  string
		state State
	}
	for name, test := range map[string]struct {
		arrivals         []arrival
		evicted, refused []int
	}{
		"within the limits": {[]arrival{{a, Idle}, {a, Idle}, {a, Idle}, {b, Idle}, {c, Idle}}, nil, nil},
		"network":           {[]arrival{{b, Idle}, {a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}}, []int{1}, nil},
		"mapped address":    {[]arrival{{"::ffff:" + a, Idle}, {a, Idle}, {a, Idle}, {a, Idle}}, []int{0}, nil},
		"all": {
			[]arrival{{a, Idle}, {a, Idle}, {b, Idle}, {c, Idle}, {d, Idle}, {e, Idle}}, []int{0}, nil},
		"unlimited network": {
			[]arrival{{unlimited, Idle}, {unlimited, Idle}, {unlimited, Idle}, {unlimited, Idle}}, nil, nil},
		"unlimited network, all": {
			[]arrival{{a, Idle}, {b, Idle}, {c, Idle}, {d, Idle}, {unlimited, Idle}, {unlimited, Idle}}, []int{0}, nil},
		"idle before receiving": {[]arrival{{a, Receiving}, {a, Busy}, {a, Idle}, {a, Idle}}, []int{2}, nil},
		"receiving, none idle":  {[]arrival{{a, Receiving}, {a, Busy}, {a, Busy}, {a, Idle}}, []int{0}, nil},
		"network full":          {[]arrival{{a, Busy}, {a, Busy}, {a, Busy}, {b, Idle}, {a, Idle}}, nil, []int{4}},
		"all busy": {
			[]arrival{{a, Busy}, {b, Busy}, {c, Busy}, {d, Busy}, {e, Busy}, {a, Idle}}, nil, []int{5}},
		"receiving, network":   {[]arrival{{b, Receiving}, {a, Receiving}, {a, Receiving}}, []int{1}, nil},
		"receiving, all":       {[]arrival{{a, Receiving}, {b, Receiving}, {c, Receiving}}, []int{0}, nil},
		"receiving, unlimited": {[]arrival{{unlimited, Receiving}, {unlimited, Receiving}}, nil, nil},
		"refusal leaves room":  {[]arrival{{a, Busy}, {a, Busy}, {a, Busy}, {a, Idle}, {b, Idle}}, nil, []int{3}},
	} {
		t.Run(name, func(t *testing.T) {
			evictions := 0
			s := newTestSet(func() { evictions++ })
			var clients []*client
			var added []*Conn
			var evicted, refused []int
			for i, next := range test.arrivals {
				clients = append(clients, newClient(next.from))
				if c := s.Add(clients[i]); c != nil {
					added = append(added, c)
					serve(c, next.state)
				} else {
					refused = append(refused, i)
				}
			}
			for i, c := range clients {
				select {
				case <-c.expired:
					<-c.closed
					evicted = append(evicted, i)
				default:
				}
			}
			if fmt.Sprint(evicted, refused) != fmt.Sprint(test.evicted, test.refused) {
				t.Errorf("evicted %v and refused %v, want %v and %v", evicted, refused, test.evicted, test.refused)
			}
			if evictions != len(evicted) {
				t.Errorf("%d evictions are counted, want %d", evictions, len(evicted))
			}
			for _, c := range added {
				_ = c.Close()
			}
			if s.Counts() != (Counts{}) || len(s.networks) != 0 || s.conns.Len() != 0 {
				t.Errorf("after Close, connections %v of %d networks are left", s.Counts(), len(s.networks))
			}
		})
	}
}

// A request that arrives just before its connection is evicted is read.
func TestInputBeforeEviction(t *testing.T) {
	for _, active := range []bool{false, true} {
		s, from := newTestSet(func() {}), newClient("192.0.2.1")
		c := s.Add(from)
		c.Active = active
		from.arrived <- "input"
		from.reading = s.MakeRoom
		if n, err := c.Read(make([]byte, 10)); n != len("input") || err != nil {
			t.Errorf("Read() = %d, %v, want all input", n, err)
		}
		if got := s.Counts(); got != (Counts{Busy: 1}) {
			t.Errorf("Counts() = %v, want a busy connection", got)
		}
		s.MakeRoom() // evicts nothing
		c.Active = false
		from.reading = func() {}
		s.CloseIdle()
		if _, err := c.Read(make([]byte, 10)); err != io.EOF {
			t.Errorf("after CloseIdle, Read() = %v, want %v", err, io.EOF)
		}
	}
}

func TestCloseIdle(t *testing.T) {
	s := newTestSet(func() {})
	idle, receiving := newClient("192.0.2.1"), newClient("192.0.2.2")
	serve(s.Add(idle), Idle)
	serve(s.Add(receiving), Receiving)
	s.CloseIdle()
	<-idle.closed
	select {
	case <-receiving.expired:
		t.Error("CloseIdle interrupts half a request")
	default:
	}
	late := newClient("192.0.2.3")
	c := s.Add(late)
	c.Active = true
	late.arrived <- "the rest"
	if _, err := c.Read(make([]byte, 10)); err != nil {
		t.Errorf("after CloseIdle, Read() of half a request = %v", err)
	}
}

// A connection can be evicted before it is first read, and then is not read.
func TestEvictionBeforeRead(t *testing.T) {
	s, from := newTestSet(func() {}), newClient("192.0.2.1")
	c := s.Add(from)
	s.MakeRoom()
	from.arrived <- "input"
	if _, err := c.Read(make([]byte, 10)); err != io.EOF {
		t.Errorf("Read() = %v, want %v", err, io.EOF)
	}
}

// The connection that has been idle longest is evicted, not the oldest one.
func TestLongestIdle(t *testing.T) {
	s, older, newer := newTestSet(func() {}), newClient("192.0.2.1"), newClient("192.0.2.2")
	c := s.Add(older)
	serve(s.Add(newer), Idle)
	older.arrived <- "input"
	if _, err := c.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	older.read = make(chan struct{})
	older.reading = func() { close(older.read) }
	serve(c, Idle)
	s.MakeRoom()
	<-newer.closed
}

func TestOpenLimits(t *testing.T) {
	for _, test := range []struct{ files, table, peer int }{
		{1, 1, 1}, {256, 224, 112}, {1024, 896, 256}, {4096, 3584, 448}, {1 << 20, maxOpen, maxOpen / 8},
	} {
		if table, peer := openLimits(test.files); table != test.table || peer != test.peer {
			t.Errorf("openLimits(%d) = %d, %d, want %d, %d", test.files, table, peer, test.table, test.peer)
		}
	}
}
