package content

import (
	"encoding/json"
	"maps"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"haulfront/content/load"
)

var newDay = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// TestScaffold makes a page of each kind: it is a draft, whose reasons are the placeholders with file and line. With
// every placeholder written, the page is there.
func TestScaffold(t *testing.T) {
	for _, test := range []struct {
		page        NewPage
		path, file  string
		entry, next string // the beginnings of the entry in the list, and of what follows it
		left        string // one of the diagnostics, behind the line
	}{
		{NewPage{Kind: KindCity, Name: "Flower Mound"}, "/locations/flower-mound", "cities/flower-mound.yaml",
			"  - slug: flower-mound\n", "\n# The towns",
			`"description" is still to be written; wanted in place of FILL_IN: In search results`},
		{NewPage{Kind: KindService, Name: "Piano Removal", Category: "specialty"}, "/services/piano-removal",
			"services/piano-removal.yaml", "      - slug: piano-removal\n", "",
			`an item is still to be written; wanted in place of FILL_IN: A thing that you take`},
		{NewPage{Kind: KindService, Name: "Rug & Carpet Removal"}, "/services/rug-and-carpet-removal",
			"services/rug-and-carpet-removal.yaml", "      - slug: rug-and-carpet-removal\n",
			"  - slug: property-cleanouts\n",
			`"lead" is still to be written; wanted in place of FILL_IN: What the price depends on`},
		{NewPage{Kind: KindArticle, Name: "Spring cleaning, room by room", Day: newDay},
			"/blog/spring-cleaning-room-by-room", "articles/spring-cleaning-room-by-room.md",
			"  - id: spring-cleaning-room-by-room\n", "",
			`"## FILL_IN: a heading" is still to be written; wanted your own text in place of FILL_IN`},
	} {
		t.Run(test.page.Name, func(t *testing.T) {
			files := sampleFiles(t)
			list := listOf[test.page.Kind].file
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
			reasons := draftReasons(t, draft, test.file)
			if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(test.file) + `:\d+: ` +
				regexp.QuoteMeta(test.left)).MatchString(reasons) {
				t.Errorf("the draft is left out for\n%s\nwant a line of %s with %s", reasons, test.file, test.left)
			}
			for line := range strings.Lines(reasons) {
				if !strings.Contains(line, "is still to be written; wanted ") {
					t.Errorf("the draft is left out for something else: %s", line)
				}
			}
			shown, err := Options{Drafts: true}.Load(files)
			if err != nil {
				t.Fatalf("Load with drafts =\n%v", err)
			}
			text, _ := json.Marshal(allPages(shown, BuildInfo{})[test.path])
			if !strings.Contains(string(text), load.PlaceholderMark) {
				t.Errorf("a developer is not shown %s: %s", test.path, text)
			}
			write(files)
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

// write writes something in place of all placeholders.
func write(files fstest.MapFS) {
	for name := range maps.Clone(files) {
		text := string(files[name].Data)
		for _, known := range []struct{ old, new string }{
			{"lat: FILL_IN", "lat: 33.0146"}, {"lon: FILL_IN", "lon: -97.0970"},
			{"prices: [FILL_IN]", "prices: [furniture]"},
			{`description: "FILL_IN"`,
				`description: "Whatever has to go, from wherever it sits, at a price that you know before we load."`},
			{"FILL_IN", "Something to read"},
		} {
			text = strings.ReplaceAll(text, known.old, known.new)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
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
		{flow, NewPage{Kind: KindCity, Name: "Denton"},
			"locations.yaml: cities is not a list with an entry behind each dash"},
		{files, NewPage{Kind: KindHome, Name: "Home"}, `no page of the kind "home" can be made`},
	} {
		if made, err := Scaffold(test.files, test.page); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Scaffold(%+v) = %v, %v, want %q", test.page, made, err, test.want)
		}
	}
}
