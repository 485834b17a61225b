package lead

import (
	"context"
	"sort"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A modelLead is what the journal should say about one lead.
type modelLead struct {
	id             string
	received       time.Time
	webhook, email Status
	hookFailures   int
	mailFailures   int
}

// A model is the journal as a few lines of Go would have it: no database, no
// leases, no time but the clock's.
type model struct {
	*stand
	steps  int
	leads  map[string]*modelLead // by key and message
	hookOK bool
	mail   Status // how the function ends: Delivered, Queued (failed), Unsure
	hooks  map[string]int
}

func (m *model) attemptMail(l *modelLead) {
	switch m.mail {
	case Delivered, Unknown:
		l.email = m.mail
	case Queued:
		l.mailFailures++
		l.email = Queued
		if l.mailFailures > m.steps {
			l.email = Dead
		}
	}
}

// attemptHook is one attempt; extra ones do not use up the schedule.
func (m *model) attemptHook(l *modelLead, extra bool) {
	m.hooks[l.id]++
	switch {
	case m.hookOK:
		l.webhook = Delivered
		if l.email == Waiting {
			l.mailFailures = 0
			m.attemptMail(l)
		}
	case !extra:
		l.hookFailures++
		l.webhook = Queued
		if l.hookFailures > m.steps {
			l.webhook = Dead
		}
	}
}

// sorted gives the leads in an order that does not change between runs.
func (m *model) sorted() []*modelLead {
	var all []*modelLead
	for _, l := range m.leads {
		all = append(all, l)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].id < all[j].id })
	return all
}

func (m *model) pick(t *rapid.T) *modelLead {
	all := m.sorted()
	if len(all) == 0 {
		t.Skip("no leads yet")
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "lead")]
}

func (m *model) submit(t *rapid.T) {
	sub := submission(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key"))
	sub.Request.Message = rapid.SampledFrom([]string{"x", "y"}).Draw(t, "message")
	if rapid.IntRange(0, 4).Draw(t, "suspect") == 0 {
		sub.SpamReason = "honeypot"
	}
	name := sub.Key + sub.Request.Message
	l, known := m.leads[name]
	if !known {
		l = &modelLead{received: m.clock.now(), webhook: Queued, email: Waiting}
		m.leads[name] = l
	}
	out, err := m.Submit(context.Background(), sub)
	if err != nil {
		t.Fatal(err)
	}
	if known && out.ID != l.id {
		t.Fatalf("a repeat is lead %s, want %s", out.ID, l.id)
	}
	l.id = out.ID
	switch {
	case !known && sub.SpamReason != "":
		l.webhook, l.email = Quarantined, Quarantined
	case !known:
		m.attemptHook(l, false)
	case l.webhook == Quarantined && sub.SpamReason == "":
		l.webhook, l.email = Queued, Waiting
		m.attemptHook(l, true)
	case l.webhook == Dead:
		l.hookFailures = 0
		m.attemptHook(l, false)
	case l.webhook == Queued:
		m.attemptHook(l, true)
	}
	if want := l.webhook == Delivered || l.webhook == Quarantined; out.Delivered != want {
		t.Fatalf("Submit().Delivered = %v, want %v", out.Delivered, want)
	}
}

func (m *model) worker(t *rapid.T) {
	for _, l := range m.sorted() {
		real := m.get(l.id)
		if l.email == Queued && !real.Email.Due.After(m.clock.now()) {
			m.attemptMail(l)
		}
		if l.webhook == Queued && !real.Webhook.Due.After(m.clock.now()) {
			m.attemptHook(l, false)
		}
	}
	m.work()
}

func (m *model) replay(t *rapid.T) {
	l := m.pick(t)
	again := rapid.Bool().Draw(t, "again")
	err := m.journal.Replay(context.Background(), l.id, again, m.clock.now())
	undone := l.email == Dead || l.email == Unknown
	refuse := l.webhook == Quarantined || (l.webhook == Delivered && !again && !undone && l.email != Queued)
	if (err != nil) != refuse {
		t.Fatalf("Replay of %+v = %v, want an error: %v", l, err, refuse)
	}
	switch {
	case refuse:
	case l.webhook != Delivered || again:
		l.webhook, l.hookFailures = Queued, 0
		if undone {
			l.email = Waiting
		}
	default:
		l.email, l.mailFailures = Queued, 0
	}
}

func (m *model) release(t *rapid.T) {
	l := m.pick(t)
	err := m.journal.Release(context.Background(), l.id, m.clock.now())
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
			l.webhook, l.hookFailures = Queued, 0
			want++
		}
		if l.email == Dead {
			l.email, l.mailFailures = Queued, 0
			want++
		}
	}
	if n, err := m.journal.ReplayAll(context.Background(), Dead, m.clock.now()); n != want || err != nil {
		t.Fatalf("ReplayAll(Dead) = %d, %v, want %d", n, err, want)
	}
}

