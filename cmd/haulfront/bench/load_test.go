package bench

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"haulfront/cmd/haulfront/internal/testkit"
)

const (
	// rounds is odd, because medians count.
	rounds  = 3
	wrkSpan = 2 * time.Second
	// period is how long a function is timed.
	period = 1500 * time.Millisecond
)

// load is the result of wrk.
type load struct {
	rate float64 // responses a second
	p99  time.Duration
}

func (l load) String() string { return perSecond(l.rate) + ", " + milliseconds(l.p99) }

var (
	wrkTotal = regexp.MustCompile(`(\d+) requests in`)
	wrkRate  = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkP99   = regexp.MustCompile(`99%\s+([\d.]+(?:us|ms|s))`)
	wrkError = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
)

// runWrk requests url on n connections for span. All responses must be successful, or all of them errors if the
// script is rejectedPost.
func runWrk(b *testing.B, url, encoding, script string, n int, span time.Duration) load {
	b.Helper()
	file := filepath.Join(b.TempDir(), "request.lua")
	testkit.Must(b, os.WriteFile(file, []byte(script), 0o600))
	out, err := exec.Command("wrk", "--latency", "-t2", "-c", strconv.Itoa(n), "-d", span.String(), "-s", file,
		"--timeout", "30s", "-H", "Accept-Encoding: "+encoding, url).CombinedOutput()
	total, rate, p99 := wrkTotal.FindSubmatch(out), wrkRate.FindSubmatch(out), wrkP99.FindSubmatch(out)
	if err != nil || total == nil || rate == nil || p99 == nil {
		b.Fatalf("wrk %s: %v\n%s", url, err, out)
	}
	wantFailed, failed := "0", "0"
	if script != "" {
		wantFailed = string(total[1])
	}
	if found := wrkError.FindSubmatch(out); found != nil {
		failed = string(found[1])
	}
	if failed != wantFailed {
		b.Fatalf("wrk %s: %s responses failed, want %s\n%s", url, failed, wantFailed, out)
	}
	// The server still answers what wrk has given up, and would take a processor from the next server in turn. This
	// request comes last.
	request := http.Get
	if script != "" {
		request = postRejected
	}
	answer, err := request(url)
	testkit.Must(b, err)
	answer.Body.Close()
	perSecond, _ := strconv.ParseFloat(string(rate[1]), 64)
	slowest, err := time.ParseDuration(string(p99[1]))
	testkit.Must(b, err)
	return load{perSecond, slowest}
}

// inTurn returns the medians of several rounds of each run. They take turns, so that what slows down the machine for
// some seconds does not slow down one of them alone.
func inTurn(runs ...func() load) []load {
	rates, p99s := make([][]float64, len(runs)), make([][]time.Duration, len(runs))
	for range rounds {
		for i, run := range runs {
			l := run()
			rates[i], p99s[i] = append(rates[i], l.rate), append(p99s[i], l.p99)
		}
	}
	medians := make([]load, len(runs))
	for i := range runs {
		medians[i] = load{middle(rates[i]), middle(p99s[i])}
	}
	return medians
}

// drive makes n requests on four connections.
func drive(b *testing.B, n int, request func(i int) (*http.Response, error)) {
	b.Helper()
	var clients errgroup.Group
	clients.SetLimit(4)
	for i := range n {
		clients.Go(func() error {
			response, err := request(i)
			if err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, response.Body)
			return errors.Join(err, response.Body.Close())
		})
	}
	testkit.Must(b, clients.Wait())
}

// median returns the median time of calls of f.
func median(b *testing.B, f func(*testing.B)) time.Duration {
	b.Helper()
	f(b) // fills caches
	var times []time.Duration
	for begin := time.Now(); time.Since(begin) < period || len(times) < 3; {
		start := time.Now()
		f(b)
		times = append(times, time.Since(start))
	}
	return middle(times)
}

// middle sorts values, and returns their median.
func middle[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
