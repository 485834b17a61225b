package content

import (
	"fmt"
	"io/fs"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// business is business.yaml: the company.
type business struct {
	Name          string      `yaml:"name"`
	ShortName     string      `yaml:"shortName"`
	Descriptor    string      `yaml:"descriptor"`
	Phone         string      `yaml:"phone"`
	Email         string      `yaml:"email"`
	URL           string      `yaml:"url"`
	Hours         hours       `yaml:"hours"`
	ResponseHours int         `yaml:"responseHours"`
	RadiusMiles   int         `yaml:"radiusMiles"`
	EdgeMiles     int         `yaml:"edgeMiles,omitempty"` // so far beyond the radius a call is worth it
	Description   string      `yaml:"description"`
	PriceRange    string      `yaml:"priceRange"`
	Rating        *rating     `yaml:"rating,omitempty"`
	SameAs        []string    `yaml:"sameAs,omitempty"`
	Colors        brandColors `yaml:"colors,omitempty"`
}

// rating is the average of the company's reviews, and how many there are.
type rating struct {
	Value float64 `yaml:"value"`
	Count int     `yaml:"count"`
}

// String is the rating as people read it; empty where there is none.
func (r *rating) String() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f out of 5, from %s reviews", r.Value, thousands(r.Count))
}

// props is the rating as pages show it; nil where there is none.
func (r *rating) props(area string) *Rating {
	if r == nil {
		return nil
	}
	value := fmt.Sprintf("%.1f", r.Value)
	return &Rating{
		Stars: int(math.Round(r.Value)), Value: value, Reviews: thousands(r.Count) + " reviews", Area: area,
		Label: value + " out of 5 stars",
	}
}

// hours are the opening hours, the same on every day from FirstDay to LastDay.
type hours struct {
	FirstDay string `yaml:"firstDay"`
	LastDay  string `yaml:"lastDay"`
	// Opens and Closes are times of day, "07:00", in the zone named by Timezone.
	Opens    string `yaml:"opens"`
	Closes   string `yaml:"closes"`
	Timezone string `yaml:"timezone"`
	// Holidays are working days on which the office stays closed, "2026-12-25".
	Holidays []string `yaml:"holidays,omitempty"`
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// days lists the days from FirstDay to LastDay.
func (h hours) days() []string {
	return weekdays[slices.Index(weekdays, h.FirstDay) : slices.Index(weekdays, h.LastDay)+1]
}

// brief is "Mon–Sat 7–7", short "Mon–Sat 7am–7pm", long "Monday to Saturday, 7am to 7pm".
func (h hours) brief() string {
	return fmt.Sprintf("%s–%s %s–%s", abbreviate(h.FirstDay), abbreviate(h.LastDay), clock(h.Opens, "3"), clock(h.Closes, "3"))
}

func (h hours) short() string {
	return fmt.Sprintf("%s–%s %s–%s", abbreviate(h.FirstDay), abbreviate(h.LastDay), clock(h.Opens, "3pm"), clock(h.Closes, "3pm"))
}

func (h hours) long() string {
	return fmt.Sprintf("%s to %s, %s to %s", h.FirstDay, h.LastDay, clock(h.Opens, "3pm"), clock(h.Closes, "3pm"))
}

// ends is when the office closes for the rest of the week, "Saturday at 7pm"; starts is when it opens again.
func (h hours) ends() string { return h.LastDay + " at " + clock(h.Closes, "3pm") }

func (h hours) starts() string { return h.FirstDay + " at " + clock(h.Opens, "3pm") }

// abbreviate shortens a day to three letters; texts are resolved even where a day was found to be wrong.
func abbreviate(day string) string { return day[:min(3, len(day))] }

// clock writes a checked time of day in a layout without minutes, with them where they are not zero.
func clock(at, layout string) string {
	t, err := time.Parse("15:04", at)
	if err != nil {
		return at
	}
	if t.Minute() != 0 {
		layout = strings.Replace(layout, "3", "3:04", 1)
	}
	return t.Format(layout)
}

var nonDigits = regexp.MustCompile(`\D`)

// digits is the phone number as links take it: the specification removes the non-digits.
func (c *business) digits() string { return nonDigits.ReplaceAllString(c.Phone, "") }

func (c *business) response() string {
	return "within " + fact{Low: c.ResponseHours, Unit: "hours"}.String()
}

func (c *business) radius() string { return fmt.Sprintf("%d miles", c.RadiusMiles) }

// Zone returns the company's time zone as business.yaml in fsys names it, whatever is wrong with the rest of the content.
func Zone(fsys fs.FS) (*time.Location, error) {
	const file = "business.yaml"
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("read the time zone: %w", err)
	}
	var company struct{ Hours struct{ Timezone string } }
	if err := yaml.Unmarshal(data, &company); err != nil {
		return nil, fmt.Errorf("read the time zone: %s is not YAML", file)
	}
	zone, err := time.LoadLocation(company.Hours.Timezone)
	if err != nil || company.Hours.Timezone == "" {
		return nil, fmt.Errorf("read the time zone: %s names %q; wanted one such as America/Chicago", file, company.Hours.Timezone)
	}
	return zone, nil
}

func (c *business) check(d *decoder) {
	if n := len(c.digits()); n != 10 {
		d.report(&c.Phone, "wanted a North American number with its ten digits", "the phone number has %d digits", n)
	}
	if _, err := mail.ParseAddress(c.Email); err != nil {
		d.report(&c.Email, "wanted one like hello@example.com", "%q is not an e-mail address", c.Email)
	}
	for _, address := range append([]*string{&c.URL}, pointers(c.SameAs)...) {
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
		d.report(c.Rating, "wanted a value from 1 to 5 and a count above 0", "the rating is %.1f of %d reviews", c.Rating.Value, c.Rating.Count)
	}
	c.Hours.check(d)
}

func (h *hours) check(d *decoder) {
	first, last := slices.Index(weekdays, h.FirstDay), slices.Index(weekdays, h.LastDay)
	for _, day := range []*string{&h.FirstDay, &h.LastDay} {
		if !slices.Contains(weekdays, *day) {
			d.report(day, "wanted an English day such as Monday", "%q is not a day of the week", *day)
		}
	}
	if first >= 0 && last >= 0 && last < first {
		d.report(&h.LastDay, "wanted a day of the same week, Monday first", "%s comes before %s", h.LastDay, h.FirstDay)
	}
	for _, at := range []*string{&h.Opens, &h.Closes} {
		if _, err := time.Parse("15:04", *at); err != nil {
			d.report(at, `wanted one like "07:00"`, "%q is not a time of day", *at)
		}
	}
	if minutes(h.Closes) <= minutes(h.Opens) {
		d.report(&h.Closes, "wanted a time of the same day after it opens", "the office closes at %s and opens at %s", h.Closes, h.Opens)
	}
	h.checkHolidays(d)
	if _, err := time.LoadLocation(h.Timezone); err != nil {
		d.report(&h.Timezone, "wanted a name of the IANA database such as America/Chicago", "unknown time zone %q", h.Timezone)
	}
}

func pointers(texts []string) []*string {
	list := make([]*string, len(texts))
	for i := range texts {
		list[i] = &texts[i]
	}
	return list
}
