package lead

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// block keeps everybody from writing the journal until free is called, as a
// disk does that is too slow or a tool that holds a lock.
func block(t *testing.T, url string) (free func()) {
	t.Helper()
	driver, statements := "pgx", []string{`BEGIN`, `LOCK TABLE leads, deliveries IN EXCLUSIVE MODE`}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, url, statements = "sqlite", path, []string{`BEGIN IMMEDIATE`}
	}
	db, err := sql.Open(driver, url)
	if err != nil {
		t.Error(err) // not Fatal: receivers call it too
		return func() {}
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Error(err)
		return func() { db.Close() }
	}
	for _, statement := range statements {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			t.Error(err)
		}
	}
	return func() { conn.Close(); db.Close() }
}

// patient makes SQLite wait for a lock as long as PostgreSQL does.
func (s *stand) patient() {
	s.t.Helper()
	if s.journal.dialect.name != sqliteDialect.name {
		return
	}
	if _, err := s.journal.write.Exec(`PRAGMA busy_timeout = 60000`); err != nil {
		s.t.Fatal(err)
	}
}

// hasty makes both give up at once.
func hasty(t *testing.T, url string) func(*stand) {
	t.Helper()
	if strings.HasPrefix(url, "postgres:") {
		admin(t, `ALTER DATABASE `+databaseName(url)+` SET lock_timeout = '50ms'`)
		return func(*stand) {}
	}
	return func(s *stand) {
		if _, err := s.journal.write.Exec(`PRAGMA busy_timeout = 50`); err != nil {
			t.Fatal(err)
		}
	}
}

// answer submits and fails the test if the answer takes as long as a disk that
// is never free.
func (s *stand) answer(sub Submission) (Outcome, error) {
	s.t.Helper()
	type told struct {
		out Outcome
		err error
	}
	answered := make(chan told, 1)
	go func() {
		out, err := s.Submit(context.Background(), sub)
		answered <- told{out, err}
	}()
	select {
	case got := <-answered:
		return got.out, got.err
	case <-time.After(30 * time.Second):
		s.t.Error("the visitor waits for the disk")
		return Outcome{}, nil
	}
}

// A disk that takes nothing for a while keeps nobody waiting, nobody is told
// of a success that is none, and no lead is lost.
func TestVisitorDoesNotWaitForTheDisk(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, func(c *Config) { c.visitor = 2500 * time.Millisecond })
		s.patient()

		t.Run("to store the lead", func(t *testing.T) {
			free := block(t, url)
			out, err := s.answer(submission("store"))
			calls := len(s.hook.got())
			free()
			if !errors.Is(err, ErrUnavailable) || out.Delivered || calls != 0 {
				t.Errorf("Submit() = %+v, %v after %d calls, want ErrUnavailable and none", out, err, calls)
			}
			s.underWay.Wait()
			s.work()
			leads := s.leads(Filter{})
			if len(leads) != 1 {
				t.Fatalf("%d leads, want the one that was stored in the end", len(leads))
			}
			s.want(leads[0].ID, Delivered, Delivered, 1, 1)
			if n := len(leads[0].Webhook.Attempts); n != 1 {
				t.Errorf("%d attempts, want 1: there was no time for one before", n)
			}
			if again := s.submit(submission("store"), true); again != leads[0].ID {
				t.Errorf("pressed again, it is lead %s, want %s", again, leads[0].ID)
			}
		})
		for name, code := range map[string]int{"to record a success": 200, "to record a failure": 500} {
			t.Run(name, func(t *testing.T) {
				wipe(t, s)
				s.hook.forget()
				s.mail.forget()
				locked := make(chan func(), 1)
				s.hook.set(func(w http.ResponseWriter, _ *http.Request) {
					locked <- block(t, url)
					w.WriteHeader(code)
				})
				out, err := s.answer(submission(name))
				(<-locked)()
				if err != nil || out.Delivered != (code == 200) {
					t.Errorf("Submit() = %+v, %v, want what the webhook answered, %d", out, err, code)
				}
				s.underWay.Wait()
				webhook, email, mails := Delivered, Delivered, 1
				if code != 200 {
					webhook, email, mails = Queued, Waiting, 0
				}
				s.want(out.ID, webhook, email, 1, mails)
				if s.get(out.ID).Webhook.Leased {
					t.Error("a lease is left")
				}
			})
		}
	})
}

