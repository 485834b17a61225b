package platform

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/dlclark/regexp2/v2/syntax"
	"golang.org/x/text/unicode/rangetable"
)

// goja takes \p{…} in a regular expression for the letter p. regexp.js replaces it by the ranges of
// its characters, as expandProperties writes them.

// Errors of a pattern, worded as by V8.
var (
	errPropertyName = errors.New("invalid property name")
	errClass        = errors.New("invalid character class")
)

// expandProperties replaces \p{…} and \P{…} in a pattern with the flag u.
func expandProperties(pattern string) (string, error) {
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c != '\\' || i+1 == len(pattern) {
			inClass = c == '[' || inClass && c != ']'
			out.WriteByte(c)
			continue
		}
		i++
		if pattern[i] != 'p' && pattern[i] != 'P' {
			out.WriteString(pattern[i-1 : i+1])
			continue
		}
		end := strings.IndexByte(pattern[i:], '}')
		if !strings.HasPrefix(pattern[i+1:], "{") || end < 0 {
			return "", errPropertyName
		}
		ranges, err := propertyRanges(pattern[i+2:i+end], pattern[i] == 'P')
		if err != nil {
			return "", err
		}
		i += end
		if rest := pattern[i+1:]; inClass && strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "-]") {
			return "", errClass
		}
		if inClass {
			out.WriteString(ranges)
		} else {
			out.WriteString("[" + ranges + "]")
		}
	}
	return out.String(), nil
}

// propertyTexts has the results of propertyRanges, which are the same in all runtimes.
var propertyTexts sync.Map

// propertyRanges returns the characters with a property, or all others, as they are written in a class.
func propertyRanges(property string, others bool) (string, error) {
	key := fmt.Sprint(others, property)
	if text, ok := propertyTexts.Load(key); ok {
		return text.(string), nil
	}
	table, err := propertyTable(property)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	first, next := rune(0), rune(0) // a range of consecutive characters, up to next
	write := func(from, to rune) {
		if from < to {
			fmt.Fprintf(&text, `\u{%x}-\u{%x}`, from, to-1)
		}
	}
	rangetable.Visit(table, func(c rune) {
		if c != next {
			if others {
				write(next, c)
			} else {
				write(first, next)
			}
			first = c
		}
		next = c + 1
	})
	if others {
		write(next, unicode.MaxRune+1)
	} else {
		write(first, next)
	}
	propertyTexts.Store(key, text.String())
	return text.String(), nil
}

// propertyTable returns the characters with a property, by its names in JavaScript, see
// https://tc39.es/ecma262/#table-binary-unicode-properties. The version of Unicode is Go's, or regexp2's for emoji.
func propertyTable(property string) (*unicode.RangeTable, error) {
	name, value, named := strings.Cut(property, "=")
	switch name {
	case "Script", "sc":
		if table := unicode.Scripts[value]; table != nil {
			return table, nil
		}
		return nil, fmt.Errorf("the server knows no script %q; write its long name, as in Script=Greek", value)
	case "Script_Extensions", "scx":
		return nil, fmt.Errorf("the server does not know Script_Extensions; use Script=%s", value)
	case "General_Category", "gc":
		if table := categoryTable(value); table != nil {
			return table, nil
		}
		return nil, errPropertyName
	}
	if named {
		return nil, errPropertyName
	}
	if table := categoryTable(name); table != nil {
		return table, nil
	}
	if long := propertyAliases[name]; long != "" {
		name = long
	}
	if table := binaryTable(name); table != nil {
		return table, nil
	}
	if slices.Contains(unknownProperties, name) {
		return nil, fmt.Errorf("the server does not know %s; test the text in Go or name the characters", name)
	}
	return nil, errPropertyName
}

// categoryTable returns the characters of a general category, by its short or long name, or nil.
func categoryTable(name string) *unicode.RangeTable {
	if short := unicode.CategoryAliases[name]; short != "" {
		name = short
	}
	if name == "C" { // Go's has no unassigned ones
		return rangetable.Merge(unicode.C, unicode.Cn)
	}
	return unicode.Categories[name]
}

// propertyAliases are the short names of binary properties.
var propertyAliases = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "CI": "Case_Ignorable",
	"CWCF": "Changes_When_Casefolded", "CWCM": "Changes_When_Casemapped", "CWL": "Changes_When_Lowercased",
	"CWKCF": "Changes_When_NFKC_Casefolded", "CWT": "Changes_When_Titlecased", "CWU": "Changes_When_Uppercased",
	"DI": "Default_Ignorable_Code_Point", "Dep": "Deprecated", "Dia": "Diacritic", "EBase": "Emoji_Modifier_Base",
	"EComp": "Emoji_Component", "EMod": "Emoji_Modifier", "EPres": "Emoji_Presentation", "Ext": "Extender",
	"ExtPict": "Extended_Pictographic", "Gr_Base": "Grapheme_Base", "Gr_Ext": "Grapheme_Extend", "Hex": "Hex_Digit",
	"IDC": "ID_Continue", "IDS": "ID_Start", "IDSB": "IDS_Binary_Operator", "IDST": "IDS_Trinary_Operator",
	"Ideo": "Ideographic", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception", "Lower": "Lowercase",
	"NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space",
	"QMark": "Quotation_Mark", "RI": "Regional_Indicator", "SD": "Soft_Dotted", "STerm": "Sentence_Terminal",
	"Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "Upper": "Uppercase", "VS": "Variation_Selector",
	"XIDC": "XID_Continue", "XIDS": "XID_Start", "space": "White_Space",
}

