package browsertest

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A tab is one page of a real browser, in a profile of its own.
type tab struct {
	t       testing.TB
	ctx     context.Context
	scripts bool

	mu       sync.Mutex
	problems []string
}

// Debian's packages of Chromium, each one process that all tests share: most tests take less time than its start. The
// headless shell is the same browser without its user interface. It takes a third less time for a page, but it has no
// back/forward cache.
var (
	headlessShell = sharedBrowser("chromium-headless-shell")
	chromium      = sharedBrowser("chromium")
)

// otherBrowser is the path of another Chromium for all tests, such as an old one.
var otherBrowser = flag.String("browser", "", "run the tests in this browser instead of Debian's Chromium")

// inOldBrowsers returns a JavaScript expression that works in old browsers, too, which lack a method that these tests
// use, or its options.
func inOldBrowsers(expression string) string {
	if *otherBrowser == "" {
		return expression
	}
	return `(Element.prototype.checkVisibility = function(options) {
		let seen = this.getClientRects().length > 0 && (!options || getComputedStyle(this).visibility === "visible");
		if (options) for (let e = this; e; e = e.parentElement) seen &&= getComputedStyle(e).opacity !== "0";
		return seen;
	}, ` + expression + `)`
}

// sharedBrowser returns a function that starts a browser on its first call, with more options if there are any.
func sharedBrowser(name string, more ...chromedp.ExecAllocatorOption) func() (context.Context, error) {
	return sync.OnceValues(func() (context.Context, error) {
		name := cmp.Or(*otherBrowser, name)
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, fmt.Errorf("the tests need Debian's package %s: %w", name, err)
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path),
			chromedp.NoSandbox,
			// The packages of old browsers lack a library of the GPU process: without it, the browser may hang.
			chromedp.Flag("disable-gpu", *otherBrowser != ""),
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			// chromedp's list, and the spare process for the next site of a profile: these profiles visit one.
			chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess"),
		)
		alloc, stopProcess := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
		ctx, closeAll := chromedp.NewContext(alloc)
		suite.Cleanup(func() {
			closeAll()
			stopProcess()
		})
		return ctx, chromedp.Do(ctx) // the first call starts it
	})
}

// newTab opens a tab of the given size in a profile of its own, which shares neither storage nor cache with another.
// With scripts off, no JavaScript of the page runs.
func newTab(t testing.TB, width, height int64, scripts bool) *tab {
	t.Helper()
	return newTabIn(t, headlessShell, width, height, scripts)
}

func newTabIn(t testing.TB, browser func() (context.Context, error), width, height int64, scripts bool) *tab {
	t.Helper()
	process, err := browser()
	testkit.Must(t, err)
	ctx, closeTab := chromedp.NewContext(process, chromedp.WithNewBrowserContext())
	b := &tab{t: t, ctx: ctx, scripts: scripts}
	t.Cleanup(closeTab)
	// The first call opens the tab and ties it to its context, so it must not have a deadline.
	testkit.Must(t, chromedp.Listen(ctx, b.record))
	b.do(chromedp.EmulateViewport(width, height))
	// Tabs in the background get no focus events.
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	// A click during a view transition has no effect.
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	if ahead := clockAhead(); ahead != 0 {
		b.onEveryPage(js(`{ const now = Date.now; Date.now = () => now() + %s; }`, ahead.Milliseconds()))
	}
	if !scripts {
		call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	return b
}

// clockAhead is how far make clock has set this process's clock ahead of the system's, which browsers have.
var clockAhead = sync.OnceValue(func() time.Duration {
	var system syscall.Timeval
	_ = syscall.Gettimeofday(&system) // it is not null
	return time.Since(time.Unix(system.Unix())).Round(time.Second)
})

// withAndWithoutScripts runs a test twice: in pages with JavaScript, and in pages without.
func withAndWithoutScripts(t *testing.T, test func(t *testing.T, scripts bool)) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			t.Parallel()
			test(t, scripts)
		})
	}
}

