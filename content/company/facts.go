package company

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/content/clock"
	"haulfront/content/load"
)

// fact is a number with its unit, or a short text, as in facts.yaml.
type fact struct {
	Low, High int    `yaml:",omitempty"`
	Text      string `yaml:",omitempty"`
	Unit      string `yaml:",omitempty" of:"'percent' | 'hours' | 'days' | 'years' | 'jobs'"`
	Bound     string `yaml:",omitempty" of:"'up to' | 'over'"`

	proposed bool // it is the program's, which stands in copy until the owner states one, and counts for nothing else
}

// String is the formatted fact: "90%", "up to 80%", "2–4 hours", "noon".
func (f fact) String() string {
	if f.Text != "" {
		return f.Text
	}
	text := Thousands(f.Low)
	if f.High != 0 {
		text += "–" + Thousands(f.High)
	}
	switch {
	case f.Unit == "percent":
		text += "%"
	case f.Low == 1 && f.High == 0:
		text += " " + strings.TrimSuffix(f.Unit, "s")
	default:
		text += " " + f.Unit
	}
	if f.Bound != "" {
		text = f.Bound + " " + text
	}
	return text
}

// FactList is facts.yaml.
type FactList struct {
	Facts map[string]*fact
	Lists map[string][]string
	// Covers are the beginnings of what things in the list not_accepted stand for, by these in lower case.
	Covers map[string][]string `yaml:",omitempty"`
	// Sentences have references to other facts.
	Sentences map[string]*string `yaml:",omitempty"`
	// Practices are the answers, "yes" or "no", to what copy says that the company does: without a yes, it does not.
	Practices map[string]*string `yaml:",omitempty"`
}

// List are the items of a list, each with a capital letter.
func (s *FactList) List(key string) []string {
	return load.Each(s.Lists[key], func(item *string) string { return load.Capitalize(*item) })
}

// Refused are the beginnings of what the company does not take.
func (s *FactList) Refused() []string {
	words := slices.Clone(s.Lists["not_accepted"])
	for i := 0; i < len(words); i++ {
		for _, thing := range s.Covers[strings.ToLower(words[i])] {
			if !slices.Contains(words, thing) { // two may cover each other
				words = append(words, thing)
			}
		}
	}
	return words
}

// Hours is the lower number of a fact in hours; 0 for any other key.
func (s *FactList) Hours(key string) int {
	if f := s.Facts[key]; f != nil && f.Unit == "hours" {
		return f.Low
	}
	return 0
}

// The facts that the program reads, apart from copy that shows them, and what for.
const (
	sameDayCutoff = "same_day_cutoff"
	truckSize     = "truck_size"
)

var readFacts = map[string]string{
	sameDayCutoff: "until then customers book the same day; without it, never",
	truckSize:     "the things of the estimator are parts of it",
}

// cubicForm matches what the truck holds, in the fact that says it.
var cubicForm = regexp.MustCompile(`([\d.]+) cubic (yard|f)`)

// TruckFeet is what the truck holds, in cubic feet, by the fact truck_size or, if that does not say it, the program's.
func (s *FactList) TruckFeet() float64 {
	if size := s.Facts[truckSize]; size != nil {
		if match := cubicForm.FindStringSubmatch(size.Text); match != nil {
			amount, _ := strconv.ParseFloat(match[1], 64)
			return max(1, amount*map[string]float64{"yard": 27, "f": 1}[match[2]])
		}
	}
	return 675
}

// freeForm matches where a look is free, if that is not everywhere, with its towns; listForm matches what joins these.
var (
	freeForm = regexp.MustCompile(`^(?:within .|in (.+))`)
	listForm = regexp.MustCompile(`,? and |, `)
)

// FreeTowns are the towns in which alone a look is free; none if there are others, or miles around one.
func (s *FactList) FreeTowns() []string {
	match := freeForm.FindStringSubmatch(*cmp.Or(s.Practices["free_visit"], new("")))
	if match == nil || match[1] == "" {
		return nil
	}
	return listForm.Split(match[1], -1)
}

var requiredLists = []string{"not_accepted", "price_includes"}

