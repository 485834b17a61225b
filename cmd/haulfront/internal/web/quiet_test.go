package web

import (
	"io"
	"net"
	"testing"
	"time"
)

// connected returns both ends of a connection, the server's as it comes from the listener. While the server reads from it,
// read is called between the arrival of bytes and their return.
func connected(t *testing.T, read func(server net.Conn)) (l *quietListener, server, client net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	hooked := &hookedListener{Listener: ln}
	l = newQuietListener(hooked)
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

// A request that was read is answered, whatever is closed at that moment, on a new connection and on one that was kept.
func TestCloseWaitsForTheAnswer(t *testing.T) {
	var l *quietListener
	for _, test := range []struct {
		name  string
		close func(server net.Conn)
	}{
		{"new", func(net.Conn) { l.end() }},
		{"kept", func(server net.Conn) { l.ending.Store(true); server.Close() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			var server, client net.Conn
			l, server, client = connected(t, test.close)
			if _, err := client.Write([]byte("ask")); err != nil {
				t.Fatal(err)
			}
			asked := make([]byte, 2)
			if n, err := server.Read(asked); n != 2 || err != nil {
				t.Fatalf("Read() = %d, %v", n, err)
			}
			server.Close() // the idle connections are closed again
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
		})
	}
}

// Where nothing comes, a wait is broken off, and a time limit that is set too late does not bring it back.
func TestCloseBreaksOffAWait(t *testing.T) {
	l, server, _ := connected(t, func(net.Conn) {})
	l.ending.Store(true)
	waited := make(chan error)
	go func() {
		_, err := server.Read(make([]byte, 1))
		waited <- err
	}()
	c := server.(*conn)
	for waiting := false; !waiting; {
		c.mu.Lock()
		waiting = c.reading
		c.mu.Unlock()
	}
	server.Close()
	if err := server.SetReadDeadline(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != io.EOF {
		t.Errorf("Read() = %v, want %v", err, io.EOF)
	}
}
