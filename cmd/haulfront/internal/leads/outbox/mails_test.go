package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// newMailService opens a service whose mails go to a server on loopback. Neither webhook nor function is configured.
func newMailService(t *testing.T, url string) *testService {
	t.Helper()
	server := testkit.NewSMTPServer(t)
	s := newTestService(t, url, func(c *testConfig) {
		withoutDestinations(c)
		c.Mail, c.Acknowledge = sendTo(server.Addr, 0), true
	})
	s.mailServer = server
	return s
}

func onEachMailService(t *testing.T, test func(t *testing.T, s *testService)) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) { test(t, newMailService(t, url)) })
}

// sendTo returns the Send of a Mail without pages: the text is the visitor's message. limit bounds an attempt; 0: none.
func sendTo(address string, limit time.Duration) func(context.Context, *Call) (int, error) {
	server, err := mail.ParseServer("smtp://" + address)
	if err != nil {
		panic(err) // the address of a listener
	}
	if limit == 0 {
		limit = testkit.WaitLimit
	}
	sender := mail.New(mail.Config{Server: server, Timeout: limit})
	return func(ctx context.Context, c *Call) (int, error) {
		l, err := c.Lead(ctx)
		if err != nil {
			return 0, err
		}
		m := mail.Message{From: mail.Address{Email: "hello@clearacre.example"}, To: []string{"owner@clearacre.example"},
			Subject: string(c.Kind), Text: l.Request.Message, MessageID: l.ID + "." + string(c.Kind),
			HandOver: c.HandOver}
		if c.Kind == VisitorMail {
			m.To = []string{l.Request.Email}
		}
		return mail.Done, sender.Send(ctx, m)
	}
}

// wantMail checks the status of a lead's mail and how many mails were accepted in all.
func (s *testService) wantMail(id string, kind Kind, want Status, accepted int) {
	s.t.Helper()
	s.wantDelivery(id, kind, want)
	if n := len(s.mailServer.All()); n != accepted {
		s.t.Errorf("%d mails were accepted, want %d", n, accepted)
	}
}

// TestMailAlone has no other destination: the visitor's success depends on the journal alone, and both mails follow.
func TestMailAlone(t *testing.T) {
	onEachMailService(t, func(t *testing.T, s *testService) {
		s.mailServer.Script(testkit.Answer(testkit.AtGreeting, "421 down"))
		id := s.submit(post("k"), true)
		s.deliverDue()
		s.wantMail(id, OwnerMail, Queued, 0)
		s.wantMail(id, VisitorMail, Queued, 0)
		s.mailServer.Script(nil)
		s.clock.Advance(6 * time.Second)
		s.deliverDue()
		s.wantMail(id, OwnerMail, Delivered, 2)
		s.wantMail(id, VisitorMail, Delivered, 2)
		s.submit(post("k"), true)
		s.deliverDue()
		s.wantMail(id, OwnerMail, Delivered, 2)
		to := []string{s.mailServer.All()[0].To[0], s.mailServer.All()[1].To[0]}
		if slices.Sort(to); !slices.Equal(to, []string{"ann@example.com", "owner@clearacre.example"}) {
			t.Errorf("sent to %q", to)
		}
		if a := s.get(id).Delivery(OwnerMail).Attempts; len(a) != 2 || a[0].Status != 421 || a[1].Status != 250 ||
			a[1].Error != "" {
			t.Errorf("attempts = %+v", a)
		}
		if status := s.get(id).Status(); status != Stored {
			t.Errorf("the lead is %s, want %s", status, Stored)
		}
	})
}

// TestMailWaitsForNothing has the mail sent while the webhook hangs, and while the worker's every attempt at a webhook
// does.
func TestMailWaitsForNothing(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		server := testkit.NewSMTPServer(t)
		held := make(chan struct{})
		release := sync.OnceFunc(func() { close(held) })
		s := newTestService(t, url, func(c *testConfig) { c.Mail = sendTo(server.Addr, 0) })
		s.backlog(workerSlots)
		s.webhookServer.Set(func(http.ResponseWriter, *http.Request) { <-held })
		stop := runWorker(s.Service)
		defer stop()
		defer release()
		s.webhookServer.Wait(t, 2*workerSlots) // all slots are taken
		done := make(chan struct{})
		go func() {
			defer close(done)
			if _, err := s.Submit(t.Context(), post("k")); err != nil {
				t.Error(err)
			}
		}()
		server.Wait(t, workerSlots+1)
		release()
		<-done
	})
}

