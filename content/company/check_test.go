package company

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

// checked decodes a file, with the name of the type, into a value and returns its problems and warnings.
func checked(text string, value any) string {
	d := load.NewDecoder(fstest.MapFS{}, fstest.MapFS{})
	if node := d.ParseText("file.yaml", text); node != nil {
		d.Decode("file.yaml", node, value)
	}
	return strings.Trim(fmt.Sprint(append(*d.Diagnostics, d.Warnings...)), "[]")
}

const businessFile = `
name: Ann's Hauling
shortName: Ann's
descriptor: Junk Removal
phone: (406) 555-0142
email: ann@annshauling.com
url: https://annshauling.com
description: Hauls.
priceRange: $$
hours:
  firstDay: Monday
  lastDay: Friday
  opens: 07:00
  closes: 18:00
  timezone: America/Denver
responseHours: 2
radiusMiles: 30
`

// matches reports whether the problems are the one wanted, or none if that is empty.
func matches(problems, want string) bool {
	return (problems == "") == (want == "") && strings.Contains(problems, want)
}

// Each line is added to a company, or stands in place of its line with the same key.
func TestBusinessIsChecked(t *testing.T) {
	for line, want := range map[string]string{
		"phone: +1 406.555.0142":    "",
		"phone: 406-555-014":        "the phone number has 9 digits",
		"email: ann":                `mail cannot be sent from "ann"`,
		"url: https://a.com/":       "",
		"url: http://a.com":         `"http://a.com" is not one; wanted an absolute https address`,
		"url: https://a.com/home":   `"https://a.com/home" is not one`,
		"since: 1899":               "the company began in 1899",
		"since: 1900":               "",
		"since: 2100":               "",
		"since: 2101":               "the company began in 2101",
		"sameAs: [http://a.com]":    `"http://a.com" is not one`,
		"sameAs: [https://a.com]":   "",
		"sameAs: [\"https:///a\"]":  `"https:///a" is not one`,
		"reviewsUrl: http://a.com":  `"http://a.com" is not one`,
		"reviewsUrl: https://a.com": "",
		"address: { street: 1 Elm St, city: Bozeman, state: MT, zip: \"5971\" }":  `"5971" is no ZIP code`,
		"address: { street: 1 Elm St, city: Bozeman, state: MT, zip: \"59715\" }": "",
		"schemaType: movers":                        `the type is "movers"`,
		"schemaType: MovingCompany":                 "",
		"off: [blog]":                               "",
		"off: [blogs]":                              `there is no part "blogs" to switch off`,
		"changesUntil: 6pm":                         "",
		"changesUntil: late":                        `"late" is not a time of day`,
		"rating: { value: 1, count: 1 }":            "",
		"rating: { value: 5, count: 1 }":            "",
		"rating: { value: 0.9, count: 1 }":          "the rating is 0.9 of 1 reviews",
		"rating: { value: 5.1, count: 1 }":          "the rating is 5.1 of 1 reviews",
		"rating: { value: 4.8, count: 0 }":          "the rating is 4.8 of 0 reviews",
		"trucks: 0":                                 "trucks is 0; wanted how many",
		"trucks: 1":                                 "",
		"trucks: 50":                                "",
		"trucks: 51":                                "trucks is 51; wanted how many",
		"trucks: Trailer":                           "their names in brackets",
		"trucks: 2\nvehicle: sled":                  `the vehicle is "sled"`,
		"trucks: [Red, Blue]":                       "",
		"responseHours: 0":                          `"responseHours" is 0; wanted at least 1`,
		"texts: \"off\"":                            "",
		"texts: never":                              `wanted on or off`,
		"payUrl: https://a.com/{cents}":             "",
		"payUrl: http://a.com/{amount}":             "customers cannot pay at",
		"payUrl: https:///{amount}":                 "customers cannot pay at",
		"payUrl: https://a.com/{reference}":         "has no amount",
		"payUrl: https://a.com/{amount}{a}":         "alone in braces",
		"payments: [Cash, Zelle, Net 30]":           "",
		"payments: [cash, Zelle, Not yet]":          `customers pay by "Not yet"; wanted cash, card`,
		"payments: [Net 15]":                        `customers pay by "Net 15"`,
		"payments: [check, Check]":                  `customers pay by "check"; wanted cash, card`,
		"trackers: { google: G-ABC123 }":            "",
		"trackers: { google: ABC123 }":              "the tracker is google: ABC123",
		"trackers: { googl: G-ABC123 }":             "the tracker is googl: G-ABC123",
		"booking: { mode: self }":                   "",
		"booking: { mode: all }":                    "wanted self, ask or off",
		"booking: { mode: self, keep: -1 }":         `"keep" is -1`,
		"booking: { mode: ask, notice: 3h }":        "",
		"booking: { mode: ask, notice: three }":     `the notice is "three"`,
		"booking: { mode: ask, notice: -3h }":       `the notice is "-3h"`,
		"quietHours: { from: 9pm, until: 8am }":     "",
		"quietHours: { from: 21:00, until: 21:00 }": "begin at 21:00 and end at 21:00",
		"quietHours: { from: 21:00, until: 20:59 }": "",
		"quietHours: { from: 21:00, until: \"08:00\", sundayUntil: 22:00 }": "begin at 21:00 and end at 22:00",
		"quietHours: { from: late, until: \"08:00\" }":                      `"late" is not a time of day`,
		"  firstDay: Mo":                                         `"Mo" is not a day of the week`,
		"  lastDay: Monday":                                      "",
		"  firstDay: Friday":                                     "",
		"  firstDay: Saturday":                                   "Friday comes before Saturday",
		"  opens: 7am":                                           "",
		"  opens: dawn":                                          `"dawn" is not a time of day`,
		"  closes: dusk":                                         `"dusk" is not a time of day`,
		"  closes: 07:00":                                        "the office closes at 07:00 and opens at 07:00",
		"  closes: 06:59":                                        "the office closes at 06:59",
		"  closes: 07:01":                                        "",
		"  timezone: America/Bozeman":                            `unknown time zone "America/Bozeman"`,
		"  except: { Saturday: 8-2 }":                            "",
		"  except: { Saturday: closed }":                         "",
		"  except: { Saturday: noon }":                           `the hours of Saturday are "noon"`,
		"  except: { Sat: 8-2 }":                                 `"Sat" is not a day of the week`,
		"  holidays: [2026-12-25, 2027-01-01]":                   "",
		"  holidays: [2026-12-25, 2026-12-25]":                   "the holiday 2026-12-25 is listed twice",
		"  closed: [2026-12-25]":                                 "",
		"  closed: [Christmas]":                                  `"Christmas" is not a day`,
		"  seasons: [{ from: 06-01, to: 07-01, hours: 9-16 }]":   "",
		"  seasons: [{ from: 06-31, to: 07-01, hours: 9-16 }]":   `the season is from "06-31" to "07-01"`,
		"  seasons: [{ from: 02-29, to: 07-01, hours: closed }]": "",
		"  seasons: [{ from: 2026-06-01, to: 2027-06-01, hours: 9-16 }]": "",
		"  seasons: [{ from: 2026-06-01, to: 2027-06-02, hours: 9-16 }]": "the season ends on 2027-06-02",
		"  seasons: [{ from: 2026-06-01, to: 2026-05-31, hours: 9-16 }]": "the season ends on 2026-05-31",
		"  seasons: [{ from: 2026-06-01, to: 12-31, hours: 9-16 }]":      `the season is from "2026-06-01" to "12-31"`,
		"  seasons: [{ from: 06-01, to: 07-01, hours: noon }]":           `the hours of the season are "noon"`,
		"  seasons: [{ from: 01-01, to: 12-31, hours: closed }]":         "the office is never open",

		"  seasons: [{ from: 06-01, to: 07-01, hours: \"Mon-Sat 8-5, Sun closed\" }]": "",
		"  seasons: [{ from: 06-01, to: 07-01, hours: also Monday }]": `the hours of the season are "also Monday"; ` +
			`wanted "08:00-16:00" on the weekdays of the year, weekdays of its own, such as "Mon-Fri 08:00-17:00, Sat `,
		"  seasons: [{ from: 01-01, to: 12-31, hours: Mon-Sun closed }]": "the office is never open",
	} {
		key, _, _ := strings.Cut(line, ":")
		file := businessFile
		if before, after, has := strings.Cut(file, "\n"+key+":"); has {
			_, after, _ = strings.Cut(after, "\n")
			file = before + "\n" + line + "\n" + after
		} else if strings.HasPrefix(line, " ") {
			file = strings.Replace(file, "hours:\n", "hours:\n"+line+"\n", 1)
		} else {
			file += line + "\n"
		}
		var company Business
		if got := checked(file, &company); !matches(got, want) {
			t.Errorf("with %q: %q, want %q", line, got, want)
		}
	}
}

