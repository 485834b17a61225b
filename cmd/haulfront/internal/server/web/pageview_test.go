package web_test

import (
	"net/http"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// report posts a report of a page view and returns the status.
func report(t *testing.T, s *program.Site, body string, header ...string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.URL+"/pageview", strings.NewReader(body))
	testkit.Must(t, err)
	req.Header.Set("Content-Type", "text/plain;charset=UTF-8")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(req)
	testkit.Must(t, err)
	defer answer.Body.Close()
	return answer.StatusCode
}

func TestPageView(t *testing.T) {
	t.Parallel()
	views := testkit.NewAnalytics(t)
	site := servertest.Start(t, "ANALYTICS_URL="+views.URL, "TRUSTED_PROXIES=127.0.0.1")
	const good = `{"path":"/blog","query":"?a=b"}`
	for _, test := range []struct {
		name, body string
		header     []string
		want       int
	}{
		{"another site", good, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a form", good, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"packed", good, []string{"Content-Encoding", "gzip"}, 415},
		{"no JSON", "path=/", nil, 400},
		{"an address", `{"path":"https://evil.example/"}`, nil, 400},
		{"a long path", `{"path":"/` + strings.Repeat("a", 300) + `"}`, nil, 400},
		{"a long body", good + strings.Repeat(" ", 2048), nil, 413},
		{"Do Not Track", good, []string{"DNT", "1"}, 204},
		{"Global Privacy Control", good, []string{"Sec-GPC", "1"}, 204},
	} {
		if got := report(t, site, test.body, test.header...); got != test.want {
			t.Errorf("%s: the status is %d, want %d", test.name, got, test.want)
		}
	}
	// The first view that arrives is the first that should.
	if got := report(t, site, good, "Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"); got != 204 {
		t.Errorf("the status of a good report is %d, want 204", got)
	}
	views.Want(t, "/blog", "?a=b")

	// An address that reports without end is heard for a while, and always thanked.
	for range 300 {
		if got := report(t, site, good, "X-Forwarded-For", "203.0.113.77"); got != 204 {
			t.Fatalf("the status is %d, want 204", got)
		}
	}
	for range 240 {
		views.Want(t, "/blog", "?a=b")
	}
	if got := report(t, site, `{"path":"/other"}`, "X-Forwarded-For", "203.0.113.78"); got != 204 {
		t.Fatalf("the status is %d, want 204", got)
	}
	views.Want(t, "/other", "")
}
