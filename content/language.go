package content

import (
	"cmp"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"haulfront/content/company"
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
		isRead := func(r Route) bool { return s.Language(r.Path) == lang }
		if missing := s.untranslated(words); missing != nil && slices.ContainsFunc(s.routes, isRead) {
			file := "facts." + lang + ".yaml"
			d.Warnings.Add(load.Position{File: file},
				"texts that are English to readers of "+lang+": "+strings.Join(missing, ", "),
				"wanted lines such as "+missing[0]+": the same in their language; without that file, create it")
		}
	}
	d.References, d.Over = facts, false
}

// untranslated are the services, and the steps of their customers before the crew comes, that words do not have.
func (s *Site) untranslated(words company.FactWords) (missing []string) {
	for _, c := range s.services.Categories {
		for _, service := range c.Services {
			texts := []string{service.Name}
			for _, step := range s.preparation(&service) {
				texts = append(texts, step.Title, step.Text)
			}
			for _, text := range texts {
				if words[text] == "" {
					missing = append(missing, strconv.Quote(text))
				}
			}
		}
	}
	return missing
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
