package alert

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A bench is a monitor with sources that the test sets, and the owner's inbox.
type bench struct {
	*Monitor
	t        *testing.T
	clock    *testkit.Clock
	log      *testkit.Log
	troubles []Trouble
	blind    bool  // the second source's troubles are unknown
	lost     error // of all sources
	refused  error // why the journal does not accept leads
	down     map[string]bool
	inbox    []string // way, subject and text
	beats    *testkit.Receiver
}

func newBench(t *testing.T) *bench {
	b := &bench{
		t: t, log: &testkit.Log{}, down: map[string]bool{},
		clock: testkit.NewClock(time.Date(2025, 10, 6, 12, 0, 0, 0, time.UTC).Add(-messagePause)),
		beats: testkit.NewReceiver(t, "heartbeat", nil),
	}
	b.start()
	return b
}

// start makes a monitor, as after a restart, and lets the pause before its first message pass.
func (b *bench) start() {
	b.Monitor = b.monitor()
	b.clock.Advance(messagePause)
}

func (b *bench) monitor() *Monitor {
	source := func(name string, blind *bool) Source {
		return Source{name, func(context.Context) (list []Trouble, ok bool, err error) {
			for _, trouble := range b.troubles {
				if trouble.source() == name {
					list = append(list, trouble)
				}
			}
			return list, !*blind, b.lost
		}}
	}
	way := func(name string) Way {
		return Way{Name: name, Send: func(_ context.Context, subject, text string) error {
			if b.down[name] {
				return errors.New("nobody there")
			}
			b.inbox = append(b.inbox, name+": "+subject+"\n"+text)
			return nil
		}}
	}
	heartbeat, err := url.Parse(b.beats.URL + "/ping/secret")
	testkit.Must(b.t, err)
	return New(Config{
		Sources:   []Source{source("failing", new(bool)), source("mail", &b.blind)},
		Heartbeat: heartbeat,
		Ways:      []Way{way("mail"), way("webhook")},
		Ready:     func(context.Context) error { return b.refused }, After: 15 * time.Minute,
		Name: "Acme", Log: slog.New(slog.NewTextHandler(b.log, nil)), Now: b.clock.Now,
	})
}

// check advances the clock, checks once, and compares the messages, of which it knows the beginnings.
func (b *bench) check(pass time.Duration, begins ...string) {
	b.t.Helper()
	b.clock.Advance(pass)
	b.Check(b.t.Context())
	b.want(begins...)
}

// want checks how the messages since its last call begin.
func (b *bench) want(begins ...string) {
	b.t.Helper()
	ok := len(begins) == len(b.inbox)
	for i := 0; ok && i < len(begins); i++ {
		ok = strings.HasPrefix(b.inbox[i], begins[i])
	}
	if !ok {
		b.t.Errorf("the messages are %q, want %q", b.inbox, begins)
	}
	b.inbox = nil
}

// wantActive checks the summaries of the active troubles.
func (b *bench) wantActive(want ...string) {
	b.t.Helper()
	var got []string
	for _, t := range b.Active() {
		got = append(got, t.Summary)
	}
	if !slices.Equal(got, want) {
		b.t.Errorf("active troubles are %q, want %q", got, want)
	}
}

// wantLog checks how often the log contains a text.
func (b *bench) wantLog(text string, want int) {
	b.t.Helper()
	if n := strings.Count(b.log.String(), text); n != want {
		b.t.Errorf("the log has %q %d times, want %d:\n%s", text, n, want, b.log)
	}
}

var webhookFails = Trouble{Name: "failing/webhook", Summary: "The webhook fails.", Detail: "Look at it."}

func TestOnceForEachTroubleAndOnceWhenItIsOver(t *testing.T) {
	b := newBench(t)
	b.check(0)
	b.troubles = []Trouble{webhookFails}
	b.check(time.Minute, "mail: Acme website: The webhook fails.\nThe webhook fails.\nLook at it.\n")
	for range 5 {
		b.check(time.Hour)
	}
	b.wantActive(webhookFails.Summary)

	b.troubles = nil
	b.check(time.Minute, "mail: Acme website fixed: The webhook fails.\nFixed:\nThe webhook fails.\n")
	b.check(time.Hour)
	b.wantActive()

	b.troubles = []Trouble{webhookFails}
	b.check(time.Hour, "mail: Acme website: The webhook fails.\n")
}

