package analytics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// midday is the time of the relay's clock.
var midday = time.Date(2025, 10, 6, 12, 0, 0, 0, time.UTC)

func newService(t *testing.T, respond http.HandlerFunc) *testkit.Receiver {
	s := testkit.NewReceiver(t, "analytics", nil)
	s.AllowBroken() // the relay gives up
	s.Set(respond)
	return s
}

var accept = testkit.Status(http.StatusAccepted)

// config returns a configuration for a JSON service, and the log.
func config(t *testing.T, address string) (Config, *testkit.Log) {
	t.Helper()
	u, err := url.Parse(address)
	testkit.Must(t, err)
	log := &testkit.Log{}
	site := &url.URL{Scheme: "https", Host: "www.example.com"}
	return Config{
		URL: u, Format: JSON, Site: site, Log: slog.New(slog.NewTextHandler(log, nil)),
		Now: func() time.Time { return midday },
	}, log
}

func newRelay(t *testing.T, c Config) *Relay {
	t.Helper()
	r, err := New(c)
	testkit.Must(t, err)
	return r
}

// run starts the relay, and returns a function that stops it.
func run(t *testing.T, r *Relay) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := r.Run(ctx); err != nil {
			t.Errorf("Run() = %v", err)
		}
	}()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return stop
}

var view = View{Path: "/get-quote", Query: "?utm_source=mail&a=%2F", Address: "203.0.113.9", UserAgent: "Browser/1.0"}

func TestFormats(t *testing.T) {
	s := newService(t, accept)
	for _, test := range []struct {
		name            string
		path            string
		format          Format
		secret          string
		url             string
		header          map[string]string
		want, forbidden string // parts of the call
	}{
		{
			"ga4", "/mp/collect?measurement_id=G-TEST", GA4, "s3cret",
			"/mp/collect?api_secret=s3cret&measurement_id=G-TEST",
			map[string]string{"User-Agent": "haulfront", "X-Forwarded-For": ""},
			`{"client_id":"CLIENT","timestamp_micros":1759752000000000,"non_personalized_ads":true,
			"events":[{"name":"page_view","params":{
			"page_location":"https://www.example.com/get-quote?utm_source=mail&a=%2F",
			"session_id":"SESSION","engagement_time_msec":1}}]}`,
			"203.0.113",
		},
		{
			"plausible", "/api/event", Plausible, "", "/api/event",
			map[string]string{"User-Agent": "Browser/1.0", "X-Forwarded-For": "203.0.113.9", "Authorization": ""},
			`{"name":"pageview","url":"https://www.example.com/get-quote?utm_source=mail&a=%2F",
			"domain":"example.com"}`,
			"visitor",
		},
		{
			"json", "/views", JSON, "token", "/views",
			map[string]string{"User-Agent": "haulfront", "X-Forwarded-For": "", "Authorization": "Bearer token"},
			`{"name":"pageview","url":"https://www.example.com/get-quote?utm_source=mail&a=%2F","path":"/get-quote",
			"query":"?utm_source=mail&a=%2F","visitor":"VISITOR","timestamp":"2025-10-06T12:00:00Z"}`,
			"203.0.113",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, _ := config(t, s.URL+test.path)
			c.Format, c.Secret = test.format, test.secret
			r := newRelay(t, c)
			r.Report(view)
			end := run(t, r)
			got := s.Wait(t, 1)[0]
			s.Take()
			end()
			if got.URL != test.url || got.Header.Get("Content-Type") != "application/json" ||
				!sameJSON(t, got.Body, test.want) || strings.Contains(fmt.Sprint(got), test.forbidden) {
				t.Errorf("the call is %+v\nwant %s to %s", got, test.want, test.url)
			}
			for name, want := range test.header {
				if have := got.Header.Get(name); have != want {
					t.Errorf("%s = %q, want %q", name, have, want)
				}
			}
		})
	}
}

// sameJSON compares two objects, but only checks the format of visitors' IDs.
func sameJSON(t *testing.T, got, want string) bool {
	t.Helper()
	var a, b map[string]any
	testkit.Must(t, errors.Join(json.Unmarshal([]byte(got), &a), json.Unmarshal([]byte(want), &b)))
	if id, ok := a["client_id"].(string); ok {
		var high, low uint32
		if n, _ := fmt.Sscanf(id, "%d.%d", &high, &low); n == 2 {
			a["client_id"] = "CLIENT"
		}
		params := a["events"].([]any)[0].(map[string]any)["params"].(map[string]any)
		if params["session_id"] == fmt.Sprint(low) {
			params["session_id"] = "SESSION"
		}
	}
	if id, ok := a["visitor"].(string); ok && len(id) == 16 {
		a["visitor"] = "VISITOR"
	}
	return reflect.DeepEqual(a, b)
}

func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		url, secret string
		format      Format
		want        string
	}{
		{"https://a.example/mp/collect", "s3cret", GA4, "measurement_id"},
		{"https://a.example/mp/collect?measurement_id=G-1", "", GA4, "ANALYTICS_SECRET"},
		{"https://a.example/api/event", "s3cret", Plausible, "must be empty"},
		{"https://a.example/x", "", "matomo", "ANALYTICS_FORMAT"},
	} {
		c, _ := config(t, test.url)
		c.Secret, c.Format = test.secret, test.format
		_, err := New(c)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("New(%s, %s) = %v, want an error that names %s", test.url, test.format, err, test.want)
		}
	}
}