// TestMailEnds has every end of an attempt: what it leads to, and how often the mail is sent.
func TestMailEnds(t *testing.T) {
	for _, test := range []struct {
		name     string
		script   func(testkit.Stage, string) string
		want     Status // after the first attempt
		accepted int
		repeat   Status // after the same once more
		second   int
		loud     bool
	}{
		{"down", testkit.Answer(testkit.AtGreeting, testkit.Cut), Queued, 0, Queued, 0, false},
		{"later", testkit.Answer(testkit.AfterData, "451 later"), Queued, 0, Queued, 0, false},
		{"refused", testkit.Answer(testkit.AfterData, "554 no"), Dead, 0, Dead, 0, true},
		{"recipient refused", testkit.Answer(testkit.AtTo, "550 no such user"), Dead, 0, Dead, 0, true},
		{"cut in DATA", testkit.Answer(testkit.WithinData, testkit.Cut), Queued, 0, Unknown, 0, false},
		{"taken and cut", testkit.Answer(testkit.AfterData, testkit.TakeAndCut), Queued, 1, Unknown, 2, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			onEachMailService(t, func(t *testing.T, s *testService) {
				s.mailServer.Script(test.script)
				var died []string
				s.cfg.Died = func(_ context.Context, id string, kind Kind, _ string) {
					died = append(died, id+" "+string(kind))
				}
				sub := post("k")
				sub.Request.Email = ""
				id := s.submit(sub, true)
				s.deliverDue()
				if want := id + " " + string(OwnerMail); (test.want == Dead) != slices.Equal(died, []string{want}) ||
					test.want != Dead && died != nil {
					t.Errorf("Died was called for %q", died)
				}
				s.wantMail(id, OwnerMail, test.want, test.accepted)
				if got := strings.Contains(s.log.String(), "level=ERROR"); got != test.loud {
					t.Errorf("loud = %v, want %v:\n%s", got, test.loud, s.log)
				}
				s.clock.Advance(6 * time.Second)
				s.deliverDue()
				if stats, err := s.Stats(t.Context()); err != nil || stats.Deliveries[OwnerMail][test.repeat] != 1 ||
					(stats.Oldest > 0) != (test.repeat != Unknown) {
					t.Errorf("Stats() = %+v, %v, want a mail to the owner that is %s", stats, err, test.repeat)
				}
				s.wantCount(Filter{Status: test.repeat, Kind: OwnerMail}, 1)
				s.wantCount(Filter{Status: test.repeat, Kind: Webhook}, 0)
				s.clock.Advance(100 * time.Hour)
				if test.repeat != Queued {
					s.deliverDue() // nothing more
				}
				s.wantMail(id, OwnerMail, test.repeat, test.second)
				for _, a := range s.get(id).Delivery(OwnerMail).Attempts {
					if a.Unknown != (test.repeat == Unknown) ||
						a.Unknown && !strings.Contains(a.Error, "may have been sent") {
						t.Errorf("attempt %+v, want unknown: %v", a, test.repeat == Unknown)
					}
				}
				for _, m := range s.mailServer.All() {
					if got := m.Read(t).Get("Message-Id"); got != "<"+id+".owner@clearacre.example>" {
						t.Errorf("Message-ID = %s, want the lead's ID", got)
					}
				}
				s.mailServer.Script(nil)
				s.replay(id)
				s.deliverDue()
				s.wantMail(id, OwnerMail, Delivered, test.second+1)
			})
		})
	}
}

