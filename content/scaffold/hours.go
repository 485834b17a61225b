package scaffold

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"

	"haulfront/content/company"
	"haulfront/content/holiday"
)

// usualHours stand until the owner confirms others.
const usualHours = "Mon-Fri 8am-5pm"

// hoursForm is a part of the hours: the first and the last day, of the week or of a season, and the times.
var hoursForm = regexp.MustCompile(`(?i)^([a-z]{3})[a-z]*( \d\d?)?(?:\s*[-–]\s*([a-z]{3})[a-z]*( \d\d?)?)?:?\s+(.+)$`)

// closedForm is what says of a holiday that the office is closed.
var closedForm = regexp.MustCompile(`(?i)^closed( on)?\s+|:?\s+closed$`)

// hoursBlock is the key hours of business.yaml: the days of the first part are those of the week, other parts change
// some of its days, or are seasons.
func hoursBlock(text, zone string, unconfirmed bool) (string, error) {
	var week, except, seasons string
	var holidays []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimSpace(part)
		if name := closedForm.ReplaceAllString(part, ""); name != part && holiday.Dates(name, time.Now()) != nil {
			holidays = append(holidays, name)
			continue
		}
		match := hoursForm.FindStringSubmatch(part)
		if match == nil {
			match = make([]string, 6)
		}
		first, last, read := match[1]+match[2], cmp.Or(match[3]+match[4], match[1]+match[2]), weekday
		isSeason := match[2] != ""
		if isSeason {
			read = monthDay
		}
		from, to, span := read(first), read(last), cmp.Or(company.Span(match[5]), strings.ToLower(match[5]))
		opens, closes, open := strings.Cut(span, "-")
		switch isFirst := week == ""; {
		case from == "" || to == "" || span != "closed" && company.Span(span) == "" || isFirst && (isSeason || !open):
			return "", fmt.Errorf("the hours are %q; wanted some like Mon-Sat 7am-7pm, or "+
				"Mon-Fri 8-5, Sat 8-12, Nov 1-Mar 31 9-4, Dec 25 closed, Thanksgiving closed, where a season has "+
				"the weekdays of the year; not %q", text, part)
		case isFirst:
			week = fmt.Sprintf("  firstDay: %s\n  lastDay: %s\n  opens: %q\n  closes: %q\n", from, to, opens, closes)
		case isSeason && from == to && span == "closed": // a holiday, which hours do not say all year
			holidays = append(holidays, from)
		case isSeason:
			seasons += fmt.Sprintf("    - { from: %q, to: %q, hours: %q }\n", from, to, span)
		default:
			for _, day := range daysFrom(from, to) {
				except += fmt.Sprintf("    %s: %q\n", day, span)
			}
		}
	}
	if seasons != "" {
		seasons = "  seasons:\n" + seasons
	}
	if holidays != nil {
		seasons += fmt.Sprintf("  holidays: [%s]\n", strings.Join(holidays, ", "))
	}
	if except != "" {
		except = "  except:\n" + except
	}
	mark := ""
	if unconfirmed {
		mark = "  unconfirmed: true # remove this line when the hours are yours\n"
	}
	return "\nhours:\n" + mark + week + except + seasons + "  timezone: " + zone + "\n\n", nil
}

// monthDay is a day of every year, "11-01" for "Nov 1"; "" for none.
func monthDay(text string) string {
	day, err := time.Parse("Jan 2", text)
	if err != nil {
		return ""
	}
	return day.Format("01-02")
}

// weekday is the day of the week with the first three letters of a text, "Monday" for "mon"; "" for none.
func weekday(text string) string {
	for day := range time.Weekday(7) {
		if strings.EqualFold(day.String()[:3], text) {
			return day.String()
		}
	}
	return ""
}

// daysFrom are the days of a week from the first to the last, by their names.
func daysFrom(first, last string) (days []string) {
	for day := time.Sunday; len(days) == 0 || days[len(days)-1] != last; day = (day + 1) % 7 {
		if len(days) > 0 || day.String() == first {
			days = append(days, day.String())
		}
	}
	return days
}
