package lead

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// TestWebhookOverTLS calls a webhook whose certificate is not trusted: the attempt fails with an error that an operator
// understands, and the lead is sent once the operator has named the authority (SSL_CERT_FILE, see crypto/x509).
func TestWebhookOverTLS(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		calls := make(chan string, 10)
		webhook := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			calls <- r.Header.Get("webhook-id")
		}))
		webhook.Config.ErrorLog = log.New(io.Discard, "", 0) // for the handshake that fails
		webhook.EnableHTTP2 = true
		webhook.StartTLS()
		defer webhook.Close()

		s := newTestService(t, url, func(c *Config) { c.WebhookURL = webhook.URL })
		id := s.submit(submission("k"), false)
		l := s.get(id)
		if a := l.Webhook.Attempts; l.Status() != Queued || len(a) != 1 || !strings.Contains(a[0].Error, "certificate signed by unknown authority") || len(calls) != 0 {
			t.Errorf("the webhook is %+v after %d calls, want it queued because of the certificate", l.Webhook, len(calls))
		}
		s.Service.Close()

		file := filepath.Join(t.TempDir(), "authority.pem")
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: webhook.Certificate().Raw}), 0o600); err != nil {
			t.Fatal(err)
		}
		trusting := childCommand("tls", url, webhook.URL)
		trusting.Env = append(trusting.Env, "SSL_CERT_FILE="+file)
		if out, err := trusting.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if len(calls) != 1 || <-calls != id {
			t.Errorf("the receiver was not called with lead %s, or not only", id)
		}
	})
}

// submitAgain is the child of TestWebhookOverTLS: the visitor at the next server.
func submitAgain(url, webhook string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{DatabaseURL: url, WebhookURL: webhook, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	out, err := s.Submit(ctx, submission("k"))
	if err != nil || !out.Delivered {
		return fmt.Errorf("Submit() = %+v, %w", out, err)
	}
	return s.Close()
}

// TestNoHiddenRetries calls an HTTP/2 server that refuses the request, after which Go's client retries by itself if it
// can.
func TestNoHiddenRetries(t *testing.T) {
	t.Parallel()
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certified.TLS.Certificates, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
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
	c, err := newWebhookClient("https://"+l.Addr().String(), "", 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certified.Certificate())
	c.http.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: trusted}
	status, _, err := c.post(t.Context(), "id", []byte("{}"), time.Now(), nil)
	if err == nil || calls.Load() != 1 {
		t.Errorf("post() = %d, %v after %d calls, want an error after one", status, err, calls.Load())
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