// Reviews have the keys of those on pages, and the ones of former versions.
func TestReviewsAreChecked(t *testing.T) {
	former := strings.NewReplacer("author", "name", "place", "town", "rating", "stars", "href", "source")
	for text, want := range map[string]string{
		"date: 2026-09, rating: 5":                      "",
		"date: 2026-09, rating: 1":                      "",
		"date: 9/2026, rating: 5":                       `the date is "9/2026"`,
		"date: 2026-09, rating: 0":                      "the rating is 0",
		"date: 2026-09, rating: 6":                      "the rating is 6",
		"date: 2026-09, rating: 5, href: https://a.com": "",
	} {
		text = "[{ author: Ann, place: Vail, text: Good., " + text + " }]"
		for _, text := range []string{text, former.Replace(text)} {
			var list Reviews
			if got := checked(text, &list); !matches(got, want) {
				t.Errorf("with %q: %q, want %q", text, got, want)
			} else if list[0].Author != "Ann" || list[0].Rating == 5 && list[0].RatingLabel != "5 out of 5 stars" {
				t.Errorf("with %q: %+v", text, list)
			}
		}
	}
}

func TestFactsAreChecked(t *testing.T) {
	const lists = "lists:\n  not_accepted: [fuel]\n  price_includes: [labor]\nfacts:\n"
	for fact, want := range map[string]string{
		"age: { low: 1, high: 2, unit: days }":             "",
		"age: { low: 0, unit: days }":                      `fact "age" starts at 0`,
		"age: { low: 2, high: 2, unit: days }":             `fact "age" runs from 2 to 2`,
		"age: { low: 1 }":                                  `fact "age" has no unit`,
		"age: { low: 1, unit: moons }":                     `the unit is "moons"; wanted percent`,
		"age: { low: 1, unit: days, bound: about }":        `the bound is "about"; wanted up to or over`,
		"reused: { low: 100, unit: percent }":              "",
		"reused: { low: 101, unit: percent }":              `fact "reused" is 101%`,
		"reused: { low: 60, high: 101, unit: percent }":    `fact "reused" is 60–101%`,
		"same_day_cutoff: { text: noon, low: 12 }":         "has a text and a number",
		"same_day_cutoff: { text: early }":                 `"early" is not a time of day`,
		"same_day_cutoff: { text: 11am }":                  "",
		"color: { text: early }":                           "",
		"truck_size: { text: \"14 cubic yards\" }":         "",
		"truck_size: { text: \"400 cubic feet\" }":         "",
		"truck_size: { text: large }":                      "", // the check before publishing asks
		"age: { text: old }\npractices: { donate: yes }":   "",
		"age: { text: old }\npractices: { donate: maybe }": `the practice "donate" is "maybe"`,
	} {
		if got := checked(lists+"  "+fact, &FactList{}); !matches(got, want) {
			t.Errorf("with %q: %q, want %q", fact, got, want)
		}
	}
	got := checked("facts: {}\nlists: { not_accepted: [fuel] }", &FactList{})
	if !strings.Contains(got, "price_includes") {
		t.Errorf("without a list that pages show: %q", got)
	}
	for text, want := range map[string]float64{"14 cubic yards": 378, "about 14.5 cubic yards": 391.5,
		"270 cubic feet": 270, "14-yard trailer": 675, "14 feet": 675} {
		list := FactList{Facts: map[string]*fact{truckSize: {Text: text}}}
		if got := list.TruckFeet(); got != want {
			t.Errorf("a truck of %q holds %g cubic feet, want %g", text, got, want)
		}
	}
}

