package scaffold

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content"
)

// The program's own prices contradict no sentence of it. Another company's that do are named with both lines.
func TestComparisons(t *testing.T) {
	if err := Overlooked(content.FS, content.FS); err != nil {
		t.Errorf("the built-in company: %v", err)
	}
	files := func(services, prices string) fstest.MapFS {
		return fstest.MapFS{"services.yaml": {Data: []byte("categories:\n  - slug: a\n    services:\n" + services)},
			"prices.yaml": {Data: []byte("prices:\n" + prices)}}
	}
	const furniture, list = "      - furniture-removal\n", "  xs_load: { low: 110, plus: true }\n" +
		"  half_load: { low: 385 }\n  furniture: { low: 85, high: 340 }\n"
	want := "prices.yaml:2: xs_load is $110+, and furniture is $85–$340 in line 4: /services/furniture-removal: " +
		"its page has both for one piece; wanted xs_load at $85 or less, or the page’s sentences in your own words\n" +
		"prices.yaml:3: half_load is $385, and furniture is $85–$340 in line 4: /services/furniture-removal: its " +
		"page has one piece to a roomful, and half a truck; wanted half_load at $340 or less, or the page’s " +
		"sentences in your own words"
	if err := Overlooked(content.FS, files(furniture, list)); fmt.Sprint(err) != want {
		t.Errorf("contradicting prices: %v, want\n%s", err, want)
	}
	if err := Overlooked(content.FS, files("      - junk-removal\n", list)); err != nil {
		t.Errorf("without the service: %v", err)
	}
	program, err := content.FS.ReadFile("prices.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range comparisons { // each row is of prices and a service of the program, and can be broken
		low, _, _ := strings.Cut(c.least, ".")
		high, _, _ := strings.Cut(c.most, ".")
		wrong := files("      - "+c.service+"\n", "  "+low+": { low: 900 }\n  "+high+": { low: 800, high: 850 }\n")
		err, prices := fmt.Sprint(Overlooked(content.FS, wrong)), string(program)
		if !strings.Contains(err, low+" is $900, and "+high+" is $800–$850 in line 3") ||
			!strings.Contains(prices, "\n  "+low+": ") || !strings.Contains(prices, "\n  "+high+": ") {
			t.Errorf("%s above %s: %s", low, high, err)
		}
		if _, err := content.FS.Open(content.KindService.File(c.service)); c.service != "" && err != nil &&
			wholeOf(c.service) == "" {
			t.Error(err)
		}
	}
}
