package command

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// formulaStarts are the characters that start a formula in a spreadsheet, including their East Asian variants, which
// some spreadsheets convert (OWASP, "CSV Injection").
const formulaStarts = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫"

// escapeFormula keeps a spreadsheet from evaluating what a visitor typed: a leading apostrophe makes a cell text that
// starts like a formula, possibly after invisible characters. Characters that change the direction of the text, and so
// the appearance of this cell and its neighbors, are removed.
func escapeFormula(cell string) string {
	cell = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, cell)
	cell = strings.TrimLeftFunc(cell, isInvisible)
	start := strings.TrimLeftFunc(cell, func(r rune) bool {
		return isInvisible(r) || (unicode.IsSpace(r) && !strings.ContainsRune(formulaStarts, r))
	})
	if r, _ := utf8.DecodeRuneInString(start); start != "" && strings.ContainsRune(formulaStarts, r) {
		return "'" + cell
	}
	return cell
}

// visible replaces characters that a terminal interprets or hides, such as those that change the direction of the text,
// by their code points. Line breaks, tabs and the variation selectors of emoji stay.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.Is(unicode.Variation_Selector, r) && (isInvisible(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029') {
			fmt.Fprintf(&b, "<U+%04X>", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isInvisible reports whether a character is not displayed: format characters (Unicode, general category Cf, which
// includes the bidirectional controls, zero-width characters and the byte order mark), fillers and variation selectors.
func isInvisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Variation_Selector, r) || r == '\u2800'
}
