package load

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// References are the targets of references in texts, by their keys.
type References struct {
	Texts map[string]string
	// values are what some texts were formatted from.
	Values map[string]any
	// files says where the keys of each kind of reference are, such as "price.…"; wanted lists the others.
	Files  map[string]string
	Wanted string
	// NoLoads says that the company has no prices whose keys end in "_load".
	NoLoads bool
	// Refused are things that the company does not take: lists of the program go without what begins with one.
	Refused []string
	// literals are the facts that copy may not spell out, names the keys of texts that it may not.
	Literals []LiteralFact
	Names    []string
	// Used are the references that content has resolved, LeftOut those of the program's items that the company lacks.
	// Shown are the files that first resolved them.
	Used, LeftOut map[string]bool
	Shown         map[string]string
}

// LiteralFact is a fact that copy may not spell out, with the references that it uses instead.
type LiteralFact struct {
	Pattern      *regexp.Regexp
	Kind, Wanted string
}

// Reference matches a reference in a text, {phone}.
var Reference = regexp.MustCompile(`\{([^{}]*)\}`)

// resolve replaces the references in a text. A fact in the text itself is an error: it would exist twice.
func (refs *References) resolve(ds *Diagnostics, at Position, written string) string {
	refs.reportLiteralFacts(ds, at, written)
	replace := func(match string) string {
		key := match[1 : len(match)-1]
		text, ok := refs.Texts[Uncapitalize(key)]
		refs.Use(Uncapitalize(key))
		refs.Shown[key] = cmp.Or(refs.Shown[key], strings.TrimPrefix(at.File, builtIn+"/"))
		if why := refs.IsOff(Uncapitalize(key)); why != "" {
			ds.Add(at, why+", and the text says "+match, "wanted a text of your own for this key")
		}
		if !ok {
			kind, _, _ := strings.Cut(strings.ToLower(key), ".")
			ds.Add(at, fmt.Sprintf("unknown reference %s", match), "wanted "+cmp.Or(refs.Files[kind], refs.Wanted))
			return ""
		}
		if key != Uncapitalize(key) {
			return Capitalize(text)
		}
		return text
	}
	shown := Reference.ReplaceAllStringFunc(written, replace)
	shown = Reference.ReplaceAllStringFunc(shown, replace) // the references of sentences
	if strings.ContainsAny(shown, "{}") {
		ds.Add(at, fmt.Sprintf("a brace is left over in %q", written), "wanted references such as {phone}")
	}
	return shown
}

func (refs *References) lacks(written string) (missing bool) {
	for _, match := range Reference.FindAllStringSubmatch(written, -1) {
		key := Uncapitalize(match[1])
		text, stated := refs.Texts[key]
		refused, _ := refs.Refuses(text) // of a sentence
		missing = missing || refs.IsOff(key) != "" || !stated || refused != ""
	}
	return missing
}

// IsRefused reports whether a text begins with something that the company does not take.
func (refs *References) IsRefused(text string) bool {
	return slices.ContainsFunc(refs.Refused, func(thing string) bool {
		return strings.HasPrefix(strings.ToLower(text), strings.ToLower(thing))
	})
}

// IsOff says why there is no price for a reference: the company has no loads, or does not take the thing; "" otherwise.
func (refs *References) IsOff(key string) string {
	name, isPrice := strings.CutPrefix(strings.TrimSuffix(key, ".low"), "price.")
	if isPrice && refs.NoLoads && strings.HasSuffix(name, "_load") {
		return "loads are off"
	}
	for _, thing := range refs.Refused {
		of := strings.ReplaceAll(strings.ToLower(thing), " ", "_")
		if isPrice && (name == of || strings.HasPrefix(name, of+"_with_")) {
			return "not_accepted refuses " + thing
		}
	}
	return ""
}

// Refuses returns the first reference in a text to the price of a thing that the company does not take, and says so.
func (refs *References) Refuses(text string) (match, why string) {
	for _, match := range Reference.FindAllStringSubmatch(text, -1) {
		if why := refs.IsOff(match[1]); strings.HasPrefix(why, "not_accepted") {
			return match[0], why
		}
	}
	return "", ""
}

// Use marks a fact as shown. A list is one fact, with "and" and with "or", and so is a price with its lower end.
func (refs *References) Use(key string) {
	for _, shape := range []string{".low", ".range", ".plus", ".each"} {
		key = strings.TrimSuffix(key, shape)
	}
	if rest, ok := strings.CutPrefix(key, "any."); ok {
		key = "list." + rest
	}
	refs.Used[key] = true
}

// Capitalize makes the first letter a capital one, that of a reference if the text begins with one.
func Capitalize(text string) string {
	if rest, ok := strings.CutPrefix(text, "{"); ok {
		return "{" + Capitalize(rest)
	}
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

// Uncapitalize is the key of a reference that begins a sentence.
func Uncapitalize(key string) string {
	first, size := utf8.DecodeRuneInString(key)
	return string(unicode.ToLower(first)) + key[size:]
}

func (refs *References) reportLiteralFacts(ds *Diagnostics, at Position, written string) {
	// Every literal fact has a digit or an @, and most copy has neither: matching would be half of the loading time.
	if strings.ContainsAny(written, "0123456789@") {
		for _, t := range refs.Literals {
			if match := t.Pattern.FindString(written); match != "" {
				ds.Add(at, fmt.Sprintf("the %s %q is typed into copy", t.Kind, match), t.Wanted)
			}
		}
	}
	for _, key := range refs.Names {
		name := refs.Texts[key]
		if name == "" || !strings.Contains(written, name) {
			continue
		}
		// A place may have the name, as in "along the Heart River" and "Heart River Park".
		place := regexp.MustCompile(`\b[Tt]he ` + regexp.QuoteMeta(name) + `|` + regexp.QuoteMeta(name) + ` [A-Z]`)
		if strings.Contains(place.ReplaceAllString(written, ""), name) {
			ds.Add(at, fmt.Sprintf("the company's name %q is typed into copy", name),
				"wanted {"+key+"}, from business.yaml")
			return
		}
	}
}
