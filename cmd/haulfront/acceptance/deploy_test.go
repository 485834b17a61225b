//go:build acceptance

package acceptance

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// image is the last stage of the Dockerfile.
type image struct {
	uid                     uint32
	dir                     string
	env, entry, cmd, health []string
	owned                   []string // folders that belong to the user
}

// readImage reads the Dockerfile (https://docs.docker.com/reference/dockerfile/).
func readImage(t *testing.T) (i image) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testkit.Root(t), "Dockerfile"))
	testkit.Must(t, err)
	_, last, found := strings.Cut(string(text), "\nFROM scratch\n")
	if !found {
		t.Fatal("the image does not begin from scratch")
	}
	list := func(text string) (words []string) {
		if err := json.Unmarshal([]byte(text), &words); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return words
	}
	for line := range strings.Lines(last) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "COPY":
			if words := strings.Fields(rest); strings.Contains(rest, "--chown=") {
				i.owned = append(i.owned, words[len(words)-1])
			}
		case "USER":
			uid, err := strconv.ParseUint(rest[:strings.Index(rest, ":")], 10, 32)
			testkit.Must(t, err)
			i.uid = uint32(uid)
		case "WORKDIR":
			i.dir = rest
		case "ENV":
			i.env = append(i.env, rest)
		case "ENTRYPOINT":
			i.entry = list(rest)
		case "CMD":
			i.cmd = list(rest)
		case "HEALTHCHECK":
			i.health = list(rest[strings.Index(rest, "CMD ")+4:])
		}
	}
	return i
}

// enter makes a command run with another root directory, as the image's user.
func (i image) enter(cmd *exec.Cmd, root string) {
	cmd.Dir, cmd.Err = i.dir, nil
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: i.uid, Gid: i.uid}
		return
	}
	// Without root, chroot takes a user namespace.
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: int(i.uid), HostID: os.Geteuid(), Size: 1}}
}

// TestAcceptanceImage runs the program as the image of the Dockerfile does: alone in a root, as a user other than root,
// probed by the health check.
func TestAcceptanceImage(t *testing.T) {
	i, root := readImage(t), t.TempDir()
	testkit.Must(t, os.Chmod(root, 0o755))
	data, err := os.ReadFile(builtProgram(t))
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(filepath.Join(root, i.entry[0]), data, 0o755))
	for _, folder := range i.owned {
		path := filepath.Join(root, folder)
		testkit.Must(t, os.MkdirAll(path, 0o755))
		if os.Geteuid() == 0 {
			testkit.Must(t, os.Chown(path, int(i.uid), int(i.uid)))
		}
		testkit.Must(t, os.Chmod(path, 0o700))
	}
	p := program.New(t, i.entry[0])
	p.Cmd.Path, p.Cmd.Args = i.entry[0], append(slices.Clone(i.entry), i.cmd...)
	settings := slices.DeleteFunc(p.Settings(), func(s string) bool { return strings.HasPrefix(s, "DATABASE_URL=") })
	_, port, err := net.SplitHostPort(program.UnusedAddress(t))
	testkit.Must(t, err)
	admin := ":" + port // for a scraper outside
	p.Cmd.Env = append(append(settings, i.env...), "ADMIN_ADDR="+admin)
	i.enter(p.Cmd, root)
	p.Start(t)
	p.AwaitServing(t)
	mustGet(t, p.Address(), "/", "br")
	if got := p.Submit(http.DefaultClient, "Ann"); got != http.StatusOK {
		t.Errorf("submit = %d, want 200", got)
	}
	p.AwaitReady(t)
	health := exec.Command(i.health[0], i.health[1:]...)
	health.Path, health.Env = i.health[0], []string{"ADMIN_ADDR=" + admin}
	i.enter(health, root)
	if out, err := health.CombinedOutput(); err != nil || string(out) != "ready\n" {
		t.Errorf("the health check prints %q, %v", out, err)
	}
	p.Stop(t)
	p.AwaitEnd(t)
	var files []string
	err = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(path, root))
		}
		return err
	})
	if journal := regexp.MustCompile(`^/haulfront$|^/var/lib/haulfront/haulfront\.db`); err != nil ||
		slices.ContainsFunc(files, func(f string) bool { return !journal.MatchString(f) }) {
		t.Errorf("the root has %v, %v, want the program and its journal", files, err)
	}
}

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