func TestValid(t *testing.T) {
	long := strings.Repeat("a", MaxQuery)
	for _, test := range []struct {
		path, query string
		want        bool
	}{
		{"/", "?utm_source=a%20b&c='d'", true},
		{"/%E2%82%AC", "?" + long[1:], true},
		{"", "", false},
		{"https://evil.example/", "", false},
		{"/a b", "", false},
		{"/€", "", false},
		{"/a?b", "", false},
		{"/a#b", "", false},
		{"/", "utm=1", false},
		{"/", "?a#b", false},
		{"/", "?a\x7f", false},
		{"/" + long[:MaxPath], "", false},
		{"/", "?" + long, false},
	} {
		if got := (View{Path: test.path, Query: test.query}).Valid(); got != test.want {
			t.Errorf("Valid(%q, %q) = %v", test.path, test.query, got)
		}
	}
}

func TestVisitors(t *testing.T) {
	v := visitorIDs{}
	at := func(address, agent string, after time.Duration) uint64 {
		return v.id(View{Address: address, UserAgent: agent, At: midday.Add(after)})
	}
	ann := at("203.0.113.9", "Browser/1.0", 0)
	for _, test := range []struct {
		address, agent string
		after          time.Duration
		same           bool
	}{
		{"203.0.113.9", "Browser/1.0", 11 * time.Hour, true},
		{"203.0.113.8", "Browser/1.0", 0, false},
		{"203.0.113.9", "Browser/2.0", 0, false},
		{"203.0.113.9B", "rowser/1.0", 0, false},
		{"203.0.113.9", "Browser/1.0", 12 * time.Hour, false}, // the next day
		{"203.0.113.9", "Browser/1.0", 0, false},              // the old salt is forgotten
	} {
		if got := at(test.address, test.agent, test.after); (got == ann) != test.same {
			t.Errorf("the ID of %+v is %x, and the first %x", test, got, ann)
		}
	}
	v = visitorIDs{}
	if at("203.0.113.9", "Browser/1.0", 0) == ann {
		t.Error("the salt is not random")
	}
}

// TestQueueIsBounded checks that a service that hangs does not block Report.
func TestQueueIsBounded(t *testing.T) {
	s := newService(t, testkit.Hang)
	c, _ := config(t, s.URL)
	r := newRelay(t, c)
	stop := run(t, r)
	for i := range senders {
		r.Report(view)
		s.Wait(t, i+1)
	}
	for range capacity + 90 {
		r.Report(view)
	}
	if got, want := r.Stats(), (Stats{Queued: capacity, Dropped: 90}); got != want {
		t.Errorf("Stats() = %+v, want %+v", got, want)
	}
	began := time.Now()
	stop()
	if took := time.Since(began); took > drainLimit+testkit.WaitLimit {
		t.Errorf("Run ended after %v, want %v", took, drainLimit)
	}
	if got, want := r.Stats(), (Stats{Failed: senders + capacity, Dropped: 90}); got != want {
		t.Errorf("Stats() = %+v, want %+v", got, want)
	}
}

func TestEveryViewIsSentOnce(t *testing.T) {
	for name, respond := range map[string]http.HandlerFunc{
		"500": testkit.Status(500), "dropped": testkit.Disconnect, "hang": testkit.Hang,
		"redirect": http.RedirectHandler("/elsewhere", http.StatusFound).ServeHTTP,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, respond)
			c, log := config(t, s.URL+"/collect?measurement_id=G-1")
			c.Format, c.Secret = GA4, "s3cret"
			r := newRelay(t, c)
			if name == "hang" {
				r.sendLimit = time.Second
			}
			for range 3 {
				r.Report(view)
			}
			run(t, r)()
			if got, want := r.Stats(), (Stats{Failed: 3}); got != want || len(s.All()) != 3 {
				t.Errorf("Stats() = %+v after %d calls, want %+v after 3", got, len(s.All()), want)
			}
			if text := log.String(); strings.Count(text, "cannot be sent") != 1 ||
				strings.Contains(text, "s3cret") || strings.Contains(text, "203.0.113") {
				t.Errorf("the log is\n%s\nwant one line without secrets and addresses", text)
			}
		})
	}
}

// Views that are queued when Run's context ends are still sent, with a clean User-Agent.
func TestDrain(t *testing.T) {
	s := newService(t, accept)
	c, _ := config(t, s.URL)
	c.Format = Plausible
	r := newRelay(t, c)
	v := view
	v.UserAgent = "a\r\nX-Injected: 1" + strings.Repeat("x", 1000)
	for range 50 {
		r.Report(v)
	}
	run(t, r)()
	if got, want := r.Stats(), (Stats{Sent: 50}); got != want || len(s.All()) != 50 {
		t.Errorf("Stats() = %+v after %d calls, want %+v", got, len(s.All()), want)
	}
	got := s.All()[0].Header
	agent := got.Get("User-Agent")
	if got.Get("X-Injected") != "" || !strings.HasPrefix(agent, "aX-Injected: 1x") || len(agent) > maxUserAgent {
		t.Errorf("the headers are %v", got)
	}
}
