package content

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file computes estimates: published prices for the things that a visitor wants hauled. The browser computes the
// same while a visitor taps (components/islands/Estimator/estimate.ts); a property test compares the two.

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

// Estimate is a list of things to haul, with the answer of the price list.
type Estimate struct {
	// Values are what the visitor typed for each item, and the ZIP code, by their names in addresses.
	Values map[string]string
	Load   string
	Find   string
	Answer EstimateAnswer
	Area   AreaAnswer
	// Low and High are the ends of the range in US dollars; High is 0 if the range has no upper end.
	Low, High int
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
	src := s.estimate()
	e := &Estimate{Values: map[string]string{zipParameter: shortText(values.Get(zipParameter), maxZIPText)}}
	if src.load(values.Get(loadParameter)) != nil {
		e.Load = values.Get(loadParameter)
	}
	for _, item := range src.items() {
		e.Values[item.Key] = shortText(values.Get(item.Key), maxCountText)
		for _, q := range item.Questions {
			if key := values.Get(q.Name); q.option(key) != nil {
				e.Values[q.Name] = key
			}
		}
	}
	e.Find = shortText(values.Get(findParameter), maxZIPText)
	src.answer(e)
	e.Area = s.Area(e.Values[zipParameter])
	return e
}

// CarriedEstimate reads the estimate that a form or the address of its page carries. It returns nil if the query names
// nothing to haul.
func (s *Site) CarriedEstimate(query string) *Estimate {
	if query == "" {
		return nil // most pages: reading it would take as long as serving the page
	}
	if e := s.ReadEstimate(query); e.Answer.Kind != EstimateEmpty {
		return e
	}
	return nil
}

// FormValues are the values of the form's fields that the estimate knows, as they are in e: a ZIP code and a choice.
func (e *Estimate) FormValues() map[string]string {
	return map[string]string{"zipCode": e.Values[zipParameter], "serviceType": e.Answer.ServiceType}
}

// HasBlankEstimate reports whether a query names items without a count, as a form without scripts sends it.
func (s *Site) HasBlankEstimate(query string) bool {
	values, _ := url.ParseQuery(query)
	blank := func(name string) bool { return values.Has(name) && strings.TrimSpace(values.Get(name)) == "" }
	return blank(loadParameter) || blank(zipParameter) ||
		slices.ContainsFunc(s.estimate().items(), func(item *EstimateItem) bool { return blank(item.Key) })
}

// Maximum lengths, in characters, of a text in place of a count and of a ZIP code.
const (
	maxCountText = 12
	maxZIPText   = 20
)

