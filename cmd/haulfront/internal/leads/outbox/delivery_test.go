package outbox

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

func TestDelivery(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		sub := post("k")
		sub.Token = "session-token"
		id := s.submit(sub, true)
		s.deliverDue()
		s.wantState(id, Delivered, Delivered, 1, 1)

		hook, mail := s.webhookServer.All()[0], s.emailServer.All()[0]
		if want := string(request().WebhookBody(s.clock.Now())); hook.Body != want {
			t.Errorf("the webhook got %s, want %s", hook.Body, want)
		}
		for name, want := range map[string]string{"Content-Type": "application/json", "Webhook-Id": id,
			"Idempotency-Key": id, "Connection": "close"} {
			if got := hook.Header.Get(name); got != want {
				t.Errorf("webhook header %s = %q, want %q", name, got, want)
			}
		}
		verify, _ := standardwebhooks.NewWebhook(secret)
		if err := verify.VerifyIgnoringTimestamp([]byte(hook.Body), hook.Header); err != nil {
			t.Errorf("the signature is not accepted: %v", err)
		}
		if want := string(request().EmailBody()); mail.Body != want {
			t.Errorf("the function got %s, want %s", mail.Body, want)
		}
		if got := mail.Header.Get("Authorization"); got != "Bearer session-token" {
			t.Errorf("the function got Authorization %q, want the visitor's session", got)
		}
		l := s.get(id)
		if !reflect.DeepEqual(l.Request, request()) || l.Page != "/get-quote" || !l.Received.Equal(s.clock.Now()) {
			t.Errorf("Get(%s) = %+v", id, l)
		}
		if a := l.Delivery(Webhook).Attempts; len(a) != 1 || a[0].Status != 200 || a[0].Error != "" ||
			!a[0].At.Equal(s.clock.Now()) {
			t.Errorf("attempts = %+v, want one with status 200", a)
		}
	})
}

// TestWebhookFailures fails the first attempt in every way: the visitor gets a failure, the lead stays in the journal,
// and the worker sends the same bytes under the same ID again.
func TestWebhookFailures(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	t.Cleanup(elsewhere.Close)
	tests := []struct {
		name   string
		answer http.HandlerFunc
		status int
	}{
		{"500", testkit.Status(500), 500},
		{"404", testkit.Status(404), 404},
		{"redirect", redirect(elsewhere.URL, 307), 307},
		{"redirect as GET", redirect(elsewhere.URL, 302), 302},
		{"dropped", testkit.Disconnect, 0},
		{"hangs", testkit.Hang, 0},
	}
	onEachService(t, nil, func(t *testing.T, s *testService) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				s.webhookServer.Take()
				s.emailServer.Take()
				s.webhookServer.Set(test.answer)
				// Only the attempt that must run into the limit has a short one, so that a slow machine fails no other.
				if test.name == "hangs" {
					s.cfg.attemptLimit = 200 * time.Millisecond
				}
				id := s.submit(post(test.name), false)
				s.cfg.attemptLimit = 0
				s.wantState(id, Queued, Waiting, 1, 0)
				a := s.get(id).Delivery(Webhook).Attempts
				if len(a) != 1 || a[0].Status != test.status || a[0].Error == "" ||
					strings.Contains(a[0].Error, "path-secret") {
					t.Errorf("attempts = %+v, want one with status %d and an error without the URL", a, test.status)
				}
				s.webhookServer.Set(nil)
				s.deliverDue()
				s.wantState(id, Queued, Waiting, 1, 0) // not due yet
				s.clock.Advance(6 * time.Second)
				s.deliverDue()
				s.wantState(id, Delivered, Delivered, 2, 1)
				s.wantSameCalls(id)
			})
		}
	})
}

func redirect(to string, code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, code) }
}

// TestBacklogSurvivesMissingSettings runs a server once without its settings, which must not drop a backlog.
func TestBacklogSurvivesMissingSettings(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		id := s.failed("k")
		s.cfg.Senders, s.loops[0].kinds = nil, nil
		s.clock.Advance(time.Minute)
		s.deliverDue()
		s.wantState(id, Queued, Waiting, 1, 0)
	})
}

// TestAnyBytes submits a zero byte and invalid UTF-8, which PostgreSQL rejects and visitors' browsers and scripts send.
func TestAnyBytes(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		sub := post("k\x00\xff")
		sub.Request.Name, sub.Request.Message, sub.Page, sub.SpamReason, sub.Quarantine = "A\x00nn\xff", "\x00",
			"/\x00\xfe", "", false
		sub.Request = sub.Request.Clean() // as quote.Read does
		id := s.submit(sub, true)
		s.deliverDue()
		if l := s.get(id); l.Request.Name != "Ann\uFFFD" || l.Request.Message != "" || l.Page != "/\uFFFD" {
			t.Errorf("Get() = %+v on %q", l.Request, l.Page)
		}
		s.wantState(id, Delivered, Delivered, 1, 1)
	})
}

func TestSubmitAfterClose(t *testing.T) {
	t.Parallel()
	s := newTestService(t, postgres.SQLite(t), nil)
	s.Service.Close()
	if _, err := s.Submit(t.Context(), post("k")); err == nil {
		t.Error("Submit after Close = nil, want an error")
	}
}
