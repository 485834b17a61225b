package office

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"haulfront/content/clock"
)

// A boardColumn has the cells of a truck, each at the hour in which it begins. Number is 0 for visits without a truck.
type boardColumn struct {
	title  string
	number int
	cells  [24]BoardCell
}

// at returns the first hour of the cell that has an hour; -1 if none does.
func (c *boardColumn) at(hour int) int {
	for first := hour; first >= 0; first-- {
		if first+c.cells[first].Hours > hour {
			return first
		}
	}
	return -1
}

// add puts a job, none of which begins before the others, into its hours: into the cell of one that it overlaps.
func (c *boardColumn) add(r *Record, service string, hour int) {
	first := c.at(hour)
	if first < 0 {
		first = hour
	}
	cell := &c.cells[first]
	cell.Hours = max(cell.Hours, min(hour+r.length(), len(c.cells))-first)
	cell.Jobs = append(cell.Jobs, BoardJob{anchor(r), r.Name, service, r.State == Done})
}

// anchor identifies a job on the page of its day: by the end of the request's ID, which is random.
func anchor(r *Record) string {
	return "job-" + r.ID[max(0, len(r.ID)-6):] + "-" + strconv.Itoa(r.Number)
}

// board returns the board of a day with its jobs. The windows after now in which a truck has no job are free.
func (w Words) board(day, now time.Time, jobs []Record) Board {
	columns, minute := w.boardColumns(jobs), 0
	for i := range columns {
		if c := &columns[i]; w.isOut(c.number, day) {
			c.title, c.number = c.title+" · "+w.Office().Day.Out, 0
		}
	}
	for _, begin := range w.Windows(day.AddDate(0, 0, -1), SlotLength, 2) { // a Sunday has windows until Saturday
		hour, hours := begin.Hour(), int(SlotLength/time.Hour)
		minute = begin.Minute()
		_, words := w.slotParts(begin)
		for i := range columns {
			c := &columns[i]
			isFree := c.number > 0 && begin.After(now) && c.at(hour) < 0 && c.at(hour+hours-1) < 0
			if isFree && clock.On(begin, "00:00").Equal(day) {
				c.cells[hour] = BoardCell{Hours: hours, Free: SlotValue(begin), FreeTime: words}
			}
		}
	}
	first, last, board := 24, 0, Board{Columns: []string{}, Rows: []BoardRow{}}
	for _, c := range columns {
		board.Columns = append(board.Columns, c.title)
		for hour, cell := range c.cells {
			if cell.Hours > 0 {
				first, last = min(first, hour), max(last, hour+cell.Hours)
			}
		}
	}
	for hour := first; hour < last; hour++ {
		at := time.Date(1, 1, 1, hour, minute, 0, 0, time.UTC)
		row := BoardRow{Hour: clock.Format(at.Format("15:04"), "3pm"), Cells: []BoardCell{}}
		for _, c := range columns {
			switch c.at(hour) {
			case hour:
				row.Cells = append(row.Cells, c.cells[hour])
			case -1:
				row.Cells = append(row.Cells, BoardCell{Hours: 1})
			}
		}
		board.Rows = append(board.Rows, row)
	}
	return board
}

// boardColumns returns a column for each truck, and one for each kind of jobs that have none, with the jobs in them.
func (w Words) boardColumns(jobs []Record) (columns []boardColumn) {
	labels := &w.Office().Request
	for _, n := range w.trucks() {
		columns = append(columns, boardColumn{title: cmp.Or(w.truckName(n), labels.Truck), number: n})
	}
	jobs = slices.Clone(jobs)
	slices.SortStableFunc(jobs, func(a, b Record) int { return cmp.Compare(a.Begin, b.Begin) })
	for _, r := range jobs {
		title := cmp.Or(w.truckName(r.TruckNumber), labels.Truck)
		if r.TruckNumber == 0 {
			title = labels.Kinds[r.Kind]
		}
		i := slices.IndexFunc(columns, func(c boardColumn) bool { return c.title == title })
		if i < 0 {
			i, columns = len(columns), append(columns, boardColumn{title: title})
		}
		columns[i].add(&r, w.service(&r.Lead), fromMillis(r.Begin).In(w.Location()).Hour())
	}
	return columns
}
