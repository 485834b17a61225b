package content

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// Prices of estimates are computed by estimate.ts, in the browser and, for everything else, by Site.Estimate of site.

// The path of the estimator, and names in addresses besides the keys of items.
const (
	EstimatePath = "/estimate"
	// EstimateParameter carries an estimate, as the query of its address, to the pages with a quote form.
	EstimateParameter = "estimate"
	loadParameter     = "load"
	zipParameter      = "zip"
	findParameter     = "find" // filters the items for browsers without scripts
)

// MaxEstimate bounds an estimate's query in bytes; the rest is ignored. All items together are shorter.
const MaxEstimate = 1000

// EstimateKind is the kind of an answer to an estimate.
type EstimateKind string

// The kinds of answer.
const (
	EstimateEmpty  EstimateKind = "empty"  // nothing was named
	EstimateRange  EstimateKind = "range"  // the published prices add up to a range
	EstimateOnSite EstimateKind = "onSite" // they do not
)

// Estimate is a list of things to haul. ReadEstimate leaves Answer, that of the price list, empty.
type Estimate struct {
	// Values are what the visitor typed for each item, and the ZIP code, by their names in addresses.
	Values map[string]string
	Load   string
	Find   string
	// Named is everything that an answer depends on, as a query in the order of the price list.
	Named  string
	Answer EstimateAnswer
	Area   AreaAnswer
}

// Empty reports whether nothing was named, not even a ZIP code.
func (e *Estimate) Empty() bool {
	return e.Answer.Kind == EstimateEmpty && e.Area.Kind == "" && len(e.Answer.Notices) == 0 && e.Find == ""
}

// Query returns the part of the estimate's address after the "?", in its canonical form.
func (e *Estimate) Query() string {
	query := e.Answer.Query
	if zip := e.Values[zipParameter]; zip != "" {
		query += "&" + zipParameter + "=" + url.QueryEscape(zip)
	}
	if e.Find != "" {
		query += "&" + findParameter + "=" + url.QueryEscape(e.Find)
	}
	return strings.TrimPrefix(query, "&")
}

// ReadEstimate reads an estimate from the query of an address. It ignores unknown names.
func (s *Site) ReadEstimate(query string) *Estimate {
	values, _ := url.ParseQuery(query[:min(len(query), MaxEstimate)]) // values has everything before an error
	e := &Estimate{Values: map[string]string{zipParameter: shortText(values.Get(zipParameter), maxZIPText)}}
	load := values.Get(loadParameter)
	if slices.ContainsFunc(s.estimatePage.Loads, func(l EstimateLoad) bool { return l.Key == load }) {
		e.Load = load
	}
	name := func(key, value string) {
		if value != "" {
			e.Named = strings.TrimPrefix(e.Named+"&"+key+"="+url.QueryEscape(value), "&")
		}
	}
	name(loadParameter, e.Load)
	for _, item := range s.estimatePage.items() {
		e.Values[item.Key] = shortText(values.Get(item.Key), maxCountText)
		name(item.Key, e.Values[item.Key])
		for _, q := range item.Questions {
			key := values.Get(q.Name)
			if slices.ContainsFunc(q.Options, func(o wording.EstimateOption) bool { return o.Key == key }) {
				e.Values[q.Name] = key
				name(q.Name, key)
			}
		}
	}
	e.Find = shortText(values.Get(findParameter), maxZIPText)
	e.Area = s.Area(e.Values[zipParameter])
	return e
}

// HasBlankEstimate reports whether a query names items without a count, as a form without scripts sends it.
func (s *Site) HasBlankEstimate(query string) bool {
	values, _ := url.ParseQuery(query)
	blank := func(name string) bool { return values.Has(name) && strings.TrimSpace(values.Get(name)) == "" }
	return blank(loadParameter) || blank(zipParameter) ||
		slices.ContainsFunc(s.estimatePage.items(), func(item *EstimateItem) bool { return blank(item.Key) })
}

// Maximum lengths, in characters, of a text in place of a count and of a ZIP code.
const (
	maxCountText = 12
	maxZIPText   = 20
)

func shortText(text string, n int) string {
	runes := []rune(strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD"))
	return string(runes[:min(len(runes), n)])
}

// Prices returns the price list of estimates.
func (s *Site) Prices() Prices {
	src := &s.estimatePage
	return Prices{src.Labels, src.Loads, src.Groups, string(src.EmptyScene), src.Fills}
}

// Unpriced returns the answer while no other can be computed: the visitor is asked to call.
func (s *Site) Unpriced(e *Estimate) EstimateAnswer {
	return EstimateAnswer{Kind: EstimateOnSite, Total: s.estimatePage.Labels.Call, Query: e.Named,
		Lines: []EstimateLine{}, Notices: []string{}}
}

// FormEstimate returns an estimate for a quote form; e may be nil.
func (s *Site) FormEstimate(e *Estimate) FormEstimate {
	box := FormEstimate{Title: s.estimatePage.Labels.Answer, Change: s.estimatePage.Labels.Change}
	if e == nil || e.Answer.Kind == EstimateEmpty {
		return box
	}
	things := load.Each(e.Answer.Lines, func(line *EstimateLine) string { return line.Label })
	box.Query, box.Things = e.Answer.Query, strings.Join(things, ", ")
	box.Total = cmp.Or(s.EstimatedPrice(e.Answer.Total, e.Answer.Low, e.Answer.High), e.Answer.Total)
	return box
}

var openRange = regexp.MustCompile(`\$[\d,]+–\$[\d,]+\+`) // such as "$200–$280+"

// EstimatedPrice is the price of an estimate by its total and ends, as in [EstimateAnswer]; "" without one.
func (s *Site) EstimatedPrice(total string, low, high int) string {
	if low == 0 {
		return ""
	}
	price := company.Price{Low: low, High: high, Plus: high == 0}.String()
	return s.quote.Price(wording.About, cmp.Or(openRange.FindString(total), price))
}
