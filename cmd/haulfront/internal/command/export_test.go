package command

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// quickFiles are the files of an export with something simple in the place of all that is drawn, which takes long.
func (s *offline) quickFiles() iter.Seq2[string, func(context.Context) ([]byte, error)] {
	return func(yield func(string, func(context.Context) ([]byte, error)) bool) {
		for path, body := range s.Files() {
			if strings.HasPrefix(path, "/assets/scenes/") || strings.HasPrefix(path, "/assets/cards/") {
				body = func(context.Context) ([]byte, error) { return nil, nil }
			}
			if !yield(path, body) {
				return
			}
		}
	}
}

// Without a program that takes quote requests there are no forms for them, but there is the phone number, and nothing
// that would be asked of this program. The forms of the estimator lead to its page, whose script has the answer.
func TestExportWithoutForms(t *testing.T) {
	t.Parallel()
	set := program.Settings(t, "BASE_URL=https://www.junk.test", "RENDER_WORKERS=1",
		"ANALYTICS_URL=https://plausible.example/api/event", "ANALYTICS_FORMAT=plausible")
	exported, err := openOffline(t.Context(), set, testEnvironment(), &site.Export{})
	testkit.Must(t, err)
	dir := t.TempDir()
	if _, err := writeFiles(t.Context(), dir, exported.quickFiles()); err != nil {
		t.Fatal(err)
	}
	pages, calls := 0, 0
	err = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		page, err := os.ReadFile(path)
		pages++
		calls += bytes.Count(page, []byte(`class="Quote-byPhone"`))
		for _, wrong := range []string{`method="post"`, `"/quote"`, "data-views", "data-sessions"} {
			if bytes.Contains(page, []byte(wrong)) {
				t.Errorf("%s has %s in it", path, wrong)
			}
		}
		return err
	})
	testkit.Must(t, err)
	home, err := os.ReadFile(filepath.Join(dir, "index.html"))
	testkit.Must(t, err)
	_, byPhone, _ := strings.Cut(string(home), `class="Quote-byPhone" id="hero-form"`)
	if byPhone = byPhone[:min(len(byPhone), 1000)]; !strings.Contains(byPhone, `href="tel:`) ||
		!strings.Contains(byPhone, "Call and tell us") {
		t.Errorf("in the place of the home page's form stands %s", byPhone)
	}
	if pages < 40 || calls < pages/2 {
		t.Errorf("%d pages say %d times to call", pages, calls)
	}
	if _, err := os.Stat(filepath.Join(dir, "received")); err == nil {
		t.Error("there is a page for those who sent a quote, which nobody can")
	}
}

func TestFormsURL(t *testing.T) {
	for address, good := range map[string]bool{
		"": true, "https://forms.example.com/quote": true, "http://127.0.0.1:8080/quote": true,
		"https://example.com/forms/quote": true,
		"/quote":                          false, "https://forms.example.com": false, "ftp://example.com/quote": false,
		"https://example.com/quote?a=b": false,
	} {
		c := exportCommand{FormsURL: address}
		if u, err := c.formsURL(); (err == nil) != good || (u != nil) != (good && address != "") {
			t.Errorf("--forms-url=%s: %v, %v", address, u, err)
		}
	}
}

// Exported pages tell the browser what the served ones do: whether somebody wants to know of views, and of sessions.
func TestOfflinePagesKnowTheSettings(t *testing.T) {
	t.Parallel()
	for want, settings := range map[string][]string{
		`<html lang="en" data-opening="`: nil,
		`<html lang="en" data-views="true" data-sessions="true" data-opening="`: {
			"ANALYTICS_URL=https://plausible.example/api/event", "ANALYTICS_FORMAT=plausible",
			"SUPABASE_URL=https://backend.example", "SUPABASE_ANON_KEY=key", "SUPABASE_ANONYMOUS_SESSION=on",
		},
	} {
		site, err := openOffline(t.Context(), program.Settings(t, append(settings, "RENDER_WORKERS=1")...),
			testEnvironment(), nil)
		testkit.Must(t, err)
		page, err := maps.Collect(site.Files())["/404.html"](t.Context())
		if err != nil || !strings.HasPrefix(string(page), "<!doctype html>"+want) {
			t.Errorf("the page begins with %.100s, %v, want %s", page, err, want)
		}
	}
}
