package lead

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// crashPoints is how often TestCrash kills the server, on each database;
// LEAD_CRASH_POINTS sets another number for a long run.
const crashPoints = 50

// An unreliable is a receiver that honours keys, and fails: one call in ten is
// answered with 500, one in twenty is cut after it was taken in, three in a
// hundred hang.
type unreliable struct {
	mu     sync.Mutex
	sound  bool
	bodies map[string]string // by webhook-id: what was taken in
	faults []string
	count  int
	at     int           // the call at which strike is closed
	strike chan struct{} // closed when the moment to kill has come
}

func (u *unreliable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	id := r.Header.Get("webhook-id")
	fate := rand.IntN(100)
	u.mu.Lock()
	u.count++
	if u.count == u.at {
		close(u.strike)
	}
	if u.sound {
		fate = 99
	}
	if fate >= 13 {
		if known, ok := u.bodies[id]; ok && known != string(body) {
			u.faults = append(u.faults, fmt.Sprintf("%s came as %s and as %s", id, known, body))
		}
		u.bodies[id] = string(body)
	}
	u.mu.Unlock()
	switch {
	case fate < 10:
		w.WriteHeader(500)
	case fate < 13:
		<-r.Context().Done()
	case fate < 18:
		panic(http.ErrAbortHandler)
	}
}

// TestCrash kills the server again and again under load, at a random line of
// its output or at a random call that it makes, and visitors who got no answer
// press again at the next server. In the end every lead that anybody was told
// of is in the journal, every lead of the journal was taken in by the
// receiver, and nobody's is there twice.
func TestCrash(t *testing.T) {
	points := crashPoints
	if text := os.Getenv("LEAD_CRASH_POINTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("LEAD_CRASH_POINTS: %v", err)
		}
		points = n
	}
	onBoth(t, func(t *testing.T, url string) {
		u := &unreliable{bodies: map[string]string{}}
		hook := httptest.NewServer(u)
		t.Cleanup(hook.Close)
		tried, told := map[string]bool{}, map[string]string{}
		for range points {
			killOnce(t, url, hook.URL, u, tried, told)
		}

		u.mu.Lock()
		u.sound = true
		u.mu.Unlock()
		s := newStand(t, url, func(c *Config) { c.WebhookURL, c.Supabase = hook.URL, nil })
		s.clock.at = time.Now().Add(time.Hour)
		s.work()
		journal := map[string]string{} // key to ID
		for _, l := range s.leads(Filter{}) {
			key := l.Request.Message
			if other, ok := journal[key]; ok {
				t.Errorf("key %s is two leads, %s and %s", key, other, l.ID)
			}
			journal[key] = l.ID
			if l.Status() != Delivered {
				t.Errorf("lead %s is %s at the end", l.ID, l.Status())
			}
			if _, ok := u.bodies[l.ID]; !ok {
				t.Errorf("lead %s was never taken in", l.ID)
			}
		}
		for key, id := range told {
			if journal[key] != id {
				t.Errorf("a visitor was told of lead %s, the journal has %q", id, journal[key])
			}
		}
		if len(u.bodies) != len(journal) {
			t.Errorf("the receiver has %d leads, the journal %d", len(u.bodies), len(journal))
		}
		for _, fault := range u.faults {
			t.Error(fault)
		}
		if len(told) < points {
			t.Errorf("only %d leads were answered in %d runs; the test shows nothing", len(told), points)
		}
		t.Logf("%d kills, %d visitors, %d told of their lead, %d leads, %d calls", points, len(tried), len(told), len(journal), u.count)
	})
}

// killOnce runs a server until a random moment. It notes who pressed and who
// was told what.
func killOnce(t *testing.T, url, hook string, u *unreliable, tried map[string]bool, told map[string]string) {
	t.Helper()
	var waiting []string
	for key := range tried {
		if told[key] == "" && len(waiting) < 50 {
			waiting = append(waiting, key)
		}
	}
	lines := 1 << 30
	u.mu.Lock()
	u.count, u.at, u.strike = 0, 0, make(chan struct{})
	strike := u.strike
	if rand.IntN(2) == 0 {
		u.at = 1 + rand.IntN(30)
	} else {
		lines = 1 + rand.IntN(60)
	}
	u.mu.Unlock()

	server := childCommand("crash", url, hook)
	server.Env = append(server.Env, "LEAD_TEST_KEYS="+strings.Join(waiting, " "))
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		select {
		case <-strike:
			server.Process.Kill()
		case <-over:
		}
	}()
	n := 0
	for scan := bufio.NewScanner(out); scan.Scan(); n++ {
		if n == lines {
			server.Process.Kill()
		}
		switch verb, rest, _ := strings.Cut(scan.Text(), " "); verb {
		case "press":
			tried[rest] = true
		case "told":
			key, id, _ := strings.Cut(rest, " ")
			if before := told[key]; before != "" && before != id {
				t.Errorf("key %s was told %s and %s", key, before, id)
			}
			told[key] = id
		}
	}
	close(over)
	server.Wait()
	if code := server.ProcessState.ExitCode(); code != -1 {
		t.Fatalf("the server ended by itself with %d", code)
	}
}

// crash is the server that is killed: four visitors at a time, and a worker.
func crash(url, hook, keys string) error {
	ctx := context.Background()
	steps := make([]time.Duration, 200)
	for i := range steps {
		steps[i] = 20 * time.Millisecond
	}
	d, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: hook, Log: slog.New(slog.DiscardHandler),
		schedule: steps, limit: 100 * time.Millisecond, lease: time.Second, poll: 10 * time.Millisecond})
	if err != nil {
		return err
	}
	go d.Run(ctx)
	again := make(chan string, 100)
	for _, key := range strings.Fields(keys) {
		again <- key
	}
	failed := make(chan error)
	for range 4 {
		go func() {
			for {
				var key string
				select {
				case key = <-again:
				default:
					key = uuid.NewString()
				}
				fmt.Println("press", key)
				sub := submission(key)
				sub.Request.Message = key
				out, err := d.Submit(ctx, sub)
				if err != nil {
					failed <- err
					return
				}
				fmt.Println("told", key, out.ID)
			}
		}()
	}
	return <-failed
}
