package web

import (
	"slices"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/server/connection"
	"haulfront/cmd/haulfront/internal/site"
)

// quoteOutcomes are the outcomes of POST /quote in the metrics, by status.
var quoteOutcomes = map[int]string{
	fiber.StatusOK: "received", fiber.StatusSeeOther: "received",
	fiber.StatusBadRequest:            "malformed",
	fiber.StatusForbidden:             "cross_origin",
	fiber.StatusRequestEntityTooLarge: "too_large",
	fiber.StatusUnsupportedMediaType:  "media_type",
	fiber.StatusUnprocessableEntity:   "invalid",
	fiber.StatusTooManyRequests:       "too_many",
	fiber.StatusInternalServerError:   "error",
	fiber.StatusBadGateway:            "failed",
	fiber.StatusServiceUnavailable:    "unavailable",
}

// metrics are the server's own. Labels are resolved once: serving a page from memory takes ten microseconds.
type metrics struct {
	requests                                  [6]prometheus.Observer // by the first digit of the status
	quotes                                    map[int]prometheus.Counter
	notFound, untrusted, fallbacks, malformed prometheus.Counter
	unsentLinks                               prometheus.Counter
	// Metrics of connections. Alert on acceptErrors and refused.
	accepted, refused, acceptErrors prometheus.Counter
	evictions                       *prometheus.CounterVec
	limit                           prometheus.Gauge
	all                             []prometheus.Collector
}

func newMetrics() *metrics {
	requests := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "haulfront_http_request_seconds",
		Help:    "Requests by class of status, and the time from the request being read to its answer being ready.",
		Buckets: []float64{0.0001, 0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 12.5},
	}, []string{"class"})
	quotes := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "haulfront_quote_answers_total",
		Help: "Answers to quote requests by outcome.",
	}, []string{"outcome"})
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	m := &metrics{
		quotes:   map[int]prometheus.Counter{},
		notFound: counter("haulfront_not_found_total", "Requests for unknown paths."),
		untrusted: counter("haulfront_untrusted_forwarded_total",
			"Requests whose X-Forwarded-For was ignored: TRUSTED_PROXIES does not name the address that sent it."),
		fallbacks: counter("haulfront_page_fallbacks_total",
			"Simpler pages served because one with a request's own state could not be rendered in time."),
		malformed: counter("haulfront_malformed_requests_total",
			"Requests rejected because they are not HTTP, or because their head is too large."),
		unsentLinks: counter("haulfront_sign_in_mails_failed_total",
			"Mails with a link to sign in that the mail server did not take."),
		accepted: counter("haulfront_connections_accepted_total", "Connections accepted since the start."),
		refused: counter("haulfront_connections_refused_total",
			"New connections refused because all others were busy."),
		acceptErrors: counter("haulfront_accept_errors_total",
			"Failures to accept a connection because the process or the system was out of files or memory."),
		evictions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "haulfront_connections_closed_total",
			Help: "Waiting connections closed to make room, by the limit: of all connections, or of one network.",
		}, []string{"limit"}),
		limit: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "haulfront_connections_limit", Help: "Connections that may be open at once.",
		}),
	}
	for class := range m.requests {
		if class > 0 {
			m.requests[class] = requests.WithLabelValues(strconv.Itoa(class) + "xx")
		}
	}
	for status, outcome := range quoteOutcomes {
		m.quotes[status] = quotes.WithLabelValues(outcome)
	}
	m.all = []prometheus.Collector{requests, quotes, m.notFound, m.untrusted, m.fallbacks, m.malformed,
		m.unsentLinks, m.accepted, m.refused, m.acceptErrors, m.evictions, m.limit}
	return m
}

// Collectors returns the server's metrics.
func (s *Server) Collectors() []prometheus.Collector {
	list := slices.Clone(s.metrics.all)
	for state, name := range map[connection.State]string{
		connection.Busy: "busy", connection.Idle: "idle", connection.Receiving: "receiving",
	} {
		list = append(list, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "haulfront_connections",
			Help: "Open connections by what they wait for: busy for the response, receiving for the rest of a " +
				"request, idle for a request.",
			ConstLabels: prometheus.Labels{"state": name},
		}, func() float64 { return float64(s.connections.Counts()[state]) }))
	}
	return list
}

// instrument makes the server observe every response, including those to requests that it could not parse. The time
// starts when the request has been read.
func (m *metrics) instrument(server *fasthttp.Server) {
	handle, refuse := server.Handler, server.ErrorHandler
	server.Handler = func(ctx *fasthttp.RequestCtx) {
		handle(ctx)
		m.observe(ctx, time.Since(ctx.Time()))
	}
	server.ErrorHandler = func(ctx *fasthttp.RequestCtx, err error) {
		refuse(ctx, err)
		m.observe(ctx, 0)
	}
}

func (m *metrics) observe(ctx *fasthttp.RequestCtx, took time.Duration) {
	status := ctx.Response.StatusCode()
	if class := status / 100; class > 0 && class < len(m.requests) {
		m.requests[class].Observe(took.Seconds())
	}
	if ctx.IsPost() && string(ctx.Path()) == site.QuotePath {
		if counter := m.quotes[status]; counter != nil {
			counter.Inc()
		}
	}
}
