package main

import (
	"crypto/x509"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// deployFile reads a file of the folder deploy.
func deployFile(t *testing.T, name string) string {
	t.Helper()
	return readDocument(t, filepath.Join("cmd/haulfront/deploy", name))
}

// The unit starts a command of the program with variables that are settings.
func TestDeployUnit(t *testing.T) {
	t.Parallel()
	newDocument(t, ".").unit(strings.Split(deployFile(t, "haulfront.service"), "\n"))
}

// Every metric that an alert or the dashboard names is one that the program has.
func TestDeployMetrics(t *testing.T) {
	t.Parallel()
	// The authority does not answer, and there is no certificate yet.
	s := servertest.Start(t, "TLS_DOMAINS=www.example.com", "TLS_CA=https://"+program.UnusedAddress(t), "TLS_STORAGE="+t.TempDir(),
		"HTTP_ADDR=127.0.0.1:0", "ALERT_AFTER=15m")
	status, metrics := s.GetAdmin(t, "/metrics")
	if status != 200 {
		t.Fatalf("/metrics = %d", status)
	}
	kinds := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)$`).FindAllStringSubmatch(metrics, -1) {
		kinds[line[1]] = line[2]
	}
	for _, name := range []string{"alerts.yml", "alerts_test.yml", "grafana.json"} {
		found := regexp.MustCompile(`\b(haulfront|go|process)_\w+`).FindAllString(deployFile(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s names no metric", name)
		}
		for _, metric := range found {
			family := regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(metric, "")
			if kinds[metric] == "" && kinds[family] != "histogram" {
				t.Errorf("%s: there is no metric %s", name, metric)
			}
		}
	}
}

// dockerfile is the last stage of the Dockerfile, by instruction.
func dockerfile(t *testing.T) map[string][]string {
	t.Helper()
	text := strings.ReplaceAll(readDocument(t, "Dockerfile"), "\\\n", " ")
	stages := regexp.MustCompile(`(?m)^FROM `).Split(text, -1)
	steps := map[string][]string{}
	for line := range strings.Lines(stages[len(stages)-1]) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		steps[name] = append(steps[name], rest)
	}
	return steps
}

// The image runs as a user who is not root and is probed by the program itself; its variables are settings, and what is copied
// into the build is there.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	steps := dockerfile(t)
	user, _, _ := strings.Cut(strings.Join(steps["USER"], ""), ":")
	if uid, err := strconv.Atoi(user); err != nil || uid == 0 {
		t.Errorf("USER is %q, want the number of a user who is not root", steps["USER"])
	}
	if health := strings.Join(steps["HEALTHCHECK"], ""); !strings.HasSuffix(health, `CMD ["/haulfront", "health"]`) {
		t.Errorf("HEALTHCHECK is %q, want haulfront health", health)
	}
	for _, pair := range steps["ENV"] {
		if name, _, _ := strings.Cut(pair, "="); !slices.Contains(program.SettingNames(), name) {
			t.Errorf("ENV %s: there is no such setting", pair)
		}
	}
	for _, copied := range regexp.MustCompile(`(?m)^COPY ([^-].*) \S+$`).FindAllStringSubmatch(readDocument(t, "Dockerfile"), -1) {
		for _, name := range strings.Fields(copied[1]) {
			if _, err := os.Stat(filepath.Join(testkit.Root(t), name)); err != nil {
				t.Errorf("COPY %s: %v", name, err)
			}
		}
	}
}

// mainRoots prints how many authorities the program trusts.
func mainRoots() {
	roots, err := x509.SystemCertPool()
	if err != nil {
		panic(err)
	}
	fmt.Println(len(roots.Subjects()))
}

// Where the system has no certificates of authorities, as in an empty root, the program brings its own.
func TestRootsInTheProgram(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("haulfront-roots")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "SSL_CERT_FILE=" + os.DevNull, "SSL_CERT_DIR=" + t.TempDir()}
	out, err := cmd.Output()
	if n, _ := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || n < 100 {
		t.Errorf("without the system's certificates the program trusts %q authorities, %v, want a hundred and more", out, err)
	}
}
