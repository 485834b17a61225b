package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// connected returns both ends of a connection, the server's as it comes from the listener. While the server reads from it,
// read is called between the arrival of bytes and their return.
func connected(t *testing.T, read func(server net.Conn)) (l *listener, server, client net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	hooked := &hookedListener{Listener: ln}
	l = newListener(hooked, newConnTable(100, 50, &trustedProxies{}), slog.New(slog.DiscardHandler))
	t.Cleanup(func() { l.Close() })
	if client, err = net.Dial("tcp", ln.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	hooked.read = func() { read(server) }
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.(*conn).Conn.Close() })
	return l, server, client
}

type hookedListener struct {
	net.Listener
	read func()
}

func (l *hookedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &hookedConn{Conn: c, read: l.read}, err
}

type hookedConn struct {
	net.Conn
	read func()
}

func (c *hookedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.read()
	return n, err
}

// Bytes that arrive while their connection is being closed, because the server ends or for room, are read and answered.
func TestConnAnswersWhatHasCome(t *testing.T) {
	var l *listener
	for name, closeIt := range map[string]func(){
		"drain": func() { l.table.drain() },
		"room":  func() { l.table.makeRoom() },
	} {
		t.Run(name, func(t *testing.T) {
			var server, client net.Conn
			l, server, client = connected(t, func(net.Conn) { closeIt() })
			if _, err := client.Write([]byte("ask")); err != nil {
				t.Fatal(err)
			}
			asked := make([]byte, 2)
			if n, err := server.Read(asked); n != 2 || err != nil {
				t.Fatalf("Read() = %d, %v", n, err)
			}
			if n, err := server.Read(asked); n != 1 || err != nil {
				t.Fatalf("the rest: Read() = %d, %v", n, err)
			}
			if _, err := server.Write([]byte("answer")); err != nil {
				t.Fatal(err)
			}
			if err := server.Close(); err != nil {
				t.Fatal(err)
			}
			answer := make([]byte, 10)
			if n, err := client.Read(answer); string(answer[:n]) != "answer" || err != nil {
				t.Errorf("the client reads %q, %v", answer[:n], err)
			}
			if _, err := client.Read(answer); err != io.EOF {
				t.Errorf("after the answer the client reads %v, want %v", err, io.EOF)
			}
			if open := l.table.open; open != 0 {
				t.Errorf("%d connections are in the table, want none", open)
			}
		})
	}
}

// Where nothing comes, a wait is broken off; where half a request has come, its rest is waited for, and no new wait begins
// after the answer.
func TestConnDrain(t *testing.T) {
	l, server, client := connected(t, func(net.Conn) {})
	waited := make(chan error)
	go func() {
		_, err := server.Read(make([]byte, 1))
		waited <- err
	}()
	awaitState(l.table, server, connIdle)
	l.table.drain()
	if err := <-waited; err != io.EOF {
		t.Errorf("an idle connection: Read() = %v, want %v", err, io.EOF)
	}

	l, server, client = connected(t, func(net.Conn) {})
	if _, err := client.Write([]byte("a")); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	server.(*conn).inRequest = true
	go func() {
		_, err := server.Read(make([]byte, 1))
		waited <- err
	}()
	awaitState(l.table, server, connReceiving)
	l.table.drain()
	if _, err := client.Write([]byte("b")); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Errorf("half a request: Read() = %v", err)
	}
	if _, err := server.Write([]byte("answer")); err != nil {
		t.Fatal(err)
	}
	server.(*conn).inRequest = false
	if _, err := server.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("after the answer: Read() = %v, want %v", err, io.EOF)
	}
}

// A client that does not take its answer is let go for room, and goes on being answered while the program ends.
func TestConnUnreadAnswer(t *testing.T) {
	l, server, client := connected(t, func(net.Conn) {})
	if _, err := client.Write([]byte("ask")); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Read(make([]byte, 3)); err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() {
		for answer := make([]byte, 1<<20); ; {
			if _, err := server.Write(answer); err != nil {
				written <- err
				return
			}
		}
	}()
	awaitState(l.table, server, connSending)
	l.table.drain()
	awaitState(l.table, server, connSending)
	for {
		l.table.makeRoom() // more than once, because each that came too late is written to its end
		select {
		case err := <-written:
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("Write() = %v, want %v", err, os.ErrDeadlineExceeded)
			}
			return
		default:
		}
	}
}

func awaitState(table *connTable, c net.Conn, want connState) {
	for {
		table.mu.Lock()
		state := c.(*conn).state
		table.mu.Unlock()
		if state == want {
			return
		}
	}
}

