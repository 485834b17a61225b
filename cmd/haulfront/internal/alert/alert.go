// Package alert notifies the owner when the delivery of leads is broken, and when it works again: once each, even
// across restarts.
//
// A [Monitor] polls its [Source]s every few seconds. It logs a new [Trouble] as an error, stores it, and notifies the
// owner by the first [Way] that works; until one does, every check tries again. When a trouble has ended, the monitor
// removes it, and notifies the owner if the owner knows of it. Messages are rare, and each has all news since the last.
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
	// Interval is how often the sources are polled.
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

// A Trouble is something that is broken.
type Trouble struct {
	Name    string // identifies it while it lasts; the part before the first slash is the name of its source
	Summary string // one line without personal data: what is broken, and since when
	Detail  string // for the owner alone: how to fix it; may be empty
}

// A Source finds troubles of one kind.
type Source struct {
	Name string
	// Find returns the present troubles. If known is false, those that have begun continue.
	Find func(ctx context.Context) (list []Trouble, known bool, err error)
}

// A Way sends messages to the owner.
type Way struct {
	Name string
	// Public ways lead through services that others may read: their messages have no details of troubles.
	Public bool
	Send   func(ctx context.Context, subject, text string) error
}

// Store stores troubles, as [lead.Service] does.
type Store interface {
	Troubles(ctx context.Context) ([]lead.Trouble, error)
	BeginTrouble(ctx context.Context, t lead.Trouble) (bool, error)
	ClaimTrouble(ctx context.Context, name string, until time.Time) (bool, error)
	ReleaseTrouble(ctx context.Context, name string, told bool) error
	EndTrouble(ctx context.Context, name string) (bool, error)
}

// Config configures a Monitor.
type Config struct {
	Store   Store
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
	active   atomic.Pointer[[]Trouble]
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
	m.active.Store(&[]Trouble{})
	return m
}

// Run checks until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	tick := time.NewTicker(Interval)
	defer tick.Stop()
	for {
		m.Check(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Active returns the troubles of the last check, oldest first.
func (m *Monitor) Active() []Trouble { return *m.active.Load() }

// Check polls the sources once, and notifies the owner of changes.
func (m *Monitor) Check(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	found, unknown, err := m.find(limited)
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
		m.setActive(nil, nil)
		m.tell(ctx, nil, nil)
		return
	}
	begun, ended := m.sort(stored, found, unknown)
	m.setActive(stored, ended)
	ended = slices.DeleteFunc(ended, func(t lead.Trouble) bool {
		if !t.Told { // the owner never knew of it
			m.end(ctx, t)
		}
		return !t.Told
	})
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

// find returns the present troubles by name, and the sources whose troubles are unknown.
func (m *Monitor) find(ctx context.Context) (found map[string]Trouble, unknown map[string]bool, err error) {
	found, unknown = map[string]Trouble{}, map[string]bool{}
	for _, source := range m.cfg.Sources {
		list, known, err := source.Find(ctx)
		if err != nil {
			return nil, nil, err
		}
		unknown[source.Name] = !known
		for _, t := range list {
			found[t.Name] = t
		}
	}
	return found, unknown, nil
}

// begin stores and logs new troubles, and returns all stored ones.
func (m *Monitor) begin(ctx context.Context, found map[string]Trouble) ([]lead.Trouble, error) {
	stored, err := m.cfg.Store.Troubles(ctx)
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
		isNew, err := m.cfg.Store.BeginTrouble(ctx, lead.Trouble{Name: name, Summary: t.Summary, Since: m.cfg.Now()})
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
	return m.cfg.Store.Troubles(ctx)
}

// sort returns the stored troubles that have begun and of which the owner does not know, and those that have ended.
func (m *Monitor) sort(
	stored []lead.Trouble, found map[string]Trouble, unknown map[string]bool,
) (begun []Trouble, ended []lead.Trouble) {
	sources := map[string]int{}
	for i, source := range m.cfg.Sources {
		sources[source.Name] = i
	}
	for _, s := range stored {
		t, lasts := found[s.Name]
		source := sourceOf(s.Name)
		_, asked := sources[source]
		switch {
		case lasts && !s.Told:
			begun = append(begun, t)
		case lasts, !asked, unknown[source]:
			// The owner knows, or it is another instance's, or its source is unknown now.
		default:
			ended = append(ended, s)
		}
	}
	slices.SortStableFunc(begun, func(a, b Trouble) int {
		return sources[sourceOf(a.Name)] - sources[sourceOf(b.Name)]
	})
	return begun, ended
}

func (m *Monitor) end(ctx context.Context, t lead.Trouble) {
	if was, err := m.cfg.Store.EndTrouble(ctx, t.Name); err != nil {
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

// setActive publishes the stored troubles except those that have ended, and the journal's.
func (m *Monitor) setActive(stored, ended []lead.Trouble) {
	active := []Trouble{}
	if m.journal.begun && !m.journal.since.IsZero() {
		active = append(active, m.journalTrouble())
	}
	for _, t := range stored {
		if !slices.ContainsFunc(ended, func(e lead.Trouble) bool { return e.Name == t.Name }) {
			active = append(active, Trouble{Name: t.Name, Summary: t.Summary})
		}
	}
	m.active.Store(&active)
}

func (m *Monitor) journalTrouble() Trouble {
	return Trouble{Name: journalTrouble, Summary: fmt.Sprintf("The journal of leads cannot be used since %s.",
		m.journal.since.UTC().Format(time.DateTime+" MST")), Detail: "Quote requests may be refused."}
}

// sourceOf returns the name of a trouble's source.
func sourceOf(name string) string {
	source, _, _ := strings.Cut(name, "/")
	return source
}
