package outbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestRemovedLeadsAreErased looks for removed leads in the files of a journal that is in use: texts of all lengths, in
// rows of one page and of several.
func TestRemovedLeadsAreErased(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/leads.db"
	s := newTestService(t, "sqlite:"+path, withoutDestinations)
	const leads = 150
	name := func(i int) string { return fmt.Sprintf("marker-%03d-end", i) }
	var ids []string
	for i := range leads {
		sub := post(fmt.Sprint(i))
		sub.Request.Name, sub.Request.Email = name(i), name(i)+"@example.com"
		sub.Request.Message = strings.Repeat(name(i)+" ", 1+i*i%311)
		ids = append(ids, s.submit(sub, true))
	}
	operator, err := Attach(t.Context(), "sqlite:"+path)
	testkit.Must(t, err)
	defer operator.Close()
	removed := func(i int) bool { return i%3 != 1 }
	for i, id := range ids {
		if removed(i) {
			testkit.Must(t, errOf(operator.Purge(t.Context(), id)))
		}
	}
	for _, file := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(file)
		testkit.Must(t, err)
		for i := range leads {
			if has := bytes.Contains(data, []byte(name(i))); has && removed(i) {
				t.Errorf("%s still has %s, which was removed", file, name(i))
			} else if !has && !removed(i) && file == path {
				t.Errorf("%s lacks %s, which was not removed", file, name(i))
			}
		}
	}
}

// TestRemoveSaysWhatIsNotErased has another process read while a lead is removed.
func TestRemoveSaysWhatIsNotErased(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/leads.db"
	s := newTestService(t, "sqlite:"+path, nil)
	id := s.submit(post("k"), true)
	s.deliverDue()
	reader, err := journal.OpenFile(path, nil, "_pragma=query_only(1)")
	testkit.Must(t, err)
	defer reader.Close()
	tx, err := reader.BeginTx(t.Context(), nil)
	testkit.Must(t, err)
	var n int
	testkit.Must(t, tx.QueryRow(`SELECT COUNT(*) FROM leads`).Scan(&n))
	s.exec(`PRAGMA busy_timeout(1)`)
	testkit.WantError(t, "Purge() while another process reads", errOf(s.Purge(t.Context(), id)), "could not be emptied")
	testkit.Must(t, tx.Rollback())
	if _, err := s.PurgeOld(t.Context(), s.clock.Now()); err != nil {
		t.Errorf("the next Purge() = %v, want it to make up for that", err)
	}
	if log, err := os.Stat(path + "-wal"); err != nil || log.Size() != 0 {
		t.Errorf("SQLite's log is %v, %v, want it empty", log, err)
	}
}

func TestPurgeInBatches(t *testing.T) {
	onEachService(t, withoutDestinations, func(t *testing.T, s *testService) {
		const n = 2*purgeBatch + 1
		for i := range n {
			s.insertLead(fmt.Sprint("old-", i), s.clock.Now().Add(time.Duration(i)*time.Second), Stored)
		}
		s.clock.Advance(time.Hour)
		done, err := s.PurgeOld(t.Context(), s.clock.Now())
		if err != nil || done.Removed != n || done.Left != 0 {
			t.Errorf("Purge() of %d leads = %+v, %v", n, done, err)
		}
	})
}

// A lead that others were merged into is removed with the last of them.
func TestPurgeOfMerged(t *testing.T) {
	onEachService(t, withoutDestinations, func(t *testing.T, s *testService) {
		now := s.clock.Now()
		for i, id := range []string{"first", "second", "third"} {
			s.insertLead(id, now.Add(time.Duration(i)*time.Hour), Stored)
		}
		s.exec(`UPDATE leads SET merged_into = 'first' WHERE id <> 'first'`)
		for hours, left := range []int{3, 3, 2, 0} {
			done, err := s.PurgeOld(t.Context(), now.Add(time.Duration(hours)*time.Hour))
			if got := len(s.ids(Filter{})); got != left || done.Left != 0 || err != nil {
				t.Errorf("after %d hours, %d leads are left, want %d; %+v, %v", hours, got, left, done, err)
			}
		}
	})
}

// insertLead stores a lead with two deliveries of a status, without a submission.
func (s *testService) insertLead(id string, received time.Time, status Status) {
	s.t.Helper()
	s.exec(`INSERT INTO leads (id, identity, received_at, name, email, phone, service_type, zip_code,
		service_timeframe, message, source, page, suspect)
		VALUES ($1, $1, $2, '', '', '', '', '', '', '', '', '', '')`, id, journal.Millis(received))
	for _, kind := range []Kind{Webhook, Email} {
		s.exec(`INSERT INTO deliveries (lead_id, kind, status, body) VALUES ($1, $2, $3, '')`, id, kind, status)
	}
}

// TestRetention removes old leads at the start and says how many: one that was delivered, and one that no attempt could
// deliver. One that is still to be sent is left, and so is a young one.
func TestRetention(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		const retention = 30 * 24 * time.Hour
		s := newTestService(t, url, func(c *testConfig) { c.Retention = retention })
		s.submit(post("delivered"), true)
		s.deliverDue()
		s.webhookServer.Set(testkit.Status(500))
		dead, queued := s.submit(post("dead"), false), s.submit(post("queued"), false)
		s.exec(`UPDATE deliveries SET status = 'dead' WHERE lead_id = $1`, dead)
		s.clock.Advance(retention + time.Second)
		// The worker must not send the queued lead during the test.
		s.exec(`UPDATE deliveries SET due_at = $1 WHERE lead_id = $2`,
			journal.Millis(s.clock.Now().Add(time.Hour)), queued)
		s.insertLead("young", s.clock.Now().Add(-time.Minute), Delivered)
		stop := runWorker(s.Service)
		s.log.Wait(t, `old leads removed`)
		stop()
		if got, want := s.ids(Filter{}), []string{"young", queued}; !slices.Equal(got, want) {
			t.Errorf("left are %v, want %v", got, want)
		}
		s.wantLog("removed=2 undelivered=1 still_to_be_sent=1 older_than=720h0m0s")
	})
}

// TestRetentionIsOff keeps leads of any age without the setting.
func TestRetentionIsOff(t *testing.T) {
	t.Parallel()
	s := newTestService(t, "sqlite:"+t.TempDir()+"/leads.db", withoutDestinations)
	old := s.submit(post("k"), true)
	s.clock.Advance(20 * 365 * 24 * time.Hour)
	stop := runWorker(s.Service)
	s.submit(post("l"), true)
	stop()
	if _, err := s.Get(t.Context(), old); err != nil {
		t.Errorf("a lead of twenty years: %v", err)
	}
}
