package content

import (
	"strings"
	"testing"
)

// Everything invented is named, with its line.
func TestUnpublishable(t *testing.T) {
	err := site(t).Unpublishable()
	if err == nil {
		t.Fatal("Unpublishable = nil")
	}
	lines := err.Error()
	for _, want := range []string{`"(214) 555-0142" is fictional`, "home.yaml:", "cities/dallas.yaml:", "facts.yaml:",
		"services/hot-tub-removal.yaml:"} {
		if !strings.Contains(lines, want) {
			t.Errorf("Unpublishable has no %q:\n%s", want, lines)
		}
	}
	if n := strings.Count(lines, "this is a sample"); n < 80 {
		t.Errorf("there are %d samples", n)
	}
}
