package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// formulas are the characters that begin a formula in a spreadsheet, the forms of East Asian keyboards included, which
// some turn into the plain ones (OWASP, "CSV Injection").
const formulas = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫"

// inert keeps a spreadsheet from running what a visitor typed: an apostrophe makes a cell text that begins like a formula,
// or does so behind characters that cannot be seen. What changes the direction of the text, and so what a cell and those
// beside it seem to say, is left out.
func inert(cell string) string {
	cell = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, cell)
	cell = strings.TrimLeftFunc(cell, unseen)
	start := strings.TrimLeftFunc(cell, func(r rune) bool {
		return unseen(r) || (unicode.IsSpace(r) && !strings.ContainsRune(formulas, r))
	})
	if r, _ := utf8.DecodeRuneInString(start); start != "" && strings.ContainsRune(formulas, r) {
		return "'" + cell
	}
	return cell
}

// visible shows characters that a terminal obeys or hides, such as those that turn the direction of the text around, by
// their numbers. Line ends and tabs stay, and what makes an emoji of a character.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.Is(unicode.Variation_Selector, r) && (unseen(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029') {
			fmt.Fprintf(&b, "<U+%04X>", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unseen reports whether a character has no width and no ink: format characters (Unicode, general category Cf, to which
// the bidirectional controls, the zero-width ones and the byte order mark belong), fillers and variation selectors.
func unseen(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Variation_Selector, r) || r == '\u2800'
}
