package intl

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// numberFormat is a resolved Intl.NumberFormat for American English, see
// https://tc39.es/ecma402/#sec-properties-of-intl-numberformat-instances. Its words and symbols are those of CLDR 48.
type numberFormat struct {
	Style, Currency, CurrencyDisplay, CurrencySign, Unit, UnitDisplay  string
	Notation, CompactDisplay, UseGrouping, SignDisplay                 string
	MinimumIntegerDigits, MinimumFractionDigits, MaximumFractionDigits int
	MinimumSignificantDigits, MaximumSignificantDigits                 int // 0: the fraction digits count
	RoundingPriority                                                   string
}

// decimal is a number as its decimal digits: 0.d₁d₂… times ten to the power of point. Zero has none.
type decimal struct {
	negative bool
	digits   []byte
	point    int
}

// parseDecimal reads a number as JavaScript writes it. It returns false for others than finite numbers.
func parseDecimal(text string) (d decimal, ok bool) {
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa, exponent, _ := strings.Cut(text, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return d, false
	}
	_, _ = fmt.Sscan(exponent, &d.point)
	d.digits = []byte(whole + fraction)
	d.point += len(whole)
	for len(d.digits) > 0 && d.digits[0] == '0' {
		d.digits = d.digits[1:]
		d.point--
	}
	return d.trimmed(), true
}

func (d decimal) trimmed() decimal {
	d.digits = []byte(strings.TrimRight(string(d.digits), "0"))
	if len(d.digits) == 0 {
		d.point = 0
	}
	return d
}

// rounded keeps that many digits, and rounds half away from zero.
func (d decimal) rounded(keep int) decimal {
	if keep >= len(d.digits) {
		return d
	}
	if keep < 0 {
		d.digits, d.point = nil, 0
		return d
	}
	up := d.digits[keep] >= '5'
	d.digits = slices.Clone(d.digits[:keep])
	if up {
		i := keep - 1
		for ; i >= 0 && d.digits[i] == '9'; i-- {
			d.digits[i] = '0'
		}
		if i >= 0 {
			d.digits[i]++
		} else {
			d.digits = append([]byte{'1'}, d.digits...)
			d.point++
		}
	}
	return d.trimmed()
}

// NewNumberFormat returns a function that formats a number, as JavaScript writes it. The options are a JSON object with
// the resolved ones of Intl.NumberFormat. The error names an option that the package does not know.
func NewNumberFormat(options string) (func(string) []Part, error) {
	f := &numberFormat{}
	if err := json.Unmarshal([]byte(options), f); err != nil {
		return nil, fmt.Errorf("read the options: %w", err)
	}
	return f.format, f.check()
}

// check returns an error for words and symbols that are unknown.
func (f *numberFormat) check() error {
	switch {
	case f.Style == "currency" && f.CurrencyDisplay == "name":
		return fmt.Errorf("the server does not know the names of currencies")
	case f.Style == "currency" && f.CurrencyDisplay == "narrowSymbol" && currencySymbols[f.Currency] == "":
		return fmt.Errorf("the server does not know the narrow symbol of %s", f.Currency)
	case f.Style == "unit" && units()[f.Unit] == nil:
		return fmt.Errorf("the server does not know the unit %s", f.Unit)
	case f.Notation == "scientific" || f.Notation == "engineering":
		return fmt.Errorf("the server does not know the notation %s", f.Notation)
	}
	return nil
}

// format formats a number.
func (f *numberFormat) format(text string) []Part {
	d, finite := parseDecimal(text)
	var number []Part
	power := 0
	switch {
	case finite:
		if f.Style == "percent" && len(d.digits) > 0 {
			d.point += 2
		}
		d, power = f.round(d)
		number = f.number(d)
	case text == "NaN":
		number = []Part{{"nan", text}}
	default:
		number = []Part{{"infinity", "∞"}}
		d.negative = text == "-Infinity"
	}
	if power > 0 {
		display := f.CompactDisplay
		if f.Style == "currency" {
			display = "short"
		} else if display == "long" {
			number = append(number, Part{"literal", " "})
		}
		number = append(number, Part{"compact", compactWords[display][power/3-1]})
	}
	one := power == 0 && len(number) == 1 && number[0][1] == "1"
	return f.signed(d, text, f.styled(number, one))
}

// round rounds a number. With compact notation it also divides it by a power of ten.
func (f *numberFormat) round(d decimal) (rounded decimal, power int) {
	for {
		rounded = d.rounded(f.kept(d))
		shift := min((rounded.point-1)/3*3, maxCompactPower-power)
		if f.Notation != "compact" || shift <= 0 {
			return rounded, power
		}
		d.point -= shift
		power += shift
	}
}

// kept is how many digits of a number remain.
func (f *numberFormat) kept(d decimal) int {
	fraction := d.point + f.MaximumFractionDigits
	switch {
	case f.MaximumSignificantDigits == 0:
		return fraction
	case f.RoundingPriority == "morePrecision":
		return max(fraction, f.MaximumSignificantDigits)
	}
	return f.MaximumSignificantDigits
}

