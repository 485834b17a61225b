package company

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"haulfront/content/contact"
	"haulfront/content/load"
	"haulfront/content/zipcode"
)

// Business is business.yaml: the company.
type Business struct {
	Name, ShortName, Descriptor, Phone, Email, URL, Description, PriceRange string

	// Town is the town after which copy names the company's place, by default the first in locations.yaml. Region is
	// the area as copy names it, "Dallas–Fort Worth" or "the Twin Ports", by default the town. ShortRegion is its short
	// form, "DFW", by default the same. State is the state's name, which copy has before a noun, by default "local".
	Town, Region, ShortRegion, State string `yaml:",omitempty"`

	Hours                      Hours
	ResponseHours, RadiusMiles int         `least:"1"`
	EdgeMiles                  int         `yaml:",omitempty" least:"0"` // beyond the radius, worth a call
	Area                       string      `yaml:",omitempty" of:"'radius' | 'towns'"`
	Address                    *Address    `yaml:",omitempty"`
	Rating                     *Rating     `yaml:",omitempty"`
	SameAs                     []string    `yaml:",omitempty"`
	Colors                     brandColors `yaml:",omitempty"`
	// SharesWithAds allows "haulfront leads export --ads". The form and the privacy page say which.
	SharesWithAds bool     `yaml:",omitempty"`
	Trackers      Trackers `yaml:",omitempty"`
	// Vehicle is what carries the loads. Trucks are as many as jobs can be done at a time; none are one.
	Vehicle string `yaml:",omitempty" of:"'truck' | 'trailer'"`
	Trucks  Trucks `yaml:",omitempty"`
	// OutOfService are days on which no job is booked for a truck, "2026-12-25", by its name. The office adds them.
	OutOfService map[string][]string `yaml:"outOfService,omitempty"`
	// ChangesUntil is until when, the day before, "18:00", customers change a pickup themselves; without it they call.
	ChangesUntil string  `yaml:",omitempty"`
	Booking      Booking `yaml:",omitempty"`
	PayURL       PayURL  `yaml:"payUrl,omitempty"`
	// Payments are the ways to pay: those of usualPayments, which are the default, and any others by their names.
	Payments []string `yaml:",omitempty"`
	// Texts is "off" with a company that neither sends nor gets text messages.
	Texts      string      `yaml:",omitempty" of:"'on' | 'off'"`
	QuietHours *QuietHours `yaml:",omitempty"`
	Notices    []string    `yaml:",omitempty"`
	Reviews    Reviews     `yaml:",omitempty"`
	// SchemaType is the company's type of https://schema.org, by default HomeAndConstructionBusiness.
	SchemaType string `yaml:",omitempty"`
	// LegalSince is the day since which the program's legal pages are in force with this company, "2026-12-01".
	LegalSince string   `yaml:",omitempty"`
	Off        []string `yaml:",omitempty"`
	Proofs
}

// SendsNoTexts reports whether text messages are off.
func (c *Business) SendsNoTexts() bool { return c.Texts == "off" }

// The parts of the site that a company can switch off.
const (
	PartEstimate  = "estimate"  // the estimator
	PartLoads     = "loads"     // the prices by the truckload, and the estimator, which adds them up
	PartPrices    = "prices"    // the price list to print
	PartBlog      = "blog"      // the articles
	PartReviews   = "reviews"   // all reviews
	PartRecycling = "recycling" // a city's places that reuse things
	PartDisposal  = "disposal"  // a city's places that take the rest
	PartZIP       = "zip"       // the form for a ZIP code
	PartPlans     = "plans"     // subscriptions
)

// Parts are all names in Off.
var Parts = []string{PartEstimate, PartLoads, PartPrices, PartBlog, PartReviews, PartRecycling, PartDisposal, PartZIP,
	PartPlans}

// IsOff reports whether a part of the site is switched off.
func (c *Business) IsOff(part string) bool {
	return slices.Contains(c.Off, part) || part == PartEstimate && c.IsOff(PartLoads)
}

var schemaTypeForm = regexp.MustCompile(`^[A-Z][A-Za-z]+$`)

// Trucks are the names of trucks. The content may have their number alone.
type Trucks []string

