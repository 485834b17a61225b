package bench

import (
	"bytes"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
)

// pagesForRequests compares Engine.Render, for which static components are kept, with rendering everything, in turn.
func (r *report) pagesForRequests(b *testing.B, home *home) {
	r.section("A page for one request, one at a time (median)")
	cfg := site.EngineConfig(testkit.Root(b))
	cfg.Workers = 1
	engine, err := render.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	var wholeHome time.Duration
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
		wholeHome = max(wholeHome, whole)
		if page.name == "Estimate" {
			r.judge("Home, nothing kept : Estimate, kept", ratio(wholeHome.Seconds(), own.Seconds()), "≥ 8 ×", wholeHome >= 8*own)
		}
	}
	r.estimateState(b, home, engine)
}

// estimateState measures what the program does for an estimate: a state of a page that is kept.
func (r *report) estimateState(b *testing.B, home *home, engine *render.Engine) {
	page, err := engine.Page(b.Context(), "Estimate", home.words.EstimatePage(home.info))
	if err != nil {
		b.Fatal(err)
	}
	e := home.words.ReadEstimate("sofa=2&mattress=1")
	state := map[string]any{"estimator": map[string]any{"load": e.Load, "values": e.Values, "answer": e.Answer, "area": e.Area}}
	r.show("Estimate, a state of a page that is kept", milliseconds(median(b, func(b *testing.B) {
		if _, err := page.HTML(b.Context(), state); err != nil {
			b.Fatal(err)
		}
	})))
}
