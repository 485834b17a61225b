package render

import (
	"strconv"
	"strings"
	"testing"
)

func TestRewrite(t *testing.T) {
	var react, want strings.Builder
	for _, e := range patches {
		e.old = unindented(e.old)
		react.WriteString("if (chunk) { " + e.old + " }\n")
		want.WriteString("if (chunk) { " + e.new + " }\n")
	}
	if got, err := rewrite([]byte(react.String())); err != nil || unindented(got) != unindented(want.String()) {
		t.Errorf("rewrite(%q) = %q, %v; want %q", react.String(), got, err, want.String())
	}
	for _, e := range patches {
		e.old = unindented(e.old)
		quoted := strconv.Quote(e.old)
		missing, twice := strings.Replace(react.String(), e.old, "chunks.push(chunk)", 1), react.String()+e.old
		for _, source := range []string{missing, twice} {
			if _, err := rewrite([]byte(source)); err == nil || !strings.Contains(err.Error(), quoted) {
				t.Errorf("rewrite(%q) = %v, want an error that names %q", source, err, e.old)
			}
		}
	}
}

func TestReactVersions(t *testing.T) {
	for source, want := range map[string]string{
		"exports.version = \"19.3.1\";\n":                      "",
		"exports.a = 1;\nexports.version = \"19.3.0-canary\";": "",
		"exports.version = \"19.1.0\";":                        "react-dom is 19.1.0: render works with React 19.3",
		"exports.version = \"20.0.0\";":                        "react-dom is 20.0.0",
		"exports.a = 1;":                                       "react-dom has no version",
	} {
		err := checkReact([]byte(source))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("checkReact(%q) = %v, want %q", source, err, want)
		}
	}
}
