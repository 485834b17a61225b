package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// webMCP matches what the Nu validator says of the attributes of WebMCP, which is in an origin trial and which it does
// not know.
const webMCP = ".*Attribute “tool(name|description|autosubmit|paramdescription)” not allowed on element.*"

// styles matches what the Nu validator says of the stylesheet in a page: it knows no CSS since 2020, and stylelint
// checks the sources.
const styles = ".*CSS: .*"

// TestValidHTML asks two validators about every page: html-validate, which also checks headings, references and sizes,
// and the Nu validator, which is what browsers' makers agree on.
func TestValidHTML(t *testing.T) {
	if testing.Short() {
		t.Skip("the validators take too long for a short run")
	}
	t.Parallel()
	dir, out := testkit.Root(t), t.TempDir()
	var pages []string
	for name, make := range offlineSite(t).Files() {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		body, err := make(t.Context())
		testkit.Must(t, err)
		file := filepath.Join(out, strings.ReplaceAll(strings.Trim(name, "/"), "/", "."))
		testkit.Must(t, os.WriteFile(file, body, 0o600))
		pages = append(pages, file)
	}
	if len(pages) < 47 {
		t.Fatalf("there are %d pages, want 46 and the page of unknown paths", len(pages))
	}
	modules := filepath.Join(dir, "node_modules")
	for name, command := range map[string][]string{
		"html-validate": {"node", filepath.Join(modules, "html-validate/bin/html-validate.mjs"), "--config",
			filepath.Join(dir, ".htmlvalidate.json")},
		// It ends before what the second compiler would gain is worth its time.
		"Nu": {"java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss16m",
			"-jar", filepath.Join(modules, "vnu-jar/build/dist/vnu.jar"), "--errors-only",
			"--filterpattern", webMCP + "|" + styles},
	} {
		t.Run(name, func(t *testing.T) {
			if report, err := exec.CommandContext(t.Context(), command[0],
				append(command[1:], pages...)...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, report)
			}
		})
	}
}
