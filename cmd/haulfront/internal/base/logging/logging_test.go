package logging

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// limit bounds every wait. It is long because the machine may be busy.
const limit = 30 * time.Second

func TestOrder(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	var want strings.Builder
	for i := range 10_000 {
		line := fmt.Sprintf("line %d\n", i)
		want.WriteString(line)
		if n, err := io.WriteString(w, line); n != len(line) || err != nil {
			t.Fatalf("Write() = %d, %v", n, err)
		}
	}
	if !w.Close(limit) {
		t.Fatal("the queue is not empty")
	}
	if out.String() != want.String() || w.Dropped() != 0 {
		t.Errorf("%d bytes written and %d lines dropped, want %d bytes in order", out.Len(), w.Dropped(), want.Len())
	}
	if _, err := io.WriteString(w, "late\n"); err != nil || w.Dropped() != 1 {
		t.Errorf("a line after Close: %v, %d dropped", err, w.Dropped())
	}
}

// TestStalledReader checks that a reader that stops reading blocks no writer, and that dropped lines are counted.
func TestStalledReader(t *testing.T) {
	r, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w := NewWriter(pipe)
	log := slog.New(slog.NewTextHandler(w, nil))
	w.Report(func(lines int64) { log.Warn("log lines dropped", "lines", lines) })

	// More than the pipe, the batch that is being written and the queue hold together.
	const lines = 40_000
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range lines / 4 {
				log.Info("not found", "path", strings.Repeat("x", 100))
			}
		})
	}
	writers.Wait()
	dropped := w.Dropped()
	if dropped == 0 || dropped >= lines {
		t.Fatalf("%d of %d lines were dropped, want some", dropped, lines)
	}
	if w.Close(time.Millisecond) {
		t.Error("Close() waited for a reader that does not read")
	}
	read := make(chan []byte)
	go func() {
		data, _ := io.ReadAll(r) // it ends when the pipe is closed
		read <- data
	}()
	if !w.Close(limit) {
		t.Fatal("the queue is not empty")
	}
	pipe.Close()
	if got := int64(bytes.Count(<-read, []byte("not found"))); got+dropped != lines {
		t.Errorf("%d lines were read and %d dropped of %d", got, dropped, lines)
	}
}

// broken is a destination whose other end is closed for a while.
type broken struct {
	mu  sync.Mutex
	err error
	bytes.Buffer
}

func (b *broken) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return 0, b.err
	}
	return b.Buffer.Write(p)
}

func TestClosedPipe(t *testing.T) {
	out := &broken{err: errors.New("broken pipe")}
	w := NewWriter(out)
	reported := make(chan int64, 10)
	w.Report(func(lines int64) {
		fmt.Fprintf(w, "%d lines dropped\n", lines)
		reported <- lines
	})
	_, _ = io.WriteString(w, "lost\n")
	for w.Dropped() == 0 {
		_, _ = io.WriteString(w, "lost too\n")
	}
	out.mu.Lock()
	out.err = nil
	out.mu.Unlock()
	_, _ = io.WriteString(w, "kept\n")
	select {
	case lines := <-reported:
		if lines != w.Dropped() {
			t.Errorf("%d lines were reported, want %d", lines, w.Dropped())
		}
	case <-time.After(limit):
		t.Fatal("the dropped lines were not reported")
	}
	if !w.Close(limit) || len(reported) > 0 || !strings.Contains(out.String(), "kept\n") ||
		!strings.HasSuffix(out.String(), "lines dropped\n") {
		t.Errorf("the log is %q, want the lines after the break and one report", out.String())
	}
}

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
		got := out.String()
		if len(got) > MaxValue+200 || !strings.Contains(got, "…") || !strings.Contains(got, "after=1") ||
			strings.Contains(got, "\uFFFD") {
			t.Errorf("%s of %d bytes makes a line of %d: %.60s", name, len(long), len(got), got)
		}
	}
	var out bytes.Buffer
	New(&out, Text).Info("stored", "request", visitor{"75201\nlevel=ERROR msg=forged\x1b[2J"}, "stack", long)
	got := out.String()
	if strings.Count(got, "\n") != 1 || strings.Contains(got, "\x1b") || !strings.Contains(got, long) {
		t.Errorf("the line is %.100q, want one with its control characters escaped, and the whole stack", got)
	}
}
