package site

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/wording"
	"haulfront/render"
)

func estimatesOf(t *testing.T, words *content.Site) *estimates {
	t.Helper()
	s, err := newEstimates(engine(), words)
	testkit.Must(t, err)
	return s
}

// sample is of the small site of content/testdata, which the real site's changes do not reach, with changes of prices.
func sample(t *testing.T, old, changed string) *estimates {
	t.Helper()
	archive, err := txtar.ParseFile(checkout + "content/testdata/site.txtar")
	testkit.Must(t, err)
	files := fstest.MapFS{}
	for _, file := range archive.Files {
		files[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	files["prices.yaml"].Data = []byte(strings.Replace(string(files["prices.yaml"].Data), old, changed, 1))
	words, err := content.Load(files)
	testkit.Must(t, err)
	return estimatesOf(t, words)
}

// read returns the estimate of a query.
func (s *estimates) read(t *testing.T, query string) *content.Estimate {
	t.Helper()
	e := s.words.ReadEstimate(query)
	testkit.Must(t, s.answer(t.Context(), e))
	return e
}

// TestPricesOfPieces counts things whose price is that of each of several, beside those that fill the truck.
func TestPricesOfPieces(t *testing.T) {
	s := sample(t, "mattress: { low: 75, high: 100 }", "mattress: { low: 70, each: true }")
	for query, want := range map[string]string{
		"mattress=1": "$70", "mattress=8": "$560", "mattress=2&sofa=1": "$239–$390",
		"mattress=2&mattress-set=1": "$240–$290",
	} {
		want = s.words.Quote().Price(wording.About, want)
		if e := s.read(t, query); e.Answer.Total != want {
			t.Errorf("the estimate of %q is %s, want %s", query, e.Answer.Total, want)
		}
	}
}

// TestEstimates compares estimates with the price list, by hand.
func TestEstimates(t *testing.T) {
	s := sample(t, "", "")
	for _, test := range []struct {
		query, total string
		kind         content.EstimateKind
		low, high    int
		lines        string
		canonical    string
	}{
		{"", "Tap what has to go", content.EstimateEmpty, 0, 0, "", ""},
		{"utm_source=mail&gclid=x&sofas=3", "Tap what has to go", content.EstimateEmpty, 0, 0, "", ""},
		{"load=xs", "$99+", content.EstimateRange, 99, 0, "XS Load $99+", "load=xs"},
		{"load=half", "$350", content.EstimateRange, 350, 350, "Half Load $350", "load=half"},
		{"load=full", "$650+", content.EstimateRange, 650, 0, "Full Box Truck $650+", "load=full"},
		{"load=huge", "Tap what has to go", content.EstimateEmpty, 0, 0, "", ""},
		// A single thing with a price of its own, and the truck from the second on.
		{"mattress=1", "$75–$100", content.EstimateRange, 75, 100, "1 mattress $75–$100", "mattress=1"},
		{"mattress=2", "$150–$200", content.EstimateRange, 150, 200, "2 mattresses $150–$200", "mattress=2"},
		{"mattress-set=1", "$100–$150", content.EstimateRange, 100, 150, "1 mattress with box spring $100–$150",
			"mattress-set=1"},
		{"sofa=1&mattress-set=1", "$250", content.EstimateRange, 250, 250,
			"1 sofa, 1 mattress with box spring $250", "sofa=1&mattress-set=1"},
		{"tv=1", "$75+", content.EstimateRange, 75, 0, "1 TV from $75", "tv=1"},
		{"sofa=1", "$99+", content.EstimateRange, 99, 0, "1 sofa $99+", "sofa=1"},
		{"fridge=2", "$150–$250", content.EstimateRange, 150, 250, "2 refrigerators $150–$250", "fridge=2"},
		// Two things cost what they cost alone, and more of them no less.
		{"washer=1&dryer=1", "$150–$250", content.EstimateRange, 150, 250, "1 washer, 1 dryer $150–$250",
			"washer=1&dryer=1"},
		{"tv=2", "$150+", content.EstimateRange, 150, 0, "2 TVs $150+", "tv=2"},
		{"tv=3", "$150–$250", content.EstimateRange, 150, 250, "3 TVs $150–$250", "tv=3"},
		{"sofa=1&mattress=1", "$99–$250", content.EstimateRange, 99, 250, "1 sofa, 1 mattress $99–$250",
			"sofa=1&mattress=1"},
		// The examples on the quote page for a quarter of the truck and half of it: what fills a load has its price.
		{"fridge=1&washer=1&box=5", "$250", content.EstimateRange, 250, 250,
			"1 refrigerator, 1 washer, 5 boxes $250", "fridge=1&washer=1&box=5"},
		{"fridge=1&washer=1&box=6", "$250", content.EstimateRange, 250, 250,
			"1 refrigerator, 1 washer, 6 boxes $250", "fridge=1&washer=1&box=6"},
		{"box=5&washer=1&fridge=1&dresser=1&mattress=1&armchair=1", "$350", content.EstimateRange, 350, 350,
			"1 armchair, 1 dresser, 1 mattress, 1 refrigerator, 1 washer, 5 boxes $350",
			"armchair=1&dresser=1&mattress=1&fridge=1&washer=1&box=5"},
		{"sofa=7", "$350–$650+", content.EstimateRange, 350, 0, "7 sofas $350–$650+", "sofa=7"},
		{"sofa=8", "$650+", content.EstimateRange, 650, 0, "8 sofas $650+", "sofa=8"},
		{"sofa=9", "Call us", content.EstimateOnSite, 0, 0, "9 sofas Priced on site", "sofa=9"},
		// Jobs are added to the load.
		{"hot-tub=2", "$600–$1,600", content.EstimateRange, 600, 1600, "2 hot tubs for four or more $600–$1,600",
			"hot-tub=2"},
		{"sofa=1&hot-tub=1", "$399–$1,050", content.EstimateRange, 399, 1050,
			"1 sofa $99–$250; 1 hot tub for four or more $300–$800", "sofa=1&hot-tub=1"},
		{"shed=1&garage=1", "$450–$900+", content.EstimateRange, 450, 0,
			"1 shed up to 8x10 from $300; 1 garage $150–$600", "shed=1&garage=1"},
		{"house=1&sofa=1", "$1,599–$5,250+", content.EstimateRange, 1599, 0,
			"1 sofa $99–$250; 1 whole house $1,500–$5,000+", "sofa=1&house=1"},
		{"piano=1&sofa=1", "Call us", content.EstimateOnSite, 0, 0, "1 sofa $99–$250; 1 piano or safe Priced on site",
			"sofa=1&piano=1"},
		// A load includes items that fit into it.
		{"load=half&sofa=2", "$350", content.EstimateRange, 350, 350, "Half Load $350", "load=half&sofa=2"},
		{"load=xs&sofa=3", "$250–$350", content.EstimateRange, 250, 350, "3 sofas $250–$350", "load=xs&sofa=3"},
		{"load=xs&mattress=1", "$99+", content.EstimateRange, 99, 0, "XS Load $99+", "load=xs&mattress=1"},
		// Invalid counts, and absurd ones.
		{"sofa=two", "Tap what has to go", content.EstimateEmpty, 0, 0, "", ""},
		{"sofa=-1&armchair=1.5&chair=%F0%9F%9B%8B", "Tap what has to go", content.EstimateEmpty, 0, 0, "", ""},
		{"sofa=0&armchair=&chair=+2+", "$99–$250", content.EstimateRange, 99, 250, "2 chairs $99–$250", "chair=2"},
		{"tv=21", "Call us", content.EstimateOnSite, 0, 0, "20 TVs Priced on site", "tv=20"},
		{"bag=99999999999999999999", "Call us", content.EstimateOnSite, 0, 0,
			"100 trash bags Priced on site", "bag=100"},
		{"garage=6&sofa=1", "Call us", content.EstimateOnSite, 0, 0, "1 sofa $99–$250; 5 garages Priced on site",
			"sofa=1&garage=5"},
		{"garage=5%zz&sofa=1", "$99+", content.EstimateRange, 99, 0, "1 sofa $99+", "sofa=1"},
	} {
		e := s.read(t, test.query)
		var lines []string
		for _, line := range e.Answer.Lines {
			lines = append(lines, line.Label+" "+line.Price)
		}
		test.total = s.words.Quote().Price(wording.About, test.total)
		got := fmt.Sprintf("%s %s %d %d %q %q", e.Answer.Total, e.Answer.Kind, e.Answer.Low, e.Answer.High,
			strings.Join(lines, "; "),
			e.Answer.Query)
		want := fmt.Sprintf("%s %s %d %d %q %q", test.total, test.kind, test.low, test.high, test.lines, test.canonical)
		if got != want {
			t.Errorf("the estimate of %q is\n%s, want\n%s", test.query, got, want)
		}
		if len(e.Answer.Notices) > 0 {
			continue
		}
		if again := s.read(t, e.Query()); again.Answer.Total != e.Answer.Total || again.Query() != e.Query() {
			t.Errorf("the estimate of %q has the address %q, which gives %+v", test.query, e.Query(), again)
		}
	}
}

// TestEstimatesOfPriced checks that things with prices of their own cost no more together, however many they are.
func TestEstimatesOfPriced(t *testing.T) {
	s := sample(t, "mattress: { low: 75, high: 100 }", "mattress: { low: 80 }")
	for n := 1; n <= 6; n++ {
		a := s.read(t, fmt.Sprintf("mattress=%d", n)).Answer
		if a.Low == 0 || a.Low > a.High || a.High > n*80 {
			t.Errorf("%d mattresses at $80 are $%d to $%d", n, a.Low, a.High)
		}
	}
}

// TestEstimatePartsInWords checks the words for how full the truck is, and the note with them.
func TestEstimatePartsInWords(t *testing.T) {
	s := estimatesOf(t, program.Words())
	for query, want := range map[string]string{
		"": "none", "bag=1": "a small part", "sofa=1": "about an eighth", "load=quarter": "about a quarter",
		"sofa=3": "about a third", "load=half": "about half", "sofa=5&bag=5": "about two-thirds",
		"sofa=6&bag=3": "about three-quarters", "sofa=7": "most", "sofa=8": "nearly all", "sofa=9": "all",
	} {
		if got := s.read(t, query).Answer.Part; got != want {
			t.Errorf("the estimate of %q fills %q, want %q", query, got, want)
		}
	}
	const want = "That’s about a third of the truck. The Quarter Load is $250, the Half Load is $350."
	if got := s.read(t, "sofa=3").Answer.Lines[0].Note; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
}

func TestEstimateSaysWhatItDidNotCount(t *testing.T) {
	s := sample(t, "", "")
	e := s.read(t, "sofa=two&bag=101&chair=")
	want := []string{
		"We couldn’t read how many sofas you have. Type a whole number.",
		"This page adds up to 100 trash bags. For more than that, call us, and we’ll price it on site.",
	}
	if !slices.Equal(e.Answer.Notices, want) {
		t.Errorf("the notices are %q, want %q", e.Answer.Notices, want)
	}
	if e.Values["sofa"] != "two" {
		t.Errorf("the sofas come back as %q, want what was typed", e.Values["sofa"])
	}
	long := s.read(t, "sofa="+strings.Repeat("x", 900)+"&zip="+strings.Repeat("9", 900))
	if n := len(long.Values["sofa"]) + len(long.Values["zip"]); n > 12+20 {
		t.Errorf("%d characters come back", n)
	}
}

// TestEstimatesOfServices checks the choices of the form for things, and how answers about them narrow prices.
func TestEstimatesOfServices(t *testing.T) {
	s := estimatesOf(t, program.Words())
	for _, test := range []struct{ query, total, serviceType string }{
		{"hot-tub=1", "$300–$800", "Other"}, {"sofa=1", "$99+", "Furniture Removal"},
		{"tv=1", "$75+", "E-Waste Recycling"}, {"sofa=1&hot-tub=1", "$399–$1,050", ""},
		// The answers about the tub contradict each other.
		{"garage=2&garage-full=packed&hot-tub=1&hot-tub-seats=two&hot-tub-deck=built-in", "$1,100–$2,000", ""},
	} {
		e := s.read(t, test.query)
		test.total = s.words.Quote().Price(wording.About, test.total)
		if got := e.Answer.ServiceType; e.Answer.Total != test.total || got != test.serviceType {
			t.Errorf("the estimate of %s is %s for %q, want %s for %q", test.query, e.Answer.Total, got, test.total,
				test.serviceType)
		}
	}
}

// An answer is computed once; one that is not computed in time has no price, and is not kept.
func TestEstimatesAreKept(t *testing.T) {
	engine, err := engine().Fork(render.Config{Workers: 1})
	testkit.Must(t, err)
	s, err := newEstimates(engine, program.Words())
	testkit.Must(t, err)
	want := s.read(t, "sofa=1").Answer
	engine.Close()
	if again := s.read(t, "zip=75024&sofa=1&utm_source=x").Answer; again.Total != want.Total {
		t.Errorf("the answer asked for again is %+v, want %+v", again, want)
	}
	for range 2 {
		e := s.words.ReadEstimate("sofa=2")
		if err := s.answer(t.Context(), e); !errors.Is(err, render.ErrClosed) ||
			e.Answer.Kind != content.EstimateOnSite ||
			e.Answer.Query != "sofa=2" {
			t.Errorf("without a runtime, the answer is %+v, %v", e.Answer, err)
		}
	}
}
