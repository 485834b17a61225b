//go:build acceptance

package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// startWebKit opens a window of WebKitGTK's test browser, whose engine is that of Safari, on a display in memory.
func startWebKit(t *testing.T, width, height int, scripts bool) *browser {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if err != nil || len(found) == 0 {
		t.Fatalf("no MiniBrowser: %v", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	address := listener.Addr().String()
	_, port, err := net.SplitHostPort(address)
	testkit.Must(t, errors.Join(err, listener.Close()))
	driver := exec.Command("WebKitWebDriver", "--port="+port)
	driver.Env = append(os.Environ(), "HOME="+t.TempDir(), "DISPLAY="+startDisplay(t))
	startServer(t, address, driver)
	d := &webDriver{"http://" + address + "/session"}
	b := &browser{t: t, name: "WebKit", call: d.call}
	data := b.do("NewSession", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": found[0],
			"args": []string{"--automation", "--enable-javascript=" + strconv.FormatBool(scripts)}}}}})
	var session struct{ SessionID string }
	testkit.Must(t, json.Unmarshal(data, &session))
	d.url += "/" + session.SessionID
	t.Cleanup(func() { _, _ = d.call("DeleteSession", nil) }) // the browser ends with it
	b.do("SetWindowRect", map[string]any{"width": width, "height": height})
	return b
}

// startDisplay runs an X server without a screen, and returns its name.
func startDisplay(t *testing.T) string {
	t.Helper()
	read, write, err := os.Pipe()
	testkit.Must(t, err)
	defer read.Close()
	display := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	display.ExtraFiles = []*os.File{write}
	runCommand(t, display)
	testkit.Must(t, write.Close())
	number, err := io.ReadAll(read) // until Xvfb, which serves now, closes it
	testkit.Must(t, err)
	return ":" + strings.TrimSpace(string(number))
}

// webDriver is the URL of a session of WebDriver over HTTP.
type webDriver struct{ url string }

// endpoints are the methods and paths of commands. {id} is that of an element.
var endpoints = map[string]string{
	"NewSession": "POST ", "DeleteSession": "DELETE ", "SetWindowRect": "POST /window/rect",
	"Navigate": "POST /url", "Refresh": "POST /refresh", "FindElement": "POST /element",
	"ElementClick": "POST /element/{id}/click", "ElementSendKeys": "POST /element/{id}/value",
	"GetElementText": "GET /element/{id}/text", "ExecuteScript": "POST /execute/sync",
}

// call sends a command and returns its result.
func (d *webDriver) call(command string, parameters any) (json.RawMessage, error) {
	method, path, _ := strings.Cut(endpoints[command], " ")
	if of, ok := parameters.(map[string]string); ok {
		path = strings.Replace(path, "{id}", of["id"], 1)
	}
	data, err := json.Marshal(parameters)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, d.url+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	client := http.Client{Timeout: 2 * testkit.WaitLimit}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err = io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New(string(data))
	}
	return data, err
}