func (s *FactList) Check(d *load.Decoder) {
	for _, key := range requiredLists {
		if len(s.Lists[key]) == 0 {
			d.Report(&s.Lists, "wanted it, with at least one item", "the list %q is missing", key)
		}
	}
	for key, answer := range s.Practices {
		if d.BuiltIn(answer) { // the company has not answered
			delete(s.Practices, key)
		} else if isWhere := key == "free_visit" && freeForm.MatchString(*answer); !isWhere &&
			*answer != "yes" && *answer != "no" {
			d.Report(answer, "wanted yes or no, or of free_visit also where, such as within 20 miles of our yard, "+
				"or in Eugene and Springfield", "the practice %q is %q", key, *answer)
		}
	}
	for key, f := range s.Facts {
		if f.proposed = d.BuiltIn(f); f.proposed {
			if key == sameDayCutoff && s.isDeleted(d, key) {
				delete(s.Facts, key)
			}
			continue // the program's tests check it
		}
		switch {
		case f.Text != "" && *f != fact{Text: f.Text}:
			d.Report(f, "wanted one of them", "fact %q has a text and a number", key)
		case f.Text != "":
			if key == sameDayCutoff && clock.Time(f.Text) == "" {
				d.Report(f, `wanted "noon", or one like 3pm or 3:30pm`, "%q is not a time of day", f.Text)
			}
		case f.Low <= 0:
			d.Report(f, "wanted a low above 0, or a text", "fact %q starts at %d", key, f.Low)
		case f.High != 0 && f.High <= f.Low:
			d.Report(f, "wanted a high above the low", "fact %q runs from %d to %d", key, f.Low, f.High)
		case f.Unit == "":
			d.Report(f, "wanted percent, hours, days, years or jobs", "fact %q has no unit", key)
		case f.Unit == "percent" && max(f.Low, f.High) > 100:
			d.Report(f, "wanted at most 100 percent", "fact %q is %s", key, f)
		}
	}
}

// isDeleted reports whether the owner, who states other facts, has deleted one, and promises nothing with it.
func (s *FactList) isDeleted(d *load.Decoder, key string) (deleted bool) {
	for _, f := range s.Facts {
		deleted = deleted || !d.BuiltIn(f)
	}
	for _, promise := range s.Sentences {
		deleted = deleted && !strings.Contains(*promise, "{fact."+key+"}")
	}
	return deleted
}

// Price is an amount or a range in whole US dollars, as in prices.yaml.
type Price struct {
	Low  int
	High int `yaml:",omitempty"`
	// Plus leaves the upper end open, From the lower amount: they exclude each other.
	Plus, From bool `yaml:",omitempty"`
	// Each is the price of each of several: the estimator never prices them by the space that they take.
	Each bool `yaml:",omitempty"`
	// Extra says what is charged on top, "The drive to Carson": the price list has a line for it.
	Extra string `yaml:",omitempty"`
}

// String is the formatted price: "$99–$399", "from $99", "$650+", "$1,500–$5,000+".
func (p Price) String() string {
	text := Dollars(p.Low)
	if p.High > p.Low {
		text += "–" + Dollars(p.High)
	}
	if p.Plus {
		text += "+"
	}
	if p.From {
		text = "from " + text
	}
	return text
}

// Span is the price from the low end of p to the high end of q.
func (p Price) Span(q Price) Price {
	return Price{Low: p.Low, High: max(q.Low, q.High), Plus: q.Plus}
}

// PriceText is the price of a line in copy: a single price, or words such as "Priced on-site". In JSON it is the text.
type PriceText struct {
	Text string
	// Price is nil for words, and Key, that in prices.yaml, is empty.
	Price *Price
	Key   string
}

func (t *PriceText) DecodeText(d *load.Decoder, at load.Position, written string) {
	t.Text = d.Resolve(at, written)
	if match := load.Reference.FindStringSubmatch(written); match != nil {
		t.Price, _ = d.References.Values[load.Uncapitalize(match[1])].(*Price)
		t.Key = strings.TrimPrefix(load.Uncapitalize(match[1]), "price.")
		if t.Price != nil && t.Price.Each {
			t.Text += " each"
		}
		if t.Price != nil && match[0] != written { // words could change its meaning
			d.Diagnostics.Add(at, fmt.Sprintf("%q has words beside its price", written), "wanted "+match[0]+" alone")
		}
	}
}

func (t PriceText) MarshalText() ([]byte, error) { return []byte(t.Text), nil }

