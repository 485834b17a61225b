package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/lead"
)

// A process is the real program, as an operator starts and ends it.
type process struct {
	*testSite
	cmd   *exec.Cmd
	log   *loudLog
	ended chan error // gets the end's error, once
}

// mainUnlimited is main for a process that is not ended by the signal that comes with a write beyond a limit; the write
// fails with an error, as it does where a disk is full.
func mainUnlimited() {
	signal.Ignore(syscall.SIGXFSZ)
	main()
}

// newProcess makes a process with receivers that is yet to be started: a command of TestMain, after words that start it.
func newProcess(t *testing.T, command ...string) *process {
	t.Helper()
	p := &process{
		testSite: &testSite{
			database: "sqlite:" + filepath.Join(t.TempDir(), "haulfront.db"), calls: &calls{more: make(chan struct{})},
		},
		log:   &loudLog{more: make(chan struct{})},
		ended: make(chan error, 1),
	}
	p.webhook, p.function = newReceiver(t, "webhook", p.calls), newReceiver(t, "function", p.calls)
	args := append(command[1:], "serve", "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--database-url="+p.database,
		"--lead-webhook-url="+p.webhook.URL, "--supabase-url="+p.function.URL, "--supabase-anon-key=key",
		"--quote-rate-limit=1000000", "--render-workers=1")
	p.cmd = exec.Command(command[0], args...)
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	p.cmd.Stderr = p.log
	return p
}

// runProcess starts such a process, and waits until it serves.
func runProcess(t *testing.T, command ...string) *process {
	t.Helper()
	p := newProcess(t, command...)
	p.start(t)
	p.awaitServing(t)
	return p
}

// start starts the process; it is killed at the end of the test if it has not ended by then.
func (p *process) start(t *testing.T) {
	t.Helper()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // it has ended already where the test went well
		if t.Failed() {
			t.Logf("the program's log:\n%s", p.log)
		}
	})
}

// awaitServing waits until the log says where the process serves.
func (p *process) awaitServing(t *testing.T) {
	t.Helper()
	serving := regexp.MustCompile(`msg=serving address=(\S+) admin=(\S+)`)
	var found []string
	if !await(p.log.next, func() bool { found = serving.FindStringSubmatch(p.log.String()); return found != nil }) {
		t.Fatal("the program does not serve")
	}
	p.url, p.admin = "http://"+found[1], "http://"+found[2]
}

// readyLimit bounds the making of all pages and pictures, which takes seconds on a quiet machine.
const readyLimit = 4 * waitLimit

// awaitReady waits until every page is made.
func (p *process) awaitReady(t *testing.T) {
	t.Helper()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	deadline := time.After(readyLimit)
	for {
		status, text := p.ask(t, "/readyz")
		if status == http.StatusOK {
			return
		}
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("/readyz = %d %q", status, text)
		}
	}
}

// stop tells the program to end.
func (p *process) stop(t *testing.T) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !await(p.log.next, func() bool { return strings.Contains(p.log.String(), "msg=stopping") }) {
		t.Fatal("the program does not stop")
	}
}

// waitEnd waits until the program has ended by itself.
func (p *process) waitEnd(t *testing.T, limit time.Duration) {
	t.Helper()
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("the program ended with %v", err)
		}
	case <-time.After(limit):
		t.Fatalf("the program has not ended after %v", limit)
	}
}

// quoteForm is a complete quote of a visitor with the given name.
func quoteForm(name string) url.Values {
	return url.Values{"name": {name}, "phone": {"469-555-0188"}, "serviceType": {"Other"}, "zipCode": {"75201"},
		"serviceTimeframe": {"Today"}, "page": {"/"}, "form": {"hero-form"}}
}

