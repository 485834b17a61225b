package quote

import (
	"cmp"
	"io/fs"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"haulfront/content"
)

// site is the content that every test reads.
var site = sync.OnceValue(func() *content.Site {
	site, err := content.Load(content.FS)
	if err != nil {
		panic(err)
	}
	return site
})

func TestReadAndValues(t *testing.T) {
	sent, want := url.Values{"source": {SourceGet}}, map[string]string{}
	for _, f := range Fields() {
		want[f.Name] = "the " + f.Name
		sent.Set(f.Name, " "+want[f.Name]+" ")
	}
	p := Post{Words: site(), Values: sent}
	p.Read(hasPage)
	r := p.Request
	if got := r.Values(); !maps.Equal(got, want) || r.Source != SourceGet {
		t.Errorf("Values() = %q, source %q, want %q", got, r.Source, want)
	}
}

func TestWordsForEveryField(t *testing.T) {
	if err := CheckWords(site()); err != nil {
		t.Error(err)
	}
	labels, messages, photos := site().Quote().Labels, site().Quote().Messages, site().Quote().Photos
	for name, words := range map[string]map[string]string{
		"labels.fields": labels.Fields, "labels.short": labels.Short, "messages.fields": messages.Fields,
		"messages.doubts": messages.Doubts, "photos.problems": photos.Problems,
	} {
		words["nickname"] = "Your nickname"
		if err := CheckWords(site()); err == nil || !strings.Contains(err.Error(), name+" is for") {
			t.Errorf("CheckWords() = %v with a word without a field, want %s in it", err, name)
		}
		delete(words, "nickname")
		for key, text := range words {
			delete(words, key)
			if err := CheckWords(site()); err == nil || !strings.Contains(err.Error(), "wanted") {
				t.Errorf("CheckWords() = %v without the word %s.%s", err, name, key)
			}
			words[key] = text
		}
	}
}

// TestPrivacyNamesEveryField looks for what the privacy page says about each field: these words, or its short label.
func TestPrivacyNamesEveryField(t *testing.T) {
	page, err := fs.ReadFile(content.FS, "pages/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"name": "your name", "phone": "phone number", "email": "your email address",
		"zipCode": "the ZIP code", "serviceType": "what you need hauled", "serviceTimeframe": "how soon you need us",
		"message": "your note", "source": "which page you sent it from", "estimate": "your [estimate](/estimate)",
		PhotosName: "photos, if you add them", RefusedName: "photos, if you add them",
		"contact": "how you’d like to hear from us", "consent": "the wording you agreed to",
		"language": "the language you read it in", "attribution": "how your visit started"}
	for _, f := range fields {
		said := cmp.Or(words[f.Name], site().Quote().Labels.Short[f.Name])
		if said == "" || !strings.Contains(string(page), said) {
			t.Errorf("pages/privacy.md does not say that the field %s is kept, in the words %q", f.Name, said)
		}
	}
}

// TestCheckLength checks that lengths are counted in characters, in every script.
func TestCheckLength(t *testing.T) {
	messages := site().Quote().Messages
	for _, letter := range []string{"a", "🛋"} {
		r := full()
		r.Message = strings.Repeat(letter, 5000)
		if got := r.Check(nil, messages); got != nil {
			t.Errorf("5,000 %q: Check() = %+v, want none", letter, got)
		}
		r.Message += letter + letter
		got := r.Check(nil, messages)
		if got == nil || got.Toast != messages.TooLong || len(got.Errors) != 1 ||
			!strings.Contains(got.Errors["message"], "5,002") || !strings.Contains(got.Errors["message"], "5,000") {
			t.Errorf("5,002 %q: Check() = %+v", letter, got)
		}
	}
	for _, f := range Fields() {
		r := full()
		f.SetText(&r, strings.Repeat("x", f.Max+1))
		if got := r.Check([]string{"phone", "email"}, messages); got == nil || got.Errors[f.Name] == "" {
			t.Errorf("%s of %d characters is accepted: %+v", f.Name, f.Max+1, got)
		}
	}
}

func TestCheckEmail(t *testing.T) {
	messages := site().Quote().Messages
	for email, doubtful := range map[string]bool{
		"": false, "a@b.c": false, "ann.o'neil+junk@mail.example.co.uk": false, "아나@예시.한국": true,
		"ann@xn--exmple-cua.com": false, "\"ann\"@example.com": true, "foo": true, "foo@": true,
		"@example.com": true, "foo@bar": true, "a@b@example.com": true, "ann@.com": true, "ann@example.": true,
		"ann@example..com": true, "ann example@example.com": true, "ann@exam ple.com": true,
		"ann@example.com,bob@example.com": true, "ann@example.com;bob@example.com": true,
		"Ann<ann@example.com>": true, "ann\u00a0o@example.com": true,
	} {
		r := full()
		r.Email = email
		r = r.Clean()
		got := r.Check(nil, messages)
		if (got != nil) != doubtful {
			t.Fatalf("Check() of the email %q = %+v, want a question: %v", email, got, doubtful)
		}
		if doubtful && (got.Toast != messages.Question || len(got.Errors) != 1 ||
			got.Errors["email"] != messages.Doubts["email"] ||
			!slices.Equal(got.Asked, []string{"email"}) || r.Check(got.Asked, messages) != nil) {
			t.Errorf("Check() of the email %q = %+v, want it to be asked about once", email, got)
		}
	}
}

// TestCheckReportsAllAtOnce checks that all errors are reported at once, and that a question is asked only once while
// other fields are filled in.
func TestCheckReportsAllAtOnce(t *testing.T) {
	messages := site().Quote().Messages
	r := full()
	r.Name, r.Email, r.Message = "", "foo", strings.Repeat("x", 5001)
	got := r.Check(nil, messages)
	if got == nil || got.Toast != messages.Missing ||
		!slices.Equal(slices.Sorted(maps.Keys(got.Errors)), []string{"email", "message", "name"}) {
		t.Fatalf("Check() = %+v", got)
	}
	r.Message = ""
	got = r.Check(got.Asked, messages)
	if got == nil || len(got.Errors) != 1 || !slices.Equal(got.Asked, []string{"email"}) {
		t.Errorf("Check() with the question answered = %+v", got)
	}
	if got := (Request{}).Check(nil, messages); !reflect.DeepEqual(got.Errors, messages.Fields) {
		t.Errorf("Check() of nothing = %q, want %q", got.Errors, messages.Fields)
	}
}
