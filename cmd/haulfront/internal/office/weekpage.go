package office

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// Page returns the props of the page with the figures, without its layout and links.
func (f Figures) Page(words *content.OfficeWeekWords) content.OfficeWeek {
	now, before := f.Weeks[len(f.Weeks)-1], f.Weeks[len(f.Weeks)-2]
	page := content.OfficeWeek{Title: words.Title + " " + now.Monday.Format("January 2, 2006"), Numbers: words.Numbers}
	figure := func(label string, value func(Week) string) {
		page.Figures = append(page.Figures, content.OfficeFigure{
			Label: label, Value: value(now), Before: value(before) + " " + words.Before,
		})
	}
	figure(words.Requests, func(w Week) string { return strconv.Itoa(w.Requests) })
	figure(words.Answer, func(w Week) string { return cmp.Or(minutes(w.Answer), "–") })
	figure(words.Booked, func(w Week) string { return percent(w.Booked, w.Requests) })
	figure(words.Done, func(w Week) string { return percent(w.Done, w.Requests) })
	figure(words.Dollars, func(w Week) string { return dollars(w.Dollars) })

	page.Charts = []content.OfficeChart{
		f.chart(words.Requests, words.Booked, []string{words.Week, words.Requests, words.Booked, words.Done},
			func(w Week) (float64, float64, string, []string) {
				return float64(w.Requests), float64(w.Booked), strconv.Itoa(w.Requests),
					[]string{strconv.Itoa(w.Requests), strconv.Itoa(w.Booked), strconv.Itoa(w.Done)}
			}),
		f.chart(words.Answer, "", []string{words.Week, words.Answer, words.Answered},
			func(w Week) (float64, float64, string, []string) {
				return w.Answer.Minutes(), 0, minutes(w.Answer), []string{minutes(w.Answer), strconv.Itoa(w.Answered)}
			}),
		f.chart(words.Dollars, "", []string{words.Week, words.Dollars},
			func(w Week) (float64, float64, string, []string) {
				return float64(w.Dollars), 0, dollars(w.Dollars), []string{dollars(w.Dollars)}
			}),
	}
	for _, list := range []struct {
		title  string
		groups []Group
	}{{words.Source, f.Sources}, {words.Town, f.Towns}, {words.Service, f.Services}} {
		groups := content.OfficeGroups{
			Title: list.title, Head: []string{list.title, words.Requests, words.Booked, words.Dollars},
			Rows: []content.OfficeGroup{},
		}
		for _, g := range list.groups {
			groups.Rows = append(groups.Rows, content.OfficeGroup{
				Cells: []string{g.Name, strconv.Itoa(g.Requests), strconv.Itoa(g.Booked), dollars(g.Dollars)},
				Share: float64(g.Requests) / float64(list.groups[0].Requests),
			})
		}
		page.Groups = append(page.Groups, groups)
	}
	return page
}

// chart returns a chart with a bar for each week. of returns a week's bar, the lower part of it, both in any unit, its
// label and the cells of its row.
func (f Figures) chart(title, parts string, head []string,
	of func(Week) (bar, part float64, label string, cells []string)) content.OfficeChart {
	chart := content.OfficeChart{Title: title, Parts: parts, Head: head}
	var tallest float64
	for _, w := range f.Weeks {
		bar, _, _, _ := of(w)
		tallest = max(tallest, bar)
	}
	tallest = cmp.Or(tallest, 1)
	for _, w := range f.Weeks {
		bar, part, label, cells := of(w)
		chart.Bars = append(chart.Bars, content.OfficeBar{
			Label: w.Monday.Format("1/2"), Value: label, Height: bar / tallest, Part: part / tallest, Cells: cells,
		})
	}
	return chart
}

// WriteCSV writes the figures as a table: a row for each week, and for each group of the chosen week.
func (f Figures) WriteCSV(out io.Writer) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"by", "name", "requests", "answered", "median minutes to answer", "booked", "done", "dollars"}}
	for _, week := range f.Weeks {
		rows = append(rows, []string{"week", week.Monday.Format(time.DateOnly), strconv.Itoa(week.Requests),
			strconv.Itoa(week.Answered), strconv.Itoa(int(week.Answer.Minutes())), strconv.Itoa(week.Booked),
			strconv.Itoa(week.Done), strconv.Itoa(week.Dollars)})
	}
	for _, list := range []struct {
		by     string
		groups []Group
	}{{"source", f.Sources}, {"town", f.Towns}, {"service", f.Services}} {
		for _, g := range list.groups {
			rows = append(rows, []string{list.by, quote.EscapeFormula(g.Name), strconv.Itoa(g.Requests), "", "",
				strconv.Itoa(g.Booked), "",
				strconv.Itoa(g.Dollars)})
		}
	}
	return w.WriteAll(rows)
}

// minutes returns a time as people read it, such as "14 min", "3.5 h" or "2 d"; "" for 0.
func minutes(d time.Duration) string {
	switch {
	case d == 0:
		return ""
	case d < time.Minute:
		return "1 min"
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.0f d", d.Hours()/24)
}

// percent returns n as a share of all; "–" of none.
func percent(n, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%d%%", (100*n+all/2)/all)
}
