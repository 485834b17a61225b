package lead

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func TestDelivery(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		sub := submission("k")
		sub.Token = "session-token"
		id := s.submit(sub, true)
		s.work()
		s.want(id, Delivered, Delivered, 1, 1)

		hook, mail := s.hook.got()[0], s.mail.got()[0]
		if want := string(request().WebhookBody(s.clock.now())); hook.body != want {
			t.Errorf("the webhook got %s, want %s", hook.body, want)
		}
		for name, want := range map[string]string{"Content-Type": "application/json", "Webhook-Id": id, "Idempotency-Key": id} {
			if got := hook.header.Get(name); got != want {
				t.Errorf("webhook header %s = %q, want %q", name, got, want)
			}
		}
		verify, _ := standardwebhooks.NewWebhook(secret)
		if err := verify.VerifyIgnoringTimestamp([]byte(hook.body), hook.header); err != nil {
			t.Errorf("the signature is not accepted: %v", err)
		}
		if want := string(request().EmailBody()); mail.body != want {
			t.Errorf("the function got %s, want %s", mail.body, want)
		}
		if got := mail.header.Get("Authorization"); got != "Bearer session-token" {
			t.Errorf("the function got Authorization %q, want the visitor's session", got)
		}
		l := s.get(id)
		if l.Request != request() || l.Page != "/get-quote" || !l.Received.Equal(s.clock.now()) {
			t.Errorf("Get(%s) = %+v", id, l)
		}
		if a := l.Webhook.Attempts; len(a) != 1 || a[0].Status != 200 || a[0].Error != "" || !a[0].At.Equal(s.clock.now()) {
			t.Errorf("attempts = %+v, want one with status 200", a)
		}
	})
}

func TestUnsignedWithoutSecret(t *testing.T) {
	s := newStand(t, sqliteURL(t), func(c *Config) { c.WebhookSecret = "" })
	s.submit(submission("k"), true)
	if got := s.hook.got()[0].header.Get("webhook-signature"); got != "" {
		t.Errorf("webhook-signature = %q, want none", got)
	}
}

func TestBadSettings(t *testing.T) {
	for _, c := range []Config{
		{WebhookURL: "hook.example.com/x"}, {WebhookURL: "ftp://hook.example.com/x"}, {WebhookURL: "http://%zz-hidden"},
		{WebhookURL: "http://h/", WebhookSecret: "whsec_"}, {WebhookURL: "http://h/", WebhookSecret: "whsec_hidden!"},
		{WebhookURL: "http://h/", WebhookSecret: "whsec_" + base64.StdEncoding.EncodeToString([]byte("hidden, and 23 bytes lo"))},
	} {
		c.DatabaseURL = sqliteURL(t)
		_, err := Open(context.Background(), c)
		if err == nil || !strings.Contains(err.Error(), "LEAD_WEBHOOK_") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("Open(%q, %q) = %v, want an error that names the setting without its value", c.WebhookURL, c.WebhookSecret, err)
		}
	}
}

// Whatever goes wrong with the webhook, the visitor is told, the lead is kept,
// and the worker sends the same bytes under the same ID until it is taken.
func TestWebhookFailures(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	defer elsewhere.Close()
	hang := make(chan struct{})
	defer close(hang)
	tests := []struct {
		name   string
		answer http.HandlerFunc
		status int
	}{
		{"500", status(500), 500},
		{"404", status(404), 404},
		{"redirect", redirect(elsewhere.URL, 307), 307},
		{"redirect as GET", redirect(elsewhere.URL, 302), 302},
		{"cut", cut, 0},
		{"hangs", func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-hang:
			case <-r.Context().Done():
			}
		}, 0},
	}
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, func(c *Config) { c.limit = 2 * time.Second })
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				hooks, mails := len(s.hook.got()), len(s.mail.got())
				s.hook.set(test.answer)
				id := s.submit(submission(test.name), false)
				s.want(id, Queued, Waiting, hooks+1, mails)
				a := s.get(id).Webhook.Attempts
				if len(a) != 1 || a[0].Status != test.status || a[0].Error == "" {
					t.Errorf("attempts = %+v, want one with status %d and an error", a, test.status)
				}
				if strings.Contains(a[0].Error, "path-secret") {
					t.Errorf("the error %q has the address in it", a[0].Error)
				}
				s.hook.set(nil)
				s.work()
				s.want(id, Queued, Waiting, hooks+1, mails) // not due yet
				s.clock.add(6 * time.Second)
				s.work()
				s.want(id, Delivered, Delivered, hooks+2, mails+1)
				calls := s.hook.got()[hooks:]
				if calls[0].body != calls[1].body || calls[0].header.Get("webhook-id") != calls[1].header.Get("webhook-id") {
					t.Errorf("the second attempt sent %v, the first %v", calls[1], calls[0])
				}
			})
		}
	})
}

