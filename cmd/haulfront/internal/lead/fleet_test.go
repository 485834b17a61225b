package lead

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// crashLease is a lease in the fleet.
const crashLease = time.Second

// A fleet is servers on one journal, some of which are dead, and what their
// visitors know.
type fleet struct {
	t            *testing.T
	url, address string
	hook         *unreliable
	servers      []*server
	since        string // from when on waits are measured
	mu           sync.Mutex
	tried        map[string]bool
	told         map[string]string // lead by visitor's key
	refused      int
	cut          map[string]time.Time // leads under the lease of a dead server
	waits        []time.Duration      // until they were sent again
}

// A server is one process of a fleet.
type server struct {
	cmd   *exec.Cmd
	began time.Time
	owner string
	lines int           // until it is killed; guarded by the fleet's mu
	ended chan struct{} // closed when all it said was read
}

func newFleet(t *testing.T, url string, size int) *fleet {
	f := &fleet{t: t, url: url, tried: map[string]bool{}, told: map[string]string{}, cut: map[string]time.Time{}}
	f.hook = &unreliable{taken: map[string]string{}, leads: map[string]string{}, arrived: f.arrived}
	hook := httptest.NewServer(f.hook)
	t.Cleanup(hook.Close)
	f.address = hook.URL
	f.since = "the next server's start"
	if size > 1 {
		f.since = fmt.Sprintf("the kill, with leases of %v", crashLease)
	}
	for range size {
		f.servers = append(f.servers, f.start(nil))
	}
	return f
}

// start runs a server, with the keys of visitors who will press again at it.
func (f *fleet) start(waiting []string) *server {
	f.t.Helper()
	s := &server{began: time.Now(), ended: make(chan struct{})}
	s.cmd = childCommand("crash", f.url, f.address)
	s.cmd.Env = append(s.cmd.Env, "LEAD_TEST_KEYS="+strings.Join(waiting, " "))
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { s.cmd.Process.Kill() })
	go func() {
		defer close(s.ended)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			f.hear(s, scan.Text())
		}
		s.cmd.Wait()
	}()
	return s
}

// hear takes in a line of a server's output, which may be its last.
func (f *fleet) hear(s *server, line string) {
	verb, rest, _ := strings.Cut(line, " ")
	key, id, _ := strings.Cut(rest, " ")
	f.mu.Lock()
	defer f.mu.Unlock()
	switch verb {
	case "owner":
		s.owner = rest
	case "cut":
		f.cut[rest] = s.began
	case "press":
		f.tried[rest] = true
	case "refused":
		f.refused++
	case "delivered", "failed":
		if before := f.told[key]; before != "" && before != id {
			f.t.Errorf("key %s was told %s and %s", key, before, id)
		}
		if verb == "delivered" && !f.hook.has(id) {
			f.t.Errorf("key %s was told of success, and the receiver has not got it", key)
		}
		f.told[key] = id
	}
	if s.lines--; s.lines == 0 {
		s.cmd.Process.Kill()
	}
}

// arrived notes that a lead is sent that a dead server was about to send.
func (f *fleet) arrived(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if since, ok := f.cut[id]; ok {
		f.waits = append(f.waits, time.Since(since))
		delete(f.cut, id)
	}
}

// forgetCut stops measuring, where more than a server has died.
func (f *fleet) forgetCut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.cut)
}

// killOne kills a server at a random moment and puts another in its place.
func (f *fleet) killOne(i int) {
	f.t.Helper()
	victim := f.servers[i]
	if rand.IntN(2) == 0 {
		f.hook.mu.Lock()
		f.hook.strike, f.hook.struck = 1+rand.IntN(20), func() { victim.cmd.Process.Kill() }
		f.hook.mu.Unlock()
	} else {
		f.mu.Lock()
		victim.lines = 1 + rand.IntN(40)
		f.mu.Unlock()
	}
	<-victim.ended
	f.end(i)
	f.mu.Lock()
	var waiting []string
	for key := range f.tried {
		if f.told[key] == "" && len(waiting) < 50 {
			waiting = append(waiting, key)
		}
	}
	f.mu.Unlock()
	f.servers[i] = f.start(waiting)
}

// end kills a server if it is still alive, and finds what it had begun.
func (f *fleet) end(i int) {
	f.t.Helper()
	s := f.servers[i]
	s.cmd.Process.Kill()
	<-s.ended
	if code := s.cmd.ProcessState.ExitCode(); code != -1 {
		f.t.Fatalf("a server ended by itself with %d", code)
	}
	if len(f.servers) == 1 {
		return // the next one says
	}
	killed := time.Now()
	j, err := OpenJournal(context.Background(), f.url)
	if err != nil {
		f.t.Fatal(err)
	}
	defer j.Close()
	for _, id := range underLease(f.t, j, s.owner) {
		f.mu.Lock()
		f.cut[id] = killed
		f.mu.Unlock()
	}
}

// underLease returns the leads of which a server's attempt was under way.
func underLease(t *testing.T, j *Journal, owner string) (ids []string) {
	t.Helper()
	rows, err := j.read.Query(`SELECT lead_id FROM deliveries WHERE status = 'queued' AND lease LIKE $1`, owner+":%")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// crash is a server of the fleet: a worker, and four visitors at a time, one
// in ten of whom presses the button at several servers at once.
func crash(url, hook, keys string) error {
	ctx := context.Background()
	steps := make([]time.Duration, 200)
	for i := range steps {
		steps[i] = 20 * time.Millisecond
	}
	d, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: hook, Log: slog.New(slog.DiscardHandler),
		schedule: steps, limit: 100 * time.Millisecond, lease: crashLease, poll: 10 * time.Millisecond})
	if err != nil {
		return err
	}
	fmt.Println("owner", d.owner)
	if d.journal.dialect.orphans != "" {
		if err := sayCut(d); err != nil {
			return err
		}
	}
	go d.Run(ctx)
	again := make(chan string, 1000)
	for _, key := range strings.Fields(keys) {
		again <- key
	}
	for range 4 {
		go func() {
			for {
				visit(d, nextKey(again), again)
			}
		}()
	}
	select {}
}

// sayCut tells what SQLite's last server was about to send.
func sayCut(d *Service) error {
	rows, err := d.journal.read.Query(`SELECT lead_id FROM deliveries WHERE status = 'queued' AND lease <> '' AND lease_until = 0`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		fmt.Println("cut", id)
	}
	return rows.Err()
}

func nextKey(again chan string) string {
	select {
	case key := <-again:
		return key
	default:
	}
	if rand.IntN(10) == 0 {
		return fmt.Sprint("shared-", time.Now().UnixMilli()/100)
	}
	return uuid.NewString()
}

// visit is a visitor who presses the button, and again if the site is down.
func visit(d *Service, key string, again chan string) {
	fmt.Println("press", key)
	sub := submission(key)
	sub.Request.Message = key
	out, err := d.Submit(context.Background(), sub)
	switch {
	case err != nil:
		fmt.Println("refused", key)
		time.Sleep(20 * time.Millisecond)
		again <- key
	case out.Delivered:
		fmt.Println("delivered", key, out.ID)
	default:
		fmt.Println("failed", key, out.ID)
	}
}