// idleConn is a connection that notes whether its wait was broken off.
type idleConn struct {
	net.Conn
	ended bool
}

func (c *idleConn) SetDeadline(time.Time) error { c.ended = true; return nil }
func (*idleConn) Close() error                  { return nil }

// Room is made by the connection that waits longest: of the same network where that has its share, of all where the table
// is full, one with half a request only where none is idle, and one that does not take its answer only where there is neither.
// Nobody is closed who is being answered.
func TestConnTableLimits(t *testing.T) {
	proxy := netip.MustParsePrefix("10.0.0.0/8")
	type arrival struct {
		from  string
		state connState
	}
	idle := func(from ...string) (all []arrival) {
		for _, f := range from {
			all = append(all, arrival{f, connIdle})
		}
		return all
	}
	for name, test := range map[string]struct {
		arrivals []arrival
		ended    []int // the arrivals whose wait is broken off
		refused  []int
	}{
		"within the limits":   {idle("192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1"), nil, nil},
		"one address":         {idle("192.0.2.2", "192.0.2.1", "192.0.2.1", "192.0.2.1"), []int{1}, nil},
		"one IPv6 network":    {idle("192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8::3"), []int{1}, nil},
		"mapped address":      {idle("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"), []int{0}, nil},
		"table":               {idle("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"), []int{0}, nil},
		"trusted proxy":       {idle("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"), nil, nil},
		"trusted, table full": {idle("192.0.2.1", "10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"), []int{0}, nil},
		"half a request last": {append([]arrival{{"192.0.2.1", connReceiving}}, idle("192.0.2.2", "192.0.2.3", "192.0.2.4",
			"192.0.2.5")...), []int{1}, nil},
		"half a request too": {[]arrival{{"192.0.2.1", connBusy}, {"192.0.2.1", connReceiving}, {"192.0.2.1", connIdle}}, []int{1}, nil},
		"answer not taken":   {[]arrival{{"192.0.2.1", connBusy}, {"192.0.2.1", connSending}, {"192.0.2.1", connIdle}}, []int{1}, nil},
		"answer not taken last": {[]arrival{{"192.0.2.1", connSending}, {"192.0.2.2", connSending}, {"192.0.2.3", connReceiving},
			{"192.0.2.4", connBusy}, {"192.0.2.5", connBusy}, {"192.0.2.6", connBusy}}, []int{0, 2}, nil},
		"all busy": {[]arrival{{"192.0.2.1", connBusy}, {"192.0.2.2", connBusy}, {"192.0.2.3", connBusy}, {"192.0.2.4", connBusy},
			{"192.0.2.5", connIdle}}, nil, []int{4}},
		"one address, all busy": {[]arrival{{"192.0.2.1", connBusy}, {"192.0.2.1", connBusy}, {"192.0.2.2", connIdle},
			{"192.0.2.1", connIdle}}, nil, []int{3}},
	} {
		t.Run(name, func(t *testing.T) {
			table := newConnTable(4, 2, &trustedProxies{networks: []netip.Prefix{proxy}})
			var conns []*conn
			var ended, refused []int
			for i, a := range test.arrivals {
				c := &conn{Conn: &idleConn{}, table: table}
				conns = append(conns, c)
				switch {
				case !table.add(c, netip.MustParseAddr(a.from)):
					refused = append(refused, i)
				case a.state != connIdle:
					table.resume(c, false)
					if a.state != connBusy {
						table.wait(c, a.state)
					}
				}
			}
			for i, c := range conns {
				if c.Conn.(*idleConn).ended {
					ended = append(ended, i)
				}
			}
			if fmt.Sprint(ended) != fmt.Sprint(test.ended) || fmt.Sprint(refused) != fmt.Sprint(test.refused) {
				t.Errorf("ended %v and refused %v, want %v and %v", ended, refused, test.ended, test.refused)
			}
			for i, c := range conns {
				if i < len(conns)-len(refused) {
					c.Close()
				}
			}
			if table.open != 0 || len(table.peers) != 0 || table.waiting != newWaiting(0) {
				t.Errorf("after the end %d connections of %d networks are left: %+v", table.open, len(table.peers), table.waiting)
			}
		})
	}
}

