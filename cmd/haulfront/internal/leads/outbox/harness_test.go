package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/leads/destinations/supabase"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

const anonKey = "anon-key-secret"

var secret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("the secret of the webhook"))

// A testService is a Service with its two receivers, its clock and its log.
type testService struct {
	*Service
	t             *testing.T
	webhookServer *testkit.Receiver
	emailServer   *testkit.Receiver
	mailServer    *testkit.SMTPServer // of newMailService
	clock         *testkit.Clock
	log           *testkit.Log
}

// newTestService opens a Service with a webhook and the email function; edit may change that. When the test ends it is
// closed, and its log must be free of secrets and personal data.
func newTestService(t *testing.T, url string, edit func(*testConfig)) *testService {
	t.Helper()
	s := &testService{
		t: t, log: &testkit.Log{}, clock: testkit.NewClock(time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)),
		webhookServer: testkit.NewReceiver(t, "webhook", nil), emailServer: testkit.NewReceiver(t, "function", nil),
	}
	s.webhookServer.AllowBroken() // a test may interrupt a request
	client, err := supabase.New(s.emailServer.URL, anonKey)
	testkit.Must(t, err)
	c := testConfig{
		Config: Config{DatabaseURL: url, Log: slog.New(slog.NewTextHandler(s.log, nil)), Now: s.clock.Now,
			// A busy machine must not shorten a visitor's wait.
			visitorLimit: time.Minute, storeLimit: time.Minute},
		WebhookURL: s.webhookServer.URL + "/hook/path-secret", WebhookSecret: secret, Supabase: client,
	}
	if edit != nil {
		edit(&c)
	}
	s.Service, err = openTest(context.Background(), c)
	testkit.Must(t, err)
	t.Cleanup(func() {
		if err := s.Service.Close(); err != nil {
			t.Error(err)
		}
		for _, secret := range []string{anonKey, "path-secret", secret, "ann@example.com", "555-0100",
			"session-token", "crm-key-secret", "hunter2"} {
			if strings.Contains(s.log.String(), secret) {
				t.Errorf("the log contains %q:\n%s", secret, s.log)
			}
		}
	})
	return s
}

// database returns the name of the journal's database.
func (s *testService) database() string {
	if s.Exclusive() {
		return "sqlite"
	}
	return "postgres"
}

// A testConfig is a Config with what its senders need.
type testConfig struct {
	Config
	WebhookURL, WebhookSecret string
	webhookLimit              time.Duration
	Supabase                  *supabase.Client
	Mail                      func(context.Context, *Call) (int, error)
	Acknowledge               bool // also by mail to visitors
	Destinations              []*destinations.Destination
}

// openTest opens a service as the server does.
func openTest(ctx context.Context, c testConfig) (*Service, error) {
	c.Senders = map[Kind]Sender{}
	if c.WebhookURL != "" {
		webhook, err := destinations.NewWebhook(c.WebhookURL, c.WebhookSecret, cmp.Or(c.webhookLimit, WebhookLimit))
		if err != nil {
			return nil, err
		}
		c.Senders[Webhook] = Sender{Send: func(ctx context.Context, call *Call) (int, error) {
			return webhook.Post(ctx, call.ID, call.Body, call.At)
		}}
	}
	if c.Supabase != nil {
		c.Senders[Email] = Sender{Send: func(ctx context.Context, call *Call) (int, error) {
			return http.StatusOK, c.Supabase.Invoke(ctx, "send-contact-email", call.Body, call.Token)
		}}
	}
	if c.Mail != nil {
		for _, kind := range Mails() {
			c.Senders[kind] = Sender{Send: c.Mail}
		}
		c.Senders[VisitorMail] = Sender{Send: c.Mail, Skip: c.skipVisitor}
	}
	for _, d := range c.Destinations {
		c.Senders[Kind(d.Name)] = Sender{
			Body: d.Body,
			Send: func(ctx context.Context, call *Call) (int, error) { return d.Send(ctx, call.ID, call.Body) },
		}
	}
	return Open(ctx, c.Config)
}

// skipVisitor is the Skip of the visitor's mail.
func (c testConfig) skipVisitor(_ context.Context, _ *sql.Tx, l journal.Lead) (string, error) {
	switch {
	case !c.Acknowledge || l.Request.Email == "":
		return Omit, nil
	case l.SpamReason != "":
		return "the lead has signs of spam", nil
	}
	return "", nil
}

// A Filter selects leads. The zero Filter selects all.
type Filter struct {
	Status       Status
	Kind         Kind
	Source       string
	Since, Until time.Time
}

