package content

import (
	"fmt"
	"html"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// copyOf is the words of each page that no other page has: without the frame, and without the forms.
func copyOf(t *testing.T, s *Site) map[string][]string {
	t.Helper()
	words := map[string][]string{}
	for path, page := range s.pages {
		words[path] = textsIn(reflect.ValueOf(page))
	}
	words["/"] = textsIn(reflect.ValueOf(s.home))
	words["/blog"] = textsIn(reflect.ValueOf(s.blog.Index))
	return words
}

var tag = regexp.MustCompile(`<[^>]*>`)

// textsIn is every text inside a value, without HTML's tags.
func textsIn(v reflect.Value) []string {
	switch v.Kind() {
	case reflect.String:
		return []string{tag.ReplaceAllString(v.String(), " ")}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return textsIn(v.Elem())
		}
	case reflect.Slice:
		var texts []string
		for i := range v.Len() {
			texts = append(texts, textsIn(v.Index(i))...)
		}
		return texts
	case reflect.Struct:
		var texts []string
		switch v.Type() {
		case reflect.TypeFor[Layout](), reflect.TypeFor[QuoteForm](), reflect.TypeFor[AreaMap]():
			return nil // the same on all pages
		}
		for i := range v.NumField() {
			texts = append(texts, textsIn(v.Field(i))...)
		}
		return texts
	}
	return nil
}

// TestSundaysCanBeBooked checks that the two pages that explain same-day pickup say once how to book a Sunday, when the
// office is closed, and that no other page does.
func TestSundaysCanBeBooked(t *testing.T) {
	s := site(t)
	rule := regexp.MustCompile(`by ` + s.Business.Hours.LastDay + ` at`)
	words := copyOf(t, s)
	words["layout.yaml"] = textsIn(reflect.ValueOf(s.layout))
	words["services.yaml"] = textsIn(reflect.ValueOf(s.services))
	for path, texts := range words {
		want := 0
		if path == "/" || path == "/services/same-day-junk-removal" {
			want = 1
		}
		rules := map[string]bool{} // a question's text is there twice
		for _, text := range texts {
			if rule.MatchString(text) {
				rules[text] = true
			}
		}
		if len(rules) != want {
			t.Errorf("%s says %d times how to book a Sunday, want %d", path, len(rules), want)
		}
	}
}

// sentence is a sentence of some words; shorter ones are labels.
var sentence = regexp.MustCompile(`[^.!?\n]{16,}[.!?]`)

// TestRepeatedSentences finds sentences that stand on more than a third of the pages, without the frame and the forms:
// what every page says decides nothing on any of them.
func TestRepeatedSentences(t *testing.T) {
	pages, paths := allPages(site(t), BuildInfo{}), map[string]map[string]bool{}
	for path, page := range pages {
		for _, text := range textsIn(reflect.ValueOf(page)) {
			for _, found := range sentence.FindAllString(html.UnescapeString(text), -1) {
				found = strings.TrimSpace(found)
				if paths[found] == nil {
					paths[found] = map[string]bool{}
				}
				paths[found][path] = true
			}
		}
	}
	for text, on := range paths {
		if len(on) > len(pages)/3 {
			t.Errorf("%d of %d pages say %q", len(on), len(pages), text)
		}
	}
}

// TestOnePromise checks that nothing beside a form, whose note says when the office answers, says it again, and that
// the confirmation, which names the hour, does not.
func TestOnePromise(t *testing.T) {
	s := site(t)
	promise := s.References().Texts["response"]
	texts := append(slices.Clone(s.quote.Labels.Next[1:]), s.mail.Visitor.Lead)
	for _, by := range []map[string]string{s.quote.By, s.quote.ByOutside} {
		texts = slices.AppendSeq(texts, maps.Values(by))
	}
	home, quote := s.Home(BuildInfo{}), PageOf[QuotePage](s, BuildInfo{}, QuotePath)
	texts = append(texts, home.Hero.Lead, home.Contact.Lead, quote.Hero.Lead, quote.Bottom.Lead)
	texts = slices.Concat(texts, home.Hero.Proofs, home.Contact.Points, quote.Hero.Points)
	for _, page := range allPages(s, BuildInfo{}) {
		if contact := reflect.Indirect(reflect.ValueOf(page).FieldByName("Contact")); contact.IsValid() {
			texts = append(texts, contact.Interface().(ContactSection).Lead)
		}
	}
	for _, text := range texts {
		if strings.Contains(strings.ToLower(text), promise) {
			t.Errorf("%q repeats the promise of the form", text)
		}
	}
}

