package main

import (
	"fmt"
	"net/http"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// mainUnlimited is main for a process that is not ended by the signal that comes with a write beyond a limit; the write
// fails with an error, as it does where a disk is full.
func mainUnlimited() {
	signal.Ignore(syscall.SIGXFSZ)
	main()
}

// A program that is told to end under load finishes what it has accepted: who is in the journal was answered, who was told
// of success is there, and no lease is left behind.
func TestStopUnderLoad(t *testing.T) {
	t.Parallel()
	const visitors = 32
	for _, slow := range []bool{false, true} {
		t.Run(fmt.Sprintf("slow=%v", slow), func(t *testing.T) {
			t.Parallel()
			p := program.RunLazy(t, "haulfront")
			gate := make(chan struct{})
			if slow {
				p.Webhook.Set(func(http.ResponseWriter, *http.Request) { <-gate })
			}
			c := program.NewLoad()
			c.Start(p.Site, visitors)
			// Fast: in the midst of it. Slow: each of them waits for the webhook, and goes on waiting.
			p.Calls.Wait(t, map[bool]int{false: 10 * visitors, true: visitors}[slow])
			began := time.Now()
			p.Stop(t)
			close(gate)
			p.AwaitEnd(t)
			took := time.Since(began)
			c.Wait()

			journal := map[string]lead.Lead{}
			for _, l := range p.Leads(t) {
				journal[l.Request.Name] = l
				if l.Status() != lead.Delivered || l.Webhook.Leased || l.Email.Leased {
					t.Errorf("%s: webhook %+v, e-mail %+v, want it delivered and no lease", l.Request.Name, l.Webhook, l.Email)
				}
			}
			answered := 0
			for name, status := range c.Statuses {
				_, stored := journal[name]
				switch {
				case status == http.StatusOK && !stored:
					t.Errorf("%s was told of success and is not in the journal", name)
				case status == 0 && stored:
					t.Errorf("%s is in the journal and was not answered", name)
				case status != http.StatusOK && status != 0 && c.Took[name] < program.Late:
					t.Errorf("%s was answered with %d after %v", name, status, c.Took[name])
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
	p := program.RunLazy(t, "haulfront")
	clients := make([]*http.Client, visitors)
	for i := range clients {
		clients[i] = &http.Client{Transport: &http.Transport{}}
		defer clients[i].CloseIdleConnections()
		if got := p.Submit(clients[i], fmt.Sprint("before ", i)); got != 200 {
			t.Fatalf("the status is %d, want 200", got)
		}
	}
	p.Calls.Wait(t, 2*visitors) // a webhook and an e-mail each
	hang := func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }
	p.Function.Set(hang)
	if got := p.Submit(http.DefaultClient, "mail"); got != 200 {
		t.Fatalf("the status is %d, want 200", got)
	}
	p.Calls.Wait(t, 2*visitors+2)
	p.Webhook.Set(hang)
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
	p := program.RunLazy(t, "haulfront-unlimited")
	limit := func(bytes uint64) {
		t.Helper()
		if err := unix.Prlimit(p.Cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil); err != nil {
			t.Fatal(err)
		}
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
	if answer.StatusCode != 503 || !strings.Contains(page, testkit.Failed) || !strings.Contains(page, `value="during, without scripts"`) || strings.Contains(page, `data-kind="success"`) {
		t.Errorf("on a full disk the page is %d:\n%s", answer.StatusCode, testkit.Shorten([]byte(page)))
	}
	if status, text := p.GetAdmin(t, "/readyz"); status != 503 || !strings.HasPrefix(text, "the journal of leads cannot be written: ") {
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
