package content

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// everything is the text of all that a site shows: pages, lists of pages, cards, pictures, answers about ZIP codes.
func everything(t *testing.T, s *Site) string {
	t.Helper()
	areas := map[string]AreaAnswer{}
	for _, zip := range []string{"75201", "75024", "76104", "73430", "90210"} {
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

// Drafts leave no trace, and nothing else goes with them.
func TestDrafts(t *testing.T) {
	insert := func(files fstest.MapFS, file, before, text string) {
		old := string(files[file].Data)
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(old, before, text+before, 1))}
	}
	for _, test := range []struct {
		name, file, before, text string // the text is inserted before the other
		gone                     []string
		draft                    string
	}{
		{"finished city", "cities/allen.yaml", "meta:", "draft: true\n", []string{"Allen", "/locations/allen"},
			"cities/allen.yaml"},
		{"finished article", "articles/eco-friendly-junk-removal-dallas.md", "title:", "draft: True # later\n",
			[]string{"/blog/eco-friendly"}, "articles/eco-friendly-junk-removal-dallas.md"},
		{"invalid file", "cities/allen.yaml", "meta:", "draft: true\nhero: [\n", []string{"/locations/allen"},
			"cities/allen.yaml"},
		{"category", "services.yaml", "  - slug: specialty", "  - slug: debris\n    name: Debris\n" +
			"    services:\n      - { slug: ashes, name: Ashes, rate: Free, about: All }\n",
			[]string{"Ashes", "/debris"}, "services/ashes.yaml"},
		{"category of drafts", "services.yaml", "  - slug: specialty", "  - slug: debris\n    name: Debris\n" +
			"    services:\n      - { slug: ashes, name: Ashes }\n",
			[]string{"/debris", "/ashes"}, "categories/debris.yaml"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			insert(files, test.file, test.before, test.text)
			switch test.name {
			case "category":
				files["categories/debris.yaml"] = &fstest.MapFile{Data: []byte("draft: true\n")}
			case "category of drafts":
				files["services/ashes.yaml"] = &fstest.MapFile{Data: []byte("draft: true\n")}
			}
			s, err := Load(files)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(s.Drafts(), func(draft Draft) bool { return draft.File == test.draft }) {
				t.Errorf("the drafts are %v, want %s among them", s.Drafts(), test.draft)
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

// A draft of each kind that has files of its own is not served; a page that every site has is reported instead.
func TestDraftKinds(t *testing.T) {
	site, err := Load(sampleFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range kinds {
		i := slices.IndexFunc(site.Routes(), func(r Route) bool { return r.Kind == row.kind })
		if !strings.Contains(row.file, "*") || i < 0 {
			continue
		}
		files, page := sampleFiles(t), site.Routes()[i]
		file := page.Kind.File(page.Slug)
		data, err := fs.ReadFile(files, file)
		if err != nil { // it is the program's
			data, err = FS.ReadFile(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		text := "draft: true\n" + string(data)
		if strings.HasSuffix(file, ".md") {
			text = strings.Replace(string(data), "---\n", "---\ndraft: true\n", 1)
		}
		files[file] = &fstest.MapFile{Data: []byte(text)}
		s, err := Load(files)
		if err == nil && slices.Contains(s.Routes(), page) || err != nil && !strings.Contains(err.Error(), "draft") {
			t.Errorf("the draft %s is served, or Load = %v", file, err)
		}
	}
}

// Links to drafts are problems.
func TestNoDrafts(t *testing.T) {
	for _, test := range []struct{ name, file, old, new, want string }{
		{"link", "services/furniture-removal.yaml", "meta:", "draft: true\nmeta:",
			`the link "/services/furniture-removal" leads to a draft; wanted services/furniture-removal.yaml finished`},
		{"review", "services/curbside-pickup.yaml", "meta:", "draft: true\nmeta:",
			`"curbside-pickup" has no review; wanted the slug of a finished service with a review in its file`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Load(changed(t, test.file, test.old, test.new)); err == nil ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("Load = %v, want %s", err, test.want)
			}
		})
	}
}
