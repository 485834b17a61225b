package content

import (
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
	every := slices.Sorted(strings.FieldsSeq(shapes["thing"].order))
	for name, shape := range shapes {
		if all := slices.Sorted(strings.FieldsSeq(shape.order)); !slices.Equal(all, every) {
			t.Errorf("the shape %q has the sections %v, want each of %v once", name, all, every)
		}
	}
}

// TestRequestedService names what a request from a page is for: the form's choice, and the service without one.
func TestRequestedService(t *testing.T) {
	const demolition = "Light Demolition/Disassembly"
	s, err := Load(changed(t, "services/shed-removal.yaml", "serviceType: Other", "serviceType: "+demolition))
	if err != nil {
		t.Fatal(err)
	}
	scenes := map[string]Scene{string(anyScene): {Src: "any"}}
	for _, c := range s.services.Categories {
		for _, service := range c.Services {
			scenes[service.Slug] = Scene{Src: service.Slug, Srcset: "photographs"}
		}
	}
	for _, test := range []struct{ slug, choice, want, scene string }{
		{"hot-tub-removal", "Other", "Hot Tub Removal", "hot-tub-removal"},
		{"hot-tub-removal", "Yard Waste", "Yard Waste", "yard-waste"},
		{"furniture-removal", "Furniture Removal", "Furniture Removal", "furniture-removal"},
		{"shed-removal", demolition, demolition + " (Shed Removal)", "shed-removal"},
		{"shed-removal", "Other", "Shed Removal", "any"},
		{"shed-removal", "Yard Waste", "Yard Waste", "yard-waste"},
		{"light-demolition", demolition, demolition, "light-demolition"},
		{"none", demolition, demolition, "shed-removal"},
		{"none", "Furniture Removal", "Furniture Removal", "furniture-removal"},
		{"none", "Other", "Other", "any"},
	} {
		path := "/services/" + test.slug
		if got := s.RequestedService(path, test.choice); got != test.want {
			t.Errorf("a request of %s with %q is for %q, want %q", path, test.choice, got, test.want)
		}
		if got := s.RequestScene(Assets{Scenes: scenes}, path, test.choice); got.Src != test.scene {
			t.Errorf("a request of %s with %q shows %q, want %q", path, test.choice, got.Src, test.scene)
		}
	}
	const plans = "/services/subscription-junk-removal"
	for key, want := range map[string]bool{"monthly": true, "none": false} {
		plan := s.Plan(plans, key)
		if (plan != nil) != want || want && plan.Key != key || s.Plan("/services/hot-tub-removal", key) != nil {
			t.Errorf("the plan %q is %+v", key, plan)
		}
	}
}
