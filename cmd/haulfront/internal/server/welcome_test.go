package server

import (
	"regexp"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// The log of a site on this machine has a link that signs in; that of any other has none.
func TestWelcome(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`url=http://\S+/office/in/(\w+)`)
	for _, test := range []struct {
		base, users string
		linked      bool
	}{
		{"http://localhost:8080", "Ann <ann@example.com>", true},
		{"http://127.0.0.1:8080", "ann@example.com", true},
		{"http://[::1]:8080", "ann@example.com", true},
		{"http://localhost:8080", "", false},
		{"http://192.168.0.7:8080", "ann@example.com", false},
		{"http://localhost.example.com", "ann@example.com", false},
		{"", "ann@example.com", false},
	} {
		site := program.NewSite(t)
		s, _ := alertSite(t, site, "BASE_URL="+test.base, "OFFICE_USERS="+test.users)
		s.welcome(t.Context())
		found := link.FindStringSubmatch(site.Log.String())
		if (found != nil) != test.linked {
			t.Errorf("%s, users %q: the link is %q, want one: %v", test.base, test.users, found, test.linked)
		}
		if found != nil {
			_, err := s.office.SignIn(t.Context(), found[1], "Firefox")
			testkit.Must(t, err)
		}
	}
}
