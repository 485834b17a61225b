package content

import (
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// This file computes estimates: from what somebody wants hauled to a range of published prices. The browser computes
// the same while a visitor taps (components/islands/Estimator/estimate.ts); a property test holds it to this file.

// Where an estimate is asked for, and its names in addresses besides the keys of items.
const (
	EstimatePath = "/estimate"
	// EstimateParameter carries an estimate, as the query of its address, to the pages with a quote form.
	EstimateParameter = "estimate"
	loadParameter     = "load"
	zipParameter      = "zip"
)

// MaxEstimate bounds an estimate's query in bytes: what it names beyond that is left out. All items together are
// shorter.
const MaxEstimate = 1000

// EstimateKind says what the answer to an estimate is.
type EstimateKind string

// The kinds of answer.
const (
	EstimateEmpty  EstimateKind = "empty"  // nothing was named
	EstimateRange  EstimateKind = "range"  // the published prices add up to a range
	EstimateOnSite EstimateKind = "onSite" // they do not
)

// Estimate is what somebody wants hauled and what the price list says to it.
type Estimate struct {
	// Values are what was typed for each item, and the ZIP code, by their names in addresses; an item without is empty.
	Values map[string]string
	// Load is the key of a load, empty where none was chosen.
	Load   string
	Answer EstimateAnswer
	// Area is whether the company comes to the ZIP code.
	Area AreaAnswer
	// Low and High are the ends of the range in US dollars; High is 0 where it has no upper end.
	Low, High int
}

// Empty reports whether nothing was named, not even a ZIP code.
func (e *Estimate) Empty() bool {
	return e.Answer.Kind == EstimateEmpty && e.Area.Kind == "" && len(e.Answer.Notices) == 0
}

// Query is the estimate's address after the "?", the same for all ways to write it.
func (e *Estimate) Query() string {
	if zip := e.Values[zipParameter]; zip != "" {
		return join("&", e.Answer.Query, zipParameter+"="+url.QueryEscape(zip))
	}
	return e.Answer.Query
}

// ReadEstimate reads an estimate from the query of an address. Names that it does not know are ignored.
func (s *Site) ReadEstimate(query string) *Estimate {
	if len(query) > MaxEstimate {
		query = query[:MaxEstimate]
	}
	values, _ := url.ParseQuery(query) // it returns what it could read
	src := s.estimate()
	e := &Estimate{Values: map[string]string{zipParameter: firstRunes(values.Get(zipParameter), maxZIPText)}}
	if src.load(values.Get(loadParameter)) != nil {
		e.Load = values.Get(loadParameter)
	}
	for _, item := range src.items() {
		e.Values[item.Key] = firstRunes(values.Get(item.Key), maxCountText)
	}
	src.answer(&s.prices, e)
	e.Area = s.Area(e.Values[zipParameter])
	return e
}

// CarriedEstimate reads the estimate that a form or the address of its page carries. It returns nil if the query names
// nothing to haul.
func (s *Site) CarriedEstimate(query string) *Estimate {
	if e := s.ReadEstimate(query); e.Answer.Kind != EstimateEmpty {
		return e
	}
	return nil
}

// HasBlankEstimate reports whether a query names items without a count, as a form without scripts sends it.
func (s *Site) HasBlankEstimate(query string) bool {
	values, _ := url.ParseQuery(query)
	names := []string{loadParameter, zipParameter}
	for _, item := range s.estimate().items() {
		names = append(names, item.Key)
	}
	for _, name := range names {
		if value, ok := values[name]; ok && strings.TrimSpace(value[0]) == "" {
			return true
		}
	}
	return false
}

// Bounds of what is kept of a text that is no count, and no ZIP code, in characters.
const (
	maxCountText = 12
	maxZIPText   = 20
)

func firstRunes(text string, n int) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n])
	}
	return text
}

// wholeNumber is a count as people type it.
var wholeNumber = regexp.MustCompile(`^ *([0-9]+) *$`)

