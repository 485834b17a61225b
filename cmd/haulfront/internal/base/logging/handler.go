package logging

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// MaxValue is the maximum length of a logged value in bytes, since some values are visitors' input.
const MaxValue = 1000

// Format is the format of log lines (LOG_FORMAT).
type Format string

// The formats: key=value, and JSON objects.
const (
	Text Format = "text"
	JSON Format = "json"
)

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *Format) UnmarshalText(text []byte) error {
	*f = Format(text)
	if *f != Text && *f != JSON {
		return fmt.Errorf("%q; want text or json", text)
	}
	return nil
}

// New returns a logger that writes one line per record, with control characters escaped and long values truncated. If
// the context has a request ID, the line has it as request_id.
func New(out io.Writer, format Format) *slog.Logger {
	options := &slog.HandlerOptions{ReplaceAttr: truncate}
	if format == JSON {
		return slog.New(requestHandler{slog.NewJSONHandler(out, options)})
	}
	return slog.New(requestHandler{slog.NewTextHandler(out, options)})
}

// contextKey is the key of request IDs in contexts.
type contextKey struct{}

// WithRequestID returns a context whose log lines have a request ID.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, contextKey{}, id)
}

// requestHandler adds request IDs to lines.
type requestHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h requestHandler) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(contextKey{}).(string); ok {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}

// truncate truncates a long value, except stack traces.
func truncate(_ []string, a slog.Attr) slog.Attr {
	if kind := a.Value.Kind(); a.Key != "stack" && (kind == slog.KindString || kind == slog.KindAny) {
		if text := a.Value.String(); len(text) > MaxValue {
			a.Value = slog.StringValue(strings.ToValidUTF8(text[:MaxValue], "") + "…")
		}
	}
	return a
}
