package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/backup"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

var crashes = flag.Int("crash", 2, "how often TestCrash kills the program")

// A crash is what TestCrash knows of a program that it kills again and again.
type crash struct {
	t                          *testing.T
	content, journals, backups string
	webhook                    *testkit.Receiver
	mu                         sync.Mutex
	stored                     []string // names of visitors who were answered
	booked                     []string // IDs of the first of their leads, as far as their customers were told so
	session                    string   // the office's cookie
	worked, answered           int      // requests that the office is done with; answered actions on the next one
	actions                    int      // of the office that were answered
	commands, killed, reloads  int
}

// TestCrash kills the program while visitors submit, the office works, customers say yes, the content is edited and
// backups are made, and kills the backups and the restores of the journal, too. In the end, every lead that was
// answered is there once and was delivered, every yes and every action of the office that was answered is there once,
// and every backup is complete.
func TestCrash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := &crash{t: t, content: filepath.Join(dir, "content"), journals: filepath.Join(dir, "journal"),
		backups: filepath.Join(dir, "backups"), webhook: testkit.NewReceiver(t, "webhook", nil)}
	c.webhook.AllowBroken()
	if testing.Short() {
		*crashes = 1
	}
	testkit.Must(t, command.Run(t.Context(), []string{"content", c.content}, io.Discard, io.Discard))
	testkit.Must(t, os.Mkdir(c.backups, 0o700))
	for round := range *crashes {
		p := c.start()
		c.load(p)
		c.reloads += strings.Count(p.Log.String(), "msg=\"content")
		began := time.Now()
		file := c.backup(round, 0)
		// A restore takes about as long as a backup.
		c.run(rand.N(time.Since(began)*3/2), "restore", "--replace", file)
	}
	p := c.start()
	journal, err := outbox.Attach(t.Context(), c.database())
	testkit.Must(t, err)
	defer journal.Close()
	for last := c.worked; c.worked == last && !t.Failed(); {
		c.operate(p, journal)
	}
	c.compare(p)
	c.compareOffice(journal)
	t.Logf("%d kills of the program, %d of %d commands, %d changes of content, %d leads, %d booked, %d office actions",
		*crashes, c.killed, c.commands, c.reloads, len(c.stored), len(c.booked), c.actions)
}

func (c *crash) database() string { return "sqlite:" + filepath.Join(c.journals, "leads.db") }

func (c *crash) start() *program.Process {
	c.t.Helper()
	p := program.New(c.t, "haulfront")
	p.Lazy()
	p.Database = c.database()
	p.Cmd.Args = append(p.Cmd.Args, "--content="+c.content, "--database-url="+p.Database,
		"--lead-webhook-url="+c.webhook.URL, "--office-users=crew <crew@example.com>")
	p.Start(c.t)
	p.AwaitServing(c.t)
	return p
}

// run runs a command and kills it after a time, 0 for never. It reports whether the command succeeded.
func (c *crash) run(limit time.Duration, args ...string) bool {
	ctx := context.Background()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	out, err := exec.CommandContext(ctx, "haulfront", append(args, "--database-url="+c.database())...).CombinedOutput()
	killed := ctx.Err() != nil && err != nil
	if err != nil && !killed {
		c.t.Errorf("%v: %v\n%s", args, err, out)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.commands++
	if killed {
		c.killed++
	}
	return err == nil
}

// backup makes a backup, killed after a time, and returns its file.
func (c *crash) backup(n int, limit time.Duration) string {
	file := filepath.Join(c.backups, fmt.Sprintf("%d-%d.db", n, time.Now().UnixNano()))
	c.run(limit, "backup", file)
	return file
}

// load has visitors submit, edits the content, makes backups, and kills the program after some answers.
func (c *crash) load(p *program.Process) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	c.signIn(p)
	journal, err := outbox.Attach(ctx, c.database())
	testkit.Must(c.t, err)
	defer journal.Close()
	answered, booked := len(c.stored)+1+rand.N(12), len(c.booked)+1
	var work sync.WaitGroup
	loop := func(step func(n int)) {
		work.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				step(n)
			}
		})
	}
	for visitor := range 3 {
		loop(func(n int) {
			name := fmt.Sprintf("Ann %d %d %d", p.Cmd.Process.Pid, visitor, n)
			status := p.Submit(http.DefaultClient, name)
			if status != 0 && status != http.StatusServiceUnavailable { // killed, or not saved
				c.mu.Lock()
				c.stored = append(c.stored, name)
				c.mu.Unlock()
			}
		})
	}
	loop(func(int) { c.sell(p, journal) })
	loop(func(int) { c.operate(p, journal) })
	loop(func(n int) { c.backup(n, time.Millisecond+rand.N(400*time.Millisecond)) })
	loop(func(n int) {
		file := filepath.Join(c.content, "business.yaml")
		data, err := os.ReadFile(file)
		testkit.Must(c.t, err)
		text := strings.TrimRight(string(data), "#\n") + strings.Repeat("\n#", 1+n%9) + "\n"
		for _, part := range []string{text[:len(text)/2], text} { // half written, for longer than a poll
			testkit.Must(c.t, os.WriteFile(file, []byte(part), 0o600))
			<-time.After(rand.N(400 * time.Millisecond))
		}
	})
	p.Log.Wait(c.t, `msg="content`)
	if !testkit.Poll(func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.stored) >= answered && len(c.booked) >= booked
	}) {
		c.t.Errorf("the program has not answered %d leads, or not booked %d", answered, booked)
	}
	<-time.After(rand.N(200 * time.Millisecond)) // the kill follows no answer
	_ = p.Cmd.Process.Kill()
	p.AwaitKilled()
	cancel()
	work.Wait()
}

// compare checks the journal of a running program, the webhook's calls, and the backups.
func (c *crash) compare(p *program.Process) {
	t := c.t
	t.Helper()
	if !testkit.Poll(func() bool {
		for _, l := range p.Leads(t) {
			if l.Status() != outbox.Delivered {
				return false
			}
		}
		return true
	}) {
		t.Error("not all leads are delivered")
	}
	names, bodies := map[string]int{}, map[string]string{}
	for _, l := range p.Leads(t) {
		names[l.Request.Name]++
	}
	for _, name := range c.stored {
		if names[name] == 0 {
			t.Errorf("the lead of %s is lost", name)
		}
	}
	for name, n := range names {
		if n > 1 {
			t.Errorf("the lead of %s is there %d times", name, n)
		}
	}
	for _, call := range c.webhook.All() {
		id := call.Header.Get("Webhook-Id")
		if before, ok := bodies[id]; ok && before != call.Body {
			t.Errorf("lead %s was sent as %s and as %s", id, before, call.Body)
		}
		bodies[id] = call.Body
	}
	if len(bodies) != len(names) {
		t.Errorf("the webhook has %d leads, the journal %d", len(bodies), len(names))
	}
	files, err := os.ReadDir(c.backups)
	testkit.Must(t, err)
	for _, file := range files {
		target := "sqlite:" + filepath.Join(t.TempDir(), "restored.db")
		done, err := backup.Restore(t.Context(), target, filepath.Join(c.backups, file.Name()), false,
			time.Now())
		if err != nil || !strings.HasSuffix(file.Name(), ".db") {
			t.Errorf("%s is half a backup: %+v, %v", file.Name(), done, err)
		}
	}
	if _, err := os.Stat(filepath.Join(c.journals, "leads.db.restoring")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a killed restore left a file: %v", err)
	}
}
