package content

// This file holds the props of the quote form and of its page. As in all props, every string is ready to be shown:
// numbers, prices, dates and phone numbers were formatted when the content was loaded.

// QuoteForm is the props of one quote form.
type QuoteForm struct {
	// ID is unique on the page and prefixes the ids of the form's controls.
	ID string `json:"id"`
	// Title is the form's heading.
	Title string `json:"title"`
	// Source is the lead's source, one of the specification's three.
	Source string `json:"source"`
	// Page is the path of the form's page.
	Page   string      `json:"page"`
	Labels QuoteLabels `json:"labels"`
	// Fields is the table of package quote, in the order of the form.
	Fields []QuoteField `json:"fields"`
	// Options are what a field is chosen from, by its name; the others are typed.
	Options map[string][]string `json:"options"`
	// Messages are the texts that the hydrated form shows by itself, the same that the server answers with.
	Messages QuoteMessages `json:"messages"`
	// Values are the fields as the visitor typed them, or as the page begins them, by their names; one may be missing.
	Values map[string]string `json:"values"`
	// Asked is a text that the visitor has been asked to confirm; it is posted too, so that nothing is asked twice.
	Asked string `json:"asked"`
	// Errors maps a field's name to what is wanted of it; empty for a form that was not rejected.
	Errors map[string]string `json:"errors"`
	// Result is the outcome of the last submission, shown at the form; null for a fresh form.
	Result *Toast `json:"result"`
	// Windows are the times to choose from, ConsentVersion tells the words of the consent from earlier ones.
	Windows        QuoteWindows `json:"windows"`
	ConsentVersion string       `json:"consentVersion"`
	// More is what the visitor chose in the optional part.
	More QuoteMore `json:"more"`
	// Received is what the visitor is told besides Result when that is a success.
	Received QuoteReceived `json:"received"`
	// Estimate is what the visitor has added up at the estimator, if anything.
	Estimate FormEstimate `json:"estimate"`
	// Tool describes the form to assistants; a second form of the same page has none.
	Tool *Tool `json:"tool,omitempty"`
	// Action is where an exported page's form posts to; empty where the program that serves the page takes it.
	Action string `json:"action,omitempty"`
}

// Tool is what an assistant in the browser is told of a form: attributes of WebMCP
// (https://developer.chrome.com/docs/ai/webmcp/declarative-api). The browser makes the schema of the form's controls.
type Tool struct {
	Description string `json:"tooldescription" yaml:"description"`
	// Name is unique on the page.
	Name string `json:"toolname" yaml:"name"`
}

// QuoteField is one field of the form.
type QuoteField struct {
	// Name is the field's name in posts, and the key of its label and messages.
	Name     string `json:"name"`
	Required bool   `json:"required,omitempty"`
	// Multiline fields have a box of several lines.
	Multiline bool `json:"multiline,omitempty"`
	// Max is the longest text that is taken, in Unicode code points.
	Max int `json:"max"`
	// Hint stands below the field: why it is asked, or what Max is, for browsers without scripts to count.
	Hint string `json:"hint,omitempty"`
	// Param says what the field means to an assistant, where its label does not.
	Param string `json:"param,omitempty"`
	// Pattern is an expression, with the flag u, that a text has to match, or it is asked about.
	Pattern string `json:"pattern,omitempty"`
	// Type, InputMode and AutoComplete are the control's attributes.
	Type         string `json:"type,omitempty"`
	InputMode    string `json:"inputMode,omitempty" tstype:"'tel' | 'email' | 'numeric'"`
	AutoComplete string `json:"autoComplete,omitempty"`
}

// QuoteMore is the state of the form's optional part, which is folded under one line after the fields.
type QuoteMore struct {
	// Open unfolds it: the form comes back with something chosen there, or something wrong.
	Open bool `json:"open"`
	// Contact is the value of the chosen way to answer; empty without one.
	Contact string `json:"contact"`
	// Windows are the values of the chosen times, in the order of the week.
	Windows []string `json:"windows,omitempty"`
	// Consent says that the visitor agreed to text messages.
	Consent bool `json:"consent"`
}

