//go:build acceptance

// Package acceptance tries with the real thing what the other tests can only imitate: the built program behind the web servers
// that people put in front of it, and in browsers that are not Chromium. The Makefile installs them and builds the program:
//
//	make acceptance
package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
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
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// publicURL is the site's own address in these tests. Nothing listens there: a proxy stands between.
var publicURL = program.Words().BaseURL()

// builtProgram is what make build makes.
func builtProgram(t *testing.T) string { return filepath.Join(testkit.Root(t), "bin", "haulfront") }

// serveBuilt starts the built program with some settings, in an empty folder, and waits until it serves.
func serveBuilt(t *testing.T, settings ...string) *program.Process {
	t.Helper()
	p := program.New(t, builtProgram(t))
	p.Cmd.Dir = t.TempDir()
	p.Cmd.Env = append(append(p.Cmd.Env, "BASE_URL="+publicURL, "QUOTE_RATE_LIMIT=10", "RENDER_WORKERS=0"), settings...)
	p.Start(t)
	p.AwaitServing(t)
	return p
}

// runCommand runs cmd until the test ends; a failed test shows what it wrote.
func runCommand(t *testing.T, cmd *exec.Cmd, output fmt.Stringer) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // not a kill, which would leave nginx's workers behind
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s wrote:\n%s", filepath.Base(cmd.Path), output)
		}
	})
}

// listLeads returns what the program lists of its journal.
func listLeads(t *testing.T, p *program.Process) []map[string]any {
	t.Helper()
	out, err := exec.Command(builtProgram(t), "leads", "list", "--json", "--database-url="+p.Database).Output()
	if err != nil {
		t.Fatalf("leads list: %v", err)
	}
	var leads []map[string]any
	for line := range bytes.Lines(out) {
		var lead map[string]any
		if err := json.Unmarshal(line, &lead); err != nil {
			t.Fatal(err)
		}
		leads = append(leads, lead)
	}
	return leads
}

// freeAddress is an address for a server that cannot choose a port by itself.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// awaitAnswer waits until something takes connections at address.
func awaitAnswer(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.WaitLimit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("nothing listens at %s: %v", address, err)
		case <-tick.C:
		}
	}
}

// formClient is a browser of the older kind: it says where a post comes from in Origin and nowhere else. It comes from an
// address of its own below 127.0.0.0/8.
type formClient struct {
	address string // of the visitor, "" for the system's choice
	server  string // host:port that is connected to
	origin  string // what Origin says
}

// post sends a form as a browser without JavaScript does and returns the answer without following it.
func (v formClient) post(t *testing.T, form url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+v.server+"/quote", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	public, err := url.Parse(publicURL)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = public.Host
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", v.origin)
	return v.do(t, request)
}

func (v formClient) do(t *testing.T, request *http.Request) (*http.Response, string) {
	t.Helper()
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
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}
