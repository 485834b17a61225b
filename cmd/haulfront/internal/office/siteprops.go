package office

// OfficeSite is the props of the page on which users change the site.
type OfficeSite struct {
	Layout OfficeLayout `json:"layout"`
	Lead   string       `json:"lead"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message string           `json:"message"`
	Parts   []OfficeSitePart `json:"parts"`
	// Changes are the last ones, under the title History.
	Changes []OfficeSiteChange `json:"changes"`
	History string             `json:"history"`
	// Remove and Back label the buttons of items and changes.
	Remove string `json:"remove"`
	Back   string `json:"back"`
}

// OfficeSitePart is the form of a part of the site, with the items that it has.
type OfficeSitePart struct {
	Name   string            `json:"name"`
	Title  string            `json:"title"`
	Hint   string            `json:"hint"`
	Save   string            `json:"save"`
	Open   bool              `json:"open"` // it was typed into, and refused
	Fields []OfficeSiteField `json:"fields"`
	Items  []OfficeSiteItem  `json:"items"`
}

// OfficeSiteField is a field of a form.
type OfficeSiteField struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	// Input is "textarea", "select" with its options, "photo", or the type of an input element.
	Input   string         `json:"input"`
	Value   string         `json:"value"`
	Options []OfficeChoice `json:"options"`
}

// OfficeSiteItem is what a part has now. Item is its name.
type OfficeSiteItem struct {
	Item string `json:"item"`
	Text string `json:"text"`
	// Photo is the address of a photograph, empty for other items.
	Photo string `json:"photo"`
	// Booked says how many jobs are booked on a closed day, and Day is its page; both are empty without any.
	Booked string `json:"booked"`
	Day    string `json:"day"`
}

// OfficeSiteChange is a change, with who made it and when. Number is 0 unless it can be taken back.
type OfficeSiteChange struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	By     string `json:"by"`
	Number int64  `json:"number"`
}
