package quote

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// minFillTime is shorter than a person needs to open the list of services and choose from it, with everything else
	// filled in by autofill at once. It is short on purpose: a false positive costs a lead. It starts when the page was
	// shown, not when the form was hydrated, because a press before hydration takes effect right after it.
	minFillTime = 250 * time.Millisecond
	// suspiciousFillTime is a sign of spam only together with a filled-in honeypot.
	suspiciousFillTime = 2 * time.Second
)

// Spam returns the signs of spam in a post, "" without any, and whether they are enough to quarantine it. A filled-in
// honeypot alone is not, since a browser extension may have filled it in, and a false positive costs a lead: such a
// lead is delivered, and the sign stays with it. It takes a second one: a link in the text, or a short fill time. The
// field elapsed is the time from the page being shown to the press, in milliseconds; a post without a valid one is
// not suspicious for it, since without JavaScript it cannot be measured.
func (p *Post) Spam() (reason string, quarantine bool) {
	var signs []string
	honeypot := p.Values.Get(HoneypotName)
	ms, err := strconv.ParseUint(p.Values.Get("elapsed"), 10, 32)
	fillTime := time.Duration(ms) * time.Millisecond
	if tooFast := err == nil && fillTime < suspiciousFillTime; tooFast && (honeypot != "" || fillTime < minFillTime) {
		signs = append(signs, fmt.Sprintf("the form was sent %d ms after the page was shown", ms))
	}
	if honeypot != "" && (hasLink(honeypot) || hasLink(p.Name) || hasLink(p.Message)) {
		signs = append(signs, "it has a link")
	}
	quarantine = len(signs) > 0
	if honeypot != "" {
		signs = append(signs, "the honeypot was filled in")
	}
	return strings.Join(signs, "; "), quarantine
}

// hasLink reports whether a text contains a URL or the markup of a link.
func hasLink(text string) bool {
	signs := []string{"http://", "https://", "www.", "<a ", "[url"}
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(strings.ToLower(text), sign) })
}
