package office

import (
	"haulfront/content"
	"haulfront/content/wording"
)

// Layout is what all pages of the office have.
type Layout struct {
	Title      string `json:"title"` // of the page
	Lang       string `json:"lang"`  // of its words
	Company    string `json:"company"`
	Stylesheet string `json:"stylesheet"`
	// Script is empty if the page has none.
	Script string `json:"script"`
	Icon   string `json:"icon"`
	Mark   string `json:"mark,omitempty"` // the address of the company's mark; empty for the built-in company's
	Theme  string `json:"theme"`
	// Tabs lead to the other pages. Strangers and customers get none.
	Tabs []Tab  `json:"tabs"`
	User string `json:"user"`
	// Waiting says that deliveries failed and are tried again; empty if there are none.
	Waiting string `json:"waiting"`
	// PushKey is the key with which browsers subscribe to notifications.
	PushKey string               `json:"pushKey"`
	Words   wording.OfficeLabels `json:"words"`
}

// Tab is a link in the header of the office.
type Tab struct {
	Label   string `json:"label"`
	Href    string `json:"href"`
	Current bool   `json:"current,omitempty"`
}

// SignInPage is the props of the page that lets people in.
type SignInPage struct {
	Layout Layout `json:"layout"`
	// Message is the result of the last try; empty without one. Failed makes it an error.
	Message string `json:"message"`
	Failed  bool   `json:"failed"`
	// Opened means that the page is that of a link: with its button, which is missing if Failed, somebody signs in.
	Opened bool `json:"opened"`
	// Mails means that links can be mailed.
	Mails bool `json:"mails"`
}

// InboxPage is the props of the inbox.
type InboxPage struct {
	Layout Layout `json:"layout"`
	Query  string `json:"query"`
	// Filters lead to the lists of one stage each.
	Filters []Tab `json:"filters"`
	// Columns are one for each open stage, or a single one.
	Columns []Column `json:"columns"`
}

// Column is a list of requests.
type Column struct {
	Label string `json:"label"`
	Cards []Card `json:"cards"`
	// Past leads to the jobs of former days that nobody closed; its Href is empty if there are none.
	Past content.Link `json:"past"`
	// More leads to the rest of the list; its Href is empty if there is none.
	More content.Link `json:"more"`
}

// Card is the props of a request in a list.
type Card struct {
	ID   string `json:"-"` // of the request
	Href string `json:"href"`
	Name string `json:"name"`
	// Prefers is how the customer wants to be answered, in words; empty: no matter how.
	Prefers string `json:"prefers,omitempty"`
	// Facts say what, where, how soon and how long ago, Message is the first line of the customer's own.
	Facts   []string `json:"facts"`
	Message string   `json:"message,omitempty"`
	Stage   string   `json:"stage"`
	Overdue bool     `json:"overdue,omitempty"`
	// Flags are warnings.
	Flags []string `json:"flags,omitempty"`
	// Again leads to all requests of the customer, if there was an earlier one. Merge makes two one, or undoes that.
	Again *content.Link `json:"again,omitempty"`
	Merge *Button       `json:"merge,omitempty"`
	// Ways are to call, to text and to write.
	Ways []content.Link `json:"ways"`
	// Tapped makes a press on one of Ways the first answer, or the follow-up that is due.
	Tapped bool `json:"tapped,omitempty"`
	// Revision is that of the request, for the button, which leads to the stage Next, or else to the form that ends the
	// visit; NextLabel is empty if there is none.
	Revision  int64  `json:"revision"`
	Next      string `json:"next,omitempty"`
	NextLabel string `json:"nextLabel,omitempty"`
}

