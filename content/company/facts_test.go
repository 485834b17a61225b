package company

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

func TestPricesAreChecked(t *testing.T) {
	for _, test := range []struct {
		price Price
		want  string
	}{
		{Price{Low: 99, High: 399}, ""},
		{Price{Low: 99, Plus: true}, ""},
		{Price{}, "wanted a low above 0"},
		{Price{Low: 99, High: MaxPrice + 1}, "wanted at most $100,000"},
		{Price{Low: 399, High: 399}, "wanted a high above the low"},
		{Price{Low: 99, High: 399, From: true}, "wanted from with a low alone"},
		{Price{Low: 99, High: 991}, "wanted no zero too many or too few"},
		{Price{Low: 99, High: 990}, ""},
	} {
		d := load.NewDecoder(fstest.MapFS{}, fstest.MapFS{})
		d.Positions[&test.price], d.Positions[&test.price.Low] = load.Position{}, load.Position{}
		list := &PriceList{Prices: map[string]*Price{"sofa": &test.price}}
		list.Check(d)
		got := fmt.Sprint(append(*d.Diagnostics, d.Warnings...))
		if test.want == "" && got != "[]" || !strings.Contains(got, test.want) {
			t.Errorf("the price %+v: %s, want %q", test.price, got, test.want)
		}
	}
}