// Half-sent requests hold memory: beyond their bounds, the oldest of the network or of all is ended, and none of a trusted
// proxy for its own sake.
func TestReceivingIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		address func(i int) string
		n, want int
	}{
		"one address":    {func(int) string { return "192.0.2.1" }, maxPeerReceiving + 3, 3},
		"many addresses": {func(i int) string { return fmt.Sprintf("192.0.%d.%d", i/250, i%250) }, maxReceiving + 3, 3},
		"trusted proxy":  {func(int) string { return "10.0.0.1" }, maxPeerReceiving + 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			table := newConnTable(10_000, 10_000, &trustedProxies{networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
			var conns []*conn
			for i := range test.n {
				c := &conn{Conn: &idleConn{}, table: table}
				table.add(c, netip.MustParseAddr(test.address(i)))
				table.resume(c, false)
				table.wait(c, connReceiving)
				conns = append(conns, c)
			}
			for i, c := range conns {
				if ended := c.Conn.(*idleConn).ended; ended != (i < test.want) {
					t.Errorf("connection %d is ended: %v", i, ended)
				}
			}
		})
	}
}

// Only a quote may announce a body that takes much memory; the body of anything else is refused before it is read.
func TestBodiesAreBounded(t *testing.T) {
	for request, want := range map[string]bool{
		"POST /quote HTTP/1.1":            true,
		"POST /quote?a=b HTTP/1.1":        true,
		"POST http://site/quote HTTP/1.1": true,
		"POST /pageview HTTP/1.1":         false,
		"POST /quotes HTTP/1.1":           false,
		"POST /?/quote HTTP/1.1":          false,
		"GET /quote HTTP/1.1":             false,
	} {
		for _, framing := range []string{"Content-Length: 100000", "Transfer-Encoding: chunked"} {
			var h fasthttp.RequestHeader
			if err := h.Read(bufio.NewReader(strings.NewReader(request + "\r\nHost: site\r\n" + framing + "\r\n\r\n"))); err != nil {
				t.Fatal(err)
			}
			if got := limitBody(&h).MaxRequestBodySize == 0; got != want {
				t.Errorf("%s with %s may have a large body: %v, want %v", request, framing, got, want)
			}
		}
	}
	_, client, _ := testServer(t, func(*fasthttp.RequestCtx) { t.Error("the request is executed") })
	if _, err := io.WriteString(client, "POST /pageview HTTP/1.1\r\nHost: site\r\nContent-Length: 100000\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	var answer fasthttp.Response
	if err := answer.Read(bufio.NewReader(client)); err != nil || answer.StatusCode() != fasthttp.StatusRequestEntityTooLarge {
		t.Errorf("a large body of a page view is answered with %d, %v", answer.StatusCode(), err)
	}
}

func TestConnLimits(t *testing.T) {
	for _, test := range []struct{ files, table, peer int }{
		{1, 1, 1}, {256, 224, 112}, {1024, 896, 256}, {4096, 3584, 448}, {1 << 20, maxConnections, maxConnections / 8},
	} {
		if table, peer := connLimits(test.files); table != test.table || peer != test.peer {
			t.Errorf("connLimits(%d) = %d, %d, want %d, %d", test.files, table, peer, test.table, test.peer)
		}
	}
}

// fullListener accepts nothing at first.
type fullListener struct {
	net.Listener
	errs []error
}

func (l *fullListener) Accept() (net.Conn, error) {
	if len(l.errs) == 0 {
		c, _ := net.Pipe()
		return c, nil
	}
	err := l.errs[0]
	l.errs = l.errs[1:]
	return nil, &net.OpError{Op: "accept", Err: err}
}

func (*fullListener) Close() error { return nil }

// Where the system has no room for a connection, accepting goes on, and the log has one line about it.
func TestAcceptGoesOn(t *testing.T) {
	var log strings.Builder
	full := &fullListener{errs: []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM}}
	l := newListener(full, newConnTable(10, 10, &trustedProxies{}), slog.New(slog.NewTextHandler(&log, nil)))
	if _, err := l.Accept(); err != nil {
		t.Fatalf("Accept() = %v", err)
	}
	if lines := strings.Count(log.String(), "\n"); lines != 1 {
		t.Errorf("the log has %d lines, want 1:\n%s", lines, log.String())
	}
	if n := l.table.stats.acceptErrors; n != 4 {
		t.Errorf("%d errors are counted, want 4", n)
	}
	full.errs = []error{syscall.EINVAL}
	if _, err := l.Accept(); err == nil {
		t.Error("an error that does not pass is no error")
	}
	full.errs = []error{syscall.EMFILE}
	l.Close()
	if _, err := l.Accept(); err == nil {
		t.Error("after Close, Accept goes on")
	}
}

