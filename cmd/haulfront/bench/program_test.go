package bench

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// startProcess runs cmd until the benchmark ends, and waits for a line of output that matches ready.
func startProcess(b *testing.B, cmd *exec.Cmd, output io.Reader, ready *regexp.Regexp) []string {
	b.Helper()
	testkit.Must(b, cmd.Start())
	drained := make(chan struct{})
	b.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // Kill would leave nginx's workers
		<-drained
		_ = cmd.Wait()
	})
	found := make(chan []string, 1)
	var printed strings.Builder
	go func() {
		defer close(drained)
		lines := bufio.NewScanner(output)
		for waiting := true; lines.Scan(); {
			if !waiting {
				continue // drains the pipe, which would stop the program when full
			}
			fmt.Fprintln(&printed, lines.Text())
			if match := ready.FindStringSubmatch(lines.Text()); match != nil {
				waiting = false
				found <- match
			}
		}
		close(found)
	}()
	match, ok := <-found
	if !ok {
		b.Fatalf("%s ended before it was ready:\n%s", cmd.Path, printed.String())
	}
	return match
}

// starts is the number of measured starts, of which the median counts.
const starts = 5

// startTime returns the median time from the start of the process to the last byte of the home page.
func startTime(b *testing.B, binary string) time.Duration {
	b.Helper()
	var times []time.Duration
	for range starts {
		times = append(times, timeStart(b, binary))
	}
	return middle(times)
}

// timeStart returns that time of one process, and waits for its end, which would slow down the next start.
func timeStart(b *testing.B, binary string) time.Duration {
	b.Helper()
	p := startProgram(b, binary)
	if status, _ := fetch(b, p.URL+"/", "br"); status != http.StatusOK {
		b.Fatalf("GET / = %d", status)
	}
	took := time.Since(p.started)
	p.Signal(b, syscall.SIGINT)
	p.AwaitEnd(b)
	return took
}

// middle returns the median of an odd number of times.
func middle(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// memory returns the resident bytes of the process, and their peak.
func (p *process) memory() (now, peak int64, err error) { return memoryOf(p.Cmd.Process.Pid) }

// memoryOf is memory for any process (proc_pid_status(5)).
func memoryOf(pid int) (now, peak int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
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
	return now, peak, nil
}

// fetch gets a body in the given encoding.
func fetch(b *testing.B, address, encoding string) (status int, body []byte) {
	b.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	testkit.Must(b, err)
	request.Header.Set("Accept-Encoding", encoding)
	return roundTrip(b, request)
}

func roundTrip(b *testing.B, request *http.Request) (status int, body []byte) {
	b.Helper()
	response, err := http.DefaultClient.Do(request)
	testkit.Must(b, err)
	defer func() { _ = response.Body.Close() }()
	if body, err = io.ReadAll(response.Body); err != nil {
		b.Fatal(err)
	}
	return response.StatusCode, body
}

// incomplete is a quote request that lacks its phone number.
var incomplete = url.Values{
	"form": {"hero-form"}, "page": {"/"}, "source": {"Homepage Hero Form"}, "key": {"k"},
	"name": {"Ann O'Neil"}, "email": {"ann@example.com"}, "phone": {""}, "serviceType": {"Furniture Removal"},
	"zipCode": {"75201"}, "serviceTimeframe": {"Today"}, "message": {"A sofa & two <old> chairs, ground floor."},
}.Encode()

// rejected is its POST.
var rejected = postOf(incomplete, "192.0.2.1", "identity", http.StatusUnprocessableEntity)

// visits returns 100 requests: of ten, seven are for the home page, and one each for a file of it, for a page that does
// not exist, and a rejected form.
func visits(b *testing.B, p *process) []exchange {
	b.Helper()
	files := firstView(b, p)
	var mix []exchange
	for i := range 100 {
		e := exchange{request: getRequest("/", "gzip, br"), status: http.StatusOK}
		switch i % 10 {
		case 7:
			e.request = getRequest(files[i/10%len(files)], "gzip, br")
		case 8:
			e = exchange{request: getRequest(fmt.Sprintf("/attic/%d", i), "gzip, br"), status: http.StatusNotFound}
		case 9:
			e = rejected
		}
		mix = append(mix, e)
	}
	return mix
}
