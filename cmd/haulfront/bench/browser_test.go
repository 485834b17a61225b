package bench

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// startChromium starts Debian's Chromium with further flags until the benchmark ends.
func startChromium(b *testing.B, flags ...chromedp.ExecAllocatorOption) context.Context {
	b.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		b.Fatalf("the benchmark needs Debian's package chromium: %v", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	process, stop := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	b.Cleanup(stop)
	browser, closeAll := chromedp.NewContext(process)
	b.Cleanup(closeAll)
	testkit.Must(b, chromedp.Do(browser)) // starts it
	return browser
}

// empty serves the page that shows what the browser and this machine take by themselves.
var empty = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// The client may be gone.
	_, _ = io.WriteString(w, "<!doctype html><html lang=en><title>Empty</title><button>Press</button>")
})

// startEmpty serves the empty page, and returns its URL.
func startEmpty(b *testing.B) string {
	b.Helper()
	server := httptest.NewServer(empty)
	b.Cleanup(server.Close)
	return server.URL
}

// kinds returns a page of each kind that differs in its first screen.
func kinds() []string {
	plans, _ := program.PlansPage()
	return []string{
		"/", "/get-quote", program.First(content.KindService), program.First(content.KindCity),
		program.First(content.KindArticle), plans,
	}
}

// visitLimit bounds a visit.
const visitLimit = 30 * time.Second

// visit opens a page in a new profile, in which nothing is cached and no connection is open, on a phone whose processor
// is slower than this machine's by a factor. The caller closes it.
func visit(b *testing.B, browser context.Context, address string, slower float64) (
	tab context.Context, end func()) {
	b.Helper()
	opened, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	testkit.Must(b, chromedp.Do(opened)) // opens it, without a deadline
	tab, cancel := context.WithTimeout(opened, visitLimit)
	phone := chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	testkit.Must(b, chromedp.Do(tab, phone))
	_, err := chromedp.Call(tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slower})
	testkit.Must(b, err)
	_, err = chromedp.Call(tab, page.Navigate, page.NavigateParams{URL: address})
	testkit.Must(b, err)
	return tab, func() {
		cancel()
		closeTab()
	}
}

// resolved returns the value that a promise in the tab resolves to.
func resolved[T any](b *testing.B, tab context.Context, promise string) T {
	b.Helper()
	value, err := chromedp.Run(tab, chromedp.Evaluate[T](promise, chromedp.EvalAwaitPromise))
	testkit.Must(b, err)
	return value
}
