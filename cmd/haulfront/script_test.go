package main

import (
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes "exec haulfront" in a script the real main of this program, in a process of its own, and
// "haulfront-unlimited" the same for a process whose files may be limited in size without ending it.
// tests are all tests, and the end of what they share.
type tests struct{ *testing.M }

func (t tests) Run() int {
	defer endLookSite()
	defer stopBrowser()
	return t.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"haulfront": main, "haulfront-unlimited": mainUnlimited, "haulfront-few-files": mainFewFiles})
}

// TestScripts plays testdata/script: what the site answers, and what leaves it, as plain text.
//
// A script speaks to the real program over loopback. It begins with the program's settings and gets an empty journal,
// receivers that answer 200, a client address of its own for the rate limit, and a clock that stands still, so that the
// worker makes no attempt that the script did not ask for. Scripts of the same settings share one program, which is why
// they run one after the other.
//
//	serve [SETTING=value ...]      the program with these settings instead of the usual ones
//	webhook|function ANSWER        how a receiver answers: a status, or a name of scriptAnswers
//	journal refuses|accepts        whether the journal can be written
//	clock DURATION                 move the program's clock on
//
//	with 'NAME: VALUE' ...         headers of the next request
//	from ADDRESS                   the visitor's address from here on, as a trusted proxy tells it
//	get|head PATH                  ask
//	post PATH FIELD=VALUE ...      post a form as a browser does
//	request METHOD PATH [FILE]     send a body as it is
//	again N                        the last request N times more, always with the same status
//	raw TEXT                       these bytes, with Go's escapes
//	admin PATH                     ask the admin address
//	spellings                      ask for every page in spellings that are not its canonical one
//
//	status CODE                    the answer's status
//	[!] header NAME [PATTERN]      a header is there and, if given, matches
//	[!] body PATTERN               the body, after decoding, matches
//	json FILE                      the body is this JSON
//	save FILE                      keep the body
//	same FILE                      the body is the same as one that was kept
//	remember VARIABLE header NAME [PATTERN] | body PATTERN
//
//	sent webhook|function FILE     the next call that left the program has this body
//	carrying NAME [PATTERN]        it had this header; "! carrying" that it had not
//	sent nothing                   no further call has left
//	leads N [STATUS [EMAIL]]       how many leads with these statuses the journal has
//	[!] log PATTERN                the log has a matching line; it is waited for
//	bytes N FILE [TEXT]            make a file of N bytes that begins with TEXT
//	repeat N TEXT FILE BEGINNING [END]  a file in which a text stands so many times
//
// At the end of each script every call must have been looked at with sent, and the log must be free of secrets and of
// what visitors typed.
func TestScripts(t *testing.T) {
	s := &stage{t: t, programs: map[string]*actor{}}
	testscript.RunT(inTurn{t}, testscript.Params{
		Dir: "testdata/script", Setup: s.setup, Cmds: s.commands(), RequireExplicitExec: true,
	})
}

// inTurn runs scripts one after the other.
type inTurn struct{ *testing.T }

func (inTurn) Parallel()     {}
func (inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(inTurn{t}) })
}

// What must not be read in a log.
var (
	scriptSecret  = "whsec_" + base64.StdEncoding.EncodeToString([]byte("what the scripts sign with"))
	scriptSecrets = []string{scriptSecret, "hook-path-secret", "anon-key-of-the-scripts"}
)

// waitLimit bounds every wait of a script; it is long because machines are shared.
const waitLimit = 30 * time.Second

// scriptStart is where the clock begins in every script.
var scriptStart = time.Date(2025, 10, 6, 15, 4, 5, 678e6, time.UTC)

// A stage is what all scripts share: the programs, by their settings.
type stage struct {
	t        *testing.T
	programs map[string]*actor
	visitors int
}

// An actor is one running program with its receivers.
type actor struct {
	*testSite
	log     *loudLog
	journal *sql.DB
	down    map[*receiver]bool

	mu  sync.Mutex
	now time.Time
}

func (a *actor) clock() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now
}

func (a *actor) setClock(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now = at
}

// loudLog is a log that can be waited for.
type loudLog struct {
	logBuffer
	mu   sync.Mutex
	more chan struct{} // closed and replaced at every line
}

func (l *loudLog) Write(p []byte) (int, error) {
	n, err := l.logBuffer.Write(p)
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.more)
	l.more = make(chan struct{})
	return n, err
}

func (l *loudLog) next() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.more
}

// next returns a channel that is closed when another call arrives.
func (c *calls) next() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.more
}

