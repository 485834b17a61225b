package content

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// everything is the text of all that a site shows: pages, lists of pages, cards, pictures, answers about ZIP codes.
func everything(t *testing.T, s *Site) string {
	t.Helper()
	areas := map[string]AreaAnswer{}
	for zip := range s.Zips {
		areas[zip] = s.Area(zip)
	}
	text, err := json.Marshal([]any{
		allPages(s, BuildInfo{}), s.Routes(), s.Summaries(), s.PagePictures(), areas,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// draftReasons wants a draft with the file, and returns why it is one.
func draftReasons(t *testing.T, s *Site, file string) string {
	t.Helper()
	for _, draft := range s.Drafts() {
		if draft.File == file {
			return fmt.Sprint(draft.Reasons())
		}
	}
	t.Errorf("the drafts are %v, want %s among them", s.Drafts(), file)
	return ""
}

// Drafts leave no trace, and nothing else goes with them.
func TestDrafts(t *testing.T) {
	insert := func(files fstest.MapFS, file, before, text string) {
		old := string(files[file].Data)
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(old, before, text+before, 1))}
	}
	for _, test := range []struct {
		name, file, before, text string // the text is inserted before the other
		gone                     []string
		draft, reason            string
	}{
		{"finished city", "cities/allen.yaml", "meta:", "draft: true\n", []string{"Allen", "/locations/allen"},
			"cities/allen.yaml", "cities/allen.yaml:1: the page is a draft; wanted no draft: true once it is finished"},
		{"finished article", "articles/eco-friendly-junk-removal-dallas.md", "title:", "draft: True # later\n",
			[]string{"/blog/eco-friendly"}, "articles/eco-friendly-junk-removal-dallas.md",
			".md:2: the page is a draft"},
		{"entry", "locations.yaml", "  - { slug: allen", "  - slug: denton\n    name: FILL_IN # Its name\n",
			[]string{"denton"}, "cities/denton.yaml", `"name" is still to be written; wanted in place of FILL_IN: Its`},
		{"entry without a slug", "locations.yaml", "  - { slug: allen", "  - { slug: FILL_IN, name: Newtown }\n",
			[]string{"Newtown"}, "locations.yaml", "locations.yaml:18: "},
		{"invalid file", "cities/denton.yaml", "", "hero: [FILL_IN\n", []string{"denton"}, "cities/denton.yaml",
			`"hero: [FILL_IN" is still to be written`},
		{"category", "services.yaml", "  - slug: specialty", "  - slug: debris\n    name: FILL_IN\n" +
			"    services:\n      - { slug: ashes, name: Ashes, rate: Free, about: All }\n",
			[]string{"Ashes", "/debris"}, "services/ashes.yaml", "<nil>"},
		{"category of drafts", "services.yaml", "  - slug: specialty", "  - slug: debris\n    name: Debris\n" +
			"    services:\n      - { slug: ashes, name: FILL_IN }\n",
			[]string{"/debris", "/ashes"}, "categories/debris.yaml", "<nil>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			if files[test.file] == nil {
				files[test.file] = &fstest.MapFile{}
			}
			insert(files, test.file, test.before, test.text)
			s, err := Load(files)
			if err != nil {
				t.Fatal(err)
			}
			if reasons := draftReasons(t, s, test.draft); !strings.Contains(reasons, test.reason) {
				t.Errorf("it is a draft for %s, want %s", reasons, test.reason)
			}
			all := everything(t, s)
			for _, word := range test.gone {
				if strings.Contains(all, word) {
					t.Errorf("the site shows %q", word)
				}
			}
			if !strings.Contains(all, "Plano") || !strings.Contains(all, "/services/curbside-pickup") {
				t.Error("other pages have gone, too")
			}
		})
	}
}

// What other pages need is no draft: its placeholders and links to drafts are problems.
func TestNoDrafts(t *testing.T) {
	for _, test := range []struct{ name, file, old, new, want string }{
		{"home page", "home.yaml", "  eyebrow:", "  eyebrow: FILL_IN #", `"eyebrow" is still to be written`},
		{"fact", "locations.yaml", "name: Arlington", "name: FILL_IN", "is still to be written"},
		{"page without an entry", "get-quote.yaml", "meta:", "draft: true\nmeta:", `unknown key "draft"`},
		{"legal page", "legal/terms.md", "heading:", "draft: true\nheading:", `unknown key "draft"`},
		{"link", "services/furniture-removal.yaml", "meta:", "draft: true\nmeta:",
			`the link "/services/furniture-removal" leads to a draft; wanted services/furniture-removal.yaml finished`},
		{"review", "services/curbside-pickup.yaml", "meta:", "draft: true\nmeta:",
			`"curbside-pickup" is a draft; wanted services/curbside-pickup.yaml finished before its review is shown`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Load(changed(t, test.file, test.old, test.new)); err == nil ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("Load = %v, want %s", err, test.want)
			}
		})
	}
}