// QuoteReceived is what a visitor is told of a request that was received.
type QuoteReceived struct {
	// Reference names it, see "haulfront leads show"; empty where it is not known.
	Reference string `json:"reference"`
	// By says who answers it, and by when; empty likewise.
	By string `json:"by"`
}

// QuoteMoreLabels are the words of the form's optional part.
type QuoteMoreLabels struct {
	// Unfold is the line that it is folded under.
	Unfold string `json:"unfold"`
	// Contact asks how the visitor wants to be answered; Ways are the choices.
	Contact string        `json:"contact"`
	Ways    []QuoteChoice `json:"ways"`
	// Photos are the words of the field for photographs.
	Photos QuotePhotos `json:"photos"`
	// Windows asks for times that suit, WindowsHint says how many. Parts are those of a
	// day.
	Windows     string        `json:"windows"`
	WindowsHint string        `json:"windowsHint"`
	Parts       []QuoteChoice `json:"parts"`
	// ConsentTitle stands over Consent, the words that the visitor may agree to. Agreed is what a lead's message says
	// of it.
	ConsentTitle string `json:"consentTitle"`
	Consent      string `json:"consent"`
	Agreed       string `json:"agreed"`
	// ConsentParam tells assistants to keep away from it.
	ConsentParam string `json:"consentParam"`
}

// QuotePhotos are the words of the form's field for photographs. What stands in brackets is replaced in the browser.
type QuotePhotos struct {
	Label string `json:"label"`
	// Hint says what is taken.
	Hint string `json:"hint"`
	// Ready tells how many are chosen: [count].
	Ready string `json:"ready"`
	// Remove is the button of one: [number].
	Remove string `json:"remove"`
	// Preparing is said while they are made smaller, Sending while they are sent: [percent].
	Preparing string `json:"preparing"`
	Sending   string `json:"sending"`
	// Unreadable is said of a file that is no picture to the browser: [name].
	Unreadable string `json:"unreadable"`
	TooMany    string `json:"tooMany"`
}

// QuoteWindows are the times that a visitor can choose from: parts of working days.
type QuoteWindows struct {
	Days  []QuoteDay    `json:"days"`
	Parts []QuoteChoice `json:"parts"`
}

// QuoteDay is a working day, to choose a time on.
type QuoteDay struct {
	Value string `json:"value"`
	// Short is the name in three letters.
	Short string `json:"short"`
	Name  string `json:"name"`
}

// QuoteChoice is one of the values of a field that is chosen from a list.
type QuoteChoice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// QuoteLabels are the form's labels and hints.
type QuoteLabels struct {
	// Fields maps each field's name to its label.
	Fields map[string]string `json:"fields"`
	// Short maps each field's name to what the line above a rejected form calls it.
	Short map[string]string `json:"short"`
	// Required explains above the fields which of them may stay empty.
	Required string `json:"required"`
	// Optional marks the fields that may stay empty.
	Optional string `json:"optional"`
	// Choose is the empty first entry of both lists.
	Choose string `json:"choose"`
	// AddNote unfolds the message, MessageHint is its placeholder.
	AddNote     string `json:"addNote"`
	MessageHint string `json:"messageHint"`
	// More are the words of the optional part.
	More       QuoteMoreLabels `json:"more"`
	Submit     string          `json:"submit"`
	Submitting string          `json:"submitting"`
	// Note is the calm line under the button.
	Note string `json:"note"`
	// ErrorSummary precedes the fields to look at.
	ErrorSummary string `json:"errorSummary"`
	// Next are what happens after a request was received, in order; the first gives way to [QuoteReceived.By] where
	// that is known. Reference precedes its name, Sooner is for those who cannot wait, Another brings back the form.
	Next      []string `json:"next"`
	Reference string   `json:"reference"`
	Sooner    string   `json:"sooner"`
	Another   string   `json:"another"`
}

