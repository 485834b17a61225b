package selftest

import (
	"crypto/tls"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
)

func TestNextSelfTest(t *testing.T) {
	zone, err := time.LoadLocation("America/Chicago")
	testkit.Must(t, err)
	d := Daily{Hour: 2, Minute: 30}
	for after, want := range map[string]string{
		"2025-10-06T02:29:59-05:00": "2025-10-06T02:30:00-05:00",
		"2025-10-06T02:30:00-05:00": "2025-10-07T02:30:00-05:00",
		"2025-12-31T12:00:00-06:00": "2026-01-01T02:30:00-06:00",
		// The clocks skip from 2 to 3 on March 9 (see time.Date), and go back from 2 to 1 on November 2.
		"2025-03-08T12:00:00-06:00": "2025-03-09T01:30:00-06:00",
		"2025-03-09T04:00:00-05:00": "2025-03-10T02:30:00-05:00",
		"2025-11-01T12:00:00-05:00": "2025-11-02T02:30:00-06:00",
	} {
		from, err := time.Parse(time.RFC3339, after)
		testkit.Must(t, err)
		if got := d.next(from, zone).Format(time.RFC3339); got != want {
			t.Errorf("next(%s) = %s, want %s", after, got, want)
		}
	}
}

func TestParseForm(t *testing.T) {
	form, err := parseForm(strings.NewReader(`<form action="/search"><input name="q"></form>
		<form method="POST" action="/quote"><input type="hidden" name="page" value="/x">
		<textarea name="message"></textarea>
		<select name="serviceType"><option value="">Choose</option><option>Yard Waste</option>
		<option value="b">B</option></select>
		<input type="radio" name="contact" value="call"><input type="radio" name="contact" value="text" checked>
		<input type="checkbox" name="consent"><input type="file" name="photos">
		<input name="subject"><button>Send</button></form>`))
	if want := "contact=text&message=&page=%2Fx&serviceType=Yard+Waste&subject="; err != nil || form.Encode() != want {
		t.Errorf("parseForm() = %s, %v, want %s", form.Encode(), err, want)
	}
	if _, err := parseForm(strings.NewReader(`<form method="get" action="/quote"></form>`)); err == nil {
		t.Error("a form that does not post = nil, want an error")
	}
}

// testTester returns a Tester of a site that is one handler.
func testTester(t *testing.T, handler http.HandlerFunc) (*Tester, *testkit.Clock) {
	t.Helper()
	clock := testkit.NewClock(time.Date(2025, 10, 6, 12, 0, 0, 0, time.UTC))
	database := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	leads, err := lead.Open(t.Context(), lead.Config{DatabaseURL: database, Now: clock.Now})
	testkit.Must(t, err)
	t.Cleanup(func() { leads.Close() })
	site := httptest.NewServer(handler)
	t.Cleanup(site.Close)
	return New(Config{
		Leads: leads, Log: slog.New(slog.DiscardHandler), Now: clock.Now,
		Phone:   func() string { return "214-555-0142" },
		Site:    func() *url.URL { return &url.URL{Scheme: "https", Host: "junk.example"} },
		Address: func() string { return site.Listener.Addr().(*net.TCPAddr).String() },
	}), clock
}

// The mark is valid only during the test, and a broken form fails the first step.
func TestBrokenForm(t *testing.T) {
	var mark []byte
	var host string
	var tester *Tester
	tester, _ = testTester(t, func(w http.ResponseWriter, r *http.Request) {
		mark, host = []byte(r.Header.Get(lead.SelfTestHeader)), r.Host
		_, _, known := tester.Problem()
		if known || !tester.IsMark(mark) || tester.IsMark(nil) || tester.IsMark([]byte("1")) {
			t.Error("only the mark of the request must be valid, and no result known")
		}
		if err := tester.Run(r.Context(), func(Step) {}); err != ErrRunning {
			t.Errorf("a second self-test at the same time = %v, want ErrRunning", err)
		}
		_, _ = w.Write([]byte(`<form method="post" action="/quote"><input name="name"></form>`))
	})
	var steps []Step
	err := tester.Run(t.Context(), func(s Step) { steps = append(steps, s) })
	if err == nil || len(steps) != 1 || steps[0].Name != "form" ||
		!strings.Contains(steps[0].Error, "has no field phone") {
		t.Errorf("Run() = %v after %v, want that the form has no field", err, steps)
	}
	problem, _, known := tester.Problem()
	if !known || !strings.HasPrefix(problem, "form: ") || tester.IsMark(mark) || host != "junk.example" {
		t.Errorf("Problem() = %q, %v, host %s, the mark is valid: %v", problem, known, host, tester.IsMark(mark))
	}
}

// A self-test runs once a day, at its time.
func TestRunIfDue(t *testing.T) {
	requests := 0
	tester, clock := testTester(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	d := Daily{Hour: 13}
	for _, step := range []struct {
		pass time.Duration
		want int
	}{
		{0, 0}, {59 * time.Minute, 0}, {time.Minute, 1}, {time.Minute, 1}, {23*time.Hour + 58*time.Minute, 1},
		{time.Minute, 2}, {72 * time.Hour, 3},
	} {
		clock.Advance(step.pass)
		tester.RunIfDue(t.Context(), d, time.UTC)
		if requests != step.want {
			t.Errorf("at %v there were %d self-tests, want %d", clock.Now(), requests, step.want)
		}
	}
}

// A self-test does not disturb that of another instance while it may be in progress.
func TestOtherInstance(t *testing.T) {
	tester, clock := testTester(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	_, err := tester.cfg.Leads.Submit(t.Context(), lead.Submission{SelfTest: true})
	testkit.Must(t, err)
	if err := tester.Run(t.Context(), func(Step) {}); err != ErrRunning {
		t.Errorf("Run() beside another instance's = %v, want ErrRunning", err)
	}
	clock.Advance(staleAfter)
	if err := tester.Run(t.Context(), func(Step) {}); err == ErrRunning {
		t.Error("Run() after another instance has died = ErrRunning")
	}
	if _, err := tester.cfg.Leads.SelfTestLead(t.Context()); err == nil {
		t.Error("the other instance's lead is not removed")
	}
}

// A site with a certificate is requested over TLS, and an unverifiable certificate fails the test.
func TestEncrypted(t *testing.T) {
	tester, _ := testTester(t, nil)
	site := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`<form method="post" action="/quote"></form>`))
	}))
	site.Config.ErrorLog = log.New(io.Discard, "", 0) // a handshake fails
	defer site.Close()
	tester.cfg.Address = func() string { return site.Listener.Addr().String() }
	// The certificate is for this name.
	tester.cfg.Site = func() *url.URL { return &url.URL{Scheme: "https", Host: "example.com"} }
	authorities := site.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	for want, config := range map[string]*tls.Config{
		"form: the form on /get-quote has no field name": {RootCAs: authorities},

		"form: tls: failed to verify certificate: x509: certificate signed by unknown authority": {},
	} {
		tester.cfg.TLS = config
		if err := tester.Run(t.Context(), func(Step) {}); err == nil || err.Error() != want {
			t.Errorf("Run() = %v, want %s", err, want)
		}
		if len(config.NextProtos) != 0 {
			t.Errorf("Run() has changed the settings of TLS: %q", config.NextProtos)
		}
	}
}
