package bench

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// BenchmarkAnswers measures the program's processor time for one response of each kind, which depends less on the
// machine's load than rates do:
//
//	go test -run '^$' -bench '^BenchmarkAnswers$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkAnswers(b *testing.B) {
	r, binary := &report{}, program.Build(b)
	defer r.print(os.Stdout)
	r.section("Processor time of one response, and its multiple of GET / from memory")
	site := startProgram(b, binary, "TRUSTED_PROXIES=127.0.0.1")
	site.awaitIdle(b)
	get := exchange{request: getRequest("/", "gzip, br"), status: http.StatusOK}
	plain := site.cost(b, slices.Repeat([]exchange{get}, 40_000))
	r.show("GET / from memory", microseconds(plain))
	row := func(work string, mix []exchange) {
		each := site.cost(b, mix)
		r.show(work, fmt.Sprintf("%s   %.1f × GET /", microseconds(each), float64(each)/float64(plain)))
	}
	received, _ := site.Post(b, testkit.QuoteForm("Ann"))
	back, _, _ := strings.Cut(received.Header.Get("Location"), "#")
	pageOf := func(path string) []exchange {
		return slices.Repeat([]exchange{exchange{request: getRequest(path, "gzip, br"), status: http.StatusOK}}, 4_000)
	}
	row("GET after a success, with its toast", pageOf(back))
	row("GET of such a URL with a made-up token", pageOf("/?received=hero-form"))
	row("422, gzip", slices.Repeat([]exchange{postOf(incomplete, "192.0.2.1", "gzip, br", 422)}, 4_000))
	row("422 without compression", slices.Repeat([]exchange{postOf(incomplete, "192.0.2.1", "identity", 422)}, 4_000))
	long, _ := url.ParseQuery(incomplete)
	long.Set("message", strings.Repeat("x<y& ", 3_000))
	row("422 with 15,000 characters, a third of them escaped",
		slices.Repeat([]exchange{postOf(long.Encode(), "192.0.2.1", "gzip, br", 422)}, 400))

	limited := startProgram(b, binary, "TRUSTED_PROXIES=127.0.0.1", "QUOTE_RATE_LIMIT=1")
	limited.awaitIdle(b)
	var first, second []exchange
	for i := range 2_000 {
		from := fmt.Sprintf("198.18.%d.%d", i/250, i%250)
		first = append(first, postOf(incomplete, from, "gzip, br", 422))
		second = append(second, postOf(incomplete, from, "gzip, br", 429))
	}
	limited.cost(b, first)
	site = limited
	row("429: one POST over the limit", second)
	row("429: far over the limit", second)
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// postOf is a POST of a form from an address.
func postOf(form, from, encoding string, status int) exchange {
	return exchange{status: status, request: fmt.Appendf(nil, "POST /quote HTTP/1.1\r\nHost: localhost\r\n"+
		"X-Forwarded-For: %s\r\nAccept-Encoding: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
		"Content-Length: %d\r\n\r\n%s", from, encoding, len(form), form)}
}

// cost returns the program's processor time for each request of mix.
func (p *process) cost(b *testing.B, mix []exchange) time.Duration {
	b.Helper()
	before := p.processorTime(b)
	drive(b, p.Address(), mix, len(mix))
	return (p.processorTime(b) - before) / time.Duration(len(mix))
}

// processorTime returns the process's user and system time so far (proc_pid_stat(5), in hundredths of a second).
func (p *process) processorTime(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Cmd.Process.Pid))
	testkit.Must(b, err)
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		testkit.Must(b, err)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// awaitIdle waits until the program has rendered everything in advance.
func (p *process) awaitIdle(b *testing.B) {
	b.Helper()
	p.AwaitReady(b)
	for quiet, last := 0, p.processorTime(b); quiet < 5; {
		time.Sleep(200 * time.Millisecond)
		now := p.processorTime(b)
		if quiet++; now > last {
			quiet = 0
		}
		last = now
	}
}

func microseconds(d time.Duration) string { return fmt.Sprintf("%.1f µs", float64(d)/1e3) }
