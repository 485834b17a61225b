package content

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// outWords are phrases that an office manager in Dallas would not say, and what to write instead.
var outWords = []struct{ pattern, want string }{
	{`e-mail`, "email"},
	{`(?:this|answer|by|in your) mail\b|\bmail (?:me|you|us)\b`, "email"},
	{`write to (?:us|\{|\[)`, "email"},
	{`whom\b`, "who, or another sentence"},
	{`whilst|amongst|towards|fortnight|rubbish|tyre|colour|neighbour|kerb|lorry|cheque|postcode|parcel`,
		"American words"},
	{`at the weekend|in the post\b|mobile number|tick (?:the|this|a) box`, "American words"},
	{`what (?:has|have) to go`, "what you need hauled"},
	{`suits? you\b`, "works for you"},
	{`how should we answer`, "How should we get back to you?"},
	{`we (?:call|text|email) you (?:by|within|\{)`, "We’ll call you by"},
	{`have ready`, "have … handy"},
	{`(?:message|note) empty|in the message\b`, "the note, which you can leave blank"},
	{`fill(?:ed|ing)? (?:in (?:the|this|our|a|every)|(?:this|it) in)\b`, "fill out"},
	{`(?:in|into) (?:the|our|this) (?:quote )?form\b`, "on the form"},
	{`ask for this\b`, "Get this quote"},
	{`add up my`, "Estimate my price"},
	{`in force since`, "Effective"},
	{`to click away`, "another sentence"},
	{`percent (?:of the truck|full)`, "about a quarter, a third, half"},
	{`(?:two|three) (?:thirds|quarters)\b`, "two-thirds, three-quarters"},
	{`in (?:business|office) hours`, "during business hours"},
	{`MB in all\b`, "total"},
	{`walk-through|arrange a\b`, "walkthrough; schedule a walkthrough"},
	{`nothing (?:else )?is lost|send it (?:again )?as it is`, "Everything you typed is still here; as is"},
	{`could not|cannot\b`, "couldn’t, can’t"},
	{`(?:hereby|thereof|thus|hence|shall|therefore|moreover|furthermore)\b`, "plain words"},
	{`mistyped`, "has a typo"},
	{`a mail (?:with|to|that|about|when)\b|(?:the|these|those|some) mails\b`, "an email, emails"},
	{`bedbugs?|hard-wired`, "bed bugs; hardwired"},
	{`(?:starts|starting|start) (?:at|from) \{price|up to \{price\.\w*(?:full_load|large)\}`,
		"a sentence without the second limit: prices have their own from and plus"},
	{`time to come look`, "time for us to come look"},
}

// comment matches comments of YAML, TypeScript and HTML, which visitors do not read.
var comment = regexp.MustCompile(`(?m)^\s*#.*$|\s# .*$|^\s*//.*$|\s// .*$|(?s:/\*.*?\*/)`)

// TestWordsAreAmerican finds words that are out in everything that visitors and owners read: YAML, Markdown, and the
// labels in components.
func TestWordsAreAmerican(t *testing.T) {
	patterns := make([]*regexp.Regexp, len(outWords))
	for i, out := range outWords {
		patterns[i] = regexp.MustCompile(`(?i)\b(?:` + out.pattern + `)`)
	}
	texts := map[string]string{}
	collect := func(files fs.FS, extensions ...string) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			for _, extension := range extensions {
				if path.Ext(name) == extension {
					data, err := fs.ReadFile(files, name)
					texts[name] = string(data)
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	collect(FS, ".yaml", ".md")
	collect(templates, ".yaml", ".md")
	collect(os.DirFS("../components"), ".tsx")
	for name, text := range texts {
		if path.Ext(name) != ".md" {
			text = comment.ReplaceAllString(text, "")
		}
		for _, line := range strings.Split(text, "\n") {
			for i, pattern := range patterns {
				if found := pattern.FindString(line); found != "" {
					t.Errorf("%s: %q in %q; write: %s", name, found, strings.TrimSpace(line), outWords[i].want)
				}
			}
		}
	}
}

// TestButtonsSayWhatHappens finds buttons to the form that promise more than the form does, such as "Clear my curb".
func TestButtonsSayWhatHappens(t *testing.T) {
	says := regexp.MustCompile(`(?i)\b(?:quote|price|ask|request|send|estimate|consultation)\b`)
	for _, file := range copyFiles(t) {
		if path.Ext(file) != ".yaml" {
			continue
		}
		var page map[string]any
		if err := Decode(FS, file, &page); err != nil {
			t.Fatal(err)
		}
		area, _ := page["area"].(map[string]any)
		cta, _ := page["cta"].(map[string]any)
		for _, label := range []any{area["cta"], cta["label"]} {
			if text, ok := label.(string); ok && !says.MatchString(text) {
				t.Errorf("%s: the button %q leads to the form; want a quote, a price or a request in it", file, text)
			}
		}
	}
}
