package site

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"haulfront/content"
)

var (
	anyImage   = regexp.MustCompile(`<img [^>]*>`)
	classList  = regexp.MustCompile(` class="([^"]*)"`)
	classRule  = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	stylesheet = regexp.MustCompile(`<style>([^<]*)</style>`)
)

// Every page contains the stylesheet of its component, with all rules for its classes, and no rules of other pages. Its
// policy names the digest.
func TestPageStylesheets(t *testing.T) {
	s := newSite(t, t.TempDir())
	classes := func(css string) map[string]bool {
		found := map[string]bool{}
		for _, m := range classRule.FindAllStringSubmatch(css, -1) {
			found[m[1]] = true
		}
		return found
	}
	every := classes(string(s.get(t, s.assets.Stylesheet).Body))
	kinds := map[content.Kind]bool{}
	for _, route := range s.cfg.Content.Routes() {
		if kinds[route.Kind] {
			continue
		}
		kinds[route.Kind] = true
		response := s.get(t, route.Path)
		html := string(response.Body)
		styles := stylesheet.FindAllStringSubmatch(html, -1)
		if len(styles) != 1 || strings.Contains(html, `rel="stylesheet"`) {
			t.Errorf("%s has %d style elements or a stylesheet, want one", route.Path, len(styles))
			continue
		}
		css := styles[0][1]
		sum := sha256.Sum256([]byte(css))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; response.Style != want {
			t.Errorf("%s has the style %s, want %s", route.Path, response.Style, want)
		}
		has := classes(css)
		for _, list := range classList.FindAllStringSubmatch(html, -1) {
			for _, class := range strings.Fields(list[1]) {
				if every[class] && !has[class] {
					t.Errorf("%s has the class %s, its stylesheet has not", route.Path, class)
				}
			}
		}
		if (route.Kind == content.KindEstimate) != has["Estimator"] {
			t.Errorf("%s: the stylesheet has the classes %q", route.Path, slices.Sorted(maps.Keys(has)))
		}
	}
}

// No page shows a scene twice. Every page of a service or a city shows two of its own and one at its end, which is the
// hero's place only if the service clears a thing. All pictures but those of the hero are lazy, and all together have
// 40 KB at most.
func TestPagesHaveTheirPictures(t *testing.T) {
	s := newSite(t, t.TempDir())
	info := content.BuildInfo{Assets: s.assets}
	names, owners := map[string]string{}, map[string]string{}
	sizes := map[string]int{}
	for name, scene := range s.assets.Scenes {
		names[scene.Src] = name
	}
	for _, r := range s.cfg.Content.Routes() {
		var shown, wanted []string
		eager, total := 1, 0
		switch r.Kind {
		case content.KindService:
			page := s.cfg.Content.PageProps(info, r).(content.ServicePage)
			wanted = []string{string(page.Hero.Scene), page.Picture}
			if page.Shape == "thing" && page.Contact.Close != "after" {
				t.Errorf("%s has no picture of its hero's place with the job done", r.Path)
			}
			if (page.Hero.Slider != nil) != (page.Shape == "place") {
				t.Errorf("%s is a %s and has the slider %v", r.Path, page.Shape, page.Hero.Slider)
			}
			if page.Hero.Slider != nil {
				eager, wanted = 2, append(wanted, string(page.Hero.Slider.Pair.After))
			}
		case content.KindCity:
			page := s.cfg.Content.PageProps(info, r).(content.CityPage)
			wanted = []string{string(page.Hero.Scene), page.Picture}
		}
		for i, tag := range anyImage.FindAllString(string(s.get(t, r.Path).Body), -1) {
			name := names[attribute(tag, "src")]
			// Phones show these copies: the halves of a lineup, and the truck of the home page's hero.
			if copied := strings.Contains(tag, "Lineup-rest") || r.Path == "/" && name == "hero" && i > 0; copied {
				continue
			}
			if slices.Contains(shown, name) {
				t.Errorf("%s shows the scene %s twice", r.Path, name)
			}
			if last := strings.Contains(tag, "Contact-scene"); last && strings.TrimSuffix(name, "-after") == shown[0] &&
				r.Kind != content.KindService {
				t.Errorf("%s ends with %s, the place of its hero", r.Path, name)
			}
			shown = append(shown, name)
			if sizes[name] == 0 {
				file := s.get(t, attribute(tag, "src")).Body
				sizes[name] = len((&resource{mediaType: svgType}).represent(file, true).brotli.Body)
			}
			total += sizes[name]
			if wanted != nil && (attribute(tag, "loading") == "eager") != (i < eager) {
				t.Errorf("%s: picture %d is %s, want the first %d eager and the others lazy", r.Path, i, tag, eager)
			}
		}
		if total > 40_000 {
			t.Errorf("%s has %d bytes of pictures: %v", r.Path, total, shown)
		}
		if wanted != nil && len(shown) <= len(wanted) {
			t.Errorf("%s shows %v, want one more picture than %v", r.Path, shown, wanted)
		}
		for _, name := range wanted {
			if !slices.Contains(shown, name) {
				t.Errorf("%s shows no picture %q; it shows %v", r.Path, name, shown)
			}
			if owners[name] != "" {
				t.Errorf("%s has the picture %q of %s", r.Path, name, owners[name])
			}
			owners[name] = r.Path
		}
	}
}
