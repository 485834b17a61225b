package browsertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hydrate hydrates all islands of the page, each after script has run with it as island.
func (b *tab) hydrate(script string) {
	b.t.Helper()
	for _, id := range b.islands("") {
		b.run(`((island) => {
			`+script+`
			island.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
			dispatchEvent(new PointerEvent("pointermove"));
		})(document.querySelector("[data-island-id=" + %s + "]"))`, id)
		b.until(`document.querySelector("[data-island-id=" + %s + "]").hasAttribute("data-hydrated")`, id)
	}
}

// islands returns the ids of the page's islands of one kind, or of all.
func (b *tab) islands(name string) []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll("[data-island]")]
		.filter(({dataset}) => !%s || dataset.island === %s).map(({dataset}) => dataset.islandId)`, name, name)
}

// moments are when a page is changed. Each prepares a page that has just been opened.
var moments = map[string]func(*tab){
	"before": func(b *tab) { b.run(`window.change()`) },
	// Hydration is in progress when React's scheduler posts its next message.
	"while": func(b *tab) {
		b.hydrate(`const post = MessagePort.prototype.postMessage;
			MessagePort.prototype.postMessage = function (...args) {
				MessagePort.prototype.postMessage = post;
				window.change(island);
				post.apply(this, args);
			};`)
	},
	"after": func(b *tab) {
		b.hydrate("")
		b.run(`window.change()`)
	},
}

// On a page that a translator or an extension has changed, every island works, and goes on to when it is changed again.
// Each form is sent once, with what was typed.
func TestChangedPages(t *testing.T) {
	t.Parallel()
	site, changes := startSite(t), testkit.PageChanges()
	// Each change at each moment, in a sweep all of them, is on one page: every second one on the estimator's, which
	// has most to lose.
	others := []string{
		"/", program.First(content.KindService), program.First(content.KindCity), "/get-quote",
		program.First(content.KindCategory), program.First(content.KindArticle), program.First(content.KindPrices),
	}
	type combination struct{ how, at, path string }
	var all []combination
	hows, ats := slices.Sorted(maps.Keys(changes)), slices.Sorted(maps.Keys(moments))
	for n := range len(hows) * len(ats) {
		c := combination{hows[n%len(hows)], ats[(n%len(hows)+n/len(hows))%len(ats)], "/estimate"}
		if n%2 == 1 {
			c.path = others[n/2%len(others)]
		}
		all = append(all, c)
	}
	t.Run("all", func(t *testing.T) {
		for _, c := range testkit.Sweep(all, func(c combination) string { return c.how }) {
			name := c.how + " " + c.at + " on " + strings.ReplaceAll(c.path, "/", "_")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				b := newTab(t, 1280, 900, true)
				var posts atomic.Int32
				call(b, network.Enable, network.EnableParams{})
				testkit.Must(t, chromedp.Listen(b.ctx, func(event any) {
					if e, ok := event.(*network.EventRequestWillBeSent); ok && e.Request.Method == "POST" {
						posts.Add(1)
					}
				}))
				b.open(site.URL + c.path)
				b.run(changes[c.how])
				moments[c.at](b)
				forms := min(1, len(b.islands("QuoteForm")))
				b.useIslands(name)
				equal(t, "requests:", int(posts.Load()), forms)
				for _, problem := range b.takeProblems() {
					// The policy forbids the styles of this test, too.
					expected := strings.Contains(problem, "rendered anew") ||
						strings.Contains(problem, "inline style")
					check(t, expected, "the browser's console has %s", problem)
				}
			})
		}
	})
	got := map[string]outbox.Lead{}
	for _, l := range site.Leads(t) {
		_, twice := got[l.Request.Name]
		check(t, !twice, "two leads of %s", l.Request.Name)
		got[l.Request.Name] = l
		want := ann["serviceType"] + ann["serviceTimeframe"] + ann["phone"] + ann["zipCode"] + "text"
		x := l.Request
		equal(t, x.Name+" reads", x.Extra.Language, "es")
		equal(t, x.Name+" sends", x.ServiceType+x.ServiceTimeframe+x.Phone+x.ZIPCode+x.Extra.Answer.Contact, want)
	}
}

// useIslands does on a page what its islands are for. One form sends a visitor's name.
func (b *tab) useIslands(name string) {
	b.t.Helper()
	for range b.islands("Menus") {
		b.click("[data-menu=services] .Menus-button")
		b.until(`document.querySelector("[data-menu=services] .Menus-button[aria-expanded=true]")`)
		b.until(`document.querySelector("[data-island=Menus][data-hydrated]")`) // the click has been repeated, too
		b.press(kb.Escape)
		b.until("!" + isVisible("[data-menu=services] .Menus-panel a"))
	}
	for range b.islands("FaqAccordion") {
		for i := range 2 {
			b.click(fmt.Sprintf(".FaqAccordion-item:nth-child(%d) .FaqAccordion-trigger", i+1))
			b.wantAnswers(i)
		}
	}
	for range b.islands("Estimator") {
		b.click("#estimate-sofa ~ button")
		b.typeIn("#estimate-hot-tub", "1")
		b.until(`document.querySelector("#estimate-hot-tub-gate")`)
		b.run(`document.querySelectorAll("[data-island=Estimator] font").forEach((font) => font.append("»"))`)
		b.click("#estimate-sofa ~ button")
		want := awaitPromise[string](b, `fetch("/estimate?sofa=2&hot-tub=1", {headers: {Accept: "application/json"}})
			.then((answer) => answer.json()).then(({ total }) => total)`)
		_, amount, _ := strings.Cut(want, "$") // the word before it stays as the translator has changed it
		check(b.t, amount != "", "the estimate has no total")
		b.until(`document.querySelector(".Estimator-total").innerText.includes(%s)`, "$"+amount)
	}
	if forms := b.islands("QuoteForm"); len(forms) > 0 { // one of them: it leaves the page
		b.sendStepwise(forms[len(name)%len(forms)], name)
		check(b.t, b.visible("[data-kind=success].Toasts-card"), "there is no toast")
	}
}

// sendStepwise sends a form without most of its fields, and again with all.
func (b *tab) sendStepwise(form, name string) {
	b.t.Helper()
	insert := func(field, text string) {
		b.focus("#" + form + "-" + field)
		call(b, input.InsertText, input.InsertTextParams{Text: text})
	}
	insert("name", name+" in "+form)
	b.unfold(form)
	for _, choice := range []string{"contact-text", "consent"} {
		b.click("#" + form + " [for=" + form + "-" + choice + "]")
	}
	b.submit(form)
	b.until(`document.querySelector(%s)`, "#"+form+" [aria-invalid=true]")
	values := b.values(form)
	var missing []string
	for _, field := range required {
		if values[field] == "" {
			missing = append(missing, field)
		}
	}
	b.wantErrors(form, missing...)
	b.until(`document.querySelector(".Toasts-card").innerText`)
	insert("phone", ann["phone"])
	insert("zipCode", ann["zipCode"])
	for _, field := range []string{"serviceType", "serviceTimeframe"} {
		b.set(form, field, ann[field])
	}
	b.wantErrors(form)
	b.submit(form)
	b.until(`document.querySelector(".CustomerPage-title") && document.querySelector("[data-kind=success]")`)
	check(b.t, strings.Contains(b.text("#asked + dl"), "75023"), "the customer's page has no ZIP code")
}
