package command

import (
	"database/sql"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/scaffold"
)

// Without a program that takes quote requests there are no forms for them, but there is the phone number, and nothing
// that would be asked of this program. The forms of the estimator lead to its page, whose script has the answer.
func TestExportWithoutForms(t *testing.T) {
	t.Parallel()
	set := program.Settings(t, "BASE_URL=https://www.junk.test", "RENDER_WORKERS=1",
		"ANALYTICS_URL=https://plausible.example/api/event", "ANALYTICS_FORMAT=plausible")
	exported, err := openOffline(t.Context(), set, testEnvironment(), &site.Export{})
	testkit.Must(t, err)
	files := maps.Collect(exported.Files())
	kinds, calls := map[content.Kind]bool{}, 0
	for _, route := range exported.Content().Routes() {
		if kinds[route.Kind] {
			continue // rendering takes long, and the form is the same
		}
		kinds[route.Kind] = true
		body, err := files[path.Join(route.Path, "index.html")](t.Context())
		testkit.Must(t, err)
		page := string(body)
		calls += strings.Count(page, `class="Quote-byPhone"`)
		for _, wrong := range []string{`method="post"`, `"/quote"`, "data-views", "data-sessions"} {
			if strings.Contains(page, wrong) {
				t.Errorf("%s has %s in it", route.Path, wrong)
			}
		}
		if _, byPhone, _ := strings.Cut(page, `class="Quote-byPhone" id="hero-form"`); route.Path == "/" &&
			!regexp.MustCompile(`(?s)^.{0,200}Call and tell us.{0,500}href="tel:`).MatchString(byPhone) {
			t.Errorf("in the place of the home page's form stands %.1000s", byPhone)
		}
	}
	if calls < len(kinds)/2 {
		t.Errorf("%d kinds of pages say %d times to call", len(kinds), calls)
	}
}

// Without forms, no sentence of any file leads to one: of the built-in company, and of one with a single service.
func TestExportLeadsToNoForm(t *testing.T) {
	t.Parallel()
	leads := regexp.MustCompile(`(?i)[^"<>]*(?:\b(?:the|our|a) form\b|formulario|\bin the note\b|\bsubmit the\b)`)
	made, err := scaffold.Company{Name: "Least Hauling", Phone: "802-863-5512", Email: "ann@least.test",
		URL: "https://www.least.test", State: "VT", Towns: []string{"Burlington"},
		Services: []string{"hot-tub-removal"},
	}.Files()
	testkit.Must(t, err)
	dir := t.TempDir()
	for name, data := range made {
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	for _, content := range []string{"", dir} {
		for _, forms := range []*url.URL{nil, {Scheme: "https", Host: "forms.test", Path: "/quote"}} {
			set := program.Settings(t, "BASE_URL=https://www.junk.test", "RENDER_WORKERS=1", "CONTENT_DIR="+content)
			exported, err := openOffline(t.Context(), set, testEnvironment(), &site.Export{Forms: forms})
			testkit.Must(t, err)
			var found []string
			for file, make := range exported.Files() {
				if slices.Contains([]string{".html", ".txt", ".json", ".xml"}, path.Ext(file)) {
					body, err := make(t.Context())
					testkit.Must(t, err)
					for _, sentence := range leads.FindAllString(string(body), -1) {
						found = append(found, file+": "+sentence)
					}
				}
			}
			if (forms == nil) != (found == nil) {
				t.Errorf("with forms at %v, sentences lead to one:\n%s", forms, strings.Join(found, "\n"))
			}
		}
	}
}

// Former addresses lead on without this program: by the file that hosts of static sites read, and by a page for others.
func TestExportedRedirects(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	moved := "redirects:\n  /our-prices/: /prices\n" +
		"  /old.html: { to: https://shop.example.com/a?b=c, elsewhere: true }\n" +
		"  /?page_id=12: /get-quote\n  /winter-offer: gone\n"
	testkit.Must(t, errors.Join(os.CopyFS(dir, content.FS),
		os.WriteFile(filepath.Join(dir, "redirects.yaml"), []byte(moved), 0o600)))
	set := program.Settings(t, "BASE_URL=https://www.junk.test", "RENDER_WORKERS=1", "CONTENT_DIR="+dir)
	exported, err := openOffline(t.Context(), set, testEnvironment(), &site.Export{})
	testkit.Must(t, err)
	files := maps.Collect(exported.Files())
	for file, want := range map[string]string{
		"/_redirects": "/old.html https://shop.example.com/a?b=c 301!\n/old.html https://shop.example.com/a?b=c 301\n" +
			"/our-prices /prices 301!\n/our-prices /prices 301\n",
		"/our-prices/index.html": `<meta http-equiv="refresh" content="0; url=https://www.junk.test/prices">`,
		"/old.html":              `<link rel="canonical" href="https://shop.example.com/a?b=c">`,
	} {
		if files[file] == nil {
			t.Errorf("the export lacks %s", file)
		} else if body, err := files[file](t.Context()); err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%s is %s, %v, want %s", file, body, err, want)
		}
	}
	checked, err := openOffline(t.Context(), set, testEnvironment(), nil)
	testkit.Must(t, err)
	if files := maps.Collect(checked.Files()); files["/_redirects"] != nil {
		t.Error("the program's own site has the file as well")
	}
}

// What the office has changed is in exported pages, and a price that it covers in the folder is a warning.
func TestOfflineHasTheOfficesChanges(t *testing.T) {
	t.Parallel()
	database := "sqlite:" + filepath.Join(t.TempDir(), "haulfront.db")
	j, err := outbox.Open(t.Context(), outbox.Config{DatabaseURL: database, Log: slog.New(slog.DiscardHandler),
		Now: time.Now})
	testkit.Must(t, err)
	err = j.Transact(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO site_changes (number, at, actor, item, value)
			VALUES (1, 0, 'ann', 'price/hot_tub', '{"price":"hot_tub","low":"325","high":"845"}')`)
		return err
	})
	testkit.Must(t, errors.Join(err, j.Close()))
	built, err := openOffline(t.Context(), program.Settings(t, "RENDER_WORKERS=1", "DATABASE_URL="+database),
		testEnvironment(), &site.Export{})
	testkit.Must(t, err)
	page, err := maps.Collect(built.Files())["/prices/index.html"](t.Context())
	if err != nil || !strings.Contains(string(page), "$325–$845") {
		t.Errorf("the price list lacks the office's price: %v", err)
	}
	const want = `the price "hot_tub" is $300–$800, and the office has set it to $325–$845; wanted`
	if err := built.Warnings(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Warnings = %v, want %s", err, want)
	}
	// A program that was just updated can check its folder, and exports nothing before the journal is up to date.
	attached, err := outbox.Attach(t.Context(), database)
	testkit.Must(t, err)
	err = attached.Transact(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM goose_db_version WHERE version_id > 19`)
		return err
	})
	testkit.Must(t, errors.Join(err, attached.Close()))
	set := program.Settings(t, "RENDER_WORKERS=1", "DATABASE_URL="+database)
	_, checkErr := openOffline(t.Context(), set, testEnvironment(), nil)
	_, exportErr := openOffline(t.Context(), set, testEnvironment(), &site.Export{})
	if checkErr != nil || !errors.Is(exportErr, journal.ErrOlder) {
		t.Errorf("with an older journal, the check ends with %v, the export with %v", checkErr, exportErr)
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
		`<html lang="en">`: nil,
		`<html lang="en" data-views="true" data-sessions="true">`: {
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
