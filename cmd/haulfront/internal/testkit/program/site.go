package program

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// AnonKey is the backend's public key in the settings of every Site.
const AnonKey = "anon-key-of-the-test"

// Site is a running program and its environment: URLs, journal, log, and the receivers that it calls.
type Site struct {
	URL      string // of the site, without a trailing slash
	Admin    string // of the admin address, likewise
	Database string // DATABASE_URL
	Log      *testkit.Log
	// Calls are those to the webhook and to the email function, in the order of their arrival.
	Calls    *testkit.Calls
	Webhook  *testkit.Receiver
	Function *testkit.Receiver // the backend with the email function
	Maps     *testkit.Receiver // the site of the embedded map
}

// NewSite returns the environment of a program before its start.
func NewSite(t testing.TB) *Site {
	s := &Site{
		Database: "sqlite:" + filepath.Join(t.TempDir(), "haulfront.db"),
		Log:      &testkit.Log{},
		Calls:    &testkit.Calls{},
		Maps:     testkit.NewReceiver(t, "maps", nil),
	}
	s.Webhook = testkit.NewReceiver(t, "webhook", s.Calls)
	s.Function = testkit.NewReceiver(t, "function", s.Calls)
	s.Maps.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>map</title>")
	})
	return s
}

// Settings are the settings of a program in this environment, as NAME=value: free ports, no rate limit, no alerts.
func (s *Site) Settings() []string {
	return []string{
		"ADDR=127.0.0.1:0", "ADMIN_ADDR=127.0.0.1:0", "DATABASE_URL=" + s.Database,
		"LEAD_WEBHOOK_URL=" + s.Webhook.URL + "/leads",
		"SUPABASE_URL=" + s.Function.URL, "SUPABASE_ANON_KEY=" + AnonKey,
		"MAPS_EMBED_URL=" + s.Maps.URL + "/embed", "QUOTE_RATE_LIMIT=1000000000", "RENDER_WORKERS=1", "ALERT_AFTER=off",
	}
}

// Address returns the site's host and port.
func (s *Site) Address() string { return strings.TrimPrefix(s.URL, "http://") }

// Leads returns the journal, newest first.
func (s *Site) Leads(t testing.TB) []outbox.Lead {
	t.Helper()
	leads, err := outbox.Attach(t.Context(), s.Database)
	testkit.Must(t, err)
	defer leads.Close()
	var list []outbox.Lead
	for l, err := range leads.List(t.Context()) {
		testkit.Must(t, err)
		list = append(list, l)
	}
	return list
}

// Post sends a quote form as a browser without JavaScript does, and returns the response without following it.
func (s *Site) Post(t testing.TB, form url.Values) (*http.Response, string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(s.URL+"/quote", form)
	testkit.Must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	testkit.Must(t, err)
	return response, string(body)
}

// Submit posts a quote request as the hydrated form does, and returns the status of a complete response, 0 without one.
func (s *Site) Submit(client *http.Client, name string) int {
	req, err := http.NewRequest(http.MethodPost, s.URL+"/quote", strings.NewReader(testkit.QuoteForm(name).Encode()))
	if err != nil {
		panic(err) // the address is the program's own
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	// A retry by the client would hide a dropped request.
	req.GetBody = nil
	response, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	var answer struct{ Toast struct{ Title string } }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || answer.Toast.Title == "" {
		return 0
	}
	return response.StatusCode
}

// GetAdmin returns the status and the body of a path of the admin address.
func (s *Site) GetAdmin(t testing.TB, path string) (int, string) {
	t.Helper()
	response, body := Get(t, http.MethodGet, s.Admin+path)
	return response.StatusCode, string(body)
}

// Get asks for an address and returns the answer with its body. header has names and values.
func Get(t testing.TB, method, url string, header ...string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	testkit.Must(t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	// The transport asks for gzip and unpacks it by itself.
	answer, err := http.DefaultClient.Do(request)
	testkit.Must(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	testkit.Must(t, err)
	return answer, body
}

// UnusedAddress is an address on loopback at which nothing listens. Its port is below 32768, where the
// system assigns ports to other tests.
func UnusedAddress(t testing.TB) string {
	t.Helper()
	var err error
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))); err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal(err)
	return ""
}
