package scaffold

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"

	"haulfront/content/clock"
	"haulfront/content/holiday"
)

// usualHours stand until the owner confirms others.
const usualHours = "Mon-Fri 8am-5pm"

// seasonForm is a part of the hours with a day of every year, or a range of them, before the hours then.
var seasonForm = regexp.MustCompile(`(?i)^([a-z]{3})[a-z]*( \d\d?)(?:\s*[-–]\s*([a-z]{3})[a-z]*( \d\d?))?:?\s+(.+)$`)

// closedForm is what says of a holiday that the office is closed.
var closedForm = regexp.MustCompile(`(?i)^closed( on)?\s+|:?\s+closed$`)

// hoursBlock is the key hours of business.yaml: the days of the first part are those of the week, other parts change
// some of its days, or are seasons. Days after a season with weekdays of its own are that season's.
func hoursBlock(text, zone string, unconfirmed bool) (string, error) {
	var week, except string
	var holidays, seasons []string
	inSeason := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimSpace(part)
		if name := closedForm.ReplaceAllString(part, ""); name != part {
			if day := dayOfYear(name); day != "" || holiday.Dates(name, time.Now()) != nil {
				holidays, inSeason = append(holidays, cmp.Or(day, name)), false
				continue
			}
		}
		match := append(seasonForm.FindStringSubmatch(part), "", "", "", "", "", "")
		from, to := monthDay(match[1]+match[2]), monthDay(cmp.Or(match[3]+match[4], match[1]+match[2]))
		hours := cmp.Or(clock.Span(match[5]), strings.ReplaceAll(match[5], "Closed", clock.Closed))
		days, span := clock.Days(part)
		opens, closes, open := strings.Cut(span, "-")
		isWeek := clock.Week(hours) != nil
		switch isSeason := from != "" && to != "" && (isWeek || clock.Span(hours) != "" || hours == clock.Closed); {
		case week == "" && !open, !isSeason && days == nil:
			return "", fmt.Errorf("the hours are %q; wanted some like Mon-Sat 7am-7pm, or "+
				"Mon-Fri 8-5, Sat 8-12, Nov 1-Mar 31 9-4, Jun 1-Aug 31 Mon-Sat 8-5, Dec 25 closed, "+
				"Thanksgiving closed, Mar 2 2027 closed, where a season without weekdays has those of the year; "+
				"not %q", text, part)
		case week == "":
			week = fmt.Sprintf("  firstDay: %s\n  lastDay: %s\n  opens: %q\n  closes: %q\n", days[0], days[len(days)-1],
				opens, closes)
		case isSeason && from == to && hours == clock.Closed: // a holiday, which hours do not say all year
			holidays, inSeason = append(holidays, from), false
		case isSeason:
			seasons = append(seasons, fmt.Sprintf("    - { from: %q, to: %q, hours: %q }\n", from, to, hours))
			inSeason = isWeek
		case inSeason:
			last := &seasons[len(seasons)-1]
			*last = strings.TrimSuffix(*last, "\" }\n") + ", " + part + "\" }\n"
		default:
			for _, day := range days {
				except += fmt.Sprintf("    %s: %q\n", day, span)
			}
		}
	}
	rest := strings.Join(seasons, "")
	if rest != "" {
		rest = "  seasons:\n" + rest
	}
	if holidays != nil {
		rest += fmt.Sprintf("  holidays: [%s]\n", strings.Join(holidays, ", "))
	}
	if except != "" {
		except = "  except:\n" + except
	}
	mark := ""
	if unconfirmed {
		mark = "  unconfirmed: true # remove this line when the hours are yours\n"
	}
	return "\nhours:\n" + mark + week + except + rest + "  timezone: " + zone + "\n\n", nil
}

// dayOfYear is a day of one year as YAML quotes it: `"2027-03-02"` for "Mar 2 2027"; "" for none.
func dayOfYear(text string) string {
	for _, layout := range []string{"Jan 2 2006", "January 2 2006", time.DateOnly} {
		if day, err := time.Parse(layout, text); err == nil {
			return day.Format(`"2006-01-02"`)
		}
	}
	return ""
}

// monthDay is a day of every year, "11-01" for "Nov 1"; "" for none.
func monthDay(text string) string {
	day, err := time.Parse("Jan 2", text)
	if err != nil {
		return ""
	}
	return day.Format("01-02")
}