// count reads the text behind an item. A count beyond the item's bound, for which no range would be right, is priced
// on site; a notice says so.
func (m *estimator) count(item *estimateItem, text string) (n int, over bool) {
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
	if err == nil && n <= item.most() {
		return n, false
	}
	notice := strings.NewReplacer("[most]", strconv.Itoa(item.most()), "[things]", item.Plural).Replace(labels.TooMany)
	m.answer.Notices = append(m.answer.Notices, notice)
	return item.most(), true
}

// things names a number of them: "1 sofa", "2 sofas".
func (item *estimateItem) things(n int) string {
	if n == 1 {
		return "1 " + item.Label
	}
	return strconv.Itoa(n) + " " + item.Plural
}

// span is a sum of published prices.
type span struct {
	low, high int
	// plus and from leave the upper end open, as those of a price do.
	plus, from bool
}

// times is the price of a number of things.
func (p *price) times(n int) span {
	return span{low: n * p.Low, high: n * max(p.Low, p.High), plus: p.Plus, from: p.From}
}

func (a span) add(b span) span {
	return span{a.low + b.low, a.high + b.high, a.plus || b.plus, a.from || b.from}
}

// String is the span as people read it. Where a part has no upper end at all, neither has the sum.
func (a span) String() string {
	switch {
	case a.from:
		return "from " + Dollars(a.low)
	case a.high > a.low:
		return Dollars(a.low) + "–" + Dollars(a.high) + strings.Repeat("+", btoi(a.plus))
	}
	return Dollars(a.low) + strings.Repeat("+", btoi(a.plus))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// estimator adds up one estimate.
type estimator struct {
	src    *estimatePage
	prices *priceList
	load   *estimateLoad
	total  span
	// onSite says that a part has no published price.
	onSite bool
	// pieces and share are how many things go on the truck, and how much of it they fill, in thousandths. single is
	// the one piece where there is no other.
	pieces, share int
	single        *estimateItem
	// least is what the dearest of them costs alone: with more on the truck the price does not fall below it.
	least span
	// tooMany says that there are more pieces than can be counted.
	tooMany bool
	names   []string
	query   []string
	answer  EstimateAnswer
}

// answer fills in the answer to an estimate, and its range.
func (p *estimatePage) answer(prices *priceList, e *Estimate) {
	m := &estimator{src: p, prices: prices, load: p.load(e.Load), answer: EstimateAnswer{Lines: []EstimateLine{}, Notices: []string{}}}
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
		if item.Share > 0 {
			m.piece(item, n)
			m.tooMany = m.tooMany || over
			continue
		}
		jobs = append(jobs, m.job(item, n, over))
	}
	m.truck()
	m.answer.Lines = append(m.answer.Lines, jobs...)
	m.finish()
	e.Answer = m.answer
	if m.answer.Kind == EstimateRange {
		if e.Low = m.total.low; !m.total.from && !m.total.plus {
			e.High = m.total.high
		}
	}
}

// piece puts a number of things on the truck.
func (m *estimator) piece(item *estimateItem, n int) {
	m.pieces += n
	m.share += n * item.thousandths()
	m.single = item
	if item.Alone != "" {
		alone := m.prices.Prices[item.Alone].times(1)
		m.least.low, m.least.high = max(m.least.low, alone.low), max(m.least.high, alone.high)
	}
	m.names = append(m.names, item.things(n))
}

// job is the line of things with a price of their own.
func (m *estimator) job(item *estimateItem, n int, over bool) EstimateLine {
	line := EstimateLine{Label: item.things(n), Note: item.Note}
	if item.OnSite || over {
		m.onSite = true
		line.Price = m.src.Labels.OnSite
		return line
	}
	sum := m.prices.Prices[item.Price].times(n)
	m.total = m.total.add(sum)
	line.Price = sum.String()
	return line
}

