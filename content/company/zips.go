package company

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"

	"haulfront/content/load"
)

const zipFile = "zips.csv" // its header names the public sources

// realZIPs has a bit for each number of five digits, the lowest bit of a byte first: set for the ZIP codes of the
// United States, those of areas and those of post-office boxes. They are the codes of both packages that zips.csv
// names.
//
//go:embed zips.bin
var realZIPs string

// isRealZIP reports whether five digits are a ZIP code.
func isRealZIP(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && realZIPs[n/8]>>(n%8)&1 == 1
}

// zipPoint is the location of a ZIP code, in degrees (WGS 84). Town is the name of the post office; it may be empty.
type zipPoint struct {
	latitude, longitude float64
	Town                string
}

// AreaKind is the answer whether the company serves a ZIP code.
type AreaKind string

// The kinds of answer; "" means that no ZIP code was given.
const (
	AreaYes     AreaKind = "yes"     // within the radius
	AreaEdge    AreaKind = "edge"    // a little beyond it: call
	AreaNo      AreaKind = "no"      // farther away
	AreaUnknown AreaKind = "unknown" // no ZIP code
)

// loadZIPs reads the ZIP codes; without the file every code is unknown.
func loadZIPs(d *load.Decoder) map[string]zipPoint {
	if _, err := fs.Stat(d.Fsys, zipFile); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	data, _ := d.Read(zipFile)
	codes := map[string]zipPoint{}
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comment, reader.FieldsPerRecord, reader.ReuseRecord = '#', 4, true
	for header := true; ; header = false {
		record, err := reader.Read()
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			d.Diagnostics.Add(load.Position{File: zipFile, Line: max(1, wrong.Line)},
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
		if latErr != nil || lonErr != nil || !ZipForm.MatchString(record[0]) {
			d.Diagnostics.Add(load.Position{File: zipFile, Line: line},
				fmt.Sprintf("%q is no ZIP code with a point", strings.Join(record, ",")),
				"wanted 75201,32.7877,-96.7997,Dallas")
			continue
		}
		codes[record[0]] = zipPoint{latitude, longitude, record[3]}
	}
}

// ZipForm is a ZIP code, with or without the four additional digits.
var ZipForm = regexp.MustCompile(`^\s*(\d{5})(?:[-\s]?\d{4})?\s*$`)

// Reach is where a ZIP code is. The kind is empty without a code.
type Reach struct {
	Kind AreaKind
	Code string // five digits
	Town string // in the content's spelling; may be empty
	Near *Town  // a town with a page nearby, nil if there is none
}

// Reach looks a ZIP code up, by its distance from the center of the map. A served town is served to its edge, and ZIP
// codes that zips.csv lacks are out of the region. Without that file all codes are unknown.
func (c *Company) Reach(zip string) Reach {
	if strings.TrimSpace(zip) == "" {
		return Reach{}
	}
	match := ZipForm.FindStringSubmatch(zip)
	code, known := zipPoint{}, false
	if match != nil {
		code, known = c.Zips[match[1]]
	}
	switch {
	case known:
	case match != nil && len(c.Zips) > 0 && isRealZIP(match[1]):
		return Reach{Kind: AreaNo, Code: match[1]}
	default:
		return Reach{Kind: AreaUnknown}
	}
	kind := AreaNo
	name, served := c.Towns.Served(code.Town)
	miles, radius := c.Geography.miles(code.latitude, code.longitude), float64(c.Business.RadiusMiles)
	switch edge := radius + float64(c.Business.EdgeMiles); {
	case miles <= radius || (miles <= edge && served):
		kind = AreaYes
	case miles <= edge:
		kind = AreaEdge
	}
	return Reach{kind, match[1], name, c.Towns.near(code, &c.Geography)}
}

// Town returns the town of a ZIP code as the content spells it; a code that the content does not know is its own town.
func (c *Company) Town(zip string) string {
	match := ZipForm.FindStringSubmatch(zip)
	if match == nil {
		return strings.TrimSpace(zip)
	}
	name, _ := c.Towns.Served(c.Zips[match[1]].Town)
	return cmp.Or(name, match[1])
}

// nearMiles is the largest distance of a town with a page from a ZIP code with another town's name.
const nearMiles = 8

// near is the city with the name of the ZIP code's post office, otherwise the nearest city; nil if none is near.
func (a *ServiceArea) near(code zipPoint, g *Geography) *Town {
	var best *Town
	least := float64(nearMiles)
	east, south := g.offset(code.latitude, code.longitude)
	for i := range a.Cities {
		t := &a.Cities[i]
		for _, name := range t.names() {
			if strings.EqualFold(name, code.Town) {
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

// Served reports whether a town is served: all of it is, even beyond the radius. The name is in the content's spelling:
// the post office writes "Mckinney".
func (a *ServiceArea) Served(town string) (name string, ok bool) {
	for _, name := range Names(a.towns()) {
		if strings.EqualFold(name, town) {
			return name, true
		}
	}
	return town, false
}
