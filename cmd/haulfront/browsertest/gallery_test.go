package browsertest

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/chromedp"
)

// stateRules are axe's rules that a part of a page cannot keep by itself. Axe reads the title of the document that was in the frame at first.
const stateRules = `Object.fromEntries(["bypass", "skip-link", "document-title"].map((id) => [id, {enabled: false}]))`

// runAxeInFrames runs axe in each frame of the batch, one after the other, and returns what it finds, with the frame's title.
const runAxeInFrames = `(async () => {
	const found = [];
	for (const frame of window.batch) {
		const result = await frame.contentWindow.axe.run(frame.contentDocument, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], rules: ` + stateRules + `,
			resultTypes: ["violations"], iframes: false, preload: false,
		});
		for (const v of result.violations) for (const n of v.nodes) found.push(frame.title + ": " + v.id + " at " + n.target.join(" ") + ": " + n.failureSummary);
	}
	window.findings = found;
})()`

// The gallery shows every component of sections/, islands/ and ui/. Each state is accessible and fits on a phone. It is served in
// development only.
func TestGallery(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	site := startSite(t, "--dev")
	b.open(site.URL + "/gallery")
	for _, folder := range []string{"sections", "islands", "ui"} {
		entries, err := os.ReadDir(filepath.Join(testkit.Root(t), "components", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if !entry.IsDir() {
				continue
			}
			states := eval[int](b, `document.querySelectorAll("#" + %s + " iframe").length`, entry.Name())
			if states == 0 {
				t.Errorf("components/gallery.tsx has no state of %s/%s", folder, entry.Name())
			}
		}
	}
	b.accessible("the gallery")
	b.do(chromedp.EmulateViewport(360, 800))
	b.fits("the gallery")
	// A frame is as wide as the window: each state on a phone. A few at a time are as much as a busy machine renders in a minute.
	for eval[int](b, `(window.batch = [...document.querySelectorAll("iframe")].slice(0, 8)).length`) > 0 {
		eval[bool](b, `(batch.forEach((frame) => { frame.loading = "eager"; }), true)`)
		b.until(`batch.every((frame) => frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank")`)
		for _, title := range eval[[]string](b, `batch.filter((frame) => !frame.contentDocument.body.childElementCount).map((frame) => frame.title)`) {
			t.Errorf("%s is empty", title)
		}
		for _, title := range eval[[]string](b, `batch.filter((frame) => frame.contentDocument.documentElement.scrollWidth > frame.clientWidth).map((frame) => frame.title)`) {
			t.Errorf("%s does not fit on a phone", title)
		}
		eval[bool](b, `(window.findings = undefined, `+runAxeInFrames+`, true)`)
		b.until(`window.findings`)
		for _, finding := range eval[[]string](b, `window.findings`) {
			t.Error(finding)
		}
		eval[bool](b, `(batch.forEach((frame) => frame.remove()), true)`)
	}
	b.wantNoProblems()

	response, err := http.Get(sharedSite().URL + "/gallery")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("without --dev the gallery is answered with %s, want 404", response.Status)
	}
}
