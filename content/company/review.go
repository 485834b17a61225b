package company

import (
	"net/url"
	"time"

	"haulfront/content/load"
)

// Review is a customer's review as it was given: nothing in it refers to a fact.
type Review struct {
	Name, Town, Text string
	// Date is its month, "2026-09".
	Date string
	// Stars are 1 to 5.
	Stars int
	// Source is the address where it stands, "" if nowhere else.
	Source string `yaml:",omitempty"`
	// Photo is the name of a photograph, without its ending.
	Photo string `yaml:",omitempty"`
}

// Check implements the check of a decoded value.
func (r *Review) Check(d *load.Decoder) {
	if _, err := time.Parse("2006-01", r.Date); err != nil {
		d.Report(&r.Date, `wanted a year and a month, "2026-09"`, "the date is %q", r.Date)
	}
	if r.Stars < 1 || r.Stars > 5 {
		d.Report(&r.Stars, "wanted 1 to 5 stars", "the rating is %d", r.Stars)
	}
	if u, err := url.Parse(r.Source); r.Source != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		d.Report(&r.Source, "wanted an absolute https address", "%q is not one", r.Source)
	}
}
