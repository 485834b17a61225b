package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/render"
)

const (
	// contentInterval is how often the folder of the content is looked at. Looking is done by reading times and sizes: a
	// notification API misses what other machines change in a network folder, and needs a watch on every folder and, because
	// editors replace files, a new one after each change.
	contentInterval = 250 * time.Millisecond
	// contentPause is how long a change is given to be complete: editors write several files, or one in several pieces.
	contentPause = 40 * time.Millisecond
	// contentShare bounds the time that looking takes, in parts of the time in between, which is at most contentLongest.
	contentShare   = 10
	contentLongest = time.Second
	// prepareLimit bounds the time in which pages are rendered before changed content is served; the others are rendered when
	// they are asked for. With all else that a change needs, it is served within a second.
	prepareLimit = 400 * time.Millisecond
)

// reloader serves changed content without a restart. Content that cannot be served is refused as a whole: the site that is
// served stays as it is until the next change.
type reloader struct {
	content *sources.Content
	log     *slog.Logger
	now     func() time.Time
	// replace has another site served, and prepare makes its pages ahead of requests until its context ends.
	replace func(*site.Site)
	prepare func(context.Context, *site.Site)

	current atomic.Pointer[site.Site]
	// problem says why the content on disk is not served; nil where it is.
	problem atomic.Pointer[string]
	loads   *prometheus.CounterVec
}

func newReloader(files *sources.Content, first *site.Site, log *slog.Logger, now func() time.Time) *reloader {
	r := &reloader{content: files, log: log, now: now, loads: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "haulfront_content_loads_total",
		Help: "Changes of the content on disk since the start, by outcome.",
	}, []string{"outcome"})}
	for _, outcome := range []string{"served", "refused"} {
		r.loads.WithLabelValues(outcome)
	}
	r.current.Store(first)
	return r
}

// collectors are the metrics of changes. Alert on haulfront_content_refused.
func (r *reloader) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.loads, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "haulfront_content_refused",
		Help: "Whether the content on disk has problems and earlier content is served, 1 or 0.",
	}, func() float64 {
		if r.warning() != "" {
			return 1
		}
		return 0
	})}
}

// warning says why the content on disk is not served, each problem on a line with its file; empty where it is served.
func (r *reloader) warning() string {
	if problem := r.problem.Load(); problem != nil {
		return *problem
	}
	return ""
}

// run prepares the first site, and serves what changes until ctx ends.
func (r *reloader) run(ctx context.Context) {
	var preparing sync.WaitGroup
	defer preparing.Wait()
	stop := func() {}
	defer func() { stop() }()
	begin := func(s *site.Site) {
		stop()
		work, cancel := context.WithCancel(ctx)
		stop = cancel
		preparing.Go(func() { r.prepare(work, s) })
	}
	begin(r.current.Load())
	if r.content.Dir == "" {
		<-ctx.Done()
		return
	}
	for r.awaitChange(ctx) {
		began := time.Now()
		next, err := r.load(ctx)
		for errors.Is(err, render.ErrBusy) && ctx.Err() == nil { // that is no fault of the content
			next, err = r.load(ctx)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			r.refuse(err)
			continue
		}
		r.current.Store(next)
		r.replace(next)
		r.problem.Store(nil)
		r.loads.WithLabelValues("served").Inc()
		r.log.Info("content served", "pages", next.Pages(), "took", time.Since(began).Round(time.Millisecond))
		begin(next)
	}
}

// load makes the site of the content as it is on disk.
func (r *reloader) load(ctx context.Context) (*site.Site, error) {
	source, err := r.content.Load()
	if err != nil {
		return nil, err
	}
	source.Modified = r.now()
	current := r.current.Load()
	next, err := current.Rebuild(ctx, source)
	if err != nil {
		return nil, err
	}
	if own := next.Content().BaseURL(); own != current.Content().BaseURL() {
		r.log.Warn("the site's own address has changed in the content; it counts after a restart", "address", own)
	}
	limited, cancel := context.WithTimeout(ctx, prepareLimit)
	defer cancel()
	return next, next.Prepare(limited)
}

// refuse reports content that cannot be served, once.
func (r *reloader) refuse(err error) {
	problem := strings.TrimPrefix(err.Error(), "content:\n")
	r.loads.WithLabelValues("refused").Inc()
	if r.warning() == problem {
		return
	}
	r.problem.Store(&problem)
	for line := range strings.Lines(problem) {
		r.log.Error("content refused", "problem", strings.TrimSpace(line))
	}
	r.log.Warn("earlier content is still served; the next change of the content is tried again")
}

// awaitChange returns true when the files have changed and then stayed the same for a moment, and false when ctx ends.
func (r *reloader) awaitChange(ctx context.Context) bool {
	const attempts = 25 // a file that is written all the time is taken as it is
	timer := time.NewTimer(contentInterval)
	defer timer.Stop()
	unread := false
	for pending := 0; ; {
		select {
		case <-ctx.Done():
			return false
		case <-timer.C:
		}
		began := time.Now()
		changed, err := r.content.Changed()
		if err != nil {
			r.refuse(fmt.Errorf("read the content: %w", err))
		}
		switch {
		case changed, err == nil && unread:
			pending++
		case err == nil && pending > 0, pending >= attempts:
			return true
		}
		unread = err != nil
		wait := max(contentInterval, min(contentShare*time.Since(began), contentLongest))
		if pending > 0 {
			wait = contentPause
		}
		timer.Reset(wait)
	}
}
