// Package supabase calls functions of the hosted backend from the server, the
// way its official client does.
//
// It is that client's one call, with the same path, headers and classes of
// errors in the same order (supabase-js, functions-js): no answer, an answer
// of the relay before the function, a status other than 2xx. There is no
// retry, no redirect and no proxy here; who calls decides what an error means.
//
// A Client holds the public anonymous key. Errors never contain it, nor a
// token, nor the address. A Client is safe for use by several goroutines.
package supabase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// maxAnswer is how much of an answer is read, in bytes. Nobody looks at it;
// reading it lets the function finish writing.
const maxAnswer = 64 << 10

// clientInfo names the caller as the official client does, by library and
// version (supabase-js, lib/constants.ts). The calls of this program are those
// of the version that is pinned for the browser, see session.ts.
const clientInfo = "supabase-js-web/2.105.0"

// A Client calls the functions of one project.
type Client struct {
	base string
	key  string
	http *http.Client
}

// New returns a client for the project at address (SUPABASE_URL, without a
// slash at its end) with its anonymous key (SUPABASE_ANON_KEY). A missing key gives the error
// "supabaseKey is required." (specification, section 8).
func New(address, anonKey string) (*Client, error) {
	if address == "" {
		return nil, errors.New("supabaseUrl is required.")
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("supabaseUrl must be an http or https address.")
	}
	if anonKey == "" {
		return nil, errors.New("supabaseKey is required.")
	}
	return &Client{
		base: address,
		key:  anonKey,
		http: &http.Client{
			Transport: &http.Transport{
				TLSHandshakeTimeout: 5 * time.Second,
				// A kept connection that the other side has closed
				// meanwhile fails in a way that cannot be told from a
				// call that was cut; calls are rare enough for a new one.
				DisableKeepAlives: true,
				ForceAttemptHTTP2: true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Invoke calls the function name with a JSON body. The token is the visitor's
// session; empty, the call is made with the anonymous key alone. ctx limits
// the time. An error is a *FetchError, a *RelayError or an *HTTPError.
func (c *Client) Invoke(ctx context.Context, name string, body []byte, token string) error {
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/functions/v1/"+url.PathEscape(name), bytes.NewReader(body))
	if err != nil {
		return &FetchError{Err: errors.New("the address is not usable")}
	}
	// Without GetBody the transport cannot send a request twice on its own.
	req.GetBody = nil
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("apikey", c.key)
	req.Header.Set("User-Agent", "haulfront")
	req.Header.Set("X-Client-Info", clientInfo)
	if bearer := c.bearer(token); bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}

	res, err := c.http.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address
		}
		return &FetchError{Sent: sent.Load(), Err: err}
	}
	defer res.Body.Close()
	// The status is the answer; a body that breaks off changes nothing.
	io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer))
	if res.Header.Get("x-relay-error") == "true" {
		return &RelayError{Status: res.StatusCode}
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return &HTTPError{Status: res.StatusCode, Header: res.Header}
	}
	return nil
}

// bearer returns what stands in Authorization. Keys of the newer kind are not
// tokens, and the gateway refuses them there.
func (c *Client) bearer(token string) string {
	switch {
	case token != "":
		return token
	case strings.HasPrefix(c.key, "sb_publishable_"):
		return ""
	}
	return c.key
}

// A FetchError means that no answer came.
type FetchError struct {
	Sent bool // the request went out, so the function may have run
	Err  error
}

func (e *FetchError) Error() string { return fmt.Sprintf("no answer from the function: %v", e.Err) }

// Unwrap returns the transport's error.
func (e *FetchError) Unwrap() error { return e.Err }

// A RelayError means that the relay in front of the function could not reach
// it: the function did not run.
type RelayError struct {
	Status int
}

func (e *RelayError) Error() string { return "the relay could not reach the function" }

// An HTTPError means that the answer's status was not 2xx.
type HTTPError struct {
	Status int
	Header http.Header // of the answer
}

func (e *HTTPError) Error() string {
	return fmt.Sprintf("the function answered with status %d", e.Status)
}

// MayHaveRun reports whether the function may have run although err was returned:
// the request was cut after it went out, or the platform gave up on a function
// that was running (504 and 546 in the platform's "Edge Functions: Status
// codes"; 502 likewise comes from a gateway that lost its upstream).
func MayHaveRun(err error) bool {
	var fetch *FetchError
	var answer *HTTPError
	switch {
	case errors.As(err, &fetch):
		return fetch.Sent
	case errors.As(err, &answer):
		return answer.Status == 502 || answer.Status == 504 || answer.Status == 546
	}
	return false
}
