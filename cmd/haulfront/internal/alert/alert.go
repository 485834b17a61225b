// Package alert notifies the owner when the delivery of leads is broken, and when it works again: once each, even
// across restarts.
//
// A [Monitor] polls its [Source]s every few seconds. It logs a new [lead.Trouble] as an error, stores it, and notifies
// the owner by the first [Way] that works; until one does, every check tries again. When a trouble has ended, the
// monitor removes it, and notifies the owner if the owner knows of it. Messages are rare, and each has all news since
// the last.
//
// Troubles are stored in the journal (package lead), so that instances that share one notify the owner once. If the
// journal itself is unavailable, only this process remembers that trouble.
package alert

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/lead"
)

const (
	// Interval is how often Check is to be called.
	Interval = 15 * time.Second
	// messagePause is the time between two messages.
	messagePause = 5 * time.Minute
	// sendLimit bounds one attempt to send a message by one way.
	sendLimit = 30 * time.Second
	// claimDuration is how long an instance may take to notify the owner by all ways.
	claimDuration = 5 * time.Minute
	// readyInterval is how often a write to the journal checks whether it accepts leads.
	readyInterval = time.Minute
	// heartbeatInterval is the time between two requests of Config.Heartbeat, and heartbeatRetry after one that failed.
	heartbeatInterval = time.Hour
	heartbeatRetry    = time.Minute
	// checkLimit bounds one poll of the sources and the journal.
	checkLimit = 10 * time.Second
	// journalTrouble is the name of the trouble that is not stored in the journal.
	journalTrouble = "journal"
)

// A Source finds troubles of one kind.
type Source struct {
	Name string
	// Find returns the present troubles. If known is false, those that have begun continue.
	Find func(ctx context.Context) (list []lead.Trouble, known bool, err error)
}

// A Way sends messages to the owner.
type Way struct {
	Name string
	// Public ways lead through services that others may read: their messages have no details of troubles.
	Public bool
	Send   func(ctx context.Context, subject, text string) error
}

// Config configures a Monitor.
type Config struct {
	Leads   *lead.Service
	Sources []Source // the most important ones first
	Ways    []Way    // in the order in which they are tried
	// Ready returns why the journal does not accept leads, by writing to it.
	Ready func(context.Context) error
	After time.Duration // how long the journal may be unavailable before that is a trouble
	// Heartbeat is requested every hour while nothing is broken, so that a service there can notify the owner when this
	// program cannot. It may be nil.
	Heartbeat *url.URL
	Name      string // of the site
	Log       *slog.Logger
	Now       func() time.Time
}

// A Monitor notifies the owner of troubles.
type Monitor struct {
	cfg      Config
	active   atomic.Pointer[[]lead.Trouble]
	messages *prometheus.CounterVec

	mu         sync.Mutex // guards the fields below: one check at a time
	lastSent   time.Time
	journal    outage
	readyAt    time.Time // of the last call of Ready
	readyErr   error     // its result
	unsentLog  string    // the last logged failure to notify the owner
	checkError string    // the last logged failure to check
	nextBeat   time.Time // when Config.Heartbeat is due
}

// An outage is a time in which the journal is unavailable.
type outage struct {
	since time.Time // zero if it is available
	begun bool      // it has become a trouble
	told  bool
}

// New returns a Monitor.
func New(cfg Config) *Monitor {
	m := &Monitor{cfg: cfg, messages: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "haulfront_alert_messages_total", Help: "Attempts to tell the owner of troubles, by way and outcome.",
	}, []string{"way", "outcome"})}
	for _, way := range cfg.Ways {
		m.messages.WithLabelValues(way.Name, "sent")
		m.messages.WithLabelValues(way.Name, "failed")
	}
	m.active.Store(&[]lead.Trouble{})
	return m
}

// Active returns the troubles of the last check, oldest first.
func (m *Monitor) Active() []lead.Trouble { return *m.active.Load() }

// Check polls the sources once, and notifies the owner of changes.
func (m *Monitor) Check(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	found, known, err := m.find(limited)
	var stored []lead.Trouble
	if err == nil {
		stored, err = m.begin(limited, found)
	}
	unready := err
	if unready == nil {
		unready = m.ready(limited)
	}
	cancel()
	if ctx.Err() != nil {
		return
	}
	m.checkJournal(unready)
	if err != nil {
		m.setActive(nil)
		m.tell(ctx, nil, nil)
		return
	}
	active, begun, ended := m.sort(ctx, stored, found, known)
	m.setActive(active)
	m.tell(ctx, begun, ended)
	m.beat(ctx)
}

// beat requests the heartbeat if it is due and nothing is broken.
func (m *Monitor) beat(ctx context.Context) {
	now := m.cfg.Now()
	broken := len(m.Active()) > 0 || !m.journal.since.IsZero()
	if m.cfg.Heartbeat == nil || broken || now.Before(m.nextBeat) {
		return
	}
	m.nextBeat = now.Add(heartbeatInterval)
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	if err := request(ctx, http.MethodGet, *m.cfg.Heartbeat, nil); err != nil {
		m.nextBeat = now.Add(heartbeatRetry)
		m.cfg.Log.Warn("heartbeat failed; it is tried again", "error", err)
	}
}

