package content

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestEstimates compares estimates with the price list, by hand.
func TestEstimates(t *testing.T) {
	s := sample(t)
	for _, test := range []struct {
		query, total string
		kind         EstimateKind
		low, high    int
		lines        string
		canonical    string
	}{
		{"", "Tap what has to go", EstimateEmpty, 0, 0, "", ""},
		{"utm_source=mail&gclid=x&sofas=3", "Tap what has to go", EstimateEmpty, 0, 0, "", ""},
		{"load=xs", "$99+", EstimateRange, 99, 0, "XS Load $99+", "load=xs"},
		{"load=half", "$350", EstimateRange, 350, 350, "Half Load $350", "load=half"},
		{"load=full", "$650+", EstimateRange, 650, 0, "Full Box Truck $650+", "load=full"},
		{"load=huge", "Tap what has to go", EstimateEmpty, 0, 0, "", ""},
		// A single thing with a price of its own, and the truck from the second on.
		{"mattress=1", "$75–$100", EstimateRange, 75, 100, "1 mattress $75–$100", "mattress=1"},
		{"mattress=2", "$99–$250", EstimateRange, 99, 250, "2 mattresses $99–$250", "mattress=2"},
		{"mattress-set=1", "$100–$150", EstimateRange, 100, 150, "1 mattress with box spring $100–$150",
			"mattress-set=1"},
		{"sofa=1&mattress-set=1", "$100–$250", EstimateRange, 100, 250,
			"1 sofa, 1 mattress with box spring $100–$250", "sofa=1&mattress-set=1"},
		{"tv=1", "from $75", EstimateRange, 75, 0, "1 TV from $75", "tv=1"},
		{"sofa=1", "$99–$250", EstimateRange, 99, 250, "1 sofa $99–$250", "sofa=1"},
		// The examples on the quote page for a quarter of the truck and half of it.
		{"fridge=1&washer=1&box=5", "$99–$250", EstimateRange, 99, 250,
			"1 refrigerator, 1 washer, 5 boxes $99–$250", "fridge=1&washer=1&box=5"},
		{"box=5&washer=1&fridge=1&dresser=1&mattress=1&armchair=1", "$250–$350", EstimateRange, 250, 350,
			"1 armchair, 1 dresser, 1 mattress, 1 refrigerator, 1 washer, 5 boxes $250–$350",
			"armchair=1&dresser=1&mattress=1&fridge=1&washer=1&box=5"},
		{"sofa=8", "$350–$650+", EstimateRange, 350, 0, "8 sofas $350–$650+", "sofa=8"},
		{"sofa=9", "Call us", EstimateOnSite, 0, 0, "9 sofas Priced on site", "sofa=9"},
		// Jobs are added to the load.
		{"hot-tub=2", "$600–$1,600", EstimateRange, 600, 1600, "2 hot tubs for four or more $600–$1,600",
			"hot-tub=2"},
		{"sofa=1&hot-tub=1", "$399–$1,050", EstimateRange, 399, 1050,
			"1 sofa $99–$250; 1 hot tub for four or more $300–$800", "sofa=1&hot-tub=1"},
		{"shed=1&garage=1", "from $450", EstimateRange, 450, 0, "1 shed up to 8x10 from $300; 1 garage $150–$600",
			"shed=1&garage=1"},
		{"house=1&sofa=1", "$1,599–$5,250+", EstimateRange, 1599, 0,
			"1 sofa $99–$250; 1 whole house $1,500–$5,000+", "sofa=1&house=1"},
		{"piano=1&sofa=1", "Call us", EstimateOnSite, 0, 0, "1 sofa $99–$250; 1 piano or safe Priced on site",
			"sofa=1&piano=1"},
		// A load includes items that fit into it.
		{"load=half&sofa=2", "$350", EstimateRange, 350, 350, "Half Load $350", "load=half&sofa=2"},
		{"load=xs&sofa=3", "$250–$350", EstimateRange, 250, 350, "3 sofas $250–$350", "load=xs&sofa=3"},
		{"load=xs&mattress=1", "$99+", EstimateRange, 99, 0, "XS Load $99+", "load=xs&mattress=1"},
		// Invalid counts, and absurd ones.
		{"sofa=two", "Tap what has to go", EstimateEmpty, 0, 0, "", ""},
		{"sofa=-1&armchair=1.5&chair=%F0%9F%9B%8B", "Tap what has to go", EstimateEmpty, 0, 0, "", ""},
		{"sofa=0&armchair=&chair=+2+", "$99–$250", EstimateRange, 99, 250, "2 chairs $99–$250", "chair=2"},
		{"tv=21", "Call us", EstimateOnSite, 0, 0, "20 TVs Priced on site", "tv=20"},
		{"bag=99999999999999999999", "Call us", EstimateOnSite, 0, 0, "100 trash bags Priced on site", "bag=100"},
		{"garage=6&sofa=1", "Call us", EstimateOnSite, 0, 0, "1 sofa $99–$250; 5 garages Priced on site",
			"sofa=1&garage=5"},
		{"garage=5%zz&sofa=1", "$99–$250", EstimateRange, 99, 250, "1 sofa $99–$250", "sofa=1"},
	} {
		e := s.ReadEstimate(test.query)
		var lines []string
		for _, line := range e.Answer.Lines {
			lines = append(lines, line.Label+" "+line.Price)
		}
		got := fmt.Sprintf("%s %s %d %d %q %q", e.Answer.Total, e.Answer.Kind, e.Low, e.High, strings.Join(lines, "; "),
			e.Answer.Query)
		want := fmt.Sprintf("%s %s %d %d %q %q", test.total, test.kind, test.low, test.high, test.lines, test.canonical)
		if got != want {
			t.Errorf("the estimate of %q is\n%s, want\n%s", test.query, got, want)
		}
		if len(e.Answer.Notices) > 0 {
			continue
		}
		if again := s.ReadEstimate(e.Query()); again.Answer.Total != e.Answer.Total || again.Query() != e.Query() {
			t.Errorf("the estimate of %q has the address %q, which gives %+v", test.query, e.Query(), again)
		}
	}
}

