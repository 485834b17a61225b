package content

import (
	"fmt"
	"io/fs"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"time"
)

// business is business.yaml: the company.
type business struct {
	Name, ShortName, Descriptor, Phone, Email, URL, Description, PriceRange string

	Hours                      hours
	ResponseHours, RadiusMiles int
	EdgeMiles                  int         `yaml:",omitempty"` // beyond the radius, where a call is worthwhile
	Rating                     *rating     `yaml:",omitempty"`
	SameAs                     []string    `yaml:",omitempty"`
	Colors                     brandColors `yaml:",omitempty"`
	// SharesWithAds allows "haulfront leads export --ads". The form and the privacy page say which.
	SharesWithAds bool `yaml:",omitempty"`
	proofs
}

type rating struct {
	Value float64
	Count int
}

// String is the formatted rating; empty for none.
func (r *rating) String() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f out of 5, from %s reviews", r.Value, thousands(r.Count))
}

func (r *rating) props(area, href string) *Rating {
	if r == nil {
		return nil
	}
	value := fmt.Sprintf("%.1f", r.Value)
	return &Rating{
		Stars: int(math.Round(r.Value)), Value: value, Label: value + " out of 5 stars",
		Reviews: thousands(r.Count) + " reviews", Area: area, Href: href,
	}
}

var nonDigits = regexp.MustCompile(`\D`)

// digits is the phone number in links.
func (c *business) digits() string { return nonDigits.ReplaceAllString(c.Phone, "") }

func (c *business) radius() string { return fmt.Sprintf("%d miles", c.RadiusMiles) }

// SharesWithAds reports whether business.yaml in fsys allows exports for ads, even if the rest of the content is
// invalid.
func SharesWithAds(fsys fs.FS) (bool, error) {
	var company struct {
		SharesWithAds bool `yaml:"sharesWithAds"`
	}
	err := Decode(fsys, "business.yaml", &company)
	return company.SharesWithAds, err
}

// Zone returns the company's time zone from business.yaml in fsys, even if the rest of the content is invalid.
func Zone(fsys fs.FS) (*time.Location, error) {
	var company struct{ Hours struct{ Timezone string } }
	err := Decode(fsys, "business.yaml", &company)
	name := company.Hours.Timezone
	zone, unknown := time.LoadLocation(name)
	if err == nil && (unknown != nil || name == "") {
		err = fmt.Errorf("business.yaml names %q; wanted one such as America/Chicago", name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the time zone: %w", err)
	}
	return zone, nil
}

func (c *business) check(d *decoder) {
	if n := len(c.digits()); n != 10 {
		d.report(&c.Phone, "wanted a North American number with its ten digits", "the phone number has %d digits", n)
	}
	if _, err := mail.ParseAddress(c.Email); err != nil {
		d.report(&c.Email, "wanted one like hello@example.com", "%q is not an email address", c.Email)
	}
	addresses := append([]*string{&c.URL}, texts(c.SameAs)...)
	if c.ReviewsURL != "" {
		addresses = append(addresses, &c.ReviewsURL)
	}
	c.proofs.check(d)
	for _, address := range addresses {
		if u, err := url.Parse(*address); err != nil || u.Scheme != "https" || u.Host == "" {
			d.report(address, "wanted an absolute https address", "%q is not one", *address)
		}
	}
	if c.ResponseHours <= 0 {
		d.report(&c.ResponseHours, "wanted hours above 0", "the response takes %d hours", c.ResponseHours)
	}
	if c.RadiusMiles <= 0 {
		d.report(&c.RadiusMiles, "wanted miles above 0", "the radius is %d miles", c.RadiusMiles)
	}
	if c.EdgeMiles < 0 {
		d.report(&c.EdgeMiles, "wanted miles, or none", "the edge is %d miles wide", c.EdgeMiles)
	}
	if c.Rating != nil && (c.Rating.Value < 1 || c.Rating.Value > 5 || c.Rating.Count < 1) {
		d.report(c.Rating, "wanted a value from 1 to 5 and a count above 0",
			"the rating is %.1f of %d reviews", c.Rating.Value, c.Rating.Count)
	}
}

// pointers returns pointers into the items of a list.
func pointers[T, F any](list []T, field func(*T) *F) []*F {
	fields := make([]*F, len(list))
	for i := range list {
		fields[i] = field(&list[i])
	}
	return fields
}

func texts(list []string) []*string {
	return pointers(list, func(text *string) *string { return text })
}
