package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
)

// A testSite is the real program on a port of its own, with receivers on loopback.
type testSite struct {
	url      string
	admin    string
	database string
	log      *logBuffer
	calls    *calls
	webhook  *receiver
	function *receiver
	maps     *receiver
	stop     context.CancelFunc // tells the program to end
}

// calls is the order in which requests arrived at all receivers.
type calls struct {
	mu   sync.Mutex
	list []call
	more chan struct{} // closed and replaced at every call
}

// call is one request to a receiver.
type call struct {
	receiver string
	path     string
	header   http.Header
	body     string
}

func (c *calls) add(one call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, one)
	close(c.more)
	c.more = make(chan struct{})
}

// all returns the calls so far.
func (c *calls) all() []call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]call(nil), c.list...)
}

// wait returns the first n calls as soon as there are that many.
func (c *calls) wait(t *testing.T, n int) []call {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		c.mu.Lock()
		list, more := append([]call(nil), c.list...), c.more
		c.mu.Unlock()
		if len(list) >= n {
			return list
		}
		select {
		case <-more:
		case <-deadline:
			t.Fatalf("%d calls arrived, want %d: %v", len(list), n, list)
		}
	}
}

// receiver is an outside server. Its answer can be changed between requests.
type receiver struct {
	*httptest.Server
	record *calls
	mu     sync.Mutex
	answer http.HandlerFunc
}

func (r *receiver) set(answer http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// status answers with a status and nothing else.
func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func newReceiver(t testing.TB, name string, record *calls) *receiver {
	r := &receiver{record: record, answer: status(http.StatusOK)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Errorf("%s: read the body: %v", name, err)
		}
		r.mu.Lock()
		answer := r.answer
		r.mu.Unlock()
		record.add(call{receiver: name, path: req.URL.Path, header: req.Header, body: string(body)})
		answer(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

// logBuffer is the program's log.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// startSite starts the program with receivers for the webhook, the e-mail function and the map. change may alter the
// settings before the start.
func startSite(t testing.TB, dev bool, change func(*flags)) *testSite {
	t.Helper()
	s := &testSite{
		database: "sqlite:" + filepath.Join(t.TempDir(), "haulfront.db"),
		log:      &logBuffer{},
		calls:    &calls{more: make(chan struct{})},
	}
	s.webhook = newReceiver(t, "webhook", s.calls)
	s.function = newReceiver(t, "function", s.calls)
	s.maps = newReceiver(t, "maps", &calls{more: make(chan struct{})})
	s.maps.set(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>map</title>")
	})
	f := flags{
		Addr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", DatabaseURL: s.database,
		LeadWebhookURL: s.webhook.URL + "/leads", SupabaseURL: s.function.URL, SupabaseAnonKey: "anon-key-of-the-test",
		SupabaseSession: "off", AnalyticsFormat: "json", MapsEmbedURL: s.maps.URL + "/embed", QuoteRateLimit: "1000", RenderWorkers: "1", RenderMemo: "on",
	}
	if change != nil {
		change(&f)
	}
	set, err := f.check()
	if err != nil {
		t.Fatal(err)
	}
	env := &environment{Stdout: io.Discard, Stderr: s.log, Now: time.Now, Lazy: true}
	ctx, stop := context.WithCancel(t.Context())
	site, err := open(ctx, set, env, dev)
	if err != nil {
		stop()
		t.Fatal(err)
	}
	s.url, s.admin = "http://"+site.listener.Addr().String(), "http://"+site.adminListener.Addr().String()
	s.stop = stop
	ended := make(chan error, 1)
	go func() { ended <- site.run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the program's log:\n%s", s.log)
		}
	})
	return s
}

// lookSite returns the site of the tests that look at pages and leave nothing in the journal. They share it, because a site
// that is new has everything yet to be bundled, rendered and drawn.
func lookSite(t testing.TB) *testSite {
	t.Helper()
	looked.start.Do(func() { looked.site = startSite(&lasting{TB: t}, false, nil) })
	if looked.site == nil {
		t.Fatal("the shared site did not start")
	}
	return looked.site
}

var looked struct {
	start   sync.Once
	site    *testSite
	cleanup []func()
}

// endLookSite ends what lookSite has started.
func endLookSite() {
	for _, f := range slices.Backward(looked.cleanup) {
		f()
	}
}

// lasting is a test to those who start something that lasts until all tests have ended.
type lasting struct{ testing.TB }

func (l *lasting) Context() context.Context { return context.Background() }
func (l *lasting) Cleanup(f func())         { looked.cleanup = append(looked.cleanup, f) }
func (l *lasting) Failed() bool             { return false } // whose failure it was, nobody knows
func (l *lasting) TempDir() string {
	dir, err := os.MkdirTemp("", "haulfront")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
func (l *lasting) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) } // its test may be over

// leads returns the journal, newest first.
func (s *testSite) leads(t *testing.T) []lead.Lead {
	t.Helper()
	journal, err := lead.OpenJournal(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	var list []lead.Lead
	for l, err := range journal.List(t.Context(), lead.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

// post sends a form as a browser without JavaScript does, and returns the answer without following it.
func (s *testSite) post(t *testing.T, form url.Values) (*http.Response, string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(s.url+"/quote", form)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}
