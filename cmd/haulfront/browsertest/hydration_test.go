package browsertest

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"
)

// hydrateScript matches the URL of the script with React.
const hydrateScript = "*/assets/hydrate-*"

// wantAnswers waits until exactly the given answers of the accordion are visible.
func (b *tab) wantAnswers(open ...int) {
	b.t.Helper()
	b.until(`[...document.querySelectorAll(".FaqAccordion-answer")]
		.flatMap((answer, i) => answer.checkVisibility() ? [i] : []).join() === %s`,
		strings.ReplaceAll(strings.Trim(fmt.Sprint(open), "[]"), " ", ","))
}

// The accordion works by mouse, by keyboard, and without scripts, where all answers are open.
func TestAccordion(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	trigger := func(i int) string {
		return fmt.Sprintf(".FaqAccordion-item:nth-child(%d) .FaqAccordion-trigger", i+1)
	}
	b := newTab(t, 1280, 900, true)
	b.open(site.URL + "/")
	b.wantAnswers()
	// The first click takes effect once the accordion is hydrated.
	b.click(trigger(1))
	b.wantAnswers(1)
	b.click(trigger(4))
	b.wantAnswers(4)
	b.click(trigger(4))
	b.wantAnswers()

	b.open(site.URL + "/")
	b.focus(trigger(0))
	b.press(kb.Enter)
	b.wantAnswers(0)
	b.press(kb.ArrowDown, " ")
	b.wantAnswers(1)
	check(t, eval[bool](b, `!!document.activeElement.closest("h3") && document.activeElement.ariaExpanded === "true"`),
		"the focus is not on an expanded question in a heading")
	b.press(" ")
	b.wantAnswers()
	b.wantNoProblems()

	plain := newTab(t, 1280, 900, false)
	plain.open(site.URL + "/")
	plain.wantAnswers(0, 1, 2, 3, 4, 5)
	plain.wantNoProblems()
}

// React is not loaded before the first interaction. Values that the browser restored or the visitor typed before or
// during hydration are kept.
func TestTypedBeforeHydration(t *testing.T) {
	t.Parallel()
	site := sharedSite()
	b := newTabIn(t, chromium, 390, 844, true) // the headless shell sends pointer events of its own
	paused := b.pauseRequests(hydrateScript)
	path, plan := program.PlansPage()
	b.open(site.URL + path + "?plan=" + plan)
	const scripts = `performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith(".js")).length`
	if n := eval[int](b, scripts); n != 1 || eval[bool](b, `!!document.querySelector("[data-hydrated]")`) {
		t.Errorf("without interaction, the page has loaded %d scripts, want one, or has hydrated an island", n)
	}
	// Restored by the browser, without any event.
	b.run(`document.querySelector("#contact-form-phone").value = "469-555-0101"`)
	const typed = "Gate code 12"
	b.typeIn("#contact-form-message", typed)
	b.fill("contact-form", map[string]string{"name": "Ann", "serviceType": "Other"})
	before := b.values("contact-form")
	if before["serviceType"] != "Other" || !strings.Contains(before["message"], typed) {
		t.Fatalf("before hydration the form holds %v", before)
	}
	// Hydration is in progress when React's scheduler posts its next message.
	b.run(`(() => {
		const post = MessagePort.prototype.postMessage;
		MessagePort.prototype.postMessage = function (...args) {
			MessagePort.prototype.postMessage = post;
			const form = document.querySelector("#contact-form");
			form.elements.serviceTimeframe.value = "Today";
			form.elements.message.value += " and a ladder";
			form.elements.message.dispatchEvent(new Event("input", {bubbles: true}));
			post.apply(this, args);
		};
	})()`)
	before["serviceTimeframe"] = "Today"
	before["message"] += " and a ladder"
	b.resume(paused)
	b.until(hydrated("contact-form"))
	b.wantValues("contact-form", before)
	check(t, eval[int](b, scripts) >= 2, "the form is hydrated without React")
	b.wantNoProblems()
}

// While React cannot be loaded, the page works as it does without scripts.
func TestReactNeverLoads(t *testing.T) {
	t.Parallel()
	for name, pattern := range map[string]string{"code": "*://*:*/assets/hydrate-*", "props": "*://*:*/assets/form-*"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, 1280, 900, true)
			call(b, network.Enable, network.EnableParams{})
			call(b, network.SetBlockedURLs, network.SetBlockedURLsParams{
				URLPatterns: []*network.BlockPattern{{URLPattern: pattern, Block: true}},
			})
			b.open(sharedSite().URL + "/")
			b.hover("h1")
			b.wantAnswers(0, 1, 2, 3, 4, 5)
			b.send("contact-form", visitor(t))
			ownLead(t)
		})
	}
}

func (b *tab) setOffline(offline bool) {
	b.t.Helper()
	call(b, network.Enable, network.EnableParams{})
	call(b, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{
			{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1},
		},
	})
}

// Whatever a visitor typed, the rejected page hydrates without a warning from React, and keeps all values.
func TestHostileValuesHydrate(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--dev")
	b := newTab(t, 1280, 900, true)
	texts := []string{
		"<!--<script>", "</script><script>alert(1)</script>", "</textarea><b>", `" autofocus onfocus="alert(1)`,
		"", "<!--island html toasts-->", "&lt;&amp;", "\U0001f69a \u202e", "]]>", "${7*7}{{7*7}}",
	}
	var starts []int
	for i := range texts {
		starts = append(starts, i)
	}
	// In a sweep each text is in each field, otherwise in one of them.
	for _, i := range testkit.Sweep(starts, func(i int) int { return i / 4 }) {
		text := func(field int) string { return texts[(i+field)%len(texts)] }
		b.open(site.URL + "/")
		for name, value := range map[string]string{
			"email": text(0), "phone": text(1), "serviceType": "Other", "zipCode": text(2), "serviceTimeframe": "Today",
			"message": text(3) + "\n\u2028\u2029" + strings.Repeat("10 kB of <&>", 700),
		} {
			b.run(`document.getElementById("contact-form-" + %s).value = %s`, name, value)
		}
		want := b.values("contact-form")
		// Posted as without scripts. The name is missing, so the page comes back.
		b.run(`HTMLFormElement.prototype.submit.call(document.getElementById("contact-form"))`)
		b.until(`location.pathname === "/quote" && document.readyState === "complete"`)
		b.focus("#contact-form-name")
		b.focus("#hero-form-name")
		b.until(hydrated("contact-form"))
		b.until(hydrated("hero-form"))
		got := b.values("contact-form")
		for _, values := range []map[string]string{got, want} {
			for name, value := range values {
				values[name] = strings.TrimSpace(strings.ReplaceAll(value, "\u202e", "")) // it is not kept
			}
		}
		check(t, maps.Equal(got, want), "after the round trip the form holds %q, want %q", got, want)
		check(t, !eval[bool](b, `!!document.querySelector("#contact-form :is(b, script, [onfocus])")`),
			"the texts from %q on became markup", text(0))
	}
	b.wantNoProblems()
}
