package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"

	"haulfront/cmd/haulfront/internal/lead"
)

const (
	// streamRetry is after what time browsers reconnect.
	streamRetry = time.Second
	// streamPulse is how often an idle stream is written to, to notice that its reader or its session has gone.
	streamPulse = 10 * time.Second
	// maxStreams bounds the streams of all signed-in browsers. Each takes a connection.
	maxStreams = 100
)

// changes streams to the pages of the office that leads have changed.
type changes struct {
	leads   *lead.Service
	streams atomic.Int64
	// ended is done when the server shuts down.
	ended context.Context
	end   context.CancelFunc
}

func newChanges(leads *lead.Service) *changes {
	c := &changes{leads: leads}
	c.ended, c.end = context.WithCancel(context.Background())
	return c
}

// officeEvents streams "new" for each new request and "changed" for any other change
// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
func (s *Server) officeEvents(c fiber.Ctx) error {
	if s.changes.streams.Add(1) > maxStreams {
		s.changes.streams.Add(-1)
		return lead.ErrUnavailable
	}
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // nginx would hold events back
	last, token := c.Get("Last-Event-ID"), c.Cookies(sessionCookie)
	conn := c.RequestCtx().Conn()
	return c.SendStreamWriter(func(w *bufio.Writer) {
		defer s.changes.streams.Add(-1)
		s.changes.stream(w, last, func() error {
			// Otherwise WriteTimeout would bound the whole stream, and not a write.
			limit := time.Now().Add(WriteTimeout)
			ctx, cancel := context.WithDeadline(s.changes.ended, limit)
			defer cancel()
			return errors.Join(s.cfg.Office.CheckSession(ctx, token), conn.SetWriteDeadline(limit))
		})
	})
}

// stream writes events until the client disconnects, the server shuts down or before fails, which is called before each
// write. A client that comes back has an ID in last, and may have missed a change.
func (c *changes) stream(w *bufio.Writer, last string, before func() error) {
	events := make(chan string, 16) // a page that lags so far behind loads the list anyway
	stop := c.leads.Watch(func(change lead.Change) {
		event := "changed"
		if change.New {
			event = "new"
		}
		select {
		case events <- event:
		default:
		}
	})
	defer stop()
	pulse := time.NewTicker(streamPulse)
	defer pulse.Stop()
	fmt.Fprintf(w, "retry: %d\nid: open\n", streamRetry.Milliseconds())
	if last != "" {
		fmt.Fprint(w, "event: changed\ndata: \n")
	}
	fmt.Fprint(w, "\n")
	for w.Flush() == nil {
		next := ":\n\n"
		select {
		case event := <-events:
			next = "event: " + event + "\ndata: \n\n"
		case <-pulse.C:
		case <-c.ended.Done():
			return
		}
		if before() != nil {
			return
		}
		fmt.Fprint(w, next)
	}
}
