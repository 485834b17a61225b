package content

import (
	"fmt"
	"strconv"
)

// price is an amount or a range in whole US dollars, as prices.yaml states it.
type price struct {
	Low  int `yaml:"low"`
	High int `yaml:"high,omitempty"`
	// Plus leaves the upper end open, From the lower amount: they exclude each other.
	Plus bool `yaml:"plus,omitempty"`
	From bool `yaml:"from,omitempty"`
}

// String is the price as people read it: "$99–$399", "from $99", "$650+", "$1,500–$5,000+".
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

// PriceText is the price of a line as copy gives it, with the amount that it was written from: one price, or words such as
// "Priced on-site". In JSON it is the text.
type PriceText struct {
	text string
	// price is nil where the text is words.
	price *price
}

// String is the price as people read it.
func (t PriceText) String() string { return t.text }

// MarshalText returns the price as people read it.
func (t PriceText) MarshalText() ([]byte, error) { return []byte(t.text), nil }

// span is the price from the low end of p to the high end of q.
func (p price) span(q price) price {
	if q.High == 0 {
		q.High = q.Low
	}
	return price{Low: p.Low, High: q.High, Plus: q.Plus}
}

// Dollars writes an amount of US dollars as pages show it: "$1,500".
func Dollars(amount int) string { return "$" + thousands(amount) }

func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// priceList is prices.yaml.
type priceList struct {
	Prices map[string]*price `yaml:"prices"`
	Market map[string]*price `yaml:"market"`
}

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
			}
		}
	}
}
