package develop_test

import (
	"bufio"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/render"
	"haulfront/render/develop"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A change is reported with its files once it is complete: also in a folder that is new, and not for what editors leave
// behind.
func TestWatcher(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(time.Now().String()), 0o600)))
		return path
	}
	first := write("a/first.tsx")
	w, err := develop.NewWatcher(dir)
	must(t, err)
	defer w.Close()
	want := func(path string) {
		t.Helper()
		for {
			changed := w.Next(t.Context())
			for _, each := range changed {
				if each == path {
					return
				}
				if strings.HasPrefix(filepath.Base(each), ".") {
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
	must(t, os.Rename(first, moved))
	want(moved)
}

// Problems are read from what bundles, pages, content and the go command say.
func TestProblemsOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		name       string
		err        error
		kind       develop.Kind
		text, file string
	}{
		{"bundle",
			&render.BuildError{Messages: []render.Message{{Text: "no", File: "a.tsx", Line: 2, Column: 3}}},
			develop.Build, "no", "a.tsx:2:3"},
		{"page", &render.Error{Name: "Home", Message: "no", File: "a.tsx", Line: 2, Column: 3},
			develop.Render, "no", "a.tsx:2:3"},
		{"content", errors.New("content:\nprices.yaml:7: the price is odd; wanted another"),
			develop.Content, "the price is odd; wanted another", filepath.Join(dir, "prices.yaml:7")},
		{"go command", errors.New("# haulfront/x\nx/y.go:7:2: undefined: z"),
			develop.Content, "undefined: z", filepath.Join(dir, "x/y.go:7:2")},
		{"anything", errors.New("the disk is full"), develop.Content, "the disk is full", ""},
	} {
		got := develop.ProblemsOf(test.err, develop.Content, dir)
		want := test.text + "\n"
		if test.file != "" {
			want = test.file + ": " + want
		}
		if len(got) != 1 || got[0].String() != want || got[0].Kind != test.kind {
			t.Errorf("%s: %+v, want a problem of %s with %s", test.name, got, test.kind, want)
		}
	}
}

// A problem of a page goes when the page is loaded again, not when the browser opens an ended stream of events again.
// Until it has, it still shows the page.
func TestStreamOfEvents(t *testing.T) {
	t.Parallel()
	hub := develop.NewHub(t.TempDir(), develop.Options{}, nil)
	server := httptest.NewServer(hub)
	defer server.Close()
	defer hub.Close() // before the server, which waits for the streams
	fault := strings.NewReader(`{"page":"/","kind":"browser","message":"no truck"}`)
	response, err := http.Post(server.URL+"/_dev/errors", "application/json", fault)
	must(t, errors.Join(err, response.Body.Close()))
	for _, test := range []struct {
		lastEvent string
		problems  int
	}{{"1", 1}, {"", 0}} {
		address := server.URL + "/_dev/events?page=/&loaded"
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		must(t, err)
		request.Header.Set("Last-Event-ID", test.lastEvent)
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		var event string
		for event != "id: 1" && lines.Scan() {
			event = lines.Text()
		}
		if got := len(hub.State().Problems); event != "id: 1" || got != test.problems {
			t.Errorf("a stream after event %q: %d problems, want %d; the first line is %q", test.lastEvent, got,
				test.problems, event)
		}
	}
	hub.Close()
	server.Close()
	if viewed := hub.Viewed(1); !slices.Equal(viewed, []string{"/"}) {
		t.Errorf("while a browser opens a stream again, %q are viewed; want the page", viewed)
	}
}
