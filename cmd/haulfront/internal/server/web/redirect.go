package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

const (
	// receivedParameter is the query parameter that brings a visitor without JavaScript back to the page.
	receivedParameter = "received"
	// redirectLifetime is how long the address shows the confirmation, also after a reload; later, it is the page in
	// its default state. It ends before an answer that was promised for "today" would be read on another day.
	redirectLifetime = 4 * time.Hour
	clockSkew        = time.Minute // between two instances, at most
)

// redirectSigner signs the redirect after a success, so that no other link can make a page claim one.
type redirectSigner struct {
	key []byte
	now func() time.Time
}

// url returns the address of the form's heading on the page, which is focused after a success, with a token that is
// valid for redirectLifetime.
func (r redirectSigner) url(page string, to quote.Receipt) string {
	sent := strconv.FormatInt(to.At.Unix(), 36)
	parts := []string{to.Form, sent, to.Reference, to.Way}
	token := strings.Join(append(parts, r.sign(page, parts)), ".")
	address := url.URL{Path: page, RawQuery: url.Values{receivedParameter: {token}}.Encode()}
	if to.Form != "" {
		address.Fragment = to.Form + "-title"
	}
	return address.String()
}

// verify returns the receipt in a token for this page; ok is false if the token is invalid or has expired.
func (r redirectSigner) verify(page, token string) (from quote.Receipt, ok bool) {
	parts := strings.Split(token, ".")
	last := len(parts) - 1
	if last != 4 || !hmac.Equal([]byte(parts[last]), []byte(r.sign(page, parts[:last]))) {
		return quote.Receipt{}, false
	}
	sent, err := strconv.ParseInt(parts[1], 36, 64)
	at := time.Unix(sent, 0)
	if age := r.now().Sub(at); err != nil || age < -clockSkew || age >= redirectLifetime {
		return quote.Receipt{}, false
	}
	return quote.Receipt{Form: parts[0], Reference: parts[2], Way: parts[3], At: at}, true
}

func (r redirectSigner) sign(page string, parts []string) string {
	h := hmac.New(sha256.New, r.key)
	fmt.Fprintf(h, "%q %q", page, parts)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