// TestEstimatePartsInWords checks the words for how full the truck is, and the note with them.
func TestEstimatePartsInWords(t *testing.T) {
	s := site(t)
	for query, want := range map[string]string{
		"": "none", "bag=1": "a small part", "sofa=1": "about an eighth", "load=quarter": "about a quarter",
		"sofa=3": "about a third", "load=half": "about half", "sofa=5&bag=5": "about two-thirds",
		"sofa=6&bag=3": "about three-quarters", "sofa=7": "most", "sofa=8": "nearly all", "sofa=9": "all",
	} {
		if got := s.ReadEstimate(query).Answer.Part; got != want {
			t.Errorf("the estimate of %q fills %q, want %q", query, got, want)
		}
	}
	const want = "Fills about a third of the truck, between the Quarter Load ($250) and the Half Load ($350)"
	if got := s.ReadEstimate("sofa=3").Answer.Lines[0].Note; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
}

func TestEstimateSaysWhatItDidNotCount(t *testing.T) {
	s := sample(t)
	e := s.ReadEstimate("sofa=two&bag=101&chair=")
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
	long := s.ReadEstimate("sofa=" + strings.Repeat("x", 900) + "&zip=" + strings.Repeat("9", 900))
	if n := len(long.Values["sofa"]) + len(long.Values["zip"]); n > maxCountText+maxZIPText {
		t.Errorf("%d characters come back", n)
	}
}

// TestServicesLinkToTheEstimator follows the links of pages to the estimator with their items chosen.
func TestServicesLinkToTheEstimator(t *testing.T) {
	s := site(t)
	for _, test := range []struct{ slug, href, total, serviceType string }{
		{"hot-tub-removal", "/estimate?hot-tub=1", "$300–$800", "Other"},
		{"furniture-removal", "/estimate?sofa=1", "$99–$250", "Furniture Removal"},
		{"ewaste-recycling", "/estimate?tv=1", "from $75", "E-Waste Recycling"},
		{"office-cleanouts", "", "Tap what you need hauled", ""},
	} {
		href := PageOf[ServicePage](s, BuildInfo{}, "/services/"+test.slug).Pricing.Estimate
		_, query, _ := strings.Cut(href, "?")
		e := s.ReadEstimate(query + "&zip=75024")
		got := fmt.Sprint(href, " ", e.Answer.Total, " ", e.FormValues())
		values := map[string]string{"zipCode": "75024", "serviceType": test.serviceType}
		if want := fmt.Sprint(test.href, " ", test.total, " ", values); got != want {
			t.Errorf("%s links to %s, want %s", test.slug, got, want)
		}
	}
	// The answers about the tub contradict each other.
	const answered = "garage=2&garage-full=packed&hot-tub=1&hot-tub-seats=two&hot-tub-deck=built-in"
	if got := s.ReadEstimate(answered).Answer.Total; got != "$1,100–$2,000" {
		t.Errorf("the estimate with answers is %s", got)
	}
	plano := PageOf[CityPage](s, BuildInfo{}, "/locations/plano")
	if got := plano.Estimate; s.ReadEstimate(got).Answer.Kind != EstimateRange {
		t.Errorf("Plano links to the estimate %q", got)
	}
	if got := s.ReadEstimate("sofa=1&hot-tub=1").FormValues()["serviceType"]; got != "" {
		t.Errorf("the form's choice for a sofa and a hot tub is %q", got)
	}
}

