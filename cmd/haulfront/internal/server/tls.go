package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/web"
)

// certificates obtains the site's certificates by ACME (RFC 8555) and renews them when a third of their lifetime is
// left. Connections are served meanwhile.
type certificates struct {
	cache  *certmagic.Cache
	config *certmagic.Config
	issuer *certmagic.ACMEIssuer
	names  []string
}

// newCertificates configures ACME. https and http are the program's listeners: challenges are answered there, and no
// other listener is opened.
func newCertificates(set config.Settings, https, http net.Addr, log *slog.Logger) *certificates {
	c := &certificates{names: set.TLSDomains}
	quiet := zap.NewNop() // observeCertificate logs the events that matter to operators
	c.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return c.config, nil },
		Logger:           quiet,
	})
	c.config = certmagic.New(c.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: set.TLSStorage}, Logger: quiet,
		OnEvent: func(_ context.Context, event string, data map[string]any) error {
			observeCertificate(log, event, data)
			return nil
		},
	})
	c.issuer = certmagic.NewACMEIssuer(c.config, certmagic.ACMEIssuer{
		CA: set.TLSCA.String(), Agreed: true, Logger: quiet,
		AltHTTPPort: http.(*net.TCPAddr).Port, AltTLSALPNPort: https.(*net.TCPAddr).Port,
	})
	c.config.Issuers = []certmagic.Issuer{c.issuer}
	return c
}

// observeCertificate logs what happens to a certificate
// (https://pkg.go.dev/github.com/caddyserver/certmagic#readme-events).
func observeCertificate(log *slog.Logger, event string, data map[string]any) {
	switch event {
	case "cert_obtained":
		log.Info("certificate obtained", "name", data["identifier"], "renewal", data["renewal"])
	case "cert_failed":
		log.Error("certificate not obtained; trying again", "name", data["identifier"], "renewal", data["renewal"],
			"error", data["error"])
	case "cert_ocsp_revoked":
		log.Error("certificate revoked", "names", data["subjects"])
	}
}

// certificateWait bounds the wait for certificates on disk: certmagic may ask the authority whether they were revoked.
const certificateWait = 2 * time.Second

// manage loads the certificates on disk, so that the first connection has one, then obtains and renews certificates
// until ctx ends.
func (c *certificates) manage(ctx context.Context) error {
	loaded := make(chan error, 1)
	go func() { loaded <- c.load(ctx) }()
	select {
	case err := <-loaded:
		if err != nil {
			return fmt.Errorf("TLS_STORAGE: %w", err)
		}
	case <-time.After(certificateWait):
	case <-ctx.Done():
	}
	if err := c.config.ManageAsync(ctx, c.names); err != nil {
		return fmt.Errorf("manage the certificates: %w", err)
	}
	return nil
}

// load loads the certificates on disk, which ManageAsync would do later.
func (c *certificates) load(ctx context.Context) error {
	for _, name := range c.names {
		if _, err := c.config.CacheManagedCertificate(ctx, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the certificate of %s: %w", name, err)
		}
	}
	return nil
}

// tlsConfig is the configuration of TLS connections. The HTTP server does not support HTTP/2.
func (c *certificates) tlsConfig() *tls.Config {
	config := c.config.TLSConfig()
	config.NextProtos = append([]string{"http/1.1"}, config.NextProtos...) // before the challenge's
	return config
}

// redirectServer handles plain HTTP: it answers ACME challenges and redirects all other requests to https. Unknown host
// names are redirected to the site's own.
func (c *certificates) redirectServer(site *url.URL) *http.Server {
	redirect := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(r.Host)
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if !slices.Contains(c.names, host) {
			host = site.Host
		}
		target := url.URL{Scheme: "https", Host: host, Path: r.URL.Path, RawPath: r.URL.RawPath,
			RawQuery: r.URL.RawQuery}
		w.Header().Set("Connection", "close")
		// 308 preserves the method, so that a posted form is not lost.
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	})
	return &http.Server{
		Handler: c.issuer.HTTPChallengeHandler(redirect), ReadTimeout: web.ReadTimeout, WriteTimeout: web.ReadTimeout,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo),
	}
}

// collectors are the metrics of certificates. They are 0 without one, so that an alert on expiry fires then too.
func (c *certificates) collectors() (list []prometheus.Collector) {
	const help = "When the certificate of a name ends, in seconds since 1970; 0 without one."
	for _, name := range c.names {
		list = append(list, gauge("haulfront_certificate_expiry_timestamp_seconds", help,
			prometheus.Labels{"name": name}, func() float64 {
				var ends int64
				for _, certificate := range c.cache.AllMatchingCertificates(name) {
					ends = max(ends, certificate.Leaf.NotAfter.Unix())
				}
				return float64(ends)
			}))
	}
	return list
}
