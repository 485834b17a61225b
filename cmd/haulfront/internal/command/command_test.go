package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
	"haulfront/content/company"
)

// testEnvironment is a process whose output nobody reads, and whose engines share their bundles.
func testEnvironment() *environment {
	return &environment{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, NewEngine: program.SharedBundle}
}

func TestMain(m *testing.M) {
	program.SetEnvironment()
	os.Exit(m.Run())
}

func TestDescribe(t *testing.T) {
	for settings, want := range map[string]string{
		"":                   "commit unknown",
		"vcs.modified=false": "commit 7db4395 of 2026-11-21T20:00:00Z",
		"vcs.modified=true":  "commit 7db4395 of 2026-11-21T20:00:00Z, changed since",
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"},
			Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"}}}
		if key, value, ok := strings.Cut(settings, "="); ok {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.revision", Value: "7db4395"},
				debug.BuildSetting{Key: "vcs.time", Value: "2026-11-21T20:00:00Z"},
				debug.BuildSetting{Key: key, Value: value})
		}
		if got := describe(info); got != "haulfront v1.2.3, go1.26.8 linux/arm64, "+want {
			t.Errorf("describe() = %q, want %q", got, want)
		}
	}
}

// The manual names every flag of the command that owners begin with.
func TestInitFlags(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join(testkit.Root(t), "README.md"))
	testkit.Must(t, err)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[initCommand]()) {
		if flag := "`--" + strings.ToLower(f.Name); f.Name != "Dir" && !strings.Contains(string(manual), flag) &&
			!strings.Contains(string(manual), strings.TrimPrefix(flag, "`")+" ") {
			t.Errorf("README.md does not name %s`", flag)
		}
	}
}

// Nothing is true since a day that has not come.
func TestCheckDays(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	err := checkDays(&company.Business{LegalSince: "2026-11-29", Proofs: company.Proofs{Since: 2026}}, now)
	testkit.Must(t, err)
	err = checkDays(&company.Business{LegalSince: "2026-12-01", Proofs: company.Proofs{Since: 2027}}, now)
	testkit.WantError(t, "days to come", err, "legalSince is 2026-12-01, and /privacy, /terms and /accessibility are "+
		"online before; wanted 2026-11-29 or an earlier day\nbusiness.yaml: the company began in 2027; wanted 2026 or")
}

func TestHealth(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t, "ADMIN_ADDR=:0")
	_, port, _ := strings.Cut(s.Admin, "://[::]")
	health := func(address string) (string, error) {
		var out bytes.Buffer
		err := Run(t.Context(), []string{"health", "--admin-addr=" + address}, &out, io.Discard)
		return out.String(), err
	}
	if !testkit.Poll(func() bool { _, err := health(port); return err == nil }) { // pages are made after the start
		t.Error("a server that listens everywhere is not healthy")
	}
	if text, err := health("127.0.0.1" + port); err != nil || text != "ready\n" {
		t.Errorf("haulfront health prints %q, %v, want what /readyz says", text, err)
	}
	other := testkit.NewReceiver(t, "admin", nil)
	other.Set(testkit.Status(503))
	for address, want := range map[string]string{
		program.UnusedAddress(t): "nothing is running at the admin address ", "9090": "ADMIN_ADDR is",
		other.Listener.Addr().String(): "not ready",
	} {
		if _, err := health(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("haulfront health of %s = %v, want %q", address, err, want)
		}
	}
}
