package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// answers is a JavaScript expression: which answers of the accordion are there to be read.
const answers = `[...document.querySelectorAll(".FaqAccordion-answer")].map((answer) => answer.checkVisibility())`

func wantAnswers(b *tab, open ...int) {
	b.t.Helper()
	want := make([]string, 6)
	for i := range want {
		want[i] = "false"
	}
	for _, i := range open {
		want[i] = "true"
	}
	b.until(fmt.Sprintf(`String(%s) === %q`, answers, strings.Join(want, ",")))
}

func TestAccordion(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	trigger := func(i int) chromedp.CSS {
		return chromedp.CSS(fmt.Sprintf(".FaqAccordion-item:nth-child(%d) .FaqAccordion-trigger", i+1))
	}
	t.Run("mouse", func(t *testing.T) {
		b := newTab(t, 1280, 900, true)
		b.open(site.URL + "/")
		wantAnswers(b)
		// The very first press of the visit: it is done once the accordion is there.
		b.do(chromedp.Click(trigger(1)))
		wantAnswers(b, 1)
		b.do(chromedp.Click(trigger(4)))
		wantAnswers(b, 4)
		b.do(chromedp.Click(trigger(4)))
		wantAnswers(b)
		b.wantNoProblems()
	})
	t.Run("keyboard", func(t *testing.T) {
		b := newTab(t, 1280, 900, true)
		b.open(site.URL + "/")
		b.do(chromedp.Focus(trigger(0)), chromedp.KeyEvent(kb.Enter))
		wantAnswers(b, 0)
		b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(" "))
		wantAnswers(b, 1)
		if got := eval[string](b, `document.activeElement.closest("h3").innerText + document.activeElement.ariaExpanded`); !strings.HasSuffix(got, "true") {
			t.Errorf("the focused question is %q, want an expanded one in a heading", got)
		}
		b.do(chromedp.KeyEvent(" "))
		wantAnswers(b)
		b.wantNoProblems()
	})
	t.Run("scripts off", func(t *testing.T) {
		b := newTab(t, 1280, 900, false)
		b.open(site.URL + "/")
		wantAnswers(b, 0, 1, 2, 3, 4, 5)
		b.wantNoProblems()
	})
}

// Nothing of React is fetched before the first sign of a person, and what they did before it came is kept.
func TestReactLoadsOnInteraction(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	scripts := `performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith(".js")).length`
	if n := eval[int](b, scripts); n != 1 {
		t.Errorf("%d scripts were loaded with the page, want the one small one", n)
	}
	if eval[bool](b, `Boolean(document.querySelector("[data-hydrated]"))`) {
		t.Error("an island is hydrated before anybody came")
	}
	// Filled in by the browser itself, before any event that a script could see.
	eval[bool](b, `(() => {
		document.querySelector("#contact-form-name").value = "Ann";
		document.querySelector("#contact-form-serviceType").value = "Other";
		return true;
	})()`)
	b.fill("contact-form", map[string]string{"message": "two sofas"})
	b.until(`document.querySelector("#contact-form").closest("[data-hydrated]")`)
	got := b.values("contact-form")
	if got["name"] != "Ann" || got["serviceType"] != "Other" || got["message"] != "two sofas" {
		t.Errorf("after hydration the form holds %v", got)
	}
	if n := eval[int](b, scripts); n < 2 {
		t.Error("the form is hydrated without React")
	}
	b.wantNoProblems()
}

// When React never arrives the page is what it is without scripts.
func TestReactNeverLoads(t *testing.T) {
	t.Parallel()
	for name, pattern := range map[string]string{"code": "*://*:*/assets/hydrate-*", "props": "*://*:*/assets/form-*"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reactNeverLoads(t, pattern)
		})
	}
}

// reactNeverLoads uses the site while the addresses of a pattern cannot be reached.
func reactNeverLoads(t *testing.T, pattern string) {
	site := startSite(t)
	b := newTab(t, 1280, 900, true)
	if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	blocked := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: pattern, Block: true}}}
	if _, err := chromedp.Call(b.ctx, network.SetBlockedURLs, blocked); err != nil {
		t.Fatal(err)
	}
	b.open(site.URL + "/")
	b.fill("contact-form", ann)
	b.do(chromedp.Click(chromedp.CSS("#contact-form [type=submit]")))
	b.until(`location.search.startsWith("?received=contact-form.") || document.querySelector("#contact-form .QuoteForm-result")`)
	b.untilToast("status", testkit.Received, program.ReceivedText())
	site.Calls.Wait(t, 2)
	if leads := site.Leads(t); len(leads) != 1 {
		t.Errorf("the journal has %d leads, want 1", len(leads))
	}
	b.hover("h1")
	wantAnswers(b, 0, 1, 2, 3, 4, 5)
}

// Whatever a visitor typed, the rejected page hydrates without a word from React's checks, and holds what was typed.
func TestHostileValuesHydrate(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--dev")
	b := newTab(t, 1280, 900, true)
	for _, hostile := range []string{
		"<!--<script>", "</script><script>alert(1)</script>", "</textarea><b>", `" autofocus onfocus="alert(1)`,
		"", "<!--island html toasts-->", "&lt;&amp;", "\U0001f69a \u202e",
		"]]>", "${7*7}{{7*7}}",
	} {
		b.open(site.URL + "/")
		// The browser's own post, as without scripts: the name is missing, so the page comes back.
		values := map[string]string{
			"name": "", "email": hostile, "phone": hostile, "serviceType": "Other", "zipCode": hostile,
			"serviceTimeframe": "Today", "message": hostile + "\n\u2028\u2029" + strings.Repeat("10 kB of <&>", 700),
		}
		for name, value := range values {
			eval[bool](b, `(document.getElementById("contact-form-" + %s).value = %s, true)`, name, value)
		}
		want := b.values("contact-form")
		eval[bool](b, `(HTMLFormElement.prototype.submit.call(document.getElementById("contact-form")), true)`)
		b.until(`location.pathname === "/quote" && document.readyState === "complete"`)
		b.hover("h1")
		b.do(chromedp.Focus(chromedp.CSS("#contact-form-name")), chromedp.Focus(chromedp.CSS("#hero-form-name")))
		b.until(`document.querySelector("#contact-form").closest("[data-hydrated]") && document.querySelector("#hero-form").closest("[data-hydrated]")`)
		got := b.values("contact-form")
		for name, value := range got {
			if strings.TrimSpace(value) != strings.TrimSpace(want[name]) {
				t.Errorf("%s holds %q after the round trip, want %q", name, value, want[name])
			}
		}
		if eval[bool](b, `Boolean(document.querySelector("#contact-form b, #contact-form script, #contact-form [onfocus]"))`) {
			t.Errorf("%q became markup", hostile)
		}
	}
	b.wantNoProblems()
}