// TestCitiesLinkToServices follows the links of a city's lines: those with a price, and those that name a page.
func TestCitiesLinkToServices(t *testing.T) {
	s := site(t)
	hrefs := map[string]string{}
	for _, slug := range s.citySlugs() {
		page := PageOf[CityPage](s, BuildInfo{}, "/locations/"+*slug)
		for _, line := range append(page.Services.Groups[0].Items, page.Hero.Facts...) {
			hrefs[line.Text] = line.Href
			// Only prices of most jobs are no service's.
			if strings.Contains(line.Text, "$") && line.Href == "" && !strings.HasPrefix(line.Text, "Most jobs") {
				t.Errorf("%s: %q leads nowhere", *slug, line.Text)
			}
		}
	}
	for text, want := range map[string]string{
		"Hot tubs, $300–$800": "/services/hot-tub-removal", "One appliance, $75–$150": "/services/appliance-pickup",
		"Remodel debris, $500–$1,500":                            "/services/construction-debris",
		"Half a truck of anything, $350":                         "/services/junk-removal",
		"Barns, tack rooms, and horse fencing":                   "/services/light-demolition",
		"Licensed and insured in Texas":                          "",
		"Mattresses, $75–$100, or $100–$150 with the box spring": "/services/mattress-disposal",
	} {
		if got, ok := hrefs[text]; !ok || got != want {
			t.Errorf("%q leads to %q, want %q", text, got, want)
		}
	}
}

// TestArea asks about ZIP codes that people of the region know.
func TestArea(t *testing.T) {
	s := sample(t)
	for _, test := range []struct {
		zip         string
		kind        AreaKind
		title, href string
	}{
		{"", "", "", ""},
		{"  ", "", "", ""},
		{"75201", AreaYes, "Yes, we come to 75201 (Dallas).", "/locations/dallas"},
		{" 75024-1234 ", AreaYes, "Yes, we come to 75024 (Plano).", "/locations/plano"},
		{"75070", AreaYes, "Yes, we come to 75070 (McKinney).", "/locations/mckinney"},
		{"75039", AreaYes, "Yes, we come to 75039 (Irving).", "/locations/irving-las-colinas"},
		{"75205", AreaYes, "Yes, we come to 75205 (Dallas).", "/locations/dallas"},
		{"76201", AreaYes, "Yes, we come to 76201 (Denton).", ""},
		{"76126", AreaYes, "Yes, we come to 76126 (Fort Worth).", "/locations/fort-worth"},
		{"75032", AreaEdge, "75032 (Rockwall) is at the edge of our area.", ""},
		{"75090", AreaNo, "75090 (Sherman) is too far for us right now.", ""},
		{"78701", AreaUnknown, "We don’t know that ZIP code.", ""},
		{"near the lake", AreaUnknown, "We don’t know that ZIP code.", ""},
		{"7520", AreaUnknown, "We don’t know that ZIP code.", ""},
	} {
		if got := s.Area(test.zip); got.Kind != test.kind || got.Title != test.title || got.Href != test.href ||
			(got.Text == "") != (got.Kind == "") {
			t.Errorf("Area(%q) = %+v, want %s, %q and a link to %q", test.zip, got, test.kind, test.title, test.href)
		}
	}
}

