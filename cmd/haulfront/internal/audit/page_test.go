package audit

import (
	"os"
	"testing"

	"haulfront/content"
)

// read reads a page of the test's site with a change.
func read(t *testing.T, e edit) *Page {
	t.Helper()
	text, err := os.ReadFile("testdata/" + e.file)
	if err != nil {
		t.Fatal(err)
	}
	changed := string(text)
	if e.old != "" {
		changed = e.apply(t, e.file, changed)
	}
	page, err := Read(content.Route{Path: "/", Kind: content.KindHome}, []byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestDigestChangesWithWhatAPageSays(t *testing.T) {
	const home = "home.html"
	before := read(t, edit{file: home}).Digest
	for _, test := range []struct {
		edit
		changes bool
	}{
		{edit{home, "We haul it", "We take it"}, true},
		{edit{home, "<title>Hauling", "<title>Haul"}, true},
		{edit{home, `name="description" content="A d`, `name="description" content="D`}, true},
		{edit{home, `href="https://maps.example/"`, `href="https://map.example/"`}, true},
		{edit{home, `alt="A truck" width`, `alt="A red truck" width`}, true},
		{edit{home, `<h2 id="faq">Questions</h2>`, `<p id="faq">Questions</p>`}, true},
		// What comes from the build, from all pages, or from the settings.
		{edit{home, `src="/assets/truck.svg"`, `src="/assets/truck-2.svg"`}, false},
		{edit{home, `href="/assets/site.css"`, `href="/assets/site-2.css"`}, false},
		{edit{home, `>Name</label>`, `>Your name</label>`}, false},
		{edit{home, `<p>Acme Hauling, Mon`, `<p>© 2026 Acme Hauling, Mon`}, false},
		{edit{home, `rel="canonical" href="https://www.example.com/"`, `rel="canonical" href="http://localhost:8080/"`}, false},
		{edit{home, "<h1>We haul it</h1>", "<h1 class=\"big\">\n  We haul\n it </h1>"}, false},
	} {
		if changed := read(t, test.edit).Digest != before; changed != test.changes {
			t.Errorf("with %q the page's digest changed = %v, want %v", test.new, changed, test.changes)
		}
	}
}