// An answer is its status: the visitor does not wait for a body that drips.
func TestBodyDrips(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		// The limit of a call is longer than any test: waiting for the body would be waiting for it.
		s := newStand(t, url, func(c *Config) { c.limit, c.visitor = time.Hour, time.Hour })
		over := make(chan struct{})
		ended := make(chan error, 1)
		s.hook.set(func(w http.ResponseWriter, r *http.Request) {
			w.Write([]byte("o"))
			w.(http.Flusher).Flush()
			<-over // until the visitor was answered
			_, err := w.Write([]byte("k"))
			ended <- errors.Join(err, r.Context().Err())
		})
		id := s.submit(submission("k"), true)
		close(over)
		if err := <-ended; err != nil {
			t.Errorf("the receiver was cut off: %v", err)
		}
		s.underWay.Wait()
		s.want(id, Delivered, Delivered, 1, 1)
	})
}

func redirect(to string, code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, code) }
}

func TestVisitorTriesAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(503))
		id := s.submit(submission("k"), false)
		due := s.get(id).Webhook.Due
		for range 20 {
			if again := s.submit(submission("k"), false); again != id {
				t.Fatalf("the same key gave lead %s, want %s", again, id)
			}
		}
		s.want(id, Queued, Waiting, 21, 0)
		if got := s.get(id).Webhook.Due; !got.Equal(due) {
			t.Errorf("pressing again moved the next attempt from %v to %v", due, got)
		}
		s.hook.set(nil)
		s.submit(submission("k"), true)
		s.work()
		s.want(id, Delivered, Delivered, 22, 1)
		s.submit(submission("k"), true)
		s.work()
		s.want(id, Delivered, Delivered, 22, 1)
		calls := s.hook.got()
		for _, c := range calls {
			if c.body != calls[0].body || c.header.Get("webhook-id") != id {
				t.Fatalf("a repeat sent %s under %s, want %s", c.body, c.header.Get("webhook-id"), calls[0].body)
			}
		}
		if n := len(s.leads(Filter{})); n != 1 {
			t.Errorf("%d leads, want 1", n)
		}
	})
}

func TestQuarantine(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		spam := submission("k")
		spam.SpamReason = "honeypot"
		id := s.submit(spam, true)
		s.submit(spam, true)
		s.clock.add(100 * time.Hour)
		s.work()
		s.want(id, Quarantined, Quarantined, 0, 0)

		t.Run("released by an operator", func(t *testing.T) {
			if err := s.journal.Replay(context.Background(), id, false, s.clock.now()); err == nil {
				t.Error("Replay of a quarantined lead = nil, want an error")
			}
			if err := s.journal.Release(context.Background(), id, s.clock.now()); err != nil {
				t.Fatal(err)
			}
			s.work()
			s.want(id, Delivered, Delivered, 1, 1)
			if got := s.get(id).SpamReason; got != "honeypot" {
				t.Errorf("Suspect = %q after release, want honeypot", got)
			}
			if err := s.journal.Release(context.Background(), id, s.clock.now()); err == nil {
				t.Error("a second Release = nil, want an error")
			}
		})
		t.Run("cleared by the visitor", func(t *testing.T) {
			spam.Key = "other"
			id := s.submit(spam, true)
			spam.SpamReason = ""
			if again := s.submit(spam, true); again != id {
				t.Errorf("lead %s, want %s", again, id)
			}
			s.work()
			s.want(id, Delivered, Delivered, 2, 2)
		})
	})
}

func TestWithoutWebhook(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, func(c *Config) { c.WebhookURL = "" })
		id := s.submit(submission("k"), true)
		s.submit(submission("k"), true)
		s.work()
		s.want(id, Stored, Delivered, 0, 1)

		spam := submission("spam")
		spam.SpamReason = "too fast"
		id = s.submit(spam, true)
		if err := s.journal.Release(context.Background(), id, s.clock.now()); err != nil {
			t.Fatal(err)
		}
		s.work()
		s.want(id, Stored, Delivered, 0, 2)
	})
}

func TestWithoutAnything(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, func(c *Config) { c.WebhookURL, c.Supabase = "", nil })
		id := s.submit(submission("k"), true)
		s.work()
		s.want(id, Stored, Stored, 0, 0)
	})
}

// A server that was once started without its settings forgets nothing.
func TestBacklogSurvivesMissingSettings(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		s.hook.set(status(500))
		id := s.submit(submission("k"), false)
		s.Service.hook, s.Service.mail = nil, nil
		s.clock.add(time.Minute)
		s.work()
		s.want(id, Queued, Waiting, 1, 0)
	})
}

// PostgreSQL takes neither a zero byte nor invalid UTF-8; visitors' browsers
// and scripts send both.
func TestAnyBytes(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		sub := submission("k\x00\xff")
		sub.Request.Name, sub.Request.Message, sub.Page, sub.SpamReason = "A\x00nn\xff", "\x00", "/\x00\xfe", ""
		id := s.submit(sub, true)
		s.work()
		if l := s.get(id); l.Request.Name != "Ann\uFFFD" || l.Request.Message != "" || l.Page != "/\uFFFD" {
			t.Errorf("Get() = %q on %q", l.Request, l.Page)
		}
		s.want(id, Delivered, Delivered, 1, 1)
	})
}

func TestClosedDeskRefuses(t *testing.T) {
	s := newStand(t, sqliteURL(t), nil)
	s.Service.Close()
	if _, err := s.Submit(context.Background(), submission("k")); err == nil {
		t.Error("Submit after Close = nil, want an error")
	}
}
