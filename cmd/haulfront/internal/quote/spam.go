package quote

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// HoneypotName is the field that no person sees; a program that fills in
// everything fills it in too. No browser's autofill and no password manager
// knows the word.
const HoneypotName = "subject"

const (
	// minFillTime is the time in which nobody can have opened the list of
	// services and chosen from it, with everything else filled in by the
	// browser at one press. It is short on purpose: a person taken for a
	// program is a lost lead. It starts when the page was shown, not when the
	// form was hydrated, because a press before that is done right after it.
	minFillTime = 250 * time.Millisecond
	// hastyFillTime is a time that proves nothing alone.
	hastyFillTime = 2 * time.Second
)

// SpamReason returns why a request is kept in quarantine, or "". A filled-in
// honeypot is not enough: a browser's extension may have done it, and a false
// positive costs a lead. It takes a second sign, a link in what was typed or
// haste. elapsed is the time from the page being shown to the press, in
// milliseconds; a post that reports none, or none that makes sense, is not
// suspected for it: without JavaScript nobody can tell.
func (r Request) SpamReason(honeypot, elapsed string) string {
	var signs []string
	ms, err := strconv.ParseUint(elapsed, 10, 32)
	fillTime := time.Duration(ms) * time.Millisecond
	if hasty := err == nil && fillTime < hastyFillTime; hasty && (honeypot != "" || fillTime < minFillTime) {
		signs = append(signs, fmt.Sprintf("the form was sent %d ms after the page was shown", ms))
	}
	if honeypot != "" && (hasLink(honeypot) || hasLink(r.Name) || hasLink(r.Message)) {
		signs = append(signs, "it has a link")
	}
	if honeypot != "" && len(signs) > 0 {
		signs = append(signs, "the honeypot was filled in")
	}
	return strings.Join(signs, "; ")
}

// hasLink reports whether a text has a web address or the markup of one.
func hasLink(text string) bool {
	text = strings.ToLower(text)
	for _, sign := range []string{"http://", "https://", "www.", "<a ", "[url"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}
