package browsertest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// trackerScripts are in the place of other companies' scripts: each sends on what the page told it and where, as the
// real ones do.
var trackerScripts = map[string]string{
	"www.googletagmanager.com/gtag/js": `{
		const send = (call) => fetch("https://www.google-analytics.com/g/collect?call=" +
			encodeURIComponent(JSON.stringify([...call, location.href])), { mode: "no-cors", keepalive: true });
		dataLayer.forEach(send);
		dataLayer.push = send;
	}`,
	"connect.facebook.net/en_US/fbevents.js": `{
		const send = (...call) => new Image().src = "https://www.facebook.com/tr?call=" +
			encodeURIComponent(JSON.stringify([...call, location.href]));
		fbq.queue.forEach((call) => send(...call));
		fbq.callMethod = send;
	}`,
	"client.crisp.chat/l.js": `{
		const style = document.createElement("style");
		style.textContent = ".crisp { position: fixed }";
		document.head.append(style);
		fetch("https://client.crisp.chat/settings?call=" + encodeURIComponent(JSON.stringify([CRISP_WEBSITE_ID])));
	}`,
}

// trackerHosts starts a server in the place of those companies, and a browser that takes it for them. heard is what the
// server was told so far, with each request's referrer.
func trackerHosts(t *testing.T) (open func() *tab, heard func() string) {
	t.Helper()
	var mu sync.Mutex
	var calls strings.Builder
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Content-Type", "text/javascript")
		mu.Lock()
		fmt.Fprintln(&calls, req.Host+req.URL.Path, req.URL.Query().Get("call"), req.Referer())
		mu.Unlock()
		fmt.Fprint(w, trackerScripts[req.Host+req.URL.Path])
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	testkit.Must(t, err)
	start := sharedBrowser("chromium-headless-shell", chromedp.Flag("ignore-certificate-errors", true),
		chromedp.Flag("host-resolver-rules", "MAP * "+address.Host+", EXCLUDE 127.0.0.1, EXCLUDE localhost"))
	open = func() *tab { return newTabIn(t, start, 1280, 900, true) }
	return open, func() string {
		mu.Lock()
		defer mu.Unlock()
		return calls.String()
	}
}

// The scripts of other companies come with the first interaction. They learn that a request was sent, and neither what
// is in it nor the address of its page, where they never are. Visitors who opt out have none.
func TestTrackers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	testkit.Must(t, os.CopyFS(dir, content.FS))
	company, err := os.ReadFile(filepath.Join(dir, "business.yaml"))
	company = append(company, `
trackers:
  google: G-ABC1234567
  googleAds: AW-123456789/AbC-D
  meta: "1234567890"
  crisp: 01234567-89ab-cdef-0123-456789abcdef
`...)
	testkit.Must(t, errors.Join(err, os.WriteFile(filepath.Join(dir, "business.yaml"), company, 0o600)))
	site := startSite(t, "--content="+dir)

	open, heard := trackerHosts(t)
	b := open()
	b.onEveryPage(`Object.defineProperty(navigator, "globalPrivacyControl", { value: true })`)
	b.open(site.URL + "/")
	b.send("hero-form", ann)
	check(t, heard() == "", "with Global Privacy Control, other companies heard\n%s", heard())
	b.wantNoProblems()

	b = open()
	b.open(site.URL + "/")
	b.until(`document.readyState === "complete"`)
	if calls := heard(); calls != "" {
		t.Errorf("before the first interaction, other companies heard\n%s", calls)
	}
	b.click("#hero-form-name")
	for _, want := range []string{
		`["js",`, `["config","G-ABC1234567",`, `["config","AW-123456789",`,
		`["set","autoConfig",false,"1234567890",`, `["init","1234567890",`, `["track","PageView",`,
		`client.crisp.chat/settings ["01234567-89ab-cdef-0123-456789abcdef"]`,
	} {
		if !testkit.Poll(func() bool { return strings.Contains(heard(), want) }) {
			t.Errorf("other companies heard\n%s\nwant %s", heard(), want)
		}
	}
	b.wantNoProblems() // nothing that these scripts do is against the policy
	b.until(hydrated("hero-form"))
	b.send("hero-form", ann)
	for _, want := range []string{
		`["event","generate_lead",`, `["event","conversion",{"send_to":"AW-123456789/AbC-D"},`, `["track","Lead",`,
	} {
		if !testkit.Poll(func() bool { return strings.Contains(heard(), want) }) {
			t.Errorf("other companies heard\n%s\nwant %s", heard(), want)
		}
	}
	b.click("main")
	secret := eval[string](b, `location.pathname`)
	tracked := eval[bool](b, `"dataLayer" in window || "fbq" in window || "$crisp" in window`)
	check(t, strings.HasPrefix(secret, "/q/") && !tracked, "the page %s has trackers", secret)
	for _, private := range []string{secret, "/q/", ann["name"], ann["phone"], ann["email"]} {
		check(t, !strings.Contains(heard(), private), "other companies heard %s:\n%s", private, heard())
	}
	b.wantNoProblems()
}
