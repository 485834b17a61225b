//go:build acceptance

package acceptance

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A proxy is a web server that people put in front of the program.
type proxy struct {
	name string
	// start serves the program at upstream under an address of its own.
	start func(t *testing.T, upstream string) (address string)
	// names says whether it passes on the visitor's address and the site's own name.
	names bool
}

func proxies() []proxy {
	const headers = "proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
	return []proxy{
		{"nginx with a bare proxy_pass", startNginxProxy(""), false},
		{"nginx with the headers of the README", startNginxProxy(headers), true},
		{"Caddy", startCaddy, true},
	}
}

// startNginxProxy starts Debian's nginx with one location and the given lines in it.
func startNginxProxy(headers string) func(*testing.T, string) string {
	return func(t *testing.T, upstream string) string {
		const config = `daemon off; user root; pid nginx.pid; error_log stderr notice;
events { worker_connections 1024; }
http {
	access_log off; client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
	server { listen %s; location / { proxy_pass http://%s; %s } }
}
`
		address, dir := freeAddress(t), t.TempDir()
		file := filepath.Join(dir, "nginx.conf")
		if err := os.WriteFile(file, fmt.Appendf(nil, config, address, upstream, headers), 0o600); err != nil {
			t.Fatal(err)
		}
		startServer(t, address, exec.Command("/usr/sbin/nginx", "-e", "stderr", "-p", dir, "-c", file))
		return address
	}
}

// startCaddy starts Debian's Caddy with one site and one line in it (https://caddyserver.com/docs/caddyfile).
func startCaddy(t *testing.T, upstream string) string {
	const config = "{\n\tadmin off\n}\nhttp://:%s {\n\tbind 127.0.0.1\n\treverse_proxy %s\n}\n"
	address, dir := freeAddress(t), t.TempDir()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, port, upstream), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	startServer(t, address, cmd)
	return address
}

// startServer runs cmd and waits until it takes connections at address.
func startServer(t *testing.T, address string, cmd *exec.Cmd) {
	t.Helper()
	log := &testkit.Log{}
	cmd.Stdout, cmd.Stderr = log, log
	runCommand(t, cmd, log)
	awaitAnswer(t, address)
}

// TestAcceptanceProxies sends quotes through each proxy, as browsers of the older kind send them.
func TestAcceptanceProxies(t *testing.T) {
	for _, proxy := range proxies() {
		t.Run(proxy.name, func(t *testing.T) {
			site := serveBuilt(t, "TRUSTED_PROXIES=127.0.0.1", "QUOTE_RATE_LIMIT=2")
			at := proxy.start(t, site.Address())

			for _, encoding := range []string{"br", "gzip", "identity"} {
				mustGet(t, at, "/", encoding)
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
				response, _ := formClient{address: "127.0.0.3", server: at, origin: "https://elsewhere.example"}.post(t, testkit.QuoteForm("Eve"))
				if response.StatusCode != http.StatusForbidden {
					t.Errorf("a post from another site = %d, want 403", response.StatusCode)
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
						t.Errorf("the third post of one visitor = %d, want 429 and what was typed", response.StatusCode)
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

// mustGet asks for a page in one encoding.
func mustGet(t *testing.T, server, path, encoding string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+server+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", encoding)
	response, body := formClient{server: server}.do(t, request)
	if response.StatusCode != http.StatusOK || body == "" {
		t.Errorf("GET %s in %s = %d with %d bytes", path, encoding, response.StatusCode, len(body))
	}
}

// mustReceive posts a form and follows the answer to the page that says that it has arrived.
func mustReceive(t *testing.T, v formClient, form url.Values) {
	t.Helper()
	response, body := v.post(t, form)
	if response.StatusCode != http.StatusSeeOther {
		t.Fatalf("the post of %s = %d, want 303\n%s", form.Get("name"), response.StatusCode, firstBytes(body))
	}
	target, err := url.Parse(response.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+v.server+target.RequestURI(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response, body := v.do(t, request); response.StatusCode != http.StatusOK || !strings.Contains(body, testkit.Received) {
		t.Errorf("after the post of %s, GET %s = %d without %q", form.Get("name"), target, response.StatusCode, testkit.Received)
	}
}

func firstBytes(text string) string {
	out, _ := io.ReadAll(io.LimitReader(strings.NewReader(text), 500))
	return string(out)
}
