package content

import (
	"cmp"
	"io/fs"
	"strings"

	"haulfront/content/load"
	"haulfront/content/wording"
)

// readLanguages reads the words of facts in the languages that the form has: facts.es.yaml has them in Spanish.
func (s *Site) readLanguages(d *load.Decoder) {
	s.translations, d.Localized = map[string]*Site{english: s}, map[string]*load.References{}
	files, _ := fs.Glob(FS, "quote.*.yaml") // the pattern is valid
	own, _ := fs.Glob(d.Fsys, "quote.*.yaml")
	for _, file := range append(files, own...) {
		t := &Site{Lang: strings.Split(file, ".")[1]}
		d.Read("facts."+t.Lang+".yaml", &t.FactWords)
		s.translations[t.Lang], d.Localized[t.Lang] = t, t.FactWords.References(d.References)
	}
}

// translate reads the words of other languages: quote.es.yaml has those of quote.yaml; what it lacks stays English.
func (s *Site) translate(d *load.Decoder) {
	facts := d.References
	d.Over = true
	for lang, t := range s.translations {
		if t == s {
			continue
		}
		words := t.FactWords
		*t, d.References = *s, d.Localized[lang]
		t.Lang, t.FactWords = lang, words
		for _, src := range append(t.words(), source{KindEstimate.File(""), &t.estimatePage}) {
			d.Read(strings.Replace(src.file, ".", "."+lang+".", 1), src.into)
		}
		t.estimatePage.Labels.About = t.quote.Prices[wording.About]
		for _, choice := range t.quote.ServiceTypes {
			if options := t.quote.Labels.Options; options[choice] == "" && words[choice] != "" {
				options[choice] = words[choice]
			}
		}
	}
	d.References, d.Over = facts, false
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
func (s *Site) For(path string) *Site { return s.In(s.Language(path)) }

// In returns the site with its words in a language (BCP 47), in English if the content has none.
func (s *Site) In(lang string) *Site {
	base, _, _ := strings.Cut(cmp.Or(lang, english), "-")
	if base == s.Lang {
		return s
	}
	return cmp.Or(s.translations[lang], s.translations[base], s.translations[english])
}
