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
)

// received is the query parameter of the page that a visitor without JavaScript comes back to after a success.
const received = "received"

// receivedFor is how long the redirect after a success is believed. A link that is shared or reloaded later leads to the
// page as it always is.
const receivedFor = 2 * time.Minute

// clockSkew is how far apart the clocks of two instances may be.
const clockSkew = time.Minute

// redirects signs the redirect after a success, so that nobody else can make a page say that a quote was received.
type redirects struct {
	key []byte
	now func() time.Time
}

// to returns where a success leads: the form on the page, and a value that says so for receivedFor.
func (r redirects) to(page, form string) string {
	expires := strconv.FormatInt(r.now().Add(receivedFor).Unix(), 36)
	value := strings.Join([]string{form, expires, r.sign(page, form, expires)}, ".")
	address := url.URL{Path: page, RawQuery: url.Values{received: {value}}.Encode(), Fragment: form}
	return address.String()
}

// form returns the id of the form that a value was made for on this page, and "" for what is not one of ours, or no more.
func (r redirects) form(page, value string) string {
	form, rest, _ := strings.Cut(value, ".")
	expires, signature, _ := strings.Cut(rest, ".")
	if !hmac.Equal([]byte(signature), []byte(r.sign(page, form, expires))) {
		return ""
	}
	at, err := strconv.ParseInt(expires, 36, 64)
	if left := time.Unix(at, 0).Sub(r.now()); err != nil || left <= 0 || left > receivedFor+clockSkew {
		return ""
	}
	return form
}

func (r redirects) sign(page, form, expires string) string {
	h := hmac.New(sha256.New, r.key)
	fmt.Fprintf(h, "%q %q %q", page, form, expires)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
