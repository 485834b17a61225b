package content

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/content/company"
	"haulfront/content/load"
)

// TestPricesAreReferences finds prices in copy: they belong in prices.yaml, each once.
func TestPricesAreReferences(t *testing.T) {
	price := regexp.MustCompile(`(?i)\$|\bdollars?\b|\bflat[- ]rates?\b`)
	for _, file := range copyFiles(t) {
		data, err := load.ReadFile(FS, file)
		var value any = string(data)
		if path.Ext(file) == ".yaml" {
			err = load.Decode(FS, file, &value)
		}
		if err != nil {
			t.Fatal(err)
		}
		visitTexts(value, func(text string) {
			if price.MatchString(load.Reference.ReplaceAllString(text, "")) {
				t.Errorf("%s: a price in %q; want a reference", file, text)
			}
		})
	}
}

// TestPricesAgree compares the prices of services with those of loads, which a visitor sees beside them: each list is
// in the order of how much is hauled, and a price with an open end stands beside the load that it ends with.
func TestPricesAgree(t *testing.T) {
	s := site(t)
	p := func(key string) company.Price { return *s.PriceList.Prices[key] }
	xs, quarter, half, full := p("xs_load"), p("quarter_load"), p("half_load"), p("full_load")
	furniture, garage := p("furniture"), p("garage_full")
	for _, test := range []struct {
		name    string
		amounts []int
	}{
		{"loads", []int{xs.Low, quarter.Low, half.Low, full.Low}},
		{"furniture: one piece, a roomful of half a truck, a whole truck",
			[]int{furniture.Low, half.Low, furniture.High, full.Low}},
		{"a full garage: three quarters of a truck", []int{half.Low, garage.Low, garage.High, full.Low}},
		{"junk removal: up to a full truck", []int{p("junk_removal").Low, p("junk_removal").High, full.Low}},
	} {
		if !slices.IsSorted(test.amounts) {
			t.Errorf("%s: the amounts are %v, want them in order", test.name, test.amounts)
		}
	}
	words := copyOf(t, s)
	for path, prices := range map[string][2]string{
		"/services/junk-removal":               {"$99–$600+", "$650+"},
		"/services/furniture-removal":          {"$99–$399", "$350"},
		"/blog/junk-removal-cost-guide-dallas": {"675 cubic feet", "A quarter of a pickup"},
	} {
		if !slices.ContainsFunc(words[path], func(text string) bool {
			return strings.Contains(text, prices[0]) && strings.Contains(text, prices[1])
		}) {
			t.Errorf("%s has no text that explains %s beside %s", path, prices[0], prices[1])
		}
	}
}

// TestCardsListWhereTheyBegin checks that the price at the head of a category's card is that of the cheapest line below
// it, and that its blurb says which job that is where it also names a dearer one.
func TestCardsListWhereTheyBegin(t *testing.T) {
	for _, card := range site(t).Home(BuildInfo{}).Services.Categories {
		cheapest := strings.TrimPrefix(card.Price, "from ")
		if !slices.ContainsFunc(card.Services, func(line MenuLink) bool {
			low, _, _ := strings.Cut(strings.TrimPrefix(line.Price, "from "), "–")
			return low == cheapest
		}) {
			t.Errorf("the card of %s says %q, and its list has %v", card.Name, card.Price, card.Services)
		}
		if strings.Contains(card.Blurb, "$") && !strings.Contains(card.Blurb, cheapest) {
			t.Errorf("the card of %s says %q and %q", card.Name, card.Price, card.Blurb)
		}
	}
}

// notCopy are keys and files with prices of their own: what customers said, what was done at a job, the words of
// searches, of the program and of the office, and the facts themselves.
var notCopy = []string{"testimonials", "review", "jobs", "keywords", "icon", "key", "words", "facts.yaml",
	"prices.yaml", "business.yaml", "lastmod.yaml", "map.yaml", "office.yaml"}

func copyFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.yaml", "*/*.yaml", "*/*.md"} {
		matches, err := fs.Glob(FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, matches...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(notCopy, file) })
}

// visitTexts visits the texts in a decoded file.
func visitTexts(value any, visit func(text string)) {
	switch v := value.(type) {
	case string:
		visit(v)
	case []any:
		for _, item := range v {
			visitTexts(item, visit)
		}
	case map[string]any:
		for key, item := range v {
			if !slices.Contains(notCopy, key) {
				visitTexts(item, visit)
			}
		}
	}
}
