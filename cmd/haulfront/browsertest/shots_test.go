package browsertest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"golang.org/x/image/draw"
)

// sample is a page that stands for others of its kind.
type sample struct{ name, path string }

// samples returns one page of each kind, or several if they differ.
func samples() []sample {
	list := []sample{
		{"home", "/"}, {"get-quote", "/get-quote"}, {"services", "/services"}, {"locations", "/locations"},
		{"blog", "/blog"}, {"estimate", "/estimate"},
		{"estimate-answer", "/estimate?sofa=2&mattress=1&hot-tub=1&zip=75024"},
	}
	left := map[content.Kind]int{
		content.KindCategory: 5, content.KindService: 2, content.KindCity: 2,
		content.KindArticle: 1, content.KindLegal: 1,
	}
	plans, _ := program.PlansPage()
	for _, r := range program.Words().Routes() {
		if left[r.Kind] > 0 || r.Path == plans {
			left[r.Kind]--
			list = append(list, sample{string(r.Kind) + "-" + r.Slug, r.Path})
		}
	}
	return append(list, sample{"not-found", unknownPath}, sample{"rejected", "/"})
}

// BenchmarkShots takes screenshots of whole pages, var/shots/<width>/<name>.png, and puts all of a width into one
// var/shots/sheet-<width>.png. It judges nothing:
//
//	go test -run '^$' -bench '^BenchmarkShots$' -benchtime 1x ./cmd/haulfront/browsertest
func BenchmarkShots(tb *testing.B) {
	site := startSite(tb)
	for _, view := range []struct {
		width, height int64
		columns       int // of the sheet
	}{{360, 800, 16}, {768, 1024, 8}, {1280, 900, 8}} {
		folder := filepath.Join(testkit.Root(tb), "var", "shots", fmt.Sprint(view.width))
		testkit.Must(tb, os.MkdirAll(folder, 0o755))
		b := newTab(tb, view.width, view.height, true)
		// A desktop scroll bar would make phones narrower.
		call(b, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
		var pages []image.Image
		for _, sample := range samples() {
			b.open(site.URL + sample.path)
			if sample.name == "rejected" {
				b.submit("hero-form")
				b.untilMissing()
				b.run(`scrollTo(0, 0)`)
			}
			data := b.shoot()
			testkit.Must(tb, os.WriteFile(filepath.Join(folder, sample.name+".png"), data, 0o644))
			page, err := png.Decode(bytes.NewReader(data))
			testkit.Must(tb, err)
			pages = append(pages, page)
		}
		var data bytes.Buffer
		testkit.Must(tb, png.Encode(&data, sheet(pages, view.columns)))
		name := filepath.Join(filepath.Dir(folder), fmt.Sprintf("sheet-%d.png", view.width))
		testkit.Must(tb, os.WriteFile(name, data.Bytes(), 0o644))
	}
}

// shoot returns the whole page as PNG, with all images and fonts loaded.
func (b *tab) shoot() []byte {
	b.t.Helper()
	b.run(`document.querySelectorAll("img[loading=lazy]").forEach((img) => { img.loading = "eager"; })`)
	b.until(`document.readyState === "complete" && document.fonts.status === "loaded" &&
		[...document.images].every((img) => img.complete)`)
	awaitPromise[bool](b, `Promise.all([...document.images].map((img) => img.decode().catch(() => {})))
		.then(() => true)`)
	size := eval[[]float64](b, `[document.documentElement.clientWidth, document.documentElement.scrollHeight]`)
	beyond := true
	return call(b, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Clip:                  &page.Viewport{Width: size[0], Height: size[1], Scale: 1},
		CaptureBeyondViewport: &beyond,
	}).Data
}

// sheet puts pages side by side in rows, each scaled to the same width.
func sheet(pages []image.Image, columns int) image.Image {
	const sheetWidth, gap = 2560, 16 // px
	width := (sheetWidth-gap)/columns - gap
	places := make([]image.Rectangle, len(pages))
	top, bottom := gap, gap
	for i, page := range pages {
		if i%columns == 0 {
			top = bottom
		}
		left := gap + i%columns*(width+gap)
		height := page.Bounds().Dy() * width / page.Bounds().Dx()
		places[i] = image.Rect(left, top, left+width, top+height)
		bottom = max(bottom, top+height+gap)
	}
	sheet := image.NewRGBA(image.Rect(0, 0, sheetWidth, bottom))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{Y: 0x80}), image.Point{}, draw.Src)
	for i, page := range pages {
		draw.CatmullRom.Scale(sheet, places[i], page, page.Bounds(), draw.Src, nil)
	}
	return sheet
}
