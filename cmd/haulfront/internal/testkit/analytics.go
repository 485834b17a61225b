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

// PageView is the JSON of a page view.
type PageView struct{ Name, URL, Path, Query, Visitor string }

// Analytics is an analytics service on loopback that accepts plain JSON.
type Analytics struct {
	*httptest.Server
	// Views holds the page views that no test has received yet.
	Views chan PageView
}

// NewAnalytics starts a service that runs until the test ends.
func NewAnalytics(t testing.TB) *Analytics {
	a := &Analytics{Views: make(chan PageView, 100)}
	a.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body) // a truncated body fails the next line
		var view PageView
		if err := json.Unmarshal(body, &view); err != nil {
			t.Errorf("the analytics service received %q: %v", body, err)
		}
		a.Views <- view
	}))
	t.Cleanup(a.Close)
	return a
}

// Want waits for the next page view, and checks its path and query.
func (a *Analytics) Want(t testing.TB, path, query string) {
	t.Helper()
	select {
	case v := <-a.Views:
		if v.Path != path || v.Query != query || v.Name != "pageview" || !strings.HasSuffix(v.URL, path+query) {
			t.Errorf("the analytics service received %+v, want %s%s", v, path, query)
		}
	case <-time.After(WaitLimit):
		t.Fatalf("the analytics service did not receive %s%s", path, query)
	}
}
