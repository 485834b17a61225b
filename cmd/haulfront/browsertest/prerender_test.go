package browsertest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// Chromium prerenders nothing while a debugger is attached, so these tests open a browser without one, behind a proxy
// that changes pages and reports requests.

// openUndriven opens an address in a browser without a debugger.
func openUndriven(t *testing.T, address string) {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatalf("the tests need Debian's package chromium: %v", err)
	}
	browser := exec.CommandContext(t.Context(), path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
		"--user-data-dir="+t.TempDir(), address)
	browser.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	browser.WaitDelay = time.Second
	testkit.Must(t, browser.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-browser.Process.Pid, syscall.SIGKILL) // with its children, which write into the folder
		_ = browser.Wait()                                      // killed
	})
}

// changingProxy returns a proxy for a site that changes the bodies of its responses.
func changingProxy(t *testing.T, site string, change func(request *http.Request, body []byte) []byte) http.Handler {
	t.Helper()
	target, err := url.Parse(site)
	testkit.Must(t, err)
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(response *http.Response) error {
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		body = change(response.Request, body)
		response.Header.Del("Content-Length")
		response.ContentLength, response.Body = int64(len(body)), io.NopCloser(bytes.NewReader(body))
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		req.Header.Del("Accept-Encoding")
		proxy.ServeHTTP(w, req)
	})
}

// receive returns the next event.
func receive(t *testing.T, events <-chan string) string {
	t.Helper()
	select {
	case event := <-events:
		return event
	case <-time.After(testkit.WaitLimit):
		t.Fatal("the browser caused no further event")
		return ""
	}
}

// A prerendered page is counted when it is opened, and not before.
func TestPrerenderedPageView(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--analytics-url=http://127.0.0.1:1/") // the proxy receives page views
	proxy := changingProxy(t, site.URL, func(req *http.Request, body []byte) []byte {
		if req.URL.RawQuery == "opened" { // a script that runs after the page's own
			body = append(body, `<script type="module" src="/ran.js"></script>`...)
		}
		return body
	})
	events, open := make(chan string, 10), make(chan struct{})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/start":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<script type="speculationrules">
				{"prerender": [{"urls": ["/?opened"], "eagerness": "immediate"}]}</script>
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
			body, _ := io.ReadAll(req.Body) // a truncated body is not the wanted event
			events <- string(body)
		default:
			if req.URL.RawQuery == "opened" {
				events <- "loaded: " + req.Header.Get("Sec-Purpose")
			}
			proxy.ServeHTTP(w, req)
		}
	}))
	t.Cleanup(front.Close)
	openUndriven(t, front.URL+"/start")
	// Loaded once: the page that was opened is the one that was prerendered.
	for _, want := range []string{"loaded: prefetch;prerender", "ran", `{"path":"/","query":"?opened"}`} {
		if got := receive(t, events); got != want {
			t.Fatalf("the next event is %q, want %q", got, want)
		}
	}
}

// links is a page of links, of which only those of the last line may be prerendered.
var links = `<!doctype html><title>links</title>
	<a href="/quote">x</a> <a href="/pageview">x</a> <a href="/?a=b">x</a> <a href="/blog?page=2">x</a>
	<a href="#here">x</a> <a href="/sitemap.xml">x</a> <a href="/blog/feed.xml">x</a> <a href="/robots.txt">x</a>
	<a href="/business.json">x</a> <a href="/assets/icon.svg">x</a> <a href="https://elsewhere.example/blog">x</a>
	<a href="` + program.PhoneLink() + `">x</a>
	<a href="/privacy" target="x">x</a> <a href="/terms" download>x</a> <a href="/?plan=weekly#contact">x</a>
	<a href="/blog" id="here">x</a> <a href="/locations">x</a> <a href="/get-quote#form">x</a>`

// pageScript matches the element of a page's script.
var pageScript = regexp.MustCompile(`<script type="module"[^>]*></script>`)

// The page's script prerenders links to pages, and no others. No pointer can rest on a link here, so the proxy makes
// the rules eager and the home page a list of links; it leaves the rest of the script and the content security policy
// alone.
func TestSpeculationRules(t *testing.T) {
	t.Parallel()
	proxy := changingProxy(t, sharedSite().URL, func(req *http.Request, body []byte) []byte {
		if req.URL.Path == "/" {
			const point = `<script type="module" src="/point.js"></script>`
			return fmt.Appendf(nil, "%s %s %s", links, pageScript.Find(body), point)
		}
		return bytes.Replace(body, []byte(`"moderate"`), []byte(`"immediate"`), 1)
	})
	prerendered := make(chan string, 100)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch {
		case req.Header.Get("Sec-Purpose") == "prefetch;prerender":
			prerendered <- req.URL.String()
			w.Header().Set("Content-Type", "text/html")
		case req.URL.Path == "/point.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, `dispatchEvent(new Event("pointerover"))`)
		default:
			proxy.ServeHTTP(w, req)
		}
	}))
	t.Cleanup(front.Close)
	openUndriven(t, front.URL+"/")
	got := []string{receive(t, prerendered), receive(t, prerendered), receive(t, prerendered)}
	slices.Sort(got)
	want := "/blog /get-quote /locations"
	check(t, strings.Join(got, " ") == want, "the browser prerendered %v, want %s", got, want)
}
