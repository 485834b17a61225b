package content

import (
	"fmt"
	"html"
	"reflect"
	"regexp"
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
		for i := range v.NumField() {
			texts = append(texts, textsIn(v.Field(i))...)
		}
		return texts
	}
	return nil
}

// TestSundaysCanBeBooked checks each text that promises a pickup on the same day, or on every day of the week: the
// office is closed on Sunday, so the text says until when a Sunday is booked.
func TestSundaysCanBeBooked(t *testing.T) {
	s := site(t)
	promise := regexp.MustCompile(`(?i)before ` + s.Facts.Facts["same_day_cutoff"].Text + `|` +
		s.Facts.Facts["same_day_days"].Text + `|by ` + s.Business.Hours.LastDay + ` at`)
	words := copyOf(t, s)
	words["layout.yaml"] = textsIn(reflect.ValueOf(s.layout))
	words["services.yaml"] = textsIn(reflect.ValueOf(s.services))
	for path, texts := range words {
		for _, text := range texts {
			if n := len(promise.FindAllString(html.UnescapeString(text), -1)); n%3 != 0 {
				t.Errorf("%s: %q; want {sentence.same_day}, which also says how to book a Sunday", path, text)
			}
		}
	}
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
	want := line("facts.yaml", "elephants", "fact") + "\n" + line("prices.yaml", "piano", "price")
	if err := s.Unused(); err == nil || err.Error() != want {
		t.Errorf("Unused = %v, want\n%s", err, want)
	}
}
