package company

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"haulfront/content/clock"
	"haulfront/content/load"
)

// The modes of [Booking].
const (
	BookingSelf = "self" // customers book a free time on their page
	BookingAsk  = "ask"  // customers say which free times they want, one of which the office books
	BookingOff  = "off"  // the office offers times
)

// Booking is how customers get a time without a call.
type Booking struct {
	Mode string `of:"'self' | 'ask' | 'off'"`
	// Notice is how long before a window it can still be picked, such as "3h". Keep is how many trucks of each window
	// stay for the office, which has all of them where it books.
	Notice string `yaml:",omitempty"`
	Keep   int    `yaml:",omitempty" least:"0"`

	notice time.Duration
}

// Earliest returns the time after which windows can be picked.
func (b *Booking) Earliest(now time.Time) time.Time { return now.Add(b.notice) }

func (b *Booking) Check(d *load.Decoder) {
	if b.Notice != "" {
		var err error
		if b.notice, err = time.ParseDuration(b.Notice); err != nil || b.notice < 0 {
			d.Report(&b.Notice, "wanted hours such as 3h", "the notice is %q", b.Notice)
		}
	}
}

// QuietHours are from a time of day until one of the next day, maybe another on Sundays: nothing that sells is texted.
type QuietHours struct {
	From, Until string
	SundayUntil string `yaml:",omitempty"`
}

// QuietUntil reports whether a message that sells should wait, and until when. Answers to requests do not sell.
func (c *Company) QuietUntil(now time.Time) (until time.Time, quiet bool) {
	q := c.Business.QuietHours
	if q == nil {
		return until, false
	}
	day := now.In(c.Location())
	if !day.Before(clock.On(day, q.From)) {
		day = day.AddDate(0, 0, 1)
	}
	until = clock.On(day, q.Until)
	if day.Weekday() == time.Sunday {
		until = clock.On(day, cmp.Or(q.SundayUntil, q.Until))
	}
	return until, now.Before(until)
}

func (q *QuietHours) Check(d *load.Decoder) {
	checkClock(d, &q.From)
	for _, until := range []*string{&q.Until, &q.SundayUntil} {
		if *until != "" {
			checkClock(d, until)
		}
		if clock.Minutes(*until) >= clock.Minutes(q.From) {
			d.Report(until, "wanted a time of the next day before that", "the quiet hours begin at %s and end at %s",
				q.From, *until)
		}
	}
}

// Reviews are those of business.yaml, as they were given: nothing in them refers to a fact. Its folders of former
// versions and the office have other keys than pages.
type Reviews []Testimonial

var formerKeys = map[string]string{"name": "author", "town": "place", "stars": "rating", "source": "href"}

func (r *Reviews) DecodeNode(d *load.Decoder, at load.Position, node ast.Node) {
	for _, review := range ast.Filter(ast.MappingType, node) {
		for _, pair := range review.(*ast.MappingNode).Values {
			key := pair.Key.GetToken()
			key.Value = cmp.Or(formerKeys[key.Value], key.Value)
		}
	}
	d.DecodeValue(at, node, reflect.ValueOf((*[]Testimonial)(r)).Elem())
}

func (t *Testimonial) Check(d *load.Decoder) {
	month, err := time.Parse("2006-01", t.Date)
	if err == nil {
		t.Date, t.Month = month.Format("January 2006"), t.Date
	} else if t.Date != "" {
		d.Report(&t.Date, `wanted a year and a month, "2026-09"`, "the date is %q", t.Date)
	}
	if t.RatingLabel = fmt.Sprintf("%d out of 5 stars", t.Rating); t.Rating < 1 || t.Rating > 5 {
		d.Report(&t.Rating, "wanted 1 to 5 stars", "the rating is %d", t.Rating)
	}
}

// usualPayments have labels in office.yaml. With net30, an invoice is due in thirty days.
var usualPayments = []string{"cash", "card", "check", "net30"}

// notPayment matches the office's keys of jobs that are not paid, other invoices, and names too long for a column.
var notPayment = regexp.MustCompile(`^(last|unpaid|notyet|net\d*|.{31,})$`)

func (c *Business) checkPayments(d *load.Decoder) {
	for i, way := range load.Items(c.Payments) {
		key := strings.ToLower(strings.ReplaceAll(*way, " ", ""))
		if slices.Contains(usualPayments, key) {
			*way = key
		}
		if slices.Contains(c.Payments[:i], *way) || notPayment.MatchString(key) && key != "net30" {
			d.Report(way, "wanted cash, card, check, net30, or a short name such as Zelle, each once",
				"customers pay by %q", *way)
		}
	}
	if len(c.Payments) == 0 {
		c.Payments = usualPayments
	}
}

// payments says how visitors pay, "in cash, by card, or by Zelle". Invoices are for companies that ask for one.
func (c *Business) payments() string {
	var ways []string
	for _, way := range c.Payments {
		if way != "net30" {
			ways = append(ways, cmp.Or(map[string]string{"cash": "in cash"}[way], "by "+way))
		}
	}
	return cmp.Or(Enumerate(ways, "or"), "by invoice")
}

// Trackers are scripts of other companies that public pages load: IDs by the keys in trackers.
type Trackers map[string]string

// trackers are the scripts that pages can load, with the forms of IDs. Google Ads' may have a conversion's label.
var trackers = []struct{ key, company, form string }{
	{"google", "Google", `^G-[A-Z0-9]+$`},
	{"googleAds", "Google", `^AW-\d+(/[\w-]+)?$`},
	{"meta", "Meta", `^\d{8,20}$`},
	{"crisp", "Crisp", `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`},
}

// Companies are those whose scripts pages load, each once.
func (t Trackers) Companies() (names []string) {
	for _, known := range trackers {
		if t[known.key] != "" && !slices.Contains(names, known.company) {
			names = append(names, known.company)
		}
	}
	return names
}

func (c *Business) checkTrackers(d *load.Decoder) {
	for key, id := range c.Trackers {
		valid := false
		for _, known := range trackers {
			valid = valid || known.key == key && regexp.MustCompile(known.form).MatchString(id)
		}
		if !valid {
			d.Report(&c.Trackers, `wanted google: G-ABC1234567, googleAds: AW-123456789/label, `+
				`meta: "1234567890123456" or crisp: with the ID of its website`, "the tracker is %s: %s", key, id)
		}
	}
}
