package contact

import "testing"

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
		if got := PublicHost(test.host); got != test.public {
			t.Errorf("PublicHost(%q) = %t, want %t", test.host, got, test.public)
		}
	}
}
