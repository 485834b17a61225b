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

// crashLease is the duration of a lease in a serverGroup.
const crashLease = time.Second

// A serverGroup is several server processes on one journal, some of which were killed, and what their visitors know.
type serverGroup struct {
	t          *testing.T
	url        string
	receiver   *flakyReceiver
	webhookURL string
	mails      *flakyMailServer
	servers    []*server
	mu         sync.Mutex
	pressed    map[string]bool
	answered   map[string]string // lead by visitor's key
	refused    int
}

// A server is one process of a serverGroup.
type server struct {
	cmd   *exec.Cmd
	lines int           // until it is killed; guarded by the group's mu
	ended chan struct{} // closed when all its output was read
}

func newServerGroup(t *testing.T, url string, size int) *serverGroup {
	g := &serverGroup{t: t, url: url, pressed: map[string]bool{}, answered: map[string]string{}}
	g.receiver = &flakyReceiver{t: t, accepted: map[string]string{}, leads: map[string]string{}}
	webhook := httptest.NewServer(g.receiver)
	t.Cleanup(webhook.Close)
	g.webhookURL = webhook.URL
	g.mails = newFlakyMailServer(t)
	for range size {
		g.servers = append(g.servers, g.start(nil))
	}
	return g
}

// start starts a server, with the keys of visitors who press again there.
func (g *serverGroup) start(waiting []string) *server {
	g.t.Helper()
	s := &server{ended: make(chan struct{})}
	s.cmd = childCommand("crash", g.url, g.webhookURL)
	s.cmd.Env = append(s.cmd.Env, "LEAD_TEST_KEYS="+strings.Join(waiting, " "), "LEAD_TEST_SMTP="+g.mails.Addr)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	must(g.t, err)
	must(g.t, s.cmd.Start())
	g.t.Cleanup(func() { s.cmd.Process.Kill() })
	go func() {
		defer close(s.ended)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			g.readLine(s, scan.Text())
		}
		s.cmd.Wait()
	}()
	return s
}

// readLine takes note of a line of a server's output, and kills the server if it was to be the last.
func (g *serverGroup) readLine(s *server, line string) {
	verb, rest, _ := strings.Cut(line, " ")
	key, id, _ := strings.Cut(rest, " ")
	g.mu.Lock()
	defer g.mu.Unlock()
	switch verb {
	case "pressed":
		g.pressed[rest] = true
	case "refused":
		g.refused++
	case "delivered", "failed":
		if before := g.answered[key]; before != "" && before != id {
			g.t.Errorf("key %s is lead %s and lead %s", key, before, id)
		}
		if verb == "delivered" && !g.receiver.has(id) {
			g.t.Errorf("the visitor %s got a success, and the receiver does not have the lead", key)
		}
		g.answered[key] = id
	}
	if s.lines--; s.lines == 0 {
		s.cmd.Process.Kill()
	}
}

// killOne kills a server at a random moment and starts another in its place.
func (g *serverGroup) killOne(i int) {
	g.t.Helper()
	victim := g.servers[i]
	switch kill := func() { victim.cmd.Process.Kill() }; rand.IntN(3) {
	case 0:
		g.receiver.mu.Lock()
		g.receiver.killAfter, g.receiver.kill = 1+rand.IntN(20), kill
		g.receiver.mu.Unlock()
	case 1:
		g.mails.killAfter(1+rand.IntN(60), kill)
	default:
		g.mu.Lock()
		victim.lines = 1 + rand.IntN(40)
		g.mu.Unlock()
	}
	<-victim.ended
	g.kill(i)
	g.mu.Lock()
	var waiting []string
	for key := range g.pressed {
		if g.answered[key] == "" && len(waiting) < 50 {
			waiting = append(waiting, key)
		}
	}
	g.mu.Unlock()
	g.servers[i] = g.start(waiting)
}

// kill kills a server if it is still alive.
func (g *serverGroup) kill(i int) {
	g.t.Helper()
	s := g.servers[i]
	s.cmd.Process.Kill()
	<-s.ended
	if code := s.cmd.ProcessState.ExitCode(); code != -1 {
		g.t.Fatalf("a server exited by itself with %d", code)
	}
}

// runCrashServer is a server of a serverGroup: a worker, and four visitors at a time, one in ten of whom presses the
// button at several servers at once.
func runCrashServer(url, webhook, smtp, keys string) error {
	ctx := context.Background()
	steps := make([]time.Duration, 200)
	for i := range steps {
		steps[i] = 20 * time.Millisecond
	}
	s, err := Open(ctx, Config{
		DatabaseURL: url, WebhookURL: webhook, Log: slog.New(slog.DiscardHandler),
		Mail:     &Mail{Send: sendTo(smtp, 300*time.Millisecond)},
		schedule: steps, webhookLimit: 100 * time.Millisecond, leaseDuration: crashLease,
		pollInterval: 10 * time.Millisecond,
	})
	if err != nil {
		return err
	}
	go s.Run(ctx)
	again := make(chan string, 1000)
	for _, key := range strings.Fields(keys) {
		again <- key
	}
	for range 4 {
		go func() {
			for {
				visit(s, nextKey(again), again)
			}
		}()
	}
	select {}
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

// visit is a visitor who presses the button, and presses it again if the site is down.
func visit(s *Service, key string, again chan string) {
	fmt.Println("pressed", key)
	sub := submission(key)
	sub.Request.Message, sub.Request.Photos = key, photosOf(key, 2)
	out, err := s.Submit(context.Background(), sub)
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
