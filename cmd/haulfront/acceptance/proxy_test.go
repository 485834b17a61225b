//go:build acceptance

package acceptance

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// deployFile reads a file of the folder deploy and replaces what differs here: pairs of texts, each of which it must
// have.
func deployFile(t *testing.T, name string, replace ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testkit.Root(t), "cmd/haulfront/deploy", name))
	testkit.Must(t, err)
	return replaced(t, name, string(data), replace...)
}

func replaced(t *testing.T, name, text string, replace ...string) string {
	t.Helper()
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	return text
}

// startNginxProxy starts Debian's nginx with a server, "" for that of the folder deploy, which also serves plain HTTP
// here.
func startNginxProxy(server string) func(*testing.T, string) string {
	return func(t *testing.T, upstream string) string {
		const config = `daemon off; user root; pid nginx.pid; error_log stderr notice;
events { worker_connections 1024; }
http {
	access_log off; client_body_temp_path temp; proxy_temp_path temp;
	fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
%s
}
`
		address, dir := program.UnusedAddress(t), t.TempDir()
		if server == "" {
			chain, key := selfSigned(t, dir)
			server = deployFile(t, "nginx.conf", "listen 80;", "listen "+program.UnusedAddress(t)+";",
				"listen [::]:80;", "", "listen [::]:443 ssl http2;", "", "listen 443 ssl http2;",
				"listen "+address+"; listen "+program.UnusedAddress(t)+" ssl http2;",
				"/etc/letsencrypt/live/www.example.com/fullchain.pem", chain,
				"/etc/letsencrypt/live/www.example.com/privkey.pem", key,
				"/var/log/nginx", dir, "127.0.0.1:8080", upstream)
			t.Cleanup(func() { checkAccessLog(t, filepath.Join(dir, "access.log")) })
		} else {
			server = replaced(t, "the server", server, "listen 80;", "listen "+address+";", "127.0.0.1:8080", upstream)
		}
		file := filepath.Join(dir, "nginx.conf")
		testkit.Must(t, os.WriteFile(file, fmt.Appendf(nil, config, server), 0o600))
		startServer(t, address, exec.Command("/usr/sbin/nginx", "-e", "stderr", "-p", dir, "-c", file))
		return address
	}
}

