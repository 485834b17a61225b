package browsertest

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/chromedp"
)

// authServer plays the backend's authentication service beside its function, which is called on the same address.
// Every session that it gives out has a new token. The first lasts for first seconds, the others for an hour.
func authServer(first int) http.HandlerFunc {
	var count atomic.Int64
	return func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*, Authorization")
		if req.Method != http.MethodPost || !strings.HasPrefix(req.URL.Path, "/auth/v1/") {
			return
		}
		n := count.Add(1)
		lasts := 3600
		if n == 1 {
			lasts = first
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"access_token": "header.session-token-%d.signature", "token_type": "bearer", "expires_in": %d,
			"refresh_token": "refresh-%d", "user": {"id": "8f6c9c0e-0000-4000-8000-000000000001", "aud": "authenticated",
			"role": "authenticated", "is_anonymous": true, "app_metadata": {}, "user_metadata": {}, "created_at": "2025-10-06T12:00:00Z"}}`,
			n, lasts, n)
	}
}

// backendCalls returns the calls to the backend so far, in short, preflights left out.
func backendCalls(s *program.Process) (list []string) {
	for _, c := range s.Calls.All() {
		if c.Receiver != "function" || c.Header.Get("Access-Control-Request-Method") != "" {
			continue
		}
		list = append(list, fmt.Sprintf("%s %s", c.Path, c.Header.Get("Authorization")))
	}
	return list
}

// wantBackend waits until the backend was called as often as wanted, and compares.
func wantBackend(t *testing.T, s *program.Process, want ...string) {
	t.Helper()
	testkit.Await(s.Calls.Next, func() bool { return len(backendCalls(s)) >= len(want) })
	if got := backendCalls(s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("the backend was called\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A visitor who uses a form is signed in once, stays so from page to page, and the quote carries the session's token.
func TestAnonymousSession(t *testing.T) {
	t.Parallel()
	const (
		signUp  = "/auth/v1/signup Bearer anon-key-of-the-test"
		refresh = "/auth/v1/token Bearer anon-key-of-the-test"
		mail    = "/functions/v1/send-contact-email Bearer header.session-token-%d.signature"
	)
	for _, test := range []struct {
		name  string
		first int
		want  []string
	}{
		{"kept", 3600, []string{signUp, fmt.Sprintf(mail, 1)}},
		// The client renews what ends within a minute and a half.
		{"refreshed", 60, []string{signUp, refresh, fmt.Sprintf(mail, 2)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			site := newSite(t, "--supabase-anonymous-session=on")
			// With a slash at the end, which the paths that are appended must not double.
			site.Cmd.Args = append(site.Cmd.Args, "--supabase-url="+site.Function.URL+"/")
			start(t, site)
			site.Function.Set(authServer(test.first))
			b := newTab(t, 1280, 900, true)
			send := func() {
				b.fill("hero-form", ann)
				b.until(`Object.keys(localStorage).some((key) => key.startsWith("sb-"))`)
				b.do(chromedp.Click(chromedp.CSS("#hero-form [type=submit]")))
				b.untilToast("status", testkit.Received, program.ReceivedText())
			}
			b.open(site.URL + "/")
			b.do(chromedp.Click(chromedp.CSS("#hero-form-name")))
			b.until(`document.querySelector("#hero-form").closest("[data-hydrated]")`)
			if kept := eval[int](b, `localStorage.length`); kept != 0 || len(backendCalls(site)) != 0 {
				t.Errorf("a form that nobody has used began a session: %v", backendCalls(site))
			}
			send()
			wantBackend(t, site, test.want...)
			b.open(site.URL + "/?again")
			send()
			wantBackend(t, site, append(test.want, test.want[len(test.want)-1])...)
			b.wantNoProblems()

			for _, c := range site.Calls.All() {
				if c.Receiver == "function" && c.Header.Get("Access-Control-Request-Method") == "" && !strings.HasPrefix(c.Header.Get("X-Client-Info"), "supabase-js-web/2.") {
					t.Errorf("%s was called with X-Client-Info %q, want the official client's", c.Path, c.Header.Get("X-Client-Info"))
				}
				if c.Receiver == "webhook" && strings.Contains(c.Body+fmt.Sprint(c.Header), "session-token") {
					t.Errorf("the webhook got the token: %s", c.Body)
				}
			}
			path := strings.TrimPrefix(site.Database, "sqlite:")
			for _, suffix := range []string{"", "-wal"} {
				if stored, err := os.ReadFile(path + suffix); err != nil || strings.Contains(string(stored), "session-token") {
					t.Errorf("the journal's file %s has the token in it, or cannot be read: %v", path+suffix, err)
				}
			}
			end(t, site)
			if strings.Contains(site.Log.String(), "session-token") {
				t.Error("the log has the token in it")
			}
		})
	}
}

// Where neither page views nor sessions are wanted the browser asks for nothing on their behalf, whatever a visitor does;
// where they are, the same visit asks for both.
func TestNoUnneededRequests(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"off", "on"} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			settings := []string{"--supabase-anonymous-session=" + setting}
			if setting == "on" {
				settings = append(settings, "--analytics-url=http://127.0.0.1:1/") // nobody is there, which no visitor notices
			}
			site := startSite(t, settings...)
			site.Function.Set(authServer(3600))
			target, err := url.Parse(site.URL)
			if err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			asked := map[string]int{} // by method and path
			proxy := httputil.NewSingleHostReverseProxy(target)
			proxy.ErrorLog = log.New(io.Discard, "", 0) // the browser may still ask when the site has ended
			front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				asked[req.Method+" "+req.URL.Path]++
				mu.Unlock()
				proxy.ServeHTTP(w, req)
			}))
			t.Cleanup(front.Close)

			b := newTab(t, 1280, 900, true)
			b.open(front.URL + "/get-quote")
			b.open(front.URL + "/")
			b.fill("hero-form", ann)
			b.until(`document.querySelector("#hero-form").closest("[data-hydrated]")`)
			b.do(chromedp.Click(chromedp.CSS("#hero-form [type=submit]")))
			b.untilToast("status", testkit.Received, program.ReceivedText())
			// The page is gone back to: what it has to tell of that, it has told before another one is open.
			b.back()
			b.until(`location.pathname === "/get-quote"`)
			b.open(front.URL + "/blog")

			mu.Lock()
			defer mu.Unlock()
			if asked["POST /quote"] != 1 || asked["GET /blog"] != 1 {
				t.Errorf("the browser asked for %v, want a quote and the pages among it", asked)
			}
			views, sessions := asked["POST /pageview"], asked["GET /session"]
			if setting == "off" && views+sessions > 0 || setting == "on" && (views < 3 || sessions != 1) {
				t.Errorf("the browser reported %d views and asked for a session %d times", views, sessions)
			}
		})
	}
}

// Without sessions no client is loaded, and with a backend that fails the quote goes as it is.
func TestNoSession(t *testing.T) {
	t.Parallel()
	for name, setting := range map[string]string{"off": "off", "the backend fails": "on"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := startSite(t, "--supabase-anonymous-session="+setting)
			site.Function.Set(func(w http.ResponseWriter, req *http.Request) {
				if strings.HasPrefix(req.URL.Path, "/auth/") {
					w.WriteHeader(http.StatusInternalServerError)
				}
			})
			b := newTab(t, 1280, 900, true)
			b.open(site.URL + "/")
			b.fill("hero-form", ann)
			b.do(chromedp.Click(chromedp.CSS("#hero-form [type=submit]")))
			b.untilToast("status", testkit.Received, program.ReceivedText())
			const mail = "/functions/v1/send-contact-email Bearer anon-key-of-the-test"
			testkit.Await(site.Calls.Next, func() bool { calls := backendCalls(site); return len(calls) > 0 && calls[len(calls)-1] == mail })
			calls := backendCalls(site)
			if calls[len(calls)-1] != mail || (setting == "off" && len(calls) != 1) {
				t.Errorf("the backend was called %q, want the e-mail with the public key", calls)
			}
			if size := eval[int](b, `performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".js")).reduce((sum, r) => sum + r.decodedBodySize, 0)`); setting == "off" && size > 300e3 {
				t.Errorf("%d bytes of scripts were loaded, want no client among them", size)
			}
		})
	}
}
