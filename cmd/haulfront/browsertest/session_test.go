package browsertest

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// authServer imitates the backend's authentication service on the function's receiver. Each session has a new token.
// The first expires after the given number of seconds, the others after an hour.
func authServer(first int) http.HandlerFunc {
	var count atomic.Int64
	return func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*, Authorization")
		if req.Method != http.MethodPost || !strings.HasPrefix(req.URL.Path, "/auth/v1/") {
			return
		}
		n, expires := count.Add(1), 3600
		if n == 1 {
			expires = first
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"access_token": "header.session-token-%d.signature", "token_type": "bearer", "expires_in": %d,
			"refresh_token": "refresh-%d", "user": {"id": "8f6c9c0e-0000-4000-8000-000000000001",
			"aud": "authenticated", "role": "authenticated", "is_anonymous": true, "app_metadata": {},
			"user_metadata": {}, "created_at": "2025-10-06T12:00:00Z"}}`, n, expires, n)
	}
}

// backendCalls returns path and Authorization of the calls to the backend so far, without preflights.
func backendCalls(t *testing.T, s *program.Process) (list []string) {
	t.Helper()
	for _, c := range s.Calls.All() {
		if c.Receiver != "function" || c.Header.Get("Access-Control-Request-Method") != "" {
			continue
		}
		if client := c.Header.Get("X-Client-Info"); !strings.HasPrefix(client, "supabase-js-web/2.") {
			t.Errorf("%s was called with X-Client-Info %q, want the official client's", c.Path, client)
		}
		list = append(list, fmt.Sprintf("%s %s", c.Path, c.Header.Get("Authorization")))
	}
	return list
}

// wantBackend waits until the backend has been called as often as wanted, and compares.
func wantBackend(t *testing.T, s *program.Process, want ...string) {
	t.Helper()
	testkit.Await(s.Calls.Next, func() bool { return len(backendCalls(t, s)) >= len(want) })
	if got := backendCalls(t, s); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("the calls to the backend are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const (
	signUp    = "/auth/v1/signup Bearer " + program.AnonKey
	refresh   = "/auth/v1/token Bearer " + program.AnonKey
	sendMail  = "/functions/v1/send-contact-email Bearer "
	anonymous = sendMail + program.AnonKey
	signedIn  = sendMail + "header.session-token-%d.signature"
)

// The first use of a form signs the visitor in once, for all pages, and the quote carries the session's token, which is
// neither stored nor logged.
func TestAnonymousSession(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		expires int
		want    []string
	}{
		"kept": {3600, []string{signUp, fmt.Sprintf(signedIn, 1)}},
		// The client renews a session 90 seconds before it expires.
		"refreshed": {60, []string{signUp, refresh, fmt.Sprintf(signedIn, 2)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := newSite(t, "--supabase-anonymous-session=on")
			// The paths that are appended must not double the slash.
			site.Cmd.Args = append(site.Cmd.Args, "--supabase-url="+site.Function.URL+"/")
			start(t, site)
			site.Function.Set(authServer(test.expires))
			b := newTab(t, 1280, 900, true)
			send := func() {
				b.fill("hero-form", ann)
				b.until(`Object.keys(localStorage).some((key) => key.startsWith("sb-"))`)
				b.until(`performance.now() > 1000`) // a faster visitor would be a bot
				b.submit("hero-form")
				b.untilReceived()
			}
			b.open(site.URL + "/")
			b.click("#hero-form-name")
			b.until(hydrated("hero-form"))
			if stored := eval[int](b, `localStorage.length`); stored != 0 || len(backendCalls(t, site)) != 0 {
				t.Errorf("a form that was not used yet started a session: %v", backendCalls(t, site))
			}
			send()
			wantBackend(t, site, test.want...)
			b.open(site.URL + "/?again")
			send()
			wantBackend(t, site, append(test.want, test.want[len(test.want)-1])...)
			b.wantNoProblems()
			for _, c := range site.Calls.All() {
				check(t, c.Receiver != "webhook" || !strings.Contains(c.Body+fmt.Sprint(c.Header), "session-token"),
					"the webhook received the token: %s", c.Body)
			}
			path := strings.TrimPrefix(site.Database, "sqlite:")
			for _, suffix := range []string{"", "-wal"} {
				stored, err := os.ReadFile(path + suffix)
				check(t, err == nil && !strings.Contains(string(stored), "session-token"),
					"the journal's file %s holds the token, or cannot be read: %v", path+suffix, err)
			}
			end(t, site)
			check(t, !strings.Contains(site.Log.String(), "session-token"), "the log holds the token")
		})
	}
}

// Without sessions and analytics the browser sends nothing on their behalf and loads no client. A backend that fails
// does not stop the quote.
func TestNoSession(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{"off", "on"} {
		t.Run(setting, func(t *testing.T) {
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
			b.until(hydrated("hero-form"))
			b.wantRequests("/pageview", false)
			b.wantRequests("/session", setting == "on")
			const scripts = `performance.getEntriesByType("resource").filter((r) => r.name.endsWith(".js"))
				.reduce((sum, r) => sum + r.decodedBodySize, 0)`
			if size := eval[int](b, scripts); setting == "off" && size > 300e3 {
				t.Errorf("%d bytes of scripts were loaded, want no client among them", size)
			}
			b.submit("hero-form")
			b.untilReceived()
			testkit.Await(site.Calls.Next, func() bool { return slices.Contains(backendCalls(t, site), anonymous) })
			calls := backendCalls(t, site)
			if !slices.Contains(calls, anonymous) || setting == "off" && len(calls) != 1 {
				t.Errorf("the calls to the backend are %q, want the email with the public key", calls)
			}
		})
	}
}

// wantRequests checks whether the page has sent requests to a path. The browser records a beacon some time after it.
func (b *tab) wantRequests(path string, want bool) {
	b.t.Helper()
	const requested = `performance.getEntriesByType("resource").some(({name}) => new URL(name).pathname === %s)`
	if want {
		b.until(requested, path)
		return
	}
	check(b.t, !eval[bool](b, requested, path), "the page has requested %s", path)
}

// A page view is counted when a page is loaded, and when it comes back from the back/forward cache.
func TestPageViewsInTheBrowser(t *testing.T) {
	t.Parallel()
	views := testkit.NewAnalytics(t)
	site := startSite(t, "--analytics-url="+views.URL, "--analytics-format=json")
	b := newTabIn(t, chromium, 1280, 900, true)
	b.open(site.URL + "/?utm_source=mail&a=%2F")
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.wantRequests("/pageview", true)
	b.open(site.URL + "/nowhere")
	views.Want(t, "/nowhere", "")
	b.back()
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.until(`location.pathname === "/"`)
	equal(t, "the page came back by", eval[string](b, `performance.getEntriesByType("navigation")[0].type`), "navigate")
	if hosts := eval[[]string](b, `[...new Set(
		performance.getEntriesByType("resource").map(({name}) => new URL(name).host))]`); len(hosts) != 1 {
		t.Errorf("the page sent requests to %v, want this site alone", hosts)
	}

	// Visitors that ask not to be tracked are not.
	for _, signal := range []string{"globalPrivacyControl", "doNotTrack"} {
		b := newTab(t, 1280, 900, true)
		b.onEveryPage(fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: "1" });
			navigator.sendBeacon = (...beacon) => { (window.beacons ??= []).push(beacon); return true; }`, signal))
		b.open(site.URL + "/")
		// The last act of the page's script.
		b.until(`document.documentElement.hasAttribute("data-form-in-view")`)
		check(t, !eval[bool](b, `Boolean(window.beacons)`), "the page sends a beacon although %s is set", signal)
	}
	equal(t, "additional views of the service:", len(views.Views), 0)
}
