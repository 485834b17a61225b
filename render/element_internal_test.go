package render

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// reactCase is a group of cases in a switch of React's renderer.
type reactCase struct {
	labels []string
	body   string
}

// casesOf returns the cases in the first switch of a function, whose cases are indented by four or by six columns.
func casesOf(t *testing.T, source, function string) (cases []reactCase) {
	t.Helper()
	_, body, found := strings.Cut(source, "\nfunction "+function+"(")
	if !found {
		t.Fatalf("React has no function %s", function)
	}
	body, _, _ = strings.Cut(body, "\n}")
	label := regexp.MustCompile(`^    case "(.+)":$`)
	for line := range strings.Lines(body) {
		m := label.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		last := len(cases) - 1
		switch {
		case m == nil && strings.HasPrefix(line, "    default:"):
			return cases
		case m == nil && last >= 0:
			cases[last].body += strings.TrimSpace(line)
		case m != nil && last >= 0 && cases[last].body == "":
			cases[last].labels = append(cases[last].labels, m[1])
		case m != nil:
			cases = append(cases, reactCase{labels: m[1:]})
		}
	}
	return cases
}

func reactSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("../node_modules/react-dom/cjs", legacyServer))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// Elements with cases of their own in React's source are left to React, or known to element.go.
func TestElementTables(t *testing.T) {
	source := reactSource(t)
	known := set("a select option input button form img br hr source")
	for _, c := range casesOf(t, source, "pushStartInstance") {
		for _, element := range c.labels {
			here := plainElements[element] || voidElements[element] || element == "option"
			if special := c.body != "break;"; special && here && !known[element] {
				t.Errorf("React writes <%s> in a way of its own", element)
			}
		}
	}
	contexts := map[string]bool{}
	for _, c := range casesOf(t, source, "getChildFormatContext") {
		for _, element := range c.labels {
			contexts[element] = true
		}
	}
	if !maps.Equal(contexts, changesFormat) {
		t.Errorf("changesFormat = %v, want as in React's source: %v", changesFormat, contexts)
	}
}
