package intl

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// dateFormat is a resolved Intl.DateTimeFormat for American English and the Gregorian calendar, see
// https://tc39.es/ecma402/#sec-properties-of-intl-datetimeformat-instances. Patterns and names are those of CLDR 48.
type dateFormat struct {
	// Weekday, Era and so on are the widths of the fields: "" (no such field), numeric, 2-digit, long, short, narrow.
	Weekday, Era, Year, Month, Day, Hour, Minute, Second string
	FractionalSecondDigits                               int
	HourCycle                                            string
	TimeZone, TimeZoneName                               string
	zone                                                 *time.Location
}

// NewDateFormat returns a function that formats a time in milliseconds since 1970. The options are a JSON object with
// the resolved ones of Intl.DateTimeFormat. Errors name what the package does not know.
func NewDateFormat(options string) (func(int64) ([]Part, error), error) {
	f := &dateFormat{}
	err := json.Unmarshal([]byte(options), f)
	if err == nil {
		f.zone, err = zoneOf(f.TimeZone)
	}
	if err == nil {
		err = f.check()
	}
	return f.format, err
}

// check returns an error for fields that American English has no pattern for, or an odd one.
func (f *dateFormat) check() error {
	fields := 0
	for _, width := range []string{f.Year, f.Month, f.Day} {
		if width != "" {
			fields++
		}
	}
	odd := f.Weekday != "" && fields > 0 && (f.Month == "" || f.Day == "") || // January Friday
		f.Month == "" && fields > 1 || // 2024 (day: 5)
		f.Era != "" && f.Year == "" && (f.Month == "" || f.Day == "") || // AD (month: March)
		f.Hour != "" && f.Second != "" && f.Minute == "" || // 9 AM (second: 9)
		f.FractionalSecondDigits > 0 && f.Second == ""
	if odd {
		return fmt.Errorf("the server has no pattern for this combination of fields")
	}
	if strings.HasSuffix(f.TimeZoneName, "Generic") {
		return fmt.Errorf("the server does not know generic names of time zones")
	}
	return nil
}

// format formats a time.
func (f *dateFormat) format(milliseconds int64) (parts []Part, err error) {
	t := time.UnixMilli(milliseconds).In(f.zone)
	parts = f.date(t)
	clock := f.clock(t)
	if f.TimeZoneName != "" {
		name, err := zoneName(t, f.TimeZone, f.TimeZoneName)
		if err != nil {
			return nil, err
		}
		if len(clock) > 0 {
			clock = append(clock, Part{"literal", " "})
		}
		clock = append(clock, Part{"timeZoneName", name})
	}
	if len(parts) > 0 && len(clock) > 0 {
		between := ", "
		if f.Month == "long" {
			between = " at "
		} else if f.Weekday != "" && f.Month == "" && f.Hour != "" {
			between = " "
		}
		parts = append(parts, Part{"literal", between})
	}
	return append(parts, clock...), nil
}

// joined adds a part after a literal.
func joined(parts []Part, literal, kind, text string) []Part {
	if len(parts) > 0 {
		parts = append(parts, Part{"literal", literal})
	}
	return append(parts, Part{kind, text})
}

// date returns the fields of the date.
func (f *dateFormat) date(t time.Time) (parts []Part) {
	if f.Weekday != "" {
		parts = joined(parts, "", "weekday", cut(t.Weekday().String(), f.Weekday))
	}
	beforeMonth, beforeDay, beforeYear := ", ", " ", ", "
	switch f.Month {
	case "":
	case "numeric", "2-digit":
		parts = joined(parts, beforeMonth, "month", padded(int(t.Month()), f.Month))
		beforeDay, beforeYear = "/", "/"
	default:
		parts = joined(parts, beforeMonth, "month", cut(t.Month().String(), f.Month))
		if f.Day == "" {
			beforeYear = " "
		}
	}
	if f.Day != "" {
		parts = joined(parts, beforeDay, "day", padded(t.Day(), f.Day))
	}
	if f.Year != "" {
		year := t.Year()
		if year <= 0 {
			year = 1 - year // before Christ
		}
		text := strconv.Itoa(year)
		if f.Year == "2-digit" {
			text = padded(year%100, f.Year)
		}
		parts = joined(parts, beforeYear, "year", text)
	}
	if f.Era != "" {
		parts = joined(parts, " ", "era", eras[t.Year() > 0][f.Era])
	}
	return parts
}

// eras are the names of the eras after and before Christ, by width.
var eras = map[bool]map[string]string{
	true:  {"long": "Anno Domini", "short": "AD", "narrow": "A"},
	false: {"long": "Before Christ", "short": "BC", "narrow": "B"},
}

// cut returns the name of a weekday or month in that width.
func cut(name, width string) string {
	switch width {
	case "short":
		return name[:3]
	case "narrow":
		return name[:1]
	}
	return name
}

func padded(number int, width string) string {
	if width == "2-digit" {
		return fmt.Sprintf("%02d", number)
	}
	return strconv.Itoa(number)
}

