package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestScenesByRule removes the scenes that files name: cities get skylines in turn, a service gets its category's
// scene, and a category and an article get the truck.
func TestScenesByRule(t *testing.T) {
	files, named := sampleFiles(t), regexp.MustCompile(`(?m)^ *(scene|image):.*\n`)
	for name, file := range files {
		if slices.Contains([]string{"services.yaml", "blog.yaml", "cities", "services"}, strings.Split(name, "/")[0]) {
			file.Data = named.ReplaceAll(file.Data, nil)
		}
	}
	// One category keeps a scene of its own.
	files["services.yaml"].Data = []byte(strings.Replace(string(files["services.yaml"].Data), "    name: Residential\n",
		"    name: Residential\n    scene: residential\n", 1))
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.area.Cities {
		path := s.area.Cities[i].href()
		if got, want := PageOf[CityPage](s, BuildInfo{}, path).Hero.Scene, skylines[i%len(skylines)]; got != want {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
	for i, category := range s.services.Categories {
		want := string(anyScene)
		if i == 0 {
			want = "residential"
		}
		if got := s.Home(BuildInfo{}).Services.Categories[i].Scene; got != want {
			t.Errorf("the category %s shows %q, want %q", category.Slug, got, want)
		}
		for _, service := range category.Services {
			if got := PageOf[ServicePage](s, BuildInfo{}, "/services/"+service.Slug).Hero.Scene; string(got) != want {
				t.Errorf("%s shows %q, want %q", service.Slug, got, want)
			}
		}
	}
	for _, article := range s.blog.Articles {
		if got := PageOf[ArticlePage](s, BuildInfo{}, "/blog/"+article.Slug).Scene; got != string(anyScene) {
			t.Errorf("%s shows %q, want %q", article.Slug, got, anyScene)
		}
	}
}

// TestPhotographOfAPage gives a page a photograph of its own name: the page and what leads to it show that one.
func TestPhotographOfAPage(t *testing.T) {
	files := changed(t, "cities/plano.yaml", "  scene: plano\n", "  scene: skyline-lake\n")
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	info := BuildInfo{Assets: Assets{Scenes: map[string]Scene{
		"plano": {Src: "/plano.webp", Srcset: "/plano.webp 640w"}, "dallas": {Src: "/dallas.svg"},
		"skyline-lake": {Src: "/lake.svg"},
	}}}
	if got := PageOf[CityPage](s, info, "/locations/plano").Hero.Scene; got != "plano" {
		t.Errorf("the page shows %q, want its photograph", got)
	}
	if got := PageOf[CityPage](s, BuildInfo{}, "/locations/plano").Hero.Scene; got != "skyline-lake" {
		t.Errorf("without a photograph the page shows %q, want the scene that its file names", got)
	}
	for _, card := range PageOf[LocationsPage](s, info, "/locations").Cities.Items {
		if card.Name == "Plano" && card.Scene != "plano" {
			t.Errorf("the list of cities shows %q, want the photograph", card.Scene)
		}
	}
	for _, card := range s.SocialCards(info.Assets) {
		if card.Path == "/locations/plano" && card.Scene != "plano" {
			t.Errorf("the social card shows %q, want the photograph", card.Scene)
		}
	}
}

func TestCheckNames(t *testing.T) {
	files := changed(t, "cities/plano.yaml", "  scene: plano\n", "  scene: plamo\n")
	text := string(files["home.yaml"].Data)
	files["home.yaml"].Data = []byte(strings.Replace(text, "icon: recycle", "icon: recyle", 1))
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	var scenes, icons []string
	for _, used := range s.names {
		switch {
		case used.name == "plamo" || used.name == "recyle":
		case used.icon:
			icons = append(icons, used.name)
		default:
			scenes = append(scenes, used.name)
		}
	}
	scenes = append(scenes, "plano", string(anyScene))
	if err := s.CheckNames(scenes, icons); err == nil || !strings.Contains(err.Error(), `no scene "skyline-downtown"`) {
		t.Errorf("CheckNames without the skylines = %v, want an error that names one", err)
	}
	for _, name := range skylines {
		scenes = append(scenes, string(name))
	}
	icons = append(icons, "recycle")
	want := fmt.Sprintf(`^cities/plano.yaml:%d: there is no scene "plamo"; wanted one such as plano, .*\n`+
		`home.yaml:%d: there is no icon "recyle"; wanted one such as recycle, .*$`,
		lineOf(t, files, "cities/plano.yaml", "plamo"), lineOf(t, files, "home.yaml", "recyle"))
	if err := s.CheckNames(scenes, icons); err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Errorf("CheckNames = %v, want %s", err, want)
	}
}
