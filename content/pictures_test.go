package content

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawings are build information with pictures of these names.
func drawings(names ...string) BuildInfo {
	info := BuildInfo{Assets: Assets{Scenes: map[string]Scene{}}}
	for _, name := range names {
		info.Assets.Scenes[name] = Scene{Src: "/assets/scenes/" + name + ".svg"}
	}
	return info
}

// A page has the pictures that are drawn under the name of its hero's scene, and goes without the others.
func TestPagePictures(t *testing.T) {
	s := sample(t)
	for _, test := range []struct {
		info          BuildInfo
		service, city PagePictures
	}{
		{drawings(), PagePictures{}, PagePictures{}},
		{drawings("shed-removal", "plano"), PagePictures{}, PagePictures{}},
		{drawings("shed-removal-after", "plano-job"), PagePictures{After: "shed-removal-after"},
			PagePictures{Middle: "plano-job"}},
		{
			drawings("shed-removal-items", "shed-removal-job", "shed-removal-after", "plano-items", "plano-job",
				"plano-after"),
			PagePictures{Middle: "shed-removal-items", After: "shed-removal-after"},
			PagePictures{Middle: "plano-job", After: "plano-after"},
		},
	} {
		if got := s.Service(test.info, "shed-removal").Pictures; got != test.service {
			t.Errorf("with %v: the service has %+v, want %+v", test.info.Assets.Scenes, got, test.service)
		}
		if got := s.City(test.info, "plano").Pictures; got != test.city {
			t.Errorf("with %v: the city has %+v, want %+v", test.info.Assets.Scenes, got, test.city)
		}
	}
	for _, slug := range legalSlugs {
		if got := s.Legal(drawings(slug), slug).Scene; got != slug {
			t.Errorf("/%s shows the scene %q, want %q", slug, got, slug)
		}
	}
}

// A category's card shows the scene that its file names, or else what stands for the service it leads to if there is
// such a picture.
func TestCardScenes(t *testing.T) {
	s := sample(t)
	scenes := func(info BuildInfo, category string) []string {
		var names []string
		for _, card := range s.Category(info, category).Cards {
			names = append(names, string(card.Scene))
		}
		return names
	}
	for _, test := range []struct {
		info     BuildInfo
		category string
		want     []string
	}{
		{drawings("furniture-removal-mini", "yard-waste-mini", "garage-cleanout"), "residential",
			[]string{"furniture-removal-mini", "yard-waste-mini", ""}},
		{drawings("light-demolition-mini"), "construction-debris", []string{"debris-heavy", "light-demolition-mini"}},
		{drawings(), "construction-debris", []string{"debris-heavy", ""}},
	} {
		if diff := cmp.Diff(test.want, scenes(test.info, test.category)); diff != "" {
			t.Errorf("%s with %d pictures (-want +got):\n%s", test.category, len(test.info.Assets.Scenes), diff)
		}
	}
}

// The home page shows a price for each category: its own job's or, without one, the cheapest.
func TestCategoryPrices(t *testing.T) {
	got := map[string]string{}
	for _, card := range sample(t).Home(BuildInfo{}).Services.Categories {
		got[card.Name] = card.Price
	}
	want := map[string]string{
		"Residential": "from $99", "Property Cleanouts": "$1,500–$5,000+", "Commercial": "from $500",
		"Construction & Demolition": "$200–$1,500", "Specialty": "from $99",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prices (-want +got):\n%s", diff)
	}
}