// screens are a phone and a wide screen, with and without scripts: in a sweep all four combinations, otherwise two.
func screens() []screen {
	return testkit.Sweep([]screen{{390, true}, {1280, false}, {390, false}, {1280, true}}, func(s screen) bool {
		return s.scripts
	})
}

type screen struct {
	width   int64
	scripts bool
}

func (s screen) String() string { return fmt.Sprintf("width=%d scripts=%v", s.width, s.scripts) }

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
		// The browser logs every fetch with an error status, such as that of a rejected quote.
		// Old ones log that they do not know the policy for speculation rules, which they ignore.
		if e.Entry.Level == log.EntryLevelError && !strings.HasSuffix(e.Entry.URL, quoteURL) &&
			(*otherBrowser == "" || !strings.Contains(e.Entry.Text, "speculation-rules")) {
			problem = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
}

func (b *tab) wantNoProblems() {
	b.t.Helper()
	for _, p := range b.takeProblems() {
		b.t.Errorf("the browser's console has %s", p)
	}
}

func (b *tab) takeProblems() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, b.problems = b.problems, nil
	return list
}

// call sends a command of the DevTools protocol to the tab.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		b.t.Fatalf("%+v: %v\nconsole: %v", params, err, b.takeProblems())
	}
	return result
}

// staleNode is Chromium's error for a node of a page that another one has just replaced: nothing has been done with it.
const staleNode = "Could not find node with given id"

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for until := time.Now().Add(testkit.WaitLimit); ; {
		// An action hung once, for the whole limit, on a page whose islands were being rendered anew.
		ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit/4)
		err := chromedp.Do(ctx, actions...)
		replaced := err != nil && (strings.Contains(err.Error(), staleNode) || ctx.Err() != nil)
		cancel()
		if err == nil {
			return
		}
		if !replaced || time.Now().After(until) {
			b.t.Fatalf("%v\nconsole: %v", err, b.takeProblems())
		}
	}
}

// onEveryPage runs a script in every page that the tab opens from now on, before the page's own scripts.
func (b *tab) onEveryPage(script string) {
	b.t.Helper()
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// pauseRequests pauses requests that match a URL pattern, and sends their IDs to the returned channel.
func (b *tab) pauseRequests(pattern string) <-chan fetch.RequestID {
	b.t.Helper()
	paused := make(chan fetch.RequestID, 4) // a listener that waits stops the tab
	testkit.Must(b.t, chromedp.Listen(b.ctx, func(event any) {
		if request, ok := event.(*fetch.EventRequestPaused); ok {
			paused <- request.RequestID
		}
	}))
	call(b, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
	return paused
}

func (b *tab) resume(paused <-chan fetch.RequestID) {
	b.t.Helper()
	select {
	case id := <-paused:
		call(b, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: id})
	case <-time.After(testkit.WaitLimit):
		b.t.Fatal("no request was paused")
	}
}

// open loads a page and waits until it is parsed and its scripts have run; images may still be loading.
func (b *tab) open(url string) {
	b.t.Helper()
	call(b, page.Navigate, page.NavigateParams{URL: url})
	// Without scripts, DOMContentLoaded does not wait for stylesheets.
	b.until(`location.href.startsWith(%s) && document.readyState !== "loading" &&
		performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd > 0 &&
		[...document.querySelectorAll("link[rel=stylesheet]")].every(({sheet}) => sheet)`, url)
}

// back goes back in the tab's history, as the browser's button does. A script that does so may be gone before it has
// answered.
func (b *tab) back() {
	b.t.Helper()
	history := call(b, page.GetNavigationHistory, cdp.Empty{})
	if history.CurrentIndex < 1 {
		b.t.Fatal("the tab has no page to go back to")
	}
	former := history.Entries[history.CurrentIndex-1].ID
	call(b, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: former})
}

// eval returns the value of a JavaScript expression. It works in pages whose own scripts are off.
func eval[T any](b *tab, expression string, args ...any) T {
	b.t.Helper()
	return evalWith[T](b, js(expression, args...))
}

