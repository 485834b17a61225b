// Package supabase calls the edge functions of a Supabase project, like its official client.
//
// It implements one call of that client, with the same path, headers and classes of errors in the same order
// (supabase-js, functions-js): no response, a response of the relay in front of the function, a status other than 2xx.
// It neither retries, nor follows redirects, nor uses a proxy.
//
// A [Client] holds the public anonymous key. Errors never contain the key, a token or the URL. A Client is safe for
// concurrent use.
package supabase

//lint:file-ignore ST1005 The errors of New are sentences, as the official client's.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// maxResponse is how much of a response is read and discarded, in bytes, so that the function can finish writing.
const maxResponse = 64 << 10

// clientInfo identifies the client by library and version, like the official client (supabase-js, lib/constants.ts).
// The version is the one pinned for the browser, see session.ts.
const clientInfo = "supabase-js-web/2.105.0"

// A Client calls the functions of one project.
type Client struct {
	base, key string
	http      *http.Client
}

// New returns a client for the project at a URL (SUPABASE_URL, without a trailing slash) with its anonymous key
// (SUPABASE_ANON_KEY). A missing key is the error "supabaseKey is required." (specification, section 8).
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
	return &Client{address, anonKey, &http.Client{
		Transport: &http.Transport{
			TLSHandshakeTimeout: 5 * time.Second,
			// A stale connection fails like an interrupted call, and calls are rare enough for new connections.
			DisableKeepAlives: true,
			ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Invoke calls a function with a JSON body and additional header fields. The token is the visitor's session; if it is
// empty, the anonymous key is used. Only ctx limits the time. Errors are a *FetchError, a *RelayError or an *HTTPError.
func (c *Client) Invoke(ctx context.Context, name string, body []byte, token string, header http.Header) error {
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	address := c.base + "/functions/v1/" + url.PathEscape(name)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return &FetchError{Err: errors.New("the address is not usable")}
	}
	// Without GetBody, the transport cannot retry.
	req.GetBody = nil
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("apikey", c.key)
	req.Header.Set("User-Agent", "haulfront")
	req.Header.Set("X-Client-Info", clientInfo)
	// Publishable keys are not tokens: the gateway rejects them.
	if token == "" && !strings.HasPrefix(c.key, "sb_publishable_") {
		token = c.key
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}

	res, err := c.http.Do(req)
	if err != nil {
		if u := (*url.Error)(nil); errors.As(err, &u) {
			err = u.Err // without the URL
		}
		return &FetchError{Sent: sent.Load(), Err: err}
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxResponse)) // only the status counts
	if res.Header.Get("x-relay-error") == "true" {
		return &RelayError{Status: res.StatusCode}
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return &HTTPError{Status: res.StatusCode, Header: res.Header}
	}
	return nil
}

// A FetchError means that there was no response.
type FetchError struct {
	Sent bool // the request was sent, so the function may have run
	Err  error
}

func (e *FetchError) Error() string { return fmt.Sprintf("no answer from the function: %v", e.Err) }

// Unwrap returns the transport's error.
func (e *FetchError) Unwrap() error { return e.Err }

// A RelayError means that the relay in front of the function could not reach it: the function did not run.
type RelayError struct{ Status int }

func (e *RelayError) Error() string { return "the relay could not reach the function" }

// An HTTPError means that the status was not 2xx.
type HTTPError struct {
	Status int
	Header http.Header // of the response
}

func (e *HTTPError) Error() string {
	return fmt.Sprintf("the function answered with status %d", e.Status)
}

// MayHaveRun reports whether the function may have run despite err: the connection was lost after the request was sent,
// or the platform stopped waiting for the function (504 and 546 in "Edge Functions: Status codes"; 502 comes from a
// gateway that lost its upstream).
func MayHaveRun(err error) bool {
	if fetch := (*FetchError)(nil); errors.As(err, &fetch) {
		return fetch.Sent
	}
	response := (*HTTPError)(nil)
	return errors.As(err, &response) && slices.Contains([]int{502, 504, 546}, response.Status)
}
