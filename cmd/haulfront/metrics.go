package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
)

// deliveryTimes counts and times the attempts to deliver leads since the start.
type deliveryTimes struct{ histogram *prometheus.HistogramVec }

// newDeliveryTimes has buckets up to the webhook's ten seconds and the e-mail's twelve. What nothing has been sent by is
// told as 0, like the journal's numbers.
func newDeliveryTimes() *deliveryTimes {
	d := &deliveryTimes{prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "haulfront_delivery_attempt_seconds",
		Help:    "Attempts to deliver leads by call and outcome, and how long the other side took.",
		Buckets: []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 12.5},
	}, []string{"kind", "outcome"})}
	for _, kind := range []lead.Kind{lead.Webhook, lead.Email} {
		for _, ok := range []bool{true, false} {
			d.histogram.WithLabelValues(string(kind), outcome(ok))
		}
	}
	return d
}

// observe is a lead.Config's.
func (d *deliveryTimes) observe(kind lead.Kind, ok bool, took time.Duration) {
	d.histogram.WithLabelValues(string(kind), outcome(ok)).Observe(took.Seconds())
}

func outcome(ok bool) string {
	if ok {
		return "delivered"
	}
	return "failed"
}

// What is told about page views.
var (
	viewsTotal = prometheus.NewDesc("haulfront_page_views_total",
		"Page views relayed since the start, by outcome.", []string{"outcome"}, nil)
	viewsQueued = prometheus.NewDesc("haulfront_page_views_queued",
		"Page views that wait to be relayed.", nil, nil)
)

// viewsCollector reads the relay when it is asked to.
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
