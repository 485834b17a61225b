package content

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// The price list has every price of the company once, by truckload or by job, in tables that name themselves; content
// from before the page has the built-in words around its own prices.
func TestPriceList(t *testing.T) {
	t.Parallel()
	s := site(t)
	shown := map[string]int{}
	page := PageOf[PricesPage](s, BuildInfo{}, "/prices")
	var all strings.Builder
	for _, table := range page.Tables {
		if table.Caption == "" || len(table.Columns) != 3 {
			t.Errorf("a table has the caption %q and %d columns", table.Caption, len(table.Columns))
		}
		for _, group := range table.Groups {
			for _, row := range group.Rows {
				all.WriteString(row.Label + " " + row.Price.Text + "\n")
				shown[row.Price.Text]++
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.PriceList.Prices)) {
		if price := s.PriceList.Prices[key].String(); key != "most_jobs" && !strings.Contains(all.String(), price) {
			t.Errorf("the price list lacks %s, %s", key, price)
		}
	}
	for _, load := range page.Tables[0].Groups {
		if n := shown[load.Rows[0].Price.Text]; n != 1 {
			t.Errorf("%s is listed %d times, want once", load.Name, n)
		}
	}
	if want := "what tenants leave Priced by the load\n"; !strings.Contains(all.String(), want) {
		t.Errorf("the price list lacks %q, the rate of a service without a price of its own", want)
	}
	if got, want := page.Notes[1].Text, "For one thing by itself, $75: Appliance Pickup, "+
		"Mattress Disposal, and E-Waste Recycling. For a mixed pile, $99+."; got != want {
		t.Errorf("the minimum is %q, want %q", got, want)
	}
	older := sample(t) // has no price-list.yaml
	if got := PageOf[PricesPage](older, BuildInfo{}, "/prices").Title; got != page.Title {
		t.Errorf("without its file, the price list is titled %q, want %q", got, page.Title)
	}
}

// TestRequestedPrice checks that the visitor's choice decides which price a confirmation names, not the form's page.
func TestRequestedPrice(t *testing.T) {
	s := site(t)
	for _, test := range [][3]string{
		{"/services/curbside-pickup", "Other", "$99–$350"},
		{"/services/curbside-pickup", "Full Property Cleanout", "$1,500–$5,000+"},
		{"/services/same-day-junk-removal", "Garage Cleanout", s.Requested("/", "Garage Cleanout").Price},
		{"/services/mattress-disposal", "Furniture Removal", "$75–$100"},
		{"/services/mattress-disposal", "Full Property Cleanout", "$1,500–$5,000+"},
		{"/services/mattress-disposal", "Other", ""},
		{"/", "Other", ""},
		{"/services/curbside-pickup", "", ""},
	} {
		if got := s.Requested(test[0], test[1]).Price; got != test[2] {
			t.Errorf("RequestedPrice(%q, %q) = %q, want %q", test[0], test[1], got, test[2])
		}
	}
}

// A price that comes on top has a line of its own, and is no price without a use.
func TestExtraPrice(t *testing.T) {
	files := owner(t)
	files["prices.yaml"] = &fstest.MapFile{Data: []byte("prices:\n  a_trip: { low: 60, extra: The drive to Marana }\n" +
		"  trip: { low: 25, extra: The drive to Vail }\n")}
	towns := files["locations.yaml"]
	for town, key := range map[string]string{"Marana": "a_trip", "Vail": "trip"} { // the nearer one
		towns.Data = regexp.MustCompile(`(name: `+town+`,?)`).ReplaceAll(towns.Data, []byte("$1 drive: "+key+","))
	}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	notes := PageOf[PricesPage](s, BuildInfo{}, "/prices").Notes
	if got, want := fmt.Sprint(notes[:2]), "[{The drive to Vail $25.} {The drive to Marana $60.}]"; got != want {
		t.Errorf("the price list begins its notes with %s, want %s", got, want)
	}
	if unused := s.Unused(); unused != nil {
		t.Errorf("Unused = %v", unused)
	}
}
