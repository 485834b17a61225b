package lead

import (
	"database/sql"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// The numbers of make test; make crash sets larger ones.
var (
	crashSQLite   = flag.Int("crash-sqlite", 50, "how often TestCrash kills on SQLite")
	crashPostgres = flag.Int("crash-postgres", 50, "how often TestCrash kills on PostgreSQL")
)

// TestCrash kills under load, again and again, at a random line of a server's
// output or at a random call that arrives; visitors who got no answer press
// again at the next server. On PostgreSQL three servers are alive at a time and
// one is killed while the others go on, and now and then PostgreSQL itself. In
// the end every lead that anybody was told of is in the journal, every lead of
// the journal was taken in by the receiver, and nobody's is there twice.
func TestCrash(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		url := sqliteURL(t)
		f := newFleet(t, url, 1)
		for range *crashSQLite {
			f.killOne(rand.IntN(len(f.servers)))
		}
		f.judge(*crashSQLite, func(db *sql.DB) string {
			// Only the first of what is wrong; ok if nothing is.
			var verdict string
			if err := db.QueryRow(`PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
				return err.Error()
			}
			return verdict
		})
	})
	t.Run("postgres", func(t *testing.T) {
		server := &postgresServer{}
		url := ownDatabase(t, server)
		f := newFleet(t, url, 3)
		for n := range *crashPostgres {
			f.killOne(rand.IntN(len(f.servers)))
			if n%25 == 24 { // in addition
				server.kill()
				f.forgetCut()
				if err := server.launch(); err != nil {
					t.Fatal(err)
				}
			}
		}
		f.judge(*crashPostgres, func(*sql.DB) string {
			// Every row of every table, every index against its table.
			out, err := server.command("pg_amcheck", "-h", server.dir, "-U", "postgres",
				"--install-missing", "--heapallindexed", "--rootdescend", databaseName(url)).CombinedOutput()
			if err != nil {
				return err.Error() + "\n" + string(out)
			}
			return "ok"
		})
	})
}

// judge ends the servers, has what is left delivered, compares everybody's
// story with everybody else's and prints the figures.
func (f *fleet) judge(points int, integrity func(*sql.DB) string) {
	t := f.t
	t.Helper()
	for i := range f.servers {
		f.end(i)
	}
	f.hook.reform()
	s := newStand(t, f.url, func(c *Config) { c.WebhookURL, c.Supabase = f.address, nil })
	s.clock.at = time.Now().Add(time.Hour)
	s.work()

	lost, duplicates := 0, len(f.hook.faults)
	for _, fault := range f.hook.faults {
		t.Error(fault)
	}
	journal := map[string]string{} // key to ID
	for _, l := range s.leads(Filter{}) {
		key := l.Request.Message
		if other, ok := journal[key]; ok {
			duplicates++
			t.Errorf("key %s is two leads, %s and %s", key, other, l.ID)
		}
		journal[key] = l.ID
		if _, ok := f.hook.taken[l.ID]; !ok || l.Status() != Delivered || l.Webhook.Leased {
			lost++
			t.Errorf("lead %s is %s at the end; taken in: %v", l.ID, l.Status(), ok)
		}
	}
	for key, id := range f.told {
		if journal[key] != id {
			lost++
			t.Errorf("a visitor was told of lead %s, the journal has %q", id, journal[key])
		}
	}
	if len(f.hook.taken) != len(journal) {
		t.Errorf("the receiver has %d leads, the journal %d", len(f.hook.taken), len(journal))
	}
	var halves int
	if err := s.journal.read.QueryRow(`SELECT
		(SELECT COUNT(*) FROM leads l WHERE (SELECT COUNT(*) FROM deliveries d WHERE d.lead_id = l.id) <> 2) +
		(SELECT COUNT(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM leads))`).Scan(&halves); err != nil || halves != 0 {
		t.Errorf("%d leads or deliveries are without the other, %v", halves, err)
	}
	verdict := integrity(s.journal.read)
	if verdict != "ok" {
		t.Errorf("integrity: %s", verdict)
	}
	if len(f.told) < points {
		t.Errorf("only %d visitors were answered in %d runs; the test shows nothing", len(f.told), points)
	}
	if len(f.waits) == 0 {
		t.Fatal("no kill left a lease; the test shows nothing")
	}
	slices.Sort(f.waits)
	t.Logf("%s, %d at a time: %d kills, %d visitors, %d told of their lead, %d refused, %d leads",
		s.journal.dialect.name, len(f.servers), points, len(f.tried), len(f.told), f.refused, len(journal))
	t.Logf("%d calls, %d of them repeats of a lead that was taken in already; lost: %d; duplicates: %d; integrity: %s",
		f.hook.calls, f.hook.repeats, lost, duplicates, strings.TrimSpace(verdict))
	t.Logf("%d cut attempts were made again: median %v, longest %v after %s",
		len(f.waits), f.waits[len(f.waits)/2].Round(time.Millisecond), f.waits[len(f.waits)-1].Round(time.Millisecond), f.since)
}