// QuoteMessages are the toasts of the specification's error catalogue and what is said at a field.
type QuoteMessages struct {
	Missing  Toast `json:"missing"`
	Failed   Toast `json:"failed"`
	Received Toast `json:"received"`
	// TooMany is shown when an address has sent more requests than QUOTE_RATE_LIMIT allows.
	TooMany Toast `json:"tooMany"`
	// TooLong and Doubtful are shown when all required fields are filled in, and a text is beyond its field's bound or
	// has to be asked about.
	TooLong  Toast `json:"tooLong"`
	Doubtful Toast `json:"doubtful"`
	// Fields maps a required field's name to what is wanted of it.
	Fields map[string]string `json:"fields"`
	// Doubts maps a field's name to what is asked about a text that cannot be right.
	Doubts map[string]string `json:"doubts"`
	// Longer is shown at a field whose text is beyond its bound. [length] and [max] are numbers.
	Longer string `json:"longer"`
	// Left is shown when a text comes near its bound, Over when it is beyond. [count] is a number.
	Left string `json:"left"`
	Over string `json:"over"`
	// Offline is shown instead of sending when there is no connection and the form is not ready.
	Offline string `json:"offline"`
}

// QuotePage is the props of "/get-quote".
type QuotePage struct {
	Layout       Layout              `json:"layout"`
	Hero         QuoteHero           `json:"hero"`
	Categories   QuoteTypesSection   `json:"categories"`
	Prices       PriceTiersSection   `json:"prices"`
	Gallery      GallerySection      `json:"gallery"`
	Steps        StepsSection        `json:"steps"`
	Testimonials TestimonialsSection `json:"testimonials"`
	Bottom       QuoteBottom         `json:"bottom"`
}

// QuoteHero opens the page with its first form.
type QuoteHero struct {
	Title  string    `json:"title"`
	Lead   string    `json:"lead"`
	Points []string  `json:"points"`
	Call   Link      `json:"call"`
	Form   QuoteForm `json:"form"`
	// Review stands below the form where there is room.
	Review *ServiceReview `json:"review,omitempty"`
}

// QuoteTypesSection is what a quote can be for.
type QuoteTypesSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Items []QuoteType `json:"items"`
}

// QuoteType is one kind of work that a quote can be for, with its scene and its page.
type QuoteType struct {
	Scene SceneName `json:"scene" tstype:"string"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Href  string    `json:"href"`
}

// PriceTiersSection is the prices by load size, a card each.
type PriceTiersSection struct {
	Title string      `json:"title"`
	Lead  string      `json:"lead"`
	Cards []PriceTier `json:"cards"`
	// Includes is what every price includes, FinalNote when it becomes final.
	Includes  string `json:"includes"`
	FinalNote string `json:"finalNote"`
	// Quote leads to the form.
	Quote Link `json:"quote"`
}

// PriceTier is the price of one load size; Scene draws the truck filled that far.
type PriceTier struct {
	Name  string    `json:"name"`
	Price string    `json:"price"`
	Scene SceneName `json:"scene" tstype:"string"`
	Text  string    `json:"text"`
}

// GallerySection is pictures of the same places before and after.
type GallerySection struct {
	Title string        `json:"title"`
	Lead  string        `json:"lead"`
	Pairs []GalleryPair `json:"pairs"`
	// BeforeLabel and AfterLabel are shown on the pictures.
	BeforeLabel string `json:"beforeLabel"`
	AfterLabel  string `json:"afterLabel"`
	Quote       Link   `json:"quote"`
}

// GalleryPair is two scenes that line up.
type GalleryPair struct {
	// ID is unique on the page.
	ID     string `json:"id"`
	Before string `json:"before"`
	After  string `json:"after"`
	Title  string `json:"title"`
	// Divider is where the divider stands first, in percent of the width: 40 or 50.
	Divider int `json:"divider"`
}

// QuoteBottom closes the page with its second form.
type QuoteBottom struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead"`
	Form  QuoteForm `json:"form"`
}
