package testkit

import "net/url"

// Texts of toasts, as specified. Texts that name the company are in package program.
const (
	Received    = "Quote Request Received!"
	Failed      = "Submission Failed"
	Missing     = "Required Fields Missing"
	MissingText = "Please fill in all required fields."
)

// QuoteForm returns a complete quote request.
func QuoteForm(name string) url.Values {
	return url.Values{"name": {name}, "phone": {"469-555-0188"}, "serviceType": {"Other"}, "zipCode": {"75201"},
		"serviceTimeframe": {"Today"}, "page": {"/"}, "form": {"hero-form"}}
}
