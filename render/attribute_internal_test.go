package render

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// The tables of attributes have what React's source has, and nothing else.
func TestAttributeTables(t *testing.T) {
	source := reactSource(t)
	// By a part of what the case does; the first that fits counts.
	type mark struct {
		text string
		kind kind
	}
	marks := []mark{
		{"pushStyleAttribute", styled},
		{"name.toLowerCase()", boolean},
		{"!0 === value", overloaded},
		{"1 <= value", count},
		{"isNaN(value)", number},
		{"sanitizeURL", address},
		{`if ("" === value) break;`, resource},
		{`'=""'`, boolean},
		{"pushStringAttribute", ordinary},
		{"escapeTextForBrowser(value)", enumerated},
		{"break;", ignored},
	}
	want := map[string]attribute{}
	literal := regexp.MustCompile(`"([a-z:]+)"(?:, value\)|, '=")`)
	for _, c := range casesOf(t, source, "pushAttribute") {
		at := slices.IndexFunc(marks, func(m mark) bool { return strings.Contains(c.body, m.text) })
		if at < 0 {
			t.Errorf("React writes %v in a new way: %s", c.labels, c.body)
			continue
		}
		for _, prop := range c.labels {
			a := attribute{kind: marks[at].kind}
			if m := literal.FindStringSubmatch(c.body); m != nil {
				a.name = m[1]
			}
			if lower := strings.ToLower(prop); strings.Contains(c.body, "name.toLowerCase()") && lower != prop {
				a.name = lower
			}
			want[prop] = a
		}
	}
	maps.DeleteFunc(want, func(_ string, a attribute) bool { return a == attribute{} })
	if len(want) < 60 {
		t.Errorf("React's source has %d attributes of their own, want more than 60", len(want))
	}
	for prop := range attributes {
		if _, ok := want[prop]; !ok {
			t.Errorf("%s is in the tables and not in React's source", prop)
		}
	}
	for prop, a := range want {
		if attributes[prop] != a {
			t.Errorf("attributes[%q] = %+v, want as in React's source: %+v", prop, attributes[prop], a)
		}
	}
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
