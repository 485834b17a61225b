package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A page that is renamed or retired takes its file, entry, photograph and links along, and its former address leads on.
// What cannot be leaves the folder as it was.
func TestRenameAndRetire(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "own")
	run := func(args ...string) error {
		var out strings.Builder
		return Run(t.Context(), append(args, "--content", dir), &out, &out)
	}
	var out strings.Builder
	testkit.Must(t, Run(t.Context(), []string{"init", dir, "--name", "Lakeside Hauling", "--phone", "651-482-0117",
		"--email", "hello@lakeside.example", "--state", "MN", "--town", "Duluth", "--town", "Cloquet",
		"--service", "junk-removal", "--service", "hot-tub-removal", "--url", "https://lakeside.example"}, &out, &out))
	page := func(name, text string) {
		t.Helper()
		testkit.Must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	const front = "---\ntitle: NAME\ndescription: We take docks and lifts out of the water, and haul away those that " +
		"are broken for good.\nheading: NAME\nlead: Docks and lifts.\n---\n\n"
	page("pages/docks.md", strings.ReplaceAll(front, "NAME", "Docks")+"Text. See /docks-in-winter.\n")
	page("pages/lifts.md", strings.ReplaceAll(front, "NAME", "Lifts")+"We also take [docks](/docks).\n")
	page("photos/docks.jpg", "a photograph")
	page("photos/photos.yaml", "docks: A dock\n  on a trailer.\nlifts: A lift.\n")
	page("redirects.yaml", "redirects:\n    /piers: /docks # as the old site had it\n")
	testkit.Must(t, run("new", "city", "Cloquet"))
	city, err := os.ReadFile(filepath.Join(dir, "cities", "cloquet.yaml"))
	testkit.Must(t, err)
	page("cities/cloquet.yaml", strings.Replace(string(city), "draft: true", "#", 1))
	files := func() string {
		var all strings.Builder
		testkit.Must(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				data, _ := os.ReadFile(filepath.Join(dir, name))
				all.WriteString("-- " + name + " --\n" + string(data))
			}
			return err
		}))
		return all.String()
	}
	want := func(there ...string) {
		t.Helper()
		all := files()
		for _, text := range there {
			if absent, ok := strings.CutPrefix(text, "!"); strings.Contains(all, strings.TrimPrefix(text, "!")) == ok {
				t.Errorf("%q is there: %t, in\n%s", absent, ok, all)
			}
		}
	}

	testkit.Must(t, run("rename", "/docks", "/dock-removal"))
	want("-- pages/dock-removal.md --", "!-- pages/docks.md --", "-- photos/dock-removal.jpg --",
		"photos.yaml --\ndock-removal: A dock\n  on a trailer.\nlifts: A lift.\n",
		"[docks](/dock-removal)", "See /docks-in-winter.",
		"redirects:\n    /docks: /dock-removal\n    /piers: /dock-removal # as")
	testkit.Must(t, run("rename", "/dock-removal", "/docks"))
	want("-- pages/docks.md --", "redirects:\n    /dock-removal: /docks\n    /piers: /docks # as",
		"!/docks: /dock-removal")
	testkit.Must(t, run("rename", "/locations/cloquet", "/locations/cloquet-mn"))
	want("-- cities/cloquet-mn.yaml --", "slug: cloquet-mn,", "    /locations/cloquet: /locations/cloquet-mn\n")

	before := files()
	for problem, args := range map[string][]string{
		"/get-quote is a page that every site has":  {"rename", "/get-quote", "/quote-me"},
		"/privacy is a page that every site has":    {"retire", "/privacy"},
		"the site has no page /boats":               {"retire", "/boats", "/lifts"},
		"is the program's page, and keeps its path": {"rename", "/services/hot-tub-removal", "/services/spas"},
		"no path of the same kind":                  {"rename", "/docks", "/services/docks"},
		"the site has a page /lifts":                {"rename", "/docks", "/lifts"},
		`the link "/docks" leads to no page`:        {"retire", "/docks"},
		`the link "/piers" leads to no page`:        {"retire", "/docks", "/piers"},
		"the name is no slug":                       {"rename", "/docks", "/Docks"},
	} {
		testkit.WantError(t, strings.Join(args, " "), run(args...), problem)
	}
	if after := files(); after != before {
		t.Errorf("a command that failed has changed the folder:\n%s", after)
	}

	testkit.Must(t, run("retire", "/docks", "/lifts"))
	want("!-- pages/docks.md --", "!-- photos/docks", "photos.yaml --\nlifts: A lift.\n", "[docks](/lifts)",
		"    /docks: /lifts\n", "    /piers: /lifts # as")
	testkit.Must(t, run("retire", "/services/hot-tub-removal"))
	want("!- hot-tub-removal", "    /services/hot-tub-removal: gone\n")
	testkit.Must(t, run("retire", "/locations/cloquet-mn", "/locations"))
	want("!slug: cloquet", "!-- cities/cloquet", "    /locations/cloquet: /locations\n")
}
