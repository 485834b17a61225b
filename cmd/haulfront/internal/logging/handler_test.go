package logging

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// visitor is logged as a group, like a quote request.
type visitor struct{ zip string }

func (v visitor) LogValue() slog.Value { return slog.GroupValue(slog.String("zip", v.zip)) }

func TestNewBoundsValues(t *testing.T) {
	long := strings.Repeat("é", 20<<10)
	for name, value := range map[string]any{
		"a string": long, "an error": errors.New(long), "inside a group": visitor{long}, "a list": []string{long},
	} {
		var out bytes.Buffer
		New(&out, Text).Info("stored", "value", value, "after", 1)
		if got := out.String(); len(got) > MaxValue+200 || !strings.Contains(got, "…") || !strings.Contains(got, "after=1") || strings.Contains(got, "\uFFFD") {
			t.Errorf("%s of %d bytes makes a line of %d: %.60s", name, len(long), len(got), got)
		}
	}
	var out bytes.Buffer
	New(&out, Text).Info("stored", "request", visitor{"75201\nlevel=ERROR msg=forged\x1b[2J"}, "stack", long)
	if got := out.String(); strings.Count(got, "\n") != 1 || strings.Contains(got, "\x1b") || !strings.Contains(got, long) {
		t.Errorf("the line is %.100q, want one with its control characters escaped, and the whole stack", got)
	}
}