// shortText returns the first n characters of a text, as valid UTF-8.
func shortText(text string, n int) string {
	runes := []rune(strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD"))
	return string(runes[:min(len(runes), n)])
}

var wholeNumber = regexp.MustCompile(`^ *([0-9]+) *$`)

// count reads the count of an item. No range would be right for a count over the item's limit: over is true, the item
// is priced on site, and a notice says so.
func (m *estimator) count(item *EstimateItem, text string) (n int, over bool) {
	labels := &m.src.Labels
	if strings.Trim(text, " ") == "" {
		return 0, false
	}
	match := wholeNumber.FindStringSubmatch(text)
	if match == nil {
		m.answer.Notices = append(m.answer.Notices, strings.ReplaceAll(labels.Unreadable, "[things]", item.Plural))
		return 0, false
	}
	n, err := strconv.Atoi(match[1])
	if err == nil && n <= item.Most {
		return n, false
	}
	notice := strings.NewReplacer("[most]", strconv.Itoa(item.Most), "[things]", item.Plural).Replace(labels.TooMany)
	m.answer.Notices = append(m.answer.Notices, notice)
	return item.Most, true
}

// things returns a number of items in words: "1 sofa", "2 sofas".
func (item *EstimateItem) things(n int) string {
	if n == 1 {
		return "1 " + item.Label
	}
	return strconv.Itoa(n) + " " + item.Plural
}

// add is the sum of two prices. If one has no upper end, neither has the sum.
func (p price) add(q price) price {
	high := max(p.Low, p.High) + max(q.Low, q.High)
	return price{p.Low + q.Low, high, p.Plus || q.Plus, p.From || q.From}.plain()
}

func (p price) times(n int) price { return price{n * p.Low, n * p.High, p.Plus, p.From} }

// plain leaves out an upper end that says nothing.
func (p price) plain() price {
	if p.From {
		return price{Low: p.Low, From: true}
	}
	if p.High <= p.Low {
		p.High = 0
	}
	return p
}

// estimator adds up one estimate.
type estimator struct {
	src    *estimatePage
	load   *EstimateLoad
	total  price
	onSite bool // A part has no published price.
	// pieces is the number of things on the truck, share the part of the truck that they fill. single is the thing if
	// there is only one. tooMany reports that a count is over its limit.
	pieces  int
	share   Share
	single  *EstimateItem
	tooMany bool
	// least is the price of the most expensive thing alone, a lower bound of the price of everything on the truck.
	least        price
	names, query []string
	types        []string // the form's choices for the items, one if they agree
	answer       EstimateAnswer
}

// answer fills in the answer to an estimate, and its range.
func (p *estimatePage) answer(e *Estimate) {
	empty := EstimateAnswer{Lines: []EstimateLine{}, Notices: []string{}}
	m := &estimator{src: p, load: p.load(e.Load), answer: empty}
	if m.load != nil {
		m.query = append(m.query, loadParameter+"="+m.load.Key)
	}
	var jobs []EstimateLine
	for _, item := range p.items() {
		n, over := m.count(item, e.Values[item.Key])
		if n == 0 {
			continue
		}
		m.query = append(m.query, item.Key+"="+strconv.Itoa(n))
		for _, q := range item.Questions {
			if key := e.Values[q.Name]; key != "" {
				m.query = append(m.query, q.Name+"="+key)
			}
		}
		if len(m.types) == 0 || m.types[0] != item.ServiceType {
			m.types = append(m.types, item.ServiceType)
		}
		if item.Share > 0 {
			m.addPieces(item, n)
			m.tooMany = m.tooMany || over
		} else {
			jobs = append(jobs, m.job(item, n, over, e.Values))
		}
	}
	m.addTruck()
	m.answer.Lines = append(m.answer.Lines, jobs...)
	m.finish()
	e.Answer = m.answer
	if m.answer.Kind == EstimateRange {
		if e.Low = m.total.Low; !m.total.From && !m.total.Plus {
			e.High = max(m.total.Low, m.total.High)
		}
	}
}

func (m *estimator) addPieces(item *EstimateItem, n int) {
	m.pieces += n
	m.share += Share(n) * item.Share
	m.single = item
	if alone := item.Alone; alone != nil {
		m.least.Low, m.least.High = max(m.least.Low, alone.Low), max(m.least.High, alone.Low, alone.High)
	}
	m.names = append(m.names, item.things(n))
}

// option returns the option with the key; nil if there is none.
func (q *EstimateQuestion) option(key string) *EstimateOption {
	i := slices.IndexFunc(q.Options, func(o EstimateOption) bool { return o.Key == key })
	if i < 0 {
		return nil
	}
	return &q.Options[i]
}

// narrow returns the part of the item's price that the answers leave; all of it if they contradict each other.
func (item *EstimateItem) narrow(answers map[string]string) price {
	p := item.Price.price
	for _, q := range item.Questions {
		if o := q.option(answers[q.Name]); o != nil {
			p.Low = max(p.Low, o.Low)
			if o.High > 0 {
				p.High = min(p.High, o.High)
			}
		}
	}
	if len(item.Questions) > 0 && p.Low >= p.High {
		return item.Price.price
	}
	return p
}

// job returns the line of n things that have a price of their own, which answers to their questions narrow.
func (m *estimator) job(item *EstimateItem, n int, over bool, answers map[string]string) EstimateLine {
	line := EstimateLine{Label: item.things(n), Note: item.Note}
	if item.Price == nil || over {
		m.onSite, line.Price = true, m.src.Labels.OnSite
		return line
	}
	sum := item.narrow(answers).times(n)
	m.total, line.Price = m.total.add(sum), sum.String()
	return line
}

// addTruck adds the line of everything on the truck: at the price of the chosen load if everything fits into it, at the
// price of a single thing, or between two loads.
func (m *estimator) addTruck() {
	labels := &m.src.Labels
	things := strings.Join(m.names, ", ")
	line := EstimateLine{Label: things, Price: labels.OnSite}
	var sum price
	onSite := false
	switch {
	case m.tooMany:
		onSite = true
	case m.load != nil && m.share <= m.load.Share:
		m.share = m.load.Share
		line.Label, line.Note = m.load.Name, m.load.About
		if m.pieces > 0 {
			line.Note = strings.ReplaceAll(labels.WithLoad, "[things]", things)
		}
		sum = m.load.Price.price
	case m.pieces == 0:
		return
	case m.load == nil && m.pieces == 1 && m.single.Alone != nil:
		line.Note = labels.Alone
		sum = m.single.Alone.price
	default:
		low, high := m.src.around(m.share)
		if high == nil {
			line.Note, onSite = labels.Overfull, true
			break
		}
		from, to := low.Price, high.Price
		line.Note = strings.NewReplacer("[part]", m.part(), "[percent]", strconv.Itoa(m.percent()), "[low]", low.Name,
			"[lowPrice]", from.String(), "[high]", high.Name, "[highPrice]", to.String()).Replace(labels.Between)
		sum = price{Low: max(from.Low, m.least.Low), High: max(to.Low, to.High, m.least.High), Plus: to.Plus}.plain()
	}
	if onSite {
		m.onSite = true
	} else {
		m.total, line.Price = m.total.add(sum), sum.String()
	}
	m.answer.Lines = append(m.answer.Lines, line)
}

// around returns the published loads between which a share lies; high is nil if the share is over one truck.
func (p *estimatePage) around(share Share) (low, high *EstimateLoad) {
	low = &p.Loads[0]
	for i := range p.Loads[1:] {
		high = &p.Loads[i+1]
		if share <= high.Share {
			return low, high
		}
		low = high
	}
	return low, nil
}

// percent returns how full the truck is, rounded, at least 1 if there is anything on it.
func (m *estimator) percent() int {
	if m.share == 0 {
		return 0
	}
	return min(100, max(1, int(m.share+5)/10))
}

// part returns how full the truck is, in words.
func (m *estimator) part() string {
	return nearest(m.src.Labels.Parts, m.percent(), func(p EstimatePart) int { return p.Percent }).Text
}

func (m *estimator) finish() {
	a, labels := &m.answer, &m.src.Labels
	a.Percent, a.Part, a.Query = strconv.Itoa(m.percent()), m.part(), strings.Join(m.query, "&")
	switch {
	case len(a.Lines) == 0:
		a.Kind, a.Total = EstimateEmpty, labels.Empty
	case m.onSite:
		a.Kind, a.Total = EstimateOnSite, labels.Call
	default:
		a.Kind, a.Total = EstimateRange, m.total.String()
	}
	if len(m.types) == 1 {
		a.ServiceType = m.types[0]
	}
	a.Scene = string(m.src.EmptyScene)
	if m.share > 0 {
		a.Scene = string(nearest(m.src.Loads, int(m.share), func(l EstimateLoad) int { return int(l.Share) }).Scene)
	}
}

// nearest returns the element whose measure comes closest to n.
func nearest[E any](list []E, n int, measure func(E) int) E {
	distance := func(e E) int { return max(measure(e)-n, n-measure(e)) }
	return slices.MinFunc(list, func(a, b E) int { return distance(a) - distance(b) })
}

// FormEstimate returns an estimate for a quote form; e may be nil.
func (s *Site) FormEstimate(e *Estimate) FormEstimate {
	labels := &s.estimate().Labels
	box := FormEstimate{Title: labels.Answer, Change: labels.Change}
	if e == nil || e.Answer.Kind == EstimateEmpty {
		return box
	}
	var things []string
	for _, line := range e.Answer.Lines {
		things = append(things, line.Label)
	}
	box.Query, box.Total, box.Things = e.Answer.Query, e.Answer.Total, strings.Join(things, ", ")
	return box
}
