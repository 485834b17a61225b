package scaffold

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// comparisons are the prices that sentences and tables of the program compare: the first is at most the second, by
// their lower or upper ends, where a company has the service; "" is on pages of all.
var comparisons = []struct{ least, most, service, says string }{
	{"xs_load.low", "quarter_load.low", "", "lists of loads begin with the smallest"},
	{"quarter_load.high", "half_load.low", "", "lists of loads go from a quarter to a half"},
	{"half_load.high", "full_load.low", "", "lists of loads go from a half to the whole"},
	{"xs_load.low", "furniture.low", "furniture-removal", "its page has both for one piece"},
	{"furniture.low", "xs_load.low", "furniture-removal", "pages have both for one piece"},
	{"half_load.low", "furniture.high", "furniture-removal", "its page has one piece to a roomful, and half a truck"},
	{"xs_load.low", "junk_removal.low", "junk-removal", "its page has both for one item"},
	{"junk_removal.low", "xs_load.low", "junk-removal", "its page has both for one item"},
	{"junk_removal.high", "full_load.high", "junk-removal", "a full load is the most on its page"},
	{"most_jobs.high", "full_load.high", "junk-removal", "its page has both, most jobs below a full load"},
	{"appliance.low", "xs_load.low", "appliance-pickup", "pages say that one by itself can cost less than a load"},
	{"mattress.low", "xs_load.low", "mattress-disposal", "pages say that one by itself can cost less than a load"},
	{"mattress.low", "mattress_with_box_spring.low", "mattress-disposal", "a box spring comes on top"},
	{"yard_waste.low", "yard_waste_large.low", "yard-waste", "its page has a small pile and a large one"},
	{"garage.low", "garage_full.low", "garage-cleanout", "a full garage is one of all garages"},
	{"garage_full.high", "garage.high", "garage-cleanout", "a full garage is one of all garages"},
	{"apartment_one_bedroom.low", "apartment_three_bedroom.low", "apartment-cleanouts", "its page goes by bedrooms"},
	{"apartment_one_bedroom.high", "apartment_three_bedroom.high", "apartment-cleanouts", "its page goes by bedrooms"},
	{"shed.low", "shed_8x10.low", "shed-removal", "a shed of 8x10 is one of all sheds"},
	{"shed_8x10.low", "shed.high", "shed-removal", "a shed of 8x10 is one of all sheds"},
	{"storage_5x5.low", "storage_10x10.low", "storage-unit-cleanouts", "its page goes by size"},
	{"storage_5x5.high", "storage_10x10.high", "storage-unit-cleanouts", "its page goes by size"},
	{"storage_10x10.low", "storage_10x20.low", "storage-unit-cleanouts", "its page goes by size"},
	{"storage_10x10.high", "storage_10x20.high", "storage-unit-cleanouts", "its page goes by size"},
	{"office_small.high", "office_large.high", "office-cleanouts", "its page has small offices and large ones"},
	{"retail_small.high", "retail_large.high", "retail-warehouse-cleanouts",
		"its page has small stores and large ones"},
	{"construction_small.low", "construction_renovation.low", "construction-debris",
		"its page says that a renovation costs more than a small load"},
}

// reportComparisons reports prices of the company that contradict each other in sentences of the program.
func reportComparisons(ds *load.Diagnostics, fsys fs.FS) {
	const file = "prices.yaml"
	var list struct{ Prices map[string]company.Price }
	_ = load.Decode(fsys, file, &list) // loading has the diagnostics
	data, _ := load.ReadFile(fsys, file)
	services, _ := load.ReadFile(fsys, "services.yaml")
	end := func(of string) (key string, price company.Price, amount, line int) {
		key, side, _ := strings.Cut(of, ".")
		price = list.Prices[key]
		if amount = price.Low; side == "high" {
			amount = max(price.Low, price.High)
		}
		if at := regexp.MustCompile(`(?m)^ +` + key + `:`).FindIndex(data); at != nil {
			line = strings.Count(string(data[:at[0]]), "\n") + 1
		}
		return key, price, amount, line
	}
	for _, c := range comparisons {
		least, low, lower, line := end(c.least)
		most, high, upper, other := end(c.most)
		if lower > upper && upper > 0 && (c.service == "" || strings.Contains(string(services), "- "+c.service+"\n") ||
			strings.Contains(string(services), "- slug: "+c.service+"\n")) {
			ds.Add(load.Position{File: file, Line: line}, fmt.Sprintf("%s is %s, and %s is %s in line %d: %s%s", least,
				low, most, high, other, strings.TrimPrefix("/services/"+c.service+": ", "/services/: "), c.says),
				fmt.Sprintf("wanted %s at %s or less, or the page’s sentences in your own words", least,
					company.Dollars(upper)))
		}
	}
}
