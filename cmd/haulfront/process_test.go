package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// mainUnlimited is main for a process that is not ended by the signal that comes with a write beyond a limit; the write
// fails with an error, as it does where a disk is full.
func mainUnlimited() {
	signal.Ignore(syscall.SIGXFSZ)
	main()
}

// late is the earliest time at which a busy machine may refuse a quote: SQLite waits that long for its turn to write,
// and no limit of the program on the journal or the webhook is shorter.
const late = 5 * time.Second

// crowd has visitors submit quotes again and again, each until done returns true. Every other visitor keeps the
// connection.
func crowd(s *program.Site, visitors int, done func(name string, status int) bool) *sync.WaitGroup {
	var running sync.WaitGroup
	for i := range visitors {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: i%2 == 0}}
		running.Go(func() {
			defer client.CloseIdleConnections()
			for n := 0; ; n++ {
				name := fmt.Sprintf("visitor %d press %d", i, n)
				if done(name, s.Submit(client, name)) {
					return
				}
			}
		})
	}
	return &running
}

// TestReadOnlyDisk starts the program with its journal on a disk that cannot be written: pages are served, forms say
// that nothing was stored, and /readyz has the reason. The disk is mounted in a namespace of mounts, for which all but
// root need a user namespace.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	unshare := []string{"unshare", "--mount"}
	if os.Getuid() != 0 {
		unshare = append(unshare, "--map-root-user")
	}
	if out, err := exec.Command(unshare[0], append(unshare[1:], "true")...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s; the test mounts a folder: run it as root, or turn on user namespaces",
			strings.Join(unshare, " "), err, bytes.TrimSpace(out))
	}
	former := program.RunLazy(t, "haulfront")
	former.Submit(http.DefaultClient, "stored before")
	former.Stop(t)
	former.AwaitEnd(t)
	const mounted = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec haulfront "$@"`
	dir := filepath.Dir(strings.TrimPrefix(former.Database, "sqlite:"))
	p := program.New(t, append(unshare, "sh", "-c", mounted, dir)...)
	p.Lazy()
	p.Database = former.Database
	p.Cmd.Env = append(p.Cmd.Env, "DATABASE_URL="+p.Database, "OFFICE_USERS=ann@example.com")
	p.Start(t)
	p.AwaitServing(t)
	if response, body := program.Get(t, http.MethodGet, p.URL+"/"); response.StatusCode != http.StatusOK {
		t.Errorf("the home page = %d %.200s", response.StatusCode, body)
	}
	if response, body := p.Post(t, testkit.QuoteForm("Ann")); response.StatusCode != http.StatusServiceUnavailable ||
		!strings.Contains(body, "Submission Failed") {
		t.Errorf("a quote request = %d, want 503 with a failure", response.StatusCode)
	}
	if status, text := p.GetAdmin(t, "/readyz"); status != http.StatusServiceUnavailable ||
		!strings.Contains(text, "read-only file system; restart") {
		t.Errorf("/readyz = %d %q, want 503 with the reason", status, text)
	}
	response, _ := program.Get(t, http.MethodGet, p.URL+"/office/week", "Cookie", "__Host-office=A")
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the office = %d, want 503", response.StatusCode)
	}
	p.Stop(t)
	p.AwaitEnd(t)
}

// The other side's time limits fit into the time that a program has to end: visitors on connections that they keep wait
// for a webhook that hangs, while an email waits for a function that does.
func TestStopWhileReceiversHang(t *testing.T) {
	t.Parallel()
	const visitors = 16
	p := program.RunLazy(t, "haulfront")
	clients := make([]*http.Client, visitors)
	for i := range clients {
		clients[i] = &http.Client{Transport: &http.Transport{}}
		defer clients[i].CloseIdleConnections()
		if got := p.Submit(clients[i], fmt.Sprint("before ", i)); got != 200 {
			t.Fatalf("the status is %d, want 200", got)
		}
	}
	p.Calls.Wait(t, 2*visitors) // a webhook and an email each
	p.Function.Set(testkit.Hang)
	if got := p.Submit(http.DefaultClient, "mail"); got != 200 {
		t.Fatalf("the status is %d, want 200", got)
	}
	p.Calls.Wait(t, 2*visitors+2)
	p.Webhook.Set(testkit.Hang)
	statuses := make(chan int, visitors)
	for i, client := range clients {
		go func() { statuses <- p.Submit(client, fmt.Sprint("during ", i)) }()
	}
	p.Calls.Wait(t, 3*visitors+2)
	began := time.Now()
	p.Stop(t)
	p.AwaitEnd(t)
	t.Logf("the program ended after %v", time.Since(began))
	for range visitors {
		if got := <-statuses; got != 502 {
			t.Errorf("a visitor was answered with %d, want 502", got)
		}
	}
	leads := p.Leads(t)
	for _, l := range leads {
		when, _, _ := strings.Cut(l.Request.Name, " ")
		want := map[string][2]outbox.Status{
			"before": {outbox.Delivered, outbox.Delivered}, "mail": {outbox.Delivered, outbox.Unknown},
			"during": {outbox.Queued, outbox.Waiting},
		}[when]
		webhook, email := l.Delivery(outbox.Webhook), l.Delivery(outbox.Email)
		if webhook.Status != want[0] || email.Status != want[1] || webhook.Leased || email.Leased {
			t.Errorf("%s: webhook %+v, email %+v, want %v and no lease", l.Request.Name, webhook, email, want)
		}
	}
	if len(leads) != 2*visitors+1 {
		t.Errorf("the journal has %d leads, want %d", len(leads), 2*visitors+1)
	}
}

// A full disk is reported: nothing is sent, no visitor sees success, and once there is room everything works again. A
// limit on file sizes stands in for the end of the disk: writes fail in the kernel in the same place.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	p := program.RunLazy(t, "haulfront-unlimited")
	limit := func(bytes uint64) {
		t.Helper()
		soft := &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
		testkit.Must(t, unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_FSIZE, soft, nil))
	}
	if got := p.Submit(http.DefaultClient, "before"); got != 200 {
		t.Fatalf("the status is %d, want 200", got)
	}
	p.Calls.Wait(t, 2)
	p.AwaitReady(t)

	limit(1)
	for i := range 3 {
		if got := p.Submit(http.DefaultClient, fmt.Sprint("during ", i)); got != 503 {
			t.Errorf("on a full disk the status is %d, want 503", got)
		}
	}
	answer, page := p.Post(t, testkit.QuoteForm("during, without scripts"))
	if answer.StatusCode != 503 || !strings.Contains(page, testkit.Failed) ||
		!strings.Contains(page, `value="during, without scripts"`) || strings.Contains(page, `data-kind="success"`) {
		t.Errorf("on a full disk the page is %d:\n%s", answer.StatusCode, testkit.Shorten([]byte(page)))
	}
	form := "--b\r\nContent-Disposition: form-data; name=photos; filename=a.jpg\r\n\r\n" +
		string(servertest.JPEG(40, 30, "")) + "\r\n--b--\r\n"
	answer, err := http.Post(p.URL+"/quote", "multipart/form-data; boundary=b", strings.NewReader(form))
	testkit.Must(t, err)
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); !bytes.Contains(body, []byte("We couldn’t take photos at that moment.")) {
		t.Errorf("on a full disk the page of a form with a photo is %d:\n%s", answer.StatusCode, testkit.Shorten(body))
	}
	if status, text := p.GetAdmin(t, "/readyz"); status != 503 ||
		!strings.HasPrefix(text, "the journal of leads is unavailable: ") {
		t.Errorf("on a full disk /readyz = %d %q, want 503 and the reason", status, text)
	}
	if n := len(p.Calls.All()); n != 2 {
		t.Errorf("%d calls were made, want the 2 of before", n)
	}

	limit(unix.RLIM_INFINITY)
	if got := p.Submit(http.DefaultClient, "after"); got != 200 {
		t.Errorf("with room again the status is %d, want 200", got)
	}
	if status, _ := p.GetAdmin(t, "/readyz"); status != 200 {
		t.Errorf("with room again /readyz = %d", status)
	}
	p.Stop(t)
	p.AwaitEnd(t)
	if n := len(p.Leads(t)); n != 2 {
		t.Errorf("%d leads are in the journal, want the 2 that were told of success", n)
	}
}

// TestLostLog deletes or empties SQLite's log under the program, which is then killed: no lead that was answered with a
// success after that is lost, and of a log that was deleted none of before.
func TestLostLog(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"deleted": os.Remove, "emptied": func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := program.RunLazy(t, "haulfront")
			if got := p.Submit(http.DefaultClient, "before"); got != 200 {
				t.Fatalf("the status is %d, want 200", got)
			}
			p.Calls.Wait(t, 2)
			testkit.Must(t, lose(strings.TrimPrefix(p.Database, "sqlite:")+journal.WALSuffix))
			for i := range 10 {
				if got := p.Submit(http.DefaultClient, fmt.Sprint("during ", i)); got != 503 {
					t.Errorf("without the log the status is %d, want 503", got)
				}
			}
			if status, text := p.GetAdmin(t, "/readyz"); status != 503 ||
				!strings.Contains(text, journal.WALSuffix+" was ") {
				t.Errorf("/readyz = %d %q, want 503 and the reason", status, text)
			}
			testkit.Must(t, p.Cmd.Process.Kill())
			p.AwaitKilled()
			again := program.New(t, "haulfront")
			again.Lazy()
			again.Cmd.Env = append(again.Cmd.Env, "DATABASE_URL="+p.Database)
			again.Start(t)
			again.AwaitServing(t)
			if got := again.Submit(http.DefaultClient, "after"); got != 200 {
				t.Errorf("after a restart the status is %d, want 200", got)
			}
			again.Stop(t)
			again.AwaitEnd(t)
			var names []string
			for _, l := range p.Leads(t) {
				names = append(names, l.Request.Name)
			}
			want := map[string]string{"deleted": "[after before]", "emptied": "[after]"}[name]
			if got := fmt.Sprint(names); got != want || len(p.Calls.All()) != 2 {
				t.Errorf("the leads are %s, want %s; %d calls, want 2", got, want, len(p.Calls.All()))
			}
		})
	}
}

// A log that is no longer read stops neither pages nor quotes nor the end of the program.
func TestUnreadLog(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*os.File){
		"the reader stops": func(*os.File) {},
		"the reader goes":  func(log *os.File) { log.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := program.New(t, "haulfront")
			p.Lazy()
			log, pipe, err := os.Pipe()
			testkit.Must(t, err)
			defer log.Close()
			p.Cmd.Stderr = pipe
			p.Start(t)
			pipe.Close()
			lines := bufio.NewScanner(log)
			for !strings.Contains(p.Log.String(), "msg=serving") {
				if !lines.Scan() {
					t.Fatal("the program ended")
				}
				fmt.Fprintln(p.Log, lines.Text())
			}
			p.AwaitServing(t)
			leave(log)

			// Each of them is a line of more than 200 bytes; a pipe holds 64 KB.
			client := &http.Client{Timeout: testkit.WaitLimit}
			var slowest time.Duration
			for i := range 500 {
				began := time.Now()
				answer, err := client.Get(fmt.Sprint(p.URL, "/no-such-page-", i, "-", strings.Repeat("x", 200)))
				if err != nil {
					t.Fatalf("after %d unknown paths: %v", i, err)
				}
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != http.StatusNotFound {
					t.Fatalf("an unknown path is answered with %d, %v", answer.StatusCode, err)
				}
				slowest = max(slowest, time.Since(began))
			}
			if got := p.Submit(client, "Ann"); got != http.StatusOK {
				t.Errorf("a quote is answered with %d, want 200", got)
			}
			began := time.Now()
			p.Signal(t, syscall.SIGTERM)
			p.AwaitEnd(t)
			t.Logf("the slowest of 500 answers took %v, the end %v", slowest, time.Since(began))
		})
	}
}

// A terminal that is closed ends the program in order; under nohup it goes on.
func TestHangup(t *testing.T) {
	t.Parallel()
	t.Run("ends", func(t *testing.T) {
		t.Parallel()
		// Otherwise the program would ignore the signal if these tests run under nohup.
		caught := make(chan os.Signal, 1)
		signal.Notify(caught, syscall.SIGHUP)
		defer signal.Stop(caught)
		p := program.RunLazy(t, "haulfront")
		p.Signal(t, syscall.SIGHUP)
		p.AwaitEnd(t)
		if !strings.Contains(p.Log.String(), "msg=stopping") {
			t.Error("the program ended without stopping in order")
		}
	})
	t.Run("is ignored under nohup", func(t *testing.T) {
		t.Parallel()
		p := program.RunLazy(t, "nohup", "haulfront")
		p.Signal(t, syscall.SIGHUP)
		// A signal that is not ignored is handled before the next one.
		if got := p.Submit(http.DefaultClient, "Ann"); got != http.StatusOK {
			t.Errorf("after SIGHUP a quote is answered with %d, want 200", got)
		}
		if strings.Contains(p.Log.String(), "msg=stopping") {
			t.Error("the program stops")
		}
		p.Stop(t)
		p.AwaitEnd(t)
	})
}
