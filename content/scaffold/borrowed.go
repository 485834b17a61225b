package scaffold

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// minNeighborhoods is the number of neighborhoods of one city in a file that is no coincidence.
const minNeighborhoods = 3

// companyPlaces are the places of a company by which its pages can be recognized.
type companyPlaces struct {
	// regions are the names of the region, the state and the counties, landmarks those of lakes and roads.
	regions, towns, landmarks []string
	// cities have their neighborhoods, by the slug, which is the name of their scene, too.
	cities map[string][]string
}

// BorrowedPlaces reports towns, counties, neighborhoods, landmarks and city scenes of the company in the program's
// content that stand in the content in fsys, though its company does not work there. The error is a list of
// diagnostics.
func BorrowedPlaces(program, fsys fs.FS) error {
	builtIn, own := placesIn(program), placesIn(fsys)
	ownNames := slices.Concat(own.regions, own.towns)
	names := slices.Concat(builtIn.regions, builtIn.towns)
	if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(ownNames, name) }) {
		builtIn.landmarks = nil // they are around here, too
		if len(own.regions) == 0 {
			names = builtIn.towns // so is the region, which older folders do not state
		}
	}
	for slug := range own.cities {
		delete(builtIn.cities, slug)
	}
	names = slices.DeleteFunc(slices.Concat(names, builtIn.landmarks), func(name string) bool {
		return slices.Contains(ownNames, name)
	})
	foreign, ours := anyOf(names), anyOf(ownNames)
	var ds load.Diagnostics
	for _, pattern := range []string{"*.yaml", "*/*.yaml", "*/*.md"} {
		files, _ := fs.Glob(fsys, pattern) // the pattern is valid
		for _, file := range files {
			data, err := load.ReadFile(fsys, file)
			if err != nil {
				return err
			}
			copied := map[string]bool{}
			if theirs, err := load.ReadFile(program, file); err == nil && !ofPlaces.MatchString(file) {
				for line := range strings.Lines(string(theirs)) {
					copied[line] = true // it shows what it shows without the copy
				}
			}
			text := ""
			for line := range strings.Lines(string(data)) {
				if copied[line] {
					line = "\n"
				}
				text += line
			}
			if path.Ext(file) == ".yaml" {
				text = comment.ReplaceAllString(text, "")
			}
			builtIn.report(&ds, file, ours.ReplaceAllString(text, ""), foreign)
		}
	}
	return ds.Err()
}

// report adds a diagnostic for each line of a file that names a place, and for each city whose neighborhoods it lists.
func (p *companyPlaces) report(ds *load.Diagnostics, file, text string, foreign *regexp.Regexp) {
	const wanted = "wanted a place of your own, or none"
	n := 0
	for line := range strings.Lines(text) {
		n++
		at := load.Position{File: file, Line: n}
		if name := foreign.FindString(line); name != "" && !personLine.MatchString(line) {
			ds.Add(at, fmt.Sprintf("%q is a place of the built-in company", name), wanted)
		}
		if match := sceneLine.FindStringSubmatch(line); match != nil && p.cities[match[1]] != nil {
			ds.Add(at, fmt.Sprintf("the scene %q shows a city of the built-in company", match[1]),
				"wanted a scene of your own, or none")
		}
	}
	for slug, neighborhoods := range p.cities {
		if found := anyOf(neighborhoods).FindAllString(text, -1); len(slices.Compact(slices.Sorted(
			slices.Values(found)))) >= minNeighborhoods {
			ds.Add(load.Position{File: file, Line: 1}, fmt.Sprintf("neighborhoods of the built-in city %s are listed, "+
				"such as %s", slug, found[0]), wanted)
		}
	}
}

var (
	// personLine is a line with a person's name, which may be that of a town: Allen, Irving.
	personLine = regexp.MustCompile(`\b(?:author|role):`)
	// sceneLine names a scene; those about a city begin with its slug.
	sceneLine = regexp.MustCompile(`\bscene: "?([a-z-]+?)(?:-job|-after|-items)?"?\s*(?:[,}]|$)`)
	// ofPlaces matches the files that are a company's own, whatever they say.
	ofPlaces = regexp.MustCompile(`^(cities/|articles/|business|locations|map)`)
	comment  = regexp.MustCompile(`(?m)(?:^|[ \t])#.*$`)
)

// placesIn reads the places of the company in fsys. Files that cannot be read have diagnostics when they are loaded.
func placesIn(fsys fs.FS) (p companyPlaces) {
	p.cities = map[string][]string{}
	var business struct {
		Name, Region, State string
		ShortName           string `yaml:"shortName"`
		ShortRegion         string `yaml:"shortRegion"`
	}
	var area company.ServiceArea
	var geography company.Geography
	_ = load.Decode(fsys, "business.yaml", &business)
	_ = load.Decode(fsys, "locations.yaml", &area)
	_ = load.Decode(fsys, "map.yaml", &geography)
	p.regions = append(area.Counties, business.Region, business.ShortRegion, business.State)
	for _, t := range slices.Concat(area.Cities, area.Also) {
		p.towns = append(append(p.towns, t.Name, t.Short, t.State), t.Towns...)
		p.towns = append(p.towns, strings.Split(t.Name, " / ")...)
	}
	for _, t := range area.Cities {
		var page struct{ Neighborhoods struct{ Items []string } }
		_ = load.Decode(fsys, "cities/"+t.Slug+".yaml", &page)
		p.cities[t.Slug] = append([]string{}, page.Neighborhoods.Items...)
	}
	empty := func(name string) bool { return name == "" }
	p.regions, p.towns = slices.DeleteFunc(p.regions, empty), slices.DeleteFunc(p.towns, empty)
	for _, landmark := range slices.Concat(geography.Lakes, geography.Roads) {
		if !strings.ContainsAny(landmark.Name, "0123456789") { // highways go through other states as well
			p.landmarks = append(p.landmarks, landmark.Name)
		}
	}
	return p
}

// anyOf matches any of the names as whole words, the longest first; without names, nothing.
func anyOf(names []string) *regexp.Regexp {
	names = slices.SortedFunc(slices.Values(names), func(a, b string) int { return len(b) - len(a) })
	for i, name := range names {
		names[i] = regexp.QuoteMeta(name)
	}
	if len(names) == 0 {
		return regexp.MustCompile(`[^\s\S]`)
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
}
