package command

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// testEnvironment is a process whose output nobody reads, and whose engines share their bundles.
func testEnvironment() *environment {
	return &environment{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, NewEngine: program.SharedBundle}
}

// Each setting is an environment variable and a flag.
func TestServeHelp(t *testing.T) {
	var help bytes.Buffer
	if err := Run(t.Context(), []string{"serve", "--help"}, &help, io.Discard); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(help.String()), " ")
	for _, tag := range program.SettingTags() {
		name := tag.Get("env")
		if !strings.Contains(text, program.FlagOf(name)+"=") || !strings.Contains(text, "($"+name+")") {
			t.Errorf("haulfront serve --help does not name %s and $%s:\n%s", program.FlagOf(name), name, help.String())
		}
	}
}

func TestMain(m *testing.M) {
	program.SetEnvironment()
	os.Exit(m.Run())
}

func TestDescribe(t *testing.T) {
	setting := func(pairs ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, test := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{setting("GOOS", "linux", "GOARCH", "arm64"), "haulfront v1.2.3, go1.26.8 linux/arm64, commit unknown"},
		{setting("GOOS", "linux", "GOARCH", "amd64", "vcs.revision", "7db4395", "vcs.time", "2026-11-21T20:00:00Z",
			"vcs.modified", "false"),
			"haulfront v1.2.3, go1.26.8 linux/amd64, commit 7db4395 of 2026-11-21T20:00:00Z"},
		{setting("GOOS", "linux", "GOARCH", "amd64", "vcs.revision", "7db4395", "vcs.time", "2026-11-21T20:00:00Z",
			"vcs.modified", "true"),
			"haulfront v1.2.3, go1.26.8 linux/amd64, commit 7db4395 of 2026-11-21T20:00:00Z, changed since"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}, Settings: test.settings}
		if got := describe(info); got != test.want {
			t.Errorf("describe() = %q, want %q", got, test.want)
		}
	}
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
	// Pages are made after the first line of the log.
	if !testkit.Await(func() <-chan struct{} { return tick(t) },
		func() bool { _, err := health(port); return err == nil }) {
		t.Error("a server that listens everywhere is not healthy")
	}
	if text, err := health("127.0.0.1" + port); err != nil || text != "ready\n" {
		t.Errorf("haulfront health prints %q, %v, want what /readyz says", text, err)
	}
	for address, want := range map[string]string{program.UnusedAddress(t): "no server answers",
		"9090": "ADMIN_ADDR is"} {
		if _, err := health(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("haulfront health of %s = %v, want %q", address, err, want)
		}
	}
}

// tick returns a channel that is closed soon.
func tick(t *testing.T) <-chan struct{} {
	t.Helper()
	soon := make(chan struct{})
	time.AfterFunc(20*time.Millisecond, func() { close(soon) })
	return soon
}

func TestHealthOfServerThatIsNotReady(t *testing.T) {
	t.Parallel()
	other := testkit.NewReceiver(t, "admin", nil)
	other.Set(testkit.Status(503))
	err := Run(t.Context(), []string{"health", "--admin-addr=" + other.Listener.Addr().String()}, io.Discard,
		io.Discard)
	if err == nil || !strings.Contains(err.Error(), "not ready") {
		t.Errorf("haulfront health of a server that answers 503 = %v, want an error", err)
	}
}
