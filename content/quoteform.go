package content

import "haulfront/content/wording"

// This file holds the props of the quote form. As in all props, every string is ready to be shown: numbers, prices,
// dates and phone numbers were formatted when the content was loaded.

// QuoteForm is the props of one quote form.
type QuoteForm struct {
	// ID is unique on the page and prefixes the ids of the form's controls.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Source is the lead's source, one of the specification's three.
	Source string              `json:"source"`
	Page   string              `json:"page"`
	Labels wording.QuoteLabels `json:"labels"`
	Fields []QuoteField        `json:"fields"`
	// Options are the choices of a field, by its name; the other fields are typed.
	Options map[string][]string `json:"options"`
	// Messages are the texts that the hydrated form shows by itself, the same as the server's.
	Messages wording.QuoteMessages `json:"messages"`
	// Values are the texts that the visitor typed, or the initial ones, by field; fields may be missing.
	Values map[string]string `json:"values"`
	// Asked are the names of the fields that the form has asked about, with spaces; it posts them and asks once.
	Asked  string            `json:"asked"`
	Errors map[string]string `json:"errors"`
	// Result is the outcome of the last submission, which the form shows; null for a new form.
	Result *wording.Toast `json:"result"`
	// ConsentVersion identifies the words of the consent.
	ConsentVersion string    `json:"consentVersion"`
	More           QuoteMore `json:"more"`
	// Ahead is how many hours ahead a job is booked, by the choice of the service; those without are booked at once.
	Ahead map[string]int `json:"ahead,omitempty"`
	// NoteHint is the placeholder of the message on this page, by default that of Labels.
	NoteHint string `json:"noteHint,omitempty"`
	// Times says below the button that a time can be picked next; empty if it cannot.
	Times    string       `json:"times,omitempty"`
	Estimate FormEstimate `json:"estimate"`
	// Tool describes the form to assistants; it is nil in a second form of the same page.
	Tool *wording.Tool `json:"tool,omitempty"`
	// Action is the address that an exported page's form posts to; empty if the program serves the page.
	Action string `json:"action,omitempty"`
}

// QuoteField is one field of the form.
type QuoteField struct {
	// Name is the field's name in posts, and the key of its label and messages.
	Name      string `json:"name"`
	Required  bool   `json:"required,omitempty"`
	Multiline bool   `json:"multiline,omitempty"`
	// Max is the maximum length of a text, in Unicode code points.
	Max int `json:"max"`
	// Hint is the text below the field: the reason for it, or Max, for browsers without scripts to count.
	Hint string `json:"hint,omitempty"`
	// Param describes the field to an assistant, if its label does not.
	Param string `json:"param,omitempty"`
	// Pattern is an expression, with the flag u; the form asks about a text that does not match it.
	Pattern string `json:"pattern,omitempty"`
	// Type, InputMode and AutoComplete are the control's attributes.
	Type         string `json:"type,omitempty"`
	InputMode    string `json:"inputMode,omitempty" tstype:"'tel' | 'email' | 'numeric'"`
	AutoComplete string `json:"autoComplete,omitempty"`
}

// QuoteMore is the state of the form's optional part, after the fields.
type QuoteMore struct {
	Contact string `json:"contact"`
	Consent bool   `json:"consent"`
}
