package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/office/edits"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/render"
)

const (
	// contentInterval is the time between polls of the content folder. Polling reads sizes and times: notification APIs
	// miss changes that other machines make in a network folder, and Kubernetes replaces whole folders.
	contentInterval = 250 * time.Millisecond
	// contentPause lets a change complete: editors write several files, or one file in several writes.
	contentPause = 40 * time.Millisecond
	// contentShare bounds the share of time spent polling; contentLongest bounds the time between polls.
	contentShare   = 10
	contentLongest = time.Second
	// prepareLimit bounds rendering before changed content is served; other pages render on request. Together with the
	// poll and loading, a change is served within a second.
	prepareLimit = 400 * time.Millisecond
	// officeInterval is the time between polls of what the office has changed. Instances share a database.
	officeInterval = time.Second
	// loadLimit bounds loading: a network folder may never answer, and the next change may be the remedy.
	loadLimit = 10 * time.Second
)

// reloader serves changed content without a restart. It refuses invalid content as a whole: the previous site is served
// until the next change.
type reloader struct {
	content *sources.Content
	kept    string // the file for content that was served; empty for none
	log     *slog.Logger
	now     func() time.Time
	// replace serves another site; prepare renders its pages before they are requested, until its context ends.
	replace func(*site.Site)
	prepare func(context.Context, *site.Site)
	// office returns what the office has changed and its version, or no files if that is the known one; nil without an
	// office. version is that of the present files, polled the time of the last poll.
	office  func(ctx context.Context, known string) (layer edits.Layer, version string, err error)
	version string
	polled  time.Time
	// loaded are the files that were loaded last.
	loaded atomic.Pointer[sources.Content]

	current atomic.Pointer[site.Site]
	// problem is the reason why the content on disk is not served, nil for none.
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
	r.loaded.Store(files.Snapshot())
	return r
}

// collectors are the metrics of changes. Alert on haulfront_content_refused.
func (r *reloader) collectors() []prometheus.Collector {
	const help = "Whether the content on disk has problems and earlier content is served, 1 or 0."
	return []prometheus.Collector{r.loads, gauge("haulfront_content_refused", help, nil, func() float64 {
		if r.warning() != "" {
			return 1
		}
		return 0
	})}
}

// warning returns why the content on disk is not served, one line for each problem with its file, "" for none.
func (r *reloader) warning() string {
	if problem := r.problem.Load(); problem != nil {
		return *problem
	}
	return ""
}

// run prepares the first site, then serves each change until ctx ends.
func (r *reloader) run(ctx context.Context) {
	var preparing sync.WaitGroup
	defer preparing.Wait()
	stop := func() {}
	defer func() { stop() }()
	begin := func(s *site.Site) {
		r.logNotes(s)
		stop()
		work, cancel := context.WithCancel(ctx)
		stop = cancel
		preparing.Go(func() { r.prepare(work, s) })
	}
	begin(r.current.Load())
	if r.warning() == "" {
		r.keep()
	}
	if r.content.Dir == "" && r.office == nil {
		<-ctx.Done()
		return
	}
	for r.awaitChange(ctx) {
		began := time.Now()
		next, err := r.load(ctx)
		for errors.Is(err, render.ErrBusy) && ctx.Err() == nil { // not a problem of the content
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
		r.log.Info("content served", "pages", len(next.PagePaths()), "took", time.Since(began).Round(time.Millisecond))
		begin(next)
		r.keep()
	}
}

// keep keeps the served content for a start with invalid content.
func (r *reloader) keep() {
	if r.kept == "" {
		return
	}
	if err := r.content.Keep(r.kept); err != nil {
		r.log.Warn("content not kept for a restart", "file", r.kept, "error", err)
	}
}

// logNotes logs the content's warnings and drafts.
func (r *reloader) logNotes(s *site.Site) {
	if err := s.Warnings(); err != nil {
		for line := range strings.Lines(err.Error()) {
			r.log.Warn("content is probably wrong", "problem", strings.TrimSpace(line))
		}
	}
	if err := s.Unconfirmed(); err != nil {
		for line := range strings.Lines(err.Error()) {
			r.log.Warn("the public site says what nobody has confirmed", "problem", strings.TrimSpace(line))
		}
	}
	for _, draft := range s.Content().Drafts() {
		r.log.Info("draft left out", "file", draft.File)
	}
}

// officeChanged reports whether the office has changed something since the last call, or a time has come at which a
// change begins or ends to count.
func (r *reloader) officeChanged(ctx context.Context) bool {
	if r.office == nil || time.Since(r.polled) < officeInterval {
		return false
	}
	r.polled = time.Now()
	layer, version, err := r.office(ctx, r.version)
	if err != nil || layer.Files == nil {
		return false // the journal's own alerts say what is wrong with it
	}
	r.content, r.version = r.content.With(layer.Files, layer.Photos), version
	return true
}

// start serves what the office has changed before from the first response on.
func (r *reloader) start(ctx context.Context) {
	if !r.officeChanged(ctx) {
		return
	}
	next, err := r.load(ctx)
	if err != nil {
		r.refuse(err)
		return
	}
	r.current.Store(next)
}

// check returns what is wrong with the content once a layer of the office is over it, without positions in its files.
func (r *reloader) check(ctx context.Context, layer edits.Layer) error {
	source, err := r.loaded.Load().With(layer.Files, layer.Photos).Load()
	if err == nil && layer.Photos != nil {
		current := r.current.Load()
		cfg := current.Config()
		cfg.Source = source
		_, err = current.Rebuild(ctx, cfg)
	}
	if err != nil {
		return errors.New(inFiles.ReplaceAllString(strings.TrimPrefix(err.Error(), "content:\n"), ""))
	}
	return nil
}

// inFiles are the beginnings of the lines of an error that name a file of the office, or the photographs.
var inFiles = regexp.MustCompile(`(?m)^(?:office/\S+:\d+|photographs): `)

// load builds a site from the content on disk, and gives up after loadLimit.
func (r *reloader) load(ctx context.Context) (*site.Site, error) {
	ctx, cancel := context.WithTimeout(ctx, loadLimit)
	defer cancel()
	var next *site.Site
	loaded := make(chan error, 1)
	files := r.content.Snapshot()
	r.loaded.Store(files)
	go func() { // reading a file cannot be interrupted
		var err error
		next, err = r.build(ctx, files)
		loaded <- err
	}()
	select {
	case err := <-loaded:
		return next, err
	case <-ctx.Done():
		return nil, fmt.Errorf("the content takes more than %v to load; the next change is tried again", loadLimit)
	}
}

func (r *reloader) build(ctx context.Context, files *sources.Content) (*site.Site, error) {
	source, err := files.Load()
	if err != nil {
		return nil, err
	}
	current := r.current.Load()
	cfg := current.Config()
	cfg.Source, cfg.Modified = source, r.now()
	next, err := current.Rebuild(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if own := next.Content().Business.URL; own != current.Content().Business.URL {
		r.log.Warn("the site's own address has changed in the content; it counts after a restart", "address", own)
	}
	limited, cancel := context.WithTimeout(ctx, prepareLimit)
	defer cancel()
	return next, next.Prepare(limited)
}

// refuse reports invalid content, once per problem.
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

// awaitChange returns true once the files have changed and then stayed the same for contentPause, false when ctx ends.
func (r *reloader) awaitChange(ctx context.Context) bool {
	const attempts = 25 // then load files that are still being written
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
		var changed bool
		var err error
		if r.content.Dir != "" { // embedded content never changes
			changed, err = r.content.Changed()
		}
		changed = r.officeChanged(ctx) || changed
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
