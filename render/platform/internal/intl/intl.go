// Package intl formats numbers and dates for American English, chooses plural forms, and compares texts, with the same
// results as Intl of browsers: package platform puts it behind JavaScript's Intl, which goja lacks. Whatever it does
// not know is an error, never another text. All functions are safe for concurrent use.
package intl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Part is a part of a formatted value: its type in formatToParts, and its text.
type Part = [2]string

// pluralLanguages are those with the same rules in x/text as in browsers, which have a newer CLDR.
var pluralLanguages = strings.Fields(`af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he
	hi hr hu hy id it ja ka kk km kn ko ky lo lt lv ml mn ms my nb ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th
	tr uk ur uz vi zh zu`)

// millions are languages that have had a form for millions since CLDR 38.
var millions = strings.Fields("ca es fr it pt")

var pluralForms = []string{"other", "zero", "one", "two", "few", "many"}

// PluralForm returns the plural form of a number, which is written as it is shown. The error
// names a locale whose rules the package does not know.
func PluralForm(locale string, ordinal bool, number string) (string, error) {
	tag, err := language.Parse(locale)
	base, _ := tag.Base()
	if err != nil || !slices.Contains(pluralLanguages, base.String()) {
		return "", fmt.Errorf("the server does not know the plural rules of %s", locale)
	}
	whole, fraction, _ := strings.Cut(number, ".")
	significant := strings.TrimRight(fraction, "0")
	i, _ := strconv.Atoi(whole[max(0, len(whole)-9):])
	if len(whole) > 9 {
		i += 1e9 // no rule depends on the digits before
	}
	f, _ := strconv.Atoi(fraction)
	t, _ := strconv.Atoi(significant)
	rules := plural.Cardinal
	if ordinal {
		rules = plural.Ordinal
	} else if slices.Contains(millions, base.String()) && fraction == "" && i > 0 && i%1e6 == 0 {
		return "many", nil
	}
	form := pluralForms[rules.MatchPlural(tag, i, len(fraction), len(significant), f, t)]
	if base.String() == "he" && !ordinal && form != "two" { // since CLDR 42
		form = "other"
		if i == 1 && fraction == "" || i == 0 && fraction != "" {
			form = "one"
		}
	}
	return form, nil
}

// PluralCategories returns the plural forms of a language.
func PluralCategories(locale string, ordinal bool) (forms []string, err error) {
	numbers := []string{"1000000", "0.0", "0.5", "1.0", "1.5"}
	for i := range 200 {
		numbers = append(numbers, strconv.Itoa(i))
	}
	for _, number := range numbers {
		form, err := PluralForm(locale, ordinal, number)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(forms, form) && form != "other" {
			forms = append(forms, form)
		}
	}
	slices.Sort(forms)
	return append(forms, "other"), nil
}

// collators has those that are not in use, by their options: each serves one goroutine at a time.
var collators sync.Map // of *sync.Pool

// Compare compares texts in the order of an English dictionary: -1, 0 or 1. The options are those of Intl.Collator.
func Compare(a, b, sensitivity string, numeric bool) int {
	pool, ok := collators.Load(sensitivity + strconv.FormatBool(numeric))
	if !ok {
		var options []collate.Option
		switch sensitivity {
		case "base":
			options = append(options, collate.Loose)
		case "accent":
			options = append(options, collate.IgnoreCase)
		case "case":
			options = append(options, collate.IgnoreDiacritics)
		}
		if numeric {
			options = append(options, collate.Numeric)
		}
		pool, _ = collators.LoadOrStore(sensitivity+strconv.FormatBool(numeric), &sync.Pool{
			New: func() any { return collate.New(language.English, options...) },
		})
	}
	free := pool.(*sync.Pool)
	collator := free.Get().(*collate.Collator)
	defer free.Put(collator)
	return collator.CompareString(a, b)
}

// ChangeCase is toLocaleUpperCase or toLocaleLowerCase. The error names an invalid locale.
func ChangeCase(text, locale string, upper bool) (string, error) {
	tag, err := language.Parse(locale)
	if err != nil {
		return "", fmt.Errorf("invalid locale %s", locale)
	}
	if upper {
		return cases.Upper(tag).String(text), nil
	}
	return cases.Lower(tag).String(text), nil
}
