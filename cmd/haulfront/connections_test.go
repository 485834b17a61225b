package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// idleConnections is how many connections TestFileLimit opens; with 19,000 of them it also exceeds maxConnections. Go
// raises the test's own limit of open files to the highest that the system allows.
var idleConnections = flag.Int("idle-connections", 1100, "idle connections that `TestFileLimit` opens")

// fewFiles is the limit of open files of a process that is started with few.
const fewFiles = 1024

// mainFewFiles is main for a process that may open no more than fewFiles.
func mainFewFiles() {
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: fewFiles, Max: fewFiles}); err != nil {
		panic(err)
	}
	main()
}

// latePort makes the system choose the local port on connect, not on bind: with thousands of connections, finding an
// unused port takes long (ip(7), IP_BIND_ADDRESS_NO_PORT).
func latePort(_, _ string, conn syscall.RawConn) error {
	var failure error
	err := conn.Control(func(fd uintptr) {
		failure = unix.SetsockoptInt(int(fd), unix.IPPROTO_IP, unix.IP_BIND_ADDRESS_NO_PORT, 1)
	})
	return errors.Join(err, failure)
}

// dialFrom connects to the site from a loopback address.
func dialFrom(t *testing.T, site *program.Site, address string) net.Conn {
	t.Helper()
	local := &net.TCPAddr{IP: net.ParseIP(address)}
	dialer := net.Dialer{LocalAddr: local, Timeout: testkit.WaitLimit, Control: latePort}
	conn, err := dialer.Dial("tcp", site.Address())
	testkit.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// send writes text to conn, and returns a reader of what arrives on it.
func send(t *testing.T, conn net.Conn, text string) *bufio.Reader {
	t.Helper()
	testkit.Must(t, conn.SetDeadline(time.Now().Add(testkit.WaitLimit)))
	_, err := io.WriteString(conn, text)
	testkit.Must(t, err)
	return bufio.NewReader(conn)
}

// visit requests a file on conn.
func visit(t *testing.T, conn net.Conn) {
	t.Helper()
	answer, err := http.ReadResponse(send(t, conn, "GET /robots.txt HTTP/1.1\r\nHost: site\r\n\r\n"), nil)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("the answer is %+v, %v", answer, err)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	testkit.Must(t, err)
}

// metric reads a number from the admin address.
func metric(t *testing.T, p *program.Process, name string) int {
	t.Helper()
	_, text := p.GetAdmin(t, "/metrics")
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no %s in the metrics", name)
	}
	n, err := strconv.ParseFloat(found[1], 64)
	testkit.Must(t, err)
	return int(n)
}

// closed waits for the server to close a connection, and reports whether it did.
func closed(t *testing.T, conn net.Conn) bool {
	t.Helper()
	testkit.Must(t, conn.SetReadDeadline(time.Now().Add(testkit.WaitLimit)))
	_, err := conn.Read(make([]byte, 1))
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
}

// Idle connections beyond the limit of open files neither crash the program nor keep visitors out: the oldest ones are
// closed, first those of an address with many connections.
func TestFileLimit(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]func(i int) string{
		"one address":    func(int) string { return "127.0.0.1" },
		"many addresses": func(i int) string { return fmt.Sprintf("127.0.1.%d", i%200+1) },
	} {
		t.Run(name, func(t *testing.T) {
			p := program.RunLazy(t, "haulfront-few-files")
			// A visitor from another address, who stays connected if only one address has too many connections.
			before := dialFrom(t, p.Site, "127.0.0.2")
			visit(t, before)
			oldest := dialFrom(t, p.Site, from(0))
			for i := 1; i < *idleConnections-1; i++ {
				if dialFrom(t, p.Site, from(i)); name == "one address" && i%500 == 0 {
					visit(t, before) // or it would be idle for longer than it may
				}
			}
			youngest := dialFrom(t, p.Site, from(*idleConnections-1))
			visit(t, dialFrom(t, p.Site, "127.0.0.3"))
			visit(t, dialFrom(t, p.Site, from(0)))
			if !closed(t, oldest) {
				t.Error("the oldest idle connection is still open")
			}
			visit(t, youngest)
			limit := "all"
			if name == "one address" {
				limit = "network"
				visit(t, before)
			}
			if n := metric(t, p, `haulfront_connections_closed_total{limit="`+limit+`"}`); n == 0 {
				t.Errorf("no connection was closed for the limit of %s", limit)
			}
			if n := metric(t, p, "haulfront_accept_errors_total"); n > 0 {
				t.Errorf("%d connections could not be accepted", n)
			}
			p.Stop(t)
			p.AwaitEnd(t)
		})
	}
}

// A process that has run out of files logs that once, and accepts connections again when it can.
func TestOutOfFiles(t *testing.T) {
	t.Parallel()
	p := program.RunLazy(t, "haulfront-few-files")
	visit(t, dialFrom(t, p.Site, "127.0.0.2"))
	limit := func(files uint64) {
		t.Helper()
		soft := &unix.Rlimit{Cur: files, Max: fewFiles}
		testkit.Must(t, unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_NOFILE, soft, nil))
	}
	const failure = "connections cannot be accepted"
	limit(1) // fewer than are open
	dialFrom(t, p.Site, "127.0.0.2")
	p.Log.Wait(t, failure)
	for i := range 100 {
		dialFrom(t, p.Site, fmt.Sprintf("127.0.1.%d", i+1))
	}
	limit(fewFiles)
	visit(t, dialFrom(t, p.Site, "127.0.0.3"))
	if n := strings.Count(p.Log.String(), failure); n != 1 {
		t.Errorf("the log says %d times that connections cannot be accepted, want once", n)
	}
	if metric(t, p, "haulfront_accept_errors_total") == 0 {
		t.Error("no failed accept is counted")
	}
	p.Stop(t)
	p.AwaitEnd(t)
}

// Requests may have sixteen kilobytes of headers, such as cookies of another site on the same domain. The response to
// more is a page, which arrives although the client is still sending.
func TestLargeHeaders(t *testing.T) {
	site := servertest.Start(t)
	for _, test := range []struct {
		bytes, status int
		text          string
	}{
		{3400, 200, "<h1"},
		{16 << 10, 200, "<h1"},
		{64 << 10, 431, "Your browser sent more than we can read"},
	} {
		const head, end = "GET / HTTP/1.1\r\nHost: site\r\nCookie: a=", "\r\n\r\n"
		cookie := strings.Repeat("a", test.bytes-len(head)-len(end))
		conn := dialFrom(t, site, "127.0.0.1")
		answer, err := http.ReadResponse(send(t, conn, head+cookie+end), nil)
		if err != nil {
			t.Fatalf("%d bytes: %v", test.bytes, err)
		}
		body, err := io.ReadAll(answer.Body)
		if answer.StatusCode != test.status || !strings.Contains(string(body), test.text) || err != nil {
			t.Errorf("%d bytes of headers = %d, %v, want %d:\n%s", test.bytes, answer.StatusCode, err, test.status,
				testkit.Shorten(body))
		}
		if test.status != 200 && !closed(t, conn) {
			t.Errorf("after %d the connection is kept", test.status)
		}
	}
}
