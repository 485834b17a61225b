package scaffold

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// Overlooked reports what the content in fsys does not do although its owner may think so. None of it is a mistake, and
// the error is a list of diagnostics.
func Overlooked(program, fsys fs.FS) error {
	var ds load.Diagnostics
	reportShares(&ds, program, fsys)
	reportRefused(&ds, program, fsys)
	reportNamed(&ds, program, fsys)
	reportComparisons(&ds, fsys)
	reportLooks(&ds, fsys)
	return ds.Err()
}

// lookForm matches a promise to come and look.
var lookForm = regexp.MustCompile(`(?i)\b(come|stop by|drop by)\b.{0,12}\blook\b`)

// reportLooks reports what the owner's sentences say of looks where free_visit is no: customers are offered none.
func reportLooks(ds *load.Diagnostics, fsys fs.FS) {
	const file = "facts.yaml"
	var own struct{ Practices map[string]string }
	_ = load.Decode(fsys, file, &own) // loading has the diagnostics
	data, _ := load.ReadFile(fsys, file)
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		text, _, _ := strings.Cut(line, " #")
		if own.Practices["free_visit"] == "no" && lookForm.MatchString(text) {
			ds.Add(load.Position{File: file, Line: n}, "the text promises a look, and free_visit is no",
				"wanted it without that, such as answer: a price range, or free_visit: yes")
		}
	}
}

// shareForm matches a thing of estimate.yaml: its key, its share, and its cubic feet, if it has them.
var shareForm = regexp.MustCompile(`\{ *key: ([\w-]+),.*\bshare: ([\d.]+)(?:, feet: (\d+))?`)

// reportShares reports copies of things from before they had cubic feet: their shares are those of the program's truck.
func reportShares(ds *load.Diagnostics, program, fsys fs.FS) {
	const file = "estimate.yaml"
	feet := map[string]string{}
	data, _ := fs.ReadFile(program, file) // it is embedded
	for _, thing := range shareForm.FindAllStringSubmatch(string(data), -1) {
		feet[thing[1]+thing[2]] = thing[3]
	}
	data, _ = load.ReadFile(fsys, file) // loading has the diagnostics
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		thing := shareForm.FindStringSubmatch(line)
		if thing == nil || thing[3] != "" || feet[thing[1]+thing[2]] == "" {
			continue
		}
		ds.Add(load.Position{File: file, Line: n}, thing[1]+" has the share "+thing[2]+" of the program’s truck",
			"wanted feet: "+feet[thing[1]+thing[2]]+" in its place, a part of your truck_size")
	}
}

// factLists are the lists of facts.yaml.
type factLists struct{ Lists, Covers map[string][]string }

// covers are the beginnings of what a word of not_accepted stands for.
func covers(word string, own, known factLists) []string {
	list := company.FactList{Lists: map[string][]string{"not_accepted": {word}}, Covers: maps.Clone(known.Covers)}
	maps.Copy(list.Covers, own.Covers)
	return list.Refused()[1:]
}

// notCopy are files without sentences of pages; that of the estimator has words for its search.
var notCopy = []string{"facts.yaml", "prices.yaml", "business.yaml", "locations.yaml", "map.yaml", "redirects.yaml",
	"services.yaml", "estimate.yaml"}

// denial matches words with which a line does not promise to take what it names.
var denial = regexp.MustCompile(`(?i)\b(no|not|never|cannot|without|except|unless|instead|stays?)\b|n[’']t\b`)