// NewPage is the props of the form for a request that came by phone or in person.
type NewPage struct {
	Layout Layout `json:"layout"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message string `json:"message"`
	Key     string `json:"formKey"` // is the same for each try, so that a second press makes no second request
	// Values are what was typed, by field; Known are the former requests of the phone number.
	Values     map[string]string `json:"values"`
	Known      []Card            `json:"known"`
	Services   []string          `json:"services"`
	Timeframes []string          `json:"timeframes"`
	Sources    []string          `json:"sources"`
	Texts      []Choice          `json:"texts"` // labels and names of the form's further optional fields
	Slots      []Slot            `json:"slots"`
	Choices    Choices           `json:"choices"`
}

// Choices are what a job can be, on how many days, how long, and when it can begin on a day that is not listed, each
// with its value.
type Choices struct {
	Kinds   []Choice `json:"kinds"`
	Days    []Choice `json:"days"`
	Every   []Choice `json:"every"` // how often it comes again
	Lengths []Choice `json:"lengths"`
	Times   []Choice `json:"times"`
}

// Choice is an option of a form.
type Choice struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// RequestPage is the props of the page of one request.
type RequestPage struct {
	Layout    Layout `json:"layout"`
	Card      Card   `json:"card"`
	Reference string `json:"reference"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message  string `json:"message"`
	Revision int64  `json:"revision"`
	// Stages are all stages, with the present one marked as current; empty if the request cannot be changed. Each Href
	// is the stage's value.
	Stages []Tab `json:"stages"`
	// Rows are what counts of a request, More the rest.
	Rows    []MailRow `json:"rows"`
	More    []MailRow `json:"more"`
	Photos  []Photo   `json:"photos"`
	History []Entry   `json:"history"`
	Slots   []Slot    `json:"slots"`
	Sends   bool      `json:"sends"` // a price that is saved is sent to the customer
	// Offers means that an offer is what to do next, Ends that the job has begun, or is not paid.
	Offers bool `json:"offers"`
	Ends   bool `json:"ends"`
	// Trucks are those of a booked job's company, if it has several; each Href is the truck's number.
	Trucks  []Tab   `json:"trucks"`
	Choices Choices `json:"choices"`
	// Values are what a rejected form had, or the present values, by field.
	Values map[string]string `json:"values"`
	// OfferSent says when the last offer was sent, or that what was sent last is not delivered yet; empty before.
	OfferSent string `json:"offerSent"`
	// Drive says what comes on top of prices in the customer's town; empty for nothing.
	Drive string `json:"drive,omitempty"`
	// Quiet says until when nothing that sells may be texted; empty at all other times.
	Quiet string `json:"quiet"`
	// Stopped says that nothing is sent; empty unless the customer is not to be contacted.
	Stopped string `json:"stopped"`
	// Buttons are those of the actions that are possible now and have no form of their own. Reviews are the ways to ask
	// for a review.
	Buttons []Button       `json:"buttons"`
	Reviews []content.Link `json:"reviews"`
	// NoReviews says, once the job is done, what is missing to ask for a review; empty: nothing is.
	NoReviews string `json:"noReviews"`
	// Finish has the values of the form that ends a job, by field. It is missing before the job is booked.
	Finish   map[string]string `json:"finish,omitempty"`
	Payments []Choice          `json:"payments,omitempty"`
	// Wishes are the times that the customer asked for; each Href is the slot.
	Wishes []Tab `json:"wishes"`
	// Visits are all of a request that has several. Recurs means that the job comes again, Banked that the customer can
	// have a pickup that was banked.
	Visits []VisitRow `json:"visits"`
	Recurs bool       `json:"recurs"`
	Banked bool       `json:"banked"`
	// Merged are the requests that were merged into this one.
	Merged []Card `json:"merged"`
}

// VisitRow is one of several visits of a request.
type VisitRow struct {
	Number  int               `json:"number"`
	Text    string            `json:"text"` // when, by which truck, and how it ended
	Planned bool              `json:"planned,omitempty"`
	Values  map[string]string `json:"values"` // of its form, by field
}

// DayPage is the props of the page of a day.
type DayPage struct {
	Layout Layout `json:"layout"`
	// Message is what went wrong with the last form; empty if nothing did.
	Message string `json:"message"`
	// Day is the day in words, Date as its field has it. Around are the days before and after.
	Day    string         `json:"day"`
	Date   string         `json:"date"`
	Around []content.Link `json:"around"`
	// Crew means that it is for the crew, who can open nothing else.
	Crew bool `json:"crew,omitempty"`
	// Closed reports whether the company is closed on the day.
	Closed bool `json:"closed,omitempty"`
	// Plans means that jobs can be booked for the day.
	Plans bool `json:"plans,omitempty"`
	// Groups are the jobs of each truck, without a title if there is one truck, and then those that nobody closed.
	Groups []JobGroup `json:"groups"`
	Board  Board      `json:"board"`
}

// A Board is a day as a table: a column for each truck, a row for each hour. It has no rows on a day without windows
// and jobs.
type Board struct {
	Columns []string   `json:"columns"`
	Rows    []BoardRow `json:"rows"`
}

// BoardRow is an hour, such as "7am", with the cells that begin in it.
type BoardRow struct {
	Hour  string      `json:"hour"`
	Cells []BoardCell `json:"cells"`
}

// BoardCell is some hours of a truck: jobs, which are several if they overlap, a free window, or neither.
type BoardCell struct {
	Hours int        `json:"hours"`
	Jobs  []BoardJob `json:"jobs,omitempty"`
	// Free is a free window as forms write it, FreeTime its hours in words.
	Free     string `json:"free,omitempty"`
	FreeTime string `json:"freeTime,omitempty"`
}