// awaitPromise returns the value that a promise resolves to.
func awaitPromise[T any](b *tab, expression string) T {
	b.t.Helper()
	return evalWith[T](b, expression, chromedp.EvalAwaitPromise)
}

func evalWith[T any](b *tab, expression string, options ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](inOldBrowsers(expression), options...))
	if err != nil {
		b.t.Fatalf("%s: %v\nconsole: %v", expression, err, b.takeProblems())
	}
	return value
}

func (b *tab) run(expression string, args ...any) {
	b.t.Helper()
	eval[bool](b, "("+expression+", true)", args...)
}

// pollInterval is about one frame.
const pollInterval = 15 * time.Millisecond

// until waits for a JavaScript expression to be true, across navigations too.
func (b *tab) until(expression string, args ...any) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
	defer cancel()
	condition := inOldBrowsers("Boolean(" + js(expression, args...) + ")")
	var err error
	for ctx.Err() == nil {
		var ok bool
		// Polls, because a page whose scripts are off cannot call back, and pauses, to leave the page time to work.
		if ok, err = chromedp.Run(ctx, chromedp.Evaluate[bool](condition)); ok {
			return
		}
		select {
		case <-time.After(pollInterval):
		case <-ctx.Done():
		}
	}
	b.t.Fatalf("waited in vain for %s (%v)\nconsole: %v", condition, err, b.takeProblems())
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

func (b *tab) resize(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
	b.until(`innerWidth === %s`, width)
}

// click clicks on an element, again if it has moved away under the pointer.
func (b *tab) click(selector string) {
	b.t.Helper()
	for until := time.Now().Add(testkit.WaitLimit); ; {
		b.run(`(window.missed = true, addEventListener("click",
			({target}) => window.missed = !target.closest(%s), {capture: true, once: true}))`, selector)
		b.do(chromedp.Click(chromedp.CSS(selector)))
		if !b.scripts {
			return
		}
		missed, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`Boolean(window.missed)`))
		if err != nil || !missed { // an error means that the click is opening another page
			return
		}
		if time.Now().After(until) {
			b.t.Fatalf("something covers %s", selector)
		}
	}
}

func (b *tab) focus(selector string) {
	b.t.Helper()
	b.do(chromedp.Focus(chromedp.CSS(selector)))
}

func (b *tab) press(keys ...string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(strings.Join(keys, "")))
}

func (b *tab) typeIn(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

func (b *tab) center(selector string) []float64 {
	b.t.Helper()
	return eval[[]float64](b, `(({x, y, width, height}) => [x + width / 2, y + height / 2])(
		document.querySelector(%s).getBoundingClientRect())`, selector)
}

func (b *tab) moveMouse(x, y float64) {
	b.t.Helper()
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

func (b *tab) hover(selector string) {
	b.t.Helper()
	at := b.center(selector)
	b.moveMouse(at[0], at[1])
}

func (b *tab) tap(selector string) {
	b.t.Helper()
	at := b.center(selector)
	call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}},
	})
	call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{},
	})
}

func (b *tab) scrollTo(selector string) {
	b.t.Helper()
	b.run(`document.querySelector(%s).scrollIntoView({behavior: "instant", block: "center"})`, selector)
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	text := eval[string](b, `document.querySelector(%s)?.innerText ?? ""`, selector)
	return strings.ReplaceAll(text, "\u00a0", " ") // keeps a last word off a line of its own
}

func (b *tab) visible(selector string) bool {
	b.t.Helper()
	return eval[bool](b, isVisible(selector))
}

// isVisible is a JavaScript condition: a person can see the first match.
func isVisible(selector string) string {
	const seen = `document.querySelector(%s)?.checkVisibility({visibilityProperty: true, opacityProperty: true})`
	return "Boolean(" + js(seen, selector) + ")"
}

// clickable is a JavaScript condition: the element is in the viewport, and nothing covers its middle.
func clickable(selector string) string {
	return js(`(() => {
		const element = document.querySelector(%s);
		const {x, y, width, height, bottom} = element.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height / 2);
		return y >= 0 && bottom <= innerHeight && element.contains(top);
	})()`, selector)
}