// reportNamed reports lines of the owner's copy that name a thing of not_accepted and do not deny it. Pages warn of
// hazardous things, and loading leaves out lines that are the program's.
func reportNamed(ds *load.Diagnostics, program, fsys fs.FS) {
	var own, known factLists
	_ = load.Decode(fsys, "facts.yaml", &own) // loading has the diagnostics
	_ = load.Decode(program, "facts.yaml", &known)
	facts, _ := load.ReadFile(fsys, "facts.yaml")
	for _, word := range slices.Sorted(maps.Keys(own.Covers)) { // a list replaces the program's
		lost := slices.DeleteFunc(slices.Clone(known.Covers[word]), func(thing string) bool {
			return slices.Contains(own.Covers[word], thing)
		})
		if before, _, _ := strings.Cut(string(facts), "\n  "+word+":"); len(lost) > 0 {
			ds.Add(load.Position{File: "facts.yaml", Line: strings.Count(before, "\n") + 2},
				fmt.Sprintf("the list of %q under covers takes the place of the program’s", word),
				"wanted these in it, too, if you refuse them: "+strings.Join(lost, ", "))
		}
	}
	named := []string{`\z.`} // nothing
	for _, word := range own.Lists["not_accepted"] {
		for _, thing := range append(covers(word, own, known), word) {
			if !company.Hazardous.MatchString(thing) {
				named = append(named, regexp.QuoteMeta(strings.TrimSuffix(thing, "s")))
			}
		}
	}
	form := regexp.MustCompile(`(?i)\b(` + strings.Join(named, "|") + `)(e?s)?\b`)
	_ = fs.WalkDir(fsys, ".", func(file string, _ fs.DirEntry, _ error) error {
		if !slices.Contains([]string{".yaml", ".md"}, path.Ext(file)) || slices.Contains(notCopy, file) {
			return nil
		}
		data, _ := load.ReadFile(fsys, file)
		known, _ := load.ReadFile(program, file)
		n := 0
		for line := range strings.Lines(string(data)) {
			n++
			text, _, _ := strings.Cut(line, " #")
			if thing := form.FindString(text); thing != "" && !denial.MatchString(text) &&
				!strings.Contains(string(known), line) {
				wrong := fmt.Sprintf("the text names %q, and not_accepted refuses it", thing)
				ds.Add(load.Position{File: file, Line: n}, wrong, "wanted it without that, or a no beside it")
			}
		}
		return nil
	})
}

// reportRefused reports words of not_accepted that no thing in the lists of the company's services begins with, while
// one begins with their last word: without tube TVs, lists have TVs.
func reportRefused(ds *load.Diagnostics, program, fsys fs.FS) {
	const file = "facts.yaml"
	var own, known factLists
	_ = load.Decode(fsys, file, &own) // loading has the diagnostics
	_ = load.Decode(program, file, &known)
	data, _ := load.ReadFile(fsys, file)
	before, _, _ := strings.Cut(string(data), "not_accepted:")
	things := listedThings(program, fsys)
	for _, word := range own.Lists["not_accepted"] {
		begins := func(with string) func(string) bool {
			return func(thing string) bool { return strings.HasPrefix(strings.ToLower(thing), strings.ToLower(with)) }
		}
		if len(covers(word, own, known)) > 0 || slices.ContainsFunc(things, begins(word)) ||
			!strings.Contains(word, " ") {
			continue
		}
		last := strings.TrimSuffix(word[strings.LastIndex(word, " ")+1:], "s")
		if i := slices.IndexFunc(things, begins(last)); i >= 0 {
			ds.Add(load.Position{File: file, Line: strings.Count(before, "\n") + 1},
				fmt.Sprintf("not_accepted has %q, and lists of what you take have %q", word, things[i]),
				"wanted the beginning of that, if you do not take it")
		}
	}
}

// listedThings are the things in the program's lists of the company's services.
func listedThings(program, fsys fs.FS) (things []string) {
	services, _ := load.ReadFile(fsys, "services.yaml")
	for _, slug := range ServiceSlugs() {
		var page struct {
			Items struct{ Groups []struct{ Items []any } }
		}
		_ = load.Decode(program, "services/"+slug+".yaml", &page) // categories have none
		if !strings.Contains(string(services), "- "+slug+"\n") {
			continue
		}
		for _, group := range page.Items.Groups {
			for _, item := range group.Items {
				if named, ok := item.(map[string]any); ok {
					item = named["text"]
				}
				things = append(things, fmt.Sprint(item))
			}
		}
	}
	return things
}