// After a restart the owner is notified again of troubles that last, but not at once: a program that crashes again and
// again must not send a message each time.
func TestRestart(t *testing.T) {
	b := newBench(t)
	b.troubles = []Trouble{webhookFails}
	b.check(0, "mail: ")
	b.Monitor = b.monitor()
	b.check(0)
	b.wantActive(webhookFails.Summary)
	b.check(messagePause - time.Second)
	b.check(time.Second, "mail: Acme website: The webhook fails.")
	b.check(time.Hour)
}

func TestNextWayIfOneFails(t *testing.T) {
	b := newBench(t)
	b.troubles = []Trouble{webhookFails}
	b.down["mail"] = true
	b.check(0, "webhook: Acme website: The webhook fails.")
	b.troubles = nil
	b.down["webhook"] = true
	b.check(time.Hour)
	b.check(time.Hour)
	b.wantLog("alert not sent", 1)
	b.down = map[string]bool{}
	b.check(time.Minute, "mail: Acme website fixed: The webhook fails.")
	b.wantMetric("haulfront_alert_messages_total", map[string]float64{
		"failed mail": 3, "sent mail": 1, "failed webhook": 2, "sent webhook": 1})
}

// wantMetric checks a metric's values by label values.
func (b *bench) wantMetric(name string, want map[string]float64) {
	b.t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(b.Collectors()...)
	families, err := registry.Gather()
	testkit.Must(b.t, err)
	got := map[string]float64{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			var labels []string
			for _, label := range m.GetLabel() {
				labels = append(labels, label.GetValue())
			}
			if family.GetName() == name {
				got[strings.Join(labels, " ")] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
			}
		}
	}
	if !maps.Equal(got, want) {
		b.t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// A trouble that began and ended while no way worked causes no message.
func TestTroubleThatEndedUntold(t *testing.T) {
	b := newBench(t)
	b.troubles = []Trouble{webhookFails}
	b.down["mail"], b.down["webhook"] = true, true
	b.check(0)
	b.troubles = nil
	b.check(time.Minute)
	b.down = map[string]bool{}
	b.check(time.Hour)
}

// Several troubles make one message, and later ones wait for the next.
func TestMessagesAreRare(t *testing.T) {
	b := newBench(t)
	b.troubles = []Trouble{webhookFails, {Name: "failing/email", Summary: "The email function fails."}}
	b.check(0, "mail: Acme website: The email function fails (and 1 more)")
	b.wantMetric("haulfront_troubles", map[string]float64{"failing": 2, "journal": 0, "mail": 0})
	b.troubles = append(b.troubles[:1], Trouble{Name: "failing/workiz", Summary: "Workiz fails."})
	for range 4 {
		b.check(time.Minute)
	}
	b.check(time.Minute,
		"mail: Acme website: Workiz fails (and 1 more)\nWorkiz fails.\n\nFixed:\nThe email function fails.\n")
}

// Unknown troubles, as after a mail server was not tried again yet, do not end.
func TestUnknownIsNotOver(t *testing.T) {
	b := newBench(t)
	b.troubles = []Trouble{{Name: "mail", Summary: "The mail server fails."}}
	b.check(0, "mail: Acme website: The mail server fails.")
	b.troubles, b.blind = nil, true
	b.check(time.Hour)
	b.wantActive("The mail server fails.")
	b.blind = false
	b.check(time.Hour, "mail: Acme website fixed: The mail server fails.")
}

func TestJournalOutOfReach(t *testing.T) {
	b := newBench(t)
	b.lost = errors.New("disk I/O error")
	b.check(0)
	b.check(14 * time.Minute)
	b.check(time.Minute, "mail: Acme website: Quote requests can't be saved (since 2025-10-06 12:00:00 UTC).")
	b.wantActive("Quote requests can't be saved (since 2025-10-06 12:00:00 UTC).")
	b.check(time.Hour)
	b.lost = nil
	b.check(time.Hour, "mail: Acme website fixed: Quote requests can't be saved")
	b.check(time.Hour)
	b.wantActive()
	b.lost = errors.New("disk I/O error")
	b.check(time.Hour)
	b.check(time.Hour, "mail: Acme website: Quote requests can't be saved")
	b.wantLog("level=ERROR", 2)
}

// A read-only journal is a trouble beside others.
func TestJournalTakesNoLeads(t *testing.T) {
	b := newBench(t)
	b.refused = errors.New("disk full")
	b.check(0)
	b.troubles = []Trouble{webhookFails}
	b.check(15*time.Minute, "mail: Acme website: Quote requests can't be saved (since 2025-10-06 12:00:00 UTC) (and 1 "+
		"more)\nQuote requests can't be saved (since 2025-10-06 12:00:00 UTC).\nVisitors may be told to try again or "+
		"call.\n\nThe webhook fails.\nLook at it.\n")
	b.refused = nil
	b.check(30 * time.Second) // the journal is written to once a minute
	b.wantActive("Quote requests can't be saved (since 2025-10-06 12:00:00 UTC).", "The webhook fails.")
	b.check(5*time.Minute, "mail: Acme website fixed: Quote requests can't be saved")
}

// The heartbeat is requested at the start and every hour, unless something is broken.
func TestHeartbeat(t *testing.T) {
	b := newBench(t)
	beat := func(pass time.Duration, want int) {
		t.Helper()
		b.clock.Advance(pass)
		b.Check(t.Context())
		if calls := b.beats.Take(); len(calls) != want || want > 0 && calls[0].Path != "/ping/secret" {
			t.Errorf("the requests are %v, want %d", calls, want)
		}
	}
	beat(0, 1)
	beat(59*time.Minute, 0)
	beat(time.Minute, 1)
	b.beats.Set(testkit.Status(http.StatusInternalServerError))
	beat(time.Hour, 1)
	b.beats.Set(nil)
	beat(time.Minute, 1)
	b.wantLog("it is tried again\" error=\"answered with status 500", 1)

	b.troubles = []Trouble{webhookFails}
	beat(time.Hour, 0)
	b.troubles = nil
	beat(time.Hour, 1)
	b.refused = errors.New("disk full")
	beat(time.Hour, 0)
	b.refused = nil
	b.lost = errors.New("disk I/O error")
	beat(time.Hour, 0)
	b.lost = nil
	beat(time.Hour, 1)
	b.beats.Close()
	beat(time.Hour, 0)
	b.wantLog("secret", 0)
}

// Each receiver gets the form that it reads.
func TestPostForms(t *testing.T) {
	for _, test := range []struct {
		address, to string
		fields      map[string]string
	}{
		{"https://hooks.slack.com/services/T/B/x", "https://hooks.slack.com/services/T/B/x",
			map[string]string{"text": "Broken\n\nThe webhook."}},
		{"https://ntfy.sh/junk-alerts", "https://ntfy.sh/",
			map[string]string{"topic": "junk-alerts", "title": "Broken", "message": "The webhook."}},
		{"https://me:word@ntfy.example.com/base/junk-alerts/?auth=x", "https://me:word@ntfy.example.com/base/?auth=x",
			map[string]string{"topic": "junk-alerts", "title": "Broken", "message": "The webhook."}},
		{"https://push.example.com/message?token=x", "https://push.example.com/message?token=x",
			map[string]string{"text": "Broken\n\nThe webhook.", "title": "Broken", "message": "The webhook."}},
	} {
		address, err := url.Parse(test.address)
		testkit.Must(t, err)
		to, fields := postOf(*address, "Broken", "The webhook.")
		if to.String() != test.to || !maps.Equal(fields, test.fields) {
			t.Errorf("for %s, %v is posted to %s, want %v to %s", test.address, fields, to.String(), test.fields,
				test.to)
		}
	}
}
