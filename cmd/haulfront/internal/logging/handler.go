package logging

import (
	"io"
	"log/slog"
	"strings"
)

// MaxValue is how many bytes of one value stand in the log. Some values are a visitor's, and one request must not make a
// page of the log.
const MaxValue = 1000

// stackKey names the one value that is the program's own and may be longer.
const stackKey = "stack"

// New returns a logger of one line a record, with control characters escaped and long values cut.
func New(out io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: bound}))
}

// bound cuts a long value.
func bound(_ []string, a slog.Attr) slog.Attr {
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