// press posts a quote as the hydrated form does and returns the status of a whole answer, 0 without one.
func (s *testSite) press(client *http.Client, name string) int {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, s.url+"/quote", strings.NewReader(quoteForm(name).Encode()))
	if err != nil {
		panic(err) // the address is the program's own
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	// A second attempt of the client's own would hide a request that was dropped.
	req.GetBody = nil
	answer, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	var told struct{ Toast struct{ Title string } }
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil || told.Toast.Title == "" {
		return 0
	}
	return answer.StatusCode
}

// crowd is visitors who press again and again until the program is gone.
type crowd struct {
	mu       sync.Mutex
	statuses map[string]int           // by name
	took     map[string]time.Duration // likewise
	pressing sync.WaitGroup
}

// late is the least time after which a quote may be refused on a machine that is busy: so long SQLite waits for its turn to
// write, and no limit of the program on the journal or the webhook is shorter. What is refused sooner, is refused wrongly.
const late = 5 * time.Second

func newCrowd() *crowd {
	return &crowd{statuses: map[string]int{}, took: map[string]time.Duration{}}
}

func (c *crowd) press(s *testSite, visitors int) {
	for i := range visitors {
		// Every other visitor keeps the connection.
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: i%2 == 0}}
		c.pressing.Go(func() {
			defer client.CloseIdleConnections()
			for n := 0; ; n++ {
				name := fmt.Sprintf("visitor %d press %d", i, n)
				began := time.Now()
				status := s.press(client, name)
				c.mu.Lock()
				c.statuses[name], c.took[name] = status, time.Since(began)
				c.mu.Unlock()
				if status == 0 {
					return
				}
			}
		})
	}
}

// A program that is told to end under load finishes what it has accepted: who is in the journal was answered, who was told
// of success is there, and no lease is left behind.
func TestStopUnderLoad(t *testing.T) {
	const visitors = 32
	for _, slow := range []bool{false, true} {
		t.Run(fmt.Sprintf("slow=%v", slow), func(t *testing.T) {
			t.Parallel()
			p := runProcess(t, "haulfront")
			gate := make(chan struct{})
			if slow {
				p.webhook.set(func(http.ResponseWriter, *http.Request) { <-gate })
			}
			c := newCrowd()
			c.press(p.testSite, visitors)
			// Fast: in the midst of it. Slow: each of them waits for the webhook, and goes on waiting.
			p.calls.wait(t, map[bool]int{false: 10 * visitors, true: visitors}[slow])
			began := time.Now()
			p.stop(t)
			close(gate)
			p.waitEnd(t, 20*time.Second)
			took := time.Since(began)
			c.pressing.Wait()

			journal := map[string]lead.Lead{}
			for _, l := range p.leads(t) {
				journal[l.Request.Name] = l
				if l.Status() != lead.Delivered || l.Webhook.Leased || l.Email.Leased {
					t.Errorf("%s: webhook %+v, e-mail %+v, want it delivered and no lease", l.Request.Name, l.Webhook, l.Email)
				}
			}
			answered := 0
			for name, status := range c.statuses {
				_, stored := journal[name]
				switch {
				case status == http.StatusOK && !stored:
					t.Errorf("%s was told of success and is not in the journal", name)
				case status == 0 && stored:
					t.Errorf("%s is in the journal and was not answered", name)
				case status != http.StatusOK && status != 0 && c.took[name] < late:
					t.Errorf("%s was answered with %d after %v", name, status, c.took[name])
				case stored:
					answered++
				}
			}
			if answered < visitors || len(journal) != answered {
				t.Errorf("%d answered, %d in the journal", answered, len(journal))
			}
			t.Logf("%d leads answered, none dropped; the program ended after %v", answered, took)
		})
	}
}