// TestMailInterrupted takes over the mails of a process that died: any number of times before the message is handed
// over, once more after one handover, and not again after a second.
func TestMailInterrupted(t *testing.T) {
	onEachMailService(t, func(t *testing.T, s *testService) {
		ctx := t.Context()
		before, once, twice := s.submit(post("before"), true), s.submit(post("once"), true),
			s.submit(post("twice"), true)
		for n := range 3 {
			claimed, _, err := s.claim(ctx, s.loops[1], 100)
			if err != nil || len(claimed) == 0 {
				t.Fatalf("claim() = %v, %v", claimed, err)
			}
			for _, d := range claimed {
				if d.Kind == OwnerMail && (d.LeadID == once && n == 1 || d.LeadID == twice && n > 0) {
					testkit.Must(t, s.handOver(ctx, d))
				}
			}
			s.clock.Advance(leaseDuration + time.Second)
			if err := s.handOver(ctx,
				leasedDelivery{LeadID: once, Kind: OwnerMail, Lease: "another"}); err == nil {
				t.Error("a message was handed over without a lease")
			}
		}
		s.deliverDue()
		s.wantMail(before, OwnerMail, Delivered, 5) // two owners' and three visitors'
		s.wantMail(once, OwnerMail, Delivered, 5)
		s.wantMail(twice, OwnerMail, Unknown, 5)
		for id, unknown := range map[string]bool{before: false, twice: true} {
			if a := s.get(id).Delivery(OwnerMail).Attempts[0]; a.Unknown != unknown ||
				!strings.Contains(a.Error, "the program ended") {
				t.Errorf("attempt %+v, want unknown: %v", a, unknown)
			}
		}
	})
}

// TestMailDuringJournalOutage cannot note handovers: that delays no mail, because no attempt at the server was made.
func TestMailDuringJournalOutage(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		configure := failOnLocks(t, url)
		s := newMailService(t, url)
		configure(s)
		id := s.submit(post("k"), true)
		for range 3 {
			claimed, _, err := s.claim(t.Context(), s.loops[1], workerSlots)
			if err != nil || len(claimed) != 2 {
				t.Fatalf("claim() = %v, %v, want both mails", claimed, err)
			}
			var results []result
			unlock := lockJournal(t, url)
			for _, d := range claimed {
				results = append(results, s.send(t.Context(), d))
			}
			unlock()
			for i, d := range claimed {
				s.record(t.Context(), d, results[i])
			}
			s.wantMail(id, OwnerMail, Queued, 0)
			s.clock.Advance(6 * time.Second)
		}
		s.deliverDue()
		s.wantMail(id, OwnerMail, Delivered, 2)
	})
}

// TestMailToSome delivers a mail that one recipient refused, and survives one that cannot be composed.
func TestMailToSome(t *testing.T) {
	t.Parallel()
	for want, send := range map[Status]func() error{
		Delivered: func() error { return &outbound.Error{Class: outbound.Partial, Status: 550, Err: context.Canceled} },
		Queued:    func() error { panic("no words") },
	} {
		s := newTestService(t, postgres.SQLite(t), func(c *testConfig) {
			c.WebhookURL, c.Supabase = "", nil
			c.Mail = func(context.Context, *Call) (int, error) { return mail.Done, send() }
		})
		id := s.submit(post("k"), true)
		s.deliverDue()
		if d := s.get(id).Delivery(OwnerMail); d.Status != want || len(d.Attempts) != 1 || d.Attempts[0].Error == "" ||
			(d.Attempts[0].Status == mail.Done) != (want == Delivered) {
			t.Errorf("the mail is %+v, want it %s with an error", d, want)
		}
		s.wantLog("level=ERROR")
	}
}

func TestMailOfQuarantinedLead(t *testing.T) {
	onEachMailService(t, func(t *testing.T, s *testService) {
		id := s.submit(suspect("k"), true)
		s.deliverDue()
		s.wantMail(id, OwnerMail, Quarantined, 0)
		s.wantMail(id, VisitorMail, Skipped, 0)
		s.release(id)
		s.deliverDue()
		s.wantMail(id, OwnerMail, Delivered, 1)
		s.wantMail(id, VisitorMail, Skipped, 1)
	})
}

