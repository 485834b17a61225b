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
