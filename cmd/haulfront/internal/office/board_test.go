package office

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestBoard draws a day of two trucks: a job of four hours, two at the same time without a truck, one that is done, and
// the windows that are free from noon on.
func TestBoard(t *testing.T) {
	site := *words()
	site.Business.Trucks = []string{"Red", "Blue"}
	w := Words{Site: &site}
	day := time.Date(2026, 11, 24, 0, 0, 0, 0, w.Location())
	job := func(name string, hour, hours, truck int, state string) (r Record) {
		r.ID, r.Name = name, name
		r.Visit = Visit{Number: 1, Kind: Estimate, State: state,
			Begin: millis(day.Add(time.Duration(hour) * time.Hour)),
			Hours: hours, TruckNumber: truck}
		return r
	}
	draw := func(day, now time.Time, jobs ...Record) (lines []string) {
		board := w.board(day, now, jobs)
		lines = append(lines, strings.Join(board.Columns, "|"))
		for _, row := range board.Rows {
			cells := []string{row.Hour}
			for _, cell := range row.Cells {
				text := strings.TrimSpace(fmt.Sprint(cell.Hours, " ", cell.FreeTime))
				for _, j := range cell.Jobs {
					text += map[bool]string{false: " ", true: " done "}[j.Done] + j.Anchor
				}
				cells = append(cells, text)
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
		return lines
	}
	got := draw(day, day.Add(12*time.Hour), job("Ann", 9, 4, 1, Planned), job("Bob", 7, 2, 2, Done),
		job("Cid", 11, 2, 0, Planned), job("Dee", 10, 2, 0, Planned), job("Eve", 18, 2, 2, Planned))
	want := []string{"Red|Blue|Estimate visit", "7am|1|2 done job-Bob-1|1", "8am|1|1", "9am|4 job-Ann-1|1|1",
		"10am|1|3 job-Dee-1 job-Cid-1", "11am|1", "12pm|1", "1pm|2 1–3pm|2 1–3pm|1", "2pm|1", "3pm|2 3–5pm|2 3–5pm|1",
		"4pm|1", "5pm|2 5–7pm|1|1", "6pm|2 job-Eve-1|1", "7pm|1|1"}
	if !slices.Equal(got, want) {
		t.Errorf("the board is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	site.Business.Hours.Holidays = []string{"2026-11-24"}
	if got := draw(day, day); len(got) != 1 {
		t.Errorf("on a holiday the board is %q", got)
	}
	sunday := time.Date(2026, 11, 29, 0, 0, 0, 0, w.Location())
	if got := draw(sunday, sunday.Add(-time.Hour)); len(got) != 13 || got[1] != "7am|2 7–9am|2 7–9am" {
		t.Errorf("on a Sunday the board is %q", got)
	}
	site.Business.Hours.Opens = "07:30"
	if got := draw(sunday, sunday.Add(-time.Hour)); len(got) != 11 || got[1] != "7:30am|2 7:30–9:30am|2 7:30–9:30am" {
		t.Errorf("from half past on, the board is %q", got)
	}
}
