package destinations

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"golang.org/x/net/http2"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestNoHiddenRetries calls an HTTP/2 server that refuses the request, after which Go's client retries by itself if it
// can.
func TestNoHiddenRetries(t *testing.T) {
	t.Parallel()
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0",
		&tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2"}})
	testkit.Must(t, err)
	defer l.Close()
	var calls atomic.Int64
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go refuseStreams(conn, &calls)
		}
	}()
	c, err := NewWebhook("https://"+l.Addr().String(), "", 10*time.Second)
	testkit.Must(t, err)
	trusted := x509.NewCertPool()
	trusted.AddCert(certified.Certificate())
	c.http.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: trusted}
	status, err := c.Post(t.Context(), "id", []byte("{}"), time.Now())
	if err == nil || calls.Load() != 1 {
		t.Errorf("Post() = %d, %v after %d calls, want an error after one", status, err, calls.Load())
	}
}

// TestWebhookRequest checks the headers of a signed and of an unsigned attempt.
func TestWebhookRequest(t *testing.T) {
	t.Parallel()
	receiver, now := testkit.NewReceiver(t, "webhook", nil), time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	for _, key := range []string{"", secret} {
		c, err := NewWebhook(receiver.URL, key, testkit.WaitLimit)
		testkit.Must(t, err)
		if status, err := c.Post(t.Context(), "id", []byte(`{"a":1}`), now); status != http.StatusOK || err != nil {
			t.Errorf("Post() = %d, %v, want 200", status, err)
		}
		call := receiver.Take()[0]
		want := map[string]string{"Content-Type": "application/json", "User-Agent": "haulfront",
			"Idempotency-Key": "id", "Webhook-Id": "id", "Webhook-Timestamp": "", "Webhook-Signature": ""}
		if key != "" {
			verifier, err := standardwebhooks.NewWebhook(key)
			testkit.Must(t, err)
			if err := verifier.VerifyIgnoringTimestamp([]byte(call.Body), call.Header); err != nil {
				t.Errorf("the signature of %s: %v", call.Body, err)
			}
			want["Webhook-Timestamp"], want["Webhook-Signature"] = "1759665600", call.Header.Get("Webhook-Signature")
		}
		for name, value := range want {
			if got := call.Header.Get(name); got != value {
				t.Errorf("with the secret %q, %s is %q, want %q", key, name, got, value)
			}
		}
	}
}

// TestWebhookFailures checks what an attempt that fails reports.
func TestWebhookFailures(t *testing.T) {
	t.Parallel()
	receiver := testkit.NewReceiver(t, "webhook", nil)
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, test := range []struct {
		ctx     context.Context
		address string
		answer  http.HandlerFunc
		status  int
		want    string
	}{
		{t.Context(), receiver.URL, testkit.Status(204), 204, ""},
		{t.Context(), receiver.URL, testkit.Status(300), 300, "the webhook answered with status 300"},
		{t.Context(), "http://127.0.0.1:1", nil, 0, "connection refused"},
		{t.Context(), "http://[", nil, 0, "the address is not usable"},
		{late, receiver.URL, testkit.Hang, 0, context.DeadlineExceeded.Error()},
	} {
		receiver.Set(test.answer)
		c, err := NewWebhook(test.address, "", testkit.WaitLimit)
		testkit.Must(t, err)
		status, err := c.Post(test.ctx, "id", []byte("{}"), time.Now())
		if status != test.status || (err == nil) != (test.want == "") ||
			err != nil && !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s answers %d, %v, want %d and %q", test.address, status, err, test.status, test.want)
		}
	}
}

// refuseStreams is an HTTP/2 server that answers every request with REFUSED_STREAM.
func refuseStreams(conn io.ReadWriteCloser, calls *atomic.Int64) {
	defer conn.Close()
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	frames := http2.NewFramer(conn, conn)
	frames.WriteSettings()
	for {
		frame, err := frames.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				frames.WriteSettingsAck()
			}
		case *http2.DataFrame:
			if frame.StreamEnded() {
				calls.Add(1)
				frames.WriteRSTStream(frame.StreamID, http2.ErrCodeRefusedStream)
			}
		}
	}
}