// ready returns why the journal does not accept leads, at most readyInterval old.
func (m *Monitor) ready(ctx context.Context) error {
	if now := m.cfg.Now(); m.readyAt.IsZero() || now.Sub(m.readyAt) >= readyInterval {
		m.readyAt, m.readyErr = now, m.cfg.Ready(ctx)
	}
	return m.readyErr
}

// find returns the present troubles by name, and the sources whose troubles are known.
func (m *Monitor) find(ctx context.Context) (found map[string]lead.Trouble, known map[string]bool, err error) {
	found, known = map[string]lead.Trouble{}, map[string]bool{}
	for _, source := range m.cfg.Sources {
		var list []lead.Trouble
		if list, known[source.Name], err = source.Find(ctx); err != nil {
			return nil, nil, err
		}
		for _, t := range list {
			t.Since = m.cfg.Now()
			found[t.Name] = t
		}
	}
	return found, known, nil
}

// begin stores and logs new troubles, and returns all stored ones.
func (m *Monitor) begin(ctx context.Context, found map[string]lead.Trouble) ([]lead.Trouble, error) {
	stored, err := m.cfg.Leads.Troubles(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, t := range stored {
		known[t.Name] = true
	}
	for name, t := range found {
		if known[name] {
			continue
		}
		isNew, err := m.cfg.Leads.BeginTrouble(ctx, t)
		if err != nil {
			return nil, err
		}
		if isNew {
			m.cfg.Log.Error("trouble", "trouble", name, "summary", t.Summary)
		}
		known[name] = true
	}
	if len(known) == len(stored) {
		return stored, nil
	}
	return m.cfg.Leads.Troubles(ctx)
}

// sort returns the stored troubles that last, those of which the owner does not know yet, and those that have ended.
// Those that have ended before the owner knew are removed.
func (m *Monitor) sort(ctx context.Context, stored []lead.Trouble, found map[string]lead.Trouble,
	known map[string]bool) (active, begun, ended []lead.Trouble) {
	for _, t := range stored {
		present, lasts := found[t.Name]
		switch over := !lasts && known[sourceOf(t)]; { // otherwise it may be another instance's
		case over && t.Told:
			ended = append(ended, t)
		case over:
			m.end(ctx, t)
		case lasts && !t.Told:
			begun = append(begun, present)
			fallthrough
		default:
			active = append(active, t)
		}
	}
	order := func(t lead.Trouble) int {
		return slices.IndexFunc(m.cfg.Sources, func(s Source) bool { return s.Name == sourceOf(t) })
	}
	slices.SortStableFunc(begun, func(a, b lead.Trouble) int { return order(a) - order(b) })
	return active, begun, ended
}

func (m *Monitor) end(ctx context.Context, t lead.Trouble) {
	if was, err := m.cfg.Leads.EndTrouble(ctx, t.Name); err != nil {
		m.cfg.Log.Warn("trouble not removed", "trouble", t.Name, "error", err)
	} else if was {
		m.cfg.Log.Info("trouble over", "trouble", t.Name, "summary", t.Summary)
	}
}

// checkJournal records whether the journal is available. err is why it is not.
func (m *Monitor) checkJournal(err error) {
	now := m.cfg.Now()
	switch o := &m.journal; {
	case err == nil:
		if o.begun {
			m.cfg.Log.Info("trouble over", "trouble", journalTrouble)
		}
		m.checkError = ""
		o.since = time.Time{}
		if !o.told {
			o.begun = false
		}
	case o.since.IsZero():
		o.since = now
	case !o.begun && now.Sub(o.since) >= m.cfg.After:
		o.begun = true
		m.cfg.Log.Error("trouble", "trouble", journalTrouble, "error", err)
	}
	if err != nil && m.checkError != err.Error() {
		m.checkError = err.Error()
		m.cfg.Log.Warn("journal cannot be used", "error", err)
	}
}

// setActive publishes troubles, after the journal's.
func (m *Monitor) setActive(active []lead.Trouble) {
	if m.journal.begun && !m.journal.since.IsZero() {
		active = append([]lead.Trouble{m.journalTrouble()}, active...)
	}
	m.active.Store(&active)
}

func (m *Monitor) journalTrouble() lead.Trouble {
	return lead.Trouble{Name: journalTrouble, Summary: fmt.Sprintf("Quote requests can't be saved (since %s).",
		m.journal.since.UTC().Format(time.DateTime+" MST")), Detail: "Visitors may be told to try again or call."}
}

// sourceOf returns the name of a trouble's source.
func sourceOf(t lead.Trouble) string {
	source, _, _ := strings.Cut(t.Name, "/")
	return source
}
