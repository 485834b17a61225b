package content

// This file holds the props of the quote form. As in all props, every string is ready to be shown: numbers, prices,
// dates and phone numbers were formatted when the content was loaded.

// QuoteForm is the props of one quote form.
type QuoteForm struct {
	// ID is unique on the page and prefixes the ids of the form's controls.
	ID    string `json:"id"`
	Title string `json:"title"`
	// Source is the lead's source, one of the specification's three.
	Source string       `json:"source"`
	Page   string       `json:"page"`
	Labels QuoteLabels  `json:"labels"`
	Fields []QuoteField `json:"fields"`
	// Options are the choices of a field, by its name; the other fields are typed.
	Options map[string][]string `json:"options"`
	// Messages are the texts that the hydrated form shows by itself, the same as the server's.
	Messages QuoteMessages `json:"messages"`
	// Values are the texts that the visitor typed, or the initial ones, by field; fields may be missing.
	Values map[string]string `json:"values"`
	// Asked are the names of the fields that the form has asked about, with spaces between them; the form posts them,
	// so as not to ask twice.
	Asked  string            `json:"asked"`
	Errors map[string]string `json:"errors"`
	// Result is the outcome of the last submission, which the form shows; null for a new form.
	Result *Toast `json:"result"`
	// ConsentVersion identifies the words of the consent.
	ConsentVersion string    `json:"consentVersion"`
	More           QuoteMore `json:"more"`
	// Picture is the address of the drawing beside the confirmation; empty without one.
	Picture string `json:"picture,omitempty"`
	// NoteHint is the placeholder of the message on this page, by default that of Labels.
	NoteHint string `json:"noteHint,omitempty"`
	// Received is the confirmation, if Result is a success.
	Received QuoteReceived `json:"received"`
	Estimate FormEstimate  `json:"estimate"`
	// Tool describes the form to assistants; it is nil in a second form of the same page.
	Tool *Tool `json:"tool,omitempty"`
	// Action is the address that an exported page's form posts to; empty if the program serves the page.
	Action string `json:"action,omitempty"`
}

