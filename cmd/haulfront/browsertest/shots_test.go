package browsertest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"golang.org/x/image/draw"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// shotsFolder is where BenchmarkShots leaves its pictures, from the top of the checkout.
const shotsFolder = "var/shots"

// sample is a page of which BenchmarkShots takes pictures.
type sample struct{ name, path string }

// samples are each kind of page, and of those that differ more than one.
func samples() []sample {
	list := []sample{{"home", "/"}, {"get-quote", "/get-quote"}, {"services", "/services"}, {"locations", "/locations"}, {"blog", "/blog"},
		{"estimate", "/estimate"}, {"estimate-answer", "/estimate?sofa=2&mattress=1&hot-tub=1&zip=75024"}}
	plans, _ := program.PlansPage()
	taken := map[content.Kind]int{}
	for _, r := range program.Words().Routes() {
		most := map[content.Kind]int{content.KindCategory: 5, content.KindService: 2, content.KindCity: 2, content.KindArticle: 1, content.KindLegal: 1}[r.Kind]
		if taken[r.Kind] < most || r.Path == plans {
			taken[r.Kind]++
			list = append(list, sample{string(r.Kind) + "-" + r.Slug, r.Path})
		}
	}
	return append(list, sample{"not-found", unknownPath}, sample{"refused", "/"})
}

// BenchmarkShots takes pictures for people to look at; it judges nothing but that they can be taken:
//
//	go test -run '^$' -bench '^BenchmarkShots$' -benchtime 1x ./cmd/haulfront/browsertest
//
// They are <width>/<name>.png, each of a whole page, and one sheet-<width>.png with all of a width.
func BenchmarkShots(tb *testing.B) {
	site := startSite(tb)
	for _, view := range []struct {
		width, height int64
		inRow         int // pages in a row of the sheet
	}{{360, 800, 16}, {768, 1024, 8}, {1280, 900, 8}} {
		folder := filepath.Join(testkit.Root(tb), shotsFolder, strconv.FormatInt(view.width, 10))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			tb.Fatal(err)
		}
		b := newTab(tb, view.width, view.height, true)
		// A scroll bar of the desk's browser would make phones narrower than they are.
		if _, err := chromedp.Call(b.ctx, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true}); err != nil {
			tb.Fatal(err)
		}
		var pages []image.Image
		for _, sample := range samples() {
			b.open(site.URL + sample.path)
			if sample.name == "refused" {
				b.do(chromedp.Click(chromedp.CSS(`#hero-form [type=submit]`)))
				b.untilToast("alert", testkit.Missing, testkit.MissingText)
				b.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 0)`))
			}
			data := b.shoot()
			if err := os.WriteFile(filepath.Join(folder, sample.name+".png"), data, 0o644); err != nil {
				tb.Fatal(err)
			}
			page, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				tb.Fatal(err)
			}
			pages = append(pages, page)
		}
		savePNG(tb, filepath.Join(testkit.Root(tb), shotsFolder, "sheet-"+strconv.FormatInt(view.width, 10)+".png"), sheet(pages, view.inRow))
	}
}

// shoot returns the whole page as PNG, with every picture and the font in it.
func (b *tab) shoot() []byte {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("img[loading=lazy]").forEach((img) => { img.loading = "eager"; })`))
	b.until(`document.readyState === "complete" && document.fonts.status === "loaded" && [...document.images].every((img) => img.complete)`)
	awaitPromise[bool](b, `Promise.all([...document.images].map((img) => img.decode().catch(() => {}))).then(() => true)`)
	size := eval[[]float64](b, `[document.documentElement.clientWidth, document.documentElement.scrollHeight]`)
	beyond := true
	shot, err := chromedp.Call(b.ctx, navigation.CaptureScreenshot, navigation.CaptureScreenshotParams{
		Clip:                  &navigation.Viewport{Width: size[0], Height: size[1], Scale: 1},
		CaptureBeyondViewport: &beyond,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return shot.Data
}

const (
	sheetWidth = 2560 // px
	thumbGap   = 16   // px
)

// sheet puts pages side by side in rows, each scaled to the same width.
func sheet(pages []image.Image, inRow int) image.Image {
	width := (sheetWidth-thumbGap)/inRow - thumbGap
	places := make([]image.Rectangle, len(pages))
	top, bottom := thumbGap, thumbGap
	for i, page := range pages {
		if i%inRow == 0 {
			top = bottom
		}
		left := thumbGap + i%inRow*(width+thumbGap)
		height := page.Bounds().Dy() * width / page.Bounds().Dx()
		places[i] = image.Rect(left, top, left+width, top+height)
		bottom = max(bottom, top+height+thumbGap)
	}
	all := image.NewRGBA(image.Rect(0, 0, sheetWidth, bottom))
	draw.Draw(all, all.Bounds(), image.NewUniform(color.Gray{Y: 0x80}), image.Point{}, draw.Src)
	for i, page := range pages {
		draw.CatmullRom.Scale(all, places[i], page, page.Bounds(), draw.Src, nil)
	}
	return all
}

func savePNG(t testing.TB, name string, picture image.Image) {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
