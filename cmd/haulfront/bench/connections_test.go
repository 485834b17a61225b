package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// keptAlone is the number of connections whose memory is measured. Each needs a file here and one there.
const keptAlone = 5000

// connections measures the home page at growing numbers of connections, all servers with the same bytes and headers.
func (r *report) connections(b *testing.B, site *process) {
	encoding, _ := sharedEncoding()
	r.section("GET /, the same bytes and headers in " + encoding + ": requests a second, 99th percentile")
	if _, err := exec.LookPath("wrk"); err != nil {
		r.show("haulfront : nginx, haulfront : bare Fiber", "wrk is not installed")
		return
	}
	home, body := program.Get(b, http.MethodGet, site.URL+"/", "Accept-Encoding", encoding)
	home.Header.Del("Date")
	home.Header.Del("Content-Length")
	servers := []struct{ name, address string }{
		{"haulfront", site.Address()},
		{"bare Fiber", startFiber(b, home.Header, body)}, {"nginx", startNginx(b, home.Header, body)},
	}
	alone := map[int]float64{}
	for _, n := range []int{4, 32, 256, 1000} {
		var runs []measured
		for _, server := range servers {
			var run measured
			if server.address != "" {
				run = runWrk(b, "http://"+server.address+"/", encoding, n, 2*time.Second)
				name := fmt.Sprintf("%s, %d connections", server.name, n)
				r.show(name, perSecond(run.rate)+", "+milliseconds(run.p99))
			}
			runs = append(runs, run)
		}
		own, bare, nginx := runs[0], runs[1], runs[2]
		alone[n] = own.rate
		r.atLeast(fmt.Sprintf("haulfront : bare Fiber, %d connections", n), own.rate, bare.rate, 0.95)
		if nginx.rate == 0 {
			r.show(fmt.Sprintf("haulfront : nginx, %d connections", n), "nginx is not installed")
			continue
		}
		r.atLeast(fmt.Sprintf("haulfront : nginx, %d connections", n), own.rate, nginx.rate, 0.8)
		name := fmt.Sprintf("its 99th percentile : nginx's, %d connections", n)
		r.atMost(name, own.p99.Seconds(), nginx.p99.Seconds(), 3)
	}
	r.atLeast("haulfront, 1,000 connections : 32", alone[1000], alone[32], 0.7)
}

// measured is what wrk tells.
type measured struct {
	rate float64
	p99  time.Duration
}

var (
	wrkRate = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkP99  = regexp.MustCompile(`99%\s+([\d.]+(?:us|ms|s))`)
)

// runWrk asks for a page on so many connections for some seconds, three times, and returns the medians. It fails where
// an answer is not as it should be.
func runWrk(b *testing.B, page, encoding string, n int, span time.Duration) measured {
	b.Helper()
	var rates []float64
	var p99s []time.Duration
	for range rounds {
		out, err := exec.Command("wrk", "--latency", "-t2", "-c", strconv.Itoa(n), "-d", span.String(),
			"--timeout", "30s", "-H", "Accept-Encoding: "+encoding, page).CombinedOutput()
		if err != nil {
			b.Fatalf("wrk: %v\n%s", err, out)
		}
		rate, p99 := wrkRate.FindSubmatch(out), wrkP99.FindSubmatch(out)
		if rate == nil || p99 == nil || bytes.Contains(out, []byte("Non-2xx")) {
			b.Fatalf("wrk on %s says:\n%s", page, out)
		}
		perSecond, _ := strconv.ParseFloat(string(rate[1]), 64)
		worst, err := time.ParseDuration(string(p99[1]))
		testkit.Must(b, err)
		rates, p99s = append(rates, perSecond), append(p99s, worst)
	}
	return measured{middle(rates), middle(p99s)}
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
	get := exchange{request: getRequest("/", "br"), status: http.StatusOK}
	in := bufio.NewReaderSize(nil, 64<<10)
	for i := range n {
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i%200))}}
		conn, err := from.DialContext(b.Context(), "tcp", p.Address())
		if err != nil {
			b.Fatalf("connection %d of %d: %v", i, n, err)
		}
		b.Cleanup(func() { _ = conn.Close() })
		in.Reset(conn)
		if err := get.do(conn, in); err != nil {
			b.Fatalf("connection %d of %d: %v", i, n, err)
		}
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
