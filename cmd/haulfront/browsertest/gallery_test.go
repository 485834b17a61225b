package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// checkBatch checks the frames of the batch one after the other, and stores what is wrong, with the frame's title. The
// rules that are off concern whole pages; axe reads the title of the frame's first document.
const checkBatch = `(async () => {
	const found = [];
	const rules = Object.fromEntries(["bypass", "skip-link", "document-title"].map((id) => [id, {enabled: false}]));
	for (const frame of batch) {
		if (!frame.contentDocument.body.childElementCount) found.push(frame.title + " is empty");
		const {documentElement} = frame.contentDocument;
		if (documentElement.scrollWidth > frame.clientWidth) found.push(frame.title + " is too wide");
		const result = await frame.contentWindow.axe.run(frame.contentDocument, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], rules,
			resultTypes: ["violations"], iframes: false, preload: false,
		});
		for (const v of result.violations) for (const n of v.nodes) {
			found.push(frame.title + ": " + v.id + " at " + n.target.join(" ") + ": " + n.failureSummary);
		}
	}
	return found;
})()`

// The gallery shows every component of sections/, islands/ and ui/. Each state is accessible and fits on a phone.
func TestGallery(t *testing.T) {
	t.Parallel()
	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(startSite(t, "--dev").URL + "/gallery")
	for _, folder := range []string{"sections", "islands", "ui"} {
		entries, err := os.ReadDir(filepath.Join(testkit.Root(t), "components", folder))
		testkit.Must(t, err)
		for _, entry := range entries {
			if !entry.IsDir() {
				continue
			}
			check(t, eval[bool](b, `!!document.querySelector("#" + %s + " iframe")`, entry.Name()),
				"components/gallery.tsx has no state of %s/%s", folder, entry.Name())
		}
	}
	b.accessible("the gallery")
	b.resize(360, 800)
	b.fits("the gallery")
	// A frame is as wide as the viewport. A few frames at a time, because a busy machine renders them slowly.
	for eval[int](b, `(window.batch = [...document.querySelectorAll("iframe")].slice(0, 8)).length`) > 0 {
		b.run(`batch.forEach((frame) => { frame.loading = "eager"; })`)
		b.until(`batch.every(({contentDocument}) =>
			contentDocument?.readyState === "complete" && contentDocument.URL !== "about:blank")`)
		for _, finding := range awaitPromise[[]string](b, checkBatch) {
			t.Error(finding)
		}
		b.run(`batch.forEach((frame) => frame.remove())`)
	}
	b.wantNoProblems()
}
