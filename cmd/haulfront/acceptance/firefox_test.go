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
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// firefox is Debian's Firefox ESR, driven by its own remote protocol, Marionette: messages are JSON with their length
// in front (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
type firefox struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	last int // number of the last command
}

// startFirefox opens a window in a new profile. With scripts off, no JavaScript of the page runs.
func startFirefox(t *testing.T, width, height int, scripts bool) *firefox {
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
	f := &firefox{t: t, conn: conn, in: bufio.NewReader(conn)}
	_, err = f.read() // its greeting
	testkit.Must(t, err)
	f.do("WebDriver:NewSession", map[string]any{"capabilities": map[string]any{}})
	f.do("WebDriver:SetWindowRect", map[string]any{"width": width, "height": height})
	limit := testkit.WaitLimit.Milliseconds()
	f.do("WebDriver:SetTimeouts", map[string]any{"implicit": limit, "pageLoad": limit})
	return f
}

// call sends a command and returns its result.
func (f *firefox) call(name string, parameters any) (json.RawMessage, error) {
	f.last++
	data, err := json.Marshal([]any{0, f.last, name, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(data), data); err != nil {
		return nil, err
	}
	answer, err := f.read()
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

func (f *firefox) read() ([]byte, error) {
	if err := f.conn.SetReadDeadline(time.Now().Add(2 * testkit.WaitLimit)); err != nil {
		return nil, err
	}
	length, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(f.in, data)
	return data, err
}

// do is call, but a failure ends the test.
func (f *firefox) do(name string, parameters any) json.RawMessage {
	f.t.Helper()
	result, err := f.call(name, parameters)
	if err != nil {
		f.t.Fatalf("firefox: %s %v: %v", name, parameters, err)
	}
	return result
}

func (f *firefox) open(url string) {
	f.t.Helper()
	f.do("WebDriver:Navigate", map[string]string{"url": url})
}

// element waits for the first match of a selector, and returns its reference.
func (f *firefox) element(selector string) string {
	f.t.Helper()
	var result struct {
		Value map[string]string `json:"value"`
	}
	data := f.do("WebDriver:FindElement", map[string]string{"using": "css selector", "value": selector})
	testkit.Must(f.t, json.Unmarshal(data, &result))
	for _, reference := range result.Value {
		return reference
	}
	f.t.Fatalf("firefox: no reference in %s", data)
	return ""
}

// press clicks the first match. While the call bar of a phone covers it, press turns the wheel first.
func (f *firefox) press(selector string) {
	f.t.Helper()
	for range 4 {
		_, err := f.call("WebDriver:ElementClick", map[string]string{"id": f.element(selector)})
		if err == nil {
			return
		}
		if !strings.Contains(err.Error(), "element click intercepted") {
			f.t.Fatalf("firefox: press %s: %v", selector, err)
		}
		f.do("WebDriver:PerformActions", json.RawMessage(`{"actions": [{"type": "wheel", "id": "wheel", "actions": [
			{"type": "scroll", "x": 100, "y": 200, "deltaX": 0, "deltaY": 200, "duration": 0,
			"origin": "viewport"}]}]}`))
	}
	f.t.Fatalf("firefox: %s stays covered", selector)
}

func (f *firefox) write(selector, text string) {
	f.t.Helper()
	f.do("WebDriver:ElementSendKeys", map[string]string{"id": f.element(selector), "text": text})
}

// run executes a script in the page, and returns its result.
func (f *firefox) run(script string, args ...any) json.RawMessage {
	f.t.Helper()
	var result struct{ Value json.RawMessage }
	data := f.do("WebDriver:ExecuteScript", map[string]any{"script": script, "args": append([]any{}, args...)})
	testkit.Must(f.t, json.Unmarshal(data, &result))
	return result.Value
}

// text returns the visible text of the first match.
func (f *firefox) text(selector string) string {
	f.t.Helper()
	var result struct{ Value string }
	data := f.do("WebDriver:GetElementText", map[string]string{"id": f.element(selector)})
	testkit.Must(f.t, json.Unmarshal(data, &result))
	return result.Value
}

// TestAcceptanceFirefox submits a quote, first an empty one, on a phone and on a wide screen.
func TestAcceptanceFirefox(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		for _, width := range []int{450, 1280} { // Firefox has no narrower window
			t.Run(fmt.Sprintf("JavaScript %t, %d px", scripts, width), func(t *testing.T) {
				site := serveBuilt(t)
				f := startFirefox(t, width, 900, scripts)
				f.open("http://" + site.Address() + "/")
				f.press("#hero-form button[type=submit]")
				if got := f.text("#hero-form .QuoteForm-summary"); !strings.Contains(got, "phone") {
					t.Errorf("the summary of an empty form reads %q", got)
				}
				f.write("#hero-form-name", "Ann")
				f.write("#hero-form-phone", "(214) 555-0100")
				f.write("#hero-form-zipCode", "75024")
				f.press("#hero-form-serviceType option:nth-child(4)")
				f.press("#hero-form-serviceTimeframe option:nth-child(3)")
				f.press("#hero-form button[type=submit]")
				if got := f.text("[data-kind=success]"); !strings.Contains(got, testkit.Received) {
					t.Errorf("after the click, the page says %q", got)
				}
				if got := site.Calls.Wait(t, 1); !strings.Contains(got[0].Body, `"name":"Ann"`) {
					t.Errorf("the webhook got %s", got[0].Body)
				}
				if got := listLeads(t, site); len(got) != 1 {
					t.Errorf("%d leads in the journal, want 1", len(got))
				}
			})
		}
	}
}

// TestAcceptanceFirefoxChangedPages submits quotes from pages that a translator or an extension has changed, before and
// after their forms are hydrated.
func TestAcceptanceFirefoxChangedPages(t *testing.T) {
	site := serveBuilt(t, "QUOTE_RATE_LIMIT=100")
	f := startFirefox(t, 1280, 900, true)
	sent := map[string]bool{}
	for path, form := range map[string]string{"/": "#hero-form", program.First(content.KindService): "#contact-form"} {
		for how, change := range testkit.PageChanges() {
			for _, hydrated := range []bool{false, true} {
				name := fmt.Sprintf("%s on %s, hydrated %t", how, path, hydrated)
				f.open("http://" + site.Address() + path)
				awaitHydrated := func() { f.element("[data-hydrated] " + form) }
				if hydrated {
					f.run(`document.querySelector(arguments[0])
						.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}))`, form)
					awaitHydrated()
				}
				f.run(change + "; window.change()")
				f.run(`const {contact, serviceType} = document.querySelector(arguments[0]).elements;
					contact.value = "text";
					serviceType.value = "Garage Cleanout"`, form)
				f.write(form+"-name", name) // starts hydration
				awaitHydrated()
				f.write(form+"-phone", "(214) 555-0100")
				f.write(form+"-zipCode", "75024")
				f.press(form + "-serviceTimeframe [value=Today]")
				f.press(form + " [name=consent]")
				f.press(form + " [type=submit]")
				f.element(".CustomerPage-received")
				f.element("[data-kind=success]")
				sent[name] = true
			}
		}
	}
	for _, l := range site.Leads(t) {
		x := l.Request
		got := []string{x.Phone, x.ZIPCode, x.ServiceType, x.ServiceTimeframe, x.Extra.Answer.Contact, x.Extra.Language}
		want := []string{"(214) 555-0100", "75024", "Garage Cleanout", "Today", "text", "es"}
		if !sent[x.Name] || !slices.Equal(got, want) {
			t.Errorf("%s: the journal has %q, want one lead with %q", x.Name, got, want)
		}
		delete(sent, x.Name)
	}
	if len(sent) > 0 {
		t.Errorf("the journal lacks %v", sent)
	}
}

// TestAcceptanceLynx reads pages as text, and submits a quote without stylesheets, scripts and pictures.
func TestAcceptanceLynx(t *testing.T) {
	site := serveBuilt(t)
	for _, path := range []string{
		"/", "/get-quote", program.First(content.KindService), program.First(content.KindCity),
	} {
		out, err := exec.Command("lynx", "-dump", "-nolist", "http://"+site.Address()+path).Output()
		if err != nil {
			t.Fatalf("lynx %s: %v", path, err)
		}
		if !strings.Contains(string(out), program.Phone()) || !strings.Contains(string(out), "ZIP") {
			t.Errorf("lynx shows no phone number or no form on %s:\n%.500s", path, out)
		}
	}
	cmd := exec.Command("lynx", "-dump", "-nolist", "-post_data", "http://"+site.Address()+"/quote")
	cmd.Stdin = strings.NewReader(testkit.QuoteForm("Ann").Encode() + "\n---\n")
	out, err := cmd.Output()
	testkit.Must(t, err)
	if !strings.Contains(string(out), testkit.Received) {
		t.Errorf("after the POST lynx shows:\n%.500s", out)
	}
	site.Calls.Wait(t, 1)
}