// await asks done again after everything new, until it says yes, and reports whether it ever did.
func await(next func() <-chan struct{}, done func() bool) bool {
	deadline := time.After(waitLimit)
	for {
		more := next()
		if done() {
			return true
		}
		select {
		case <-more:
		case <-deadline:
			return false
		}
	}
}

// actor returns the program with the given settings, starting it if no script has yet.
func (s *stage) actor(args []string) (*actor, error) {
	name := strings.Join(args, " ")
	if a := s.programs[name]; a != nil {
		return a, nil
	}
	path := filepath.Join(s.t.TempDir(), "haulfront.db")
	a := &actor{
		testSite: &testSite{database: "sqlite:" + path, calls: &calls{more: make(chan struct{})}},
		log:      &loudLog{more: make(chan struct{})},
		down:     map[*receiver]bool{},
		now:      scriptStart,
	}
	a.webhook = newReceiver(s.t, "webhook", a.calls)
	a.function = newReceiver(s.t, "function", a.calls)
	set, err := parseSettings(append([]string{
		"ADDR=127.0.0.1:0", "ADMIN_ADDR=127.0.0.1:0", "DATABASE_URL=" + a.database,
		"LEAD_WEBHOOK_URL=" + a.webhook.URL + "/hook-path-secret", "LEAD_WEBHOOK_SECRET=" + scriptSecret,
		"SUPABASE_URL=" + a.function.URL, "SUPABASE_ANON_KEY=anon-key-of-the-scripts",
		"TRUSTED_PROXIES=127.0.0.1", "RENDER_WORKERS=2",
	}, args...)...)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(s.t.Context())
	site, err := open(ctx, set, &environment{Stdout: io.Discard, Stderr: a.log, Now: a.clock, Lazy: true}, false)
	if err != nil {
		stop()
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- site.run(ctx) }()
	s.t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			s.t.Errorf("the program with settings %q ended with %v", name, err)
		}
	})
	a.url, a.admin = "http://"+site.listener.Addr().String(), "http://"+site.adminListener.Addr().String()
	if a.journal, err = sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"); err != nil {
		return nil, err
	}
	s.t.Cleanup(func() { a.journal.Close() })
	s.programs[name] = a
	return a, nil
}

// begin makes the program as a script expects to find it.
func (a *actor) begin() error {
	a.setClock(scriptStart)
	for _, r := range []*receiver{a.webhook, a.function} {
		if err := a.answerWith(r, "200"); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`DROP TRIGGER IF EXISTS refuse`, `DELETE FROM deliveries`, `DELETE FROM leads`,
	} {
		if _, err := a.journal.Exec(statement); err != nil {
			return fmt.Errorf("empty the journal: %w", err)
		}
	}
	return nil
}

// scriptAnswers are what a receiver can do besides answering with a status.
var scriptAnswers = map[string]http.HandlerFunc{
	"redirect": func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, "/elsewhere", http.StatusFound)
	},
	"hang":  func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() },
	"relay": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("x-relay-error", "true") },
	"reset": func(w http.ResponseWriter, _ *http.Request) {
		breakOff(w, "", func(conn *net.TCPConn) { _ = conn.SetLinger(0) })
	},
	"half-a-header": func(w http.ResponseWriter, _ *http.Request) {
		breakOff(w, "HTTP/1.1 200 OK\r\nContent-Le", nil)
	},
	"half-a-body": func(w http.ResponseWriter, _ *http.Request) {
		breakOff(w, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\":", nil)
	},
}

// breakOff sends a beginning and closes the connection.
func breakOff(w http.ResponseWriter, beginning string, before func(*net.TCPConn)) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err) // a server of HTTP/1 lets itself be taken over
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, beginning)
	if before != nil {
		before(conn.(*net.TCPConn))
	}
}

// answerWith makes a receiver answer with a status or a name of scriptAnswers; "down" is nobody at the address.
func (a *actor) answerWith(r *receiver, name string) error {
	if name == "down" {
		a.down[r] = true
		return r.Listener.Close()
	}
	answer := scriptAnswers[name]
	if answer == nil {
		code, err := strconv.Atoi(name)
		if err != nil {
			return fmt.Errorf("no receiver answers with %q", name)
		}
		answer = status(code)
	}
	r.set(answer)
	if !a.down[r] {
		return nil
	}
	again, err := net.Listen("tcp", r.Listener.Addr().String())
	if err != nil {
		return fmt.Errorf("bring the receiver back: %w", err)
	}
	a.down[r], r.Listener = false, again
	go func() { _ = r.Config.Serve(again) }() // ends when the listener is closed
	return nil
}
