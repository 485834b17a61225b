package content

import (
	"slices"
	"testing"
)

// TestNeighborsDiffer looks at the sections that stand beside the fixed ones of a page. Two of the same ground, one
// after the other, read as one: a city's dark neighborhoods under the dark facts of its hero, a service's green
// benefits or its framed list of what is refused over its green area block. And whoever has just been asked to call
// needs a reason before being asked again by the contact section.
func TestNeighborsDiffer(t *testing.T) {
	for path, page := range site(t).pages {
		switch page := page.(type) {
		case *cityPage:
			if first := page.Order[0]; first == "neighborhoods" || first == "cta" {
				t.Errorf("%s begins with %q, directly under its hero", path, first)
			}
			if last := page.Order[len(page.Order)-1]; last == "cta" {
				t.Errorf("%s ends with %q, directly over its contact section", path, last)
			}
			if at := slices.Index(page.Order, "cta"); at > 0 && slices.Contains([]string{"estate", "renovation"}, page.Order[at-1]) {
				t.Errorf("%s has the sand of %q beside that of the call to action", path, page.Order[at-1])
			}
		case *servicePage:
			if last := page.Order[len(page.Order)-1]; last == "benefits" || last == "notAccepted" {
				t.Errorf("%s ends with %q, directly over its area block", path, last)
			}
		}
	}
}
