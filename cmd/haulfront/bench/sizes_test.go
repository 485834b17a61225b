package bench

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// size is the size of responses in each encoding.
type size struct{ raw, gzip, brotli int }

func (s size) String() string {
	return kilobytes(s.brotli) + " brotli, " + kilobytes(s.gzip) + " gzip, " + kilobytes(s.raw) + " raw"
}

func (r *report) sizes(b *testing.B, site *process) {
	r.section("Sizes of the home page (1 KB = 1000 bytes)")
	p := readPayload(b, site)
	total := measure(b, site, append(p.firstView(), "/"))
	html, before, after := measure(b, site, []string{"/"}), measure(b, site, p.before), measure(b, site, p.after)
	font := measure(b, site, []string{p.font})
	page := string(fetch(b, site.URL+"/", "identity"))
	style, elements := len(pageStyle.FindString(page)), len(startTag.FindAllString(page, -1))
	r.judge("HTML, with its style", html.String(), "≤ 19 KB", html.brotli <= 19e3)
	r.judge("style", kilobytes(style)+" raw", "≤ 45 KB", style <= 45e3)
	r.judge("elements", fmt.Sprint(elements), "≤ 900", elements <= 900)
	r.show("font", font.String())
	r.show("pictures in the first view", measure(b, site, p.pictures).String())
	r.judge("JavaScript before intent", before.String(), "≤ 4 KB", before.brotli <= 4e3)
	r.judge("JavaScript after intent", after.String(), "≤ 80 KB", after.brotli <= 80e3)
	r.judge("first view: all of these but the last", total.String(), "≤ 38 KB", total.brotli <= 38e3)
	r.show("after it: late style, text face", measure(b, site, p.late).String())
}

func measure(b *testing.B, site *process, paths []string) (sum size) {
	b.Helper()
	for _, path := range paths {
		for encoding, n := range map[string]*int{"identity": &sum.raw, "gzip": &sum.gzip, "br": &sum.brotli} {
			*n += len(fetch(b, site.URL+path, encoding))
		}
	}
	return sum
}

// payload holds the paths of the files that the home page loads.
type payload struct {
	font string
	// late are the stylesheet of what stands after the first screen, and the font of text, which it names.
	late []string
	// pictures are those that are not lazy.
	pictures []string
	// before and after are scripts, see readScripts.
	before, after []string
}

var (
	pageStyle   = regexp.MustCompile(`(?s)<style.*?</style>`)
	startTag    = regexp.MustCompile(`<[a-z]`) // scripts are JSON, without "<"
	pageFont    = regexp.MustCompile(`<link rel="preload" as="font"[^>]* href="([^"]+)"`)
	lateStyle   = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`)
	textFont    = regexp.MustCompile(`/assets/figtree-400-600-\w+\.woff2`)
	pageImage   = regexp.MustCompile(`<img [^>]*>`)
	imageSource = regexp.MustCompile(` src="([^"]+)"`)
)

func readPayload(b *testing.B, site *process) payload {
	b.Helper()
	html := string(fetch(b, site.URL+"/", "identity"))
	p := payload{font: pageFont.FindStringSubmatch(html)[1]}
	late := lateStyle.FindStringSubmatch(html)[1]
	p.late = []string{late, string(textFont.Find(fetch(b, site.URL+late, "identity")))}
	for _, image := range pageImage.FindAllString(html, -1) {
		source := imageSource.FindStringSubmatch(image)[1]
		// The hero has its picture twice, for phones and for wide screens; one of them is loaded.
		if !strings.Contains(image, `loading="lazy"`) && !slices.Contains(p.pictures, source) {
			p.pictures = append(p.pictures, source)
		}
	}
	p.before, p.after = readScripts(b, site)
	return p
}

// readScripts returns the paths of the scripts that a browser loads with the home page, and of those that it loads
// while a visitor scrolls to the end, which hydrates the islands.
func readScripts(b *testing.B, site *process) (before, after []string) {
	b.Helper()
	tab, closeTab := visit(b, startChromium(b), site.URL+"/", 1)
	defer closeTab()
	loaded := resolved[[][]string](b, tab, `new Promise((resolve) => {
		const scripts = () => performance.getEntriesByType("resource")
			.map(({name}) => new URL(name).pathname).filter((path) => path.endsWith(".js"));
		const scroll = () => {
			const before = scripts();
			const step = setInterval(() => {
				scrollBy(0, innerHeight);
				if (scrollY + innerHeight < document.body.scrollHeight - 1) return;
				clearInterval(step);
				setTimeout(() => resolve([before, scripts().slice(before.length)]), 1000);
			}, 100);
		};
		document.readyState === "complete" ? scroll() : addEventListener("load", scroll);
	})`)
	return loaded[0], loaded[1]
}

// firstView returns the files that the page loads without interaction.
func (p payload) firstView() []string {
	return slices.Concat([]string{p.font}, p.before, p.pictures)
}
