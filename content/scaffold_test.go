package content

import (
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content/load"
)

var newDay = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// TestScaffold makes a page of each kind: it is a draft, and valid once it is none.
func TestScaffold(t *testing.T) {
	for _, test := range []struct {
		page        NewPage
		path, file  string
		entry, next string // the beginnings of the entry in the list, and of what follows it
	}{
		{NewPage{Kind: KindCity, Name: "Flower Mound", State: "TX"}, "/locations/flower-mound",
			"cities/flower-mound.yaml", "  - { slug: flower-mound,", "\n# The towns"},
		{NewPage{Kind: KindService, Name: "Piano Removal", Category: "specialty"}, "/services/piano-removal",
			"services/piano-removal.yaml", "      - slug: piano-removal\n", ""},
		{NewPage{Kind: KindService, Name: "Rug & Carpet Removal"}, "/services/rug-and-carpet-removal",
			"services/rug-and-carpet-removal.yaml", "      - slug: rug-and-carpet-removal\n",
			"  - slug: property-cleanouts\n"},
		{NewPage{Kind: KindArticle, Name: "Spring cleaning, room by room", Day: newDay},
			"/blog/spring-cleaning-room-by-room", "articles/spring-cleaning-room-by-room.md",
			"  - id: spring-cleaning-room-by-room\n", ""},
	} {
		t.Run(test.page.Name, func(t *testing.T) {
			files := sampleFiles(t)
			list := test.page.Kind.row().list.file
			before := string(files[list].Data)
			made, err := Scaffold(files, test.page)
			if err != nil {
				t.Fatal(err)
			}
			for name, data := range made {
				files[name] = &fstest.MapFile{Data: data}
			}
			// The entry goes behind the last one, and nothing else changes.
			above, entry, _ := strings.Cut(string(made[list]), test.entry)
			below, ok := strings.CutPrefix(before, above)
			if !ok || !strings.HasSuffix(entry, below) || !strings.HasPrefix(below, test.next) {
				t.Errorf("the list has no entry %q before %q:\n%s", test.entry, test.next, made[list])
			}
			draft, err := Load(files)
			if err != nil {
				t.Fatalf("Load =\n%v\nwant the page left out", err)
			}
			if got, want := everything(t, draft), everything(t, sample(t)); got != want {
				t.Errorf("the draft changes the site:\n%s\nwant\n%s", got, want)
			}
			if drafts := draft.Drafts(); len(drafts) != 1 || drafts[0].File != test.file {
				t.Errorf("the drafts are %v", drafts)
			}
			finished := strings.Replace(string(made[test.file]), "draft: true\n", "", 1)
			files[test.file] = &fstest.MapFile{Data: []byte(finished)}
			s, err := Load(files)
			if err != nil {
				t.Fatal(err)
			}
			if pages := allPages(s, BuildInfo{}); pages[test.path] == nil || len(s.Drafts()) > 0 {
				t.Errorf("there is no %s, and the drafts %v", test.path, s.Drafts())
			}
		})
	}
}

// TestNewKinds makes a page of every kind whose row has an entry.
func TestNewKinds(t *testing.T) {
	for _, kind := range NewKinds() {
		page := NewPage{Kind: Kind(kind), Name: "Flower Mound", State: "TX", Day: newDay}
		if made, err := Scaffold(sampleFiles(t), page); err != nil || len(made) != 2 {
			t.Errorf("a new page of the kind %s is %d files, %v", kind, len(made), err)
		}
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