// A repeat at one instance waits for the first attempt at another no longer
// than any visitor waits.
func TestVisitorDoesNotWaitForAnotherInstance(t *testing.T) {
	url := postgresURL(t)
	first := newStand(t, url, nil)
	second := newStand(t, url, func(c *Config) { c.visitor, c.WebhookURL = time.Second, first.hook.URL })
	arrived, answer := make(chan struct{}), make(chan struct{})
	first.hook.set(func(http.ResponseWriter, *http.Request) { close(arrived); <-answer })
	done := make(chan Outcome)
	go func() {
		out, _ := first.Submit(context.Background(), submission("k"))
		done <- out
	}()
	<-arrived
	began := time.Now()
	out, err := second.Submit(context.Background(), submission("k"))
	if took := time.Since(began); err != nil || out.Delivered || took > 8*time.Second {
		t.Errorf("Submit() = %+v, %v after %v, want a failure after a second", out, err, took)
	}
	second.underWay.Wait() // nobody goes on waiting for nobody
	close(answer)
	if got := <-done; got.ID != out.ID || !got.Delivered {
		t.Errorf("the first visitor was told %+v, want lead %s delivered", got, out.ID)
	}
}

// A panic in a submission is one visitor's failure and nobody else's.
func TestPanicIsOneVisitors(t *testing.T) {
	s := newStand(t, sqliteURL(t), func(c *Config) {
		c.Observe = func(Kind, bool, time.Duration) { panic("a mistake") }
	})
	id := s.submit(submission("k"), false)
	s.log.await("a mistake")
	if got := s.get(id).Status(); got != Queued {
		t.Errorf("the lead is %s, want it queued", got)
	}
}

// With the limits as they are, whatever the webhook and the disk do.
func TestVisitorIsAnsweredInTime(t *testing.T) {
	// A little for a busy machine, and still less than the shortest wait that would be one too many: a slow disk and then
	// the webhook's whole limit, 14 s.
	const limit = visitorLimit + 2500*time.Millisecond
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	begin := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Write([]byte("it begins"))
		w.(http.Flusher).Flush()
	}
	tests := []struct {
		name      string
		answer    http.HandlerFunc
		slow      time.Duration // the journal is blocked so long at first
		stuck     bool          // and from the webhook's call on until the visitor is answered
		delivered bool
	}{
		{name: "500", answer: status(500)},
		{name: "301", answer: redirect("http://127.0.0.1:1/", 301)},
		{name: "hang", answer: hang},
		{name: "reset", answer: reset},
		{name: "cut", answer: cut},
		{name: "truncated", answer: func(w http.ResponseWriter, r *http.Request) { begin(w, r); cut(w, r) }, delivered: true},
		{name: "endless", answer: func(w http.ResponseWriter, r *http.Request) { begin(w, r); hang(w, r) }, delivered: true},
		{name: "hang, slow disk", answer: hang, slow: 4 * time.Second},
		{name: "500, stuck disk", answer: status(500), stuck: true},
		{name: "hang, slow and stuck disk", answer: hang, slow: 4 * time.Second, stuck: true},
	}
	t.Parallel()
	// All of them wait at once; subtests would take turns.
	var visitors sync.WaitGroup
	for _, test := range tests {
		for _, url := range []string{sqliteURL(t), postgresURL(t)} {
			s := newStand(t, url, func(c *Config) { c.visitor, c.store = 0, 0 })
			locked := make(chan func(), 1)
			s.hook.set(func(w http.ResponseWriter, r *http.Request) {
				free := func() {}
				if test.stuck {
					free = block(t, url)
				}
				locked <- free
				test.answer(w, r)
			})
			name := s.journal.dialect.name + ", " + test.name
			visitors.Go(func() {
				if test.slow > 0 {
					time.AfterFunc(test.slow, block(t, url))
				}
				began := time.Now()
				out, err := s.Submit(context.Background(), submission("k"))
				took := time.Since(began)
				(<-locked)()
				if err != nil || out.Delivered != test.delivered {
					t.Errorf("%s: Submit() = %+v, %v, want Delivered = %v", name, out, err, test.delivered)
				}
				if took > limit {
					t.Errorf("%s: the visitor was answered after %v, want at most %v", name, took, limit)
				}
				if test.delivered && took > webhookLimit/2 {
					t.Errorf("%s: the visitor was answered after %v, want the status to be the answer", name, took)
				}
				t.Logf("%s: answered after %v", name, took.Round(10*time.Millisecond))
				s.underWay.Wait()
				if took := time.Since(began); took > limit+time.Second {
					t.Errorf("%s: it went on for %v", name, took)
				}
				if l := s.get(out.ID); (l.Status() == Delivered) != test.delivered || l.Webhook.Leased {
					t.Errorf("%s: the webhook is %+v", name, l.Webhook)
				}
			})
		}
	}
	visitors.Wait()
}

// reset answers with a TCP reset.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}
