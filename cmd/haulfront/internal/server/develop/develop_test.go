package develop

import (
	"bytes"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/render"
	rebuild "haulfront/render/develop"
)

// No file of a production build has anything that shows problems during development.
func TestProductionHasNothingOfDevelopment(t *testing.T) {
	t.Parallel()
	texts := []string{"haulfront:error", "captureOwnerStack", "_dev/", "sourceMappingURL"}
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

// Development servers respond to names of this machine alone: a site that makes its own name resolve to this machine
// cannot read the sources.
func TestHosts(t *testing.T) {
	t.Parallel()
	own, err := os.Hostname()
	testkit.Must(t, err)
	set := config.Settings{BaseURL: &url.URL{Scheme: "https", Host: "haul.example:8443"}}
	hub := rebuild.NewHub(t.TempDir(), options(set), nil)
	handle := wrap(hub, func(ctx *fasthttp.RequestCtx) { ctx.SetStatusCode(fasthttp.StatusOK) })
	for host, want := range map[string]int{
		"localhost": 200, "LocalHost:8080": 200, "blue.localhost:8080": 200, "127.0.0.1:8080": 200, "[::1]:8080": 200,
		"192.168.1.20:8080": 200, own + ":8080": 200, own + ".local": 200, "haul.example": 200,
		"": 403, "evil.example": 403, "evil.example:8080": 403, "localhost.evil.example": 403, "notlocalhost": 403,
		"127.0.0.1.evil.example": 403, "www.haul.example": 403,
	} {
		for _, path := range []string{"/", "/_dev/errors", "/_dev/client.js"} {
			var ctx fasthttp.RequestCtx
			ctx.Request.SetRequestURI(path)
			ctx.Request.Header.SetHost(host)
			handle(&ctx)
			refused := ctx.Response.StatusCode() == fasthttp.StatusForbidden
			if refused != (want == fasthttp.StatusForbidden) {
				t.Errorf("GET %s from %q = %d, want %d", path, host, ctx.Response.StatusCode(), want)
			}
		}
	}
}
