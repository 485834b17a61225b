package lead

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/cmd/haulfront/internal/supabase"
)

const anonKey = "anon-key-secret"

var secret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("the secret of the webhook"))

// A clock stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// A call is one request that a receiver got.
type call struct {
	header http.Header
	body   string
}

// A receiver is the server of a webhook or of the e-mail function. It answers with what answer writes, by default 200.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	calls  []call
	answer http.HandlerFunc
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.calls = append(r.calls, call{req.Header.Clone(), string(body)})
		answer := r.answer
		r.mu.Unlock()
		if answer != nil {
			answer(w, req)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// respond sets the answer to further calls; nil is 200.
func (r *receiver) respond(answer http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// received returns the calls so far.
func (r *receiver) received() []call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]call(nil), r.calls...)
}

// reset returns the receiver to its initial state.
func (r *receiver) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls, r.answer = nil, nil
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// dropConnection closes the connection after the request was received.
func dropConnection(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// A logBuffer is a log that can be waited for.
type logBuffer struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more sync.Cond
}

func newLogBuffer() *logBuffer {
	b := &logBuffer{}
	b.more.L = &b.mu
	return b
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.more.Broadcast()
	return b.b.Write(p)
}

// waitFor waits until the log contains text.
func (b *logBuffer) waitFor(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !bytes.Contains(b.b.Bytes(), []byte(text)) {
		b.more.Wait()
	}
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// A testService is a Service with its two receivers, its clock and its log.
type testService struct {
	*Service
	t             *testing.T
	webhookServer *receiver
	emailServer   *receiver
	clock         *clock
	log           *logBuffer
}

// newTestService opens a Service with a webhook and the e-mail function; edit may change that. When the test ends it is
// closed, and its log must be free of secrets and personal data.
func newTestService(t *testing.T, url string, edit func(*Config)) *testService {
	t.Helper()
	s := &testService{t: t, webhookServer: newReceiver(t), emailServer: newReceiver(t), log: newLogBuffer(),
		clock: &clock{at: time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)}}
	client, err := supabase.New(s.emailServer.URL, anonKey)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{DatabaseURL: url, WebhookURL: s.webhookServer.URL + "/hook/path-secret", WebhookSecret: secret, Supabase: client,
		Log: slog.New(slog.NewTextHandler(s.log, nil)), Now: s.clock.now,
		// A busy machine must not shorten a visitor's wait.
		visitorLimit: time.Minute, storeLimit: time.Minute}
	if edit != nil {
		edit(&c)
	}
	s.Service, err = Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Service.Close(); err != nil {
			t.Error(err)
		}
		for _, secret := range []string{anonKey, "path-secret", secret, "ann@example.com", "555-0100", "session-token"} {
			if strings.Contains(s.log.String(), secret) {
				t.Errorf("the log contains %q:\n%s", secret, s.log)
			}
		}
	})
	return s
}

func request() quote.Request {
	return quote.Request{Name: "Ann O'Neil", Email: "ann@example.com", Phone: "(214) 555-0100",
		ServiceType: "Yard Waste", ZIPCode: "75024", ServiceTimeframe: "Today", Message: "<b> & co", Source: quote.SourceGet}
}

func submission(key string) Submission {
	return Submission{Request: request(), Key: key, Page: "/get-quote"}
}

// submit submits, checks the outcome and returns the lead's ID.
func (s *testService) submit(sub Submission, delivered bool) string {
	s.t.Helper()
	out, err := s.Submit(context.Background(), sub)
	if err != nil {
		s.t.Fatal(err)
	}
	if out.Delivered != delivered {
		s.t.Fatalf("Submit().Delivered = %v, want %v", out.Delivered, delivered)
	}
	return out.ID
}

// deliverDue delivers what is due now, like Run, until nothing is left.
func (s *testService) deliverDue() {
	s.t.Helper()
	ctx := context.Background()
	for {
		s.background.Wait()
		claimed, _, err := s.claim(ctx, workerSlots)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(claimed) == 0 {
			return
		}
		for _, d := range claimed {
			s.record(ctx, d, s.send(ctx, d))
		}
	}
}

// runWorker starts the worker and returns a function that stops it.
func runWorker(s *Service) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	return func() { cancel(); <-done }
}

func (s *testService) get(id string) Lead {
	s.t.Helper()
	l, err := s.journal.Get(context.Background(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return l
}

// wantState checks the statuses of a lead's two deliveries and how many calls were made in all.
func (s *testService) wantState(id string, webhook, email Status, webhookCalls, emailCalls int) {
	s.t.Helper()
	l := s.get(id)
	if l.Webhook.Status != webhook || l.Email.Status != email {
		s.t.Errorf("the webhook is %s and the e-mail %s, want %s and %s", l.Webhook.Status, l.Email.Status, webhook, email)
	}
	if n := len(s.webhookServer.received()); n != webhookCalls {
		s.t.Errorf("the webhook was called %d times, want %d", n, webhookCalls)
	}
	if n := len(s.emailServer.received()); n != emailCalls {
		s.t.Errorf("the e-mail function was called %d times, want %d", n, emailCalls)
	}
}

// wantUnavailable submits and expects a refusal that sends nothing.
func wantUnavailable(t *testing.T, s *testService, key string) {
	t.Helper()
	before := len(s.webhookServer.received())
	out, err := s.Submit(context.Background(), submission(key))
	if !errors.Is(err, ErrUnavailable) || out.Delivered {
		t.Errorf("Submit() = %+v, %v, want ErrUnavailable", out, err)
	}
	if n := len(s.webhookServer.received()) - before; n != 0 {
		t.Errorf("%d calls were made for a lead that is not stored", n)
	}
	if err := s.Ready(context.Background()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Ready() = %v, want ErrUnavailable", err)
	}
}

func (s *testService) leads(f Filter) []Lead {
	s.t.Helper()
	var all []Lead
	for l, err := range s.journal.List(context.Background(), f) {
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

// deleteLeads empties the journal.
func deleteLeads(t *testing.T, s *testService) {
	t.Helper()
	s.background.Wait()
	if _, err := s.journal.write.Exec(`DELETE FROM leads`); err != nil {
		t.Fatal(err)
	}
}
