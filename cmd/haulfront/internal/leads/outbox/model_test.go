package outbox

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"

	"pgregory.net/rapid"
)

// A modelLead is the expected state of one lead.
type modelLead struct {
	id                             string
	received                       time.Time
	webhook, email                 Status
	webhookFailures, emailFailures int
}

// A model is the service in a few lines of Go: no database, no leases, no time but the clock's.
type model struct {
	*testService
	steps        int
	leads        map[string]*modelLead // by key and message
	webhookOK    bool
	emailResult  Status         // Delivered, Queued (failed) or Unknown
	webhookCalls map[string]int // by lead
}

func (m *model) attemptEmail(l *modelLead) {
	switch m.emailResult {
	case Delivered, Unknown:
		l.email = m.emailResult
	case Queued:
		l.emailFailures++
		l.email = Queued
		if l.emailFailures > m.steps {
			l.email = Dead
		}
	}
}

// attemptWebhook is one attempt; manual ones do not use up the schedule.
func (m *model) attemptWebhook(l *modelLead, manual bool) {
	m.webhookCalls[l.id]++
	switch {
	case m.webhookOK:
		l.webhook = Delivered
		if l.email == Waiting {
			l.emailFailures = 0
			m.attemptEmail(l)
		}
	case !manual:
		l.webhookFailures++
		l.webhook = Queued
		if l.webhookFailures > m.steps {
			l.webhook = Dead
		}
	}
}

// sorted returns the leads in a deterministic order.
func (m *model) sorted() []*modelLead {
	return slices.SortedFunc(maps.Values(m.leads), func(a, b *modelLead) int { return cmp.Compare(a.id, b.id) })
}

func (m *model) drawLead(t *rapid.T) *modelLead {
	all := m.sorted()
	if len(all) == 0 {
		t.Skip("no leads yet")
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "lead")]
}

