package content

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestServiceOrder shows the sections of a service's page in the order of its shape, unless its file has another one.
func TestServiceOrder(t *testing.T) {
	const own = "order: [items, pricing, steps, benefits]\n"
	for _, test := range []struct{ name, file, want string }{
		{"no order", "", "items notAccepted pricing steps benefits faq"},
		{"a job", "shape: job\n", "steps benefits pricing items notAccepted faq"},
		{"the rest at the end", "order: [pricing, rest]\n", "pricing items notAccepted steps benefits faq"},
		{"the rest at the beginning", "order: [rest, items]\n", "notAccepted pricing steps benefits faq items"},
		{"no rest", "order: [faq, items]\n", "faq items"},
	} {
		s, err := Load(changed(t, "services/yard-waste.yaml", own, test.file))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		page := PageOf[ServicePage](s, BuildInfo{}, "/services/yard-waste")
		if got := strings.Join(page.Order, " "); got != test.want {
			t.Errorf("%s: the sections are %q, want %q", test.name, got, test.want)
		}
	}
	every := slices.Sorted(maps.Keys((&servicePage{}).sections()))
	for name, shape := range shapes {
		if all := slices.Sorted(slices.Values(append(strings.Fields(shape.order), "rest"))); !slices.Equal(all, every) {
			t.Errorf("the shape %q has the sections %v, want each of %v once", name, all, every)
		}
	}
}
