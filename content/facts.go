package content

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// fact is a number with its unit, or a short text, as in facts.yaml.
type fact struct {
	Low, High         int    `yaml:",omitempty"`
	Unit, Bound, Text string `yaml:",omitempty"`
}

// String is the formatted fact: "90%", "up to 80%", "2–4 hours", "noon".
func (f fact) String() string {
	if f.Text != "" {
		return f.Text
	}
	text := thousands(f.Low)
	if f.High != 0 {
		text += "–" + thousands(f.High)
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

// factList is facts.yaml.
type factList struct {
	Facts map[string]*fact
	Lists map[string][]string
	// Sentences have references to other facts.
	Sentences map[string]string `yaml:",omitempty"`
}

func (s *factList) list(key string) []string {
	lines := make([]string, len(s.Lists[key]))
	for i, item := range s.Lists[key] {
		lines[i] = capitalize(item)
	}
	return lines
}

// requiredLists are the lists that pages show item by item.
var requiredLists = []string{"not_accepted", "price_includes"}

func (s *factList) check(d *decoder) {
	for _, key := range requiredLists {
		if len(s.Lists[key]) == 0 {
			d.report(&s.Lists, "wanted it, with at least one item", "the list %q is missing", key)
		}
	}
	units := map[string]bool{"percent": true, "hours": true, "days": true, "years": true, "jobs": true}
	bounds := map[string]bool{"": true, "up to": true, "over": true}
	for key, f := range s.Facts {
		switch {
		case f.Text != "" && *f != fact{Text: f.Text}:
			d.report(f, "wanted one of them", "fact %q has a text and a number", key)
		case f.Text != "":
			if key == sameDayCutoff && clockTime(f.Text) == "" {
				d.report(f, `wanted "noon", or one like 3pm or 3:30pm`, "%q is not a time of day", f.Text)
			}
		case f.Low <= 0:
			d.report(f, "wanted a low above 0, or a text", "fact %q starts at %d", key, f.Low)
		case f.High != 0 && f.High <= f.Low:
			d.report(f, "wanted a high above the low", "fact %q runs from %d to %d", key, f.Low, f.High)
		case !units[f.Unit]:
			d.report(f, "wanted percent, hours, days, years or jobs", "fact %q has the unit %q", key, f.Unit)
		case f.Unit == "percent" && max(f.Low, f.High) > 100:
			d.report(f, "wanted at most 100 percent", "fact %q is %s", key, f)
		case !bounds[f.Bound]:
			d.report(f, `wanted "up to" or "over"`, "fact %q has the bound %q", key, f.Bound)
		}
	}
}

// price is an amount or a range in whole US dollars, as in prices.yaml.
type price struct {
	Low  int
	High int `yaml:",omitempty"`
	// Plus leaves the upper end open, From the lower amount: they exclude each other.
	Plus, From bool `yaml:",omitempty"`
}

// String is the formatted price: "$99–$399", "from $99", "$650+", "$1,500–$5,000+".
func (p price) String() string {
	text := Dollars(p.Low)
	if p.High != 0 {
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

// span is the price from the low end of p to the high end of q.
func (p price) span(q price) price {
	if q.High == 0 {
		q.High = q.Low
	}
	return price{Low: p.Low, High: q.High, Plus: q.Plus}
}

// PriceText is the price of a line in copy: a single price, or words such as "Priced on-site". In JSON it is the text.
type PriceText struct {
	text string
	// price is nil for words.
	price *price
}

// String is the formatted price.
func (t PriceText) String() string { return t.text }

func (t *PriceText) decodeText(d *decoder, at position, written string) {
	t.text, t.price = d.resolve(at, written), d.references.price(d.diagnostics, at, written)
}

// MarshalText returns the formatted price.
func (t PriceText) MarshalText() ([]byte, error) { return []byte(t.text), nil }

// PriceKey is a price of this company, which content names by its key in prices.yaml. In JSON it is an [Amount].
type PriceKey struct {
	price
	key string
}

func (p *PriceKey) decodeText(d *decoder, at position, written string) {
	p.key = written
	d.references.use("price." + written)
	if known := d.references.prices["price."+written]; known != nil {
		p.price = *known
	} else {
		d.diagnostics.add(at, fmt.Sprintf("unknown price %q", written), "wanted a key under prices in prices.yaml")
	}
}

// MarshalJSON implements [json.Marshaler].
func (p PriceKey) MarshalJSON() ([]byte, error) {
	return json.Marshal(Amount{Low: p.Low, High: max(p.Low, p.High), Plus: p.Plus, From: p.From, Text: p.String()})
}

// Dollars formats an amount of US dollars: "$1,500".
func Dollars(amount int) string { return "$" + thousands(amount) }

func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// priceList is prices.yaml.
type priceList struct {
	Prices, Market map[string]*price
}

// implausibleRange is the ratio of a price's high to its low beyond which one of them is probably a slip.
const implausibleRange = 10

func (l *priceList) check(d *decoder) {
	for _, list := range []map[string]*price{l.Prices, l.Market} {
		for key, p := range list {
			switch {
			case p.Low <= 0:
				d.report(&p.Low, "wanted a low above 0", "price %q starts at %d", key, p.Low)
			case p.High != 0 && p.High <= p.Low:
				d.report(p, "wanted a high above the low", "price %q runs from %d to %d", key, p.Low, p.High)
			case p.From && (p.High != 0 || p.Plus):
				d.report(p, "wanted from with a low alone", "price %q has from beside a high or plus", key)
			case p.High > implausibleRange*p.Low:
				d.warn(p, "wanted no zero too many or too few", "price %q runs from %s to %s", key, Dollars(p.Low),
					Dollars(p.High))
			}
		}
	}
}

// Warnings reports values that are valid and probably slips, with a line for each, as Load's errors.
func (s *Site) Warnings() error { return s.warnings.err() }

// Unused reports prices and facts that no page shows, with a line for each, as Load's errors. Load itself accepts them:
// otherwise a page could not be removed before its facts.
func (s *Site) Unused() error { return s.unused.err() }

// unusedFacts are the diagnostics of [Site.Unused], after all files have been decoded.
func (s *Site) unusedFacts(d *decoder) diagnostics {
	var ds diagnostics
	check := func(at any, name string) {
		if _, key, _ := strings.Cut(name, "."); !d.references.used[name] {
			ds.add(d.positions[at], fmt.Sprintf("%q is used nowhere", key),
				fmt.Sprintf("wanted {%s} in some text, or no such fact", name))
		}
	}
	for name, p := range d.references.prices {
		check(p, name)
	}
	for key, f := range s.facts.Facts {
		check(f, "fact."+key)
	}
	for _, key := range requiredLists {
		d.references.use("list." + key)
	}
	for key, list := range s.facts.Lists {
		if len(list) > 0 {
			check(&list[0], "list."+key)
		}
	}
	return ds
}
