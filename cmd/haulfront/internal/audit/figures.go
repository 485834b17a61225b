package audit

import (
	"regexp"
	"strings"
)

// amount is a figure that a text may only give if the page shows it: dollars or a percentage.
var amount = regexp.MustCompile(`\$\d{1,3}(?:,\d{3})*|\d+%`)

// hasFigure reports whether the text has the figure by itself: "$150" is no part of "$1,500" or "$150,000".
func hasFigure(text, figure string) bool {
	for rest := text; ; {
		i := strings.Index(rest, figure)
		if i < 0 {
			return false
		}
		before, after := rest[:i], rest[i+len(figure):]
		if !endsInDigit(before) && !continuesNumber(after) {
			return true
		}
		rest = after
	}
}

func endsInDigit(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

func continuesNumber(s string) bool {
	s = strings.TrimPrefix(s, ",")
	return s != "" && s[0] >= '0' && s[0] <= '9'
}
