package bench

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// BenchmarkFirstPaint compares the program, which speaks HTTP/1.1, with nginx as in the folder deploy, which sends the
// same bytes over HTTP/2. Both are reached over TLS 1.3 and a network with a round trip of 150 ms, by a phone that has
// never been there:
//
//	go test -run '^$' -bench '^BenchmarkFirstPaint$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkFirstPaint(b *testing.B) {
	const name = "example.com"
	c := newCertificate(b)
	dir := b.TempDir()
	c.store(b, dir, name)
	// An authority at which nothing listens; the stored certificate is valid for decades.
	own := startProgram(b, program.Build(b), "BASE_URL=https://"+name, "TLS_DOMAINS="+name, "TLS_STORAGE="+dir,
		"TLS_CA="+authority, "HTTP_ADDR=127.0.0.1:0", "TRUSTED_PROXIES=127.0.0.1")
	own.awaitIdle(b) // ready programs still compress
	behind := startProgram(b, program.Build(b), "BASE_URL=https://"+name, "TRUSTED_PROXIES=127.0.0.1")
	behind.awaitIdle(b)
	servers := []struct{ name, address string }{
		{"haulfront", startNetwork(b, own.Address())},
		{"nginx, HTTP/2", startNetwork(b, startDeployedNginx(b, c, behind.Address()))},
	}
	browser := startChromium(b, chromedp.Flag("host-resolver-rules", "MAP "+name+" 127.0.0.1"),
		chromedp.Flag("ignore-certificate-errors-spki-list", c.fingerprint()))

	r := &report{}
	defer r.print(os.Stdout)
	r.section(fmt.Sprintf("First visit over TLS and %v a round trip (median of %d): first, largest contentful paint",
		roundTrip, visits))
	_, emptyPort, _ := net.SplitHostPort(startNetwork(b, startEmptyTLS(b, c)))
	var alone []float64
	for range visits {
		alone = append(alone, paint(b, browser, "https://"+name+":"+emptyPort)[0])
	}
	r.show("an empty page, in this browser", fmt.Sprintf("%.0f ms, %s of three round trips", middle(alone),
		ratio(middle(alone), least)))
	var firsts, largests [2][]float64 // of all pages
	for _, path := range kinds() {
		var first, largest [2][]float64
		for range visits {
			for i, server := range servers { // in turn, since the machine's load changes
				_, port, _ := net.SplitHostPort(server.address)
				p := paint(b, browser, "https://"+name+":"+port+path)
				first[i], largest[i] = append(first[i], p[0]), append(largest[i], p[1])
			}
		}
		for i, server := range servers {
			r.show(path+", "+server.name, fmt.Sprintf("%.0f, %.0f ms", middle(first[i]), middle(largest[i])))
			firsts[i], largests[i] = append(firsts[i], middle(first[i])), append(largests[i], middle(largest[i]))
		}
		r.atMost("first paint, haulfront : three round trips, "+path, middle(first[0]), least, 1.35)
	}
	r.show("first paint, haulfront : HTTP/2, median of the pages", ratio(middle(firsts[0]), middle(firsts[1])))
	r.show("largest contentful paint, haulfront : HTTP/2, median of the pages",
		ratio(middle(largests[0]), middle(largests[1])))
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}

// least is the time in milliseconds of three round trips, for TCP, TLS 1.3 and HTTP: no page can be painted earlier.
const least = 3 * float64(roundTrip/time.Millisecond)

// visits is the number of visits to each page, an odd one.
const visits = 7

// paint returns the times of a visit's first paint and of its largest contentful paint, in milliseconds.
func paint(b *testing.B, browser context.Context, address string) []float64 {
	b.Helper()
	tab, closeTab := visit(b, browser, address, 1)
	defer closeTab()
	return resolved[[]float64](b, tab, `new Promise((resolve) => {
		const settle = () => setTimeout(() => {
			new PerformanceObserver((list) => resolve([
				performance.getEntriesByName("first-contentful-paint")[0].startTime, list.getEntries().at(-1).startTime,
			])).observe({type: "largest-contentful-paint", buffered: true});
		}, 300);
		document.readyState === "complete" ? settle() : addEventListener("load", settle);
	})`)
}

// startEmptyTLS serves the empty page, which no page can be painted earlier than, and returns its address.
func startEmptyTLS(b *testing.B, c certificate) string {
	b.Helper()
	pair, err := tls.X509KeyPair(c.chain, c.key)
	testkit.Must(b, err)
	server := httptest.NewUnstartedServer(empty)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	server.StartTLS()
	b.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// authority is the address of a certificate authority that issues nothing.
const authority = "https://127.0.0.1:1/directory"

// certificate is one for example.com, with its key, both in PEM.
type certificate struct{ chain, key []byte }

func newCertificate(b *testing.B) certificate {
	b.Helper()
	server := httptest.NewTLSServer(nil)
	server.Close()
	pair := server.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	testkit.Must(b, err)
	return certificate{
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}),
	}
}

// store writes the certificate where the program finds it as its own.
func (c certificate) store(b *testing.B, dir, name string) {
	b.Helper()
	files := &certmagic.FileStorage{Path: dir}
	issuer := (&certmagic.ACMEIssuer{CA: authority}).IssuerKey()
	for file, text := range map[string][]byte{
		certmagic.StorageKeys.SiteCert(issuer, name):       c.chain,
		certmagic.StorageKeys.SitePrivateKey(issuer, name): c.key,
		certmagic.StorageKeys.SiteMeta(issuer, name):       []byte(`{"sans":["` + name + `"]}`),
	} {
		testkit.Must(b, files.Store(b.Context(), file, text))
	}
}

// fingerprint is the digest of the public key by which Chromium accepts a certificate that no authority has signed.
func (c certificate) fingerprint() string {
	block, _ := pem.Decode(c.chain)
	parsed, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		panic(err) // it is Go's own
	}
	sum := sha256.Sum256(parsed.RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// startDeployedNginx starts nginx as in the folder deploy before a program, and returns its address for HTTPS.
func startDeployedNginx(b *testing.B, c certificate, upstream string) string {
	b.Helper()
	dir, secure := b.TempDir(), program.UnusedAddress(b)
	chain, key := filepath.Join(dir, "chain.pem"), filepath.Join(dir, "key.pem")
	testkit.Must(b, os.WriteFile(chain, c.chain, 0o600))
	testkit.Must(b, os.WriteFile(key, c.key, 0o600))
	site, err := os.ReadFile(filepath.Join(testkit.Root(b), "cmd/haulfront/deploy/nginx.conf"))
	testkit.Must(b, err)
	text := strings.NewReplacer(
		"listen 80;", "listen "+program.UnusedAddress(b)+";", "listen [::]:80;", "",
		"listen 443 ", "listen "+secure+" ", "listen [::]:443 ssl http2;", "",
		"/etc/letsencrypt/live/www.example.com/fullchain.pem", chain,
		"/etc/letsencrypt/live/www.example.com/privkey.pem", key,
		"/var/log/nginx", dir, "127.0.0.1:8080", upstream,
	).Replace(string(site))
	config := slices.Concat([]byte("daemon off; user root; pid nginx.pid; error_log stderr notice;\n"+
		"events { worker_connections 1024; }\nhttp {\n"), []byte(text), []byte("}\n"))
	testkit.Must(b, os.WriteFile(filepath.Join(dir, "nginx.conf"), config, 0o600))
	cmd := exec.Command("/usr/sbin/nginx", "-e", "stderr", "-p", dir, "-c", "nginx.conf")
	startProcess(b, cmd, nginxReady)
	return secure
}
