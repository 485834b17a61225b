package main

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// The README's table of settings has each setting with its default, and no other.
func TestDocsHaveEverySetting(t *testing.T) {
	t.Parallel()
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)`.*$").FindAllStringSubmatch(readDocument(t, "README.md"), -1) {
		rows[row[1]] = row[0]
	}
	for _, tag := range program.SettingTags() {
		name, value := tag.Get("env"), tag.Get("default")
		row, ok := rows[name]
		delete(rows, name)
		// "0" and references stand for something that the table says in words.
		inWords := value == "" || value == "0" || strings.HasPrefix(value, "${")
		if !ok {
			t.Errorf("the README has no row for %s", name)
		} else if !inWords && !strings.Contains(row, "| `"+value+"` |") {
			t.Errorf("the README does not have the default of %s, %q:\n%s", name, value, row)
		}
	}
	for name := range rows {
		t.Errorf("the README has the setting %s, which does not exist", name)
	}
}

// Imports run one way, through the layers that CONTRIBUTING.md lists: every package stands in one, and imports packages of
// the layers below it.
func TestLayers(t *testing.T) {
	t.Parallel()
	layers := map[string]int{} // by the end of the import path
	for _, row := range regexp.MustCompile("(?m)^\\| ([0-9]+) \\|([^|]*)\\|").FindAllStringSubmatch(readDocument(t, "CONTRIBUTING.md"), -1) {
		for _, name := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			layers[name[1]], _ = strconv.Atoi(row[1]) // digits, as the pattern has it
		}
	}
	layerOf := func(path string) (layer int) {
		longest := 0
		for name, number := range layers {
			if strings.HasSuffix("/"+path, "/"+name) && len(name) > longest {
				layer, longest = number, len(name)
			}
		}
		return layer
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-f", `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./...")
	list.Dir = testkit.Root(t)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		packages := strings.Fields(line)
		own := packages[0]
		if layerOf(own) == 0 {
			t.Errorf("%s has no layer in CONTRIBUTING.md", own)
		}
		for _, imported := range packages[1:] {
			if strings.HasPrefix(imported, "haulfront/") && layerOf(imported) <= layerOf(own) {
				t.Errorf("%s imports %s, which is not in a layer below it", own, imported)
			}
		}
	}
}
