package bench

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// BenchmarkAnswers measures what one answer of each kind costs the program in processor time, which a busy machine changes
// less than it does rates: no request may cost much more than a page from memory.
//
//	go test -run '^$' -bench '^BenchmarkAnswers$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkAnswers(b *testing.B) {
	r := &report{}
	r.answers(b, program.Build(b))
	r.print(os.Stdout)
	b.ReportMetric(0, "ns/op")
}

// answers shows the processor time of each kind of answer.
func (r *report) answers(b *testing.B, binary string) {
	r.section("Processor time of one answer, and of as many GET / as cost the same")
	site := startProgram(b, binary, "TRUSTED_PROXIES=127.0.0.1")
	site.awaitIdle(b)
	get := exchange{request: getRequest("/", "gzip, br"), status: http.StatusOK}
	plain := site.cost(b, repeat(get, 40_000))
	r.show("GET / from memory", microseconds(plain))
	row := func(work string, mix []exchange) {
		each := site.cost(b, mix)
		r.show(work, fmt.Sprintf("%s   %.1f × GET /", microseconds(each), float64(each)/float64(plain)))
	}
	complete, _ := url.ParseQuery(incomplete)
	complete.Set("phone", "469-555-0188")
	answer, err := noRedirect.PostForm(site.URL+"/quote", complete)
	if err != nil {
		b.Fatal(err)
	}
	answer.Body.Close()
	back, _, _ := strings.Cut(answer.Header.Get("Location"), "#")
	row("GET after a success, the page that says so", repeat(exchange{request: getRequest(back, "gzip, br"), status: 200}, 4_000))
	row("GET with such an address made up", repeat(exchange{request: getRequest("/?received=hero-form", "gzip, br"), status: 200}, 4_000))
	row("422: a field is missing, gzip", repeat(postOf(incomplete, "192.0.2.1", "gzip, br", 422), 4_000))
	row("422 without compression", repeat(postOf(incomplete, "192.0.2.1", "identity", 422), 4_000))
	long, _ := url.ParseQuery(incomplete)
	long.Set("message", strings.Repeat("x<y& ", 3_000))
	row("422 with 15,000 characters, a third of them escaped", repeat(postOf(long.Encode(), "192.0.2.1", "gzip, br", 422), 400))

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
	row("429: one post too many", second)
	row("429: far too many", second)
}

// postOf is a post of a form from an address.
func postOf(form, from, encoding string, status int) exchange {
	return exchange{status: status, request: fmt.Appendf(nil,
		"POST /quote HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\nAccept-Encoding: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
		from, encoding, len(form), form)}
}

var noRedirect = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func repeat(e exchange, n int) []exchange {
	mix := make([]exchange, n)
	for i := range mix {
		mix[i] = e
	}
	return mix
}

// cost is the program's processor time for each of the requests, all of which are made once.
func (p *process) cost(b *testing.B, mix []exchange) time.Duration {
	b.Helper()
	before := p.processorTime(b)
	if _, err := drive(p.Address(), mix, func(n int64) bool { return n < int64(len(mix)) }); err != nil {
		b.Fatal(err)
	}
	return (p.processorTime(b) - before) / time.Duration(len(mix))
}

// processorTime is what the process has used so far, in user and in kernel mode (proc_pid_stat(5); Linux counts hundredths of
// a second).
func (p *process) processorTime(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Cmd.Process.Pid))
	if err != nil {
		b.Skip("only Linux tells the processor time of a process: ", err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// awaitIdle waits until the program has made everything that it makes in advance.
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