// clock returns the fields of the time of day.
func (f *dateFormat) clock(t time.Time) (parts []Part) {
	if f.Hour != "" {
		hour, width := t.Hour(), f.Hour
		switch f.HourCycle {
		case "h11":
			hour %= 12
		case "h12":
			hour = (hour+11)%12 + 1
		case "h24":
			hour, width = (hour+23)%24+1, "2-digit"
		default:
			width = "2-digit"
		}
		parts = joined(parts, "", "hour", padded(hour, width))
	}
	// Digits are not padded alone.
	if f.Minute != "" {
		width := "2-digit"
		if f.Hour == "" && f.Second == "" {
			width = "numeric"
		}
		parts = joined(parts, ":", "minute", padded(t.Minute(), width))
	}
	if f.Second != "" {
		width := "2-digit"
		if f.Minute == "" {
			width = "numeric"
		}
		parts = joined(parts, ":", "second", padded(t.Second(), width))
	}
	if f.FractionalSecondDigits > 0 {
		fraction := fmt.Sprintf("%03d", t.Nanosecond()/1e6)[:f.FractionalSecondDigits]
		parts = joined(parts, ".", "fractionalSecond", fraction)
	}
	if f.Hour != "" && (f.HourCycle == "h11" || f.HourCycle == "h12") {
		// CLDR and Node have a narrow space. Chromium 156 and Firefox 153 write a common one, in parts too.
		parts = joined(parts, " ", "dayPeriod", t.Format("PM"))
	}
	return parts
}

// zones keeps the time zones that were loaded.
var zones sync.Map

// zoneOf returns a time zone by its name in the IANA database. That of the server is "".
func zoneOf(name string) (*time.Location, error) {
	switch name {
	case "":
		return time.Local, nil
	case "UTC", "Etc/UTC", "GMT", "Etc/GMT":
		return time.UTC, nil
	}
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("invalid time zone specified: %s", name)
	}
	zones.Store(name, zone)
	return zone, nil
}

// LocalZone returns the name of the server's time zone in the IANA database, or "" if it is unknown.
func LocalZone() string {
	name := time.Local.String()
	if name == "Local" {
		file, _ := os.Readlink("/etc/localtime")
		_, name, _ = strings.Cut(file, "/zoneinfo/")
	}
	if name == "Etc/UTC" || name == "UTC" || name == "GMT" {
		return "UTC"
	}
	return name
}

// zoneWords are the English names of a time zone, since a year.
type zoneWords struct {
	since                                            int
	standard, standardShort, daylight, daylightShort string
}

//go:embed cldr/zones.txt
var zonesFile string

// zoneNames are the English names of time zones, by their names in the IANA database. They are those of CLDR 48, which
// TestZoneNames checks with Node. Zones that have changed theirs since 1995 are left out.
var zoneNames = sync.OnceValue(func() map[string]zoneWords {
	names := map[string]zoneWords{}
	for line := range strings.Lines(zonesFile) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		since, _ := strconv.Atoi(columns[0])
		for _, zone := range strings.Fields(columns[5]) {
			names[zone] = zoneWords{since, columns[1], columns[2], columns[3], columns[4]}
		}
	}
	return names
})

// zoneName returns the name of a time zone at a time, in the width of the option timeZoneName.
func zoneName(t time.Time, zone, width string) (string, error) {
	if zone == "" {
		zone = LocalZone()
	}
	isUTC := t.Location() == time.UTC || zone == "UTC"
	switch {
	case isUTC && width == "short":
		return "UTC", nil
	case isUTC && width == "long":
		return "Coordinated Universal Time", nil
	case strings.HasSuffix(width, "Offset"):
		return zoneOffset(t, width), nil
	}
	words, known := zoneNames()[zone]
	name, short := words.standard, words.standardShort
	if t.IsDST() {
		name, short = words.daylight, words.daylightShort
	}
	if !known || t.Year() < words.since || name == "" {
		const text = "the server does not know the English name of the time zone %q in %d"
		return "", fmt.Errorf(text, zone, t.Year())
	}
	if width == "long" {
		return name, nil
	}
	if short == "" {
		short = zoneOffset(t, "shortOffset")
	}
	return short, nil
}

// zoneOffset returns the difference to UTC, such as GMT-6 or GMT-06:00.
func zoneOffset(t time.Time, width string) string {
	_, seconds := t.Zone()
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("GMT%c%d", sign, seconds/3600)
	if width == "longOffset" {
		text = fmt.Sprintf("GMT%c%02d", sign, seconds/3600)
	}
	if width == "longOffset" || seconds%3600 > 0 {
		text += fmt.Sprintf(":%02d", seconds/60%60)
	}
	if seconds%60 > 0 {
		text += fmt.Sprintf(":%02d", seconds%60)
	}
	return text
}

// DateText is Date.prototype.toString, of milliseconds since 1970. The error names a zone without an English name.
func DateText(milliseconds int64) (string, error) {
	t := time.UnixMilli(milliseconds)
	name, err := zoneName(t, "", "long")
	return t.Format("Mon Jan 02 2006 15:04:05 GMT-0700 ") + "(" + name + ")", err
}
