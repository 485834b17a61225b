package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// localeMethods depend on a locale, or on the English name of a time zone. goja's ignore both.
var localeMethods = map[string][]string{
	"Number": {"toLocaleString"}, "BigInt": {"toLocaleString"}, "Array": {"toLocaleString"},
	"Date":   {"toString", "toTimeString", "toLocaleString", "toLocaleDateString", "toLocaleTimeString"},
	"String": {"localeCompare", "toLocaleUpperCase", "toLocaleLowerCase"},
}

// replaceMethods replaces localeMethods by those of runtime/globals/intl.js, which runs when one of them is called.
func (g *globals) replaceMethods() {
	for of, names := range localeMethods {
		prototype := g.vm.Get(of).(*goja.Object).Get("prototype").(*goja.Object)
		for _, name := range names {
			method := g.vm.ToValue(func(call goja.FunctionCall) goja.Value {
				own := g.globalsOf(scriptWith("Intl")).Get("methods").(*goja.Object).Get(of).(*goja.Object).Get(name)
				f, _ := goja.AssertFunction(own)
				result, err := f(call.This, call.Arguments...)
				if err != nil {
					panic(err)
				}
				return result
			})
			_ = prototype.DefineDataProperty(name, method, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

// pluralLanguages are those with the same rules in x/text as in browsers, which have a newer CLDR.
var pluralLanguages = set(`af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id
	it ja ka kk km kn ko ky lo lt lv ml mn ms my nb ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi
	zh zu`)

// millions are languages that have had a form for millions since CLDR 38.
var millions = set("ca es fr it pt")

var pluralForms = []string{"other", "zero", "one", "two", "few", "many"}

// pluralForm returns the plural form of a number, which is written as it is shown.
func pluralForm(locale string, ordinal bool, number string) (string, error) {
	tag, err := language.Parse(locale)
	base, _ := tag.Base()
	if err != nil || !pluralLanguages[base.String()] {
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
	} else if millions[base.String()] && fraction == "" && i > 0 && i%1e6 == 0 {
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

// pluralCategories returns the plural forms of a language.
func pluralCategories(locale string, ordinal bool) (forms []string, err error) {
	numbers := []string{"1000000", "0.0", "0.5", "1.0", "1.5"}
	for i := range 200 {
		numbers = append(numbers, strconv.Itoa(i))
	}
	for _, number := range numbers {
		form, err := pluralForm(locale, ordinal, number)
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

// compare compares texts in the order of a dictionary.
func (g *globals) compare(a, b, sensitivity string, numeric bool) int {
	key := sensitivity + strconv.FormatBool(numeric)
	if g.collators[key] == nil {
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
		g.collators[key] = collate.New(language.English, options...)
	}
	return g.collators[key].CompareString(a, b)
}

// cased is toLocaleUpperCase or toLocaleLowerCase.
func cased(text, locale string, upper bool) (string, error) {
	tag, err := language.Parse(locale)
	if err != nil {
		return "", fmt.Errorf("invalid locale %s", locale)
	}
	if upper {
		return cases.Upper(tag).String(text), nil
	}
	return cases.Lower(tag).String(text), nil
}
