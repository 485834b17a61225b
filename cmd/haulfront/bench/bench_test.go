// Package bench measures the built program, and compares it with other programs.
package bench

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// BenchmarkSite measures the built program against its goals and other programs, and prints one table:
//
//	go test -run '^$' -bench '^BenchmarkSite$' -benchtime 1x ./cmd/haulfront/bench
//
// Figures depend on the machine and its load; the two figures of a ratio come from one run. A missed goal is shown, and
// is no failure. The benchmark fails where a figure would be meaningless: if a response has the wrong status, or if
// Node renders other bytes.
func BenchmarkSite(b *testing.B) {
	// Renders are timed in this process, with the program's GOGC.
	debug.SetGCPercent(400)
	binary := program.Build(b)
	site := startProgram(b, binary)
	site.AwaitReady(b)
	home := readHome(b)
	node := startNode(b, home, period)
	node.mustAgree(b, site.Site)

	r := &report{}
	defer r.print(os.Stdout) // after a failure too
	r.render(b, home, node)
	site.awaitIdle(b) // ready programs still compress
	r.connections(b, site, binary)
	r.afterStart(b, binary)
	r.rejectedForm(b, site, node)
	r.nextJS(b, binary, site, home)
	r.keptConnections(b, binary)
	r.program(b, binary)
	r.growth(b, binary)
	r.office(b, binary)
	r.sizes(b, site)
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

func (r *report) render(b *testing.B, home *home, node *node) {
	r.section("Render, one at a time (median)")
	page := median(b, home.renderPage)
	r.show("whole home page", milliseconds(page))
	r.show("the same page by renderToString in Node", milliseconds(node.page))
	r.atMost("time for the page, haulfront : Node", page.Seconds(), node.page.Seconds(), 4)
	shipped := shippedRender(b, home)
	r.show("the same page by React as shipped, in goja", milliseconds(shipped))
	r.show("time for the page, haulfront : React as shipped, in goja", ratio(page.Seconds(), shipped.Seconds()))
}

func (r *report) rejectedForm(b *testing.B, site *process, node *node) {
	r.section("POST /quote, rejected; Node: http and renderToString of the whole page, uncompressed")
	for _, n := range []int{4, 32, 256} {
		on := fmt.Sprintf(", %d connections", n)
		run := func(address, encoding string) func() load {
			return func() load { return runWrk(b, "http://"+address+"/quote", encoding, rejectedPost, n, wrkSpan) }
		}
		loads := inTurn(run(site.Address(), "identity"), run(site.Address(), "gzip, br"), run(node.address, "identity"))
		for i, name := range []string{"haulfront", "haulfront, gzip", "Node"} {
			r.show(name+on, perSecond(loads[i].rate))
		}
		r.atLeast("haulfront : Node"+on, loads[0].rate, loads[2].rate, 4)
	}
}

func (r *report) program(b *testing.B, binary string) {
	r.section("Program")
	var times []time.Duration
	for range starts {
		times = append(times, timeStart(b, binary))
	}
	r.show("start to first 200, fresh journal (median of 5)", milliseconds(middle(times)))

	site := startProgram(b, binary)
	site.AwaitReady(b)
	drive(b, 10_000, site.visit)
	_, peak := memory(b, site.Cmd)
	now := site.settledMemory(b)
	r.judge("resident memory at rest after 10,000 requests", megabytes(now), "≤ 170 MB", now <= 170e6)
	r.show("resident memory at its highest", megabytes(peak))
}

// office measures pages of an office with ten thousand requests, which are rendered for each request.
func (r *report) office(b *testing.B, binary string) {
	r.section("Office, 10,000 requests (median time to the last byte, on loopback; uncompressed page)")
	site := startProgram(b, binary, "OFFICE_USERS=Ann <ann@example.com>")
	site.AwaitReady(b)
	site.FillJournal(b, 10_000, time.Now())
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Post(site.URL+site.SignInPath(b, time.Now), "", nil)
	testkit.Must(b, err)
	answer.Body.Close()
	cookie := answer.Cookies()[0]
	for _, row := range [][2]string{
		{"/office", "data-card"}, {"/office/day", "OfficeDay-title"}, {"/office/week", "OfficeWeek-title"},
	} {
		path, part := row[0], row[1]
		var body []byte
		took := median(b, func(b *testing.B) {
			answer, page := program.Get(b, http.MethodGet, site.URL+path, "Cookie", cookie.Name+"="+cookie.Value)
			if body = page; answer.StatusCode != http.StatusOK || !bytes.Contains(page, []byte(part)) {
				b.Fatalf("GET %s = %s", path, answer.Status)
			}
		})
		r.judge(path, milliseconds(took)+", "+kilobytes(len(body)), "≤ 30 ms, ≤ 40 KB",
			took <= 30*time.Millisecond && len(body) <= 40e3)
	}
}

// report is the table: rows of work, figure, goal and verdict.
type report struct{ rows [][4]string }

func (r *report) section(title string) { r.rows = append(r.rows, [4]string{}, [4]string{title}) }

func (r *report) show(work, figure string) {
	r.rows = append(r.rows, [4]string{"  " + work, figure})
}

func (r *report) judge(work, figure, goal string, met bool) {
	r.rows = append(r.rows, [4]string{"  " + work, figure, goal, verdictOf(met)})
}

func verdictOf(met bool) string {
	if met {
		return "meets"
	}
	return "falls short"
}

// atLeast judges the ratio of a and b.
func (r *report) atLeast(work string, a, b, limit float64) {
	r.judge(work, ratio(a, b), fmt.Sprintf("≥ %v ×", limit), a >= limit*b)
}

// atMost judges the ratio of a and b.
func (r *report) atMost(work string, a, b, limit float64) {
	r.judge(work, ratio(a, b), fmt.Sprintf("≤ %v ×", limit), a <= limit*b)
}

func (r *report) print(out io.Writer) {
	fmt.Fprintf(out, "\nhaulfront on %d processors, %s\n", runtime.NumCPU(), runtime.Version())
	var widths [4]int
	for _, row := range r.rows {
		for i, cell := range row {
			if row[1] != "" { // titles span the columns
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for _, row := range r.rows {
		var line strings.Builder
		for i, cell := range row {
			fmt.Fprintf(&line, "%-*s   ", widths[i], cell)
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
	fmt.Fprintln(out)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }
func megabytes(n int64) string            { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
func kilobytes(n int) string              { return fmt.Sprintf("%.1f KB", float64(n)/1e3) }
func perSecond(rate float64) string       { return fmt.Sprintf("%.0f /s", rate) }
func ratio(a, b float64) string           { return fmt.Sprintf("%.2f ×", a/b) }
