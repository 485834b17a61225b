package content

// OfficeLabels are the words of office.yaml that the pages of the office and of customers show. Those with a "[" are
// filled in before.
type OfficeLabels struct {
	SignOut string

	// Live are two switches, and a notice without a network: the pages' script shows them.
	Live    struct{ Sound, Notify, Offline string }
	SignIn  struct{ Title, Lead, Email, Send, Sent, Ended, TooMany, NoMail string }
	List    struct{ Board, Held, Search, Find, Found, All, More, None string }
	Request struct {
		Stage, Move, Lost, Photos, Offer, Price, Included, Slots, Taken, Send, Keep, Book, Note, AddNote, Asked, Sent,
		Replay, Release, History, Stop, Review, ReviewSend, Remove, Origin, Changed, BadPrice, BadSlot, Nothing,
		LongNote, OfferSent, Failed, Quiet, Remaining, Confirm, Back string
	}
	Week struct {
		Tab, Title, Earlier, Later, Download, Calendar, Numbers, Before, Week, Requests, Answer, Answered, Booked, Done,
		Dollars, Source, Town, Service string
	}
	Customer struct {
		Title, Reference, Asked, Added, Price, Included, Slots, SlotHint, Taken, Yes, OtherTime, Decline, Calendar,
		CallOff, Add, Note, Photos, PhotosHint, Send, Stop, Reach, Call, Text, Event, New, Late, Contacted, Quoted,
		QuotedLater, Gone, Booked, BookedLater, Done, Other, No, Closed, Changed, Choose, TakenSince,
		TooMuch, TooLong, Ended string
	}
}

// OfficeLayout is what all pages of the office have.
type OfficeLayout struct {
	Title      string `json:"title"` // of the page
	Company    string `json:"company"`
	Stylesheet string `json:"stylesheet"`
	// Script is empty if the page has none.
	Script string `json:"script"`
	Icon   string `json:"icon"`
	Theme  string `json:"theme"`
	// Tabs lead to the other pages. Strangers and customers get none.
	Tabs []OfficeTab `json:"tabs"`
	User string      `json:"user"`
	// PushKey is the key with which browsers subscribe to notifications.
	PushKey string       `json:"pushKey"`
	Words   OfficeLabels `json:"words"`
}

// OfficeTab is a link in the header of the office.
type OfficeTab struct {
	Label   string `json:"label"`
	Href    string `json:"href"`
	Current bool   `json:"current,omitempty"`
}

// OfficeSignIn is the props of the page that lets people in.
type OfficeSignIn struct {
	Layout OfficeLayout `json:"layout"`
	// Next is the path to open after signing in.
	Next string `json:"next"`
	// Message is the result of the last try; empty without one. Failed makes it an error.
	Message string `json:"message"`
	Failed  bool   `json:"failed"`
	// Mails means that links can be mailed.
	Mails bool `json:"mails"`
}

// OfficeInbox is the props of the inbox.
type OfficeInbox struct {
	Layout OfficeLayout `json:"layout"`
	Query  string       `json:"query"`
	// Filters lead to the lists of one stage each.
	Filters []OfficeTab `json:"filters"`
	// Columns are one for each open stage, or a single one.
	Columns []OfficeColumn `json:"columns"`
}

// OfficeColumn is a list of requests.
type OfficeColumn struct {
	Label string       `json:"label"`
	Cards []OfficeCard `json:"cards"`
	// More leads to the rest of the list; its Href is empty if there is none.
	More Link `json:"more"`
}

// OfficeCard is the props of a request in a list.
type OfficeCard struct {
	Href  string `json:"href"`
	Title string `json:"title"`
	// Facts say where, how soon and how long ago.
	Facts   []string `json:"facts"`
	Name    string   `json:"name"`
	Stage   string   `json:"stage"`
	Overdue bool     `json:"overdue,omitempty"`
	// Flags are warnings, Notes other remarks.
	Flags []string `json:"flags,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Ways are to call, to text and to write.
	Ways []Link `json:"ways"`
	// Tapped makes a press on one of Ways the first answer.
	Tapped bool `json:"tapped,omitempty"`
	// Revision is that of the request, for the button. Next is the next stage; NextLabel is empty if there is none.
	Revision  int64  `json:"revision"`
	Next      string `json:"next,omitempty"`
	NextLabel string `json:"nextLabel,omitempty"`
}

// OfficeRequest is the props of the page of one request.
type OfficeRequest struct {
	Layout    OfficeLayout `json:"layout"`
	Card      OfficeCard   `json:"card"`
	Reference string       `json:"reference"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message  string `json:"message"`
	Revision int64  `json:"revision"`
	// Stages are all stages, with the present one marked as current. Each Href is the stage's value.
	Stages  []OfficeTab   `json:"stages"`
	Rows    []MailRow     `json:"rows"`
	Photos  []OfficePhoto `json:"photos"`
	Sent    []OfficeEntry `json:"sent"`
	History []OfficeEntry `json:"history"`
	Slots   []OfficeSlot  `json:"slots"`
	Sends   bool          `json:"sends"` // a price that is saved is sent to the customer
	Held    bool          `json:"held"`
	// What a rejected form had, or the present values.
	Price    string `json:"price"`
	Included string `json:"included"`
	Note     string `json:"note"`
	Lost     string `json:"lost"`
	// OfferSent says when the last offer was sent; empty before.
	OfferSent string `json:"offerSent"`
	// Quiet says until when nothing that sells may be texted; empty at all other times.
	Quiet string `json:"quiet"`
	// Stopped numbers are not to be contacted. AskReview means that the customer can be asked for a review, Reviews are
	// the ways to ask.
	Stopped   bool   `json:"stopped"`
	AskReview bool   `json:"askReview"`
	Reviews   []Link `json:"reviews"`
}

// OfficePhoto is a photograph of a request.
type OfficePhoto struct {
	Src    string `json:"src"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// OfficeEntry is an event in the history of a request, or a delivery with its tries.
type OfficeEntry struct {
	Title string   `json:"title"`
	Text  string   `json:"text"` // follows the title
	Lines []string `json:"lines"`
}

// OfficeSlot is a window to offer. A taken one has another job.
type OfficeSlot struct {
	Value   string `json:"value"`
	Day     string `json:"day"` // with the time, in words
	Time    string `json:"time"`
	Taken   bool   `json:"taken,omitempty"`
	Checked bool   `json:"checked,omitempty"`
}

// OfficeRemoval is the props of the page that asks before a person is removed.
type OfficeRemoval struct {
	Layout OfficeLayout `json:"layout"`
	// Path is that of the request, Requests are all of the person's.
	Path     string `json:"path"`
	Requests []Link `json:"requests"`
}
