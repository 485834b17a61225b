package bench

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// keptAlone is the number of connections whose memory is measured. Each needs a file here and one there.
const keptAlone = 5000

// connections measures the home page at growing numbers of connections, all servers with the same bytes and headers.
func (r *report) connections(b *testing.B, site *process, binary string) {
	encoding, _ := sharedEncoding()
	r.section("GET /, the same bytes and headers in " + encoding + ": requests a second, 99th percentile")
	home, body := program.Get(b, http.MethodGet, site.URL+"/", "Accept-Encoding", encoding)
	home.Header.Del("Date")
	home.Header.Del("Content-Length")
	bareFiber, nginx := startFiber(b, home.Header, body), startNginx(b, home.Header, body)
	for _, n := range []int{4, 32, 256, 1000} {
		on := fmt.Sprintf(", %d connections", n)
		run := func(address string) func() load {
			return func() load { return runWrk(b, "http://"+address+"/", encoding, "", n, wrkSpan) }
		}
		loads := inTurn(run(site.Address()), run(bareFiber), run(nginx))
		for i, name := range []string{"haulfront", "bare Fiber", "nginx"} {
			r.show(name+on, loads[i].String())
		}
		own, bare, static := loads[0], loads[1], loads[2]
		r.atLeast("haulfront : bare Fiber"+on, own.rate, bare.rate, 0.95)
		r.show("haulfront : nginx"+on, ratio(own.rate, static.rate))
		r.atMost("its 99th percentile : bare Fiber's"+on, own.p99.Seconds(), bare.p99.Seconds(), 1.5)
		starting := startProgram(b, binary)
		early := inTurn(run(starting.Address()))[0]
		starting.Signal(b, syscall.SIGINT)
		starting.AwaitEnd(b)
		r.show("haulfront, preparing pages"+on, early.String())
		r.atMost("its 99th percentile, preparing pages : bare Fiber's"+on, early.p99.Seconds(), bare.p99.Seconds(), 3)
	}
}

// afterStart compares the first second after a start, as after a deploy, with the tenth.
func (r *report) afterStart(b *testing.B, binary string) {
	r.section("GET / on 256 connections, each second after a start: requests a second, 99th percentile")
	encoding, _ := sharedEncoding()
	site := startProgram(b, binary)
	var seconds [10]load
	for i := range seconds {
		seconds[i] = runWrk(b, site.URL+"/", encoding, "", 256, time.Second)
	}
	first, last := seconds[0], seconds[len(seconds)-1]
	r.show("the first", first.String())
	r.show("the tenth", last.String())
	r.atMost("99th percentile, the first : the tenth", first.p99.Seconds(), last.p99.Seconds(), 1.5)
	site.Signal(b, syscall.SIGINT)
	site.AwaitEnd(b)
}

// keptConnections measures the memory of connections that are kept open.
func (r *report) keptConnections(b *testing.B, binary string) {
	r.section("Kept connections, each after one page")
	site := startProgram(b, binary)
	site.AwaitReady(b)
	before := site.settledMemory(b)
	keep(b, site, keptAlone)
	each := float64(site.settledMemory(b)-before) / keptAlone
	r.judge(fmt.Sprintf("memory for each of %d", keptAlone), kilobytes(int(each)), "≤ 16 KB", each <= 16e3)
}

// keep opens connections from many addresses, as visitors do, gets the home page on each, and keeps it until the end.
func keep(b *testing.B, p *process, n int) {
	b.Helper()
	request, err := http.NewRequest(http.MethodGet, p.URL+"/", nil)
	testkit.Must(b, err)
	request.Header.Set("Accept-Encoding", "br")
	in := bufio.NewReaderSize(nil, 64<<10)
	for i := range n {
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i%200))}}
		conn, err := from.DialContext(b.Context(), "tcp", p.Address())
		testkit.Must(b, err)
		b.Cleanup(func() { _ = conn.Close() })
		testkit.Must(b, request.Write(conn))
		in.Reset(conn)
		response, err := http.ReadResponse(in, request)
		testkit.Must(b, err)
		_, err = io.Copy(io.Discard, response.Body)
		testkit.Must(b, err)
	}
}

// settledMemory is the resident memory at rest: when the program has nothing left to make in advance, and it has not
// fallen for two seconds.
func (p *process) settledMemory(b *testing.B) int64 {
	b.Helper()
	p.awaitIdle(b)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	least, since := int64(0), time.Now()
	for range tick.C {
		now, _ := memory(b, p.Cmd)
		if least == 0 || now < least-(256<<10) {
			least, since = now, time.Now()
		}
		if time.Since(since) > 2*time.Second {
			break
		}
	}
	now, _ := memory(b, p.Cmd)
	return now
}
