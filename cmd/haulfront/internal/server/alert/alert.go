// Package alert notifies the owner when the delivery of leads is broken, and when it works again.
//
// A [Monitor] asks its [Source]s at each Check, which is called every [Interval]. It logs a new [Trouble] as an error,
// and notifies the owner by the first [Way] that works; until one does, every check tries again. When a trouble has
// ended, it notifies the owner if the owner knows of it. Messages are rare, and each has all news since the last.
//
// Troubles are kept in memory: after a restart the owner is notified again of those that last, and of several instances
// each notifies the owner.
package alert

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// Interval is how often Check is to be called.
	Interval = 15 * time.Second
	// messagePause is the time between two messages, and between the start and the first one: a program that crashes
	// again and again sends none.
	messagePause = 5 * time.Minute
	// sendLimit bounds one attempt to send a message by one way.
	sendLimit = 30 * time.Second
	// readyInterval is how often a write to the journal checks whether it accepts leads.
	readyInterval = time.Minute
	// heartbeatInterval is the time between two requests of Config.Heartbeat, and heartbeatRetry after one that failed.
	heartbeatInterval = time.Hour
	heartbeatRetry    = time.Minute
	// checkLimit bounds one poll of the sources and the journal.
	checkLimit = 10 * time.Second
	// journalTrouble is the name of the trouble that the journal cannot be used.
	journalTrouble = "journal"
)

// A Trouble is a problem of which the owner gets messages.
type Trouble struct {
	Name    string // identifies it while it lasts; the part before the first slash is the name of its source
	Summary string // one line without personal data: what is broken, and since when
	Detail  string // for the owner alone: how to fix it; may be empty
}

// source returns the name of the trouble's source.
func (t Trouble) source() string {
	source, _, _ := strings.Cut(t.Name, "/")
	return source
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

// Config configures a Monitor.
type Config struct {
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
	troubles   []trouble  // oldest first
	lastSent   time.Time  // or the start
	lostSince  time.Time  // when the journal became unavailable; zero: it is available
	readyAt    time.Time  // of the last call of Ready
	readyErr   error      // its result
	unsentLog  string     // the last logged failure to notify the owner
	checkError string     // the last logged failure to check
	nextBeat   time.Time  // when Config.Heartbeat is due
}

// A trouble is one that lasts, or that has ended without the owner knowing.
type trouble struct {
	Trouble
	told bool // the owner knows that it has begun
	over bool
}

// New returns a Monitor.
func New(cfg Config) *Monitor {
	m := &Monitor{cfg: cfg, lastSent: cfg.Now(), messages: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "haulfront_alert_messages_total", Help: "Attempts to tell the owner of troubles, by way and outcome.",
	}, []string{"way", "outcome"})}
	for _, way := range cfg.Ways {
		m.messages.WithLabelValues(way.Name, "sent")
		m.messages.WithLabelValues(way.Name, "failed")
	}
	m.active.Store(&[]Trouble{})
	return m
}

// Active returns the troubles of the last check, oldest first.
func (m *Monitor) Active() []Trouble { return *m.active.Load() }

// Check polls the sources once, and notifies the owner of changes.
func (m *Monitor) Check(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, checkLimit)
	found, known, err := m.find(limited)
	if err == nil {
		err = m.ready(limited)
	}
	cancel()
	if ctx.Err() != nil {
		return
	}
	m.checkJournal(err, found, known)
	m.update(found, known)
	m.tell(ctx)
	m.beat(ctx)
}

// beat requests the heartbeat if it is due and nothing is broken.
func (m *Monitor) beat(ctx context.Context) {
	now := m.cfg.Now()
	broken := len(m.Active()) > 0 || !m.lostSince.IsZero()
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

// find returns the present troubles by name, and the sources whose troubles are known; after an error, none is.
func (m *Monitor) find(ctx context.Context) (found map[string]Trouble, known map[string]bool, err error) {
	found, known = map[string]Trouble{}, map[string]bool{}
	for _, source := range m.cfg.Sources {
		var list []Trouble
		if list, known[source.Name], err = source.Find(ctx); err != nil {
			return map[string]Trouble{}, map[string]bool{}, err
		}
		for _, t := range list {
			found[t.Name] = t
		}
	}
	return found, known, nil
}

// checkJournal adds the trouble that the journal has been unavailable for too long. err is why it is unavailable.
func (m *Monitor) checkJournal(err error, found map[string]Trouble, known map[string]bool) {
	known[journalTrouble] = true
	if err == nil {
		m.lostSince, m.checkError = time.Time{}, ""
		return
	}
	now := m.cfg.Now()
	if m.lostSince.IsZero() {
		m.lostSince = now
	}
	if m.checkError != err.Error() {
		m.checkError = err.Error()
		m.cfg.Log.Warn("journal cannot be used", "error", err)
	}
	if now.Sub(m.lostSince) >= m.cfg.After {
		found[journalTrouble] = Trouble{Name: journalTrouble, Summary: fmt.Sprintf(
			"Quote requests can't be saved (since %s).", m.lostSince.UTC().Format(time.DateTime+" MST")),
			Detail: "Visitors may be told to try again or call."}
	}
}

// update logs which troubles have begun and ended, and publishes those that last.
func (m *Monitor) update(found map[string]Trouble, known map[string]bool) {
	for i := range m.troubles {
		t := &m.troubles[i]
		present, lasts := found[t.Name]
		switch {
		case lasts:
			t.Trouble, t.over = present, false
		case known[t.source()] && !t.over:
			t.over = true
			m.cfg.Log.Info("trouble over", "trouble", t.Name, "summary", t.Summary)
		}
		delete(found, t.Name)
	}
	m.troubles = slices.DeleteFunc(m.troubles, func(t trouble) bool { return t.over && !t.told })
	order := func(t Trouble) int {
		return slices.IndexFunc(m.cfg.Sources, func(s Source) bool { return s.Name == t.source() })
	}
	begun := slices.SortedFunc(maps.Values(found), func(a, b Trouble) int {
		return cmp.Or(order(a)-order(b), strings.Compare(a.Name, b.Name))
	})
	for _, t := range begun {
		m.cfg.Log.Error("trouble", "trouble", t.Name, "summary", t.Summary)
		m.troubles = append(m.troubles, trouble{Trouble: t})
	}
	active := []Trouble{}
	for _, t := range m.troubles {
		if !t.over {
			active = append(active, t.Trouble)
		}
	}
	m.active.Store(&active)
}
