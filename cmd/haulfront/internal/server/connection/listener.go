package connection

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"syscall"
	"time"
)

// acceptRetry is the time until the next attempt to accept a connection. A failure is logged if there was none for
// acceptErrorInterval.
const acceptRetry, acceptErrorInterval = 10 * time.Millisecond, 10 * time.Second

// Listener accepts connections into a [Set], as [*Conn]. While the process or the system is out of files or memory, it
// evicts connections and tries again.
type Listener struct {
	net.Listener
	Set *Set
	Log *slog.Logger
	// Refusal is the response on a connection that is refused.
	Refusal string
	// OnAccept, OnRefuse and OnError are called for each connection that is accepted, for each of those that is then
	// refused, and for each failure to accept one.
	OnAccept, OnRefuse, OnError func()
	failedAt                    time.Time
}

// Accept implements [net.Listener].
func (l *Listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		switch {
		case err == nil:
			l.OnAccept()
			if c := l.Set.Add(accepted); c != nil {
				return c, nil
			}
			l.OnRefuse()
			_, _ = io.WriteString(accepted, l.Refusal) // an empty send buffer takes it at once
			_ = accepted.Close()
		case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), // accept(2)
			errors.Is(err, syscall.ENOBUFS), errors.Is(err, syscall.ENOMEM):
			l.OnError()
			if time.Since(l.failedAt) > acceptErrorInterval {
				l.Log.Error("connections cannot be accepted; trying again", "error", err)
			}
			l.failedAt = time.Now()
			l.Set.MakeRoom()
			time.Sleep(acceptRetry)
		default:
			return nil, err
		}
	}
}

// Close implements [net.Listener]. It may be called more than once.
func (l *Listener) Close() error {
	if err := l.Listener.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
