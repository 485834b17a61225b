package develop

import (
	"bytes"
	"slices"
	"testing"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/render"
)

// No file of a production build has anything that shows problems during development.
func TestProductionHasNothingOfDevelopment(t *testing.T) {
	t.Parallel()
	texts := []string{"haulfront:error", "captureOwnerStack", "_dev/", "Styleguide", "sourceMappingURL"}
	checkout := sources.Sources{Dir: testkit.Root(t)}
	development, err := render.New(checkout.Engine(config.Settings{}, true))
	testkit.Must(t, err)
	for _, text := range texts[:2] {
		if !contains(development, text) {
			t.Errorf("a development build has no %q: this test looks for the wrong text", text)
		}
	}
	production, err := program.SharedBundle(checkout.Engine(config.Settings{RenderMemo: true}, false))
	testkit.Must(t, err)
	for _, text := range texts {
		if contains(production, text) {
			t.Errorf("a production build has %q", text)
		}
	}
}

func contains(e *render.Engine, text string) bool {
	return slices.ContainsFunc(e.Assets(), func(a render.Asset) bool { return bytes.Contains(a.Body, []byte(text)) })
}
