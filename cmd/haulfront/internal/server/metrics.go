package server

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/render"
)

// newDeliveryTimes counts and times delivery attempts. Its buckets end at the time limits of the webhook, 10 s,
// and of the email, 12 s. All label values are exported as 0 from the start.
func newDeliveryTimes() *prometheus.HistogramVec {
	times := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "haulfront_delivery_attempt_seconds",
		Help:    "Attempts to deliver leads by call and outcome, and how long the other side took.",
		Buckets: []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 12.5},
	}, []string{"kind", "outcome"})
	for _, kind := range append([]lead.Kind{lead.Webhook, lead.Email}, lead.MailKinds()...) {
		times.WithLabelValues(string(kind), "delivered")
		times.WithLabelValues(string(kind), "failed")
	}
	return times
}

// observeDelivery is the Observe of a [lead.Config].
func (s *Server) observeDelivery(kind lead.Kind, ok bool, took time.Duration) {
	outcome := "failed"
	if ok {
		outcome = "delivered"
	}
	s.deliveries.WithLabelValues(string(kind), outcome).Observe(took.Seconds())
}

// renderTimes counts and times renders.
type renderTimes struct {
	took            *prometheus.HistogramVec
	waited          prometheus.Histogram
	busy, discarded prometheus.Counter
}

func newRenderTimes() *renderTimes {
	return &renderTimes{
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "haulfront_render_seconds",
			Help:    "Renders by component and outcome, and how long they took.",
			Buckets: []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10},
		}, []string{"component", "outcome"}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "haulfront_render_wait_seconds", Help: "Waits for a free runtime.",
			Buckets: []float64{0.0001, 0.001, 0.01, 0.1, 0.5, 1, 2, 5},
		}),
		busy: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "haulfront_render_busy_total", Help: "Renders that were given up because no runtime came free.",
		}),
		discarded: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "haulfront_runtimes_discarded_total",
			Help: "Runtimes that were thrown away because a render was interrupted.",
		}),
	}
}

func (r *renderTimes) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.took, r.waited, r.busy, r.discarded}
}

// observe is the Observe of a [render.Config].
func (r *renderTimes) observe(use render.Use) {
	r.waited.Observe(use.Waited.Seconds())
	if errors.Is(use.Err, render.ErrBusy) {
		r.busy.Inc()
		return
	}
	outcome := "rendered"
	if use.Err != nil {
		outcome = "failed"
	}
	r.took.WithLabelValues(use.Name, outcome).Observe(use.Took.Seconds())
	if use.Discarded {
		r.discarded.Inc()
	}
}

// droppedLines counts the log lines that were dropped because nothing read them.
func droppedLines(log *logging.Writer) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "haulfront_log_lines_dropped_total",
		Help: "Lines of the log that were not written since the start, because nobody read them in time.",
	}, func() float64 { return float64(log.Dropped()) })
}

// Metrics of page views.
var (
	viewsTotal  = newDesc("haulfront_page_views_total", "Page views relayed since the start, by outcome.", "outcome")
	viewsQueued = newDesc("haulfront_page_views_queued", "Page views that wait to be relayed.")
)

// viewsCollector reads the relay at each scrape.
type viewsCollector struct{ relay *analytics.Relay }

// Describe implements prometheus.Collector.
func (c viewsCollector) Describe(out chan<- *prometheus.Desc) {
	out <- viewsTotal
	out <- viewsQueued
}

// Collect implements prometheus.Collector.
func (c viewsCollector) Collect(out chan<- prometheus.Metric) {
	stats := c.relay.Stats()
	for outcome, n := range map[string]int64{"sent": stats.Sent, "failed": stats.Failed, "dropped": stats.Dropped} {
		out <- prometheus.MustNewConstMetric(viewsTotal, prometheus.CounterValue, float64(n), outcome)
	}
	out <- prometheus.MustNewConstMetric(viewsQueued, prometheus.GaugeValue, float64(stats.Queued))
}
