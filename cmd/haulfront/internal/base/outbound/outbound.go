// Package outbound calls other systems and classifies failures.
//
// A failed attempt is an [*Error], whose [Class] tells the caller whether another attempt makes sense. Nothing is
// retried here, no redirect is followed and no proxy is used. Errors contain neither an address nor a header, because
// both often embed a secret, and errors are logged.
package outbound

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
	"sync/atomic"
	"time"
)

// MaxAnswer is how much of an answer is read, in bytes.
const MaxAnswer = 64 << 10

// A Class is the outcome of an attempt that failed.
type Class int

// The classes of failures.
const (
	Temporary Class = iota // nothing was executed; a later attempt may succeed
	Permanent              // the same attempt fails again
	Unknown                // it may have been executed
	Partial                // of a mail: it was sent, but not to every recipient
)

// An Error is a failed attempt.
type Error struct {
	Class  Class
	Status int         // HTTP status or SMTP reply; 0 without an answer
	Header http.Header // of the answer; nil without one
	// Reason is the answer's explanation. It may repeat the visitor's input, so never log it.
	Reason string
	Err    error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// NewClient returns a client for calls that are minutes apart, each of which takes up to a limit; 0: as long as its
// context.
func NewClient(limit time.Duration) *http.Client {
	return &http.Client{
		Timeout: limit,
		Transport: &http.Transport{
			TLSHandshakeTimeout: 5 * time.Second,
			ForceAttemptHTTP2:   true,
			// A reused connection would usually be one that the server has closed, which fails the attempt.
			DisableKeepAlives: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Do makes one attempt at a request. Without an answer, the error is Unknown if the request was sent.
func Do(client *http.Client, req *http.Request) (*http.Response, *Error) {
	var sent atomic.Bool
	ctx := httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	// The transport retries a POST by itself if it can rewind the body and the request has an Idempotency-Key
	// (net/http, Transport). Attempts are counted, so there must be no hidden ones.
	req.GetBody = nil
	res, err := client.Do(req.WithContext(ctx))
	if err == nil {
		return res, nil
	}
	failure := &Error{Err: err}
	if u := (*url.Error)(nil); errors.As(err, &u) {
		failure.Err = u.Err // without the address
	}
	if sent.Load() {
		failure.Class = Unknown
	}
	return nil, failure
}

// Call makes one attempt at a request with a body of JSON, or without one if it is nil. It returns the answer, if there
// was one, and the beginning of its body. An answer with a status other than 2xx is an error, too.
func Call(ctx context.Context, client *http.Client, method, address string, body []byte, header http.Header) (
	res *http.Response, answer []byte, failure *Error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, &Error{Class: Permanent, Err: errors.New("the address is not usable")}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("User-Agent", "haulfront")
	maps.Copy(req.Header, header)
	res, failure = Do(client, req)
	if failure != nil {
		return nil, nil, failure
	}
	defer res.Body.Close()
	// The status is the answer, even if the body is truncated. A server whose connection is closed may stop in the
	// middle of its work.
	answer, _ = io.ReadAll(io.LimitReader(res.Body, MaxAnswer))
	return res, answer, Check(res)
}

// Check returns an error for a status other than 2xx.
func Check(res *http.Response) *Error {
	if res.StatusCode >= 200 && res.StatusCode <= 299 {
		return nil
	}
	return &Error{Status: res.StatusCode, Header: res.Header,
		Err: fmt.Errorf("answered with status %d", res.StatusCode)}
}
