package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/connection"
	"haulfront/cmd/haulfront/internal/testkit"
)

// Only quotes may have large bodies; those of other requests are rejected before they are read.
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
			head := request + "\r\nHost: site\r\n" + framing + "\r\n\r\n"
			testkit.Must(t, h.Read(bufio.NewReader(strings.NewReader(head))))
			if got := limitBody(&h).MaxRequestBodySize == 0; got != want {
				t.Errorf("%s with %s may have a large body: %v, want %v", request, framing, got, want)
			}
		}
	}
	_, client, _ := testServer(t, func(*fasthttp.RequestCtx) { t.Error("the request is executed") })
	response := ask(t, client, "POST /pageview HTTP/1.1\r\nHost: site\r\nContent-Length: 100000\r\n\r\n")
	id := response.Header.Peek(fiber.HeaderXRequestID)
	if status := response.StatusCode(); status != fasthttp.StatusRequestEntityTooLarge || len(id) == 0 {
		t.Errorf("a large page view = %d with the ID %q, want 413 with one", status, id)
	}
}

// ask sends a request, or the rest of one, and reads the response.
func ask(t *testing.T, client net.Conn, request string) *fasthttp.Response {
	t.Helper()
	if _, err := io.WriteString(client, request); err != nil {
		t.Fatal(err)
	}
	var response fasthttp.Response
	testkit.Must(t, response.Read(bufio.NewReader(client)))
	return &response
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	return ln
}

// testServer starts a server with a guarded handler, and returns a connection to it.
func testServer(t *testing.T, handle fasthttp.RequestHandler) (s *Server, client net.Conn, served <-chan error) {
	t.Helper()
	ln := listen(t)
	s = &Server{metrics: newMetrics()}
	s.connections = s.newConnections()
	server := &fasthttp.Server{
		Handler: handle, ReduceMemoryUsage: true, IdleTimeout: IdleTimeout, MaxRequestBodySize: maxReadBody,
		ErrorHandler: func(ctx *fasthttp.RequestCtx, _ error) {
			ctx.SetStatusCode(fasthttp.StatusRequestEntityTooLarge)
		},
	}
	s.wrap(server)
	l := s.listen(ln)
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	client, err := net.Dial("tcp", ln.Addr().String())
	testkit.Must(t, err)
	t.Cleanup(func() {
		client.Close()
		l.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, client, done
}

// A panic while a malformed request is rejected crashes neither the program nor the response.
func TestRefuseRecovers(t *testing.T) {
	s, client, _ := testServer(t, nil)
	log := &testkit.Log{}
	s.cfg.Log = slog.New(slog.NewTextHandler(log, nil)) // there is no app, which is what panics
	response := ask(t, client, "GET / HTTP/2.0\r\nHost: site\r\n\r\n")
	if response.StatusCode() != fasthttp.StatusBadRequest || !response.ConnectionClose() {
		t.Errorf("the response is %d, want 400 and a closed connection", response.StatusCode())
	}
	if !strings.Contains(log.String(), "level=ERROR") {
		t.Error("the log does not speak of the panic")
	}
}

// A connection with a partial request is not idle, neither after "100 Continue" nor if the beginning of the request
// arrived with the former one.
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
				counts := s.connections.Counts()
				if counts[connection.Idle] > 0 {
					t.Fatal("it counts as idle")
				}
				if counts[connection.Receiving] > 0 {
					return
				}
			}
		})
	}
}

// A network with too many partial requests loses the one that has waited longest.
func TestNetworkMakesRoom(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	ln := listen(t)
	go func() { _ = s.Serve(ln, nil) }() // Shutdown ends it
	_, perNetwork := connection.UsualLimits(nil)
	var clients []net.Conn
	for range perNetwork.Receiving + 1 {
		client, err := net.Dial("tcp", ln.Addr().String())
		testkit.Must(t, err)
		_, err = io.WriteString(client, "POST")
		testkit.Must(t, err)
		clients = append(clients, client)
		for s.connections.Counts()[connection.Receiving] < min(len(clients), perNetwork.Receiving) {
		}
	}
	if _, err := io.ReadAll(clients[0]); err != nil {
		t.Errorf("the first connection has %v, want its end", err)
	}
	for _, client := range clients {
		client.Close()
	}
	testkit.Must(t, s.Shutdown(t.Context()))
}