// unknownProperties are those of JavaScript that need more than Go's tables.
var unknownProperties = strings.Fields(`
	Case_Ignorable Changes_When_Casefolded Changes_When_Casemapped Changes_When_Lowercased
	Changes_When_NFKC_Casefolded Changes_When_Titlecased Changes_When_Uppercased Default_Ignorable_Code_Point
	XID_Continue XID_Start`)

// ownProperties are those of Go's tables that JavaScript has too.
var ownProperties = strings.Fields(`
	ASCII_Hex_Digit Bidi_Control Dash Deprecated Diacritic Extender Hex_Digit IDS_Binary_Operator
	IDS_Trinary_Operator Ideographic Join_Control Logical_Order_Exception Noncharacter_Code_Point Pattern_Syntax
	Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal Soft_Dotted Terminal_Punctuation
	Unified_Ideograph Variation_Selector White_Space`)

var anyTable = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0, Hi: 0xffff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x10000, Hi: unicode.MaxRune, Stride: 1}},
}

// binaryTable returns the characters with a binary property, or nil. The sums are those of
// https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt.
func binaryTable(name string) *unicode.RangeTable {
	switch name {
	case "Any":
		return anyTable
	case "ASCII":
		return &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: unicode.MaxASCII, Stride: 1}}}
	case "Assigned":
		return without(anyTable, unicode.Cn)
	case "Lowercase":
		return rangetable.Merge(unicode.Ll, unicode.Other_Lowercase)
	case "Uppercase":
		return rangetable.Merge(unicode.Lu, unicode.Other_Uppercase)
	case "Cased":
		return rangetable.Merge(unicode.LC, unicode.Other_Lowercase, unicode.Other_Uppercase)
	case "Alphabetic":
		return rangetable.Merge(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase,
			unicode.Other_Uppercase)
	case "Math":
		return rangetable.Merge(unicode.Sm, unicode.Other_Math)
	case "ID_Start":
		return identifiers()
	case "ID_Continue":
		since15_1 := rangetable.New(0x200c, 0x200d, 0x30fb, 0xff65) // Go has Unicode 15.0
		return identifiers(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue, since15_1)
	case "Grapheme_Extend":
		return rangetable.Merge(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend)
	case "Grapheme_Base":
		return without(anyTable, unicode.C, unicode.Cn, unicode.Zl, unicode.Zp, unicode.Me, unicode.Mn,
			unicode.Other_Grapheme_Extend)
	}
	if strings.HasPrefix(name, "Emoji") || name == "Extended_Pictographic" {
		return emojiTable(name)
	}
	if slices.Contains(ownProperties, name) {
		return unicode.Properties[name]
	}
	return nil
}

// identifiers are the characters of ID_Start, and others.
func identifiers(more ...*unicode.RangeTable) *unicode.RangeTable {
	with := rangetable.Merge(append(more, unicode.L, unicode.Nl, unicode.Other_ID_Start)...)
	return without(with, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

func without(table *unicode.RangeTable, excluded ...*unicode.RangeTable) *unicode.RangeTable {
	var kept []rune
	rangetable.Visit(table, func(c rune) {
		if !unicode.In(c, excluded...) {
			kept = append(kept, c)
		}
	})
	return rangetable.New(kept...)
}

// emojiTable returns the characters with a property of https://www.unicode.org/reports/tr51/, or nil. Go's tables have
// none of them, and those of regexp2 can only be asked about each character.
func emojiTable(name string) *unicode.RangeTable {
	parsed, err := syntax.Parse(`\p{`+name+`}`, syntax.ParseOptions{RegexOptions: syntax.ECMAScript | syntax.Unicode})
	if err != nil {
		return nil
	}
	node := parsed.Root
	for node.Set == nil {
		node = node.Children[0]
	}
	var emoji []rune
	for c := rune(0); c < 0xe0080; c++ { // up to the tags
		if c == 0x20000 { // ideographs, and then nothing
			c = 0xe0000
		}
		if node.Set.CharIn(c) {
			emoji = append(emoji, c)
		}
	}
	return rangetable.New(emoji...)
}
