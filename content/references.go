package content

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

type references struct {
	texts  map[string]string
	prices map[string]*price
	// used are the references that content has resolved.
	used map[string]bool
}

func newReferences(c *business, prices *priceList, facts *factList, area *serviceArea) *references {
	refs := &references{prices: map[string]*price{}, used: map[string]bool{}, texts: map[string]string{
		"name": c.Name, "short_name": c.ShortName, "phone": c.Phone, "email": c.Email,
		"hours": c.Hours.short(), "hours.brief": c.Hours.brief(), "hours.long": c.Hours.long(),
		"hours.opens": clock(c.Hours.Opens, "3pm"), "hours.closes": clock(c.Hours.Closes, "3pm"),
		"hours.ends": c.Hours.ends(), "hours.starts": c.Hours.starts(),
		"response": "within " + fact{Low: c.ResponseHours, Unit: "hours"}.String(),
		"radius":   c.radius(), "towns": enumerate(names(area.towns()), "and"),
	}}
	for kind, list := range map[string]map[string]*price{"price": prices.Prices, "market": prices.Market} {
		for key, p := range list {
			refs.prices[kind+"."+key], refs.texts[kind+"."+key] = p, p.String()
		}
	}
	for key, f := range facts.Facts {
		refs.texts["fact."+key] = f.String()
	}
	for key, text := range facts.Sentences {
		refs.texts["sentence."+key] = text
	}
	for key, words := range facts.Lists {
		refs.texts["list."+key] = enumerate(words, "and")
		refs.texts["any."+key] = enumerate(words, "or")
	}
	return refs
}

// referenceFiles says where the keys of each kind of reference are defined.
var referenceFiles = map[string]string{
	"price":  "a key under prices in prices.yaml",
	"market": "a key under market in prices.yaml",
	"fact":   "a key under facts in facts.yaml",
	"list":   "a key under lists in facts.yaml",
	"any":    "a key under lists in facts.yaml",

	"sentence": "a key under sentences in facts.yaml",
}

var reference = regexp.MustCompile(`\{([^{}]*)\}`)

// resolve replaces the references in a text. A fact in the text itself is an error: it would exist twice.
func (refs *references) resolve(ds *diagnostics, at position, written string) string {
	refs.reportLiteralFacts(ds, at, written)
	replace := func(match string) string {
		key := match[1 : len(match)-1]
		text, ok := refs.texts[uncapitalize(key)]
		refs.use(uncapitalize(key))
		if !ok {
			kind, _, _ := strings.Cut(strings.ToLower(key), ".")
			wanted := referenceFiles[kind]
			if wanted == "" {
				wanted = "name, short_name, phone, email, hours, hours.brief, hours.long, hours.opens, hours.closes, " +
					"response, radius, towns, price.…, market.…, fact.…, sentence.…, list.… or any.…"
			}
			ds.add(at, fmt.Sprintf("unknown reference %s", match), "wanted "+wanted)
			return ""
		}
		if key != uncapitalize(key) {
			return capitalize(text)
		}
		return text
	}
	shown := reference.ReplaceAllStringFunc(written, replace)
	shown = reference.ReplaceAllStringFunc(shown, replace) // the references of sentences
	if strings.ContainsAny(shown, "{}") {
		ds.add(at, fmt.Sprintf("a brace is left over in %q", written), "wanted references such as {phone}")
	}
	return shown
}

// use marks a fact as shown. A list is one fact, with "and" and with "or".
func (refs *references) use(key string) {
	if rest, ok := strings.CutPrefix(key, "any."); ok {
		key = "list." + rest
	}
	refs.used[key] = true
}

func capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// enumerate joins words as an American sentence does, with "and" or "or" before the last: "wet paint, chemicals,
// asbestos, or fuel".
func enumerate(words []string, conjunction string) string {
	last := len(words) - 1
	switch len(words) {
	case 0, 1:
		return strings.Join(words, "")
	case 2:
		return fmt.Sprintf("%s %s %s", words[0], conjunction, words[1])
	}
	return fmt.Sprintf("%s, %s %s", strings.Join(words[:last], ", "), conjunction, words[last])
}

// uncapitalize is the key of a reference that begins a sentence.
func uncapitalize(key string) string {
	first, size := utf8.DecodeRuneInString(key)
	return string(unicode.ToLower(first)) + key[size:]
}

// price returns the price that a text refers to, nil for words. A price with words beside it is an error, because the
// words could change its meaning.
func (refs *references) price(ds *diagnostics, at position, written string) *price {
	match := reference.FindStringSubmatch(written)
	if match == nil {
		return nil
	}
	p := refs.prices[uncapitalize(match[1])]
	if p != nil && match[0] != written {
		ds.add(at, fmt.Sprintf("%q has words beside its price", written), "wanted "+match[0]+" alone")
	}
	return p
}

// literalFacts are the facts that copy may not spell out, and the references that it uses instead.
var literalFacts = []struct {
	pattern      *regexp.Regexp
	kind, wanted string
}{
	{regexp.MustCompile(`\$\s*\d[\d,]*`), "dollar amount", "wanted {price.…} or {market.…}, from prices.yaml"},
	{regexp.MustCompile(`\d+\s*(?:%|percent\b|per cent\b)`), "percentage", "wanted {fact.…}, from facts.yaml"},
	{regexp.MustCompile(`(?i)\b\d+(?:\s*(?:-|–|to)\s*\d+)?[\s-]*(?:minute|hour|day|week|month|year)s?\b`), "duration",
		"wanted {fact.…}, from facts.yaml"},
	{regexp.MustCompile(`(?i)\b\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.)`), "time of day",
		"wanted {hours}, from business.yaml, or {fact.…}"},
	{regexp.MustCompile(`\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}`), "phone number", "wanted {phone}, from business.yaml"},
	{regexp.MustCompile(`[\w.+-]+@[\w-]+\.\w+`), "email address", "wanted {email}, from business.yaml"},
}

func (refs *references) reportLiteralFacts(ds *diagnostics, at position, written string) {
	// Every literal fact has a digit or an @, and most copy has neither: matching would be half of the loading time.
	if strings.ContainsAny(written, "0123456789@") {
		for _, t := range literalFacts {
			if match := t.pattern.FindString(written); match != "" {
				ds.add(at, fmt.Sprintf("the %s %q is typed into copy", t.kind, match), t.wanted)
			}
		}
	}
	for _, key := range []string{"name", "short_name"} {
		if name := refs.texts[key]; name != "" && strings.Contains(written, name) {
			ds.add(at, fmt.Sprintf("the company's name %q is typed into copy", name),
				"wanted {"+key+"}, from business.yaml")
			return
		}
	}
}