// testServer answers with s's guard on a listener of its own, and returns a connection to it.
func testServer(t *testing.T, handle fasthttp.RequestHandler) (s *Server, client net.Conn, served <-chan error) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = &Server{connections: newConnTable(100, 50, &trustedProxies{})}
	server := &fasthttp.Server{Handler: handle, ReduceMemoryUsage: true, IdleTimeout: IdleTimeout, MaxRequestBodySize: maxReadBody}
	server.ErrorHandler = func(ctx *fasthttp.RequestCtx, err error) { ctx.SetStatusCode(fasthttp.StatusRequestEntityTooLarge) }
	s.wrap(server)
	l := newListener(ln, s.connections, slog.New(slog.DiscardHandler))
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	if client, err = net.Dial("tcp", ln.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		l.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, client, done
}

// A panic while a malformed request is refused ends neither the program nor the answer.
func TestRefuseRecovers(t *testing.T) {
	s, client, _ := testServer(t, nil)
	log := &lines{}
	s.cfg.Log = slog.New(slog.NewTextHandler(log, nil)) // there is no app, which is what panics
	if _, err := io.WriteString(client, "GET / HTTP/2.0\r\nHost: site\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	var answer fasthttp.Response
	if err := answer.Read(bufio.NewReader(client)); err != nil || answer.StatusCode() != fasthttp.StatusBadRequest || !answer.ConnectionClose() {
		t.Errorf("the answer is %d, %v", answer.StatusCode(), err)
	}
	if !strings.Contains(log.String(), "level=ERROR") {
		t.Error("the log does not speak of the panic")
	}
}

// Accepting waits for interrupted connections until they have closed: a goroutine that has only noticed holds a file still.
// One whose request came in just before the interrupt goes on, and nothing waits for it.
func TestInterruptedCountUntilClosed(t *testing.T) {
	for name, test := range map[string]struct {
		inVain bool
		want   bool
	}{
		"about to close": {true, true},
		"going on":       {false, false},
	} {
		t.Run(name, func(t *testing.T) {
			table := newConnTable(1, 1, &trustedProxies{})
			c := &conn{Conn: &idleConn{}, table: table}
			table.add(c, netip.Addr{})
			table.makeRoom()
			if !table.backlogged() {
				t.Error("nothing waits for an interrupted connection")
			}
			if !table.resume(c, test.inVain) {
				t.Error("the connection was not interrupted")
			}
			if got := table.backlogged(); got != test.want {
				t.Errorf("backlogged() = %v once its goroutine runs, want %v", got, test.want)
			}
			c.Close()
			if table.backlogged() || table.open != 0 {
				t.Errorf("after its close %d connections are open, backlogged() = %v", table.open, table.backlogged())
			}
		})
	}
}

// A listener that waits for connections to be closed can be closed itself.
func TestAcceptEndsWhileCrowded(t *testing.T) {
	table := newConnTable(1, 1, &trustedProxies{})
	table.interrupting = 1
	l := newListener(&fullListener{}, table, slog.New(slog.DiscardHandler))
	accepted := make(chan error)
	go func() {
		_, err := l.Accept()
		accepted <- err
	}()
	l.Close()
	if err := <-accepted; !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept() = %v, want %v", err, net.ErrClosed)
	}
}

// A connection whose request is not whole does not count as idle, neither after "100 Continue" nor where the request began
// together with the one before.
func TestHalfSentIsNotIdle(t *testing.T) {
	const ask = "POST /quote HTTP/1.1\r\nHost: site\r\nContent-Length: 2\r\n"
	for name, begin := range map[string]string{
		"expects to be told to go on": ask + "Expect: 100-continue\r\n\r\n",
		"began with the one before":   ask + "\r\nab" + ask,
	} {
		t.Run(name, func(t *testing.T) {
			s, client, _ := testServer(t, func(*fasthttp.RequestCtx) {})
			if _, err := io.WriteString(client, begin); err != nil {
				t.Fatal(err)
			}
			// The first answer, or "100 Continue", has been sent when this comes.
			if _, err := client.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			for {
				s.connections.mu.Lock()
				idle, receiving := s.connections.waiting.idle.len, s.connections.waiting.receiving.len
				s.connections.mu.Unlock()
				if idle > 0 {
					t.Fatal("it counts as idle")
				}
				if receiving > 0 {
					return
				}
			}
		})
	}
}

