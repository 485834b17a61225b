package bench

import (
	"bytes"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
)

// BenchmarkRequests measures pages that are rendered for one request alone.
//
//	go test -run '^$' -bench '^BenchmarkRequests$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkRequests(b *testing.B) {
	debug.SetGCPercent(400)
	r := &report{}
	r.pagesForRequests(b, readHome(b, nil))
	r.print(os.Stdout)
	b.ReportMetric(0, "ns/op")
}

// pagesForRequests compares Engine.Render, for which static components are kept, with rendering everything, in turn.
func (r *report) pagesForRequests(b *testing.B, home *home) {
	r.section("A page for one request, one at a time (median)")
	engine, err := render.New(render.Config{
		Dir: testkit.Root(b), ServerEntry: "components/entry.server.tsx", BrowserEntry: "components/entry.browser.ts",
		PublicPath: "/assets/", Workers: 1, Verbatim: site.Verbatim(),
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, page := range []struct {
		name  string
		props any
	}{{"Home", home.props}, {"Estimate", home.words.EstimatePage(home.info)}} {
		var html [2][]byte
		time := func(i int, e *render.Engine) time.Duration {
			return median(b, func(b *testing.B) {
				if html[i], err = e.Render(b.Context(), page.name, page.props); err != nil {
					b.Fatal(err)
				}
			})
		}
		whole, own := time(0, home.engine), time(1, engine)
		if !bytes.Equal(html[0], html[1]) {
			b.Fatalf("the page %s has other bytes where static components are kept", page.name)
		}
		r.show(page.name+", nothing kept", milliseconds(whole))
		r.judge(page.name+", static components kept", milliseconds(own), "≤ 5 ms", own <= 5*1e6)
		r.show(page.name+", nothing kept : kept", ratio(whole.Seconds(), own.Seconds()))
	}
}
