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

	"haulfront/cmd/haulfront/internal/testkit"

	"github.com/chromedp/chromedp"
)

// photoFiles writes photos of the given sizes to a folder.
func photoFiles(t *testing.T, sizes ...image.Point) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i, size := range sizes {
		var out bytes.Buffer
		photo := image.NewYCbCr(image.Rectangle{Max: size}, image.YCbCrSubsampleRatio420)
		testkit.Must(t, jpeg.Encode(&out, photo, nil))
		files = append(files, filepath.Join(dir, fmt.Sprint(i, ".jpg")))
		testkit.Must(t, os.WriteFile(files[i], out.Bytes(), 0o600))
	}
	return files
}

const (
	photoForm  = "quote-bottom-form"
	photoField = "#" + photoForm + "-photos"
)

func (b *tab) choosePhotos(files ...string) {
	b.t.Helper()
	b.do(chromedp.SetUploadFiles(chromedp.CSS(photoField), files))
}

// The form shows photos before they are sent, can remove them, scales them down, and rejects other files.
func TestPhotos(t *testing.T) {
	t.Parallel()
	b := newTab(t, 360, 800, true)
	b.injectAxe()
	b.open(sharedSite().URL + "/get-quote")
	const form, problem = "#" + photoForm, `document.querySelector("` + photoField + `-error").textContent`
	untilShown := func(n int) {
		t.Helper()
		b.until(`document.querySelectorAll(%s).length === %s`, form+" .QuoteForm-previews canvas", n)
	}
	wantHeld := func(want ...string) {
		t.Helper()
		got := awaitPromise[[]string](b, js(`Promise.all([...document.querySelector(%s).files].map(async (file) => {
			const {width, height} = await createImageBitmap(file);
			return width + "x" + height;
		}))`, photoField))
		check(t, strings.Join(got, " ") == strings.Join(want, " "), "the field holds %v, want %v", got, want)
	}
	b.fill(photoForm, visitor(t))

	small := image.Pt(40, 30)
	files := photoFiles(t, image.Pt(3200, 2400), image.Pt(300, 400), small, small, small, small)
	b.choosePhotos(files[:2]...)
	untilShown(2)
	b.choosePhotos(files[2]) // in addition
	untilShown(3)
	wantHeld("1600x1200", "300x400", "40x30")
	b.fits("a form with photos")
	b.accessible("a form with photos")

	b.click(form + " .QuoteForm-previews li:nth-child(2) button")
	untilShown(2)
	wantHeld("1600x1200", "40x30")
	equal(t, "the focus is on", eval[string](b, `document.activeElement.getAttribute("aria-label")`), "Remove photo 2")

	text := filepath.Join(t.TempDir(), "list.heic")
	testkit.Must(t, os.WriteFile(text, []byte("a list"), 0o600))
	b.choosePhotos(text)
	b.until(problem + `.includes("list.heic")`)
	b.choosePhotos(files[2:]...) // one over the limit of five
	untilShown(5)
	b.until(problem + ` !== "" && !` + problem + `.includes("list.heic")`)
	wantHeld("1600x1200", "40x30", "40x30", "40x30", "40x30")

	b.submit(photoForm)
	b.untilReceived()
	equal(t, "photos on the customer's page:",
		eval[int](b, `document.querySelectorAll(".CustomerPage-photos img").length`), 5)
	b.until(`[...document.images].every((image) => image.complete && image.naturalWidth > 0)`)
	photos := wantPhotos(t, 5)
	check(t, photos[0] == image.Pt(1600, 1200), "the first photo's size is %v", photos[0])
	b.wantNoProblems()
}

// wantPhotos checks that the message of the test's lead links to n photos, and returns their sizes.
func wantPhotos(t *testing.T, n int) (sizes []image.Point) {
	t.Helper()
	message := ownLead(t).Request.Message
	for line := range strings.Lines(message) {
		link, err := url.Parse(strings.TrimSpace(line))
		if err != nil || !strings.HasPrefix(link.Path, "/photos/") {
			continue
		}
		response, err := http.Get(sharedSite().URL + link.RequestURI())
		testkit.Must(t, err)
		data, err := io.ReadAll(response.Body)
		response.Body.Close()
		photo, decodeErr := jpeg.Decode(bytes.NewReader(data))
		if err != nil || decodeErr != nil {
			t.Fatalf("GET %s = %s, %v, %v", link.Path, response.Status, err, decodeErr)
		}
		sizes = append(sizes, photo.Bounds().Size())
	}
	if len(sizes) != n {
		t.Fatalf("the message has %d links to photos, want %d:\n%s", len(sizes), n, message)
	}
	return sizes
}
