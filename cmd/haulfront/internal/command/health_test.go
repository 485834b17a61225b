package command

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

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
	if !testkit.Await(func() <-chan struct{} { return tick(t) }, func() bool { _, err := health(port); return err == nil }) {
		t.Error("a server that listens everywhere is not healthy")
	}
	if text, err := health("127.0.0.1" + port); err != nil || text != "ready\n" {
		t.Errorf("haulfront health prints %q, %v, want what /readyz says", text, err)
	}
	for address, want := range map[string]string{program.UnusedAddress(t): "no server answers", "9090": "ADMIN_ADDR is"} {
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
	err := Run(t.Context(), []string{"health", "--admin-addr=" + other.Listener.Addr().String()}, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "not ready") {
		t.Errorf("haulfront health of a server that answers 503 = %v, want an error", err)
	}
}