func (t *Trucks) DecodeNode(d *load.Decoder, at load.Position, node ast.Node) {
	if _, named := node.(*ast.SequenceNode); named {
		d.DecodeValue(at, node, reflect.ValueOf((*[]string)(t)).Elem())
		return
	}
	number, _ := strconv.Atoi(node.String())
	if number < 1 || number > 50 { // a higher one has a slip in it
		d.Report(t, "wanted how many, from 1 to 50, or their names in brackets, [Big Blue, Trailer]",
			"trucks is %s", node)
	}
	for n := range min(50, number) {
		*t = append(*t, strconv.Itoa(n+1)) // Check names them
	}
}

// Address is where customers may come or write to; many companies have none that they publish.
type Address struct {
	Street, City, State string
	ZIP                 string `yaml:"zip"`
}

// String is the address on one line, as the footer shows it.
func (a *Address) String() string { return a.Street + ", " + a.City + ", " + a.State + " " + a.ZIP }

// Rating is the average of the company's reviews, and their number.
type Rating struct {
	Value float64
	Count int
}

// String is the formatted rating; empty for none.
func (r *Rating) String() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f out of 5, from %s reviews", r.Value, Thousands(r.Count))
}

var (
	digit = regexp.MustCompile(`\d`)
	// phoneForm matches a number as components recognize it, NoWrap.tsx.
	phoneForm = regexp.MustCompile(`^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$`)
)

// ParseSite parses the address of a site; slashes at its end are dropped. The error says what is wanted.
func ParseSite(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return nil, errors.New("an absolute http or https address")
	case u.Path != "" || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("an address without a path, such as https://www.example.com")
	}
	return u, nil
}

// Radius is the radius of the service area, "30 miles".
func (c *Business) Radius() string { return fmt.Sprintf("%d miles", c.RadiusMiles) }

func (c *Business) Check(d *load.Decoder) {
	if !phoneForm.MatchString(c.Phone) { // another spelling, with the country code or pasted from a phone
		c.Phone = contact.ParsePhone(c.Phone).Label
	}
	if !phoneForm.MatchString(c.Phone) {
		n := len(digit.FindAllString(c.Phone, -1))
		d.Report(&c.Phone, "wanted a North American number with its ten digits", "the phone number has %d digits", n)
	}
	if c.Email = contact.CleanEmail(c.Email); contact.Mailbox(c.Email) == "" {
		d.Report(&c.Email, "wanted one like hello@example.com, in straight quotation marks",
			"mail cannot be sent from %q", c.Email)
	}
	if site, err := ParseSite(c.URL); err != nil || site.Scheme != "https" {
		d.Report(&c.URL, "wanted an absolute https address without a path", "%q is not one", c.URL)
	} else {
		c.URL = site.String()
	}
	if c.Since != 0 && (c.Since < 1900 || c.Since > 2100) {
		d.Report(&c.Since, "wanted the year in which the company began", "the company began in %d", c.Since)
	}
	for _, address := range append(load.Items(c.SameAs), &c.ReviewsURL) {
		if u, err := url.Parse(*address); *address != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
			d.Report(address, "wanted an absolute https address", "%q is not one", *address)
		}
	}
	if c.Address != nil && !zipcode.Form.MatchString(c.Address.ZIP) {
		d.Report(&c.Address.ZIP, "wanted one like 75201", "%q is no ZIP code", c.Address.ZIP)
	}
	c.SchemaType = cmp.Or(c.SchemaType, "HomeAndConstructionBusiness")
	if !schemaTypeForm.MatchString(c.SchemaType) {
		d.Report(&c.SchemaType, "wanted one of schema.org such as HouseCleaning", "the type is %q", c.SchemaType)
	}
	for _, part := range load.Items(c.Off) {
		if !slices.Contains(Parts, *part) {
			d.Report(part, "wanted one of "+strings.Join(Parts, ", "), "there is no part %q to switch off", *part)
		}
	}
	c.checkTrackers(d)
	c.checkPayments(d)
	c.Vehicle = cmp.Or(c.Vehicle, "truck")
	for i, name := range c.Trucks {
		if name == strconv.Itoa(i+1) {
			c.Trucks[i] = load.Capitalize(c.Vehicle) + " " + name
		}
	}
	if c.ChangesUntil != "" {
		checkClock(d, &c.ChangesUntil)
	}
	if c.Rating != nil && (c.Rating.Value < 1 || c.Rating.Value > 5 || c.Rating.Count < 1) {
		d.Report(c.Rating, "wanted a value from 1 to 5 and a count above 0",
			"the rating is %.1f of %d reviews", c.Rating.Value, c.Rating.Count)
	}
}

