//go:build acceptance

package acceptance

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// buildTool builds a program that has a module of its own below testdata, and returns its path.
func buildTool(t *testing.T, module, pkg string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", file, pkg)
	cmd.Dir = filepath.Join("testdata", module)
	testkit.Run(t, cmd)
	return file
}

// authority is a local certificate authority: pebble, Let's Encrypt's ACME server for tests.
type authority struct {
	directory string // URL of its ACME directory
	manage    string // URL of its management interface
	roots     string // file with its own certificate for HTTPS, and the root of the certificates that it issues
	signing   []byte // that root
}

// startAuthority starts an authority that resolves every name to this machine, and validates challenges at the ports of
// https and http.
func startAuthority(t *testing.T, https, http string) authority {
	t.Helper()
	dir := t.TempDir()
	roots, key := selfSigned(t, dir)
	at, manage, names := program.UnusedAddress(t), program.UnusedAddress(t), program.UnusedAddress(t)
	run := func(waitFor, file string, args ...string) {
		t.Helper()
		cmd := exec.Command(file, args...)
		cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
		startServer(t, waitFor, cmd)
	}
	run(names, buildTool(t, "pebble", "github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv"), "-dnsserver="+names,
		"-defaultIPv4=127.0.0.1", "-defaultIPv6=", "-http01=", "-https01=", "-doh=", "-tlsalpn01=",
		"-management="+program.UnusedAddress(t))
	config := filepath.Join(dir, "pebble.json")
	port := func(address string) json.Number {
		_, port, _ := net.SplitHostPort(address)
		return json.Number(port)
	}
	text, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": at, "managementListenAddress": manage, "certificate": roots, "privateKey": key,
		"httpPort": port(http), "tlsPort": port(https), "retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{"description": "for tests", "validityPeriod": 7776000}},
	}})
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(config, text, 0o600))
	run(at, buildTool(t, "pebble", "github.com/letsencrypt/pebble/v2/cmd/pebble"),
		"-config="+config, "-dnsserver="+names)
	awaitListener(t, manage)
	a := authority{directory: "https://" + at + "/dir", manage: "https://" + manage, roots: roots}
	a.readRoot(t)
	return a
}

// readRoot reads the authority's root certificate, and adds it to those that the program trusts.
func (a *authority) readRoot(t *testing.T) {
	t.Helper()
	own, err := os.ReadFile(a.roots)
	testkit.Must(t, err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(own)
	manage := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	response, err := manage.Get(a.manage + "/roots/0")
	testkit.Must(t, err)
	defer response.Body.Close()
	if a.signing, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	testkit.Must(t, os.WriteFile(a.roots, append(own, a.signing...), 0o600))
}

// selfSigned writes a certificate for 127.0.0.1, and its key.
func selfSigned(t *testing.T, dir string) (certFile, keyFile string) {
	t.Helper()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	pair := server.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	testkit.Must(t, err)
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]}, keyFile: {Type: "PRIVATE KEY", Bytes: key},
	} {
		testkit.Must(t, os.WriteFile(file, pem.EncodeToMemory(block), 0o600))
	}
	return certFile, keyFile
}

// client returns a client that trusts the authority, and resolves every name to address.
func (a authority) client(t *testing.T, address string) *http.Client {
	t.Helper()
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(a.signing) {
		t.Fatalf("the authority's root is %q", a.signing)
	}
	return &http.Client{
		Timeout: testkit.WaitLimit,
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, address)
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// The program obtains a certificate by each of the two challenges, serves with it, and keeps it over a restart.
func TestAcceptanceTLS(t *testing.T) {
	host := strings.TrimPrefix(publicURL, "https://")
	for _, challenge := range []string{"TLS-ALPN-01", "HTTP-01"} {
		t.Run(challenge, func(t *testing.T) {
			secure, plain, dead := program.UnusedAddress(t), program.UnusedAddress(t), program.UnusedAddress(t)
			var ca authority
			if challenge == "HTTP-01" {
				ca = startAuthority(t, dead, plain)
			} else {
				ca = startAuthority(t, secure, dead)
			}
			s, folder := program.NewSite(t), t.TempDir()
			start := func() *program.Process {
				p := program.New(t, builtProgram(t))
				own := *s
				own.Log = &testkit.Log{}
				p.Site, p.Cmd.Stderr, p.Cmd.Dir = &own, own.Log, folder
				p.Cmd.Env = append(s.Settings(), "ADDR="+secure, "HTTP_ADDR="+plain, "BASE_URL="+publicURL,
					"TLS_DOMAINS="+host, "TLS_CA="+ca.directory, "SSL_CERT_FILE="+ca.roots)
				p.Start(t)
				p.AwaitServing(t)
				return p
			}
			p := start()
			p.Log.Wait(t, "certificate obtained")

			client := ca.client(t, secure)
			get := func(client *http.Client, url string) *http.Response {
				t.Helper()
				response, err := client.Get(url)
				testkit.Must(t, err)
				response.Body.Close()
				return response
			}
			testkit.Poll(func() bool { // the certificate is obtained before it is in use
				response, err := client.Get(publicURL + "/")
				if err == nil {
					response.Body.Close()
				}
				return err == nil
			})
			response := get(client, publicURL+"/")
			hsts := response.Header.Get("Strict-Transport-Security")
			if response.StatusCode != http.StatusOK || hsts == "" {
				t.Errorf("GET / = %d with HSTS %q", response.StatusCode, hsts)
			}
			p.URL = publicURL
			for range 3 { // on one connection
				if got := p.Submit(client, "Ann"); got != http.StatusOK {
					t.Errorf("submit = %d, want 200", got)
				}
			}
			redirect := get(ca.client(t, plain), "http://"+host+"/get-quote?a=b")
			to := redirect.Header.Get("Location")
			if redirect.StatusCode != http.StatusPermanentRedirect || to != publicURL+"/get-quote?a=b" {
				t.Errorf("GET over plain HTTP = %d to %q", redirect.StatusCode, to)
			}
			p.Stop(t)
			p.AwaitEnd(t)

			p = start()
			again := get(ca.client(t, secure), publicURL+"/")
			if !again.TLS.PeerCertificates[0].Equal(response.TLS.PeerCertificates[0]) {
				t.Error("after a restart the program has another certificate")
			}
			p.Stop(t)
			p.AwaitEnd(t)
			if strings.Contains(p.Log.String(), "certificate obtained") {
				t.Error("after a restart the program requests a certificate")
			}
		})
	}
}
