package destinations

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

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
