package logging

import (
	"io"
	"log/slog"
	"strings"
)

// MaxValue is the maximum length of a logged value in bytes. Some values come from visitors, and one request must not
// fill a page of the log.
const MaxValue = 1000

// stackKey is the key of stack traces, the one value that may be longer.
const stackKey = "stack"

// New returns a logger that writes one line a record, with control characters escaped and long values truncated.
func New(out io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: truncate}))
}

// truncate truncates a long value.
func truncate(_ []string, a slog.Attr) slog.Attr {
	if a.Key == stackKey {
		return a
	}
	switch a.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if text := a.Value.String(); len(text) > MaxValue {
			a.Value = slog.StringValue(strings.ToValidUTF8(text[:MaxValue], "") + "…")
		}
	}
	return a
}