// BoardJob leads to a job further down on the page of its day.
type BoardJob struct {
	Anchor string `json:"anchor"`
	Name   string `json:"name"`
	What   string `json:"what"`
	Done   bool   `json:"done,omitempty"`
}

// JobGroup are jobs in the order of time. Late ones were booked for an earlier day.
type JobGroup struct {
	Title string   `json:"title"`
	Late  bool     `json:"late,omitempty"`
	Jobs  []DayJob `json:"jobs"`
}

// DayJob is a job on the page of its day.
type DayJob struct {
	// Anchor is its id on the page. Next means that it is the next stop of its truck today.
	Anchor string `json:"anchor"`
	Next   bool   `json:"next,omitempty"`
	Card   Card   `json:"card"`
	Time   string `json:"time"`
	Name   string `json:"name"`
	// Address is empty if it is missing; Map is its link.
	Address string `json:"address"`
	Map     string `json:"map"`
	Access  string `json:"access"`
	// What are the service and the first lines of the message, Price the price and what it includes.
	What  string `json:"what"`
	Price string `json:"price"`
	Phone string `json:"phone"` // as it was typed
	// Ways are to call, to text and to write. Coming opens the text or mail that says that the crew is on its way; it
	// is missing if there is no way to send it.
	Ways   []content.Link `json:"ways"`
	Coming *content.Link  `json:"coming,omitempty"`
	Photos []Photo        `json:"photos"`
	// Buttons are those of the crew's actions that are possible now.
	Buttons []Button `json:"buttons"`
	// Done says how the job ended, empty before. Form has the values of the form that ends it, and adds photographs and
	// a note; without "paid", it does that alone. Open means that it was rejected.
	Done     string            `json:"done"`
	Form     map[string]string `json:"form,omitempty"`
	Payments []Choice          `json:"payments,omitempty"`
	Open     bool              `json:"open,omitempty"`
}

// Button is the button of an action. One with Sure asks first.
type Button struct {
	Action string `json:"action"`
	Name   string `json:"name"`
	Value  string `json:"value"`
	Label  string `json:"label"`
	Sure   string `json:"sure,omitempty"`
}