// TestLoadNamesTheProblemOfAnEstimate breaks one thing at a time.
func TestLoadNamesTheProblemOfAnEstimate(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"price: hot_tub, note: At the low", "price: hot_tubs, note: At the low",
			`unknown price "hot_tubs"; wanted a key under prices in prices.yaml`},
		{"plural: sofas, share: 0.12", "plural: sofas, share: 1.2",
			`the share is 1.2; wanted a part of the truck from 0.005 to 1, in steps of 0.005`},
		{"plural: sofas, share: 0.12", "plural: sofas, share: 0.123",
			`the share is 0.123; wanted a part of the truck from 0.005 to 1, in steps of 0.005`},
		{"price: half_load, share: 0.5", "price: half_load, share: null",
			`the value is empty; wanted a number`},
		{"plural: sofas, share: 0.12", "plural: sofas, share: 0.12, price: furniture",
			`the item "sofa" has 2 of them; wanted one of share, price and onSite`},
		{"plural: sofas, share: 0.12", "plural: sofas",
			`the item "sofa" has 0 of them; wanted one of share, price and onSite`},
		{"key: armchair", "key: sofa",
			`the key "sofa" cannot be a name in addresses; wanted a key of its own, of lower-case words`},
		{"key: armchair", "key: zip", `the key "zip" cannot be a name in addresses`},
		{"key: armchair", "key: Arm Chair", `the key "Arm Chair" cannot be a name in addresses`},
		{"share: 0.5, scene", "share: 0.2, scene",
			`the load "Half Load" is not above the one before it; wanted the smallest load first`},
		{"  withLoad: \"With [things]\"", "  withLoad: With it",
			`the text has no [things]; wanted [things] where it stands`},
		{"plural: sofas, share: 0.12", "plural: sofas, share: 0.12, service: hot-tubs",
			`"hot-tubs" is no service; wanted the slug of a service`},
		{"plural: sofas, share: 0.12", "plural: sofas, share: 0.12, serviceType: Sofas",
			`the form does not offer "Sofas"; wanted one of Furniture Removal`},
		{"price: shed_8x10, most: 5", "price: shed_8x10, alone: shed, most: 5",
			`the item "shed up to 8x10" has a price alone and no share; wanted it beside a share`},
	} {
		_, err := Load(changed(t, "estimate.yaml", test.old, test.new))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("with %q: Load = %v, want %s", test.new, err, test.want)
		}
	}
}

// TestLoadWarnsOfAQuestion asks about a hot tub.
func TestLoadWarnsOfAQuestion(t *testing.T) {
	for _, test := range []struct{ option, service, want string }{
		{"high: 500", "hot-tub-removal", ""},
		{"high: 450", "hot-tub-removal", `"Two" ends at 450; wanted an amount of prices.yaml within $300–$800`},
		{"low: 250", "hot-tub-removal", `"Two" ends at 250; wanted an amount of prices.yaml within $300–$800`},
		{"low: 350", "yard-waste", `the price of "pile of yard waste" cannot be narrowed`},
	} {
		files := sampleFiles(t)
		edit := func(file, old, new string) {
			files[file].Data = []byte(strings.Replace(string(files[file].Data), old, new, 1))
		}
		edit("estimate.yaml", "{ key: hot-tub,", "{ service: hot-tub-removal, key: hot-tub,")
		edit("estimate.yaml", "{ key: yard-pile,", "{ service: yard-waste, key: yard-pile,")
		edit("services/"+test.service+".yaml", "\norder:", "\nquestions:\n  - { key: seats, ask: How many?, options: "+
			"[{ key: two, label: Two, "+test.option+" }] }\norder:")
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Warnings(); test.want == "" && err != nil || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("with %q: Warnings = %v, want %s", test.option, err, test.want)
		}
	}
}

func TestLoadNamesTheProblemOfAZIPCode(t *testing.T) {
	files := sampleFiles(t)
	files["zips.csv"] = &fstest.MapFile{Data: []byte("# where from\nzip,lat,lon,town\n75201,32.7,-96.8,Dallas\n" +
		"7520,32.7,-96.8,Dallas\n75203,north,-96.8,Dallas\n75204,32.7\n")}
	_, err := Load(files)
	const wanted = " is no ZIP code with a point; wanted 75201,32.7877,-96.7997,Dallas\n"
	want := `zips.csv:4: "7520,32.7,-96.8,Dallas"` + wanted + `zips.csv:5: "75203,north,-96.8,Dallas"` + wanted +
		"zips.csv:6: the line is no record: wrong number of fields; wanted zip,lat,lon,town"
	if err == nil || err.Error() != want {
		t.Errorf("Load = %v, want\n%s", err, want)
	}
	// A folder of content without the file is another company's, which has not looked for one.
	delete(files, "zips.csv")
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Area("75201").Kind; got != AreaUnknown {
		t.Errorf("Area = %s, want unknown", got)
	}
}
