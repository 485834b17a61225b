package browsertest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// mayPrerender evaluates the rules for a link, as the browser does, with the browser's own URLPattern.
const mayPrerender = `((rules, attributes) => {
	const link = Object.assign(document.createElement("a"), attributes);
	const match = (where) =>
		where.and ? where.and.every(match)
		: where.not ? !match(where.not)
		: where.href_matches ? [where.href_matches].flat().some((pattern) => new URLPattern(pattern, document.baseURI).test(link.href))
		: link.matches(where.selector_matches);
	return rules.prerender.every((rule) => rule.source === "document" && rule.eagerness === "moderate" && match(rule.where));
})(%s, %s)`

// The rules come with the first pointer, and are for pages alone.
func TestSpeculationRulesCoverOnlyPages(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/blog")
	b.hover("h1")
	b.until(`document.querySelector("script[type=speculationrules]")`)
	rules := eval[any](b, `JSON.parse(document.querySelector("script[type=speculationrules]").textContent)`)
	for _, test := range []struct {
		href, attribute string
		want            bool
	}{
		{"/", "", true},
		{"/get-quote", "", true},
		{program.First(content.KindService), "", true},
		{program.First(content.KindCity) + "#contact", "", true},
		{"/#faq", "", true},
		{"/blog", "target", false},
		{"/blog", "download", false},
		{"#main", "", false},
		{"/quote", "", false},
		{"/pageview", "", false},
		{"/blog?page=2", "", false},
		{"/?received=hero-form#hero-form", "", false},
		{"/sitemap.xml", "", false},
		{"/blog/feed.xml", "", false},
		{"/robots.txt", "", false},
		{"/business.json", "", false},
		{"/assets/icon.svg", "", false},
		{"https://elsewhere.example/blog", "", false},
		{program.PhoneLink(), "", false},
	} {
		attributes := map[string]string{"href": test.href}
		if test.attribute != "" {
			attributes[test.attribute] = "x"
		}
		if got := eval[bool](b, mayPrerender, rules, attributes); got != test.want {
			t.Errorf("a link to %s with %q is rendered in advance = %v, want %v", test.href, test.attribute, got, test.want)
		}
	}
}

// links is a page of links, some of which are not to be followed in advance.
const links = `<!doctype html><title>links</title>
	<a href="/quote">takes posts</a> <a href="/?a=b">has a query</a> <a href="/sitemap.xml">file</a> <a href="#here">this page</a>
	<a href="/blog" id="here">page</a> <a href="/locations">page</a> <a href="/get-quote#form">page</a>`

// pageScript is the element of a page's script.
var pageScript = regexp.MustCompile(`<script type="module"[^>]*></script>`)

// TestSpeculationRules looks at what a browser asks for in advance. Chromium prerenders nothing for a page that is being
// debugged, so no test drives this browser, and no pointer can rest on a link: a proxy makes the rules eager and the home
// page a list of links at which something points, and leaves the rest of the script and the content security policy as they are.
func TestSpeculationRules(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	target, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(answer *http.Response) error {
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return err
		}
		if answer.Request.URL.Path == "/" {
			body = slices.Concat([]byte(links), pageScript.Find(body), []byte(`<script type="module" src="/point.js"></script>`))
		} else {
			body = bytes.Replace(body, []byte(`"moderate"`), []byte(`"immediate"`), 1)
		}
		answer.Header.Del("Content-Length")
		answer.ContentLength, answer.Body = int64(len(body)), io.NopCloser(bytes.NewReader(body))
		return nil
	}
	asked := make(chan string, 100)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch {
		case req.Header.Get("Sec-Purpose") == "prefetch;prerender":
			asked <- req.URL.String()
			w.Header().Set("Content-Type", "text/html")
		case req.URL.Path == "/point.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, `dispatchEvent(new Event("pointerover"))`)
		default:
			req.Header.Del("Accept-Encoding") // answers are changed
			proxy.ServeHTTP(w, req)
		}
	}))
	t.Cleanup(front.Close)
	openUndriven(t, front.URL+"/")

	var got []string
	for len(got) < 3 {
		select {
		case path := <-asked:
			got = append(got, path)
		case <-time.After(testkit.WaitLimit):
			t.Fatalf("the browser rendered %v in advance, want three pages", got)
		}
	}
	slices.Sort(got)
	if want := []string{"/blog", "/get-quote", "/locations"}; !slices.Equal(got, want) {
		t.Errorf("the browser rendered %v in advance, want %v", got, want)
	}
}

// openUndriven opens a browser that no test drives.
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
	if err := browser.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-browser.Process.Pid, syscall.SIGKILL) // with its children, which write into the folder
		_ = browser.Wait()                                      // killed
	})
}

// TestBackForwardCache leaves a page of each kind and goes back: the browser must not have let go of it.
func TestBackForwardCache(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	words, err := content.Load(content.FS)
	if err != nil {
		t.Fatal(err)
	}
	b := newTabIn(t, chromium, 1280, 900, true)
	met := map[content.Kind]bool{}
	for _, route := range words.Routes() {
		if met[route.Kind] {
			continue
		}
		met[route.Kind] = true
		b.open(site.URL + route.Path)
		eval[bool](b, `window.kept = true`)
		b.open(site.URL + "/no/such/page")
		b.back()
		b.until(`location.pathname === %s && document.readyState === "complete"`, route.Path)
		if !eval[bool](b, `window.kept === true`) {
			t.Errorf("%s was loaded again: %s", route.Path,
				eval[string](b, `JSON.stringify(performance.getEntriesByType("navigation")[0].notRestoredReasons)`))
		}
	}
}
