package content

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"testing"

	"haulfront/content/load"
)

// TestPricesAreReferences finds prices in copy: they belong in prices.yaml, each once.
func TestPricesAreReferences(t *testing.T) {
	price := regexp.MustCompile(`(?i)\$|\bdollars?\b|\bflat[- ]rates?\b`)
	for _, file := range copyFiles(t) {
		data, err := load.ReadFile(FS, file)
		var value any = string(data)
		if path.Ext(file) == ".yaml" {
			err = load.Decode(FS, file, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		visitTexts(value, func(text string) {
			if price.MatchString(load.Reference.ReplaceAllString(text, "")) {
				t.Errorf("%s: a price in %q; want a reference", file, text)
			}
		})
	}
}

// notCopy are keys and files with prices of their own: what customers said, what was done at a job, the words of
// searches, of the program and of the office, and the facts themselves.
var notCopy = []string{"testimonials", "review", "jobs", "keywords", "icon", "key", "words", "facts.yaml",
	"prices.yaml", "business.yaml", "lastmod.yaml", "map.yaml", "office.yaml"}

func copyFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.yaml", "*/*.yaml", "*/*.md"} {
		matches, err := fs.Glob(FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, matches...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(notCopy, file) })
}

// visitTexts visits the texts in a decoded file.
func visitTexts(value any, visit func(text string)) {
	switch v := value.(type) {
	case string:
		visit(v)
	case []any:
		for _, item := range v {
			visitTexts(item, visit)
		}
	case map[string]any:
		for key, item := range v {
			if !slices.Contains(notCopy, key) {
				visitTexts(item, visit)
			}
		}
	}
}