// Fictional finds the company's own contact data that lead nowhere.
func (c *Business) Fictional(d *load.Decoder) (ds load.Diagnostics) {
	add := func(field *string, what, wanted string) {
		ds.Add(d.Positions[field], fmt.Sprintf("%s %q is fictional", what, *field), "wanted "+wanted)
	}
	if fictionalPhone.MatchString(contact.ParsePhone(c.Phone).Number) {
		add(&c.Phone, "the phone number", "the one that your office answers")
	}
	if _, host, _ := strings.Cut(c.Email, "@"); !contact.PublicHost(host) {
		add(&c.Email, "the email address", "one that your office reads")
	}
	if own, err := url.Parse(c.URL); err != nil || !contact.PublicHost(own.Hostname()) {
		add(&c.URL, "the site's address", "the domain that you publish at")
	}
	return ds
}

// fictionalPhone is a number for fiction, 555-0100 to 555-0199 in every area:
// https://www.nanpa.com/numbering/555-line-numbers.
var fictionalPhone = regexp.MustCompile(`55501\d\d$`)

// Proofs are the part of business.yaml that visitors can check; each is optional.
type Proofs struct {
	Owner     *Member `yaml:",omitempty"`
	Since     int     `yaml:",omitempty"`
	Insurance *struct {
		Insurer, Policy string
	} `yaml:",omitempty"`
	Licenses []struct {
		Name, Number string
	} `yaml:",omitempty"`
	ReviewsURL string   `yaml:"reviewsUrl,omitempty"`
	Crew       []Member `yaml:",omitempty"`
}

// Member is somebody of the company whom customers meet.
type Member struct {
	Name string
	Role string `yaml:",omitempty"`
	Does string `yaml:",omitempty"`
	// Photo is the name of a photograph, without its ending.
	Photo string `yaml:",omitempty"`
}

// People are the owner, if given, and the crew.
func (p *Proofs) People() []Member {
	if p.Owner == nil {
		return p.Crew
	}
	return append([]Member{*p.Owner}, p.Crew...)
}

// Given reports whether there is something to show besides the link to the reviews.
func (p *Proofs) Given() bool {
	return p.Owner != nil || p.Since != 0 || p.Insurance != nil || len(p.Licenses)+len(p.Crew) > 0
}

// PayURL is the address of somebody else's page on which customers pay, with {amount}, the dollars such as 412.50, or
// {cents}, such as 41250, and maybe {reference}; empty: there is none.
type PayURL string

// For returns the address at which an amount in US cents is paid, "" without a page.
func (p PayURL) For(cents int, reference string) string {
	return strings.NewReplacer("{amount}", fmt.Sprintf("%d.%02d", cents/100, cents%100), "{cents}", strconv.Itoa(cents),
		"{reference}", url.QueryEscape(reference)).Replace(string(p))
}

func (p *PayURL) DecodeText(d *load.Decoder, at load.Position, written string) {
	*p = PayURL(strings.TrimSpace(written))
	address := p.For(0, "")
	switch u, err := url.Parse(address); {
	case err != nil || u.Scheme != "https" || u.Host == "":
		d.Report(p, "wanted an absolute https address", "customers cannot pay at %q", *p)
	case !strings.Contains(string(*p), "{amount}") && !strings.Contains(string(*p), "{cents}"):
		d.Report(p, "wanted {amount} where it stands, such as https://venmo.com/NAME?txn=pay&amount={amount}",
			"the address %q has no amount", *p)
	case strings.ContainsAny(address, "{}"):
		d.Report(p, "wanted {amount}, {cents} and {reference} alone in braces", "the address is %q", *p)
	}
}
