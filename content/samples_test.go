package content

import (
	"encoding/json"
	"strings"
	"testing"

	"haulfront/content/company"
)

// On a public host, no page, title or structured data has anything that says sample: true; elsewhere all of it shows.
func TestSamples(t *testing.T) {
	t.Parallel()
	invented := []string{
		"150 reviews", "aggregateRating", "sameAs", "icensed and insured", "Over 500 jobs",
		"ver 400 jobs", "ver 10 years", "Dana R.", "Recent jobs in Dallas", "What Dallas customers say",
		"My building wants proof of insurance", "Up to 60%", "90% of an appliance", "95% recycled",
		"up to 80% recyclable",
	}
	for _, test := range []struct {
		host   string
		public bool
	}{
		{"www.blueheronhauling.com", true}, {"203.0.113.7", true}, {"2001:db8::1", true}, {"junk.test.com", true},
		{"localhost", false}, {"www.clearacre.example", false}, {"junk.test", false}, {"app.localhost", false},
		{"x.invalid", false}, {"127.0.0.1", false}, {"::1", false}, {"192.168.1.5", false},
		{"169.254.1.1", false}, {"0.0.0.0", false}, {"10.0.0.1.", false}, {"", false},
	} {
		t.Run(test.host, func(t *testing.T) {
			if got := company.PublicHost(test.host); got != test.public {
				t.Fatalf("PublicHost(%q) = %t, want %t", test.host, got, test.public)
			}
		})
	}
	for _, test := range []struct {
		host    string
		leftOut bool
	}{{"localhost", false}, {"www.blueheronhauling.com", true}} {
		t.Run("on "+test.host, func(t *testing.T) {
			s, err := Options{Hosts: []string{test.host}}.Load(FS)
			if err != nil {
				t.Fatal(err)
			}
			list, leftOut := s.Samples()
			if leftOut != test.leftOut || len(list) < 80 {
				t.Errorf("%d samples, left out: %t", len(list), leftOut)
			}
			var pages strings.Builder
			for _, r := range s.Routes() {
				text, _ := json.Marshal(s.PageProps(BuildInfo{BaseURL: "https://" + test.host}, r))
				pages.Write(text)
			}
			for _, text := range invented {
				if strings.Contains(pages.String(), text) == test.leftOut {
					t.Errorf("%q on a page: %t, want %t", text, test.leftOut, !test.leftOut)
				}
			}
			if err := s.Unpublishable().Error(); !strings.Contains(err, `"(214) 555-0142" is fictional`) ||
				!strings.Contains(err, "testimonials.items[0] is a sample") {
				t.Errorf("Unpublishable = %s", err)
			}
		})
	}
}
