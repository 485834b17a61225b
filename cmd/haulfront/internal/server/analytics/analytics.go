// Package analytics relays page views to an analytics service.
//
// The browser reports to this site which page was shown, and nothing else; this program forwards it to the service. No
// page has a third-party script, no cookie is set, and a slow service does not affect visitors: [Relay.Report] only
// puts a view into a bounded queue, and drops and counts it if the queue is full. A few senders send each view once,
// with a time limit.
//
// # Visitors
//
// Services count unique visitors. Plausible does so by IP address and User-Agent, which its events API expects as
// headers. For the others, a visitor's ID is a hash of the two with a random salt for each UTC day, which is only in
// memory: the ID is the same within a day and cannot be linked to the next. In return, visitors are counted again after
// a restart, and once per instance.
//
// # Lifetime and concurrency
//
// [Relay.Run] sends until its context ends, and then sends queued views for up to two seconds. All methods are safe for
// concurrent use.
package analytics

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"haulfront/cmd/haulfront/internal/base/outbound"
)

const (
	// capacity is the queue's capacity: the views of a busy hour, in well under a megabyte.
	capacity = 1000
	// senders is the number of concurrent calls.
	senders = 4
	// sendLimit is the time limit of one call, response included.
	sendLimit = 5 * time.Second
	// drainLimit is how long Run continues after its context has ended.
	drainLimit = 2 * time.Second
	// maxUserAgent is the length in bytes to which a User-Agent is truncated; browsers send less than half of it.
	maxUserAgent = 500
)

// Config configures a Relay.
type Config struct {
	// URL is the service's endpoint (ANALYTICS_URL). For GA4 it has the stream's measurement_id as a query parameter.
	URL    *url.URL
	Format Format
	// Secret is the api_secret of GA4 or the bearer token of JSON. Plausible needs no secret.
	Secret string
	// Site is the URL of this site, without a path.
	Site *url.URL
	Log  *slog.Logger
	Now  func() time.Time
}

// A View is a page view.
type View struct {
	// Path and Query are location.pathname and location.search in the browser, see Valid.
	Path, Query string
	// Address is the visitor's IP address.
	Address, UserAgent string
	// At is the time of the report; Report sets it.
	At time.Time
}

// The maximum lengths of path and query in bytes. They keep a URL below the 1,000 characters to which GA4 truncates a
// page_location ("Collection limits", support.google.com/analytics/answer/9267744) and the 2,000 of Plausible.
const (
	MaxPath  = 300
	MaxQuery = 600
)

// Valid reports whether Path and Query can come from a browser: they are not too long, and contain no character that a
// browser would have escaped.
func (v View) Valid() bool {
	plain := func(s string) bool {
		return !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
	}
	path, query := v.Path, v.Query
	return strings.HasPrefix(path, "/") && !strings.ContainsAny(path, "?#") && len(path) <= MaxPath && plain(path) &&
		(query == "" || strings.HasPrefix(query, "?")) && !strings.Contains(query, "#") &&
		len(query) <= MaxQuery && plain(query)
}

// A Relay forwards page views to the service.
type Relay struct {
	encode    encoder
	url       string
	client    *http.Client
	log       *slog.Logger
	now       func() time.Time
	sendLimit time.Duration
	queue     chan View

	sent, failed, dropped atomic.Int64
	outage                atomic.Bool // the last call failed, which was logged
}

// New returns a relay. Its errors name the invalid setting.
func New(c Config) (*Relay, error) {
	encode, endpoint, err := newEncoder(c)
	if err != nil {
		return nil, err
	}
	client := outbound.NewClient(0)
	client.Transport = &http.Transport{TLSHandshakeTimeout: sendLimit / 2, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: senders, IdleConnTimeout: time.Minute} // unlike leads, views come in groups
	return &Relay{
		encode: encode, url: endpoint, log: c.Log, now: c.Now, sendLimit: sendLimit,
		queue:  make(chan View, capacity),
		client: client,
	}, nil
}

// Report queues a valid view. It never blocks: if the queue is full, the view is dropped.
func (r *Relay) Report(v View) {
	v.At = r.now()
	// Plausible gets the User-Agent as a header.
	v.UserAgent = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, v.UserAgent[:min(len(v.UserAgent), maxUserAgent)])
	select {
	case r.queue <- v:
	default:
		r.dropped.Add(1)
	}
}

// Stats are numbers of views.
type Stats struct {
	Queued                int
	Sent, Failed, Dropped int64 // since the start
}

// Stats returns the current numbers.
func (r *Relay) Stats() Stats {
	return Stats{Queued: len(r.queue), Sent: r.sent.Load(), Failed: r.failed.Load(), Dropped: r.dropped.Load()}
}

// Run sends views until ctx ends, and then queued ones for up to two seconds. The error is always nil.
func (r *Relay) Run(ctx context.Context) error {
	calls, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(drainLimit, cancel)
		context.AfterFunc(calls, func() { timer.Stop() })
	})()
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for {
				select {
				case v := <-r.queue:
					r.send(calls, v) // once calls has ended, each fails at once
					continue
				case <-ctx.Done():
				}
				if len(r.queue) == 0 {
					return
				}
			}
		})
	}
	sending.Wait()
	r.client.CloseIdleConnections()
	return nil
}

// send makes the only attempt to send a view. The start and the end of an outage are logged.
func (r *Relay) send(ctx context.Context, v View) {
	ctx, cancel := context.WithTimeout(ctx, r.sendLimit)
	defer cancel()
	body, header := r.encode(v)
	if _, _, err := outbound.Call(ctx, r.client, http.MethodPost, r.url, body, header); err != nil {
		r.failed.Add(1)
		if !r.outage.Swap(true) {
			r.log.Warn("page views cannot be sent", "error", err)
		}
		return
	}
	r.sent.Add(1)
	if r.outage.Swap(false) {
		r.log.Info("page views are sent again")
	}
}