func (f Filter) conditions() (list []journal.Condition) {
	if f.Status != "" {
		list = append(list, With(f.Kind, f.Status))
	}
	if f.Source != "" {
		list = append(list, journal.From(f.Source))
	}
	if !f.Since.IsZero() {
		list = append(list, journal.ReceivedFrom(f.Since))
	}
	if !f.Until.IsZero() {
		list = append(list, journal.ReceivedBefore(f.Until))
	}
	return list
}

// success is the result of an attempt.
var success = result{ok: true, attempts: []Attempt{{Status: 200}}}

// errOf returns the error of a call with a result that the test does not need.
func errOf[T any](_ T, err error) error { return err }

// exec changes the database behind the service's back.
func (s *testService) exec(statement string, args ...any) {
	s.t.Helper()
	_, err := s.Writer().Exec(statement, args...)
	testkit.Must(s.t, err)
}

func request() quote.Request {
	return quote.Request{Name: "Ann O'Neil", Email: "ann@example.com", Phone: "(214) 555-0100",
		ServiceType: "Yard Waste", ZIPCode: "75024", ServiceTimeframe: "Today", Message: "<b> & co",
		Source: quote.SourceGet, Page: "/get-quote"}
}

func post(key string) quote.Post { return quote.Post{Request: request(), Key: key} }

// suspect is a post that is quarantined.
func suspect(key string) quote.Post {
	sub := post(key)
	sub.SpamReason, sub.Quarantine = "honeypot", true
	return sub
}

// withoutDestinations makes the journal the inbox.
func withoutDestinations(c *testConfig) { c.WebhookURL, c.Supabase = "", nil }

// submit submits, checks the outcome and returns the lead's ID.
func (s *testService) submit(sub quote.Post, delivered bool) string {
	s.t.Helper()
	out, err := s.Submit(context.Background(), sub)
	testkit.Must(s.t, err)
	if out.Delivered != delivered {
		s.t.Fatalf("Submit().Delivered = %v, want %v", out.Delivered, delivered)
	}
	return out.ID
}

// failed submits while the webhook fails.
func (s *testService) failed(key string) (id string) {
	s.t.Helper()
	s.webhookServer.Set(testkit.Status(500))
	return s.submit(post(key), false)
}

// dueAgain is failed, with the clock advanced until the delivery is due again.
func (s *testService) dueAgain(key string) (id string) {
	s.t.Helper()
	id = s.failed(key)
	s.clock.Advance(time.Minute)
	return id
}

// backlog is dueAgain for n leads.
func (s *testService) backlog(n int) {
	s.t.Helper()
	for i := range n {
		s.failed(fmt.Sprint(i))
	}
	s.clock.Advance(time.Minute)
}

// stored stores a lead whose process dies before its call.
func (s *testService) stored(key string) leasedDelivery {
	s.t.Helper()
	d, _, _, err := s.store(context.Background(), post(key))
	testkit.Must(s.t, err)
	return d
}

func (s *testService) replay(id string) {
	s.t.Helper()
	testkit.Must(s.t, s.Replay(context.Background(), id, false, s.clock.Now()))
}

func (s *testService) release(id string) {
	s.t.Helper()
	testkit.Must(s.t, s.Release(context.Background(), id, s.clock.Now()))
}

// wantLog checks that the log contains a text.
func (s *testService) wantLog(text string) {
	s.t.Helper()
	if !strings.Contains(s.log.String(), text) {
		s.t.Errorf("the log lacks %q:\n%s", text, s.log)
	}
}

// submitAtOnce submits the same lead n times at the same time, to several services in turn, and returns its ID. Every
// visitor must get the success of one lead.
func submitAtOnce(t *testing.T, n int, key string, services ...*testService) (id string) {
	t.Helper()
	var wg sync.WaitGroup
	ids := make([]string, n)
	for i := range ids {
		wg.Go(func() {
			out, err := services[i%len(services)].Submit(t.Context(), post(key))
			if err != nil || !out.Delivered {
				t.Errorf("Submit() = %v, %v", out, err)
			}
			ids[i] = out.ID
		})
	}
	wg.Wait()
	if leads := slices.Compact(ids); len(leads) != 1 {
		t.Fatalf("key %q: several leads: %v", key, leads)
	}
	return ids[0]
}

// deliverDue delivers what is due now, like Run, until nothing is left.
func (s *testService) deliverDue() {
	s.t.Helper()
	for _, q := range s.loops {
		s.deliverQueue(q)
	}
}

func (s *testService) deliverQueue(q *loop) {
	s.t.Helper()
	ctx := context.Background()
	for {
		s.background.Wait()
		claimed, _, err := s.claim(ctx, q, workerSlots)
		testkit.Must(s.t, err)
		if len(claimed) == 0 {
			return
		}
		for _, d := range claimed {
			s.record(ctx, d, s.send(ctx, d))
		}
	}
}

