package content

import (
	"strings"
	"testing"

	"haulfront/content/company"
)

func TestPublicHost(t *testing.T) {
	for _, test := range []struct {
		host   string
		public bool
	}{
		{"www.blueheronhauling.com", true}, {"203.0.113.7", true}, {"2001:db8::1", true}, {"junk.test.com", true},
		{"localhost", false}, {"www.clearacre.example", false}, {"junk.test", false}, {"app.localhost", false},
		{"x.invalid", false}, {"127.0.0.1", false}, {"::1", false}, {"192.168.1.5", false},
		{"169.254.1.1", false}, {"0.0.0.0", false}, {"10.0.0.1.", false}, {"", false},
		{"www.example.com", false}, {"example.org", false}, {"myexample.com", true},
	} {
		if got := company.PublicHost(test.host); got != test.public {
			t.Errorf("PublicHost(%q) = %t, want %t", test.host, got, test.public)
		}
	}
}

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