// A server that is told to end before it serves does not begin to.
func TestShutdownBeforeServe(t *testing.T) {
	pages, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{Site: pages, MapsEmbedURL: mapsURL, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(ln); err != nil {
		t.Errorf("Serve() = %v", err)
	}
	if _, err := net.Dial("tcp", ln.Addr().String()); err == nil {
		t.Error("connections are taken after the end")
	}
}

// Of requests that came in one segment, each that was executed is answered when the server ends, the last one with the
// word that it is the last.
func TestDrainAnswersPipelinedRequests(t *testing.T) {
	const sent, until = 80, 7
	var mu sync.Mutex
	executed := 0
	var s *Server
	s, client, _ := testServer(t, func(ctx *fasthttp.RequestCtx) {
		mu.Lock()
		defer mu.Unlock()
		if executed++; executed == until {
			s.connections.drain()
		}
	})
	if _, err := io.WriteString(client, strings.Repeat("POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 300\r\n\r\n"+strings.Repeat("a", 300), sent)); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(client)
	for i := 1; ; i++ {
		var answer fasthttp.Response
		if err := answer.Read(in); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		if last := answer.ConnectionClose(); last != (i == until) {
			t.Fatalf("answer %d is the last: %v", i, last)
		} else if last {
			break
		}
	}
	if rest, err := io.ReadAll(in); len(rest) > 0 || err != nil {
		t.Errorf("after the last answer comes %q, %v", rest, err)
	}
	<-s.connections.drained
	if executed != until {
		t.Errorf("%d requests were executed, and %d answered", executed, until)
	}
}

// A request that is on its way when the server ends is answered: on a connection that was just taken, and on one that is kept.
// Both answers say that they are the last.
func TestShutdownAnswersWhatIsOnItsWay(t *testing.T) {
	pages, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{Site: pages, MapsEmbedURL: mapsURL, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	s.drainGrace = time.Minute
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(ln) }() // Shutdown ends it
	connect := func() net.Conn {
		client, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		return client
	}
	kept, fresh := connect(), connect()
	ask := func(client net.Conn) *fasthttp.Response {
		t.Helper()
		if _, err := io.WriteString(client, "GET /no-such-page HTTP/1.1\r\nHost: site\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		var answer fasthttp.Response
		if err := answer.Read(bufio.NewReader(client)); err != nil {
			t.Fatal(err)
		}
		return &answer
	}
	if ask(kept).ConnectionClose() {
		t.Fatal("the first answer is the last")
	}
	for s.Connections() < 2 { // until it is taken
		time.Sleep(time.Millisecond)
	}
	ended := make(chan error)
	go func() { ended <- s.Shutdown(context.Background()) }()
	<-s.listener.Load().ended
	for name, client := range map[string]net.Conn{"kept": kept, "fresh": fresh} {
		if !ask(client).ConnectionClose() {
			t.Errorf("the answer on the %s connection is not its last", name)
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
}

// Encrypted connections are counted, bounded and ended like the others: the states are those of the connection below.
func TestServeTLS(t *testing.T) {
	pages, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{Site: pages, MapsEmbedURL: mapsURL, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	certified := httptest.NewTLSServer(nil)
	certified.Close()
	go func() { _ = s.ServeTLS(ln, certified.TLS) }() // Shutdown ends it
	client, err := tls.Dial("tcp", ln.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ask := func(request string) *fasthttp.Response {
		t.Helper()
		if _, err := io.WriteString(client, request); err != nil {
			t.Fatal(err)
		}
		var answer fasthttp.Response
		if err := answer.Read(bufio.NewReader(client)); err != nil {
			t.Fatal(err)
		}
		return &answer
	}
	if status := ask("GET /no-such-page HTTP/1.1\r\nHost: site\r\n\r\n").StatusCode(); status != fasthttp.StatusNotFound {
		t.Errorf("the status is %d, want 404", status)
	}
	// A half-sent request is one that the server waits for, and not idle.
	if _, err := io.WriteString(client, "GET / HTTP/1.1\r\n"); err != nil {
		t.Fatal(err)
	}
	for receiving := 0; receiving == 0; time.Sleep(time.Millisecond) {
		s.connections.mu.Lock()
		receiving = s.connections.waiting.receiving.len
		s.connections.mu.Unlock()
	}
	answer := ask("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
	if answer.StatusCode() != fasthttp.StatusBadRequest || !answer.ConnectionClose() {
		t.Errorf("a malformed request is answered with %d", answer.StatusCode())
	}
	if rest, err := io.ReadAll(client); len(rest) > 0 || err != nil {
		t.Errorf("after the last answer comes %q, %v", rest, err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
}
