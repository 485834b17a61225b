package content

import (
	"fmt"
	"strings"
	"testing"

	"haulfront/content/company"
)

// TestServicesLinkToTheEstimator follows the links of pages to the estimator with their items chosen.
func TestServicesLinkToTheEstimator(t *testing.T) {
	s := site(t)
	for slug, want := range map[string]string{
		"hot-tub-removal": "/estimate?hot-tub=1", "furniture-removal": "/estimate?sofa=1",
		"ewaste-recycling": "/estimate?tv=1", "office-cleanouts": "/estimate?office=1",
		"retail-warehouse-cleanouts": "",
	} {
		href := ""
		if estimate := PageOf[ServicePage](s, BuildInfo{}, "/services/"+slug).Pricing.Estimate; estimate != nil {
			href = *estimate
		}
		_, query, _ := strings.Cut(href, "?")
		if e := s.ReadEstimate(query + "&zip=75024"); href != want || e.Named != query || e.Values["zip"] != "75024" {
			t.Errorf("%s links to %s, which is read as %+v; want %s", slug, href, e, want)
		}
	}
}

// TestEstimateQueries reads queries of addresses, and writes the canonical ones.
func TestEstimateQueries(t *testing.T) {
	s := sample(t)
	for query, want := range map[string]struct {
		address      string
		empty, blank bool
	}{
		"":                            {"", true, false},
		"find=so":                     {"find=so", false, false},
		"zip=75024":                   {"zip=75024", false, false},
		"zip=+&sofa=2":                {"sofa=2", true, true},
		"load=":                       {"", true, true},
		"armchair=+":                  {"", true, true},
		"load=half&sofa=2&bag=3":      {"load=half&sofa=2&bag=3", true, false},
		"bag=3&sofa=2&zip=1&find=a b": {"sofa=2&bag=3&zip=1&find=a+b", false, false},
		"load=most&sofa=1%3B2":        {"sofa=1%3B2", true, false},
	} {
		e := s.ReadEstimate(query)
		e.Answer = EstimateAnswer{Kind: EstimateEmpty, Query: e.Named}
		if e.Query() != want.address || e.Empty() != want.empty || s.HasBlankEstimate(query) != want.blank {
			t.Errorf("%q is read as %q, empty %v, blank %v, want %+v", query, e.Query(), e.Empty(),
				s.HasBlankEstimate(query), want)
		}
	}
	e := &Estimate{Answer: EstimateAnswer{Kind: EstimateEmpty, Notices: []string{"Which load?"}}}
	if priced := s.Unpriced(&Estimate{Named: "sofa=1"}); e.Empty() || (&Estimate{Answer: priced}).Empty() {
		t.Error("an estimate that asks, or that has an answer, is empty")
	}
	e.Answer = EstimateAnswer{Kind: EstimateRange, Query: "sofa=1", Low: 99, High: 250,
		Lines: []EstimateLine{{Label: "1 sofa"},
			{Label: "1 bed"}}}
	if box := s.FormEstimate(e); box.Query != "sofa=1" || box.Total != "about $99–$250" ||
		box.Things != "1 sofa, 1 bed" {
		t.Errorf("a form shows the estimate as %+v", box)
	}
	want := "https://junk.test/estimate?sofa=1&"
	if line := s.EstimateExample("https://junk.test"); !strings.Contains(line, want) || !strings.Contains(line, "=2") ||
		!strings.Contains(line, ", sofa") && !strings.Contains(line, " sofa,") || !strings.HasSuffix(line, ".") {
		t.Errorf("the line of llms.txt is %q", line)
	}
}

// TestCitiesLinkToServices follows the links of a city's lines: those with a price, which stands apart, and those that
// name a page.
func TestCitiesLinkToServices(t *testing.T) {
	s := site(t)
	hrefs := map[string]string{}
	for _, slug := range s.citySlugs() {
		page := PageOf[CityPage](s, BuildInfo{}, "/locations/"+*slug)
		for _, line := range append(page.Services.Groups[0].Items, page.Hero.Facts...) {
			text := strings.Trim(line.Text+"|"+line.Price+"|"+line.Detail, "|")
			hrefs[text] = line.Href
			// Only prices of most jobs are no service's.
			if strings.Contains(text, "$") && line.Href == "" && !strings.HasPrefix(text, "Most jobs") {
				t.Errorf("%s: %q leads nowhere", *slug, text)
			}
		}
	}
	for text, want := range map[string]string{
		"Hot tubs|$300–$800": "/services/hot-tub-removal", "One appliance|$75–$150": "/services/appliance-pickup",
		"Remodel debris|$500–$1,500":                           "/services/construction-debris",
		"Half a truck of anything|$350":                        "/services/junk-removal",
		"Barns, tack rooms, and horse fencing":                 "/services/light-demolition",
		"Licensed and insured in Texas":                        "",
		"Mattresses|$75–$100|Or $100–$150 with the box spring": "/services/mattress-disposal",
		"Sheds|from $300|For an 8x10":                          "/services/shed-removal",
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
		kind        company.AreaKind
		title, href string
	}{
		{"", "", "", ""},
		{"  ", "", "", ""},
		{"75201", company.AreaYes, "Yes, we come to 75201 (Dallas).", "/locations/dallas"},
		{" 75024-1234 ", company.AreaYes, "Yes, we come to 75024 (Plano).", "/locations/plano"},
		{"75070", company.AreaYes, "Yes, we come to 75070 (McKinney).", "/locations/mckinney"},
		{"75039", company.AreaYes, "Yes, we come to 75039 (Irving).", "/locations/irving-las-colinas"},
		{"75205", company.AreaYes, "Yes, we come to 75205 (Dallas).", "/locations/dallas"},
		{"75261", company.AreaYes, "Yes, we come to 75261 (Irving).", "/locations/irving-las-colinas"},
		{"76201", company.AreaYes, "Yes, we come to 76201 (Denton).", ""},
		{"76126", company.AreaYes, "Yes, we come to 76126 (Fort Worth).", "/locations/fort-worth"},
		{"75032", company.AreaEdge, "75032 (Rockwall) is at the edge of our area.", ""},
		{"75090", company.AreaNo, "75090 (Sherman) is too far for us right now.", ""},
		{"78701", company.AreaNo, "78701 (Austin) is too far for us right now.", ""},
		{"09012", company.AreaNo, "09012 is too far for us right now.", ""}, // of the armed forces
		{"00000", company.AreaUnknown, "We don’t know that ZIP code.", ""},
		{"99999", company.AreaUnknown, "We don’t know that ZIP code.", ""},
		{"near the lake", company.AreaUnknown, "We don’t know that ZIP code.", ""},
		{"7520", company.AreaUnknown, "We don’t know that ZIP code.", ""},
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
		{"price: yard_waste, most: 5", "price: yard_waste, most: -5",
			`"most" is -5; wanted at least 1`},
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
		// A question that cannot be asked has no place in addresses, nor has an answer that it does not offer.
		item := map[string]string{"hot-tub-removal": "hot-tub", "yard-waste": "yard-pile"}[test.service]
		for answer, kept := range map[string]bool{"two": test.want == "", "nine": false} {
			named := item + "=1"
			if asked := named + "&" + item + "-seats=" + answer; kept {
				named = asked
			}
			if e := s.ReadEstimate(item + "=1&" + item + "-seats=" + answer + "&" + item +
				"-lid=two"); e.Named != named {
				t.Errorf("with %q: the estimate is %q, want %q", test.option, e.Named, named)
			}
		}
	}
}
