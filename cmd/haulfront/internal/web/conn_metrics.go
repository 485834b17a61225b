package web

import "github.com/prometheus/client_golang/prometheus"

// Metrics of connections. Alert on accept errors and refusals.
var (
	connOpen = prometheus.NewDesc("haulfront_connections",
		"Open connections by what they wait for: busy waits for an answer, "+
			"receiving for the rest of a request, sending for the client to take an answer, idle for a request.",
		[]string{"state"}, nil)
	connLimit = prometheus.NewDesc("haulfront_connections_limit",
		"Connections that may be open at once.", nil, nil)
	connAccepted = prometheus.NewDesc("haulfront_connections_accepted_total",
		"Connections accepted since the start.", nil, nil)
	connClosed = prometheus.NewDesc("haulfront_connections_closed_total",
		"Waiting connections closed to make room, by the limit that was reached: of all connections, or of one network.",
		[]string{"limit"}, nil)
	connRefused = prometheus.NewDesc("haulfront_connections_refused_total",
		"New connections refused because all others were busy.", nil, nil)
	connAcceptErrors = prometheus.NewDesc("haulfront_accept_errors_total",
		"Failures to accept a connection because the process or the system was out of files or memory.", nil, nil)
	connMalformed = prometheus.NewDesc("haulfront_malformed_requests_total",
		"Requests refused because they are not HTTP, or too large a head of it.", nil, nil)
)

// connCollector counts the server's connections at each scrape.
type connCollector struct{ server *Server }

// Describe implements prometheus.Collector.
func (c connCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		connOpen, connLimit, connAccepted, connClosed, connRefused, connAcceptErrors, connMalformed,
	} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (c connCollector) Collect(out chan<- prometheus.Metric) {
	t := c.server.connections
	t.mu.Lock()
	stats, open := t.stats, t.open
	idle, receiving, sending := t.waiting.idle.len, t.waiting.receiving.len, t.waiting.sending.len
	t.mu.Unlock()

	gauge := func(desc *prometheus.Desc, value int, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(value), labels...)
	}
	counter := func(desc *prometheus.Desc, value uint64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(value), labels...)
	}
	gauge(connOpen, idle, "idle")
	gauge(connOpen, receiving, "receiving")
	gauge(connOpen, sending, "sending")
	gauge(connOpen, open-idle-receiving-sending, "busy")
	gauge(connLimit, t.max)
	counter(connAccepted, stats.accepted)
	counter(connClosed, stats.closedForTable, "all")
	counter(connClosed, stats.closedPeer, "network")
	counter(connRefused, stats.refused)
	counter(connAcceptErrors, stats.acceptErrors)
	counter(connMalformed, c.server.malformed.Load())
}

// Connections is how many connections are open.
func (s *Server) Connections() int {
	s.connections.mu.Lock()
	defer s.connections.mu.Unlock()
	return s.connections.open
}
