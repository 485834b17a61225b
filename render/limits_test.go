package render_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// limits returns the README's two tables of what goja cannot do: of errors, and of other results.
func limits(t *testing.T) (failing, differing string) {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	must(t, err)
	_, section, _ := strings.Cut(string(readme), "\n## What goja cannot do\n")
	section, _, _ = strings.Cut(section, "\n## ")
	failing, differing, found := strings.Cut(section, "another result without an error")
	if !found {
		t.Fatal("README.md has no table of results that differ")
	}
	return failing, differing
}

// Each row of the README's table of what goja cannot do has the error that it names.
func TestGojaLimits(t *testing.T) {
	failing, _ := limits(t)
	rows := regexp.MustCompile("(?m)^\\| `(.+?)` \\| `(.+?)` \\|").FindAllStringSubmatch(failing, -1)
	if len(rows) < 15 {
		t.Fatalf("the table has %d rows, want at least 15", len(rows))
	}
	module := "import { use } from \"react\";\nconst codes: Record<string, any> = {\n"
	for _, row := range rows {
		name, _ := json.Marshal(row[1]) // of a string
		module += string(name) + ": () => " + row[1] + ",\n"
	}
	module += "};\nexport function Page({ code }: { code: string }) { codes[code](); return <p />; }"
	engine := newEngine(t, alone(module), serverAlone)
	for _, row := range rows {
		if _, err := engine.Render(t.Context(), "Page", map[string]string{"code": row[1]}); !says(err, row[2]) {
			t.Errorf("%s: %v, want %q", row[1], err, row[2])
		}
	}
}

// Each row of the table of other results has the results of both sides.
func TestGojaDifferences(t *testing.T) {
	_, differing := limits(t)
	rows := regexp.MustCompile("(?m)^\\| `(.+?)` \\| `(.+?)` \\| `(.+?)` \\|").FindAllStringSubmatch(differing, -1)
	if len(rows) == 0 {
		t.Fatal("the table has no rows")
	}
	for _, row := range rows {
		files := alone("export function Page() { return <p>{String(" + row[1] + ")}</p>; }")
		got, err := newEngine(t, files, serverAlone).Render(t.Context(), "Page", nil)
		want, _, nodeErr := newNode(t, files).render(t, "Page", nil)
		if string(got) != "<p>"+row[2]+"</p>" || want != "<p>"+row[3]+"</p>" {
			t.Errorf("%s is %s (%v), in Node %s (%v); the table has %s and %s",
				row[1], got, err, want, nodeErr, row[2], row[3])
		}
	}
}
