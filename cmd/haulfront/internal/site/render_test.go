package site

import (
	"bytes"
	"encoding/json"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"
)

// A page of each kind that is made for one request has the bytes of the one that is kept, also where its static components are put
// in place; and an estimate's has those of the kept page in that state.
func TestPagesForOneRequest(t *testing.T) {
	words := program.Words()
	var uses []render.Use
	cfg := EngineConfig(testkit.Root(t))
	cfg.Workers, cfg.Observe = 1, func(u render.Use) { uses = append(uses, u) }
	engine, err := render.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	info := testInfo(t, words, engine)
	wantRender := func(name string, props any, want []byte) {
		t.Helper()
		for _, how := range []string{"first", "again"} {
			uses = nil
			got, err := engine.Render(t.Context(), name, props)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, %s: Render() is\n%.300s, %v, want\n%.300s", name, how, got, err, want)
			}
			// The header, the footer and the call bar at least.
			if how == "again" && uses[0].Statics < 3 {
				t.Errorf("%s: Render() put %d static components in place", name, uses[0].Statics)
			}
		}
	}
	seen := map[content.Kind]bool{}
	for _, route := range words.Routes() {
		if seen[route.Kind] {
			continue
		}
		seen[route.Kind] = true
		props := words.PageProps(info, route)
		kept, err := engine.Page(t.Context(), route.Kind.Component(), props)
		if err != nil {
			t.Fatal(err)
		}
		html, err := kept.HTML(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		wantRender(route.Kind.Component(), props, html)
		if route.Kind != content.KindEstimate {
			continue
		}
		p := &page{engine: engine, words: words, path: content.EstimatePath}
		e := words.ReadEstimate("sofa=2&mattress=1&zip=75024")
		if html, err = kept.HTML(t.Context(), p.estimateOverrides(kept, e)); err != nil {
			t.Fatal(err)
		}
		own := props.(content.EstimatePage)
		for to, from := range map[any]any{&own.Estimator: newEstimatorProps(e), &own.Contact.Form.Estimate: words.FormEstimate(e)} {
			data, err := json.Marshal(from)
			if err == nil {
				err = json.Unmarshal(data, to)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		wantRender("Estimate", own, html)
		// Only the page itself and the region of toasts need a runtime.
		if len(uses) != 2 {
			t.Errorf("the estimate's page takes the renders %v", uses)
		}
	}
}