// Photo is a photograph of a request. Package web makes Src, a link, of its ID. Caption says when the crew took it.
type Photo struct {
	ID      string `json:"-"`
	Src     string `json:"src"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Caption string `json:"caption,omitempty"`
}

// Entry is an event in the history of a request.
type Entry struct {
	Title string   `json:"title"`
	Text  string   `json:"text"` // follows the title
	Lines []string `json:"lines"`
}

// Slot is a window to offer. A taken one is past, or no truck is free.
type Slot struct {
	Value   string `json:"value"`
	Day     string `json:"day"` // with the time, in words
	Time    string `json:"time"`
	Free    int    `json:"free"` // trucks
	Taken   bool   `json:"taken,omitempty"`
	Checked bool   `json:"checked,omitempty"`
}

// RetryPage is the props of the page after a form that could not be saved. Its button sends the form again.
type RetryPage struct {
	Layout Layout  `json:"layout"`
	Action string  `json:"action"`
	Fields []Field `json:"fields"`
	// Reach says how else to reach the company, for customers alone. Files means that the form had files, which only
	// the browser can send again.
	Reach string `json:"reach"`
	Files bool   `json:"files"`
}

// Field is a field of a form.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// RemovalPage is the props of the page that asks before a person is removed.
type RemovalPage struct {
	Layout Layout `json:"layout"`
	// Path is that of the request, Requests are all of the person's.
	Path     string         `json:"path"`
	Requests []content.Link `json:"requests"`
}

// WeekPage is the props of the page of a week.
type WeekPage struct {
	Layout Layout `json:"layout"`
	Title  string `json:"title"`
	// Around are the weeks before and after.
	Around []content.Link `json:"around"`
	// Tables are the jobs by day, and the requests by source.
	Tables []WeekTable `json:"tables"`
	// Jobs is the address of the file with the week's jobs.
	Jobs string `json:"jobs"`
	// Calendar is the address of the booked jobs.
	Calendar string `json:"calendar"`
	// Sessions are the browsers that are signed in, of all users.
	Sessions []SessionRow `json:"sessions"`
}

// SessionRow is a signed-in browser.
type SessionRow struct {
	ID      string `json:"id"`
	Device  string `json:"device"` // in words
	User    string `json:"user"`
	Times   string `json:"times"`   // when it began and was last used, in words
	Current bool   `json:"current"` // it is the one that asks
}

// WeekTable is a table of a week, each row a name and its numbers: of the whole week, and of its parts.
type WeekTable struct {
	Head  []string   `json:"head"`
	Total []string   `json:"total"`
	Rows  [][]string `json:"rows"`
	// Bars are the dollars of each day; none if there are none, or of another table.
	Bars []WeekBar `json:"bars,omitempty"`
}

// WeekBar is a day of a week with its dollars, and Percent of those of the best day.
type WeekBar struct {
	Day     string `json:"day"`
	Dollars string `json:"dollars"`
	Percent int    `json:"percent"`
}

// CustomerPage is the props of a customer's page.
type CustomerPage struct {
	Layout Layout `json:"layout"`
	Words  Words  `json:"-"` // for its customer
	// Message says what was wrong with the last form; empty without one.
	Message string `json:"message"`
	// Toast is the form's answer, which the first view of the page has. Received is its title on later ones while
	// nobody has answered.
	Toast    *wording.Toast `json:"toast,omitempty"`
	Received string         `json:"received"`
	// About says what the request is about, and Status where it stands, in words.
	About  string `json:"about"`
	Status string `json:"status"`
	// Progress is from the request to the end of the job, and Stage the index of the present one; negative: the request
	// is closed.
	Progress []string `json:"progress"`
	Stage    int      `json:"stage"`
	// Scene is the picture of what the request is about, which package web finds for Page and Service.
	Scene         content.Scene `json:"scene"`
	Page, Service string        `json:"-"`
	// Steps are what happens next; titles may be empty. Notes qualify that, and Sooner is for urgent requests.
	Steps  []wording.Step `json:"steps"`
	Notes  []string       `json:"notes"`
	Sooner string         `json:"sooner"`
	// Change says how a booked job can be changed; empty if there is none. Openings are the slots to which it can be
	// moved here.
	Change   string `json:"change"`
	Openings []Slot `json:"openings"`
	// Action is the page's own path, Address its address as people type it, Calendar that of the calendar file; empty
	// without a booked slot.
	Action   string `json:"action"`
	Address  string `json:"address"`
	Calendar string `json:"calendar"`
	// Offer is missing before there is one.
	Offer   *CustomerOffer `json:"offer,omitempty"`
	Receipt *Receipt       `json:"receipt,omitempty"` // of a job that is done
	// Booking is a time that can be picked without an offer, at the usual price; missing if that is not possible. With
	// Asks, several can be asked for instead.
	Booking *CustomerOffer `json:"booking,omitempty"`
	Asks    bool           `json:"asks"`
	// Ahead are the visits of a recurring job that come next.
	Ahead []PlanVisit `json:"ahead"`
	// NewPrice is one that the customer is asked to agree to.
	NewPrice *CustomerOffer `json:"newPrice,omitempty"`
	Rows     []MailRow      `json:"rows"`
	// Added and Photos are the customer's own notes and photographs.
	Added  []string `json:"added"`
	Photos []Photo  `json:"photos"`
	// Values are what a rejected form had, or the present values, by field. Moves means that the address can be changed
	// in a form of its own.
	Values map[string]string `json:"values"`
	Moves  bool              `json:"moves"`
	// Mends means that the phone number and the ZIP code can be corrected, Adds that notes and photographs can be
	// added.
	Mends bool `json:"mends"`
	Adds  bool `json:"adds"`
	// Buttons are those of the actions that are possible now.
	Buttons []Button `json:"buttons"`
	// Phone, Text and Email are the addresses that call, text and write to the company.
	Phone string `json:"phone"`
	Text  string `json:"text"`
	Email string `json:"email"`
	Ended bool   `json:"ended"` // nothing but the message is shown
}

// PlanVisit is a visit of a recurring job on its customer's page. Changes means that it can be skipped.
type PlanVisit struct {
	Number  int    `json:"number"`
	Slot    string `json:"slot"` // in words
	Changes bool   `json:"changes"`
}

// Receipt says what was done, for how much, and how it was paid. Pay leads to where it is paid; nil: it is paid, or
// there is no such page.
type Receipt struct {
	Title string        `json:"title"`
	Rows  []MailRow     `json:"rows"`
	Pay   *content.Link `json:"pay,omitempty"`
}

// CustomerOffer is an offer as its customer sees it.
type CustomerOffer struct {
	Price    string `json:"price"`
	Included string `json:"included"`
	Slots    []Slot `json:"slots"`
	// Title is that of the offer; empty: it has a price. Days says that the job takes several.
	Title string `json:"title,omitempty"`
	Days  string `json:"days,omitempty"`
	// Every are the choices how often the job comes again, none of a job that does not.
	Every []Choice `json:"every,omitempty"`
	// Revision identifies the offer. Open means that it can be answered.
	Revision string `json:"revision"`
	Open     bool   `json:"open"`
	Free     bool   `json:"free"` // there is a slot to choose, or none is needed
}
