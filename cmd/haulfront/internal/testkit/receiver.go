package testkit

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Call is one request to a receiver.
type Call struct {
	Receiver string // the receiver's name
	Method   string
	Path     string
	URL      string // path and query
	Header   http.Header
	Body     string
}

// Calls records requests to one or more receivers in the order of their arrival. The zero value is ready to use.
type Calls struct {
	changes
	mu   sync.Mutex
	list []Call
}

func (c *Calls) add(call Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, call)
	c.announce()
}

// All returns the calls so far.
func (c *Calls) All() []Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list)
}

// Take removes and returns the calls so far.
func (c *Calls) Take() []Call {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.list
	c.list = nil
	return list
}

// Wait returns all calls as soon as there are at least n, and fails the test if there are fewer after WaitLimit.
func (c *Calls) Wait(t testing.TB, n int) []Call {
	t.Helper()
	if !Await(c.Next, func() bool { return len(c.All()) >= n }) {
		list := c.All()
		t.Fatalf("%d calls arrived, want %d: %v", len(list), n, list)
	}
	return c.All()
}

// Receiver is an external server on loopback. It records each call before it responds, with 200 unless Set changes
// that.
type Receiver struct {
	*httptest.Server
	*Calls
	mu     sync.Mutex
	answer http.HandlerFunc
	broken bool // AllowBroken was called
}

// NewReceiver starts a receiver that runs until the test ends. It records into calls, or into Calls of its own if that
// is nil.
func NewReceiver(t testing.TB, name string, calls *Calls) *Receiver {
	if calls == nil {
		calls = &Calls{}
	}
	r := &Receiver{Calls: calls, answer: Status(http.StatusOK)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		r.mu.Lock()
		answer, broken := r.answer, r.broken
		r.mu.Unlock()
		if err != nil && !broken {
			t.Errorf("%s: read the body: %v", name, err)
		}
		r.add(Call{name, req.Method, req.URL.Path, req.URL.String(), req.Header.Clone(), string(body)})
		answer(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

// Set changes the response to all following requests; nil is 200.
func (r *Receiver) Set(answer http.HandlerFunc) {
	if answer == nil {
		answer = Status(http.StatusOK)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// AllowBroken accepts truncated requests, which otherwise fail the test.
func (r *Receiver) AllowBroken() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.broken = true
}

// Restore removes all calls, and makes the receiver respond with 200 again.
func (r *Receiver) Restore() {
	r.Take()
	r.Set(nil)
}

// Status responds with a status and no body.
func Status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// Hang does not respond before the client gives up.
func Hang(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }

// Relay responds as the backend does when its relay cannot reach the function.
func Relay(w http.ResponseWriter, _ *http.Request) { w.Header().Set("x-relay-error", "true") }

// Disconnect closes the connection without a response.
func Disconnect(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Reset resets the connection without a response.
func Reset(w http.ResponseWriter, _ *http.Request) {
	Hijack(w, "", func(conn *net.TCPConn) { _ = conn.SetLinger(0) })
}

// Truncated sends the beginning of a response, and closes the connection.
func Truncated(beginning string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { Hijack(w, beginning, func(*net.TCPConn) {}) }
}

// Hijack sends the beginning of a response, calls then, and closes the connection.
func Hijack(w http.ResponseWriter, beginning string, then func(*net.TCPConn)) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err) // HTTP/1 connections can be hijacked
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, beginning)
	then(conn.(*net.TCPConn))
}

// Answers are what a receiver can do besides answering with a status.
var Answers = map[string]http.HandlerFunc{
	"redirect": func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, "/elsewhere", http.StatusFound)
	},
	"hang":          Hang,
	"relay":         Relay,
	"reset":         Reset,
	"half-a-header": Truncated("HTTP/1.1 200 OK\r\nContent-Le"),
	"half-a-body":   Truncated("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\":"),
}

// PageView is the JSON of a page view.
type PageView struct{ Name, URL, Path, Query, Visitor string }

// Analytics is an analytics service on loopback that accepts plain JSON.
type Analytics struct {
	*httptest.Server
	// Views holds the page views that no test has received yet.
	Views chan PageView
}

// NewAnalytics starts a service that runs until the test ends.
func NewAnalytics(t testing.TB) *Analytics {
	a := &Analytics{Views: make(chan PageView, 100)}
	a.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body) // a truncated body fails the next line
		var view PageView
		if err := json.Unmarshal(body, &view); err != nil {
			t.Errorf("the analytics service received %q: %v", body, err)
		}
		a.Views <- view
	}))
	t.Cleanup(a.Close)
	return a
}

// Want waits for the next page view, and checks its path and query.
func (a *Analytics) Want(t testing.TB, path, query string) {
	t.Helper()
	select {
	case v := <-a.Views:
		if v.Path != path || v.Query != query || v.Name != "pageview" || !strings.HasSuffix(v.URL, path+query) {
			t.Errorf("the analytics service received %+v, want %s%s", v, path, query)
		}
	case <-time.After(WaitLimit):
		t.Fatalf("the analytics service did not receive %s%s", path, query)
	}
}
