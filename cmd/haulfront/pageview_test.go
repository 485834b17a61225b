package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// tell posts a report of a page view and returns the status.
func (s *testSite) tell(t *testing.T, body string, header ...string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, s.url+"/pageview", strings.NewReader(body))
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

// ask asks the admin address.
func (s *testSite) ask(t *testing.T, path string) (int, string) {
	t.Helper()
	answer, err := http.Get(s.admin + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestPageView(t *testing.T) {
	t.Parallel()
	site, views := startSiteWithAnalytics(t, func(f *flags) { f.TrustedProxies = "127.0.0.1" })
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
			if got := site.tell(t, test.body, test.header...); got != test.want {
				t.Errorf("the status is %d, want %d", got, test.want)
			}
		})
	}
	// The first view that arrives is the first that should.
	if got := site.tell(t, good, "Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"); got != 204 {
		t.Errorf("the status of a good report is %d, want 204", got)
	}
	nextView(t, views, "/blog", "?a=b")

	// An address that reports without end is heard for a while, and always thanked.
	for range 300 {
		if got := site.tell(t, good, "X-Forwarded-For", "203.0.113.77"); got != 204 {
			t.Fatalf("the status is %d, want 204", got)
		}
	}
	for range 240 {
		nextView(t, views, "/blog", "?a=b")
	}
	if got := site.tell(t, `{"path":"/other"}`, "X-Forwarded-For", "203.0.113.78"); got != 204 {
		t.Fatalf("the status is %d, want 204", got)
	}
	nextView(t, views, "/other", "")
}

// Without a service, and with one that hangs, a report is answered as fast.
func TestPageViewIsNeverFelt(t *testing.T) {
	t.Parallel()
	hanging := newReceiver(t, "analytics", &calls{more: make(chan struct{})})
	hanging.set(func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() })
	for name, address := range map[string]string{"none": "", "hangs": hanging.URL, "nobody there": "http://127.0.0.1:1/"} {
		t.Run(name, func(t *testing.T) {
			site := startSite(t, false, func(f *flags) { f.AnalyticsURL = address })
			began := time.Now()
			for range 100 {
				if got := site.tell(t, `{"path":"/"}`); got != 204 {
					t.Fatalf("the status is %d, want 204", got)
				}
			}
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("100 reports took %v", took)
			}
			_, numbers := site.ask(t, "/metrics")
			if got := strings.Contains(numbers, "haulfront_page_views_total"); got != (address != "") {
				t.Errorf("the metrics tell about page views: %v", got)
			}
		})
	}
}