// TestMapsAreShown checks that services and categories, whose pages have no map, speak of none but in the link to it.
func TestMapsAreShown(t *testing.T) {
	s := site(t)
	for path, page := range s.pages {
		switch page.(type) {
		case *servicePage, *categoryPage:
			for _, text := range textsIn(reflect.ValueOf(page)) {
				if regexp.MustCompile(`\bmap\b`).MatchString(text) {
					t.Errorf("%s has no map, and says %q", path, text)
				}
			}
		}
	}
}

// TestLabels checks that links to forms and to the estimator have one label each, or one that the specification gives.
func TestLabels(t *testing.T) {
	for path, page := range allPages(site(t), BuildInfo{}) {
		s := site(t).For(path)
		labels := map[string]bool{s.layout.Nav.QuoteLabel: true, s.estimatePage.Link.Label: true,
			s.layout.Nav.ContactLabel: true, s.layout.CallBar.Quote: true}
		for _, label := range []string{"Get Free Estimate", "Get Free Estate Consultation", "Get Started",
			"Price Estimator"} {
			labels[label] = s.Lang == english
		}
		for _, label := range calls(reflect.ValueOf(page)) {
			if !labels[label] {
				t.Errorf("%s has the label %q, want one of %v", path, label, slices.Sorted(maps.Keys(labels)))
			}
		}
	}
}

// calls are the labels of links to forms and to the estimator inside a value.
func calls(v reflect.Value) (labels []string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return calls(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			labels = append(labels, calls(v.Index(i))...)
		}
	case reflect.Struct:
		switch value := v.Interface().(type) {
		case Link:
			path, anchor, _ := strings.Cut(value.Href, "#")
			if anchor == contactForm || anchor == "contact" || anchor == quoteBottomForm || path == QuotePath ||
				path == EstimatePath {
				labels = append(labels, value.Label)
			}
			return labels
		case AreaBlock:
			labels = append(labels, value.CTA)
		case TownsSection:
			labels = append(labels, value.CTA)
		case CallToAction:
			labels = append(labels, value.Label)
		case Plan:
			labels = append(labels, value.CTA)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				labels = append(labels, calls(v.Field(i))...)
			}
		}
	}
	return labels
}

// TestEveryFactIsUsed finds prices and facts that no page shows.
func TestEveryFactIsUsed(t *testing.T) {
	if err := site(t).Unused(); err != nil {
		t.Error(err)
	}
	files := sampleFiles(t)
	for name, text := range map[string]string{
		"prices.yaml": "prices:\n  piano: { low: 99 }", "facts.yaml": "facts:\n  elephants: { text: none }",
	} {
		section, _, _ := strings.Cut(text, "\n")
		files[name].Data = []byte(strings.Replace(string(files[name].Data), section, text, 1))
	}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	line := func(file, key, kind string) string {
		return fmt.Sprintf("%s:%d: %q is used nowhere; wanted {%s.%s} in some text, or no such fact",
			file, lineOf(t, files, file, key), key, kind, key)
	}
	want := line("facts.yaml", "elephants", "fact") + "\n" + line("prices.yaml", "piano", "price") +
		"; a price that comes on top has extra: with what it is for, and stands on /prices"
	if err := s.Unused(); err == nil || err.Error() != want {
		t.Errorf("Unused = %v, want\n%s", err, want)
	}
}
