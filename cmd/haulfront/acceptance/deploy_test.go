//go:build acceptance

package acceptance

import (
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

// TestAcceptanceUnits checks the units with systemd, and their exposure.
func TestAcceptanceUnits(t *testing.T) {
	dir := t.TempDir()
	const installed = "/usr/local/bin/haulfront"
	service := filepath.Join(dir, "haulfront.service")
	for path, text := range map[string]string{
		service:                                deployFile(t, "haulfront.service", installed, builtProgram(t)),
		filepath.Join(dir, "haulfront.socket"): deployFile(t, "haulfront.socket"),
	} {
		testkit.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	for _, args := range [][]string{
		{"verify", service, filepath.Join(dir, "haulfront.socket")},
		{"security", "--offline=yes", "--no-pager", "--threshold=" + strconv.Itoa(exposure), service},
	} {
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
