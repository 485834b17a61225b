//go:build acceptance

package acceptance

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestAcceptanceSocketActivation starts the program by the first connection to a socket of systemd.
func TestAcceptanceSocketActivation(t *testing.T) {
	address := program.UnusedAddress(t)
	p := program.New(t, "systemd-socket-activate", "--listen="+address, builtProgram(t))
	// systemd-socket-activate passes no environment on.
	for _, setting := range p.Settings() {
		name, value, _ := strings.Cut(setting, "=")
		p.Cmd.Args = append(p.Cmd.Args, "--"+strings.ReplaceAll(strings.ToLower(name), "_", "-")+"="+value)
	}
	p.Start(t)
	awaitListener(t, address)
	p.AwaitServing(t)
	if p.Address() != address {
		t.Errorf("the program serves at %s, want the socket's %s", p.Address(), address)
	}
	mustGet(t, address, "/", "br")
	p.Stop(t)
	p.AwaitEnd(t)
}

// exposure is the limit of systemd's exposure level, of 100; a service without hardening has 96.
const exposure = 20

// TestAcceptancePackage installs the package into a root of its own, updates it and removes it: the units pass
// systemd's checks, there is a user, and settings that the owner has changed stay.
func TestAcceptancePackage(t *testing.T) {
	root := t.TempDir()
	dpkg := func(args ...string) {
		t.Helper()
		testkit.Run(t, exec.Command("dpkg", append([]string{"--root=" + root, "--force-script-chrootless",
			"--force-depends", "--force-confold"}, args...)...))
	}
	path := func(name string) string { return filepath.Join(root, name) }
	testkit.Must(t, os.MkdirAll(path("var/lib/dpkg/info"), 0o755))
	testkit.Must(t, os.MkdirAll(path("var/lib/dpkg/updates"), 0o755))
	testkit.Must(t, os.WriteFile(path("var/lib/dpkg/status"), nil, 0o644))
	dpkg("--install", builtProgram(t)+".deb")
	testkit.WantPrivate(t, path("etc/haulfront.env"))
	testkit.Run(t, exec.Command(path("usr/bin/haulfront"), "version"))
	users, err := os.ReadFile(path("etc/passwd"))
	if err != nil || !regexp.MustCompile(`(?m)^haulfront:.*:/var/lib/haulfront:/usr/sbin/nologin$`).Match(users) {
		t.Errorf("the users are %q, %v", users, err)
	}
	const setting = "\nOWNER_EMAIL=ann@example.com\n"
	testkit.Must(t, os.WriteFile(path("etc/haulfront.env"), []byte(setting), 0o600))
	dpkg("--install", builtProgram(t)+".deb")
	checkUnits(t, root)
	dpkg("--remove", "haulfront")
	if text, err := os.ReadFile(path("etc/haulfront.env")); string(text) != setting || err != nil {
		t.Errorf("the changed settings are now %q, %v", text, err)
	}
	if _, err := os.Stat(path("usr/bin/haulfront")); err == nil {
		t.Error("the program is still there")
	}
}

// checkUnits checks the units of a root with systemd, beside those of this machine, and the exposure of services.
func checkUnits(t *testing.T, root string) {
	t.Helper()
	units, err := filepath.Glob(filepath.Join(root, "usr/lib/systemd/system/haulfront*"))
	if testkit.Must(t, err); len(units) != 4 {
		t.Errorf("the package has the units %v, want 4", units)
	}
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		testkit.Must(t, err)
		installed := bytes.ReplaceAll(text, []byte("ExecStart=/"), []byte("ExecStart="+root+"/"))
		testkit.Must(t, os.WriteFile(unit, installed, 0o644))
	}
	commands := [][]string{append([]string{"verify"}, units...)}
	for _, unit := range units {
		if filepath.Ext(unit) == ".service" {
			commands = append(commands, []string{"security", "--offline=yes", "--no-pager",
				"--threshold=" + strconv.Itoa(exposure), unit})
		}
	}
	for _, args := range commands {
		cmd := exec.Command("systemd-analyze", args...)
		out, err := cmd.CombinedOutput()
		if err != nil || regexp.MustCompile(`(?i)unknown|ignoring`).Match(out) {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
		if found := regexp.MustCompile(`Overall exposure level.*`).Find(out); found != nil {
			t.Logf("%s", found)
		}
	}
}

// TestAcceptanceAlerts checks the alerts with Prometheus, and runs their tests.
func TestAcceptanceAlerts(t *testing.T) {
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		cmd := exec.Command("promtool", args...)
		cmd.Dir = filepath.Join(testkit.Root(t), "cmd/haulfront/deploy")
		testkit.Run(t, cmd)
	}
}

// TestAcceptanceDashboard checks the queries of the dashboard.
func TestAcceptanceDashboard(t *testing.T) {
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	testkit.Must(t, json.Unmarshal([]byte(deployFile(t, "grafana.json")), &dashboard))
	if len(dashboard.Panels) == 0 {
		t.Error("the dashboard has no panel")
	}
	rules := "groups:\n  - name: dashboard\n    rules:\n"
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			// promtool does not know Grafana's variable.
			expr, err := json.Marshal(strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
			testkit.Must(t, err)
			rules += "      - { record: \"dashboard:expr\", expr: " + string(expr) + " }\n"
		}
	}
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	testkit.Must(t, os.WriteFile(file, []byte(rules), 0o600))
	testkit.Run(t, exec.Command("promtool", "check", "rules", "--lint=none", file))
}
