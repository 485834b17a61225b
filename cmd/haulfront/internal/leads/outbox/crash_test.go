package outbox

import (
	"bufio"
	"context"
	"database/sql"
	"flag"
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

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// These are the numbers of kills for make test; make acceptance and make crash set larger ones.
var (
	crashSQLite   = flag.Int("crash-sqlite", 20, "how often TestCrash kills on SQLite")
	crashPostgres = flag.Int("crash-postgres", 20, "how often TestCrash kills on PostgreSQL")
)

// TestCrash kills servers under load, at a random line of a server's output, at a random call to the webhook or within
// a random mail; visitors without an answer submit again at the next server. On PostgreSQL three servers run at a time,
// one is killed while the others go on, and now and then PostgreSQL itself is killed. In the end every lead that a
// visitor got an answer for is in the journal with its photographs, every lead of the journal was accepted by the
// receiver, and none is there twice. The mail about every lead was sent, refused for good, or twice ended without an
// answer; it was sent twice only after such an end.
func TestCrash(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		g := newServerGroup(t, postgres.SQLite(t), 1)
		for range *crashSQLite {
			g.killOne(rand.IntN(len(g.servers)))
		}
		g.verify(*crashSQLite, func(db *sql.DB) string {
			var verdict string
			if err := db.QueryRow(`PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
				return err.Error()
			}
			return verdict
		})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		server := &postgres.Server{}
		url := postgres.New(t, server)
		g := newServerGroup(t, url, 3)
		for n := range *crashPostgres {
			g.killOne(rand.IntN(len(g.servers)))
			if n%20 == 19 { // in addition
				server.Kill()
				testkit.Must(t, server.Launch())
			}
		}
		g.verify(*crashPostgres, func(*sql.DB) string {
			// Every row of every table, every index against its table.
			out, err := server.Command("pg_amcheck", "-h", server.Dir, "-U", "postgres",
				"--install-missing", "--heapallindexed", "--rootdescend", postgres.Name(url)).CombinedOutput()
			if err != nil {
				return err.Error() + "\n" + string(out)
			}
			return "ok"
		})
	})
}

// verify kills the servers, delivers what is left, compares the visitors' answers, the journal and the receiver, and
// logs the figures.
func (g *serverGroup) verify(kills int, checkIntegrity func(*sql.DB) string) {
	t := g.t
	t.Helper()
	for i := range g.servers {
		g.kill(i)
	}
	g.receiver.mu.Lock()
	g.receiver.reliable = true
	g.receiver.mu.Unlock()
	g.mails.Script(nil)
	s := newTestService(t, g.url, func(c *testConfig) {
		c.WebhookURL, c.Supabase, c.Mail = g.webhookURL, nil, sendTo(g.mails.Addr, 0)
	})
	s.clock.Set(time.Now().Add(time.Hour))
	s.deliverDue()

	leads := g.compare(s)
	g.mails.compare(t, s.leads(Filter{}), unknownEnds(t, s))
	var incomplete int
	if err := s.Reader().QueryRow(`SELECT
		(SELECT COUNT(*) FROM leads l WHERE (SELECT COUNT(*) FROM deliveries d WHERE d.lead_id = l.id) <> 3) +
		(SELECT COUNT(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM leads))`).
		Scan(&incomplete); err != nil || incomplete != 0 {
		t.Errorf("%d leads lack a delivery, or deliveries their lead, %v", incomplete, err)
	}
	g.comparePhotos(s)
	if verdict := checkIntegrity(s.Reader()); verdict != "ok" {
		t.Errorf("integrity: %s", verdict)
	}
	if len(g.answered) < kills {
		t.Errorf("only %d visitors were answered in %d runs; the test proves nothing", len(g.answered), kills)
	}
	var interrupted int
	if err := s.Reader().QueryRow(`SELECT COUNT(*) FROM deliveries WHERE kind = 'webhook'
		AND attempts LIKE '%the program ended%'`).Scan(&interrupted); err != nil || interrupted == 0 {
		t.Fatalf("%d attempts were interrupted, %v; the test proves nothing", interrupted, err)
	}
	t.Logf("%s, %d at a time: %d kills, %d visitors, %d answered, %d refused, %d leads",
		s.database(), len(g.servers), kills, len(g.pressed), len(g.answered), g.refused, leads)
	t.Logf("%d calls, %d of them repeats of an accepted lead, %d after an interrupted attempt",
		g.receiver.calls, g.receiver.repeats, interrupted)
}

// comparePhotos reports photographs of stored leads that are missing or not those that were sent.
func (g *serverGroup) comparePhotos(s *testService) {
	g.t.Helper()
	leads := s.leads(Filter{})
	for _, l := range leads {
		if len(l.Request.Photos) != 2 {
			g.t.Errorf("lead %s has %d photographs", l.ID, len(l.Request.Photos))
			continue
		}
		sent := photosOf(l.Request.Message, 2)
		for i, p := range l.Request.Photos {
			sent[i].ID = p.ID
		}
		s.wantPhotos(sent...)
	}
	s.wantPhotoCount(2 * len(leads))
}

// unknownEnds returns how many attempts at the mail about each lead have an unknown end, as far as there are any. The
// lists of attempts have fewer: a process that dies in the next attempt records neither.
func unknownEnds(t *testing.T, s *testService) map[string]int {
	t.Helper()
	ends := map[string]int{}
	scan := func(r journal.Row) (n int, err error) {
		var id string
		err = r.Scan(&id, &n)
		ends[id] = n
		return n, err
	}
	_, err := journal.QueryAll(t.Context(), s.Reader(), scan,
		`SELECT lead_id, unknowns FROM deliveries WHERE kind = 'owner' AND unknowns > 0`)
	testkit.Must(t, err)
	return ends
}

// compare reports leads that are lost or stored twice, and returns how many leads there are.
func (g *serverGroup) compare(s *testService) (leads int) {
	t := g.t
	t.Helper()
	journal := map[string]string{} // key to ID
	for _, l := range s.leads(Filter{}) {
		key := l.Request.Message
		if other, ok := journal[key]; ok {
			t.Errorf("key %s is two leads, %s and %s", key, other, l.ID)
		}
		journal[key] = l.ID
		if _, ok := g.receiver.accepted[l.ID]; !ok || l.Status() != Delivered || l.Delivery(Webhook).Leased {
			t.Errorf("lead %s is %s at the end; accepted: %v", l.ID, l.Status(), ok)
		}
	}
	for key, id := range g.answered {
		if journal[key] != id {
			t.Errorf("a visitor was answered for lead %s, the journal has %q", id, journal[key])
		}
	}
	if len(g.receiver.accepted) != len(journal) {
		t.Errorf("the receiver has %d leads, the journal %d", len(g.receiver.accepted), len(journal))
	}
	return len(journal)
}

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
	s.cmd.Env = append(s.cmd.Env, "OUTBOX_TEST_KEYS="+strings.Join(waiting, " "), "OUTBOX_TEST_SMTP="+g.mails.Addr)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	testkit.Must(g.t, err)
	testkit.Must(g.t, s.cmd.Start())
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
	s, err := openTest(ctx, testConfig{
		Config: Config{DatabaseURL: url, Log: slog.New(slog.DiscardHandler), schedule: steps,
			leaseDuration: time.Second, pollInterval: 10 * time.Millisecond},
		WebhookURL: webhook, webhookLimit: 100 * time.Millisecond, Mail: sendTo(smtp, 300*time.Millisecond),
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

// visit submits a lead, and queues it to be submitted again if the site is down.
func visit(s *Service, key string, again chan string) {
	fmt.Println("pressed", key)
	sub := post(key)
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
