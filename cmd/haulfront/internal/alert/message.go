package alert

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/lead"
)

// tell sends the owner one message with all news, unless the last one was sent a short time ago.
func (m *Monitor) tell(ctx context.Context, begun []Trouble, ended []lead.Trouble) {
	now := m.cfg.Now()
	if len(m.cfg.Ways) == 0 || (!m.lastSent.IsZero() && now.Sub(m.lastSent) < messagePause) {
		return
	}
	begun, ended = m.claim(ctx, begun, ended)
	journalBegins := m.journal.begun && !m.journal.told && !m.journal.since.IsZero()
	journalEnds := m.journal.told && m.journal.since.IsZero()
	if journalBegins {
		begun = append(begun, m.journalTrouble())
	}
	if journalEnds {
		ended = append(ended, lead.Trouble{Name: journalTrouble, Summary: "The journal of leads could not be used."})
	}
	if len(begun)+len(ended) == 0 {
		return
	}
	told := m.send(ctx, begun, ended)
	if told {
		m.lastSent = now
	}
	if told && (journalBegins || journalEnds) {
		m.journal.told, m.journal.begun = journalBegins, journalBegins
	}
	m.release(ctx, begun, ended, told)
}

// claim returns the troubles that no other instance has claimed.
func (m *Monitor) claim(ctx context.Context, begun []Trouble, ended []lead.Trouble) (b []Trouble, e []lead.Trouble) {
	mine := func(name string) bool {
		ok, err := m.cfg.Store.ClaimTrouble(ctx, name, m.cfg.Now().Add(claimDuration))
		if err != nil {
			m.cfg.Log.Warn("trouble not told", "trouble", name, "error", err)
		}
		return ok
	}
	for _, t := range begun {
		if mine(t.Name) {
			b = append(b, t)
		}
	}
	for _, t := range ended {
		if mine(t.Name) {
			e = append(e, t)
		}
	}
	return b, e
}

// release stores whether the owner was told.
func (m *Monitor) release(ctx context.Context, begun []Trouble, ended []lead.Trouble, told bool) {
	for _, t := range begun {
		if t.Name != journalTrouble {
			m.releaseOne(ctx, t.Name, told)
		}
	}
	for _, t := range ended {
		switch {
		case t.Name == journalTrouble:
		case told:
			m.end(ctx, t)
		default:
			m.releaseOne(ctx, t.Name, true)
		}
	}
}

func (m *Monitor) releaseOne(ctx context.Context, name string, told bool) {
	if err := m.cfg.Store.ReleaseTrouble(ctx, name, told); err != nil {
		m.cfg.Log.Warn("trouble not updated; the owner may be told again", "trouble", name, "error", err)
	}
}

// send tries the ways in order, and reports whether one worked.
func (m *Monitor) send(ctx context.Context, begun []Trouble, ended []lead.Trouble) bool {
	subject, text := m.message(begun, ended)
	var failures error
	for _, way := range m.cfg.Ways {
		limited, cancel := context.WithTimeout(ctx, sendLimit)
		err := way.Send(limited, subject, text)
		cancel()
		m.metrics.sent(way.Name, err == nil)
		if err == nil {
			m.cfg.Log.Info("owner told", "way", way.Name, "troubles", len(begun), "over", len(ended))
			m.unsentLog = ""
			return true
		}
		failures = errors.Join(failures, fmt.Errorf("%s: %w", way.Name, err))
	}
	if m.unsentLog != failures.Error() {
		m.unsentLog = failures.Error()
		m.cfg.Log.Error("owner not told; it is tried again", "error", failures)
	}
	return false
}

// message returns the subject and the text for troubles, at least one in all.
func (m *Monitor) message(begun []Trouble, ended []lead.Trouble) (subject, text string) {
	var b strings.Builder
	for _, t := range begun {
		fmt.Fprintf(&b, "%s\n", t.Summary)
		if t.Detail != "" {
			fmt.Fprintf(&b, "%s\n", t.Detail)
		}
		b.WriteByte('\n')
	}
	if len(ended) > 0 {
		b.WriteString("Over:\n")
		for _, t := range ended {
			fmt.Fprintf(&b, "%s\n", t.Summary)
		}
		b.WriteByte('\n')
	}
	b.WriteString("You get one message when something is broken, and one when it is over.\n")
	if len(begun) == 0 {
		return fmt.Sprintf("%s website: over: %s", m.cfg.Name, firstOf(ended[0].Summary, len(ended))), b.String()
	}
	return fmt.Sprintf("%s website: %s", m.cfg.Name, firstOf(begun[0].Summary, len(begun)+len(ended))), b.String()
}

// firstOf returns the first of n summaries, and how many more there are.
func firstOf(summary string, n int) string {
	if n > 1 {
		return fmt.Sprintf("%s (and %d more)", strings.TrimSuffix(summary, "."), n-1)
	}
	return summary
}

// metrics count messages to the owner.
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

// Collectors returns the monitor's metrics.
func (m *Monitor) Collectors() []prometheus.Collector {
	return []prometheus.Collector{m.metrics.messages, collector{m}}
}

type collector struct{ monitor *Monitor }

// Describe implements prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) { out <- troublesDesc }

// Collect implements prometheus.Collector. Sources without troubles are exported as 0.
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
