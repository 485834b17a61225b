package lead

import (
	"strings"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// TestBadNetwork puts a bad network between the service and the webhook. The visitor's outcome is right, and once the
// network is good again the receiver has the lead, under one ID and with one body.
func TestBadNetwork(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, toxic string
		delivered   bool // at the first attempt
	}{
		{"latency", `{"type": "latency", "attributes": {"latency": 200, "jitter": 50}}`, true},
		{"slices", `{"type": "slicer", "attributes": {"average_size": 7, "size_variation": 3, "delay": 10}}`, true},
		{"slices of the request", `{"type": "slicer", "stream": "upstream", "attributes": {"average_size": 40, "delay": 10}}`, true},
		{"no answer", `{"type": "timeout", "attributes": {"timeout": 0}}`, false},
		{"no request", `{"type": "timeout", "stream": "upstream", "attributes": {"timeout": 0}}`, false},
		{"an answer after the limit", `{"type": "latency", "attributes": {"latency": 3000}}`, false},
		{"truncated answer", `{"type": "limit_data", "attributes": {"bytes": 10}}`, false},
		{"truncated request", `{"type": "limit_data", "stream": "upstream", "attributes": {"bytes": 200}}`, false},
		{"reset", `{"type": "reset_peer", "attributes": {"timeout": 0}}`, false},
		{"reset after a while", `{"type": "reset_peer", "stream": "upstream", "attributes": {"timeout": 50}}`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			onEachDatabase(t, func(t *testing.T, url string) {
				proxy := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "webhook", "127.0.0.1:0", "")
				s := newTestService(t, url, func(c *Config) {
					proxy.Upstream = strings.SplitN(strings.TrimPrefix(c.WebhookURL, "http://"), "/", 2)[0]
					if err := proxy.Start(); err != nil {
						t.Fatal(err)
					}
					t.Cleanup(proxy.Stop)
					c.WebhookURL = strings.Replace(c.WebhookURL, proxy.Upstream, proxy.Listen, 1)
				})
				toxic, err := proxy.Toxics.AddToxicJson(strings.NewReader(test.toxic))
				if err != nil {
					t.Fatal(err)
				}
				// Only the attempts that must fail have a short limit, so that a slow machine fails no other.
				if !test.delivered {
					s.webhook.http.Timeout = time.Second
				}
				id := s.submit(submission("k"), test.delivered)
				s.webhook.http.Timeout = webhookLimit
				if got := s.get(id); !test.delivered && (got.Status() != Queued || len(got.Webhook.Attempts) != 1) {
					t.Errorf("after the failure the webhook is %+v, want it queued", got.Webhook)
				}
				if err := proxy.Toxics.RemoveToxic(t.Context(), toxic.Name); err != nil {
					t.Fatal(err)
				}
				s.clock.Advance(time.Minute)
				s.deliverDue()
				if got := s.get(id); got.Status() != Delivered || got.Email.Status != Delivered {
					t.Errorf("in the end the webhook is %+v, want it delivered", got.Webhook)
				}
				calls := s.webhookServer.All()
				for _, c := range calls {
					if c.Header.Get("webhook-id") != id || (c.Body != s.get(id).Webhook.Body && c.Body != "") {
						t.Errorf("the receiver got %q under %q, want the lead %s", c.Body, c.Header.Get("webhook-id"), id)
					}
				}
				if len(calls) == 0 || len(calls) > 2 {
					t.Errorf("the receiver was called %d times, want once or twice", len(calls))
				}
			})
		})
	}
}