// Serve returns at once after Shutdown.
func TestShutdownBeforeServe(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
	ln := listen(t)
	if err := s.Serve(ln, nil); err != nil {
		t.Errorf("Serve() = %v", err)
	}
	if _, err := net.Dial("tcp", ln.Addr().String()); err == nil {
		t.Error("connections are taken after the end")
	}
}

// Of pipelined requests, each that was executed while the server shuts down has a response, and the last one closes the
// connection.
func TestDrainAnswersPipelinedRequests(t *testing.T) {
	const sent, until = 80, 7
	var mu sync.Mutex
	executed := 0
	var s *Server
	s, client, _ := testServer(t, func(ctx *fasthttp.RequestCtx) {
		mu.Lock()
		defer mu.Unlock()
		if executed++; executed == until {
			s.draining.Store(true)
		}
	})
	request := "POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 300\r\n\r\n" + strings.Repeat("a", 300)
	if _, err := io.WriteString(client, strings.Repeat(request, sent)); err != nil {
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
	if executed != until {
		t.Errorf("%d requests were executed, and %d answered", executed, until)
	}
}

// A request on its way when the server shuts down is handled, on a new connection and on an idle one. Both responses
// close their connections.
func TestShutdownAnswersWhatIsOnItsWay(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	s.drainGrace = time.Minute
	ln := listen(t)
	go func() { _ = s.Serve(ln, nil) }() // Shutdown ends it
	connect := func() net.Conn {
		client, err := net.Dial("tcp", ln.Addr().String())
		testkit.Must(t, err)
		t.Cleanup(func() { client.Close() })
		return client
	}
	kept, fresh := connect(), connect()
	const request = "GET /no-such-page HTTP/1.1\r\nHost: site\r\n\r\n"
	if ask(t, kept, request).ConnectionClose() {
		t.Fatal("the first response closes the connection")
	}
	for counts := s.connections.Counts(); counts[connection.Idle] < 2; { // until it is taken
		counts = s.connections.Counts()
	}
	ended := make(chan error)
	go func() { ended <- s.Shutdown(context.Background()) }()
	for s.app.Server().GetOpenConnectionsCount() > 1 { // until it accepts no more
	}
	for name, client := range map[string]net.Conn{"kept": kept, "fresh": fresh} {
		if !ask(t, client, request).ConnectionClose() {
			t.Errorf("the response does not close the %s connection", name)
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
}

// The states of encrypted connections are those of the underlying ones.
func TestServeTLS(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	ln := listen(t)
	certified := httptest.NewTLSServer(nil)
	certified.Close()
	go func() { _ = s.Serve(ln, certified.TLS) }() // Shutdown ends it
	client, err := tls.Dial("tcp", ln.Addr().String(), &tls.Config{InsecureSkipVerify: true})
	testkit.Must(t, err)
	defer client.Close()
	response := ask(t, client, "GET /no-such-page HTTP/1.1\r\nHost: site\r\n\r\n")
	if status := response.StatusCode(); status != fasthttp.StatusNotFound {
		t.Errorf("the status is %d, want 404", status)
	}
	if _, err := io.WriteString(client, "GET / HTTP/1.1\r\n"); err != nil {
		t.Fatal(err)
	}
	for s.connections.Counts()[connection.Receiving] == 0 {
	}
	response = ask(t, client, "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
	if response.StatusCode() != fasthttp.StatusBadRequest || !response.ConnectionClose() {
		t.Errorf("a malformed request = %d, want 400 and a closed connection", response.StatusCode())
	}
	if rest, err := io.ReadAll(client); len(rest) > 0 || err != nil {
		t.Errorf("after the last answer comes %q, %v", rest, err)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown() = %v", err)
	}
}
