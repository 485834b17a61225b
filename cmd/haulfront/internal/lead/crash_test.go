package lead

import (
	"database/sql"
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

// The numbers of kills for make test; make crash sets larger ones.
var (
	crashSQLite   = flag.Int("crash-sqlite", 50, "how often TestCrash kills on SQLite")
	crashPostgres = flag.Int("crash-postgres", 50, "how often TestCrash kills on PostgreSQL")
)

// TestCrash kills servers under load, at a random line of a server's output, at a random call to the webhook or within
// a random mail; visitors without an answer press again at the next server. On PostgreSQL three servers run at a time,
// one is killed while the others go on, and now and then PostgreSQL itself is killed. In the end every lead that a
// visitor got an answer for is in the journal with its photographs, every lead of the journal was accepted by the
// receiver, and none is there twice. The mail about every lead was sent, refused for good, or twice ended without an
// answer; it was sent twice only after such an end.
func TestCrash(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		g := newServerGroup(t, sqliteURL(t), 1)
		for range *crashSQLite {
			g.killOne(rand.IntN(len(g.servers)))
		}
		g.verify(*crashSQLite, func(db *sql.DB) string {
			// Only the first error; ok if there is none.
			var verdict string
			if err := db.QueryRow(`PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
				return err.Error()
			}
			return verdict
		})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		postgres := &postgresServer{}
		url := newPostgres(t, postgres)
		g := newServerGroup(t, url, 3)
		for n := range *crashPostgres {
			g.killOne(rand.IntN(len(g.servers)))
			if n%25 == 24 { // in addition
				postgres.kill()
				must(t, postgres.launch())
			}
		}
		g.verify(*crashPostgres, func(*sql.DB) string {
			// Every row of every table, every index against its table.
			out, err := postgres.command("pg_amcheck", "-h", postgres.dir, "-U", "postgres",
				"--install-missing", "--heapallindexed", "--rootdescend", databaseName(url)).CombinedOutput()
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
	s := newTestService(t, g.url, func(c *Config) {
		c.WebhookURL, c.Supabase, c.Mail = g.webhookURL, nil, &Mail{Send: sendTo(g.mails.Addr, 0)}
	})
	s.clock.Set(time.Now().Add(time.Hour))
	s.deliverDue()

	leads := g.compare(s)
	g.mails.compare(t, s.leads(Filter{}), unknownEnds(t, s))
	var incomplete int
	if err := s.journal.read.QueryRow(`SELECT
		(SELECT COUNT(*) FROM leads l WHERE (SELECT COUNT(*) FROM deliveries d WHERE d.lead_id = l.id) <> 3) +
		(SELECT COUNT(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM leads))`).
		Scan(&incomplete); err != nil || incomplete != 0 {
		t.Errorf("%d leads lack a delivery, or deliveries their lead, %v", incomplete, err)
	}
	g.comparePhotos(s)
	if verdict := checkIntegrity(s.journal.read); verdict != "ok" {
		t.Errorf("integrity: %s", verdict)
	}
	if len(g.answered) < kills {
		t.Errorf("only %d visitors were answered in %d runs; the test proves nothing", len(g.answered), kills)
	}
	var interrupted int
	if err := s.journal.read.QueryRow(`SELECT COUNT(*) FROM deliveries WHERE kind = 'webhook'
		AND attempts LIKE '%the program ended%'`).Scan(&interrupted); err != nil || interrupted == 0 {
		t.Fatalf("%d attempts were interrupted, %v; the test proves nothing", interrupted, err)
	}
	t.Logf("%s, %d at a time: %d kills, %d visitors, %d answered, %d refused, %d leads",
		s.journal.dialect.name, len(g.servers), kills, len(g.pressed), len(g.answered), g.refused, leads)
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
	scan := func(r row) (n int, err error) {
		var id string
		err = r.Scan(&id, &n)
		ends[id] = n
		return n, err
	}
	_, err := queryAll(t.Context(), s.journal.read, scan,
		`SELECT lead_id, unknowns FROM deliveries WHERE kind = 'owner' AND unknowns > 0`)
	must(t, err)
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
		if _, ok := g.receiver.accepted[l.ID]; !ok || l.Status() != Delivered || l.Webhook.Leased {
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
