package content

import (
	"strings"

	"haulfront/content/load"
)

// translate reads the words that the content has in the languages of its pages: quote.es.yaml has those of quote.yaml
// in Spanish, and what it lacks stays English.
func (s *Site) translate(d *load.Decoder) {
	s.translations = map[string]*Site{}
	for path := range s.pages {
		lang := s.Language(path)
		if _, done := s.translations[lang]; done || lang == english {
			continue
		}
		t := *s
		for _, src := range append(t.words(), source{KindEstimate.File(""), &t.estimatePage}) {
			file := strings.Replace(src.file, ".", "."+lang+".", 1)
			if !d.Has(file) {
				continue
			}
			if node := d.Parse(file); node != nil {
				d.DecodeOver(file, node, src.into)
				s.translations[lang] = &t
			}
		}
	}
}

const english = "en"

// Language is the language of the page at a path (BCP 47).
func (s *Site) Language(path string) string {
	if page, ok := s.pages[path].(*textPage); ok && page.Front.Lang != "" {
		return page.Front.Lang
	}
	return english
}

// For returns the site with its words in the language of the page at a path, as far as the content has them.
func (s *Site) For(path string) *Site {
	if t := s.translations[s.Language(path)]; t != nil {
		return t
	}
	return s
}
