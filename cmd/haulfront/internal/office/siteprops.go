package office

// SitePage is the props of the page on which users change the site.
type SitePage struct {
	Layout Layout `json:"layout"`
	Lead   string `json:"lead"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message string     `json:"message"`
	Parts   []SitePart `json:"parts"`
	// Changes are the last ones, under the title History.
	Changes []SiteChange `json:"changes"`
	History string       `json:"history"`
	// Remove and Back label the buttons of items and changes.
	Remove string `json:"remove"`
	Back   string `json:"back"`
}

// SitePart is the form of a part of the site, with the items that it has.
type SitePart struct {
	Name   string      `json:"name"`
	Title  string      `json:"title"`
	Hint   string      `json:"hint"`
	Save   string      `json:"save"`
	Open   bool        `json:"open"` // it was typed into, and refused
	Fields []SiteField `json:"fields"`
	Items  []SiteItem  `json:"items"`
}

// SiteField is a field of a form.
type SiteField struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	// Input is "textarea", "select" with its options, "photo", or the type of an input element.
	Input   string   `json:"input"`
	Value   string   `json:"value"`
	Options []Choice `json:"options"`
}

// SiteItem is what a part has now. Item is its name.
type SiteItem struct {
	Item string `json:"item"`
	Text string `json:"text"`
	// Photo is the address of a photograph, empty for other items.
	Photo string `json:"photo"`
	// Booked says how many jobs are booked on a closed day, and Day is its page; both are empty without any.
	Booked string `json:"booked"`
	Day    string `json:"day"`
}

// SiteChange is a change, with who made it and when. Number is 0 unless it can be taken back.
type SiteChange struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	By     string `json:"by"`
	Number int64  `json:"number"`
}
