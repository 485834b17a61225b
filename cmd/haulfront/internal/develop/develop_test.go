package develop

import (
	"bytes"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

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

// A change is reported with its files once it is complete: also in a folder that is new, and not for what editors leave
// behind.
func TestWatcher(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		testkit.Must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(time.Now().String()), 0o600)))
		return path
	}
	first := write("a/first.tsx")
	w, err := NewWatcher(sources.Temporary, dir)
	testkit.Must(t, err)
	defer w.Close()
	want := func(path string) {
		t.Helper()
		for {
			changed := w.Next(t.Context())
			for _, each := range changed {
				if each == path {
					return
				}
				if sources.Temporary(filepath.Base(each)) {
					t.Errorf("%s was reported", each)
				}
			}
			if changed == nil {
				t.Fatalf("%s was not reported", path)
			}
		}
	}
	write("a/.first.tsx.swp")
	write("a/first.tsx")
	want(first)
	want(write("b/c/new.tsx"))
	write("b/c/new.tsx~")
	moved := filepath.Join(dir, "b", "moved.tsx")
	testkit.Must(t, os.Rename(first, moved))
	want(moved)
}

// Development servers respond to names of this machine alone: a site that makes its own name resolve to this machine
// cannot read the sources.
func TestHosts(t *testing.T) {
	t.Parallel()
	own, err := os.Hostname()
	testkit.Must(t, err)
	hub := NewHub(t.TempDir(), config.Settings{BaseURL: &url.URL{Scheme: "https", Host: "haul.example:8443"}}, nil)
	handle := hub.Wrap(func(ctx *fasthttp.RequestCtx) { ctx.SetStatusCode(fasthttp.StatusOK) })
	for host, want := range map[string]int{
		"localhost": 200, "LocalHost:8080": 200, "blue.localhost:8080": 200, "127.0.0.1:8080": 200, "[::1]:8080": 200,
		"192.168.1.20:8080": 200, own + ":8080": 200, own + ".local": 200, "haul.example": 200,
		"": 403, "evil.example": 403, "evil.example:8080": 403, "localhost.evil.example": 403, "notlocalhost": 403,
		"127.0.0.1.evil.example": 403, "www.haul.example": 403,
	} {
		for _, path := range []string{"/", errorsPath, scriptPath} {
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

// A problem that is found while neither a server nor the fallback runs is shown by a fallback, or in the terminal.
func TestReportWithoutServer(t *testing.T) {
	t.Parallel()
	problem := Problem{Kind: Program, Message: "undefined: z"}
	var terminal bytes.Buffer
	s := &supervisor{stderr: &terminal, dir: t.TempDir()}
	var err error
	s.listener, err = listenerFile("ADDR", "127.0.0.1:0")
	testkit.Must(t, err)
	s.report([]Problem{problem})
	defer s.stop()
	if s.fallback == nil || !slices.ContainsFunc(s.fallback.hub.State().Problems, problem.equal) {
		t.Error("no fallback shows the problem")
	}
	s.report(nil)
	if n := len(s.fallback.hub.State().Problems); n > 0 {
		t.Errorf("%d problems are shown after all are solved", n)
	}
	s.stop()
	testkit.Must(t, s.listener.Close())
	s.report([]Problem{problem})
	if text := terminal.String(); !strings.Contains(text, problem.Message) {
		t.Errorf("without a listener the terminal has %q, want the problem", text)
	}
}

// Problems are read from what bundles, pages, content and the go command say.
func TestProblemsOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		name string
		err  error
		want Problem
	}{
		{"bundle", &render.BuildError{Target: "server",
			Messages: []render.Message{{Text: "no", File: "a.tsx", Line: 2, Column: 3}}},
			Problem{Kind: Build, Message: "no", File: "a.tsx", Line: 2, Column: 3}},
		{"page", &render.Error{Name: "Home", Message: "no", File: "a.tsx", Line: 2, Column: 3},
			Problem{Kind: Render, Message: "no", File: "a.tsx", Line: 2, Column: 3}},
		{"content", errors.New("content:\nprices.yaml:7: the price is odd; wanted another"),
			Problem{Kind: Content, Message: "the price is odd; wanted another", File: filepath.Join(dir, "prices.yaml"),
				Line: 7}},
		{"go command", errors.New("# haulfront/x\nx/y.go:7:2: undefined: z"),
			Problem{Kind: Content, Message: "undefined: z", File: filepath.Join(dir, "x/y.go"), Line: 7, Column: 2}},
		{"anything", errors.New("the disk is full"), Problem{Kind: Content, Message: "the disk is full"}},
	} {
		got := ProblemsOf(test.err, Content, dir)
		if len(got) != 1 || got[0].String() != test.want.String() || got[0].Kind != test.want.Kind {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}