// checkAccessLog finds secrets of the addresses that the test requests.
func checkAccessLog(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	testkit.Must(t, err)
	for _, want := range []string{`"GET /q/***" 404`, `"GET /office/in/***" `, `"GET /office/calendar.ics" `} {
		if !strings.Contains(string(text), want) {
			t.Errorf("nginx did not log %s:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), secret) {
		t.Errorf("nginx logs secrets of addresses:\n%s", text)
	}
}

// secret is part of addresses that the tests request, and that no log may have.
const secret = "2auu7k4fsb6q6rufrygndrajjb"

// startCaddy starts Debian's Caddy with the site of the folder deploy, without TLS
// (https://caddyserver.com/docs/caddyfile).
func startCaddy(t *testing.T, upstream string) string {
	address, dir := program.UnusedAddress(t), t.TempDir()
	_, port, err := net.SplitHostPort(address)
	testkit.Must(t, err)
	config := "{\n\tadmin off\n}\n" + deployFile(t, "Caddyfile",
		"www.example.com {", "http://:"+port+" {\n\tbind 127.0.0.1", "127.0.0.1:8080", upstream)
	file := filepath.Join(dir, "Caddyfile")
	testkit.Must(t, os.WriteFile(file, []byte(config), 0o600))
	cmd := exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	startServer(t, address, cmd)
	return address
}

// TestAcceptanceProxies submits quotes through each proxy, as old browsers do.
func TestAcceptanceProxies(t *testing.T) {
	bare := startNginxProxy("server { listen 80; location / { proxy_pass http://127.0.0.1:8080; } }")
	for _, proxy := range []struct {
		name  string
		start func(t *testing.T, upstream string) (address string)
		names bool // it passes on the visitor's address and the site's host
	}{
		{"nginx with a bare proxy_pass", bare, false},
		{"nginx as in the folder deploy", startNginxProxy(""), true},
		{"Caddy as in the folder deploy", startCaddy, true},
	} {
		t.Run(proxy.name, func(t *testing.T) {
			site := serveBuilt(t, "TRUSTED_PROXIES=127.0.0.1", "QUOTE_RATE_LIMIT=2")
			at := proxy.start(t, site.Address())

			for _, encoding := range []string{"br", "gzip", "identity"} {
				mustGet(t, at, "/", encoding)
			}
			for _, path := range []string{"/q/", "/q//", "/office/in/", "/office/calendar.ics?key="} {
				program.Get(t, http.MethodGet, "http://"+at+path+secret)
			}
			t.Run("quote", func(t *testing.T) {
				mustReceive(t, formClient{server: at, origin: publicURL}, testkit.QuoteForm("Ann"))
				if got := site.Calls.Wait(t, 1); !strings.Contains(got[0].Body, `"name":"Ann"`) {
					t.Errorf("the webhook got %s", got[0].Body)
				}
			})
			t.Run("5,000 characters of another script", func(t *testing.T) {
				form := testkit.QuoteForm("Lin")
				form.Set("message", strings.Repeat("沙", 5000))
				mustReceive(t, formClient{address: "127.0.0.2", server: at, origin: publicURL}, form)
			})
			t.Run("another site", func(t *testing.T) {
				v := formClient{address: "127.0.0.3", server: at, origin: "https://elsewhere.example"}
				response, _ := v.post(t, testkit.QuoteForm("Eve"))
				if response.StatusCode != http.StatusForbidden {
					t.Errorf("a POST from another site = %d, want 403", response.StatusCode)
				}
			})
			if proxy.names {
				t.Run("an allowance for each visitor", func(t *testing.T) {
					for i := range 10 {
						v := formClient{address: fmt.Sprintf("127.0.1.%d", i+1), server: at, origin: publicURL}
						mustReceive(t, v, testkit.QuoteForm(fmt.Sprintf("Visitor %d", i)))
					}
					greedy := formClient{address: "127.0.2.1", server: at, origin: publicURL}
					mustReceive(t, greedy, testkit.QuoteForm("Greedy 1"))
					mustReceive(t, greedy, testkit.QuoteForm("Greedy 2"))
					response, body := greedy.post(t, testkit.QuoteForm("Greedy 3"))
					if response.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, "Greedy 3") {
						t.Errorf("the third POST of one visitor = %d, want 429 with values kept", response.StatusCode)
					}
				})
				t.Run("the proxy's request ID", func(t *testing.T) {
					if id := mustGet(t, at, unknownPath, "identity"); len(id) < 32 || !site.Log.Has("request_id="+id) {
						t.Errorf("the proxy's request ID %q is not in the log", id)
					}
				})
			}
			for _, lead := range listLeads(t, site) {
				if lead["name"] == "Eve" {
					t.Error("a lead of another site is in the journal")
				}
			}
		})
	}
}

// unknownPath has no page, so its requests are logged.
const unknownPath = "/no-such-page"

// mustGet gets a page in one encoding, and returns the request ID.
func mustGet(t *testing.T, server, path, encoding string) (id string) {
	t.Helper()
	response, body := program.Get(t, http.MethodGet, "http://"+server+path, "Accept-Encoding", encoding)
	if wrong := path != unknownPath && response.StatusCode != http.StatusOK; wrong || len(body) == 0 {
		t.Errorf("GET %s in %s = %d with %d bytes", path, encoding, response.StatusCode, len(body))
	}
	return response.Header.Get("X-Request-Id")
}

// mustReceive posts a form, and follows the redirect to the page with the success toast.
func mustReceive(t *testing.T, v formClient, form url.Values) {
	t.Helper()
	response, body := v.post(t, form)
	if response.StatusCode != http.StatusSeeOther {
		t.Fatalf("the POST of %s = %d, want 303\n%.500s", form.Get("name"), response.StatusCode, body)
	}
	target, err := url.Parse(response.Header.Get("Location"))
	testkit.Must(t, err)
	followed, page := program.Get(t, http.MethodGet, "http://"+v.server+target.RequestURI())
	if followed.StatusCode != http.StatusOK || !bytes.Contains(page, []byte(testkit.Received)) {
		t.Errorf("after the POST of %s, GET %s = %d, without success", form.Get("name"), target, followed.StatusCode)
	}
}
