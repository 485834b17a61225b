package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// seenView is what a service of plain JSON is told.
type seenView struct{ Name, URL, Path, Query, Visitor string }

// startSiteWithAnalytics starts the program with a service of plain JSON, and returns what the service is told.
func startSiteWithAnalytics(t *testing.T, change func(*flags)) (*testSite, <-chan seenView) {
	t.Helper()
	views := make(chan seenView, 100)
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body) // a broken body fails the next line
		var v seenView
		if err := json.Unmarshal(body, &v); err != nil {
			t.Errorf("the service was told %q: %v", body, err)
		}
		views <- v
	}))
	t.Cleanup(service.Close)
	site := startSite(t, false, func(f *flags) {
		f.AnalyticsURL, f.AnalyticsFormat = service.URL, "json"
		if change != nil {
			change(f)
		}
	})
	return site, views
}

// nextView waits for a view and checks what it is of.
func nextView(t *testing.T, views <-chan seenView, path, query string) {
	t.Helper()
	select {
	case v := <-views:
		if v.Path != path || v.Query != query || v.Name != "pageview" || !strings.HasSuffix(v.URL, path+query) {
			t.Errorf("the service was told of %+v, want %s%s", v, path, query)
		}
	case <-time.After(patience):
		t.Fatalf("the service was not told of %s%s", path, query)
	}
}

// A view is one that somebody saw: loaded, or come back to.
func TestPageViewsInTheBrowser(t *testing.T) {
	t.Parallel()
	site, views := startSiteWithAnalytics(t, nil)
	b := newTab(t, 1280, 900, true)
	b.open(site.url + "/?utm_source=mail&a=%2F")
	nextView(t, views, "/", "?utm_source=mail&a=%2F")
	b.open(site.url + "/nowhere")
	nextView(t, views, "/nowhere", "")
	// The page that is gone back to was kept, and is not loaded again.
	eval[bool](b, `history.back() ?? true`)
	nextView(t, views, "/", "?utm_source=mail&a=%2F")
	b.until(`location.pathname === "/"`)
	if kind := eval[string](b, `performance.getEntriesByType("navigation")[0].type`); kind != "navigate" {
		t.Errorf("the page came back by %q, want it kept as it was", kind)
	}
	if hosts := eval[[]string](b, `[...new Set(performance.getEntriesByType("resource").map((r) => new URL(r.name).host))]`); len(hosts) != 1 {
		t.Errorf("the page asked %v, want this site alone", hosts)
	}
	if n := len(views); n != 0 {
		t.Errorf("the service was told of %d more views", n)
	}
}

// A page that was prerendered is counted when it is opened, and not before. Chromium prerenders nothing for a page that is
// being debugged, so nobody drives this browser: a page of the test does, and a proxy before the site sees what happens.
func TestPrerenderedPageView(t *testing.T) {
	t.Parallel()
	// Nobody is there: the proxy takes what the page tells.
	site := startSite(t, false, func(f *flags) { f.AnalyticsURL = "http://127.0.0.1:1/" })
	target, err := url.Parse(site.url)
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

	leaveAlone(t, front.URL+"/start")
	// That it is asked for once says that what was prerendered is what was opened.
	for _, want := range []string{"asked for: prefetch;prerender", "ran", `{"path":"/","query":"?opened"}`} {
		select {
		case got := <-events:
			if got != want {
				t.Fatalf("the browser did %q, want %q", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("the browser did not do %q", want)
		}
	}
}

// Who asks not to be tracked is not: the page does not tell, and the server would not pass it on.
func TestDoNotTrack(t *testing.T) {
	t.Parallel()
	site, views := startSiteWithAnalytics(t, nil)
	for _, signal := range []string{"globalPrivacyControl", "doNotTrack"} {
		b := newTab(t, 1280, 900, true)
		if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: %q });
				navigator.sendBeacon = (...beacon) => { (window.beacons ??= []).push(beacon); return true; }`, signal, "1"),
		}); err != nil {
			t.Fatal(err)
		}
		b.open(site.url + "/")
		// The page's script has run to its end when the call bar has gone.
		b.until(`document.documentElement.hasAttribute("data-form-in-view")`)
		if beacons := eval[bool](b, `Boolean(window.beacons)`); beacons {
			t.Errorf("the page tells of itself although %s is set", signal)
		}
	}
	if n := len(views); n != 0 {
		t.Errorf("the service was told of %+v", <-views)
	}
}