// The other side's time limits fit into the time that a program has to end: visitors on connections that they keep wait for
// a webhook that hangs, while an e-mail waits for a function that does.
func TestStopWhileReceiversHang(t *testing.T) {
	t.Parallel()
	const visitors = 16
	p := runProcess(t, "haulfront")
	clients := make([]*http.Client, visitors)
	for i := range clients {
		clients[i] = &http.Client{Transport: &http.Transport{}}
		defer clients[i].CloseIdleConnections()
		if got := p.press(clients[i], fmt.Sprint("before ", i)); got != 200 {
			t.Fatalf("the status is %d, want 200", got)
		}
	}
	p.calls.wait(t, 2*visitors) // a webhook and an e-mail each
	hang := func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }
	p.function.set(hang)
	if got := p.press(http.DefaultClient, "mail"); got != 200 {
		t.Fatalf("the status is %d, want 200", got)
	}
	p.calls.wait(t, 2*visitors+2)
	p.webhook.set(hang)
	statuses := make(chan int, visitors)
	for i, client := range clients {
		go func() { statuses <- p.press(client, fmt.Sprint("during ", i)) }()
	}
	p.calls.wait(t, 3*visitors+2)
	began := time.Now()
	p.stop(t)
	p.waitEnd(t, 20*time.Second)
	t.Logf("the program ended after %v", time.Since(began))
	for range visitors {
		if got := <-statuses; got != 502 {
			t.Errorf("a visitor was answered with %d, want 502", got)
		}
	}
	leads := p.leads(t)
	for _, l := range leads {
		when, _, _ := strings.Cut(l.Request.Name, " ")
		want := map[string][2]lead.Status{
			"before": {lead.Delivered, lead.Delivered}, "mail": {lead.Delivered, lead.Unknown}, "during": {lead.Queued, lead.Waiting},
		}[when]
		if l.Webhook.Status != want[0] || l.Email.Status != want[1] || l.Webhook.Leased || l.Email.Leased {
			t.Errorf("%s: webhook %+v, e-mail %+v, want %v and no lease", l.Request.Name, l.Webhook, l.Email, want)
		}
	}
	if len(leads) != 2*visitors+1 {
		t.Errorf("the journal has %d leads, want %d", len(leads), 2*visitors+1)
	}
}

// A disk that is full is said to be: nothing is sent, nobody is told of success, and when there is room all is well again.
// A limit on file sizes stands in for the end of the disk: writes fail in the kernel in the same place.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p := runProcess(t, "haulfront-unlimited")
	limit := func(bytes uint64) {
		t.Helper()
		if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.press(http.DefaultClient, "before"); got != 200 {
		t.Fatalf("the status is %d, want 200", got)
	}
	p.calls.wait(t, 2)
	p.awaitReady(t)

	limit(1)
	for i := range 3 {
		if got := p.press(http.DefaultClient, fmt.Sprint("during ", i)); got != 503 {
			t.Errorf("on a full disk the status is %d, want 503", got)
		}
	}
	answer, page := p.post(t, quoteForm("during, without scripts"))
	if answer.StatusCode != 503 || !strings.Contains(page, failed) || !strings.Contains(page, `value="during, without scripts"`) || strings.Contains(page, `data-kind="success"`) {
		t.Errorf("on a full disk the page is %d:\n%s", answer.StatusCode, shorten([]byte(page)))
	}
	if status, text := p.ask(t, "/readyz"); status != 503 || !strings.HasPrefix(text, "the journal of leads cannot be written: ") {
		t.Errorf("on a full disk /readyz = %d %q, want 503 and the reason", status, text)
	}
	if n := len(p.calls.all()); n != 2 {
		t.Errorf("%d calls were made, want the 2 of before", n)
	}

	limit(unix.RLIM_INFINITY)
	if got := p.press(http.DefaultClient, "after"); got != 200 {
		t.Errorf("with room again the status is %d, want 200", got)
	}
	if status, _ := p.ask(t, "/readyz"); status != 200 {
		t.Errorf("with room again /readyz = %d", status)
	}
	p.stop(t)
	p.waitEnd(t, 20*time.Second)
	if n := len(p.leads(t)); n != 2 {
		t.Errorf("%d leads are in the journal, want the 2 that were told of success", n)
	}
}
