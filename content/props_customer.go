package content

// CustomerPage is the props of a customer's page.
type CustomerPage struct {
	Layout OfficeLayout `json:"layout"`
	// Message says what was wrong with the last form; empty without one.
	Message string `json:"message"`
	// Status says where the request stands, in words.
	Status string `json:"status"`
	// Action is the page's own address, Calendar that of the calendar file; empty without a booked slot.
	Action   string `json:"action"`
	Calendar string `json:"calendar"`
	// Offer is missing before there is one.
	Offer *CustomerOffer `json:"offer,omitempty"`
	Rows  []QuoteRow     `json:"rows"`
	// Added are the customer's own notes.
	Added []string `json:"added"`
	Note  string   `json:"note"`  // that was typed and not stored
	Texts bool     `json:"texts"` // the customer may stop text messages
	// Phone and Text are the addresses that call and text the company.
	Phone string `json:"phone"`
	Text  string `json:"text"`
	Ended bool   `json:"ended"` // nothing but the message is shown
}

// CustomerOffer is an offer as its customer sees it.
type CustomerOffer struct {
	Price    string       `json:"price"`
	Included string       `json:"included"`
	Slots    []OfficeSlot `json:"slots"`
	// Revision identifies the offer. Open means that it can be answered.
	Revision string `json:"revision"`
	Open     bool   `json:"open"`
	Free     bool   `json:"free"`   // there is a slot to choose, or none is needed
	Answer   string `json:"answer"` // the customer's last one, "other" or "no"; empty: none
}
