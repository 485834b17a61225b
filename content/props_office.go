package content

// OfficeLayout is what all pages of the office have.
type OfficeLayout struct {
	Title      string `json:"title"`
	Company    string `json:"company"`
	Stylesheet string `json:"stylesheet"`
	// Script is empty if the page has none.
	Script string `json:"script"`
	Icon   string `json:"icon"`
	Theme  string `json:"theme"`
	// Tabs lead to the other pages. Strangers and customers get none.
	Tabs    []OfficeTab `json:"tabs"`
	User    string      `json:"user"`
	SignOut string      `json:"signOut"`
	// PushKey is the key with which browsers subscribe to notifications.
	PushKey string `json:"pushKey"`
	// Sound, Notify and Offline are what the script shows: two switches, and a notice without a network.
	Sound   string `json:"sound"`
	Notify  string `json:"notify"`
	Offline string `json:"offline"`
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
	Title  string       `json:"title"`
	Lead   string       `json:"lead"`
	Email  string       `json:"email"`
	Send   string       `json:"send"`
	// Next is the path to open after signing in.
	Next string `json:"next"`
	// Message is the result of the last try; empty without one. Failed makes it an error.
	Message string `json:"message"`
	Failed  bool   `json:"failed"`
	// NoMail replaces the form where no mail can be sent.
	NoMail string `json:"noMail"`
}

// OfficeInbox is the props of the inbox.
type OfficeInbox struct {
	Layout OfficeLayout `json:"layout"`
	Title  string       `json:"title"`
	Search string       `json:"search"`
	Find   string       `json:"find"`
	Query  string       `json:"query"`
	// Filters lead to the lists of one stage each.
	Filters []OfficeTab `json:"filters"`
	// Columns are one for each open stage, or a single one.
	Columns []OfficeColumn `json:"columns"`
	None    string         `json:"none"`
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
	Facts   string `json:"facts"`
	Name    string `json:"name"`
	Stage   string `json:"stage"`
	Overdue bool   `json:"overdue,omitempty"`
	// Flags are warnings, Notes other remarks.
	Flags []string `json:"flags,omitempty"`
	Notes []string `json:"notes,omitempty"`
	// Ways are to call, to text and to write.
	Ways []Link `json:"ways"`
	// Tapped makes a press on one of Ways the first answer.
	Tapped bool `json:"tapped,omitempty"`
	// Next is the next stage; NextLabel is empty if there is none.
	Next      string `json:"next,omitempty"`
	NextLabel string `json:"nextLabel,omitempty"`
}
