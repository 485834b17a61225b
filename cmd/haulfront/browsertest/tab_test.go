package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A tab is a fresh profile of a real browser with one page.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	problems []string
}

// Debian's packages of Chromium, each one process that all tests share: starting one takes longer than most tests do in it. The
// headless shell is the same browser without what only its windows need, and takes a third less time for a page; but it keeps no
// page that is gone back to.
var (
	headlessShell = sharedBrowser("chromium-headless-shell")
	chromium      = sharedBrowser("chromium")
)

// sharedBrowser returns what starts a browser on the first call.
func sharedBrowser(name string) func() (context.Context, error) {
	return sync.OnceValues(func() (context.Context, error) {
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, fmt.Errorf("the tests need Debian's package %s: %w", name, err)
		}
		alloc, stopProcess := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path),
			chromedp.NoSandbox,
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			// The list of chromedp, and the process that Chromium keeps ready for the next site of a profile: these profiles visit few.
			chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess"),
		)...)
		ctx, closeAll := chromedp.NewContext(alloc)
		suite.Cleanup(func() {
			closeAll()
			stopProcess()
		})
		return ctx, chromedp.Do(ctx) // the first call starts it
	})
}

// newTab opens a tab of the given size in a profile of its own, which shares neither storage nor cache with another. With
// scripts off, no JavaScript of the page runs.
func newTab(t testing.TB, width, height int64, scripts bool) *tab {
	t.Helper()
	return newTabIn(t, headlessShell, width, height, scripts)
}

// newTabIn opens a tab in one of the browsers.
func newTabIn(t testing.TB, browser func() (context.Context, error), width, height int64, scripts bool) *tab {
	t.Helper()
	process, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(process, chromedp.WithNewBrowserContext())
	b := &tab{t: t, ctx: ctx}
	t.Cleanup(closeTab)
	// The first call opens the tab and ties it to its context, so it must not have a deadline.
	if err := chromedp.Listen(ctx, b.record); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(width, height))
	// A tab that nobody looks at gets no focus events.
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	// With motion, a press during the transition from page to page goes nowhere.
	still := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, still); err != nil {
		t.Fatal(err)
	}
	if !scripts {
		if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// record keeps the problems that the page reports.
func (b *tab) record(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			problem = "console: "
			for _, arg := range e.Args {
				problem += string(arg.Value) + arg.Description + " "
			}
		}
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text + " " + e.ExceptionDetails.Exception.Description
	case *log.EventEntryAdded:
		// The browser itself notes every fetch that is answered with an error status, which a refused quote is.
		if e.Entry.Level == log.EntryLevelError && !strings.HasSuffix(e.Entry.URL, quoteURL) {
			problem = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
}

const quoteURL = "/quote"

// wantNoProblems fails the test if the page has reported a problem.
func (b *tab) wantNoProblems() {
	b.t.Helper()
	for _, p := range b.reported() {
		b.t.Errorf("the browser's console has %s", p)
	}
}

// do runs actions, for no longer than testkit.WaitLimit.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatalf("%v\nconsole: %v", err, b.reported())
	}
}

// reported returns the problems that the page has reported so far.
func (b *tab) reported() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.problems)
}

// open goes to a page and waits until it is read and its script has run; pictures may still be on their way.
func (b *tab) open(url string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	if _, err := chromedp.Call(ctx, navigation.Navigate, navigation.NavigateParams{URL: url}); err != nil {
		b.t.Fatalf("open %s: %v", url, err)
	}
	// Without scripts, a page is complete before its styles have come.
	b.until(`location.href.startsWith(%s) && document.readyState !== "loading" &&
		performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd > 0 &&
		[...document.querySelectorAll("link[rel=stylesheet]")].every(({sheet}) => sheet)`, url)
}

// eval returns the value of a JavaScript expression. It works in pages whose own scripts are off.
func eval[T any](b *tab, expression string, args ...any) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](js(expression, args...)))
	if err != nil {
		b.t.Fatalf("%s: %v\nconsole: %v", js(expression, args...), err, b.reported())
	}
	return value
}

// pollInterval is about a frame.
const pollInterval = 15 * time.Millisecond

// back goes back in the tab's history, as its button does. A script that does that may be gone before it has answered.
func (b *tab) back() {
	b.t.Helper()
	history, err := chromedp.Call(b.ctx, navigation.GetNavigationHistory, cdp.Empty{})
	if err != nil || history.CurrentIndex < 1 {
		b.t.Fatalf("the tab's history is at entry %d: %v", history.CurrentIndex, err)
	}
	former := navigation.NavigateToHistoryEntryParams{EntryID: history.Entries[history.CurrentIndex-1].ID}
	if _, err := chromedp.Call(b.ctx, navigation.NavigateToHistoryEntry, former); err != nil {
		b.t.Fatalf("go back: %v", err)
	}
}

// until waits for a JavaScript expression to be true, also across a change of page.
func (b *tab) until(expression string, args ...any) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	condition := "Boolean(" + js(expression, args...) + ")"
	var err error
	for ctx.Err() == nil {
		var ok bool
		// Polling, because a page whose scripts are off cannot call back, and not without a pause, in which the page works.
		if ok, err = chromedp.Run(ctx, chromedp.Evaluate[bool](condition)); ok {
			return
		}
		select {
		case <-time.After(pollInterval):
		case <-ctx.Done():
		}
	}
	b.t.Fatalf("waited without result for %s (%v)\nconsole: %v", condition, err, b.reported())
}

// js puts arguments into an expression as JSON, one in place of each %s.
func js(expression string, args ...any) string {
	for _, arg := range args {
		data, err := json.Marshal(arg)
		if err != nil {
			panic(err) // only strings and numbers are passed
		}
		expression = strings.Replace(expression, "%s", string(data), 1)
	}
	return expression
}

// fill types into a form's fields, and chooses in its lists.
func (b *tab) fill(form string, values map[string]string) {
	b.t.Helper()
	for name, value := range values {
		selector := chromedp.CSS(fmt.Sprintf("#%s-%s", form, name))
		switch name {
		case "serviceType", "serviceTimeframe":
			// A person opens the list and chooses; the list itself is the system's and cannot be driven.
			b.do(chromedp.SetValue(selector, value), chromedp.Evaluate[chromedp.Void](
				js(`document.querySelector(%s).dispatchEvent(new Event("input", {bubbles: true}))`, selector)))
		case "message":
			b.unfoldNote(form)
			b.do(chromedp.SendKeys(selector, value))
		default:
			b.do(chromedp.SendKeys(selector, value))
		}
	}
}

// unfoldNote opens a form's message where it is still folded.
func (b *tab) unfoldNote(form string) {
	b.t.Helper()
	if !eval[bool](b, `document.querySelector(%s).open`, "#"+form+" details") {
		b.do(chromedp.Click(chromedp.CSS("#" + form + " summary")))
	}
}

// values returns what a form's fields hold.
func (b *tab) values(form string) map[string]string {
	b.t.Helper()
	return eval[map[string]string](b, `Object.fromEntries(
		["name", "email", "phone", "serviceType", "zipCode", "serviceTimeframe", "message"]
			.map((name) => [name, document.getElementById(%s + "-" + name).value]))`, form)
}

// text returns the visible text of the first match, "" without one.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, `document.querySelector(%s)?.innerText ?? ""`, selector)
}

// visible reports whether a person could see the first match.
func (b *tab) visible(selector string) bool {
	b.t.Helper()
	return eval[bool](b, `Boolean(document.querySelector(%s)?.checkVisibility({visibilityProperty: true, opacityProperty: true}))`, selector)
}
