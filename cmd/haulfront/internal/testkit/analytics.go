package testkit

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// PageView is what an analytics service that takes plain JSON is sent.
type PageView struct{ Name, URL, Path, Query, Visitor string }

// Analytics is such a service on loopback.
type Analytics struct {
	*httptest.Server
	// Views are the page views that no test has received yet.
	Views chan PageView
}

// NewAnalytics starts a service that runs until the test ends.
func NewAnalytics(t testing.TB) *Analytics {
	a := &Analytics{Views: make(chan PageView, 100)}
	a.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body) // a truncated body fails the next line
		var view PageView
		if err := json.Unmarshal(body, &view); err != nil {
			t.Errorf("the analytics service was sent %q: %v", body, err)
		}
		a.Views <- view
	}))
	t.Cleanup(a.Close)
	return a
}

// Want waits for the next page view and checks what it is of.
func (a *Analytics) Want(t testing.TB, path, query string) {
	t.Helper()
	select {
	case v := <-a.Views:
		if v.Path != path || v.Query != query || v.Name != "pageview" || !strings.HasSuffix(v.URL, path+query) {
			t.Errorf("the analytics service was sent %+v, want %s%s", v, path, query)
		}
	case <-time.After(WaitLimit):
		t.Fatalf("the analytics service was not sent %s%s", path, query)
	}
}