// PriceKey is a price of this company, which content names by its key in prices.yaml. In JSON it is an [Amount].
type PriceKey struct {
	Price
	Key string
}

func (p *PriceKey) DecodeText(d *load.Decoder, at load.Position, written string) {
	p.Key = written
	if d.References.IsOff("price."+written) == "" {
		d.References.Use("price." + written)
	}
	if known, ok := d.References.Values["price."+written].(*Price); ok {
		p.Price = *known
	} else {
		d.Diagnostics.Add(at, fmt.Sprintf("unknown price %q", written), "wanted a key under prices in prices.yaml")
	}
}

func (p PriceKey) MarshalJSON() ([]byte, error) {
	return json.Marshal(Amount{Low: p.Low, High: max(p.Low, p.High), Plus: p.Plus, From: p.From, Text: p.String()})
}

// Dollars formats an amount of US dollars: "$1,500".
func Dollars(amount int) string { return "$" + Thousands(amount) }

// Thousands formats a number: "1,500".
func Thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// PriceList is prices.yaml.
type PriceList struct {
	Prices, Market map[string]*Price
}

// plurals makes a key of prices.yaml, behind which stands a period, the name of several.
var plurals = strings.NewReplacer("ss.", "sses", "s.", "s", "x.", "xes", "ch.", "ches", "sh.", "shes",
	"ewaste.", "electronics", ".", "s", "ss_with_", "sses with ", "_with_", "s with ", "_", " ")

// pieces says, behind a sentence about space, what is priced by the piece: ", but mattresses are $70 each".
func (l *PriceList) pieces() (text string) {
	for _, key := range slices.Sorted(maps.Keys(l.Prices)) {
		if p := l.Prices[key]; p.Each && p.Extra == "" {
			text += ", and " + plurals.Replace(key+".") + " are " + p.String() + " each"
		}
	}
	return strings.Replace(text, ", and ", ", but ", 1)
}

// MaxPrice is the highest price, in US dollars. A higher one has a slip in it.
const MaxPrice = 100_000

func (l *PriceList) Check(d *load.Decoder) {
	for _, list := range []map[string]*Price{l.Prices, l.Market} {
		for key, p := range list {
			switch {
			case p.Low <= 0:
				d.Report(&p.Low, "wanted a low above 0", "price %q starts at %d", key, p.Low)
			case max(p.Low, p.High) > MaxPrice:
				d.Report(p, "wanted at most "+Dollars(MaxPrice), "price %q is %s", key, Dollars(max(p.Low, p.High)))
			case p.High != 0 && p.High <= p.Low:
				d.Report(p, "wanted a high above the low", "price %q runs from %d to %d", key, p.Low, p.High)
			case p.From && (p.High != 0 || p.Plus):
				d.Report(p, "wanted from with a low alone", "price %q has from beside a high or plus", key)
			case p.High > 10*p.Low:
				d.Warn(p, "wanted no zero too many or too few", "price %q runs from %s to %s", key, Dollars(p.Low),
					Dollars(p.High))
			}
		}
	}
}

