package wording

import "haulfront/content/company"

// AreaWords are an answer to a ZIP code. [place] is the code with its town, [town] the town whose page Link leads to.
type AreaWords struct {
	Title, Text string
	Link        string `yaml:",omitempty"`
}

// Failures are those of errors.yaml, but for the page for unknown paths.
type Failures struct {
	HomeLabel string

	Server, Busy, TooMany, Request, Foreign, Method, TooLarge, MediaType, Headers, Gone Step
}

// Shared is pages.yaml: the texts that pages of several kinds share.
type Shared struct {
	BreadcrumbsLabel, HomeLabel, ServicesTitle, AllServices, AllLocations, OnThisPage                   string
	RatingLabel, RatingArea, ReviewsTitle, QuoteFormTitle, QuoteBottomTitle, PopularLabel, SavingsLabel string
	BeforeLabel, AfterLabel, UpdatedLabel, ErrorTitle                                                   string

	// OfferedTitle and OfferedLead stand above the cards of services of another company than the built-in one.
	OfferedTitle, OfferedLead string

	ServicePrices string `places:"[service]"`
	CityServices  string `places:"[city]"`

	Opening company.OpeningWords
	Compare CompareLabels
}