// Tool describes a form to an assistant in the browser: attributes of WebMCP
// (https://developer.chrome.com/docs/ai/webmcp/declarative-api). The browser derives the schema from the form's
// controls.
type Tool struct {
	Description string `json:"tooldescription" yaml:"description"`
	// Name is unique on the page.
	Name string `json:"toolname" yaml:"name"`
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

// QuoteReceived is the confirmation of a quote request.
type QuoteReceived struct {
	// Reference identifies it, see "haulfront leads show"; may be empty.
	Reference string `json:"reference"`
	// By is the promise of an answer; empty likewise. Heading is its beginning, "We’ll call you by 4:55pm today".
	By      string `json:"by"`
	Heading string `json:"heading"`
	// Steps are what happens next, the first with the rest of the promise.
	Steps []Step `json:"steps,omitempty"`
	// Notes qualify the promise: the area, the day, photographs that the browser could not open.
	Notes []string `json:"notes,omitempty"`
	// Rows repeat what was sent; Price is what that costs by the price list, or by the visitor's estimate.
	Rows  []QuoteRow `json:"rows,omitempty"`
	Price QuoteRow   `json:"price"`
	// Link is the address of the customer's page; empty if the office is off.
	Link string `json:"link,omitempty"`
	// Picks means that a time can be picked there.
	Picks bool `json:"picks,omitempty"`
	// Sooner is for urgent requests; empty while the office is closed.
	Sooner string `json:"sooner,omitempty"`
	// Page is the address that shows the confirmation again; empty on exported pages.
	Page string `json:"page,omitempty"`
}

// QuoteRow is a line of the confirmation.
type QuoteRow struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// QuoteReceivedLabels are the words of the confirmation.
type QuoteReceivedLabels struct {
	// Service, ZIP, Timeframe and Photos are the labels of the rows.
	Service   string `json:"-" file:"service"`
	ZIP       string `json:"-" file:"zip"`
	Timeframe string `json:"-" file:"timeframe"`
	Photos    string `json:"-" file:"photos"`
	// Price is the label of what the request's service costs. Handy asks for a list if the visitor left no note.
	Price string `json:"-" file:"price,omitempty"`
	Handy string `json:"-" file:"handy,omitempty"`
	// Steps follow the answer.
	Steps []Step `json:"-" file:"steps,omitempty"`
	// Refused is the note for the [names] of files that did not open.
	Refused string `json:"-" file:"refused" places:"[names]"`
	// Save is the link to the company's contact card, See, More and Pick lead to the customer's page.
	Save string `json:"save"`
	See  string `json:"see"`
	More string `json:"more"`
	Pick string `json:"pick"`
}

// QuoteMoreLabels are the words of the form's optional part.
type QuoteMoreLabels struct {
	// Contact asks for the way of the answer; Ways are the choices.
	Contact string        `json:"contact"`
	Ways    []QuoteChoice `json:"ways"`
	Photos  QuotePhotos   `json:"photos"`
	// Consent are the words that a visitor who wants texts may agree to. Agreed is the line in a lead's message.
	Consent string `json:"consent"`
	Agreed  string `json:"agreed"`
	// Reads is the line in a lead's message about a visitor who does not read English.
	Reads string `json:"-" file:"reads" places:"[language]"`
	// ConsentParam tells assistants to leave the choice to the person.
	ConsentParam string `json:"consentParam"`
}

// QuotePhotos are the words of the form's field for photographs. The browser replaces the names in brackets.
type QuotePhotos struct {
	Label string `json:"label"`
	Hint  string `json:"hint"`
	// Ready tells the number of chosen photos: [count].
	Ready string `json:"ready"`
	// Remove is the button of one: [number].
	Remove string `json:"remove"`
	// Preparing appears while the browser makes photos smaller, Sending while it sends them: [percent].
	Preparing string `json:"preparing"`
	Sending   string `json:"sending"`
	// Unreadable is the error of a file that the browser cannot decode: [name].
	Unreadable string `json:"unreadable"`
	TooMany    string `json:"tooMany"`
	// Text is another way to send them, on phones; empty without one.
	Text     string `json:"text,omitempty" file:"text,omitempty"`
	TextHref string `json:"textHref,omitempty" file:"-"`
}

// QuoteChoice is one of the values of a field that is chosen from a list.
type QuoteChoice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// QuoteLabels are the form's labels and hints.
type QuoteLabels struct {
	Fields map[string]string `json:"fields"`
	// Options are the labels of options that differ from their values, by value.
	Options map[string]string `json:"options,omitempty"`
	// Short maps each field's name to its name in the line above a rejected form.
	Short    map[string]string `json:"short"`
	Required string            `json:"required"`
	Optional string            `json:"optional"`
	// Choose is the empty first entry of both lists.
	Choose string `json:"choose"`
	// MessageHint is the placeholder of the message.
	MessageHint string          `json:"messageHint"`
	More        QuoteMoreLabels `json:"more"`
	Submit      string          `json:"submit"`
	Submitting  string          `json:"submitting"`
	Note        string          `json:"note"`
	// ErrorSummary precedes the fields to look at.
	ErrorSummary string `json:"errorSummary"`
	// Next are the next steps after a request was received; [QuoteReceived.By] replaces the first. Reference precedes
	// its name, Sooner is for urgent requests while the office is open, Another brings back the form.
	Next      []string            `json:"next" count:"1 steps"`
	Received  QuoteReceivedLabels `json:"received"`
	Reference string              `json:"reference"`
	Sooner    string              `json:"-" file:"sooner"`
	Another   string              `json:"another"`
}

// QuoteMessages are the toasts of the specification's error catalogue and the messages at fields.
type QuoteMessages struct {
	Missing  Toast `json:"missing"`
	Failed   Toast `json:"failed"`
	Received Toast `json:"received"`
	// TooMany is shown when an address has sent more requests than QUOTE_RATE_LIMIT allows.
	TooMany Toast `json:"tooMany"`
	// TooLong and Question are shown when no required field is empty, and a text is over its limit or an answer is
	// implausible.
	TooLong  Toast `json:"tooLong"`
	Question Toast `json:"question"`
	// Fields maps a required field's name to its message.
	Fields map[string]string `json:"fields"`
	// Doubts maps a field's name to the question about an implausible text, "consent" to the question for a visitor who
	// wants texts and has not agreed to them, and "address" to the one for a visitor who wants email and left no
	// address.
	Doubts map[string]string `json:"doubts"`
	// Earliest is shown to a visitor who needs a job today when none can be booked anymore. [day] is the next day.
	Earliest string `json:"earliest" places:"[day]"`
	// Longer is shown at a field whose text is beyond its bound. [length] and [max] are numbers.
	Longer string `json:"longer" places:"[length] [max]"`
	// Left is shown when a text comes near its bound, Over when it is beyond. [count] is a number.
	Left string `json:"left" places:"[count]"`
	Over string `json:"over" places:"[count]"`
	// Offline is shown instead of sending when there is no connection and the form is not ready.
	Offline string `json:"offline"`
}