func (m *model) submit(t *rapid.T) {
	sub := post(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key"))
	sub.Request.Message = rapid.SampledFrom([]string{"x", "y"}).Draw(t, "message")
	if rapid.IntRange(0, 4).Draw(t, "suspect") == 0 {
		sub.SpamReason, sub.Quarantine = "honeypot", true
	}
	name := sub.Key + sub.Request.Message
	l, known := m.leads[name]
	if !known {
		l = &modelLead{received: m.clock.Now(), webhook: Queued, email: Waiting}
		m.leads[name] = l
	}
	var due time.Time
	if known {
		due = m.get(l.id).Delivery(Webhook).Due
	}
	out, err := m.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	if known && out.ID != l.id {
		t.Fatalf("a repeat is lead %s, want %s", out.ID, l.id)
	}
	l.id = out.ID
	switch {
	case !known && sub.Quarantine:
		l.webhook, l.email = Quarantined, Quarantined
	case !known:
		m.attemptWebhook(l, false)
	case l.webhook == Quarantined && !sub.Quarantine:
		l.webhook, l.email = Queued, Waiting
		m.attemptWebhook(l, true)
	case l.webhook == Dead:
		l.webhookFailures = 0
		m.attemptWebhook(l, false)
	case l.webhook == Queued:
		m.attemptWebhook(l, true)
		if got := m.get(l.id).Delivery(Webhook).Due; l.webhook == Queued && due.After(m.clock.Now()) &&
			!got.Equal(due) {
			t.Fatalf("pressing again moved the next attempt from %v to %v", due, got)
		}
	}
	if want := l.webhook == Delivered || l.webhook == Quarantined; out.Delivered != want {
		t.Fatalf("Submit().Delivered = %v, want %v", out.Delivered, want)
	}
}

func (m *model) worker(t *rapid.T) {
	for _, l := range m.sorted() {
		real := m.get(l.id)
		if l.email == Queued && !real.Delivery(Email).Due.After(m.clock.Now()) {
			m.attemptEmail(l)
		}
		if l.webhook == Queued && !real.Delivery(Webhook).Due.After(m.clock.Now()) {
			m.attemptWebhook(l, false)
		}
	}
	m.deliverDue()
}

func (m *model) replay(t *rapid.T) {
	l := m.drawLead(t)
	again := rapid.Bool().Draw(t, "again")
	err := m.Replay(t.Context(), l.id, again, m.clock.Now())
	undone := l.email == Dead || l.email == Unknown
	refuse := l.webhook == Quarantined || (l.webhook == Delivered && !again && !undone && l.email != Queued)
	if (err != nil) != refuse {
		t.Fatalf("Replay of %+v = %v, want an error: %v", l, err, refuse)
	}
	switch {
	case refuse:
	case l.webhook != Delivered || again:
		l.webhook, l.webhookFailures = Queued, 0
		if undone {
			l.email = Waiting
		}
	default:
		l.email, l.emailFailures = Queued, 0
	}
}

func (m *model) release(t *rapid.T) {
	l := m.drawLead(t)
	err := m.Release(t.Context(), l.id, m.clock.Now())
	if (err == nil) != (l.webhook == Quarantined) {
		t.Fatalf("Release of %+v = %v", l, err)
	}
	if err == nil {
		l.webhook, l.email = Queued, Waiting
	}
}

func (m *model) replayDead(t *rapid.T) {
	want := 0
	for _, l := range m.leads {
		if l.webhook == Dead {
			l.webhook, l.webhookFailures = Queued, 0
			want++
		}
		if l.email == Dead {
			l.email, l.emailFailures = Queued, 0
			want++
		}
	}
	if n, err := m.ReplayAll(t.Context(), Dead, m.clock.Now()); n != want || err != nil {
		t.Fatalf("ReplayAll(Dead) = %d, %v, want %d", n, err, want)
	}
}

func (m *model) purge(t *rapid.T) {
	before, want := m.clock.Now().Add(-time.Minute), 0
	for name, l := range m.leads {
		if l.received.Before(before) && l.webhook != Queued && l.email != Queued {
			delete(m.leads, name)
			want++
		}
	}
	if done, err := m.PurgeOld(t.Context(), before); done.Removed != want || err != nil {
		t.Fatalf("Purge() = %+v, %v, want %d removed", done, err, want)
	}
}

// check compares the whole journal, and what the receiver got, with the model.
func (m *model) check(t *rapid.T) {
	m.background.Wait()
	calls := map[string]int{}
	bodies := map[string]string{}
	for _, c := range m.webhookServer.All() {
		id := c.Header.Get("webhook-id")
		calls[id]++
		if before, ok := bodies[id]; ok && before != c.Body {
			t.Fatalf("lead %s was sent as %s and as %s", id, before, c.Body)
		}
		bodies[id] = c.Body
	}
	byID := map[string]*modelLead{}
	for _, l := range m.leads {
		byID[l.id] = l
	}
	n := 0
	for real, err := range m.List(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		l := byID[real.ID]
		if l == nil {
			t.Fatalf("the journal has a lead %s that was never submitted", real.ID)
		}
		if real.Delivery(Webhook).Status != l.webhook || real.Delivery(Email).Status != l.email {
			t.Fatalf("lead %s: webhook %s and email %s, want %s and %s", l.id,
				real.Delivery(Webhook).Status, real.Delivery(Email).Status, l.webhook, l.email)
		}
		if real.Delivery(Webhook).Leased || real.Delivery(Email).Leased {
			t.Fatalf("lead %s is leased, and no attempt is in progress", l.id)
		}
		if calls[l.id] != m.webhookCalls[l.id] {
			t.Fatalf("lead %s was sent %d times, want %d", l.id, calls[l.id], m.webhookCalls[l.id])
		}
	}
	if n != len(m.leads) {
		t.Fatalf("the journal has %d leads, want %d", n, len(m.leads))
	}
}

// TestModel runs random operations in random order and compares the journal with the model after each.
func TestModel(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		steps := []time.Duration{time.Second, 10 * time.Second}
		s := newTestService(t, url, func(c *testConfig) { c.schedule = steps })
		rapid.Check(t, func(rt *rapid.T) {
			deleteLeads(t, s)
			m := &model{testService: s, steps: len(steps), leads: map[string]*modelLead{}, webhookOK: true,
				emailResult: Delivered, webhookCalls: map[string]int{}}
			s.webhookServer.Restore()
			s.emailServer.Restore()
			s.clock.Advance(time.Hour)
			rt.Repeat(map[string]func(*rapid.T){
				"":           m.check,
				"submit":     m.submit,
				"submit too": m.submit,
				"work":       m.worker,
				"replay":     m.replay,
				"release":    m.release,
				"replayDead": m.replayDead,
				"purge":      m.purge,
				"wait": func(t *rapid.T) {
					m.clock.Advance(rapid.SampledFrom([]time.Duration{time.Millisecond, 2 * time.Second,
						30 * time.Second, time.Hour}).Draw(t, "wait"))
				},
				"webhook": func(t *rapid.T) {
					if m.webhookOK = rapid.Bool().Draw(t, "ok"); m.webhookOK {
						m.testService.webhookServer.Set(nil)
					} else {
						m.testService.webhookServer.Set(testkit.Status(500))
					}
				},
				"function": func(t *rapid.T) {
					m.emailResult = rapid.SampledFrom([]Status{Delivered, Queued, Unknown}).Draw(t, "ends")
					m.testService.emailServer.Set(testkit.Status(map[Status]int{Delivered: 200, Queued: 500,
						Unknown: 504}[m.emailResult]))
				},
			})
		})
	})
}
