package wording

// QuoteReceivedLabels are the words about a request that was received, on the customer's page and in mails.
type QuoteReceivedLabels struct {
	// Service, ZIP and Timeframe are the labels of rows, Photos stands for the name of a photograph without one.
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
}

// QuoteMoreLabels are the words of the form's optional part.
type QuoteMoreLabels struct {
	// Fold is the line behind which it stands with the note.
	Fold string `json:"fold"`
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
	// Next are the next steps after a request was received, in a mail, where the promise of an answer replaces the
	// first. Reference precedes its name, Sooner is for urgent requests while the office is open.
	Next      []string            `json:"-" file:"next" count:"1 steps"`
	Received  QuoteReceivedLabels `json:"-" file:"received"`
	Reference string              `json:"-" file:"reference"`
	Sooner    string              `json:"-" file:"sooner"`
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
	// CallToday replaces it while a call can still book one for today, CallAhead while one can for a coming day without
	// office hours.
	CallToday string `json:"callToday"`
	CallAhead string `json:"callAhead"`
	// Longer is shown at a field whose text is beyond its bound. [length] and [max] are numbers.
	Longer string `json:"longer" places:"[length] [max]"`
	// Left is shown when a text comes near its bound, Over when it is beyond. [count] is a number.
	Left string `json:"left" places:"[count]"`
	Over string `json:"over" places:"[count]"`
	// Offline is shown instead of sending when there is no connection and the form is not ready.
	Offline string `json:"offline"`
}
