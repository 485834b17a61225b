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
	"haulfront/content/company"
)

// A column is a number of a tally, with its label, and as people read it.
type column struct {
	label string
	value func(Tally) int
	text  func(int) string
}

// textOf returns the number of a tally in words, "–" without one.
func (c column) textOf(t Tally) string { return cmp.Or(c.text(c.value(t)), "–") }

// Page returns the props of the page with the figures, without its layout and calendar.
func (f Figures) Page(labels *content.OfficeLabels, now time.Time) (page OfficeWeek) {
	words := &labels.Week
	requests := column{words.Requests, func(t Tally) int { return t.Requests }, strconv.Itoa}
	answer := column{words.Answer, func(t Tally) int { return int(t.Answer()) }, minutes}
	answered := column{words.Answered, func(t Tally) int { return len(t.Answers) }, strconv.Itoa}
	booked := column{words.Booked, func(t Tally) int { return t.Booked }, strconv.Itoa}
	done := column{words.Done, func(t Tally) int { return t.Done }, strconv.Itoa}
	money := column{words.Dollars, func(t Tally) int { return t.Dollars }, company.Dollars}
	bookedShare := column{words.Booked, func(t Tally) int { return share(t.Booked, t.Requests) }, percent}
	doneShare := column{words.Done, func(t Tally) int { return share(t.Done, t.Requests) }, percent}

	day := func(days int) string { return f.Monday.AddDate(0, 0, days).Format(time.DateOnly) }
	page.Of, page.Earlier = day(0), day(-7)
	if !now.Before(f.Monday.AddDate(0, 0, 7)) {
		page.Later = day(7)
	}
	chosen, before := f.Weeks[shownWeeks-1], f.Weeks[shownWeeks-2]
	for _, c := range []column{requests, answer, bookedShare, doneShare, money} {
		page.Figures = append(page.Figures, OfficeFigure{
			Label: c.label, Value: c.textOf(chosen), Before: c.textOf(before) + " " + words.Before,
		})
	}
	page.Charts = []OfficeTable{
		table(words.Requests, words.Week, f.Weeks, requests, booked, done),
		table(words.Answer, words.Week, f.Weeks, answer, answered),
		table(words.Dollars, words.Week, f.Weeks, money),
	}
	page.Charts[0].Parts = words.Booked
	for i, w := range f.Weeks {
		monday, _ := time.Parse(time.DateOnly, w.Name)
		for _, chart := range page.Charts {
			chart.Rows[i].Cells[0] = monday.Format("1/2")
		}
		row := &page.Charts[0].Rows[i]
		row.Part = row.Height * float64(w.Booked) / float64(max(w.Requests, 1))
	}
	page.Groups = []OfficeTable{
		table(words.Source, words.Source, f.Sources, requests, booked, money),
		table(words.Town, words.Town, f.Towns, requests, booked, money),
		table(words.Service, words.Service, f.Services, requests, booked, money),
	}
	return page
}

// table returns a table whose first cells are the tallies' names, with bars as high as the first number.
func table(title, name string, tallies []Tally, columns ...column) OfficeTable {
	t := OfficeTable{Title: title, Head: []string{name}, Rows: []OfficeRow{}}
	for _, c := range columns {
		t.Head = append(t.Head, c.label)
	}
	largest := 1
	for _, tally := range tallies {
		largest = max(largest, columns[0].value(tally))
	}
	for _, tally := range tallies {
		row := OfficeRow{Cells: []string{tally.Name}}
		row.Height = float64(columns[0].value(tally)) / float64(largest)
		for _, c := range columns {
			row.Cells = append(row.Cells, c.text(c.value(tally)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// WriteCSV writes the figures as a table: a row for each week, and for each group of the chosen week.
func (f Figures) WriteCSV(out io.Writer) error {
	rows := [][]string{{"by", "name", "requests", "answered", "median minutes to answer", "booked", "done", "dollars"}}
	add := func(by string, list []Tally) {
		for _, t := range list {
			row := []string{by, quote.EscapeFormula(t.Name)}
			minutes := int(t.Answer().Minutes())
			for _, n := range []int{t.Requests, len(t.Answers), minutes, t.Booked, t.Done, t.Dollars} {
				row = append(row, strconv.Itoa(n))
			}
			rows = append(rows, row)
		}
	}
	add("week", f.Weeks)
	add("source", f.Sources)
	add("town", f.Towns)
	add("service", f.Services)
	return csv.NewWriter(out).WriteAll(rows)
}

// minutes returns a duration in nanoseconds as people read it, such as "14 min", "3.5 h" or "2 d"; "" for 0.
func minutes(nanoseconds int) string {
	switch d := time.Duration(nanoseconds); {
	case d == 0:
		return ""
	case d < time.Minute:
		return "1 min"
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	default:
		return fmt.Sprintf("%.0f d", d.Hours()/24)
	}
}

// share returns n as a percentage of all; -1 of none.
func share(n, all int) int {
	if all == 0 {
		return -1
	}
	return (100*n + all/2) / all
}

func percent(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n) + "%"
}
