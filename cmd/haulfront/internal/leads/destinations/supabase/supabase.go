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
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/base/outbound"
)

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
	return &Client{address, anonKey, outbound.NewClient(0)}, nil
}

// Invoke calls a function with a JSON body. The token is the visitor's session; if it is
// empty, the anonymous key is used. Only ctx limits the time. Errors are an [*outbound.Error]. It is Unknown if the
// connection was lost after the request was sent, or if the platform stopped waiting for the function (504 and 546 in
// "Edge Functions: Status codes"; 502 comes from a gateway that lost its upstream).
func (c *Client) Invoke(ctx context.Context, name string, body []byte, token string) error {
	all := http.Header{"Apikey": {c.key}, "X-Client-Info": {clientInfo}}
	// Publishable keys are not tokens: the gateway rejects them.
	if token == "" && !strings.HasPrefix(c.key, "sb_publishable_") {
		token = c.key
	}
	if token != "" {
		all.Set("Authorization", "Bearer "+token)
	}
	address := c.base + "/functions/v1/" + url.PathEscape(name)
	res, _, failure := outbound.Call(ctx, c.http, http.MethodPost, address, body, all)
	switch {
	case res == nil:
		failure.Err = fmt.Errorf("no answer from the function: %w", failure.Err)
	case res.Header.Get("x-relay-error") == "true":
		failure = &outbound.Error{Status: res.StatusCode, Err: errors.New("the relay could not reach the function")}
	case failure == nil:
		return nil
	default:
		failure.Err = fmt.Errorf("the function %w", failure.Err)
		if slices.Contains([]int{502, 504, 546}, res.StatusCode) {
			failure.Class = outbound.Unknown
		}
	}
	return failure
}
