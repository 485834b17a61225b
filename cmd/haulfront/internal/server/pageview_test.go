package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// report posts a report of a page view and returns the status.
func report(t *testing.T, s *program.Site, body string, header ...string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.URL+"/pageview", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "text/plain;charset=UTF-8")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
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
		{"another origin", good, []string{"Origin", "https://evil.example"}, 403},
		{"a form", good, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"packed", good, []string{"Content-Encoding", "gzip"}, 415},
		{"no JSON", "path=/", nil, 400},
		{"a list", `["/"]`, nil, 400},
		{"no path", `{}`, nil, 400},
		{"an address", `{"path":"https://evil.example/"}`, nil, 400},
		{"a line break", `{"path":"/a\nb"}`, nil, 400},
		{"a long path", `{"path":"/` + strings.Repeat("a", 300) + `"}`, nil, 400},
		{"a long body", good + strings.Repeat(" ", 2048), nil, 413},
		{"Do Not Track", good, []string{"DNT", "1"}, 204},
		{"Global Privacy Control", good, []string{"Sec-GPC", "1"}, 204},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := report(t, site, test.body, test.header...); got != test.want {
				t.Errorf("the status is %d, want %d", got, test.want)
			}
		})
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

// Without a service, and with one that hangs, a report is answered as fast.
func TestPageViewIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	hanging := testkit.NewReceiver(t, "analytics", nil)
	hanging.Set(testkit.Hang)
	for name, address := range map[string]string{"none": "", "hangs": hanging.URL, "nobody there": "http://127.0.0.1:1/"} {
		t.Run(name, func(t *testing.T) {
			site := servertest.Start(t, "ANALYTICS_URL="+address)
			began := time.Now()
			for range 100 {
				if got := report(t, site, `{"path":"/"}`); got != 204 {
					t.Fatalf("the status is %d, want 204", got)
				}
			}
			// One that waits for the service takes that service's time limit, which is seconds.
			if took := time.Since(began); took > testkit.WaitLimit {
				t.Errorf("100 reports took %v", took)
			}
			_, numbers := site.GetAdmin(t, "/metrics")
			if got := strings.Contains(numbers, "haulfront_page_views_total"); got != (address != "") {
				t.Errorf("the metrics tell about page views: %v", got)
			}
		})
	}
}
