package lead

import (
	"bytes"
	"context"
	"encoding/base64"
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

// A receiver is a server of the outside world. It answers with what answer
// says, or 200.
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

func (r *receiver) set(answer http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func (r *receiver) got() []call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]call(nil), r.calls...)
}

// forget makes the receiver as it was at the beginning.
func (r *receiver) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls, r.answer = nil, nil
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// cut drops the connection after the request was taken in.
func cut(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }

// A stand is a desk with its two receivers and its clock.
type stand struct {
	*Service
	t     *testing.T
	hook  *receiver
	mail  *receiver
	clock *clock
	log   *buffer
}

// A buffer is a log that can be waited for.
type buffer struct {
	mu   sync.Mutex
	b    bytes.Buffer
	more sync.Cond
}

func newBuffer() *buffer {
	b := &buffer{}
	b.more.L = &b.mu
	return b
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.more.Broadcast()
	return b.b.Write(p)
}

// await waits until the log has text in it.
func (b *buffer) await(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !bytes.Contains(b.b.Bytes(), []byte(text)) {
		b.more.Wait()
	}
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// newStand opens a desk with a webhook and the e-mail function; edit may
// change that.
func newStand(t *testing.T, url string, edit func(*Config)) *stand {
	t.Helper()
	s := &stand{t: t, hook: newReceiver(t), mail: newReceiver(t), log: newBuffer(),
		clock: &clock{at: time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)}}
	client, err := supabase.New(s.mail.URL, anonKey)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{DatabaseURL: url, WebhookURL: s.hook.URL + "/hook/path-secret", WebhookSecret: secret, Supabase: client,
		Log: slog.New(slog.NewTextHandler(s.log, nil)), Now: s.clock.now,
		// A busy machine must not cut a visitor's wait short.
		visitor: time.Minute, store: time.Minute}
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
				t.Errorf("the log has %q in it:\n%s", secret, s.log)
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

// submit submits, checks what the visitor is told and returns the lead's ID.
func (s *stand) submit(sub Submission, delivered bool) string {
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

// work does what is due now, like Run, but until nothing is left.
func (s *stand) work() {
	s.t.Helper()
	for {
		s.underWay.Wait()
		claims, _, err := s.next(context.Background(), workers)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(claims) == 0 {
			return
		}
		for _, c := range claims {
			s.attempt(context.Background(), c)
		}
	}
}

func (s *stand) get(id string) Lead {
	s.t.Helper()
	l, err := s.journal.Get(context.Background(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return l
}

// want checks how the two deliveries of a lead stand and how many calls were
// made in all.
func (s *stand) want(id string, webhook, email Status, hooks, mails int) {
	s.t.Helper()
	l := s.get(id)
	if l.Webhook.Status != webhook || l.Email.Status != email {
		s.t.Errorf("webhook is %s and e-mail %s, want %s and %s", l.Webhook.Status, l.Email.Status, webhook, email)
	}
	if n := len(s.hook.got()); n != hooks {
		s.t.Errorf("the webhook was called %d times, want %d", n, hooks)
	}
	if n := len(s.mail.got()); n != mails {
		s.t.Errorf("the function was called %d times, want %d", n, mails)
	}
}

func (s *stand) leads(f Filter) []Lead {
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
