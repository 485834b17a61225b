package main

import (
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page has its props, and the classes of its stylesheet: those of the CSS module, and Tailwind's.
func TestPage(t *testing.T) {
	engine, err := newEngine()
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) string {
		response := httptest.NewRecorder()
		handler(engine).ServeHTTP(response, httptest.NewRequest("GET", path, nil))
		return response.Body.String()
	}
	page, style := get("/?name=%3CAnn%3E"), get(engine.Stylesheet())
	button := regexp.MustCompile(`<button class="(Counter_\w+) font-bold">3<!-- --> <!-- -->boxes<`).
		FindStringSubmatch(page)
	if button == nil || !strings.Contains(style, "."+button[1]+"{") || !strings.Contains(style, ".font-bold{") {
		t.Errorf("the page is %s, and its style %s", page, style)
	}
	if !strings.Contains(page, "Howdy, <!-- -->&lt;Ann&gt;") {
		t.Errorf("the page is %s, want the name in it", page)
	}
	ships := engine.BrowserSources()
	if slices.Contains(ships, "server.tsx") || !slices.Contains(ships, "Counter.tsx") {
		t.Errorf("%v ship to browsers, want the island and not the page", ships)
	}
}
