// Package selftest sends a marked quote request through everything that a lead passes, from the form on a page through
// the journal to every configured destination, and removes it.
//
// The request is sent over HTTP, as a visitor's is. Its header [lead.SelfTestHeader] has a random mark that is valid
// only for this test and known only to this process, so that no client can disguise a lead as a self-test. Deliveries
// have the same header with the value "1".
package selftest

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
)

const (
	// arriveLimit bounds the wait for all deliveries. It leaves room for the first retry, five seconds after a failure.
	arriveLimit = time.Minute
	// pollInterval is how often the journal is polled for deliveries.
	pollInterval = 100 * time.Millisecond
	// staleAfter is the age at which another instance's self-test has ended, or its instance has.
	staleAfter = 3 * time.Minute
	// requestLimit bounds one request to the site; a quote waits for the webhook.
	requestLimit = 30 * time.Second
	// formPage is the page whose form is submitted.
	formPage = "/get-quote"
)

// ErrRunning means that another self-test is in progress.
var ErrRunning = errors.New("a self-test is being made at this moment")

// A Step is one step of a self-test.
type Step struct {
	Name         string `json:"step"`
	Milliseconds int64  `json:"ms"`
	Error        string `json:"error,omitempty"`
}

// Config configures a Tester.
type Config struct {
	Leads *lead.Service
	// Site is the site's address, which requests name as their host. Address is where it is served.
	Site    func() *url.URL
	Address func() string
	TLS     *tls.Config   // verifies the site's certificate; nil for plain HTTP
	Phone   func() string // of the form: the company's, so that no one else gets calls
	Email   string        // of the form: receives the visitor's mail; may be empty
	Log     *slog.Logger
	Now     func() time.Time
}

// A Tester runs self-tests, one at a time. It is safe for concurrent use.
type Tester struct {
	cfg     Config
	running sync.Mutex
	stopped context.Context // done once Stop was called
	stop    context.CancelFunc
	mark    atomic.Pointer[string]
	last    atomic.Pointer[outcome]
	due     time.Time // when RunIfDue runs the next one; zero before its first call
	count   *prometheus.CounterVec
	passed  prometheus.Gauge
}

// outcome is the result of a self-test.
type outcome struct {
	at      time.Time
	problem string // empty if it passed
}

// New returns a Tester.
func New(cfg Config) *Tester {
	stopped, stop := context.WithCancel(context.Background())
	t := &Tester{
		cfg: cfg, stopped: stopped, stop: stop,
		count: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "haulfront_self_tests_total", Help: "Self-tests since the start, by outcome.",
		}, []string{"outcome"}),
		passed: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "haulfront_self_test_passed_timestamp_seconds",
			Help: "When the last self-test passed, 0 if none has since the start.",
		}),
	}
	t.count.WithLabelValues("passed")
	t.count.WithLabelValues("failed")
	return t
}

// Stop ends the self-test in progress, which removes its lead.
func (t *Tester) Stop() { t.stop() }

// Collectors returns the metrics of self-tests.
func (t *Tester) Collectors() []prometheus.Collector {
	return []prometheus.Collector{t.count, t.passed}
}

// IsMark reports whether mark is that of the self-test in progress.
func (t *Tester) IsMark(mark []byte) bool {
	current := t.mark.Load()
	return current != nil && subtle.ConstantTimeCompare([]byte(*current), mark) == 1
}

// Problem returns when the last self-test ran and why it failed, "" if it passed; known is false if none has run.
func (t *Tester) Problem() (problem string, at time.Time, known bool) {
	last := t.last.Load()
	if last == nil {
		return "", time.Time{}, false
	}
	return last.problem, last.at, true
}

// Run runs a self-test and calls report after each step. The error is [ErrRunning], or names the failed steps.
func (t *Tester) Run(ctx context.Context, report func(Step)) error {
	if !t.running.TryLock() {
		return ErrRunning
	}
	defer t.running.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.stopped, cancel)()
	at := t.cfg.Now()
	if l, err := t.cfg.Leads.SelfTestLead(ctx); err == nil && at.Sub(l.Received) < staleAfter {
		return ErrRunning // in another instance
	}
	mark := rand.Text()
	t.mark.Store(&mark)
	defer t.mark.Store(nil)
	r := run{Tester: t, mark: mark, report: report}
	r.steps(ctx)

	err := errors.Join(r.failed...)
	if ctx.Err() != nil {
		t.cfg.Log.Info("self-test broken off", "reason", context.Cause(ctx))
		return err
	}
	o := outcome{at: at}
	if err != nil {
		o.problem = strings.ReplaceAll(err.Error(), "\n", "; ")
		t.count.WithLabelValues("failed").Inc()
		t.cfg.Log.Error("self-test failed", "error", o.problem)
	} else {
		t.count.WithLabelValues("passed").Inc()
		t.passed.Set(float64(at.Unix()))
		t.cfg.Log.Info("self-test passed", "steps", r.reported)
	}
	t.last.Store(&o)
	return err
}

// A run is one self-test.
type run struct {
	*Tester
	mark     string
	report   func(Step)
	reported int // steps
	failed   []error
}

