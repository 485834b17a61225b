package bench

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// mapsEmbedURL is the map in both pages of a comparison; no benchmark loads it.
const mapsEmbedURL = "https://maps.example/embed"

// process is the built program while it serves.
type process struct {
	*program.Process
	started time.Time
}

// startProgram starts the binary with a new journal, and without a rate limit.
func startProgram(b *testing.B, binary string, settings ...string) *process {
	b.Helper()
	p := &process{Process: program.New(b, binary)}
	p.Cmd.Env = append(append(p.Cmd.Env, "RENDER_WORKERS=0", "MAPS_EMBED_URL="+mapsEmbedURL), settings...)
	p.started = time.Now()
	p.Start(b)
	p.AwaitServing(b)
	return p
}

// startProcess runs cmd until stop is called or the benchmark ends, and waits for output that matches ready.
func startProcess(b testing.TB, cmd *exec.Cmd, ready *regexp.Regexp) (match []string, stop func()) {
	b.Helper()
	log := &testkit.Log{}
	cmd.Stdout, cmd.Stderr = log, log
	testkit.Must(b, cmd.Start())
	var ended atomic.Bool
	var running sync.WaitGroup
	running.Go(func() {
		_ = cmd.Wait() // interrupted
		ended.Store(true)
		_, _ = log.Write(nil) // wakes Await
	})
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt) // Kill would leave nginx's workers
		running.Wait()
	}
	b.Cleanup(stop)
	testkit.Await(log.Next, func() bool {
		match = ready.FindStringSubmatch(log.String())
		return match != nil || ended.Load()
	})
	if match == nil {
		b.Fatalf("%s is not ready:\n%s", cmd.Path, log)
	}
	return match, stop
}

// starts is the number of measured starts, of which the median counts.
const starts = 5

// timeStart returns the time from the start of a process to the last byte of the home page, and waits for the end of
// the process, which would slow down the next start.
func timeStart(b *testing.B, binary string, settings ...string) time.Duration {
	b.Helper()
	p := startProgram(b, binary, settings...)
	fetch(b, p.URL+"/", "br")
	took := time.Since(p.started)
	p.Signal(b, syscall.SIGINT)
	p.AwaitEnd(b)
	return took
}

// memory returns the resident bytes of a process, and their peak (proc_pid_status(5)).
func memory(b *testing.B, cmd *exec.Cmd) (now, peak int64) {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	testkit.Must(b, err)
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[2] != "kB" {
			continue
		}
		kibibytes, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "VmRSS:":
			now = kibibytes << 10
		case "VmHWM:":
			peak = kibibytes << 10
		}
	}
	return now, peak
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

// awaitIdle waits until the program has rendered everything in advance: what it does at rest takes less than a
// twentieth of a processor.
func (p *process) awaitIdle(b *testing.B) {
	b.Helper()
	p.AwaitReady(b)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := p.processorTime(b)
	for range tick.C {
		now := p.processorTime(b)
		if now-last < 50*time.Millisecond {
			return
		}
		last = now
	}
}

// fetch returns the body of an address in an encoding. A status other than 200 ends the benchmark.
func fetch(b *testing.B, address, encoding string) []byte {
	b.Helper()
	response, body := program.Get(b, http.MethodGet, address, "Accept-Encoding", encoding)
	if response.StatusCode != http.StatusOK {
		b.Fatalf("GET %s = %s", address, response.Status)
	}
	return body
}

// incomplete is a quote request that lacks its phone number.
var incomplete = url.Values{
	"form": {"hero-form"}, "page": {"/"}, "source": {"Homepage Hero Form"}, "key": {"k"},
	"name": {"Ann O'Neil"}, "email": {"ann@example.com"}, "phone": {""}, "serviceType": {"Furniture Removal"},
	"zipCode": {"75201"}, "serviceTimeframe": {"Today"}, "message": {"A sofa & two <old> chairs, ground floor."},
}.Encode()

// rejectedPost makes wrk send it.
var rejectedPost = fmt.Sprintf(`wrk.method, wrk.body = "POST", %q
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"`, incomplete)

func postRejected(url string) (*http.Response, error) {
	return http.Post(url, "application/x-www-form-urlencoded", strings.NewReader(incomplete))
}

// visit makes a request: of ten, seven are for the home page, and one each for a file of it, for a page that does not
// exist, and a rejected form.
func (p *process) visit(i int) (*http.Response, error) {
	switch i % 10 {
	case 7:
		return http.Get(p.URL + "/favicon.ico")
	case 8:
		return http.Get(p.URL + "/attic")
	case 9:
		return postRejected(p.URL + "/quote")
	}
	return http.Get(p.URL + "/")
}
