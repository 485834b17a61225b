package content

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/company"
)

// TestCityIndex adds one city more than pages list: the page of all of them then shows names from A to Z in the place
// of pictures.
func TestCityIndex(t *testing.T) {
	files := sampleFiles(t)
	model, towns := string(files["cities/allen.yaml"].Data), string(files["locations.yaml"].Data)
	page := func() LocationsPage {
		t.Helper()
		files["locations.yaml"] = &fstest.MapFile{Data: []byte(towns)}
		s, err := Load(files)
		if err != nil {
			t.Fatal(err)
		}
		return PageOf[LocationsPage](s, BuildInfo{}, "/locations")
	}
	for i := len(page().Cities.Items); i < company.ListedCities+1; i++ {
		if i == company.ListedCities {
			if few := page().Cities; len(few.Items) != company.ListedCities || few.Letters != nil {
				t.Fatalf("with %d cities the page has %+v, want cards alone", i, few)
			}
		}
		name, slug := fmt.Sprintf("Town%02d", i), fmt.Sprintf("town%02d", i)
		files["cities/"+slug+".yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(model, "Allen", name))}
		city := fmt.Sprintf("\n  - { slug: %s, name: %s, lat: 33.0146, lon: -97.0970, anchor: end }", slug, name)
		towns = strings.Replace(towns, "\ncities:", "\ncities:"+city, 1)
	}
	many := page().Cities
	listed := structuredData(t, page().Layout)["ItemList"]["itemListElement"].([]any)
	var letters, names []string
	for _, group := range many.Letters {
		letters = append(letters, group.ID)
		for _, city := range group.Cities {
			if item := listed[len(names)].(map[string]any)["name"]; item != city.Label {
				t.Errorf("the structured data has %v in the place of %s", item, city.Label)
			}
			names = append(names, city.Label)
		}
	}
	want := "cities-a cities-d cities-f cities-i cities-m cities-p cities-t"
	if got := strings.Join(letters, " "); got != want || len(names) != company.ListedCities+1 ||
		!slices.IsSorted(names) ||
		len(many.Items) != 0 {
		t.Errorf("with %d cities the page has %+v, want names alone, in order", company.ListedCities+1, many)
	}
}

// A category compares its services in one table, and states none of their prices again.
func TestCategoriesCompareServices(t *testing.T) {
	s := site(t)
	rows := map[string]ServiceRow{}
	for _, category := range s.services.Categories {
		page := PageOf[CategoryPage](s, BuildInfo{}, "/services/"+category.Slug)
		if page.Pricing != nil || page.Services.Labels.Varies == "" {
			t.Errorf("%s has the price list %v and the labels %+v", category.href(), page.Pricing, page.Services.Labels)
		}
		for _, row := range page.Services.Rows {
			rows[row.Name] = row
			for _, text := range textsIn(reflect.ValueOf([]any{page.Cards, page.Intro, page.Sections})) {
				if strings.Contains(text, row.Price) {
					t.Errorf("%s says %s in its table and in %q", category.href(), row.Price, text)
				}
			}
		}
	}
	for _, want := range []ServiceRow{
		{"Hot Tub Removal", "/services/hot-tub-removal", "$300–$800", "Cut up where it sits and hauled away", ""},
		{"Storage Unit Cleanouts", "/services/storage-unit-cleanouts", "$150–$900",
			"5x5\u00a0$150–$250, 10x10\u00a0$300–$500, 10x20\u00a0$500–$900", "1–3 hours"},
		{"Whole-Property Cleanout", "/services/property-cleanouts", "$1,500–$5,000+",
			"Every room, the garage, and the shed", "1–3 days"},
	} {
		if got := rows[want.Name]; got != want {
			t.Errorf("the row is %+v, want %+v", got, want)
		}
	}
	if len(rows) != 21 {
		t.Errorf("the tables have %d services, want 21 with the two whole categories", len(rows))
	}
}

func TestFirstOf(t *testing.T) {
	towns := []string{"Lakewood", "M Streets", "Uptown", "Deep Ellum"}
	for _, test := range []struct{ got, want string }{
		{firstOf(towns[:3], 3), "Lakewood, M Streets, and Uptown"},
		{firstOf(towns, 2), "Lakewood, M Streets, and 2 more"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
