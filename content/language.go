package content

import (
	"cmp"
	"io/fs"
	"strings"
	"time"

	"haulfront/content/load"
	"haulfront/content/wording"
)

// readNames reads the words that facts have in other languages: facts.es.yaml has them in Spanish.
func (s *Site) readNames(d *load.Decoder) {
	s.translations, d.Localized = map[string]*Site{}, map[string]*load.References{}
	files, _ := fs.Glob(FS, "facts.*.yaml") // the pattern is valid
	own, _ := fs.Glob(d.Fsys, "facts.*.yaml")
	for _, file := range append(files, own...) {
		t, lang := &Site{}, strings.Split(file, ".")[1]
		if node := d.Parse(file); node != nil {
			d.Decode(file, node, &t.factWords)
		}
		s.translations[lang], d.Localized[lang] = t, t.factWords.References(d.References)
	}
}

// translate reads the words that the content has in other languages: quote.es.yaml has those of quote.yaml in Spanish,
// and what it lacks stays English.
func (s *Site) translate(d *load.Decoder) {
	for path := range s.pages {
		if lang := s.Language(path); lang != english && s.translations[lang] == nil {
			s.translations[lang] = &Site{}
		}
	}
	s.translations[english] = s
	facts := d.References
	for lang, own := range s.translations {
		if own == s {
			continue
		}
		t, has := *s, false
		t.lang, t.factWords = lang, own.factWords
		d.References = cmp.Or(d.Localized[lang], facts)
		for _, src := range append(t.words(), source{KindEstimate.File(""), &t.estimatePage}) {
			file := strings.Replace(src.file, ".", "."+lang+".", 1)
			if !d.Has(file) {
				continue
			}
			if node := d.Parse(file); node != nil {
				d.DecodeOver(file, node, src.into)
				has = true
			}
		}
		t.estimatePage.Labels.About = t.quote.Prices[wording.About]
		for _, choice := range t.quote.ServiceTypes {
			if label := t.Localize(choice); label != choice && t.quote.Labels.Options[choice] == "" {
				t.quote.Labels.Options[choice] = label
			}
		}
		if *own = t; !has {
			delete(s.translations, lang)
		}
	}
	d.References = facts
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
	base, _, _ := strings.Cut(lang, "-")
	return cmp.Or(s.translations[lang], s.translations[base], s.translations[english])
}

// Lang is the language of the site's words (BCP 47).
func (s *Site) Lang() string { return cmp.Or(s.lang, english) }

// Localize puts a fact, such as a price, into the language of the site's words.
func (s *Site) Localize(fact string) string { return s.factWords.Localize(fact) }

// FormatTime writes a time at the office in a layout of package time and the language of the site's words, whose
// facts.yaml may have a layout of its own.
func (s *Site) FormatTime(t time.Time, layout string) string {
	return s.Localize(t.In(s.Location()).Format(cmp.Or(s.factWords[layout], layout)))
}
