package company

// The types of this file reach components: make generate.

// Point is a point on the drawn map, in whole units, about a pixel: decimals would add 0.6 KB to a page.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Amount is a price for computations, in whole US dollars.
type Amount struct {
	Low int `json:"low"`
	// High is Low if the price is one amount.
	High int `json:"high"`
	// Plus and From leave the upper end open.
	Plus bool   `json:"plus"`
	From bool   `json:"from"`
	Text string `json:"text"`
}

// Opening is the data for the office's status at any moment. Days begin with Monday, times are minutes since midnight.
type Opening struct {
	Timezone string `json:"timezone"`
	Cutoff   int    `json:"cutoff"`
	// Response is within how many minutes of the office being open a request is answered.
	Response int `json:"response"`
	// EveryDay means that jobs are done on weekdays without hours, too.
	EveryDay bool     `json:"everyDay,omitempty"`
	Holidays []string `json:"holidays,omitempty"`
	Seasons  []Season `json:"seasons,omitempty"`
	// Opens and Closes are for each of Days, both 0 on closed ones, and before the charset of the document's first KB.
	Opens  []int        `json:"opens"`
	Closes []int        `json:"closes"`
	Days   []string     `json:"days"`
	Words  OpeningWords `json:"words"`
}

// Season is a range of days with other hours, "08:00-16:00", with weekdays of its own, as clock.Week reads them, or
// "closed". Its first and last day are in every year, "11-01", or in one, "2026-12-24".
type Season struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Hours are as typed, Opens and Closes of each weekday as in Opening, for the browser.
	Hours  string `json:"-" file:"hours"`
	Opens  []int  `json:"opens" file:"-"`
	Closes []int  `json:"closes" file:"-"`
}

// OpeningWords describe the office's status.
type OpeningWords struct {
	// SameDay applies while a job can be booked for today, Open after that, until [closes].
	SameDay string `json:"sameDay"`
	Open    string `json:"open"`
	// Closed applies at all other times, until the next opening at [opens] on [day]: Today, Tomorrow, or its name.
	Closed   string `json:"closed"`
	Today    string `json:"today"`
	Tomorrow string `json:"tomorrow"`
	// Days are the names of the days in another language, Monday first.
	Days []string `json:"-" file:"days,omitempty" count:"7-7 days"`
	// Hours introduces the hours if no script computes the status.
	Hours string `json:"hours"`
}

// Testimonial is one customer's review.
type Testimonial struct {
	Text   string `json:"text"`
	Author string `json:"author"`
	Place  string `json:"place"`
	// Rating is 1 to 5 stars, RatingLabel the same for screen readers.
	Rating      int    `json:"rating"`
	RatingLabel string `json:"ratingLabel" file:"-"`
	// Date is its month, "2026-09" in content and as Month, "September 2026" here; empty if content has none.
	Date  string `json:"date,omitempty"`
	Month string `json:"-"`
	// Href is where the review stands; empty if nowhere else.
	Href  string `json:"href,omitempty"`
	Photo string `json:"photo,omitempty"`
}