// runWorker starts the worker and returns a function that stops it.
func runWorker(s *Service) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	return func() { cancel(); <-done }
}

func (s *testService) get(id string) Lead {
	s.t.Helper()
	l, err := s.Get(context.Background(), id)
	testkit.Must(s.t, err)
	return l
}

// wantState checks the statuses of a lead's two deliveries and how many calls were made in all.
func (s *testService) wantState(id string, webhook, email Status, webhookCalls, emailCalls int) {
	s.t.Helper()
	l := s.get(id)
	type state struct {
		webhook, email           Status
		webhookCalls, emailCalls int
	}
	got := state{l.Delivery(Webhook).Status, l.Delivery(Email).Status, len(s.webhookServer.All()),
		len(s.emailServer.All())}
	if want := (state{webhook, email, webhookCalls, emailCalls}); got != want {
		s.t.Errorf("lead %s: %+v, want %+v", id, got, want)
	}
}

// wantSameCalls checks that all calls of the webhook made one delivery: the same bytes under the lead's ID.
func (s *testService) wantSameCalls(id string) {
	s.t.Helper()
	calls := s.webhookServer.All()
	for _, c := range calls {
		if c.Body != calls[0].Body || c.Header.Get("webhook-id") != id {
			s.t.Errorf("a call sent %s with %v, want %s under %s", c.Body, c.Header, calls[0].Body, id)
		}
	}
}

// wantUnavailable submits and expects a refusal that sends nothing.
func wantUnavailable(t *testing.T, s *testService, key string) {
	t.Helper()
	before := len(s.webhookServer.All())
	out, err := s.Submit(context.Background(), post(key))
	if !errors.Is(err, journal.ErrUnavailable) || out.Delivered {
		t.Errorf("Submit() = %+v, %v, want ErrUnavailable", out, err)
	}
	if n := len(s.webhookServer.All()) - before; n != 0 {
		t.Errorf("%d calls were made for a lead that is not stored", n)
	}
	testkit.WantIs(t, "Ready()", s.Ready(context.Background()), journal.ErrUnavailable)
}

func (s *testService) leads(f Filter) []Lead {
	s.t.Helper()
	var all []Lead
	for l, err := range s.List(context.Background(), f.conditions()...) {
		testkit.Must(s.t, err)
		all = append(all, l)
	}
	return all
}

// ids returns the IDs of the leads that f selects.
func (s *testService) ids(f Filter) (ids []string) {
	s.t.Helper()
	for _, l := range s.leads(f) {
		ids = append(ids, l.ID)
	}
	return ids
}

// wantCount checks how many leads f selects.
func (s *testService) wantCount(f Filter, want int) {
	s.t.Helper()
	if ids := s.ids(f); len(ids) != want {
		s.t.Errorf("List(%+v) = %v, want %d leads", f, ids, want)
	}
}

// deleteLeads empties the journal.
func deleteLeads(t *testing.T, s *testService) {
	t.Helper()
	s.background.Wait()
	s.exec(`DELETE FROM leads`)
}

// lockJournal prevents all other connections from writing to the journal until unlock is called, like a disk that is
// stuck or a tool that holds a lock.
func lockJournal(t *testing.T, url string) (unlock func()) {
	t.Helper()
	driver, statements := "pgx", []string{`BEGIN`, `LOCK TABLE leads, deliveries IN EXCLUSIVE MODE`}
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, url, statements = "sqlite", path, []string{`BEGIN IMMEDIATE`}
	}
	db, err := sql.Open(driver, url)
	if err != nil {
		t.Error(err) // not Fatal: receivers call it too
		return func() {}
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Error(err)
		return func() { db.Close() }
	}
	for _, statement := range statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Error(err)
		}
	}
	return func() { conn.Close(); db.Close() }
}

// waitForLocks makes SQLite wait for locks as long as PostgreSQL does.
func (s *testService) waitForLocks() {
	s.t.Helper()
	if s.Exclusive() {
		s.exec(`PRAGMA busy_timeout = 60000`)
	}
}

// failOnLocks makes both databases fail soon instead of waiting for locks. The function that it returns is to be called
// with the opened service.
func failOnLocks(t *testing.T, url string) func(*testService) {
	t.Helper()
	if strings.HasPrefix(url, "postgres:") {
		execAdmin(t, `ALTER DATABASE `+postgres.Name(url)+` SET lock_timeout = '50ms'`)
		return func(*testService) {}
	}
	return func(s *testService) { s.exec(`PRAGMA busy_timeout = 50`) }
}
