package connection

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http/httptest"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// recorder keeps what a client receives.
type recorder struct {
	net.Conn
	received bytes.Buffer
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.Conn.Read(p)
	r.received.Write(p[:n])
	return n, err
}

// What TCP sends before the first acknowledgment has no record that ends later than a segment after it, and the records
// of longer responses are large.
func TestRecords(t *testing.T) {
	https := httptest.NewTLSServer(nil)
	https.Close()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	l := Encrypt(testListener(ln, 1), https.TLS)
	defer l.Close()
	page := bytes.Repeat([]byte("page"), 50_000)
	sent := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, err = c.Write(page[:100]) // the head
		}
		if err == nil {
			_, err = c.Write(page[100:])
		}
		if err == nil {
			err = c.Close()
		}
		sent <- err
	}()
	plain, err := net.Dial("tcp", ln.Addr().String())
	testkit.Must(t, err)
	defer plain.Close()
	r := &recorder{Conn: plain}
	got, err := io.ReadAll(tls.Client(r, &tls.Config{InsecureSkipVerify: true}))
	if !bytes.Equal(got, page) || err != nil {
		t.Fatalf("the client reads %d bytes, %v, want the page of %d", len(got), err, len(page))
	}
	testkit.Must(t, <-sent)

	const applicationData = 23
	at, records := 0, 0
	for in := r.received.Bytes(); len(in) > 0; records++ {
		size := 5 + int(binary.BigEndian.Uint16(in[3:]))
		if in[0] == applicationData && at > 2000 && at < 14_600 && size > 1428 {
			t.Errorf("the record at %d has %d bytes, want at most those of a segment", at, size)
		}
		at, in = at+size, in[size:]
	}
	if records > 50 {
		t.Errorf("%d records, want large ones after the first", records)
	}
}
