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

// A page has the pictures that are drawn under the name of its hero's scene, and goes without the others. Its end
// shows the hero's place only if a thing was cleared, and otherwise no picture.
func TestPagePictures(t *testing.T) {
	type pictures struct{ middle, slider, close, last string }
	for _, test := range []struct {
		shape         string
		info          BuildInfo
		service, city pictures
	}{
		{"thing", drawings(), pictures{close: "truck"}, pictures{close: "truck"}},
		{"thing", drawings("shed-removal", "shed-removal-after", "plano-job", "plano-after"),
			pictures{close: "after", last: "shed-removal-after"},
			pictures{"plano-job", "", "truck", ""}},
		{"thing", drawings("shed-removal-items", "shed-removal-job", "plano-items"),
			pictures{"shed-removal-items", "", "truck", ""},
			pictures{"", "", "truck", ""}},
		{"place", drawings("shed-removal", "shed-removal-after", "empty-room"),
			pictures{"", "shed-removal-after", "room", "empty-room"}, pictures{close: "truck"}},
		{"place", drawings("shed-removal"),
			pictures{"", "", "truck", ""}, pictures{"", "", "truck", ""}},
		{"job", drawings("shed-removal", "shed-removal-after"),
			pictures{"", "", "truck", ""}, pictures{"", "", "truck", ""}},
	} {
		s, err := Load(changed(t, "services/shed-removal.yaml", "hero:", "shape: "+test.shape+"\nhero:"))
		if err != nil {
			t.Fatal(err)
		}
		service := PageOf[ServicePage](s, test.info, "/services/shed-removal")
		city := PageOf[CityPage](s, test.info, "/locations/plano")
		got := pictures{service.Picture, "", service.Contact.Close, service.Contact.Scene}
		if service.Hero.Slider != nil {
			got.slider = string(service.Hero.Slider.Pair.After)
		}
		if got != test.service {
			t.Errorf("with %v: the %s has %+v, want %+v", test.info.Assets.Scenes, test.shape, got, test.service)
		}
		if got := (pictures{city.Picture, "", city.Contact.Close, city.Contact.Scene}); got != test.city {
			t.Errorf("with %v: the city has %+v, want %+v", test.info.Assets.Scenes, got, test.city)
		}
	}
	for _, slug := range legalSlugs {
		if got := PageOf[LegalPage](sample(t), drawings(slug), "/"+slug).Scene; got != slug {
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
		for _, card := range PageOf[CategoryPage](s, info, "/services/"+category).Cards {
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

// The home page shows where the prices of each category's list begin.
func TestCategoryPrices(t *testing.T) {
	got := map[string]string{}
	for _, card := range sample(t).Home(BuildInfo{}).Services.Categories {
		got[card.Name] = card.Price
	}
	want := map[string]string{
		"Residential": "from $99", "Property Cleanouts": "from $150", "Commercial": "from $500",
		"Construction & Demolition": "from $200", "Specialty": "from $99",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prices (-want +got):\n%s", diff)
	}
}
