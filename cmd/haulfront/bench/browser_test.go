package bench

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

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
