package render_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each row of the README's table of what goja cannot do has the error that it names.
func TestGojaLimits(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	must(t, err)
	_, section, _ := strings.Cut(string(readme), "\n## What goja cannot do\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `(.+?)` \\| `(.+?)` \\|").FindAllStringSubmatch(section, -1)
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
