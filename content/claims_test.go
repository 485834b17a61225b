package content

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// claims are the words of sentences that claim something for the company, beside what they refer to. A size names what
// a price is for, so it may stand beside the price.
var claims = map[string]*regexp.Regexp{
	"price": regexp.MustCompile(`(?i)\$|\bdollars?\b|\b(?:half|twice|double) the price\b|\bflat[- ]rates?\b`),
	"size":  regexp.MustCompile(`(?i)\b\d+ ?(?:x|by) ?\d+\b|\b(?:square|cubic) (?:feet|foot|yards?)\b`),
	"load": regexp.MustCompile(`(?i)\b(?:one|two|three)-car\b|\bpacked .*garage|garage .*packed|\battic (?:above|over)\b|` +
		`\b(?:full|whole|half|third|quarters?)\b.* (?:truck|load)\b.*\b(?:garage|room|house|sofa|fridge)s?\b|` +
		`\b(?:garage|room|house|sofa|fridge)s?\b.*\b(?:full|whole|half|third|quarters?)\b.* (?:truck|load)\b`),
	"time": regexp.MustCompile(`(?i)\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|few)(?: business| working)?` +
		`[ -](?:minute|hour|day|week|month|year|decade)s?\b|\bnoon\b|\bSundays?\b`),
	"promise": regexp.MustCompile(
		`(?i)\b(?:guarantee\w*|always|never|same day|every (?:job|time)|no (?:surprise|hidden))\b`),
}

// noClaims are sentences that claim nothing, by the reason.
var noClaims = map[string][]string{
	"a question, which the answer settles by references": {
		"Is that twice the price?", "Will you clear the attic above it too?", "Do you come on Sundays?",
	},
	"what readers have, or tell us": {
		"Square feet, or the number of desks", "Tell us the square feet", "One-car or two-car",
		"second floor, Irving”", "every few days", "a two-year assignment", "plan one day to look",
		"three-car garages in Frisco",
	},
	"what readers do": {
		"Ten minutes with a drill", "It takes ten minutes", "Offer it free online for a few days",
	},
	"an example of the guide, and how loads are handled": {"All three are two-car garages", "in the first few minutes"},
	"sizes of storage units, whose prices are beside it": {
		"Storage Unit Cleanouts, 5x5 to 10x20", "Storage units from 5x5 to 10x20", "A 5x10 or 10x15 falls between",
	},
	"the low end of a price of the same text": {"An empty 8x10 on blocks"},
}

// TestClaimsAreFacts finds claims in copy: they belong into prices.yaml, facts.yaml and business.yaml, where each is
// made once. Left out are what customers said, what was done at a job, and the words of the program and the office.
func TestClaimsAreFacts(t *testing.T) {
	notCopy := []string{"testimonials", "review", "jobs", "keywords", "icon", "key", "words"}
	notCopy = append(notCopy, "facts.yaml", "prices.yaml", "business.yaml", "lastmod.yaml", "map.yaml", "office.yaml")
	end := regexp.MustCompile(`[.!;]["”)]?\s+|\n`)
	var excused []string
	check := func(file, text string, priced bool) {
		for _, sentence := range end.Split(text, -1) {
			for kind, pattern := range claims {
				if kind == "size" && (priced || strings.Contains(sentence, "{price.")) {
					continue
				}
				if !pattern.MatchString(reference.ReplaceAllString(sentence, "")) {
					continue
				}
				excuse := ""
				for _, sentences := range noClaims {
					if at := slices.IndexFunc(sentences, func(s string) bool { return strings.Contains(sentence, s) }); at >= 0 {
						excuse = sentences[at]
					}
				}
				if excused = append(excused, excuse); excuse == "" {
					t.Errorf("%s: the %s in %q; want a reference, or why it is none in noClaims", file, kind, sentence)
				}
			}
		}
	}
	var walk func(file string, value any, priced bool)
	walk = func(file string, value any, priced bool) {
		switch v := value.(type) {
		case string:
			check(file, v, priced)
		case []any:
			for _, item := range v {
				walk(file, item, priced)
			}
		case map[string]any:
			for key, item := range v {
				if !slices.Contains(notCopy, key) {
					walk(file, item, v["price"] != nil)
				}
			}
		}
	}
	err := fs.WalkDir(FS, ".", func(file string, _ fs.DirEntry, err error) error {
		switch {
		case err != nil || slices.Contains(notCopy, file):
			return err
		case path.Ext(file) == ".yaml":
			var value any
			err = Decode(FS, file, &value)
			walk(file, value, false)
		case path.Ext(file) == ".md":
			var text []byte
			text, err = ReadFile(FS, file)
			check(file, string(text), false)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, sentences := range noClaims {
		for _, s := range sentences {
			if !slices.Contains(excused, s) {
				t.Errorf("no text has %q; want it gone from noClaims", s)
			}
		}
	}
}
