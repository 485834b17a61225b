package quote

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// maxAttribution is the maximum size of an attribution in bytes; those of the site's script have a tenth of it.
const maxAttribution = 8 << 10

// Attribution records where a visitor came from: the first arrival on the site and the last one from elsewhere. The two
// are the same after a single arrival.
type Attribution struct {
	First Touch `json:"first"`
	Last  Touch `json:"last"`
}

// A Touch is one arrival on the site. Campaigns are named by the parameters that Google Analytics reads
// (https://support.google.com/analytics/answer/10917952), clicks on ads by those that Google Ads and Microsoft
// Advertising add to a link (https://support.google.com/google-ads/answer/9744275,
// https://help.ads.microsoft.com/#apex/ads/en/60000).
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

// pattern matches valid values. The group of the expression may have max characters: a count in the expression would
// take milliseconds at each start.
type pattern struct {
	expression *regexp.Regexp
	max        int
}

func (f pattern) matches(value string) bool {
	m := f.expression.FindStringSubmatch(value)
	return m != nil && utf8.RuneCountInString(m[1]) <= f.max
}

// Campaigns may have any name. Values for programs must be valid: a truncated click ID is useless.
var (
	campaignPattern = pattern{regexp.MustCompile(`^(.+)$`), 200}
	clickPattern    = pattern{regexp.MustCompile(`^([\w.~-]+)$`), 512}
	pagePattern     = pattern{regexp.MustCompile(`^(/.*)$`), 300}
	hostPattern     = pattern{regexp.MustCompile(`^([a-z0-9.-]+)(?::\d{1,5})?$`), 253}
)

// touchFields are the fields of a Touch in the order of the export.
var touchFields = []struct {
	name  string
	value func(*Touch) *string
	valid pattern
}{
	{"utm_source", func(t *Touch) *string { return &t.Source }, campaignPattern},
	{"utm_medium", func(t *Touch) *string { return &t.Medium }, campaignPattern},
	{"utm_campaign", func(t *Touch) *string { return &t.Campaign }, campaignPattern},
	{"utm_term", func(t *Touch) *string { return &t.Term }, campaignPattern},
	{"utm_content", func(t *Touch) *string { return &t.Content }, campaignPattern},
	{"gclid", func(t *Touch) *string { return &t.GCLID }, clickPattern},
	{"gbraid", func(t *Touch) *string { return &t.GBRAID }, clickPattern},
	{"wbraid", func(t *Touch) *string { return &t.WBRAID }, clickPattern},
	{"msclkid", func(t *Touch) *string { return &t.MSCLKID }, clickPattern},
	{"page", func(t *Touch) *string { return &t.Page }, pagePattern},
	{"referrer", func(t *Touch) *string { return &t.Referrer }, hostPattern},
}

func readAttribution(p *Post) {
	if p.Extra.OptedOut = p.OptedOut; p.OptedOut {
		return
	}
	p.Extra.Attribution = ParseAttribution(p.Values.Get("attribution"))
	if p.Extra.Attribution == nil && p.Referrer != nil {
		p.Extra.Attribution = AttributionOf(p.Referrer)
	}
}

// Origin returns the origin of the last touch; "" if a is nil: unknown.
func (a *Attribution) Origin() string {
	if a == nil {
		return ""
	}
	return a.Last.Origin()
}

// attributionCells returns each touch as one line for show, and as one column per field for the CSV, where spreadsheets
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
			cells = append(cells, Cell{Name: touch.name + "." + f.name, Value: *f.value(&touch.Touch), CSVOnly: true})
		}
	}
	return cells
}

// ParseAttribution parses the value that the site's script adds to a form: the first and the last touch, each as a
// query, with a "|" between them. It ignores unknown parameters and invalid values, and returns nil if nothing is left.
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

// AttributionOf returns the attribution of a form without one, from the address of its page; nil if that is not a link
// of a campaign or an ad.
func AttributionOf(page *url.URL) *Attribution {
	t := parseTouch(page.RawQuery)
	t.Page, t.Referrer = "", ""
	if t == (Touch{}) || len(page.RawQuery) > maxAttribution {
		return nil
	}
	if pagePattern.matches(page.Path) {
		t.Page = page.Path
	}
	return &Attribution{First: t, Last: t}
}

func parseTouch(query string) (t Touch) {
	values, _ := url.ParseQuery(query) // values has everything before an error
	for _, f := range touchFields {
		if value := CleanLine(values.Get(f.name)); f.valid.matches(value) {
			*f.value(&t) = value
		}
	}
	return t
}

// Origin returns a visitor's origin in a word or two: the campaign's source, the ad's company, or the referring site;
// "direct" without any of them.
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

// String returns all fields in one line.
func (t Touch) String() string {
	parts := []string{t.Origin()}
	for _, f := range touchFields {
		value := *f.value(&t)
		if value != "" && value != parts[0] {
			parts = append(parts, f.name+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}
