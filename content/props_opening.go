package content

// Opening is what the browser says about the office's hours at this moment. Days are counted from Monday, which is 0, times of
// day in minutes since midnight.
type Opening struct {
	// Timezone is the office's, a name of the IANA database.
	Timezone string `json:"timezone"`
	// First and Last are the working days of a week.
	First int `json:"first"`
	Last  int `json:"last"`
	// Opens and Closes are the same on all of them.
	Opens  int `json:"opens"`
	Closes int `json:"closes"`
	// Cutoff is until when a job can be booked for the same day.
	Cutoff int `json:"cutoff"`
	// Holidays are working days on which the office stays closed, "2026-12-25".
	Holidays []string `json:"holidays,omitempty"`
	// Days are the names of the days.
	Days  []string     `json:"days"`
	Words OpeningWords `json:"words"`
}

// OpeningWords are what is said about the office's hours.
type OpeningWords struct {
	// SameDay is said while a job can still be booked for today, Open from then on.
	SameDay string `json:"sameDay"`
	Open    string `json:"open"`
	// Closed is said at all other times. [day] is when the office opens: Today, or the name of a day.
	Closed string `json:"closed"`
	Today  string `json:"today"`
	// Hours says when it is open, where no script says what that means at the moment.
	Hours string `json:"hours"`
}
