package content

// OfficeWeek is the props of the page with the figures of a week.
type OfficeWeek struct {
	Layout   OfficeLayout `json:"layout"`
	Title    string       `json:"title"`
	Earlier  Link         `json:"earlier"`
	Later    Link         `json:"later"` // without Href in the present week
	Download Link         `json:"download"`
	// Calendar is the address of the booked jobs for calendar programs, with its key.
	Calendar Link `json:"calendar"`
	// Figures are the week's own, each beside that of the week before.
	Figures []OfficeFigure `json:"figures"`
	Charts  []OfficeChart  `json:"charts"`
	Groups  []OfficeGroups `json:"groups"`
	// Numbers is the label of the table behind a chart.
	Numbers string `json:"numbers"`
}

// OfficeFigure is a number with what it was before.
type OfficeFigure struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Before string `json:"before"`
}

// OfficeChart is a bar for each week.
type OfficeChart struct {
	Title string `json:"title"`
	// Parts is the label of the bars' lower parts; empty if they have none.
	Parts string      `json:"parts"`
	Head  []string    `json:"head"` // of the table with the same numbers
	Bars  []OfficeBar `json:"bars"`
}

// OfficeBar is one bar and one row of the table.
type OfficeBar struct {
	Label  string   `json:"label"`
	Value  string   `json:"value"`
	Height float64  `json:"height"` // from 0 to 1, as Part
	Part   float64  `json:"part"`
	Cells  []string `json:"cells"`
}

// OfficeGroups is the requests of the week by one of their properties.
type OfficeGroups struct {
	Title string        `json:"title"`
	Head  []string      `json:"head"`
	Rows  []OfficeGroup `json:"rows"`
}

// OfficeGroup is a row: its name, its numbers, and its share of the largest, from 0 to 1.
type OfficeGroup struct {
	Cells []string `json:"cells"`
	Share float64  `json:"share"`
}
