package scaffold

import (
	"errors"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/load"
)

var newDay = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// sampleFiles is the small site of content's own tests.
func sampleFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	archive, err := txtar.ParseFile("../testdata/site.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range archive.Files {
		files[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	return files
}

// TestPage makes pages of each kind: they are drafts, and valid once they are none.
func TestPage(t *testing.T) {
	type addition struct {
		page        Page
		entry, next string // the beginnings of the entry in the list, and of what follows it
	}
	tests := []addition{
		{Page{Kind: content.KindCity, Name: "Flower Mound"}, "  - { slug: flower-mound,", "\n# The towns"},
		{Page{Kind: content.KindService, Name: "Piano Removal", Category: "specialty"},
			"      - slug: piano-removal\n", ""},
		{Page{Kind: content.KindService, Name: "Rug & Carpet Removal"}, "      - slug: rug-and-carpet-removal\n",
			"  - slug: property-cleanouts\n"},
		{page: Page{Kind: content.KindArticle, Name: "Spring cleaning, room by room", Day: newDay}},
	}
	for _, kind := range Kinds() {
		page := Page{Kind: content.Kind(kind), Name: "Southlake", Day: newDay}
		tests = append(tests, addition{page: page})
	}
	sample, err := content.Load(sampleFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	before := shown(t, sample)
	for _, test := range tests {
		t.Run(string(test.page.Kind)+" "+test.page.Name, func(t *testing.T) {
			files, kind, slug := sampleFiles(t), test.page.Kind, slugOf(test.page.Name)
			made, err := test.page.Files(files)
			if err != nil {
				t.Fatal(err)
			}
			list := kind.Row().List.File
			if test.entry != "" {
				wantEntry(t, string(files[list].Data), string(made[list]), test.entry, test.next)
			}
			for name, data := range made {
				files[name] = &fstest.MapFile{Data: data}
			}
			draft, err := content.Load(files)
			if err != nil {
				t.Fatalf("Load =\n%v\nwant the page left out", err)
			}
			if got := shown(t, draft); got != before {
				t.Errorf("the draft changes the site:\n%s\nwant\n%s", got, before)
			}
			file := kind.File(slug)
			if drafts := draft.Drafts(); len(drafts) != 1 || drafts[0].File != file {
				t.Errorf("the drafts are %v", drafts)
			}
			if all, err := (content.Options{Drafts: true}).Load(files); err != nil || all.Warnings() != nil {
				t.Errorf("with drafts: %v, %v", err, all.Warnings())
			}
			mark := regexp.MustCompile(`(?m)^draft: true .*\n`)
			files[file] = &fstest.MapFile{Data: mark.ReplaceAll(made[file], nil)}
			s, err := content.Load(files)
			if err != nil {
				t.Fatal(err)
			}
			page := func(r content.Route) bool { return r.Kind == kind && r.Slug == slug }
			if !slices.ContainsFunc(s.Routes(), page) || len(s.Drafts()) > 0 {
				t.Errorf("there is no %s %s, and the drafts %v", kind, slug, s.Drafts())
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

// An empty list can be filled again, and a missing one. An article needs none.
func TestPageFillsEmptyLists(t *testing.T) {
	made, err := Page{Kind: content.KindArticle, Name: "Couch guide"}.Files(fstest.MapFS{"business.yaml": {}})
	text := string(made["articles/couch-guide.md"])
	if err != nil || len(made) != 1 || !strings.Contains(text, "heading: Couch guide\n") {
		t.Errorf("the first article: %v, %s", err, made)
	}
	for _, cities := range []string{"cities: []\n", ""} {
		files := fstest.MapFS{
			"business.yaml":  {Data: []byte("state: Arizona\n")},
			"locations.yaml": {Data: []byte(cities + "also:\n  - { name: Tucson, lat: 32, lon: -111, anchor: end }\n")},
		}
		made, err := Page{Kind: content.KindCity, Name: "marana"}.Files(files)
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

func TestPageRefuses(t *testing.T) {
	files := sampleFiles(t)
	flow := maps.Clone(files)
	flow["locations.yaml"] = &fstest.MapFile{Data: []byte("cities: [{ slug: dallas, name: Dallas }]\n")}
	for _, test := range []struct {
		files fstest.MapFS
		page  Page
		want  string
	}{
		{files, Page{Kind: content.KindCity, Name: "Dallas, TX"}, "cities/dallas.yaml is there already"},
		{files, Page{Kind: content.KindCity, Name: ""}, `the town is ""; wanted a name such as Fort Worth`},
		{files, Page{Kind: content.KindCity, Name: "76104"}, `the town is "76104"; wanted a name`},
		{files, Page{Kind: content.KindArticle, Name: "Costs: a guide"}, "without quotation marks, colons"},
		{files, Page{Kind: content.KindService, Name: "Piano Removal", Category: "musical"},
			`there is no category "musical"; wanted one of residential, property-cleanouts`},
		{flow, Page{Kind: content.KindCity, Name: "Denton, TX"},
			"locations.yaml: cities is not a list with an entry behind each dash"},
		{files, Page{Kind: content.KindCity, Name: "Las Colinas"}, `there is no town "Las Colinas", or one in several`},
		{files, Page{Kind: content.KindCity, Name: "Las Colinas, TX"}, `there is no town "Las Colinas" in Texas that`},
		{files, Page{Kind: content.KindHome, Name: "Home"}, `no page of the kind "home" can be made`},
	} {
		if made, err := test.page.Files(test.files); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Files of %+v = %v, %v, want %q", test.page, made, err, test.want)
		}
	}
}

// The line of a town's new page has every key of the one under also, which counts no more once the page is no draft.
func TestPageTakesKeys(t *testing.T) {
	files := fstest.MapFS{
		"business.yaml": {Data: []byte("state: Oregon\nhours: { timezone: America/Los_Angeles }\n")},
		"locations.yaml": {Data: []byte("also:\n  - { name: Cottage Grove, lat: 43.79, lon: -123.06, anchor: middle, " +
			"state: Idaho, short: Grove, towns: [Cottage Grove, Walden], timezone: America/Boise, " +
			"drive: grove_drive }\n")},
	}
	made, err := Page{Kind: content.KindCity, Name: "cottage grove"}.Files(files)
	var got company.ServiceArea
	list := fstest.MapFS{"locations.yaml": {Data: made["locations.yaml"]}}
	if err := errors.Join(err, load.Decode(list, "locations.yaml", &got)); err != nil {
		t.Fatal(err)
	}
	want := got.Also[0]
	want.Slug = "cottage-grove"
	if fields := reflect.ValueOf(want); !reflect.DeepEqual(got.Cities, []company.Town{want}) {
		t.Errorf("the page's line is %+v, want %+v", got.Cities, want)
	} else {
		for i := range fields.NumField() {
			if fields.Field(i).IsZero() {
				t.Errorf("the test's line has no %s", fields.Type().Field(i).Name)
			}
		}
	}
}

// The page of a town without one has the place that locations.yaml says, and a town may be in another state.
func TestPageOfKnownTown(t *testing.T) {
	files := fstest.MapFS{
		"business.yaml": {Data: []byte("state: Minnesota\n")},
		"locations.yaml": {Data: []byte("also:\n  - { name: Wolf Ridge, lat: 47.38, lon: -91.2, anchor: end }\n" +
			"  - { name: Isabella, lat: 47.6600, lon: -91.5000, anchor: start } # the middle of its ZIP codes\n")},
	}
	for name, want := range map[string]string{
		"wolf ridge": "- { slug: wolf-ridge, name: Wolf Ridge, lat: 47.3800, lon: -91.2000, anchor: end }\n",
		"superior, WI": "- { slug: superior, name: Superior, state: Wisconsin, " +
			"lat: 46.7210, lon: -92.1040, anchor: start }\n",
		"Isabella": "lon: -91.5000, anchor: start } # the middle of its ZIP codes, maybe miles off: see a map\n",
		"Brimson":  "lon: -91.8600, anchor: start } # the middle of its ZIP codes, maybe miles off: see a map\n",
	} {
		made, err := Page{Kind: content.KindCity, Name: name}.Files(files)
		if err != nil || !strings.Contains(string(made["locations.yaml"]), want) {
			t.Errorf("%s: %v, %s, want %s", name, err, made["locations.yaml"], want)
		}
	}
}
