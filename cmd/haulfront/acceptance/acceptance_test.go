//go:build acceptance

// Package acceptance tests the built program with the software that other tests imitate: reverse proxies, mail servers,
// certificate authorities, and browsers other than Chromium. The Makefile installs them and builds the program:
//
//	make acceptance
package acceptance

import (
	"bytes"
	"encoding/json"
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
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// publicURL is the site's URL in these tests. Nothing listens there.
var publicURL = program.Words().Business.URL

// builtProgram is the path of the program that make build makes.
func builtProgram(t *testing.T) string { return filepath.Join(testkit.Root(t), "bin", "haulfront") }

// serveBuilt starts the built program in an empty folder, and waits until it serves.
func serveBuilt(t *testing.T, settings ...string) *program.Process {
	t.Helper()
	p := program.New(t, builtProgram(t))
	p.Cmd.Dir = t.TempDir()
	p.Cmd.Env = append(append(p.Cmd.Env, "BASE_URL="+publicURL, "QUOTE_RATE_LIMIT=10", "RENDER_WORKERS=0"), settings...)
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// runCommand runs cmd until the test ends. A failed test shows its output.
func runCommand(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	output := &testkit.Log{}
	cmd.Stdout, cmd.Stderr = output, output
	testkit.Must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // not a kill, which would leave nginx's workers behind
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s wrote:\n%s", filepath.Base(cmd.Path), output)
		}
	})
}

// listLeads returns the output of leads list.
func listLeads(t *testing.T, p *program.Process) []map[string]any {
	t.Helper()
	out, err := exec.Command(builtProgram(t), "leads", "list", "--json", "--database-url="+p.Database).Output()
	if err != nil {
		t.Fatalf("leads list: %v", err)
	}
	var leads []map[string]any
	for line := range bytes.Lines(out) {
		var lead map[string]any
		testkit.Must(t, json.Unmarshal(line, &lead))
		leads = append(leads, lead)
	}
	return leads
}

// awaitListener waits until a server accepts connections at address.
func awaitListener(t *testing.T, address string) {
	t.Helper()
	if !testkit.Poll(func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}) {
		t.Fatalf("nothing listens at %s", address)
	}
}

// startServer runs cmd and waits until it accepts connections at address.
func startServer(t *testing.T, address string, cmd *exec.Cmd) {
	t.Helper()
	runCommand(t, cmd)
	awaitListener(t, address)
}

// formClient is an old browser: it sends Origin, but no Sec-Fetch headers.
type formClient struct {
	address string // of the visitor, in 127.0.0.0/8; "" for the system's choice
	server  string // host:port
	origin  string
}

// post sends a form as a browser without JavaScript does, and returns the response without following it.
func (v formClient) post(t *testing.T, form url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, "http://"+v.server+"/quote", strings.NewReader(form.Encode()))
	testkit.Must(t, err)
	request.Host = strings.TrimPrefix(publicURL, "https://")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", v.origin)
	dialer := &net.Dialer{Timeout: testkit.WaitLimit}
	if v.address != "" {
		dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(v.address)}
	}
	client := &http.Client{
		Timeout:       testkit.WaitLimit,
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	testkit.Must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	testkit.Must(t, err)
	return response, string(body)
}
