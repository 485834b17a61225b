//go:build acceptance

package acceptance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// marionette is Firefox's own remote protocol: WebDriver's commands as JSON with its length in front
// (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	last int // number of the last command
}

// startFirefox opens a window of Debian's Firefox ESR in a new profile. With scripts off, no JavaScript of the page
// runs.
func startFirefox(t *testing.T, width, height int, scripts bool) *browser {
	t.Helper()
	profile := t.TempDir()
	prefs := map[string]any{
		"marionette.port": 0, "javascript.enabled": scripts, "browser.shell.checkDefaultBrowser": false,
		"datareporting.policy.dataSubmissionEnabled": false, "browser.startup.homepage_override.mstone": "ignore",
		"app.update.auto": false, "network.captive-portal-service.enabled": false,
		"browser.safebrowsing.downloads.remote.enabled": false, "dom.security.https_first": false,
	}
	var lines strings.Builder
	for name, value := range prefs {
		data, err := json.Marshal(value)
		testkit.Must(t, err)
		fmt.Fprintf(&lines, "user_pref(%q, %s);\n", name, data)
	}
	testkit.Must(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(lines.String()), 0o600))
	cmd := exec.Command("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile,
		"--width", strconv.Itoa(width), "--height", strconv.Itoa(height))
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "MOZ_CRASHREPORTER_DISABLE=1")
	runCommand(t, cmd)
	var port []byte
	if !testkit.Poll(func() bool {
		port, _ = os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		return len(port) > 0
	}) {
		t.Fatal("Firefox opens no port for Marionette")
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
	testkit.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	m := &marionette{conn: conn, in: bufio.NewReader(conn)}
	_, err = m.read() // its greeting
	testkit.Must(t, err)
	b := &browser{t: t, name: "Firefox", call: m.call}
	b.do("NewSession", map[string]any{"capabilities": map[string]any{}})
	b.do("SetWindowRect", map[string]any{"width": width, "height": height})
	return b
}

// call sends a command and returns its result.
func (m *marionette) call(command string, parameters any) (json.RawMessage, error) {
	m.last++
	data, err := json.Marshal([]any{0, m.last, "WebDriver:" + command, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(data), data); err != nil {
		return nil, err
	}
	answer, err := m.read()
	if err != nil {
		return nil, err
	}
	var parts [4]json.RawMessage // 1, number, error, result
	if err := json.Unmarshal(answer, &parts); err != nil {
		return nil, err
	}
	if string(parts[2]) != "null" {
		return nil, errors.New(string(parts[2]))
	}
	return parts[3], nil
}

func (m *marionette) read() ([]byte, error) {
	if err := m.conn.SetReadDeadline(time.Now().Add(2 * testkit.WaitLimit)); err != nil {
		return nil, err
	}
	length, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(m.in, data)
	return data, err
}
