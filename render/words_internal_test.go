package render

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// Every number in the files of React that run on the server has the text of React's builds for development.
func TestReactErrors(t *testing.T) {
	read := func(names ...string) (text string) {
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join("../node_modules", name))
			if err != nil {
				t.Fatal(err)
			}
			text += string(data)
		}
		return text
	}
	production := read("react-dom/cjs/"+legacyServer, "react-dom/cjs/react-dom.production.js",
		"react/cjs/react.production.js", "react/cjs/react-jsx-runtime.production.js")
	development := read("react-dom/cjs/"+strings.Replace(legacyServer, "production", "development", 1),
		"react-dom/cjs/react-dom.development.js")
	var numbers []string
	for _, m := range regexp.MustCompile(`formatProdErrorMessage\(\s*(\d+)`).FindAllStringSubmatch(production, -1) {
		numbers = append(numbers, m[1])
		if reactErrors()[m[1]] == "" {
			t.Errorf("React's error %s has no text in runtime/react-errors.txt", m[1])
		}
	}
	if len(numbers) < 50 {
		t.Fatalf("React's files have %d errors with numbers, want at least 50", len(numbers))
	}
	for number, text := range reactErrors() {
		if !slices.Contains(numbers, number) {
			t.Errorf("React's files lack error %s: %s", number, text)
		}
		for part := range strings.SplitSeq(text, "%s") {
			if quoted := strconv.Quote(part); !strings.Contains(development, quoted[1:len(quoted)-1]) {
				t.Errorf("React's builds for development lack %s of error %s", quoted, number)
			}
		}
	}
}

// Syntax that goja does not know is an error with its place in the sources.
func TestSyntaxError(t *testing.T) {
	built := api.Transform("let sofa = 1;\n\n  import(sofa);", api.TransformOptions{
		Sourcefile: "pages/Deed.tsx", Sourcemap: api.SourceMapExternal, MinifyWhitespace: true, Target: api.ES2020,
	})
	_, err := compile(built.Code, built.Map)
	var build *BuildError
	if !errors.As(err, &build) || !strings.Contains(err.Error(), "pages/Deed.tsx:3:3: Unexpected") {
		t.Errorf("compile() = %v, want a BuildError with a place", err)
	}
}

func TestInWords(t *testing.T) {
	const visit, rest = "; visit https://react.dev/errors/", " for the full message or use the non-minified dev " +
		"environment for full errors and additional helpful warnings."
	for message, want := range map[string]string{
		"no truck": "no truck",
		"Error: Minified React error #248" + visit + "248" + rest + "\n\tat": "Error: Not implemented.\n\tat",
		"Minified React error #65" + visit + "65?args[]=a%25s%20b" + rest:    "Invalid tag: a%s b",
		"Minified React error #545" + visit + "545?args[]=%3Chead%3E" + rest: "The <head> tag may only be rendered " +
			"once.",
		"Minified React error #9999" + visit + "9999" + rest: "Minified React error #9999" + visit + "9999" + rest,
	} {
		if got := inWords(message); got != want {
			t.Errorf("inWords(%q) = %q, want %q", message, got, want)
		}
	}
}