func (m *model) purge(t *rapid.T) {
	before, want := m.clock.now().Add(-time.Minute), 0
	for name, l := range m.leads {
		if l.received.Before(before) && l.webhook != Queued && l.email != Queued {
			delete(m.leads, name)
			want++
		}
	}
	if n, _, err := m.journal.Purge(context.Background(), before); n != want || err != nil {
		t.Fatalf("Purge() = %d, %v, want %d", n, err, want)
	}
}

// check compares the whole journal, and what the receiver saw, with the model.
func (m *model) check(t *rapid.T) {
	m.underWay.Wait()
	calls := map[string]int{}
	bodies := map[string]string{}
	for _, c := range m.hook.got() {
		id := c.header.Get("webhook-id")
		calls[id]++
		if before, ok := bodies[id]; ok && before != c.body {
			t.Fatalf("lead %s was sent as %s and as %s", id, before, c.body)
		}
		bodies[id] = c.body
	}
	byID := map[string]*modelLead{}
	for _, l := range m.leads {
		byID[l.id] = l
	}
	n := 0
	for real, err := range m.journal.List(context.Background(), Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		l := byID[real.ID]
		if l == nil {
			t.Fatalf("the journal has a lead %s that nobody made", real.ID)
		}
		if real.Webhook.Status != l.webhook || real.Email.Status != l.email {
			t.Fatalf("lead %s: webhook %s and e-mail %s, want %s and %s", l.id, real.Webhook.Status, real.Email.Status, l.webhook, l.email)
		}
		if real.Webhook.Leased || real.Email.Leased {
			t.Fatalf("lead %s is leased, and nothing is under way", l.id)
		}
		if calls[l.id] != m.hooks[l.id] {
			t.Fatalf("lead %s was sent %d times, want %d", l.id, calls[l.id], m.hooks[l.id])
		}
	}
	if n != len(m.leads) {
		t.Fatalf("the journal has %d leads, want %d", n, len(m.leads))
	}
}

// TestModel does random things in random order and compares the journal with
// the model after each.
func TestModel(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		steps := []time.Duration{time.Second, 10 * time.Second}
		s := newStand(t, url, func(c *Config) { c.schedule = steps })
		rapid.Check(t, func(rt *rapid.T) {
			wipe(t, s)
			m := &model{stand: s, steps: len(steps), leads: map[string]*modelLead{}, hookOK: true, mail: Delivered, hooks: map[string]int{}}
			s.hook.forget()
			s.mail.forget()
			s.clock.add(time.Hour)
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
					m.clock.add(rapid.SampledFrom([]time.Duration{time.Millisecond, 2 * time.Second, 30 * time.Second, time.Hour}).Draw(t, "wait"))
				},
				"webhook": func(t *rapid.T) {
					if m.hookOK = rapid.Bool().Draw(t, "ok"); m.hookOK {
						m.stand.hook.set(nil)
					} else {
						m.stand.hook.set(status(500))
					}
				},
				"function": func(t *rapid.T) {
					m.mail = rapid.SampledFrom([]Status{Delivered, Queued, Unknown}).Draw(t, "ends")
					m.stand.mail.set(status(map[Status]int{Delivered: 200, Queued: 500, Unknown: 504}[m.mail]))
				},
			})
		})
	})
}
