package alert

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// tell sends the owner one message with all news, unless the last one was sent a short time ago.
func (m *Monitor) tell(ctx context.Context) {
	now := m.cfg.Now()
	var begun, ended []Trouble
	for _, t := range m.troubles {
		switch {
		case t.over:
			ended = append(ended, t.Trouble)
		case !t.told:
			begun = append(begun, t.Trouble)
		}
	}
	waits := len(m.cfg.Ways) == 0 || now.Sub(m.lastSent) < messagePause
	if waits || len(begun)+len(ended) == 0 || !m.send(ctx, begun, ended) {
		return
	}
	m.lastSent = now
	m.troubles = slices.DeleteFunc(m.troubles, func(t trouble) bool { return t.over })
	for i := range m.troubles {
		m.troubles[i].told = true
	}
}

// send tries the ways in order, and reports whether one worked.
func (m *Monitor) send(ctx context.Context, begun, ended []Trouble) bool {
	var failures error
	for _, way := range m.cfg.Ways {
		subject, text := m.message(begun, ended, !way.Public)
		limited, cancel := context.WithTimeout(ctx, sendLimit)
		err := way.Send(limited, subject, text)
		cancel()
		if err == nil {
			m.messages.WithLabelValues(way.Name, "sent").Inc()
			m.cfg.Log.Info("alert sent", "way", way.Name, "troubles", len(begun), "over", len(ended))
			m.unsentLog = ""
			return true
		}
		m.messages.WithLabelValues(way.Name, "failed").Inc()
		failures = errors.Join(failures, fmt.Errorf("%s: %w", way.Name, err))
	}
	if m.unsentLog != failures.Error() {
		m.unsentLog = failures.Error()
		m.cfg.Log.Error("alert not sent; it is tried again", "error", failures)
	}
	return false
}

// message returns the subject and the text for troubles, at least one in all.
func (m *Monitor) message(begun, ended []Trouble, detailed bool) (subject, text string) {
	var b strings.Builder
	for _, t := range begun {
		fmt.Fprintf(&b, "%s\n", t.Summary)
		if detailed && t.Detail != "" {
			fmt.Fprintf(&b, "%s\n", t.Detail)
		}
		b.WriteByte('\n')
	}
	if len(ended) > 0 {
		b.WriteString("Fixed:\n")
		for _, t := range ended {
			fmt.Fprintf(&b, "%s\n", t.Summary)
		}
		b.WriteByte('\n')
	}
	b.WriteString("You'll get one message when something breaks, and one when it's fixed.\n")
	if len(begun) == 0 {
		return fmt.Sprintf("%s website fixed: %s", m.cfg.Name, firstOf(ended[0].Summary, len(ended))), b.String()
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

// Collectors returns the monitor's metrics. Sources without troubles are exported as 0.
func (m *Monitor) Collectors() []prometheus.Collector {
	list := []prometheus.Collector{m.messages}
	for _, source := range append([]Source{{Name: journalTrouble}}, m.cfg.Sources...) {
		list = append(list, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "haulfront_troubles", Help: "Troubles of which the owner gets alerts, by sort; alert on any above 0.",
			ConstLabels: prometheus.Labels{"trouble": source.Name},
		}, func() float64 {
			n := 0
			for _, t := range m.Active() {
				if t.source() == source.Name {
					n++
				}
			}
			return float64(n)
		}))
	}
	return list
}
