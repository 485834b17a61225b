package content

// OfficeWeek is the props of the page with the figures of a week.
type OfficeWeek struct {
	Layout OfficeLayout `json:"layout"`
	// Of is the first day of the week, Earlier and Later are those of the weeks beside it. The present week has no
	// Later.
	Of      string `json:"of"`
	Earlier string `json:"earlier"`
	Later   string `json:"later"`
	// Calendar is the address of the booked jobs.
	Calendar string `json:"calendar"`
	// Figures are the week's own, each beside that of the week before.
	Figures []OfficeFigure `json:"figures"`
	// Charts have a row for each week, Groups one for each source, town or service.
	Charts []OfficeTable `json:"charts"`
	Groups []OfficeTable `json:"groups"`
}

// OfficeFigure is a number with what it was before.
type OfficeFigure struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Before string `json:"before"`
}

// OfficeTable is a table whose rows have bars.
type OfficeTable struct {
	Title string `json:"title"`
	// Parts is the label of the bars' lower parts; empty if they have none.
	Parts string      `json:"parts"`
	Head  []string    `json:"head"`
	Rows  []OfficeRow `json:"rows"`
}

// OfficeRow is a row: its name, its numbers, and the bar of the first one, from 0 to 1, with its lower part.
type OfficeRow struct {
	Cells  []string `json:"cells"`
	Height float64  `json:"height"`
	Part   float64  `json:"part"`
}
