package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/config"
)

// After a restart the first connection has the certificate that is on disk, and one that cannot be read keeps the program from
// starting.
func TestCertificatesOnDisk(t *testing.T) {
	t.Parallel()
	const name = "clearacre.example"
	port := &net.TCPAddr{Port: 1}
	set := config.Settings{TLSDomains: []string{name}, TLSStorage: t.TempDir(), TLSCA: "https://127.0.0.1:1/directory"}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now(), NotAfter: time.Now().Add(90 * 24 * time.Hour)}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	stored := newCertificates(set, port, port, slog.New(slog.DiscardHandler))
	t.Cleanup(stored.close)
	for file, content := range map[string][]byte{
		certmagic.StorageKeys.SiteCert(stored.issuer.IssuerKey(), name):       pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		certmagic.StorageKeys.SitePrivateKey(stored.issuer.IssuerKey(), name): pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}),
		certmagic.StorageKeys.SiteMeta(stored.issuer.IssuerKey(), name):       []byte(`{"sans":["` + name + `"]}`),
	} {
		if err := stored.config.Storage.Store(t.Context(), file, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := stored.manage(t.Context()); err != nil {
		t.Fatal(err)
	}
	server, client := net.Pipe()
	go func() { _ = tls.Server(server, stored.tlsConfig()).HandshakeContext(t.Context()) }() // the client has its error
	if err := tls.Client(client, &tls.Config{ServerName: name, InsecureSkipVerify: true}).HandshakeContext(t.Context()); err != nil {
		t.Errorf("the first connection: %v", err)
	}

	if err := stored.config.Storage.Store(t.Context(), certmagic.StorageKeys.SiteCert(stored.issuer.IssuerKey(), name), []byte("torn")); err != nil {
		t.Fatal(err)
	}
	torn := newCertificates(set, port, port, slog.New(slog.DiscardHandler))
	t.Cleanup(torn.close)
	if err := torn.manage(t.Context()); err == nil || !strings.Contains(err.Error(), "TLS_STORAGE: the certificate of "+name) {
		t.Errorf("a torn certificate: %v, want an error that names it", err)
	}
}
