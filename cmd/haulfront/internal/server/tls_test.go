package server

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// After a restart the first connection has the certificate that is on disk, and one that cannot be read keeps the
// program from starting.
func TestCertificatesOnDisk(t *testing.T) {
	t.Parallel()
	const name = "example.com"
	port := &net.TCPAddr{Port: 1}
	set := program.Settings(t, "TLS_DOMAINS="+name, "TLS_STORAGE="+t.TempDir(), "TLS_CA=https://127.0.0.1:1/directory")
	certified := httptest.NewTLSServer(nil)
	certified.Close()
	certificate := certified.TLS.Certificates[0]
	secret, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	testkit.Must(t, err)
	stored := newCertificates(set, port, port, slog.New(slog.DiscardHandler))
	t.Cleanup(stored.cache.Stop)
	encodePEM := func(kind string, data []byte) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data})
	}
	keys, issuer := certmagic.StorageKeys, stored.issuer.IssuerKey()
	for file, content := range map[string][]byte{
		keys.SiteCert(issuer, name):       encodePEM("CERTIFICATE", certificate.Certificate[0]),
		keys.SitePrivateKey(issuer, name): encodePEM("PRIVATE KEY", secret),
		keys.SiteMeta(issuer, name):       []byte(`{"sans":["` + name + `"]}`),
	} {
		testkit.Must(t, stored.config.Storage.Store(t.Context(), file, content))
	}
	testkit.Must(t, stored.manage(t.Context()))
	server, client := net.Pipe()
	go func() { _ = tls.Server(server, stored.tlsConfig()).HandshakeContext(t.Context()) }() // the client has its error
	if err := tls.Client(client, &tls.Config{ServerName: name,
		InsecureSkipVerify: true}).HandshakeContext(t.Context()); err != nil {
		t.Errorf("the first connection: %v", err)
	}

	testkit.Must(t, stored.config.Storage.Store(t.Context(), keys.SiteCert(issuer, name), []byte("torn")))
	torn := newCertificates(set, port, port, slog.New(slog.DiscardHandler))
	t.Cleanup(torn.cache.Stop)
	if err := torn.manage(t.Context()); err == nil || !strings.Contains(err.Error(),
		"TLS_STORAGE: the certificate of "+name) {
		t.Errorf("a torn certificate: %v, want an error that names it", err)
	}
}
