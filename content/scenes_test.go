package content

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestScenesByRule removes the scenes that files name: cities get skylines in turn, a category and an article the
// truck.
func TestScenesByRule(t *testing.T) {
	files, named := sampleFiles(t), regexp.MustCompile(`(?m)^ *(scene|image):.*\n`)
	for name, file := range files {
		if slices.Contains([]string{"services.yaml", "articles", "cities", "services"}, strings.Split(name, "/")[0]) {
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
	cities := 0
	for _, page := range s.Summaries() {
		want := anyScene
		switch page.Kind {
		case KindCity:
			want = skylines[cities%len(skylines)]
			cities++
		case KindCategory:
			if page.Slug == "residential" {
				want = "residential"
			}
		case KindService:
			want = SceneName(page.Slug)      // that of the program's file
			if want == "furniture-removal" { // with straps, which this company does not say that it brings
				want = "residential"
			}
		case KindArticle:
		default:
			continue
		}
		if page.Scene != want {
			t.Errorf("%s shows %q, want %q", page.Path, page.Scene, want)
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
		case used.Name == "plamo" || used.Name == "recyle":
		case used.Kind == "icon":
			icons = append(icons, used.Name)
		default:
			scenes = append(scenes, used.Name)
		}
	}
	scenes = append(scenes, "plano", string(anyScene))
	err = s.CheckNames(scenes, icons)
	if err == nil || !strings.Contains(err.Error(), `no scene "`+string(skylines[0])) {
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
