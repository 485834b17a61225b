package quote

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"haulfront/content/contact"
)

// formulaStarts are the characters that start a formula in a spreadsheet, including their East Asian variants, which
// some spreadsheets convert (OWASP, "CSV Injection").
const formulaStarts = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫"

// NewSpreadsheet begins a CSV for spreadsheets, with the line ends of RFC 4180 and a byte order mark, without which
// Excel does not read it as UTF-8.
func NewSpreadsheet(out io.Writer) (*csv.Writer, error) {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	_, err := io.WriteString(out, "\uFEFF")
	return w, err
}

// EscapeFormula keeps a spreadsheet from evaluating what a visitor typed: a leading apostrophe makes a cell text that
// starts like a formula, possibly after invisible characters. Characters that change the direction of the text, and so
// the appearance of this cell and its neighbors, are removed.
func EscapeFormula(cell string) string {
	cell = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, cell)
	cell = strings.TrimLeftFunc(cell, contact.Invisible)
	start := strings.TrimLeftFunc(cell, func(r rune) bool {
		return contact.Invisible(r) || (unicode.IsSpace(r) && !strings.ContainsRune(formulaStarts, r))
	})
	if r, _ := utf8.DecodeRuneInString(start); start != "" && strings.ContainsRune(formulaStarts, r) {
		return "'" + cell
	}
	return cell
}
