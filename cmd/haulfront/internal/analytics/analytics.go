// Package analytics relays page views to the company's analytics service.
//
// The browser tells this site which page was shown, and nothing else; this
// program tells the service. So no script of another party is on any page, no
// cookie is set, and a service that is slow or down is never felt: [Relay.Report]
// only puts a view into a bounded queue, a few senders empty it, each view is
// tried once with a time limit, and what has no room is dropped and counted.
//
// # Visitors
//
// Services count visitors. Plausible does so from the visitor's address and
// User-Agent, which its events API asks to be forwarded as headers. For the
// others a visitor is a hash of the two with a salt that is made at random for
// each UTC day, is kept in memory only and is forgotten with the day: the same
// visitor is one visitor today, and nobody can tell tomorrow. The price: a
// visitor is counted once more after a restart, and once by each instance.
//
// # Lifetime
//
// [New] gives a [Relay]; its Run sends until its context ends, and then for two
// more seconds what is still queued. All methods are safe for use by several
// goroutines.
package analytics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

const (
	// capacity is how many views wait at most: a burst of a busy day's hour,
	// in well under a megabyte.
	capacity = 1000
	// senders is how many views are sent at a time.
	senders = 4
	// sendLimit bounds one call, from dial to the answer's end.
	sendLimit = 5 * time.Second
	// drainLimit is how long Run goes on when it is told to end.
	drainLimit = 2 * time.Second
	// maxUserAgent is how much of a User-Agent is kept, in bytes; browsers
	// send less than half of it.
	maxUserAgent = 500
	// maxAnswer is how much of an answer is read, in bytes: enough for the
	// connection to be used again.
	maxAnswer = 16 << 10
)

// Config is what a Relay needs.
type Config struct {
	// URL is the service's endpoint (ANALYTICS_URL). For GA4 it carries the
	// stream's measurement_id as a query parameter.
	URL    string
	Format Format
	// Secret is the api_secret of GA4, the bearer token of JSON; Plausible
	// has none.
	Secret string
	// Site is the site's own address, without a path.
	Site *url.URL
	Log  *slog.Logger
	Now  func() time.Time

	// Tests make the bounds below the constants above.
	capacity int
	limit    time.Duration
}

// A View is one page that was shown to a visitor.
type View struct {
	// Path and Query are the page's as the browser has them in
	// location.pathname and location.search: escaped, the query with its "?"
	// or empty. See Valid.
	Path, Query string
	// Address is the visitor's IP address, UserAgent what the browser calls
	// itself.
	Address, UserAgent string
	// At is when the view was reported; Report sets it.
	At time.Time
}

// The longest path and query in bytes. With them an address stays below the
// 1,000 characters that GA4 keeps of a page_location ("Collection limits",
// support.google.com/analytics/answer/9267744) and the 2,000 of Plausible.
const (
	MaxPath  = 300
	MaxQuery = 600
)

// Valid reports whether Path and Query can be what a browser says: of bounded
// length, and with nothing in them that a browser would have escaped.
func (v View) Valid() bool {
	plain := func(s string) bool {
		return !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
	}
	return strings.HasPrefix(v.Path, "/") && !strings.ContainsAny(v.Path, "?#") && len(v.Path) <= MaxPath && plain(v.Path) &&
		(v.Query == "" || strings.HasPrefix(v.Query, "?")) && !strings.Contains(v.Query, "#") && len(v.Query) <= MaxQuery && plain(v.Query)
}

// A Relay sends page views on.
type Relay struct {
	encode  encoder
	address string
	client  *http.Client
	log     *slog.Logger
	now     func() time.Time
	limit   time.Duration
	queue   chan View
	sent    atomic.Int64
	failed  atomic.Int64
	dropped atomic.Int64
	silent  atomic.Bool // the last call failed, and the log says so
}

// New returns a relay, or an error that says which setting is bad and what it
// should be.
func New(c Config) (*Relay, error) {
	if c.capacity == 0 {
		c.capacity = capacity
	}
	if c.limit == 0 {
		c.limit = sendLimit
	}
	encode, address, err := newEncoder(c)
	if err != nil {
		return nil, err
	}
	return &Relay{
		encode: encode, address: address, log: c.Log, now: c.Now, limit: c.limit,
		queue: make(chan View, c.capacity),
		client: &http.Client{
			Transport: &http.Transport{
				TLSHandshakeTimeout: c.limit / 2,
				ForceAttemptHTTP2:   true,
				MaxIdleConnsPerHost: senders,
				IdleConnTimeout:     time.Minute,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Report queues a valid view. It never blocks: where the queue is full the view is
// dropped, since an old view is worth as much as a new one.
func (r *Relay) Report(v View) {
	v.At = r.now()
	// It becomes a header again.
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

// Stats are a relay's numbers for a monitor.
type Stats struct {
	Queued                int   // views that wait now
	Sent, Failed, Dropped int64 // views since the start
}

// Stats returns the numbers of this moment.
func (r *Relay) Stats() Stats {
	return Stats{Queued: len(r.queue), Sent: r.sent.Load(), Failed: r.failed.Load(), Dropped: r.dropped.Load()}
}

// Run sends views until ctx ends, then what is queued, for two seconds at
// most. The error is always nil; it is there for an errgroup.
func (r *Relay) Run(ctx context.Context) error {
	calls, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		late := time.AfterFunc(drainLimit, cancel)
		context.AfterFunc(calls, func() { late.Stop() })
	})()
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for {
				select {
				case v := <-r.queue:
					r.send(calls, v)
				case <-ctx.Done():
					r.drain(calls)
					return
				}
			}
		})
	}
	sending.Wait()
	r.client.CloseIdleConnections()
	return nil
}

// drain sends what is queued. Once calls has ended, each fails at once.
func (r *Relay) drain(calls context.Context) {
	for {
		select {
		case v := <-r.queue:
			r.send(calls, v)
		default:
			return
		}
	}
}

// send makes the one attempt for a view and counts it. An outage is one line
// in the log, and its end another.
func (r *Relay) send(ctx context.Context, v View) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	if err := r.post(ctx, v); err != nil {
		r.failed.Add(1)
		if !r.silent.Swap(true) {
			r.log.Warn("page views are not taken", "error", err)
		}
		return
	}
	r.sent.Add(1)
	if r.silent.Swap(false) {
		r.log.Info("page views are taken again")
	}
}

func (r *Relay) post(ctx context.Context, v View) error {
	body, header := r.encode(v)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.address, bytes.NewReader(body))
	if err != nil {
		return hide(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "haulfront")
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := r.client.Do(req)
	if err != nil {
		return hide(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer)) // the status is the answer
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return fmt.Errorf("the service answered with status %d", res.StatusCode)
	}
	return nil
}

// hide takes the address out of an error: GA4 has its secret there.
func hide(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
