package testkit

import "net/url"

// What a visitor reads in a toast, in the specification's words. Texts that name the company come from package program.
const (
	Received    = "Quote Request Received!"
	Failed      = "Submission Failed"
	Missing     = "Required Fields Missing"
	MissingText = "Please fill in all required fields."
)

// QuoteForm is a complete quote request of a visitor with the given name.
func QuoteForm(name string) url.Values {
	return url.Values{"name": {name}, "phone": {"469-555-0188"}, "serviceType": {"Other"}, "zipCode": {"75201"},
		"serviceTimeframe": {"Today"}, "page": {"/"}, "form": {"hero-form"}}
}
