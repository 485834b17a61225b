package site

import (
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// A company's own files are served as they are, and take no place of the program's.
func TestPublic(t *testing.T) {
	words, err := content.Load(content.FS)
	testkit.Must(t, err)
	site := func(names ...string) (*Site, error) {
		public := fstest.MapFS{}
		for _, name := range names {
			public[name] = &fstest.MapFile{Data: []byte("google-site-verification: " + name)}
		}
		public["large.bin"] = &fstest.MapFile{Data: make([]byte, maxPublicBytes)}
		s := &Site{cfg: Config{Source: Source{Content: words, Public: public}}, files: map[string]*resource{
			"/robots.txt": {}}}
		return s, s.addPublic()
	}
	s, err := site("google1234.html", "ads.txt", ".well-known/security.txt")
	testkit.Must(t, err)
	for path, mediaType := range map[string]string{"/google1234.html": "text/html; charset=utf-8",
		"/ads.txt": "text/plain; charset=utf-8", "/.well-known/security.txt": "text/plain; charset=utf-8"} {
		response, err := s.File(t.Context(), path, Encodings{})
		testkit.Must(t, err)
		if !strings.HasSuffix(string(response.Body), path[1:]) || response.ContentType != mediaType {
			t.Errorf("%s is %q of the type %s", path, response.Body, response.ContentType)
		}
	}
	for _, name := range []string{"prices", "robots.txt", "office/day", "assets/a.js", "quote"} {
		if _, err := site(name); err == nil || !strings.Contains(err.Error(), "public/"+name+": the program has /") {
			t.Errorf("public/%s: %v", name, err)
		}
	}
	many := make([]string, maxPublicFiles)
	for n := range many {
		many[n] = strings.Repeat("a", n+1)
	}
	if _, err := site(many...); err == nil || !strings.Contains(err.Error(), "there are 201 files") {
		t.Errorf("too many files: %v", err)
	}
}
