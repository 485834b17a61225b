// Package clock reads times of day and weekdays as people write them.
package clock

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Weekdays are the days of a week, as hours name them.
var Weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// Time parses a time of day as people write it, "noon", "3pm", "3:30pm", "15:30" or "8"; invalid ones yield "".
func Time(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if text == "noon" {
		return "12:00"
	}
	for _, layout := range []string{"3pm", "3:04pm", "15:04", "15"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format("15:04")
		}
	}
	return ""
}

// Minutes are those of a checked time of day since midnight.
func Minutes(clock string) int {
	hour, minute, _ := strings.Cut(clock, ":")
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	return 60*h + m
}

// Format formats a checked time of day in a layout without minutes, which it adds unless they are zero.
func Format(at, layout string) string {
	t, _ := time.Parse("15:04", at)
	if t.Minute() != 0 {
		layout = strings.Replace(layout, "3", "3:04", 1)
	}
	return t.Format(layout)
}

var (
	one  = regexp.MustCompile(`\blas (1(:\d\d)?[ap]m)`)
	andI = regexp.MustCompile(`\by ((?i:h?i[^aeo]))`)
)

// Spanish mends the words before what was put into a text in Spanish: "a las 1pm" is "a la 1pm", and "Plano y Irving"
// is "Plano e Irving", unless the i begins a diphthong.
func Spanish(text string) string {
	return andI.ReplaceAllString(one.ReplaceAllString(text, "la $1"), "e $1")
}

// On is a time of day, "07:00", on the day of at.
func On(at time.Time, clock string) time.Time {
	m := Minutes(clock)
	return time.Date(at.Year(), at.Month(), at.Day(), m/60, m%60, 0, 0, at.Location())
}

// Span parses hours as people write them, "8am-2pm", "08:00–14:00" or "8-2", into "08:00-14:00"; invalid ones yield "".
func Span(text string) string {
	begin, end, _ := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	opens, closes := Time(begin), Time(end)
	if Minutes(closes) <= Minutes(opens) && Minutes(closes) > 0 { // an hour of the afternoon
		closes = Time(end + "pm")
	}
	if opens == "" || closes == "" || Minutes(closes) <= Minutes(opens) {
		return ""
	}
	return opens + "-" + closes
}

// Closed stands in place of hours.
const Closed = "closed"

var daysForm = regexp.MustCompile(`(?i)^([a-z]{3})[a-z]*(?:\s*[-–]\s*([a-z]{3})[a-z]*)?:?\s+(.+)$`)

// Days parses weekdays with their hours, "Mon-Fri 8-5" or "Wed closed", into "08:00-17:00" or [Closed]; no days if one
// is invalid.
func Days(text string) (days []string, hours string) {
	match := daysForm.FindStringSubmatch(strings.TrimSpace(text))
	if match == nil {
		return nil, ""
	}
	day := func(name string) string {
		i := slices.IndexFunc(Weekdays, func(day string) bool { return strings.EqualFold(day[:3], name) })
		return append([]string{""}, Weekdays...)[i+1]
	}
	first, last := day(match[1]), day(cmp.Or(match[2], match[1]))
	if hours = Span(match[3]); strings.EqualFold(match[3], Closed) {
		hours = Closed
	}
	if first == "" || last == "" || hours == "" {
		return nil, ""
	}
	return From(first, last), hours
}

// From returns the weekdays from the first to the last.
func From(first, last string) (days []string) {
	for i := slices.Index(Weekdays, first); len(days) == 0 || days[len(days)-1] != last; i = (i + 1) % len(Weekdays) {
		days = append(days, Weekdays[i])
	}
	return days
}

// Week parses several [Days], "Mon-Fri 8-5, Sat 8-12", into the hours of each by its name; nil if one is invalid.
func Week(text string) map[string]string {
	week := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		days, hours := Days(part)
		if days == nil {
			return nil
		}
		for _, day := range days {
			week[day] = hours
		}
	}
	return week
}

// zoneNames are the names of time zones, by their own or the abbreviation of their winter time.
var zoneNames = map[string]string{
	"EST": "Eastern", "CST": "Central", "MST": "Mountain", "PST": "Pacific", "AKST": "Alaska", "HST": "Hawaii",
	"America/Phoenix": "Arizona",
}

// ZoneName is the name of a time zone as people say it, "Central".
func ZoneName(zone *time.Location) string {
	abbreviation := time.Date(2026, time.January, 1, 12, 0, 0, 0, zone).Format("MST")
	return cmp.Or(zoneNames[zone.String()], zoneNames[abbreviation], abbreviation)
}
