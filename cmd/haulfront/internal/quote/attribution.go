package quote

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// maxAttribution is the size in bytes of the longest attribution that is read; those of our script have a tenth of it.
const maxAttribution = 8 << 10

// Attribution is where a visitor came from: the page that the visit began with, and the last that was reached from elsewhere.
// They are the same where there was one alone.
type Attribution struct {
	First Touch `json:"first"`
	Last  Touch `json:"last"`
}

// A Touch is one arrival on the site. Campaigns are named by the parameters that Google Analytics reads
// (https://support.google.com/analytics/answer/10917952), clicks on ads by those that Google Ads and Microsoft Advertising add
// to a link (https://support.google.com/google-ads/answer/9744275, https://help.ads.microsoft.com/#apex/ads/en/60000).
type Touch struct {
	Source   string `json:"utm_source,omitempty"`
	Medium   string `json:"utm_medium,omitempty"`
	Campaign string `json:"utm_campaign,omitempty"`
	Term     string `json:"utm_term,omitempty"`
	Content  string `json:"utm_content,omitempty"`
	GCLID    string `json:"gclid,omitempty"`
	GBRAID   string `json:"gbraid,omitempty"`
	WBRAID   string `json:"wbraid,omitempty"`
	MSCLKID  string `json:"msclkid,omitempty"`
	Page     string `json:"page,omitempty"`     // path
	Referrer string `json:"referrer,omitempty"` // host of the site before
}

// A TouchField is one of the fields of a Touch.
type TouchField struct {
	Name  string
	value func(*Touch) *string
	valid form
}

// form is what a value may look like, and how many characters the group in the expression may have: a count in it would take
// milliseconds of each start.
type form struct {
	expression *regexp.Regexp
	max        int
}

func (f form) matches(value string) bool {
	m := f.expression.FindStringSubmatch(value)
	return m != nil && utf8.RuneCountInString(m[1]) <= f.max
}

// Campaigns may have any name. What is read by machines is dropped where it cannot be right: a click ID that was cut is of no
// use.
var (
	campaignForm = form{regexp.MustCompile(`^(.+)$`), 200}
	clickForm    = form{regexp.MustCompile(`^([\w.~-]+)$`), 512}
	pageForm     = form{regexp.MustCompile(`^(/.*)$`), 300}
	hostForm     = form{regexp.MustCompile(`^([a-z0-9.-]+)(?::\d{1,5})?$`), 253}
)

var touchFields = []TouchField{
	{"utm_source", func(t *Touch) *string { return &t.Source }, campaignForm},
	{"utm_medium", func(t *Touch) *string { return &t.Medium }, campaignForm},
	{"utm_campaign", func(t *Touch) *string { return &t.Campaign }, campaignForm},
	{"utm_term", func(t *Touch) *string { return &t.Term }, campaignForm},
	{"utm_content", func(t *Touch) *string { return &t.Content }, campaignForm},
	{"gclid", func(t *Touch) *string { return &t.GCLID }, clickForm},
	{"gbraid", func(t *Touch) *string { return &t.GBRAID }, clickForm},
	{"wbraid", func(t *Touch) *string { return &t.WBRAID }, clickForm},
	{"msclkid", func(t *Touch) *string { return &t.MSCLKID }, clickForm},
	{"page", func(t *Touch) *string { return &t.Page }, pageForm},
	{"referrer", func(t *Touch) *string { return &t.Referrer }, hostForm},
}

// TouchFields returns the fields of a Touch in the order in which they are shown. The list must not be modified.
func TouchFields() []TouchField { return touchFields }

// Value returns the field's value.
func (f TouchField) Value(t Touch) string { return *f.value(&t) }

func readAttribution(p *Post) {
	if p.Request.Extra.OptedOut = p.OptedOut; p.OptedOut {
		return
	}
	p.Request.Extra.Attribution = ParseAttribution(p.Values.Get("attribution"))
	if p.Request.Extra.Attribution == nil && p.Referrer != nil {
		p.Request.Extra.Attribution = AttributionOf(p.Referrer)
	}
}

// Origin returns the origin of the last touch; "" if a is nil: unknown.
func (a *Attribution) Origin() string {
	if a == nil {
		return ""
	}
	return a.Last.Origin()
}

// attributionCells has each touch in one line for show, and in one column per field for the CSV, where spreadsheets
// group by them.
func attributionCells(r *Request, _ *time.Location) (cells []Cell) {
	a := cmp.Or(r.Extra.Attribution, &Attribution{})
	for _, touch := range []struct {
		name string
		Touch
	}{{"firstTouch", a.First}, {"lastTouch", a.Last}} {
		show, csv := Cell{Name: touch.name, ShowOnly: true}, Cell{Name: touch.name, CSVOnly: true}
		if r.Extra.Attribution != nil {
			show.Value, csv.Value = touch.String(), touch.Origin()
		}
		cells = append(cells, show, csv)
		for _, f := range touchFields {
			cells = append(cells, Cell{Name: touch.name + "." + f.Name, Value: f.Value(touch.Touch), CSVOnly: true})
		}
	}
	return cells
}

// ParseAttribution reads what the site's script adds to a form: the first and the last touch, each as a query, with a "|"
// between them. Parameters that are not those of a Touch, and values that cannot be right, are dropped. It returns nil if
// nothing is left.
func ParseAttribution(text string) *Attribution {
	if len(text) > maxAttribution {
		return nil
	}
	first, last, _ := strings.Cut(text, "|")
	a := Attribution{parseTouch(first), parseTouch(last)}
	switch (Touch{}) {
	case a.First:
		a.First = a.Last
	case a.Last:
		a.Last = a.First
	}
	if a.First == (Touch{}) {
		return nil
	}
	return &a
}

// AttributionOf is the attribution of a form that came without one: the address of its page, where that has been reached by
// a link of a campaign or an ad; nil otherwise.
func AttributionOf(page *url.URL) *Attribution {
	t := parseTouch(page.RawQuery)
	t.Page, t.Referrer = "", ""
	if t == (Touch{}) || len(page.RawQuery) > maxAttribution {
		return nil
	}
	if pageForm.matches(page.Path) {
		t.Page = page.Path
	}
	return &Attribution{First: t, Last: t}
}

func parseTouch(query string) (t Touch) {
	values, _ := url.ParseQuery(query) // with what could be read before a mistake
	for _, f := range touchFields {
		if value := CleanLine(values.Get(f.Name)); f.valid.matches(value) {
			*f.value(&t) = value
		}
	}
	return t
}

// Origin names what a visitor came from in a word or two: the campaign's source, the ad's company, or the site before;
// "direct" for none of them.
func (t Touch) Origin() string {
	switch {
	case t.Source != "":
		return t.Source
	case t.GCLID+t.GBRAID+t.WBRAID != "":
		return "Google ad"
	case t.MSCLKID != "":
		return "Microsoft ad"
	case t.Referrer != "":
		return t.Referrer
	}
	return "direct"
}

// String is all of it in one line.
func (t Touch) String() string {
	parts := []string{t.Origin()}
	for _, f := range touchFields {
		value := f.Value(t)
		if value != "" && value != parts[0] {
			parts = append(parts, f.Name+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}
