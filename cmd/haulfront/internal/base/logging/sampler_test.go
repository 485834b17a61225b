package logging

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A sampler logs the first lines of each minute, and at its end the number of omitted ones.
func TestSampler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &testkit.Log{}
		s := &Sampler{To: slog.New(slog.NewTextHandler(log, nil)), Kind: "unknown paths"}
		burst := func(n int) {
			for i := range n {
				s.Log(t.Context(), slog.LevelInfo, "not found", "path", fmt.Sprint("/", i))
			}
		}
		wants := func(lines, summaries int) {
			t.Helper()
			synctest.Wait()
			text := log.String()
			if got := strings.Count(text, `msg="not found"`); got != lines {
				t.Errorf("the log has %d lines, want %d", got, lines)
			}
			if got := strings.Count(text, "left out of the log"); got != summaries {
				t.Errorf("the log has %d summaries, want %d", got, summaries)
			}
		}
		burst(sampleLines + 5)
		wants(sampleLines, 0)
		time.Sleep(sampleWindow + time.Second)
		wants(sampleLines, 1)
		if text := log.String(); !strings.Contains(text, `kind="unknown paths" lines=5 in=1m0s`) {
			t.Errorf("the log ends %s", text[max(0, len(text)-200):])
		}
		burst(3)
		time.Sleep(sampleWindow + time.Second)
		wants(sampleLines+3, 1)
	})
}
