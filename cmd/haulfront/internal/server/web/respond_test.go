package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/scene"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/render"
)

const checkout = "../../../../.."

var mapsURL = &url.URL{Scheme: "https", Host: "maps.test", Path: "/embed"}

// built is one site for all tests here: it never changes.
var built = sync.OnceValues(func() (*site.Site, error) {
	ctx := context.Background()
	words, err := content.Load(content.FS)
	if err != nil {
		return nil, err
	}
	cfg := site.EngineConfig(checkout)
	cfg.Workers, cfg.MaxHTML = 1, 1<<20
	engine, err := program.SharedBundle(cfg)
	if err != nil {
		return nil, err
	}
	scenes, err := scene.OpenCheckout(ctx, checkout)
	if err != nil {
		return nil, err
	}
	return site.Build(ctx, site.Config{
		Source: site.Source{Content: words}, Engine: engine, Scenes: scenes, MapsEmbedURL: mapsURL,
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
})

// newServer returns a server of the built site.
func newServer(t testing.TB, log slog.Handler) *Server {
	t.Helper()
	pages, err := built()
	testkit.Must(t, err)
	return New(Config{Site: pages, Office: office.Open(office.Config{}), MapsEmbedURL: mapsURL, Log: slog.New(log),
		Now: time.Now})
}

// Nothing that others send keeps the log from saying that a simpler page was sent.
func TestFallbacksAreLogged(t *testing.T) {
	log := &testkit.Log{}
	s := newServer(t, slog.NewTextHandler(log, nil))
	s.app.Get("/simpler", func(c fiber.Ctx) error {
		fallbacks := []site.Fallback{{Path: "/get-quote", Err: render.ErrBusy}}
		return s.send(c, fiber.StatusOK, site.Response{Fallbacks: fallbacks}, nil)
	})
	for range 1000 {
		s.refusedLog.Log(t.Context(), slog.LevelInfo, "request failed")
	}
	if _, err := s.app.Test(httptest.NewRequest(http.MethodGet, "/simpler", nil), patient); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "page=/get-quote") {
		t.Error("the log does not say that a simpler page was sent")
	}
}

// patient is without Fiber's limit of a second, which a busy machine exceeds.
var patient = fiber.TestConfig{Timeout: testkit.WaitLimit}

// A request that cannot be rendered, since its name is too long, takes no other of a list with it.
func TestUnshownRow(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	s.cfg.Office = office.Open(office.Config{Words: program.Words, Log: s.cfg.Log})
	list := office.InboxPage{Layout: s.layout("OfficeInbox", "Inbox"), Columns: []office.Column{
		{Cards: []office.Card{{ID: "1", Name: "Ann"}, {ID: "2", Name: strings.Repeat("<", 1<<18)}}}}}
	s.app.Get("/list", func(c fiber.Ctx) error { return s.sendOffice(c, fiber.StatusOK, "OfficeInbox", list) })
	answer, err := s.app.Test(httptest.NewRequest(http.MethodGet, "/list", nil), patient)
	testkit.Must(t, err)
	body, err := io.ReadAll(answer.Body)
	testkit.Must(t, err)
	if answer.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(">Ann<")) ||
		!bytes.Contains(body, []byte("haulfront leads show 2")) {
		t.Errorf("the status is %d, the page\n%s", answer.StatusCode, testkit.Shorten(body))
	}
}

// What a handler keeps of a request stays the same when the next request is in its memory.
func TestKeptText(t *testing.T) {
	s := newServer(t, slog.DiscardHandler)
	var kept []string
	s.app.Get("/kept/:text", func(c fiber.Ctx) error {
		kept = append(kept, c.Params("text"), c.Get("X-Text"))
		return nil
	})
	handle, ctx := s.app.Handler(), &fasthttp.RequestCtx{}
	ctx.Init(&fasthttp.Request{}, nil, nil)
	for _, text := range []string{"first", "other"} {
		ctx.Request.SetRequestURI("/kept/" + text)
		ctx.Request.Header.Set("X-Text", text)
		handle(ctx)
	}
	if want := []string{"first", "first", "other", "other"}; !slices.Equal(kept, want) {
		t.Errorf("kept are %q, want %q", kept, want)
	}
}
