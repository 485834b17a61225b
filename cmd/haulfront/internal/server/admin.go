package server

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"haulfront/cmd/haulfront/internal/leads/outbox"
)

// adminHandler serves probes and metrics, on an address of its own.
//
//	/healthz  the process runs
//	/readyz   all pages are rendered and the journal is writable, or what is missing; warns of active alerts and of
//	          faulty content
//	/metrics  metrics of the process, responses, renders and the journal, for Prometheus
//
// and /debug/pprof/, the profiles that go tool pprof reads. They show memory, so the address is private. The command
// line is left out: it has the settings that were given as flags, secrets included.
func (s *Server) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		missing := ""
		select {
		case <-s.warm:
		default:
			missing = "pages are still being made\n"
		}
		if err := s.leads.Ready(r.Context()); err != nil {
			s.log.Error("not ready", "error", err)
			missing += err.Error() + "\n"
		}
		if missing != "" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, cmp.Or(missing, "ready\n"))
		if s.alerts != nil {
			for _, trouble := range s.alerts.Active() {
				_, _ = io.WriteString(w, "warning: "+trouble.Summary+"\n")
			}
		}
		if nobody := s.reachesNobody(); nobody != "" {
			_, _ = io.WriteString(w, "warning: "+nobody+"\n")
		}
		s.writeContentWarnings(w)
	})
	// Not the global registry: tests start several servers in one process.
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		journalCollector{s}, s.deliveries, counter("haulfront_log_lines_dropped_total",
			"Lines of the log that were not written since the start, because nobody read them in time.", nil,
			s.LogQueue.Dropped))
	registry.MustRegister(s.renders.collectors()...)
	registry.MustRegister(s.content.collectors()...)
	if s.alerts != nil {
		registry.MustRegister(s.alerts.Collectors()...)
	}
	if s.office.On() {
		registry.MustRegister(counter("haulfront_pushes_failed_total",
			"Notifications of the office that a browser's push service did not take.", nil, s.office.FailedPushes))
	}
	if s.views != nil {
		registry.MustRegister(viewMetrics(s.views)...)
	}
	if s.certificates != nil {
		registry.MustRegister(s.certificates.collectors()...)
	}
	if s.web != nil {
		registry.MustRegister(s.web.Collectors()...)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	// The package's own registration uses the default mux, which any server might serve.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// writeContentWarnings writes what is wrong with the content, and not so much that it is not served.
func (s *Server) writeContentWarnings(w io.Writer) {
	if err := s.Current().Warnings(); err != nil {
		_, _ = fmt.Fprintf(w, "warning: the content is probably wrong\n%v\n", err)
	}
	if err := s.Current().Unconfirmed(); err != nil {
		_, _ = fmt.Fprintf(w, "warning: the public site says what nobody has confirmed\n%v\n", err)
	}
	if problem := s.content.warning(); problem != "" {
		const warning = "warning: the content on disk has problems, and earlier content is served\n%s\n"
		_, _ = fmt.Fprintf(w, warning, problem)
	}
}

// statsLimit bounds counting the journal, below Prometheus's scrape timeout of ten seconds.
const statsLimit = 5 * time.Second

// journalCollector counts the journal at each scrape, so that metrics are never stale.
type journalCollector struct{ server *Server }

// Describe implements prometheus.Collector. It names no metric, which allows Collect to return any.
func (journalCollector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. Alert on dead leads, and on an age that grows. If the journal cannot be
// read, all other metrics are still exported.
func (c journalCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(name, help string, value float64, labels prometheus.Labels) {
		out <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, labels), prometheus.GaugeValue, value)
	}
	const upHelp = "Whether the journal of leads could be read, 1 or 0."
	ctx, cancel := context.WithTimeout(context.Background(), statsLimit)
	defer cancel()
	stats, err := c.server.leads.Stats(ctx)
	if err != nil {
		c.server.log.Error("journal not counted", "error", err)
		gauge("haulfront_journal_up", upHelp, 0, nil)
		return
	}
	gauge("haulfront_journal_up", upHelp, 1, nil)
	count := func(name, help string, kind outbox.Kind, status outbox.Status, labels prometheus.Labels) {
		labels["status"] = string(status)
		gauge(name, help, float64(stats.Deliveries[kind][status]), labels)
	}
	// Statuses without a lead are exported as 0: an alert on a missing series never fires.
	for _, status := range outbox.Statuses() {
		count("haulfront_leads", "Leads in the journal by the status of their webhook.", outbox.Webhook, status,
			prometheus.Labels{})
		count("haulfront_emails", "Leads in the journal by the status of their email.", outbox.Email, status,
			prometheus.Labels{})
		for _, kind := range append(outbox.Kinds(), c.server.leads.Destinations()...) {
			if kind == outbox.Webhook || kind == outbox.Email {
				continue
			}
			count("haulfront_deliveries", "Other deliveries of leads by kind (owner and visitor are mails) and status.",
				kind, status, prometheus.Labels{"kind": string(kind)})
		}
	}
	if c.server.office.On() {
		overdue, err := c.server.office.CountOverdue(ctx)
		if err != nil {
			c.server.log.Error("overdue requests not counted", "error", err)
			return
		}
		gauge("haulfront_overdue_requests", "New requests that the office has not answered in the promised time.",
			float64(overdue), nil)
	}
	gauge("haulfront_deliveries_due", "Queued deliveries whose time has come.", float64(stats.Due), nil)
	gauge("haulfront_oldest_undelivered_lead_seconds",
		"Age of the oldest lead whose webhook, or mail to the owner, is queued or dead, 0 without one.",
		stats.Oldest.Seconds(), nil)
}