// truck adds the line of what goes on the truck: by the load that was chosen, if everything fits into it, by the price
// of a single thing, or between two loads.
func (m *estimator) truck() {
	labels := &m.src.Labels
	things := strings.Join(m.names, ", ")
	line := EstimateLine{Label: things}
	var sum span
	switch {
	case m.tooMany:
		m.onSite = true
		line.Price = labels.OnSite
		m.answer.Lines = append(m.answer.Lines, line)
		return
	case m.load != nil && m.share <= m.load.thousandths():
		m.share = m.load.thousandths()
		line = EstimateLine{Label: m.load.Name, Note: m.load.About}
		if m.pieces > 0 {
			line.Note = strings.ReplaceAll(labels.WithLoad, "[things]", things)
		}
		sum = m.prices.Prices[m.load.Price].times(1)
	case m.pieces == 0:
		return
	case m.load == nil && m.pieces == 1 && m.single.Alone != "":
		line.Note = labels.Alone
		sum = m.prices.Prices[m.single.Alone].times(1)
	default:
		low, high := m.src.around(m.share)
		if high == nil {
			line.Note, line.Price = labels.Overfull, labels.OnSite
			m.onSite = true
			m.answer.Lines = append(m.answer.Lines, line)
			return
		}
		from, to := m.prices.Prices[low.Price], m.prices.Prices[high.Price]
		line.Note = strings.NewReplacer("[percent]", m.percent(), "[low]", low.Name, "[lowPrice]", from.String(),
			"[high]", high.Name, "[highPrice]", to.String()).Replace(labels.Between)
		sum = span{low: max(from.Low, m.least.low), high: max(to.Low, to.High, m.least.high), plus: to.Plus}
	}
	m.total = m.total.add(sum)
	line.Price = sum.String()
	m.answer.Lines = append(m.answer.Lines, line)
}

// around are the published loads between which a share lies; high is nil where it is more than a truck.
func (p *estimatePage) around(share int) (low, high *estimateLoad) {
	low = &p.Loads[0]
	for i := range p.Loads[1:] {
		high = &p.Loads[i+1]
		if share <= high.thousandths() {
			return low, high
		}
		low = high
	}
	return low, nil
}

// percent is how full the truck is, rounded, at least 1 if there is anything on it.
func (m *estimator) percent() string {
	if m.share == 0 {
		return "0"
	}
	return strconv.Itoa(min(100, max(1, (m.share+5)/10)))
}

// finish completes the answer.
func (m *estimator) finish() {
	a, labels := &m.answer, &m.src.Labels
	a.Percent = m.percent()
	a.Query = strings.Join(m.query, "&")
	switch {
	case len(a.Lines) == 0:
		a.Kind, a.Total = EstimateEmpty, labels.Empty
	case m.onSite:
		a.Kind, a.Total = EstimateOnSite, labels.Call
	default:
		a.Kind, a.Total = EstimateRange, m.total.String()
	}
	a.Scene = string(m.src.EmptyScene)
	if m.share > 0 {
		a.Scene = string(m.src.nearest(m.share).Scene)
	}
}

// nearest is the load whose picture comes closest to a share.
func (p *estimatePage) nearest(share int) *estimateLoad {
	best := &p.Loads[0]
	for i := range p.Loads {
		if l := &p.Loads[i]; abs(l.thousandths()-share) < abs(best.thousandths()-share) {
			best = l
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func (item *estimateItem) thousandths() int { return thousandths(item.Share) }
func (l *estimateLoad) thousandths() int    { return thousandths(l.Share) }

// thousandths of the truck: sums of whole numbers are the same everywhere.
func thousandths(share float64) int { return int(math.Round(share * 1000)) }

// FormEstimate is an estimate as a quote form carries it; nil is none.
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

func join(separator string, texts ...string) string {
	var filled []string
	for _, text := range texts {
		if text != "" {
			filled = append(filled, text)
		}
	}
	return strings.Join(filled, separator)
}
