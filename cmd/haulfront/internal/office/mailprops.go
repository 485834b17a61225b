package office

import "haulfront/content"

// Mail is the props of an email, and the source of its plain text.
type Mail struct {
	Lang    string `json:"lang"` // of its words
	Subject string `json:"subject"`
	// Preview is the text that an inbox or a lock screen shows after the subject.
	Preview string `json:"preview"`
	// Company is the name as the site's header shows it: ShortName large, Descriptor small.
	Company    string `json:"-"`
	ShortName  string `json:"shortName"`
	Descriptor string `json:"descriptor"`
	// Mark is the address of the company's mark; empty for the built-in company's, which the component draws.
	Mark  string `json:"mark,omitempty"`
	Title string `json:"title"`
	Lead  string `json:"lead"`
	// Actions are links, the most likely one first.
	Actions  []content.Link `json:"actions"`
	Sections []MailSection  `json:"sections"`
	Note     string         `json:"note"`
	// Calendar means that the file of the job for calendars belongs to the mail, if the job has a time.
	Calendar bool `json:"-"`
	// Light and Dark are the colors in a light and in a dark mail program.
	Light MailColors `json:"light"`
	Dark  MailColors `json:"dark"`
}

// MailSection is a part of a mail: rows, steps, links or a text.
type MailSection struct {
	Title string         `json:"title,omitempty"`
	Rows  []MailRow      `json:"rows,omitempty"`
	Steps []string       `json:"steps,omitempty"`
	Links []content.Link `json:"links,omitempty"`
	Text  string         `json:"text,omitempty"`
}

// MailRow is a value with its label.
type MailRow struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Href  string `json:"href,omitempty"`
}

// MailColors are the colors of a mail, each "#rrggbb": mail programs know no custom properties.
type MailColors struct {
	Ground   string `json:"ground"`
	Card     string `json:"card"`
	Ink      string `json:"ink"`
	Muted    string `json:"muted"`
	Line     string `json:"line"`
	Brand    string `json:"brand"`
	OnBrand  string `json:"onBrand"`
	Aside    string `json:"aside"` // small text on Brand
	Mark     string `json:"mark"`  // the top of the mark; its sides are Action and Edge
	Edge     string `json:"edge"`
	Action   string `json:"action"`
	OnAction string `json:"onAction"`
}
