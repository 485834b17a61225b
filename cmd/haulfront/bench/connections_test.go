package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"haulfront/cmd/haulfront/internal/testkit"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

const (
	// keptBeside is how many kept connections stand beside the visitors whose forms are rejected.
	keptBeside = 256
	// keptAlone is how many are kept to see what each of them costs. Each needs a file here and one there.
	keptAlone = 5000
)

// finished is an answer as all servers give it.
type finished struct {
	body   []byte
	header http.Header
}

// fetchPage gets the home page as it is served in the given encoding.
func fetchPage(b *testing.B, p *process, encoding string) finished {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), http.MethodGet, p.URL+"/", nil)
	testkit.Must(b, err)
	request.Header.Set("Accept-Encoding", encoding)
	response, err := http.DefaultClient.Do(request)
	testkit.Must(b, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	testkit.Must(b, err)
	header := response.Header.Clone()
	header.Del("Date")
	header.Del("Content-Length")
	return finished{body, header}
}

func (r *report) finishedPage(b *testing.B, binary string, site *process) {
	r.section(fmt.Sprintf("GET /, %d connections kept alive, gzip where compressed", connections))
	get := exchange{request: getRequest("/", "gzip"), status: 200}
	unmemoised := startProgram(b, binary, "RENDER_MEMO=off")
	unmemoised.AwaitReady(b) // or it would compress while the others are measured
	rates := compareRates(b, []target{
		{"haulfront", site.Address(), get},
		{"haulfront, RENDER_MEMO=off", unmemoised.Address(), get},
	})
	r.show("haulfront", perSecond(rates[0]))
	r.show("haulfront, RENDER_MEMO=off", perSecond(rates[1]))
	r.show("haulfront : RENDER_MEMO=off", ratio(rates[0], rates[1]))
}

// connections measures the home page at growing numbers of connections, all servers with the same bytes and headers.
func (r *report) connections(b *testing.B, site *process) {
	encoding, _ := sharedEncoding()
	r.section("GET /, the same bytes and headers in " + encoding + ": requests a second, 99th percentile")
	if _, err := exec.LookPath("wrk"); err != nil {
		r.show("haulfront : nginx, haulfront : bare Fiber", "wrk is not installed")
		return
	}
	p := fetchPage(b, site, encoding)
	servers := []struct{ name, address string }{
		{"haulfront", site.Address()}, {"bare Fiber", startFiber(b, p)}, {"nginx", startNginx(b, p)},
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
		r.judge(fmt.Sprintf("haulfront : bare Fiber, %d connections", n), ratio(own.rate, bare.rate), "≥ 0.95 ×",
			own.rate >= 0.95*bare.rate)
		if nginx.rate == 0 {
			r.show(fmt.Sprintf("haulfront : nginx, %d connections", n), "nginx is not installed")
			continue
		}
		r.judge(fmt.Sprintf("haulfront : nginx, %d connections", n), ratio(own.rate, nginx.rate), "≥ 0.8 ×",
			own.rate >= 0.8*nginx.rate)
		r.judge(fmt.Sprintf("its 99th percentile : nginx's, %d connections", n),
			ratio(own.p99.Seconds(), nginx.p99.Seconds()), "≤ 3 ×", own.p99 <= 3*nginx.p99)
	}
	r.judge("haulfront, 1,000 connections : 32", ratio(alone[1000], alone[32]), "≥ 0.7 ×",
		alone[1000] >= 0.7*alone[32])
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
	slices.Sort(rates)
	slices.Sort(p99s)
	return measured{rates[rounds/2], p99s[rounds/2]}
}

// besideConnections measures what kept connections cost: other visitors, and memory.
func (r *report) besideConnections(b *testing.B, binary string) {
	r.section("Kept connections, each after one page")
	site := startProgram(b, binary)
	site.AwaitReady(b)
	form := []target{{"haulfront", site.Address(), rejected}}
	without := compareRates(b, form)[0]
	free := keep(b, site, keptBeside)
	beside := compareRates(b, form)[0]
	free()
	r.show("rejected forms without any", perSecond(without))
	r.judge(fmt.Sprintf("rejected forms beside %d : without", keptBeside), ratio(beside, without), "≥ 0.8 ×",
		beside >= 0.8*without)

	before := site.settledMemory(b)
	free = keep(b, site, keptAlone)
	each := float64(site.settledMemory(b)-before) / keptAlone
	free()
	r.judge(fmt.Sprintf("memory for each of %d", keptAlone), fmt.Sprintf("%.1f KB", each/1e3), "≤ 16 KB",
		each <= 16e3)
}

// keep opens connections from many addresses, as visitors do, gets the home page on each and keeps it until free is
// called.
func keep(b *testing.B, p *process, n int) (free func()) {
	b.Helper()
	var kept []net.Conn
	free = func() {
		for _, conn := range kept {
			_ = conn.Close()
		}
		kept = nil
	}
	b.Cleanup(func() { free() })
	get := exchange{request: getRequest("/", "br"), status: http.StatusOK}
	in := bufio.NewReaderSize(nil, 64<<10)
	for i := range n {
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i%200))}}
		conn, err := from.DialContext(b.Context(), "tcp", p.Address())
		if err != nil {
			b.Fatalf("connection %d of %d: %v", i, n, err)
		}
		kept = append(kept, conn)
		in.Reset(conn)
		if err := get.do(conn, in); err != nil {
			b.Fatalf("connection %d of %d: %v", i, n, err)
		}
	}
	return free
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
		now, _, err := p.memory()
		testkit.Must(b, err)
		if least == 0 || now < least-(256<<10) {
			least, since = now, time.Now()
		}
		if time.Since(since) > 2*time.Second {
			break
		}
	}
	now, _, _ := p.memory()
	return now
}