// Unconfirmed reports values marked unconfirmed: true, and what pages show of the program's, after all decoding.
func (c *Company) Unconfirmed(d *load.Decoder) (ds load.Diagnostics) {
	stated := c.stated(d)
	for _, mark := range d.Unconfirmed {
		if mark.File == "map.yaml" && c.Business.Area == "towns" {
			continue // no page says the radius
		}
		var whole load.Diagnostics
		for name, at := range stated {
			if at.File != mark.File {
				continue
			}
			if at.Line <= mark.Line { // it marks the value of a block
				whole = nil
				break
			}
			if d.References.Used[name] {
				whole.Add(at, c.named(d, name, "not confirmed"),
					`wanted your own, then no "unconfirmed: true" above it`+shownBy(d, name))
			}
		}
		of, answer := "this", d.Positions[&c.Business.ResponseHours]
		switch mark {
		case load.Position{File: "map.yaml", Line: mark.Line}:
			of = "the service radius, " + c.Business.Radius() + " around " + d.References.Texts["center.long"] + ","
		case load.Position{File: answer.File, Line: answer.Line + 1}:
			of = "the answer " + d.References.Texts["response"]
		}
		if len(whole) == 0 {
			whole.Add(mark, of+" is not confirmed", `wanted your own, without "unconfirmed: true"`)
		}
		ds = append(ds, whole...)
	}
	if size := c.Facts.Facts[truckSize]; size != nil && d.References.Used["fact."+truckSize] &&
		!cubicForm.MatchString(size.Text) {
		ds.Add(d.Positions[size], fmt.Sprintf("the %s holds %q", c.Business.Vehicle, size),
			"wanted how much, which the estimator reckons with, such as { text: 14 cubic yards }")
	}
	for name, at := range c.Unstated(d) {
		kind, _, _ := strings.Cut(name, ".")
		wanted := "wanted your own, " + referenceFiles[kind] + shownBy(d, name)
		wanted += map[string]string{"price": "; or a copy of that file from haulfront content, without the price",
			"fact": "; or a copy of that file from haulfront content, without the sentence"}[kind]
		if use := readFacts[strings.TrimPrefix(name, "fact.")]; use != "" {
			wanted += ": " + use
		}
		file := load.Position{File: path.Base(at.File)}
		for name, own := range stated { // it belongs below the last of the owner's
			if isKind := strings.HasPrefix(name, kind+"."); isKind && own.File == file.File {
				file.Line = max(file.Line, own.Line)
			}
		}
		ds.Add(file, c.named(d, name, "the program's"), wanted)
		if _, err := fs.Stat(d.Fsys, file.File); err == nil && kind == "fact" && d.Other { // the owner has deleted it
			d.Warnings.Add(file, c.named(d, name, "the program's"), wanted)
		}
	}
	return ds
}

func (c *Company) named(d *load.Decoder, name, what string) string {
	kind, key, _ := strings.Cut(name, ".")
	text := d.References.Texts[name]
	if kind == "practice" {
		text = *c.Facts.Practices[key] // the reference is empty for no
	}
	return fmt.Sprintf("the %s %q is %s: %s", kind, key, what, load.Reference.ReplaceAllStringFunc(text,
		func(match string) string { return d.References.Texts[match[1:len(match)-1]] }))
}

// shownBy says which file first shows a price, fact or promise; "" if none does.
func shownBy(d *load.Decoder, name string) string {
	if file := cmp.Or(d.References.Shown[name], d.References.Shown[name+".low"]); file != "" {
		return " (" + file + " shows it)"
	}
	return ""
}

// Unstated are the positions of the program's prices, facts and promises that pages show, by the references to them.
func (c *Company) Unstated(d *load.Decoder) map[string]load.Position {
	unstated := c.stated(d)
	maps.DeleteFunc(unstated, func(name string, at load.Position) bool {
		return !at.BuiltIn() || !d.References.Used[name]
	})
	return unstated
}

// UnusedFacts reports the company's prices and facts that no text refers to, after all files have been decoded.
func (c *Company) UnusedFacts(d *load.Decoder) (ds load.Diagnostics) {
	for _, key := range requiredLists {
		d.References.Use("list." + key)
	}
	for name, at := range c.stated(d) {
		known := d.References.Used[name] || d.References.LeftOut[name] ||
			readFacts[strings.TrimPrefix(name, "fact.")] != ""
		if _, key, _ := strings.Cut(name, "."); !at.BuiltIn() && !known {
			wanted := fmt.Sprintf("wanted {%s} in some text, or no such fact", name)
			if match, why := d.References.Refuses("{" + name + "}" + d.References.Texts[name]); why != "" {
				wanted = "wanted it without " + match + ", or not at all: " + why
			} else if d.References.Values[name] != nil {
				wanted += "; a price that comes on top has extra: with what it is for, and stands on /prices"
			}
			ds.Add(at, fmt.Sprintf("%q is used nowhere", key), wanted)
		}
	}
	return ds
}

func (c *Company) stated(d *load.Decoder) map[string]load.Position {
	at := map[string]load.Position{}
	for name, p := range d.References.Values {
		at[name] = d.Positions[p]
	}
	for key, f := range c.Facts.Facts {
		at["fact."+key] = d.Positions[f]
	}
	for key, text := range c.Facts.Sentences {
		at["sentence."+key] = d.Positions[text]
	}
	for key, answer := range c.Facts.Practices {
		at["practice."+key] = d.Positions[answer]
	}
	for key, list := range c.Facts.Lists {
		if len(list) > 0 {
			at["list."+key] = d.Positions[&list[0]]
		}
	}
	return at
}
