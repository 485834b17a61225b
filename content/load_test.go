package content

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestLoadIsBounded loads files that take the libraries seconds to minutes, or gigabytes.
func TestLoadIsBounded(t *testing.T) {
	const article = "articles/junk-removal-cost-guide-dallas.md"
	for _, test := range []struct{ name, file, text, want string }{
		{"YAML", "home.yaml", strings.Repeat("[", 200_000), "home.yaml:1: lists and keys are nested too deep"},
		{"front matter", article, "---\na: " + strings.Repeat("[", 200_000) + "\n---\n",
			article + ":2: lists and keys"},
		{"quotes", article, "---\n%s---\n" + strings.Repeat(">", 200_000), article + ":12: quotes, lists or"},
		{"lists", article, "---\n%s---\n" + strings.Repeat("1. ", 60_000), article + ":12: quotes, lists or"},
		{"links", article, "---\n%s---\nText\n" + strings.Repeat("[a](", 50_000), article + ":13: quotes, lists or"},
		{"size", "map.yaml", strings.Repeat("# roads, roads and more\n", 50_000),
			"map.yaml:1: the file has 1200000 bytes; wanted at most 1048576"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := sampleFiles(t)
			_, front, _ := strings.Cut(string(files[article].Data), "---\n")
			front, _, _ = strings.Cut(front, "---\n")
			files[test.file] = &fstest.MapFile{Data: []byte(strings.Replace(test.text, "%s", front, 1))}
			began := time.Now()
			_, err := Load(files)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Load = %v, want %s", err, test.want)
			}
			if took := time.Since(began); took > 10*time.Second { // without a bound it is minutes
				t.Errorf("Load took %v", took)
			}
		})
	}
}

// TestLoadReadsWordsOfOlderOffice loads an office.yaml of an older program: what it lacks is built in, and what nothing
// uses any more is a warning.
func TestLoadReadsWordsOfOlderOffice(t *testing.T) {
	files := sampleFiles(t)
	older := "inbox: Requests\nlive:\n  sound: Sound\nstates: { open: Open }\n"
	files["office.yaml"] = &fstest.MapFile{Data: []byte(older)}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if words := s.Office(); words.Inbox != "Requests" || words.Live.Notify == "" {
		t.Errorf("the words are %+v", words)
	}
	lines := strings.Split(s.Warnings().Error(), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `office.yaml:3: unknown key "sound"; `) ||
		!strings.HasPrefix(lines[1], `office.yaml:4: unknown key "states"; `) {
		t.Errorf("the warnings are %q", lines)
	}
}

// TestLoadWarnsOfDoubledPriceWords loads an office.yaml that says the kind of a price, which the price itself says.
func TestLoadWarnsOfDoubledPriceWords(t *testing.T) {
	files := sampleFiles(t)
	own := "byAction:\n  offer:\n    toCustomer:\n      subject: It’s about [price]\n      draft: It’s [price]\n" +
		"card:\n  followUpDraft: Still about [price]\n"
	files["office.yaml"] = &fstest.MapFile{Data: []byte(own)}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(s.Warnings().Error(), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `office.yaml:4: the price in "It’s about [price]"`) ||
		!strings.HasPrefix(lines[1], `office.yaml:7: the price in "Still`) {
		t.Errorf("the warnings are %q", lines)
	}
}

// TestLoadReadsWindowsFiles loads all files as Notepad writes them.
func TestLoadReadsWindowsFiles(t *testing.T) {
	files := sampleFiles(t)
	for name, file := range files {
		text := "\ufeff" + strings.ReplaceAll(string(file.Data), "\n", "\r\n")
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	saved, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	if everything(t, saved) != everything(t, sample(t)) {
		t.Error("the site differs from that of the files with UNIX line ends")
	}
}
