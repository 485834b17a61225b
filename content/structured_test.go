package content

import (
	"encoding/json"
	"testing"

	"haulfront/content/company"
)

// TestOffers compares prices on the page with those in structured data.
func TestOffers(t *testing.T) {
	for _, test := range []struct {
		price       *company.Price
		shown, want string
	}{
		{&company.Price{Low: 250}, "$250", `"price":250`},
		{&company.Price{Low: 99, High: 399}, "$99–$399", `"minPrice":99,"maxPrice":399`},
		{&company.Price{Low: 75, From: true}, "from $75", `"minPrice":75`},
		{&company.Price{Low: 650, Plus: true}, "$650+", `"minPrice":650`},
		{&company.Price{Low: 1500, High: 5000, Plus: true}, "$1,500–$5,000+", `"minPrice":1500`},
		{nil, "on site", ""},
	} {
		want := "null"
		if test.price != nil {
			if got := test.price.String(); got != test.shown {
				t.Errorf("%+v is shown as %q, want %q", *test.price, got, test.shown)
			}
			want = `[{"@type":"Offer","name":"Load","priceCurrency":"USD","priceSpecification":` +
				`{"@type":"PriceSpecification","priceCurrency":"USD",` + test.want + `}}]`
		}
		price := company.PriceText{Text: test.shown, Price: test.price}
		got, err := json.Marshal(offers([]PriceRow{{Label: "Load", Price: price}}))
		if err != nil || string(got) != want {
			t.Errorf("offers(%q) = %s, %v, want %s", test.shown, got, err, want)
		}
	}
}
