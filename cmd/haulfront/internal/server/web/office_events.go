package web

import (
	"context"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/sse"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	// streamRetry is after what time browsers reconnect.
	streamRetry = time.Second
	// streamPulse is how often an idle stream is written to, to notice that its reader or its session has gone.
	streamPulse = 10 * time.Second
	// maxStreams and maxUserStreams bound the streams of all signed-in browsers, and of those of one user. Each takes a
	// connection.
	maxStreams, maxUserStreams = 100, 10
)

var errStreams = errors.New("too many pages of the office are open at once, of this user or in all")

// officeEvents streams "new" for each new request and "changed" for any other change
// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
func (s *Server) officeEvents(c fiber.Ctx) error {
	free, ok := s.streams.take(user(c))
	if !ok {
		return errStreams
	}
	token, conn := c.Cookies(sessionCookie), c.RequestCtx().Conn()
	mayWrite := func() error {
		// Otherwise WriteTimeout would bound the whole stream, and not a write.
		limit := time.Now().Add(WriteTimeout)
		ctx, cancel := context.WithDeadline(s.ended, limit)
		defer cancel()
		return errors.Join(s.cfg.Office.CheckSession(ctx, token), conn.SetWriteDeadline(limit))
	}
	return sse.New(sse.Config{
		Retry: streamRetry, DisableHeartbeat: true, // mayWrite comes before each write
		Handler: func(_ fiber.Ctx, stream *sse.Stream) error { return s.streamChanges(stream, mayWrite) },
		OnClose: func(fiber.Ctx, error) { free() },
	})(c)
}

// streamChanges writes events until the client disconnects, the server shuts down or mayWrite fails.
func (s *Server) streamChanges(stream *sse.Stream, mayWrite func() error) error {
	changes := make(chan journal.Change, 16) // a page that lags so far behind loads the list anyway
	defer s.cfg.Leads.Watch(changes)()
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	next := sse.Event{ID: "open"}
	if stream.LastEventID() != "" { // the client comes back, and may have missed a change
		next.Name, next.Data = string(journal.Changed), ""
	}
	for {
		if err := mayWrite(); err != nil {
			return err
		}
		if err := stream.Event(next); err != nil {
			return err
		}
		select {
		case change := <-changes:
			next = sse.Event{Name: string(change), Data: ""}
		case <-pulse.C:
			next = sse.Event{}
		case <-s.ended.Done():
			return nil
		}
	}
}
