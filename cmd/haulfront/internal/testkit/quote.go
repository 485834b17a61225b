package testkit

import "net/url"

// What a visitor reads in a toast: title and text, in the specification's words.
const (
	Received     = "Quote Request Received!"
	ReceivedText = "We'll get back to you within 1 hour during business hours."
	Failed       = "Submission Failed"
	FailedText   = "Please try again or call us at (214) 555-0142"
	Missing      = "Required Fields Missing"
	MissingText  = "Please fill in all required fields."
)

// QuoteForm is a complete quote request of a visitor with the given name.
func QuoteForm(name string) url.Values {
	return url.Values{"name": {name}, "phone": {"469-555-0188"}, "serviceType": {"Other"}, "zipCode": {"75201"},
		"serviceTimeframe": {"Today"}, "page": {"/"}, "form": {"hero-form"}}
}
