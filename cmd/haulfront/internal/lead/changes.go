package lead

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Change says that a lead was stored, or was changed in the office or by its customer.
type Change struct {
	ID  string // of the lead; empty after a break in the connection to PostgreSQL: any may have changed
	New bool   // it was stored, and is not in quarantine
}

// changesChannel is the channel of PostgreSQL on which instances tell each other about changes.
const changesChannel = "haulfront_changes"

const newPrefix = "new "

// watchers are the functions that Watch was given.
type watchers struct {
	mu  sync.Mutex
	all map[*func(Change)]bool
}

func (w *watchers) call(c Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for f := range w.all {
		(*f)(c)
	}
}

// announceNew announces a lead that this instance has stored.
func (s *Service) announceNew(ctx context.Context, id string, genuine bool) {
	s.Announce(ctx, Change{ID: id, New: genuine})
	if genuine {
		s.cfg.Stored(id)
	}
}

// Watch calls f for each change that an instance announces, until stop is called. f must not block.
func (s *Service) Watch(f func(Change)) (stop func()) {
	w := &s.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[*func(Change)]bool{}
	}
	w.all[&f] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, &f)
	}
}

// Announce tells the watchers of all instances about a change that is committed. It is for screens that are open: one
// that misses a change has it with its next page, so a failure is only logged.
func (s *Service) Announce(ctx context.Context, c Change) {
	if !s.journal.dialect.remote {
		s.watchers.call(c)
		return
	}
	payload := c.ID
	if c.New {
		payload = newPrefix + c.ID
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.storeLimit)
	defer cancel()
	if _, err := s.journal.write.ExecContext(ctx, `SELECT pg_notify($1, $2)`, changesChannel, payload); err != nil {
		s.log.WarnContext(ctx, "a change was not announced", "lead", c.ID, "error", err)
	}
}

// listen passes on what other instances and this one announce on PostgreSQL, until ctx ends.
func (s *Service) listen(ctx context.Context) {
	if !s.journal.dialect.remote {
		return
	}
	for ctx.Err() == nil {
		err := s.listenOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		s.log.WarnContext(ctx, "changes of other instances are not heard for now", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(5 * s.cfg.pollInterval):
		}
	}
}

func (s *Service) listenOnce(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel); err != nil {
		return err
	}
	s.watchers.call(Change{})
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		id, isNew := strings.CutPrefix(notification.Payload, newPrefix)
		s.watchers.call(Change{ID: id, New: isNew})
	}
}
