package alert

import (
	"github.com/prometheus/client_golang/prometheus"
)

// metrics count the messages to the owner.
type metrics struct{ messages *prometheus.CounterVec }

func newMetrics(cfg Config) metrics {
	m := metrics{prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "haulfront_alert_messages_total",
		Help: "Attempts to tell the owner of troubles, by way and outcome.",
	}, []string{"way", "outcome"})}
	for _, way := range cfg.Ways {
		for _, outcome := range []string{"sent", "failed"} {
			m.messages.WithLabelValues(way.Name, outcome)
		}
	}
	return m
}

func (m metrics) sent(way string, ok bool) {
	outcome := "failed"
	if ok {
		outcome = "sent"
	}
	m.messages.WithLabelValues(way, outcome).Inc()
}

var troublesDesc = prometheus.NewDesc("haulfront_troubles",
	"Troubles that the owner is told of, by sort; alert on any above 0.", []string{"trouble"}, nil)

// Collectors are the monitor's metrics.
func (m *Monitor) Collectors() []prometheus.Collector {
	return []prometheus.Collector{m.metrics.messages, collector{m}}
}

type collector struct{ monitor *Monitor }

// Describe implements prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) { out <- troublesDesc }

// Collect implements prometheus.Collector. Sorts without a trouble are exported as 0.
func (c collector) Collect(out chan<- prometheus.Metric) {
	count := map[string]int{journalTrouble: 0}
	for _, source := range c.monitor.cfg.Sources {
		count[source.Name] = 0
	}
	for _, t := range c.monitor.Active() {
		count[sourceOf(t.Name)]++
	}
	for name, n := range count {
		out <- prometheus.MustNewConstMetric(troublesDesc, prometheus.GaugeValue, float64(n), name)
	}
}
