package browsertest

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/chromedp"
)

// The gallery shows every piece of the design, so a new one is missed here until somebody can look at it there. It is
// accessible and fits on a phone like any page, and only developers have it.
func TestGallery(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir(filepath.Join(testkit.Root(t), "components", "ui"))
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{
		"AreaBlock", "ArticleBody", "CallBar", "CallToAction", "FaqAccordion", "Neighborhoods", "Quote", "QuoteBox", "QuoteForm",
		"RecentJobs", "NotAccepted", "Steps", "Testimonials", "Toasts",
	}
	for _, folder := range folders {
		pieces = append(pieces, folder.Name())
	}

	b := newTab(t, 1280, 900, true)
	b.injectAxe()
	b.open(startSite(t, "--dev").URL + "/gallery")
	for _, piece := range pieces {
		if !eval[bool](b, `[...document.querySelectorAll("[class]")].some((e) => e.classList[0]?.split("-")[0] === `+"`"+piece+"`"+`)`) {
			t.Errorf("the gallery does not show %s", piece)
		}
	}
	b.accessible("the gallery")
	b.do(chromedp.EmulateViewport(320, 640))
	b.fits("the gallery")
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
