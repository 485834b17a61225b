package browsertest

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// photoFiles writes photographs of some sizes to a folder.
func photoFiles(t *testing.T, sizes ...image.Point) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i, size := range sizes {
		var out bytes.Buffer
		if err := jpeg.Encode(&out, image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420), nil); err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, fmt.Sprint(i, ".jpg")))
		if err := os.WriteFile(files[i], out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Photographs are shown, can be removed, are made smaller before they leave, and are seen by who gets the lead.
func TestPhotos(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 360, 800, true)
	b.injectAxe()
	b.open(site.URL + "/get-quote")
	const form, field = "#quote-bottom-form", "#quote-bottom-form-photos"
	const shown = `document.querySelectorAll("` + form + ` .QuoteForm-previews canvas").length`
	held := func() []string {
		eval[bool](b, `(delete window.held, Promise.all([...document.querySelector(%s).files].map(async (file) => {
			const {width, height} = await createImageBitmap(file);
			return width + " × " + height;
		})).then((held) => { window.held = held }), true)`, field)
		b.until(`Boolean(window.held)`)
		return eval[[]string](b, `window.held`)
	}
	choose := func(files ...string) { b.do(chromedp.SetUploadFiles(chromedp.CSS(field), files)) }
	b.fill("quote-bottom-form", ann)
	b.do(chromedp.Click(chromedp.CSS(form + " details:has(.QuoteForm-more) > summary")))
	b.until(`document.querySelector(%s).checkVisibility()`, field)

	files := photoFiles(t, image.Pt(3200, 2400), image.Pt(300, 400), image.Pt(40, 30), image.Pt(40, 30), image.Pt(40, 30), image.Pt(40, 30))
	choose(files[:2]...)
	b.until(shown + ` === 2`)
	choose(files[2])
	b.until(shown + ` === 3`) // a further choice adds to the first
	if got := held(); len(got) != 3 || got[0] != "1600 × 1200" || got[1] != "300 × 400" {
		t.Errorf("the field holds %v", got)
	}
	b.fits("a form with photos")
	b.accessible("a form with photos")

	b.do(chromedp.Click(chromedp.CSS(form + " .QuoteForm-previews li:nth-child(2) button")))
	b.until(shown + ` === 2`)
	if got := held(); len(got) != 2 || got[1] != "40 × 30" {
		t.Errorf("after one was removed the field holds %v", got)
	}
	if got := eval[string](b, `document.activeElement.getAttribute("aria-label")`); got != "Remove photo 2" {
		t.Errorf("the focus is on %q", got)
	}

	// What is no picture is refused at once, and what is more than five is left out.
	text := filepath.Join(t.TempDir(), "list.heic")
	if err := os.WriteFile(text, []byte("a list"), 0o600); err != nil {
		t.Fatal(err)
	}
	choose(text)
	b.until(`document.querySelector(%s).textContent.includes("list.heic")`, field+"-error")
	choose(files[2:]...)
	b.until(shown + ` === 5`)
	b.until(`document.querySelector(%s).textContent !== "" && !document.querySelector(%s).textContent.includes("list.heic")`, field+"-error", field+"-error")
	if got := held(); len(got) != 5 {
		t.Errorf("with too many the field holds %v", got)
	}

	b.do(chromedp.Click(chromedp.CSS(form + " [type=submit]")))
	b.untilToast("status", testkit.Received, program.ReceivedText())
	b.until(shown + ` === 0`)
	site.Calls.Wait(t, 2)
	leads := site.Leads(t)
	if len(leads) != 1 || len(leads[0].Request.Photos) != 5 || leads[0].Request.Photos[0].Width != 1600 || leads[0].Request.Photos[0].Height != 1200 {
		t.Fatalf("the journal is %+v", leads)
	}
	wantPhotoLinks(t, site, leads[0].Request.Message, 5)
	b.wantNoProblems()
}

// Without scripts the form is posted with its files, and asks for them again when it comes back.
func TestPhotosWithoutScripts(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := newTab(t, 1280, 900, false)
	b.open(site.URL + "/get-quote")
	const form, field = "#quote-bottom-form", "#quote-bottom-form-photos"
	files := photoFiles(t, image.Pt(3200, 2400), image.Pt(300, 400))
	b.do(chromedp.Click(chromedp.CSS(form + " details:has(.QuoteForm-more) > summary")))
	b.do(chromedp.SetUploadFiles(chromedp.CSS(field), files))
	b.do(chromedp.Click(chromedp.CSS(form + " [type=submit]")))
	b.until(`document.querySelector(%s)?.textContent.includes("again")`, field+"-error")
	if !b.visible(field) {
		t.Error("the field is folded though something is said at it")
	}
	b.fill("quote-bottom-form", ann)
	b.do(chromedp.SetUploadFiles(chromedp.CSS(field), files))
	b.do(chromedp.Click(chromedp.CSS(form + " [type=submit]")))
	b.untilToast("status", testkit.Received, program.ReceivedText())
	leads := site.Leads(t)
	if len(leads) != 1 || len(leads[0].Request.Photos) != 2 {
		t.Fatalf("the journal is %+v", leads)
	}
	wantPhotoLinks(t, site, leads[0].Request.Message, 2)
}

// wantPhotoLinks checks that a message has n links at which the site shows a JPEG.
func wantPhotoLinks(t *testing.T, site *program.Process, message string, n int) {
	t.Helper()
	found := 0
	for line := range strings.Lines(message) {
		link, err := url.Parse(strings.TrimSpace(line))
		if err != nil || !strings.HasPrefix(link.Path, "/photos/") {
			continue
		}
		found++
		answer, err := http.Get(site.URL + link.RequestURI())
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if _, decodeErr := jpeg.Decode(bytes.NewReader(data)); err != nil || decodeErr != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s answers %s, %v, %v", link.Path, answer.Status, err, decodeErr)
		}
	}
	if found != n {
		t.Errorf("the message has %d links, want %d:\n%s", found, n, message)
	}
}