func TestAreaIsChecked(t *testing.T) {
	for town, want := range map[string]string{
		"cities: [{ slug: vail, AT }]":                             "",
		"cities: [{ AT }]":                                         `the city "Vail" has no slug`,
		"cities: []":                                               "there are no towns",
		"also: [{ AT }]":                                           "",
		"also: [{ slug: vail, AT }]":                               `"Vail" has a slug`,
		"also: [{ AT, timezone: Vail }]":                           `unknown time zone "Vail"`,
		"also: [{ AT }]\nzips: { \"75001\": vail }":                "",
		"also: [{ AT }]\nzips: { \"75001\": Avon }":                `75001 is the ZIP code of "Avon"`,
		"also: [{ name: Avon, lat: 33, lon: -97, anchor: over }]":  `the anchor is "over"`,
		"also: [{ name: Avon, lat: 33.4, lon: -97, anchor: end }]": "",
		"also: [{ name: Avon, lat: 34, lon: -97, anchor: end }]":   "Avon lies 69 miles",
	} {
		d := load.NewDecoder(fstest.MapFS{}, fstest.MapFS{})
		c := Company{Geography: Geography{Center: []float64{33, -97}}, Business: Business{RadiusMiles: 30}}
		file := strings.Replace(town, "AT", "name: Vail, lat: 33, lon: -97, anchor: end", 1)
		d.Decode("file.yaml", d.ParseText("file.yaml", file), &c.Towns)
		c.checkTowns(d)
		if got := strings.Trim(fmt.Sprint(*d.Diagnostics), "[]"); !matches(got, want) {
			t.Errorf("with %q: %q, want %q", town, got, want)
		}
	}
	for text, want := range map[string]string{
		"center: [33, -97]": "", "center: [33]": "the center has 1 numbers",
		"center: [33, -97]\nroads: [{ name: I-35, points: [[33, -97], [34, -97]] }]": "",
		"center: [33, -97]\nroads: [{ name: I-35, points: [[33, -97]] }]":            "I-35 has 1 points",
		"center: [33, -97]\nlakes: [{ name: Caddo, points: [[33, -97], [34]] }]":     "a point of Caddo has 1 numbers",
	} {
		if got := checked(text, &Geography{}); !matches(got, want) {
			t.Errorf("with %q: %q, want %q", text, got, want)
		}
	}
}
