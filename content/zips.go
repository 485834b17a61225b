package content

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const zipFile = "zips.csv" // its header names the public sources

// zipPoint is the location of a ZIP code, in degrees (WGS 84). Town is the name of the post office; it may be empty.
type zipPoint struct {
	latitude, longitude float64
	town                string
}

// AreaKind is the answer whether the company serves a ZIP code.
type AreaKind string

// The kinds of answer; "" means that no ZIP code was given.
const (
	AreaYes     AreaKind = "yes"     // within the radius
	AreaEdge    AreaKind = "edge"    // a little beyond it: call
	AreaNo      AreaKind = "no"      // farther away
	AreaUnknown AreaKind = "unknown" // not a ZIP code of the region that the content knows
)

// loadZIPs reads the ZIP codes; without the file every code is unknown.
func (d *decoder) loadZIPs() map[string]zipPoint {
	if _, err := fs.Stat(d.fsys, zipFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	data, _ := d.read(zipFile)
	codes := map[string]zipPoint{}
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comment, reader.FieldsPerRecord, reader.ReuseRecord = '#', 4, true
	for header := true; ; header = false {
		record, err := reader.Read()
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			d.diagnostics.add(position{zipFile, max(1, wrong.Line)},
				fmt.Sprintf("the line is no record: %v", wrong.Err), "wanted zip,lat,lon,town")
			continue
		}
		if err != nil { // io.EOF: data is in memory
			return codes
		}
		if header {
			continue
		}
		line, _ := reader.FieldPos(0)
		latitude, latErr := strconv.ParseFloat(record[1], 64)
		longitude, lonErr := strconv.ParseFloat(record[2], 64)
		if latErr != nil || lonErr != nil || !zipForm.MatchString(record[0]) {
			d.diagnostics.add(position{zipFile, line},
				fmt.Sprintf("%q is no ZIP code with a point", strings.Join(record, ",")),
				"wanted 75201,32.7877,-96.7997,Dallas")
			continue
		}
		codes[record[0]] = zipPoint{latitude, longitude, record[3]}
	}
}

// zipForm is a ZIP code, with or without the four additional digits.
var zipForm = regexp.MustCompile(`^\s*(\d{5})(?:[-\s]?\d{4})?\s*$`)

// Area answers whether the company serves a ZIP code, by its distance from the center of the map. A served town is
// served to its edge. Invalid ZIP codes are unknown.
func (s *Site) Area(zip string) AreaAnswer {
	if strings.TrimSpace(zip) == "" {
		return AreaAnswer{}
	}
	words := &s.estimate().Area
	match := zipForm.FindStringSubmatch(zip)
	if match == nil || s.zips[match[1]] == (zipPoint{}) {
		return AreaAnswer{Kind: AreaUnknown, Title: words.Unknown.Title, Text: words.Unknown.Text}
	}
	code, kind, say := s.zips[match[1]], AreaNo, words.No
	name, served := s.area.served(code.town)
	miles, radius := s.geography.miles(code.latitude, code.longitude), float64(s.business.RadiusMiles)
	switch edge := radius + float64(s.business.EdgeMiles); {
	case miles <= radius || (miles <= edge && served):
		kind, say = AreaYes, words.Yes
	case miles <= edge:
		kind, say = AreaEdge, words.Edge
	}
	town := s.area.near(code, &s.geography)
	place := match[1]
	if code.town != "" {
		place += " (" + name + ")"
	}
	answer := AreaAnswer{Kind: kind, Title: strings.ReplaceAll(say.Title, "[place]", place), Text: say.Text}
	if kind == AreaYes && town != nil {
		answer.Link = strings.ReplaceAll(words.Yes.Link, "[town]", town.label())
		answer.Href = town.href()
	}
	return answer
}

// OutOfArea reports whether the company does not come to a ZIP code: it is too far, or not in zips.csv, which has all
// of the region. A text that is no ZIP code is not out of the area.
func (s *Site) OutOfArea(zip string) bool {
	kind := s.Area(zip).Kind
	return kind == AreaNo || kind == AreaUnknown && len(s.zips) > 0 && zipForm.MatchString(zip)
}

// Town returns the town of a ZIP code as the content spells it; a code that the content does not know is its own town.
func (s *Site) Town(zip string) string {
	match := zipForm.FindStringSubmatch(zip)
	if match == nil {
		return strings.TrimSpace(zip)
	}
	name, _ := s.area.served(s.zips[match[1]].town)
	return cmp.Or(name, match[1])
}

// nearMiles is the largest distance of a town with a page from a ZIP code with another town's name.
const nearMiles = 8

// near is the city with the name of the ZIP code's post office, otherwise the nearest city; nil if none is near.
func (a *serviceArea) near(code zipPoint, g *geography) *town {
	var best *town
	least := float64(nearMiles)
	east, south := g.offset(code.latitude, code.longitude)
	for i := range a.Cities {
		t := &a.Cities[i]
		for _, name := range t.names() {
			if strings.EqualFold(name, code.town) {
				return t
			}
		}
		e, s := g.offset(t.Latitude, t.Longitude)
		if miles := math.Hypot(east-e, south-s); miles < least {
			best, least = t, miles
		}
	}
	return best
}

// served reports whether a town is served: all of it is, even beyond the radius. The name is in the content's spelling:
// the post office writes "Mckinney".
func (a *serviceArea) served(town string) (name string, ok bool) {
	for _, name := range names(a.towns()) {
		if strings.EqualFold(name, town) {
			return name, true
		}
	}
	return town, false
}
