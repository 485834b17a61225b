package server

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/server/analytics"
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
	for _, kind := range outbox.Kinds() {
		times.WithLabelValues(string(kind), "delivered")
		times.WithLabelValues(string(kind), "failed")
	}
	return times
}

// observeDelivery is the Observe of a [outbox.Config].
func (s *Server) observeDelivery(kind outbox.Kind, ok bool, took time.Duration) {
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

// gauge is a metric whose value is read at each scrape.
func gauge(name, help string, labels prometheus.Labels, value func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value)
}

// counter is gauge for a count since the start.
func counter(name, help string, labels prometheus.Labels, value func() int64) prometheus.Collector {
	opts := prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}
	return prometheus.NewCounterFunc(opts, func() float64 { return float64(value()) })
}

// viewMetrics are the metrics of page views.
func viewMetrics(relay *analytics.Relay) []prometheus.Collector {
	list := []prometheus.Collector{gauge("haulfront_page_views_queued", "Page views that wait to be relayed.", nil,
		func() float64 { return float64(relay.Stats().Queued) })}
	for outcome, value := range map[string]func() int64{
		"sent":    func() int64 { return relay.Stats().Sent },
		"failed":  func() int64 { return relay.Stats().Failed },
		"dropped": func() int64 { return relay.Stats().Dropped },
	} {
		list = append(list, counter("haulfront_page_views_total",
			"Page views relayed since the start, by outcome.", prometheus.Labels{"outcome": outcome}, value))
	}
	return list
}