// TestVisitorMailWaitsForSuccess has a webhook that fails: the owner has the lead at once, and the visitor, who was
// told of a failure, gets the mail with a later success.
func TestVisitorMailWaitsForSuccess(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		server := testkit.NewSMTPServer(t)
		s := newTestService(t, url, func(c *testConfig) { c.Mail, c.Acknowledge = sendTo(server.Addr, 0), true })
		s.mailServer = server
		id := s.failed("k")
		s.deliverDue()
		s.wantMail(id, OwnerMail, Delivered, 1)
		s.wantMail(id, VisitorMail, Waiting, 1)
		s.webhookServer.Set(nil)
		s.submit(post("k"), true)
		s.deliverDue()
		s.wantMail(id, VisitorMail, Delivered, 2)
	})
}

// A mail of the office that takes the place of one in progress is sent, too: the result of the earlier one is not
// recorded as its result.
func TestQueue(t *testing.T) {
	onEachMailService(t, func(t *testing.T, s *testService) {
		id := s.submit(post("k"), true)
		s.deliverDue()
		before := len(s.mailServer.All())
		queue := func(body string) {
			if err := s.Tx(t.Context(), func(tx *sql.Tx) error {
				return Queue(t.Context(), tx, id, CustomerMail, body, s.clock.Now())
			}); err != nil {
				t.Error(err)
			}
		}
		queue("1")
		s.mailServer.Script(func(stage testkit.Stage, _ string) string {
			if stage == testkit.AfterData && s.get(id).Delivery(CustomerMail).Body == "1" {
				queue("2")
			}
			return ""
		})
		s.deliverDue()
		s.wantMail(id, CustomerMail, Delivered, before+2)
		if d := s.get(id).Delivery(CustomerMail); d.Body != "2" || len(d.Attempts) != 1 {
			t.Errorf("the delivery is %+v, want the attempt at the second mail", d)
		}
	})
}

// A reminder is sent at its time: neither a restart, which corrects times that a fast clock wrote, nor a replay brings
// it forward. One that is withdrawn is not sent, not even while it is being sent, and one may be skipped.
func TestPlanned(t *testing.T) {
	onEachMailService(t, func(t *testing.T, s *testService) {
		id, ctx := s.submit(post("k"), true), t.Context()
		s.deliverDue()
		before := len(s.mailServer.All())
		edit := func(f func(tx *sql.Tx) error) {
			if err := s.Tx(ctx, f); err != nil {
				t.Error(err)
			}
		}
		plan := func(body string) {
			edit(func(tx *sql.Tx) error {
				return Queue(ctx, tx, id, ReminderMail, body, s.clock.Now().Add(48*time.Hour))
			})
		}
		withdraw := func() { edit(func(tx *sql.Tx) error { return Withdraw(ctx, tx, id, ReminderMail) }) }
		plan("1")
		testkit.Must(t, errOf(s.correctTimes(ctx, s.clock.Now(), s.cfg.leaseDuration)))
		_ = s.Replay(ctx, id, true, s.clock.Now())
		s.deliverDue()
		before++ // the mail to the owner, again
		s.wantMail(id, ReminderMail, Queued, before)
		s.clock.Advance(48 * time.Hour)
		s.deliverDue()
		s.wantMail(id, ReminderMail, Delivered, before+1)
		withdraw()
		s.wantMail(id, ReminderMail, Delivered, before+1)

		plan("2")
		s.clock.Advance(48 * time.Hour)
		s.mailServer.Script(func(stage testkit.Stage, _ string) string {
			if stage == testkit.AtGreeting {
				withdraw()
			}
			return ""
		})
		s.deliverDue()
		s.mailServer.Script(nil)
		s.wantMail(id, ReminderMail, "", before+1)

		plan("3")
		s.clock.Advance(48 * time.Hour)
		sender := s.cfg.Senders[ReminderMail]
		s.cfg.Senders[ReminderMail] = Sender{Send: func(context.Context, *Call) (int, error) {
			return 0, fmt.Errorf("%w: the job is done", ErrSkip)
		}}
		s.deliverDue()
		s.wantMail(id, ReminderMail, Skipped, before+1)
		s.cfg.Senders[ReminderMail] = sender
	})
}
