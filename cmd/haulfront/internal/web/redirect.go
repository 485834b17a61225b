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

// receivedParameter is the query parameter that brings a visitor without JavaScript back to the page after a success.
const receivedParameter = "received"

// redirectLifetime is how long the redirect after a success is valid. A link that is shared or reloaded later leads to the
// page in its default state.
const redirectLifetime = 2 * time.Minute

// clockSkew is how far apart the clocks of two instances may be.
const clockSkew = time.Minute

// redirectSigner signs the redirect after a success, so that nobody else can make a page say that a quote was received.
type redirectSigner struct {
	key []byte
	now func() time.Time
}

// url returns the address of the form's heading on the page, which takes the focus after a success, with a token that is
// valid for redirectLifetime.
func (r redirectSigner) url(page, form string) string {
	expires := strconv.FormatInt(r.now().Add(redirectLifetime).Unix(), 36)
	token := strings.Join([]string{form, expires, r.sign(page, form, expires)}, ".")
	address := url.URL{Path: page, RawQuery: url.Values{receivedParameter: {token}}.Encode()}
	if form != "" {
		address.Fragment = form + "-title"
	}
	return address.String()
}

// verify returns the id of the form that a token was made for on this page, "" if the token is not ours or has expired.
func (r redirectSigner) verify(page, token string) string {
	form, rest, _ := strings.Cut(token, ".")
	expires, signature, _ := strings.Cut(rest, ".")
	if !hmac.Equal([]byte(signature), []byte(r.sign(page, form, expires))) {
		return ""
	}
	at, err := strconv.ParseInt(expires, 36, 64)
	if left := time.Unix(at, 0).Sub(r.now()); err != nil || left <= 0 || left > redirectLifetime+clockSkew {
		return ""
	}
	return form
}

func (r redirectSigner) sign(page, form, expires string) string {
	h := hmac.New(sha256.New, r.key)
	fmt.Fprintf(h, "%q %q %q", page, form, expires)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
