package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// startSiteWithAnalytics starts the program with a service of plain JSON.
func startSiteWithAnalytics(t *testing.T) (*program.Process, *testkit.Analytics) {
	t.Helper()
	views := testkit.NewAnalytics(t)
	return startSite(t, "--analytics-url="+views.URL, "--analytics-format=json"), views
}

// A view is one that somebody saw: loaded, or come back to.
func TestPageViewsInTheBrowser(t *testing.T) {
	t.Parallel()
	site, views := startSiteWithAnalytics(t)
	b := newTabIn(t, chromium, 1280, 900, true)
	b.open(site.URL + "/?utm_source=mail&a=%2F")
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.open(site.URL + "/nowhere")
	views.Want(t, "/nowhere", "")
	// The page that is gone back to was kept, and is not loaded again.
	b.back()
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.until(`location.pathname === "/"`)
	if kind := eval[string](b, `performance.getEntriesByType("navigation")[0].type`); kind != "navigate" {
		t.Errorf("the page came back by %q, want it kept as it was", kind)
	}
	if hosts := eval[[]string](b, `[...new Set(performance.getEntriesByType("resource").map((r) => new URL(r.name).host))]`); len(hosts) != 1 {
		t.Errorf("the page asked %v, want this site alone", hosts)
	}
	if n := len(views.Views); n != 0 {
		t.Errorf("the service was told of %d more views", n)
	}
}

// A page that was prerendered is counted when it is opened, and not before. Chromium prerenders nothing for a page that is
// being debugged, so no test drives this browser: a page of the test does, and a proxy before the site sees what happens.
func TestPrerenderedPageView(t *testing.T) {
	t.Parallel()
	// Nobody is there: the proxy takes what the page tells.
	site := startSite(t, "--analytics-url=http://127.0.0.1:1/")
	target, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(answer *http.Response) error {
		if answer.Request.URL.RawQuery != "opened" {
			return nil
		}
		// A script that runs after the page's own, and says so.
		answer.Header.Del("Content-Length")
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(answer.Body, strings.NewReader(`<script type="module" src="/ran.js"></script>`)), answer.Body}
		return nil
	}
	events, open := make(chan string, 10), make(chan struct{})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/start":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<script type="speculationrules">{"prerender": [{"urls": ["/?opened"], "eagerness": "immediate"}]}</script>
				<script>fetch("/wait").then(() => { location.href = "/?opened"; });</script>`)
		case "/wait":
			select {
			case <-open:
			case <-req.Context().Done():
			}
		case "/ran.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, `fetch("/ran");`)
		case "/ran":
			events <- "ran"
			close(open)
		case "/pageview":
			body, _ := io.ReadAll(req.Body) // a broken body is no event that is waited for
			events <- string(body)
		default:
			if req.URL.RawQuery == "opened" {
				events <- "asked for: " + req.Header.Get("Sec-Purpose")
				req.Header.Del("Accept-Encoding") // the answer is added to
			}
			proxy.ServeHTTP(w, req)
		}
	}))
	t.Cleanup(front.Close)

	openUndriven(t, front.URL+"/start")
	// That it is asked for once says that what was prerendered is what was opened.
	for _, want := range []string{"asked for: prefetch;prerender", "ran", `{"path":"/","query":"?opened"}`} {
		select {
		case got := <-events:
			if got != want {
				t.Fatalf("the browser did %q, want %q", got, want)
			}
		case <-time.After(testkit.WaitLimit):
			t.Fatalf("the browser did not do %q", want)
		}
	}
}

// Who asks not to be tracked is not: the page does not tell, and the server would not pass it on.
func TestDoNotTrack(t *testing.T) {
	t.Parallel()
	site, views := startSiteWithAnalytics(t)
	for _, signal := range []string{"globalPrivacyControl", "doNotTrack"} {
		b := newTab(t, 1280, 900, true)
		if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: %q });
				navigator.sendBeacon = (...beacon) => { (window.beacons ??= []).push(beacon); return true; }`, signal, "1"),
		}); err != nil {
			t.Fatal(err)
		}
		b.open(site.URL + "/")
		// The page's script has run to its end when the call bar has gone.
		b.until(`document.documentElement.hasAttribute("data-form-in-view")`)
		if beacons := eval[bool](b, `Boolean(window.beacons)`); beacons {
			t.Errorf("the page tells of itself although %s is set", signal)
		}
	}
	if n := len(views.Views); n != 0 {
		t.Errorf("the service was told of %+v", <-views.Views)
	}
}