// number returns the digits of a rounded number, in groups.
func (f *numberFormat) number(d decimal) (parts []Part) {
	whole := string(d.digits[:min(max(d.point, 0), len(d.digits))])
	fraction := strings.Repeat("0", max(0, -d.point)) + string(d.digits[len(whole):])
	whole += strings.Repeat("0", max(0, d.point-len(d.digits)))
	whole = strings.Repeat("0", max(0, f.MinimumIntegerDigits-len(whole))) + whole
	least := f.MinimumFractionDigits
	if f.MinimumSignificantDigits > 0 && f.RoundingPriority != "morePrecision" {
		least = f.MinimumSignificantDigits - max(d.point, 0)
		if d.point <= 0 && len(d.digits) > 0 {
			least = f.MinimumSignificantDigits - d.point
		} else if len(d.digits) == 0 {
			least = f.MinimumSignificantDigits - 1
		}
	}
	fraction += strings.Repeat("0", max(0, least-len(fraction)))
	if f.UseGrouping != "false" && (f.UseGrouping != "min2" || len(whole) > 4) {
		first := (len(whole)-1)%3 + 1
		for ; len(whole) > 3; first = 3 {
			parts = append(parts, Part{"integer", whole[:first]}, Part{"group", ","})
			whole = whole[first:]
		}
	}
	parts = append(parts, Part{"integer", whole})
	if fraction != "" {
		parts = append(parts, Part{"decimal", "."}, Part{"fraction", fraction})
	}
	return parts
}

// styled adds a percent sign, a currency, or a unit.
func (f *numberFormat) styled(number []Part, one bool) []Part {
	switch f.Style {
	case "percent":
		return append(number, Part{"percentSign", "%"})
	case "currency":
		symbol := f.symbol()
		before := []Part{{"currency", symbol}}
		last := symbol[len(symbol)-1]
		if number[0][0] == "integer" && (last >= 'A' && last <= 'Z' || last == '.') {
			before = append(before, Part{"literal", "\u00a0"})
		}
		return append(before, number...)
	case "unit":
		text := units()[f.Unit][slices.Index(unitDisplays, f.UnitDisplay)]
		if singular, plural, differ := strings.Cut(text, "/"); differ {
			if text = plural; one {
				text = singular
			}
		}
		name, spaced := strings.CutPrefix(text, " ")
		if spaced {
			number = append(number, Part{"literal", " "})
		}
		return append(number, Part{"unit", name})
	}
	return number
}

// symbol is what stands for the currency.
func (f *numberFormat) symbol() string {
	symbol := currencySymbols[f.Currency]
	switch {
	case symbol == "" || f.CurrencyDisplay == "code":
		return f.Currency
	case f.CurrencyDisplay == "narrowSymbol" && strings.HasSuffix(symbol, "$") && symbol != "R$":
		return "$"
	case f.CurrencyDisplay == "narrowSymbol" && strings.HasSuffix(symbol, "¥"):
		return "¥"
	}
	return symbol
}

// signed adds the sign, or the parentheses of accounting.
func (f *numberFormat) signed(d decimal, text string, number []Part) []Part {
	zero := text == "NaN" || len(d.digits) == 0 && !strings.HasSuffix(text, "Infinity")
	negative, sign := d.negative, Part{}
	switch f.SignDisplay {
	case "never":
		negative = false
	case "negative":
		negative = negative && !zero
	case "exceptZero":
		negative = negative && !zero
		if !negative && !zero {
			sign = Part{"plusSign", "+"}
		}
	case "always":
		if !negative {
			sign = Part{"plusSign", "+"}
		}
	}
	if negative && f.Style == "currency" && f.CurrencySign == "accounting" {
		return slices.Concat([]Part{{"literal", "("}}, number, []Part{{"literal", ")"}})
	}
	if negative {
		sign = Part{"minusSign", "-"}
	}
	if sign[1] == "" {
		return number
	}
	return append([]Part{sign}, number...)
}

// maxCompactPower is that of the last of compactWords.
const maxCompactPower = 12

// compactWords are for thousands, millions and so on.
var compactWords = map[string][4]string{
	"short": {"K", "M", "B", "T"}, "long": {"thousand", "million", "billion", "trillion"},
}

// currencySymbols are those of the currencies that English does not write by their codes.
var currencySymbols = map[string]string{
	"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪",
	"INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$",
	"VND": "₫", "XAF": "FCFA", "XCD": "EC$", "XCG": "Cg.", "XOF": "F\u202fCFA", "XPF": "CFPF",
}

// unitDisplays are the columns of cldr/units.txt.
var unitDisplays = []string{"short", "narrow", "long"}

//go:embed cldr/units.txt
var unitsFile string

// units are the words for units after a number, by unitDisplays, which TestNumberFormat checks with Node. A slash
// separates the singular from the plural.
var units = sync.OnceValue(func() map[string][]string {
	units := map[string][]string{}
	for line := range strings.Lines(unitsFile) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		units[columns[0]] = columns[1:]
	}
	return units
})
