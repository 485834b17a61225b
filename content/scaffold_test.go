package content

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content/load"
)

var newDay = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// TestScaffold makes pages of each kind: they are drafts, and valid once they are none.
func TestScaffold(t *testing.T) {
	type addition struct {
		page        NewPage
		entry, next string // the beginnings of the entry in the list, and of what follows it
	}
	tests := []addition{
		{NewPage{Kind: KindCity, Name: "Flower Mound", State: "TX"}, "  - { slug: flower-mound,", "\n# The towns"},
		{NewPage{Kind: KindService, Name: "Piano Removal", Category: "specialty"},
			"      - slug: piano-removal\n", ""},
		{NewPage{Kind: KindService, Name: "Rug & Carpet Removal"}, "      - slug: rug-and-carpet-removal\n",
			"  - slug: property-cleanouts\n"},
		{NewPage{Kind: KindArticle, Name: "Spring cleaning, room by room", Day: newDay},
			"  - id: spring-cleaning-room-by-room\n", ""},
	}
	for _, kind := range NewKinds() {
		tests = append(tests, addition{page: NewPage{Kind: Kind(kind), Name: "Southlake", State: "TX", Day: newDay}})
	}
	before := everything(t, sample(t))
	for _, test := range tests {
		t.Run(string(test.page.Kind)+" "+test.page.Name, func(t *testing.T) {
			files, kind, slug := sampleFiles(t), test.page.Kind, slugOf(test.page.Name)
			made, err := Scaffold(files, test.page)
			if err != nil {
				t.Fatal(err)
			}
			list := kind.row().list.file
			if test.entry != "" {
				wantEntry(t, string(files[list].Data), string(made[list]), test.entry, test.next)
			}
			for name, data := range made {
				files[name] = &fstest.MapFile{Data: data}
			}
			draft, err := Load(files)
			if err != nil {
				t.Fatalf("Load =\n%v\nwant the page left out", err)
			}
			if got := everything(t, draft); got != before {
				t.Errorf("the draft changes the site:\n%s\nwant\n%s", got, before)
			}
			file := kind.file(slug)
			if drafts := draft.Drafts(); len(drafts) != 1 || drafts[0].File != file {
				t.Errorf("the drafts are %v", drafts)
			}
			if shown, err := (Options{Drafts: true}).Load(files); err != nil || shown.Warnings() != nil {
				t.Errorf("with drafts: %v, %v", err, shown.Warnings())
			}
			files[file] = &fstest.MapFile{Data: bytes.Replace(made[file], []byte("draft: true\n"), nil, 1)}
			s, err := Load(files)
			if err != nil {
				t.Fatal(err)
			}
			if pages := allPages(s, BuildInfo{}); pages[kind.path(slug)] == nil || len(s.Drafts()) > 0 {
				t.Errorf("there is no %s, and the drafts %v", kind.path(slug), s.Drafts())
			}
		})
	}
}

// wantEntry checks that an entry stands behind the last one of its list, and that nothing else changed.
func wantEntry(t *testing.T, before, after, start, next string) {
	t.Helper()
	above, entry, _ := strings.Cut(after, start)
	below, ok := strings.CutPrefix(before, above)
	if !ok || !strings.HasSuffix(entry, below) || !strings.HasPrefix(below, next) {
		t.Errorf("the list has no entry %q before %q:\n%s", start, next, after)
	}
}

// An empty list can be filled again, and a missing one, also of a file that is missing.
func TestScaffoldFillsEmptyLists(t *testing.T) {
	made, err := Scaffold(fstest.MapFS{"business.yaml": {}}, NewPage{Kind: KindArticle, Name: "Couch guide"})
	if err != nil || !strings.Contains(string(made["blog.yaml"]), "slug: couch-guide\n") {
		t.Errorf("the first article: %v, %s", err, made["blog.yaml"])
	}
	for _, cities := range []string{"cities: []\n", ""} {
		files := fstest.MapFS{
			"locations.yaml": {Data: []byte(cities + "also:\n  - { name: Tucson, lat: 32, lon: -111, anchor: end }\n")},
		}
		made, err := Scaffold(files, NewPage{Kind: KindCity, Name: "Marana", State: "Arizona"})
		var got struct{ Cities, Also []struct{ Name string } }
		list := fstest.MapFS{"locations.yaml": {Data: made["locations.yaml"]}}
		if err := errors.Join(err, load.Decode(list, "locations.yaml", &got)); err != nil {
			t.Fatal(err)
		}
		if len(got.Cities) != 1 || got.Cities[0].Name != "Marana" || len(got.Also) != 1 {
			t.Errorf("%q becomes\n%s", cities, made["locations.yaml"])
		}
	}
}

func TestScaffoldRefuses(t *testing.T) {
	files := sampleFiles(t)
	flow := maps.Clone(files)
	flow["locations.yaml"] = &fstest.MapFile{Data: []byte("cities: [{ slug: dallas, name: Dallas }]\n")}
	for _, test := range []struct {
		files fstest.MapFS
		page  NewPage
		want  string
	}{
		{files, NewPage{Kind: KindCity, Name: "Dallas"}, "cities/dallas.yaml is there already"},
		{files, NewPage{Kind: KindCity, Name: ""}, `the name is ""; wanted words such as Fort Worth`},
		{files, NewPage{Kind: KindCity, Name: "76104"}, `the name is "76104"; wanted words`},
		{files, NewPage{Kind: KindArticle, Name: "Costs: a guide"}, "without quotation marks, colons"},
		{files, NewPage{Kind: KindService, Name: "Piano Removal", Category: "musical"},
			`there is no category "musical"; wanted one of residential, property-cleanouts`},
		{flow, NewPage{Kind: KindCity, Name: "Denton", State: "TX"},
			"locations.yaml: cities is not a list with an entry behind each dash"},
		{files, NewPage{Kind: KindCity, Name: "Las Colinas"}, `there is no post office "Las Colinas"`},
		{files, NewPage{Kind: KindHome, Name: "Home"}, `no page of the kind "home" can be made`},
	} {
		if made, err := Scaffold(test.files, test.page); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Scaffold(%+v) = %v, %v, want %q", test.page, made, err, test.want)
		}
	}
}