// step reports a step.
func (r *run) step(name string, began time.Time, err error) bool {
	s := Step{Name: name, Milliseconds: time.Since(began).Milliseconds()}
	if err != nil {
		s.Error = err.Error()
		r.failed = append(r.failed, fmt.Errorf("%s: %w", name, err))
	}
	r.reported++
	r.report(s)
	return err == nil
}

// try runs a step and reports it.
func (r *run) try(name string, f func() error) bool {
	began := time.Now()
	return r.step(name, began, f())
}

// steps runs all steps. The lead is removed even if ctx has ended.
func (r *run) steps(ctx context.Context) {
	if _, err := r.cfg.Leads.RemoveSelfTest(ctx); err != nil {
		r.step("journal", time.Now(), err)
		return
	}
	var form url.Values
	if !r.try("form", func() (err error) { form, err = r.form(ctx); return err }) {
		return
	}
	// If the webhook fails, so does this step, but the lead is stored.
	r.try("quote", func() error { _, err := r.request(ctx, http.MethodPost, quotePath, form); return err })
	var l lead.Lead
	stored := r.try("journal", func() (err error) { l, err = r.cfg.Leads.SelfTestLead(ctx); return err })
	if stored {
		r.await(ctx, l)
	}
	r.try("removal", func() error {
		was, err := r.cfg.Leads.RemoveSelfTest(context.WithoutCancel(ctx))
		if err == nil && !was && stored {
			err = errors.New("the lead had disappeared")
		}
		return err
	})
}

// form requests the page with the form and fills it in.
func (r *run) form(ctx context.Context) (url.Values, error) {
	body, err := r.request(ctx, http.MethodGet, formPage, nil)
	if err != nil {
		return nil, err
	}
	form, err := parseForm(strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, f := range quote.Fields() {
		if !form.Has(f.Name) {
			return nil, fmt.Errorf("the form on %s has no field %s", formPage, f.Name)
		}
	}
	for name, value := range map[string]string{
		"name": "Self-test", "phone": r.cfg.Phone(), "email": r.cfg.Email, "zipCode": "00000",
		"message": "This is a self-test of the website. Nobody waits for an answer.",
	} {
		form.Set(name, value)
	}
	return form, nil
}

// await reports each delivery once it has arrived or failed for good.
func (r *run) await(ctx context.Context, l lead.Lead) {
	began, deadline := time.Now(), r.cfg.Now().Add(arriveLimit)
	ctx, cancel := context.WithTimeout(ctx, arriveLimit)
	defer cancel()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	reported := map[lead.Kind]bool{}
	for {
		open := 0
		for _, d := range l.Deliveries() {
			if reported[d.Kind] {
				continue
			}
			over, err := settled(l, d, deadline)
			if !over && ctx.Err() == nil {
				open++
				continue
			}
			reported[d.Kind] = true
			if d.Status != lead.Stored {
				r.step(string(d.Kind), began, err)
			}
		}
		if open == 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
			if next, err := r.cfg.Leads.SelfTestLead(ctx); err == nil {
				l = next
			}
		}
	}
}

// settled reports whether a delivery cannot change until the deadline, and why it has not arrived.
func settled(l lead.Lead, d lead.Delivery, deadline time.Time) (bool, error) {
	var last string
	if n := len(d.Attempts); n > 0 {
		last = ": " + d.Attempts[n-1].Error
	}
	switch d.Status {
	case lead.Delivered, lead.Stored:
		return true, nil
	case lead.Dead, lead.Unknown:
		return true, fmt.Errorf("%s%s", d.Status, last)
	}
	late := func(d lead.Delivery) bool { return d.Status == lead.Queued && !d.Leased && d.Due.After(deadline) }
	failed := d.Status == lead.Waiting && (l.Webhook.Status == lead.Dead || late(l.Webhook))
	return failed || late(d), fmt.Errorf("not arrived%s", last)
}

// A Daily is the time of day of the daily self-test.
type Daily struct{ Hour, Minute int }

// String returns the time of day, such as 07:30, or "off" for nil.
func (d *Daily) String() string {
	if d == nil {
		return "off"
	}
	return fmt.Sprintf("%02d:%02d", d.Hour, d.Minute)
}

// next returns when the first self-test after a time is due in a zone. If clocks skip that time, it is an hour off.
func (d Daily) next(after time.Time, zone *time.Location) time.Time {
	local := after.In(zone)
	for day := 0; ; day++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+day, d.Hour, d.Minute, 0, 0, zone)
		if at.After(after) {
			return at
		}
	}
}

// Poll is how often RunIfDue is to be called.
const Poll = 20 * time.Second

// RunIfDue runs a self-test if a day's time for it has come since the last call. It does not catch up on self-tests
// that were due while the program was not running.
func (t *Tester) RunIfDue(ctx context.Context, d Daily, zone *time.Location) {
	now := t.cfg.Now()
	if isDue := !t.due.IsZero() && !now.Before(t.due); isDue {
		if err := t.Run(ctx, func(Step) {}); errors.Is(err, ErrRunning) {
			t.cfg.Log.Info("self-test left out", "reason", err)
		}
	} else if !t.due.IsZero() {
		return
	}
	t.due = d.next(now, zone)
}
