package lead

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Change is something that has happened to a lead, which open screens show.
type Change string

const (
	// Added means that a lead was stored, and is not in quarantine.
	Added Change = "new"
	// Changed means any other change, in the office or by the lead's customer.
	Changed Change = "changed"
)

// changesChannel is the channel of PostgreSQL on which instances tell each other about changes.
const changesChannel = "haulfront_changes"

// announceNew announces a lead that this instance has stored.
func (s *Service) announceNew(ctx context.Context, id string, genuine bool) {
	if !genuine {
		s.Announce(ctx, Changed)
		return
	}
	s.Announce(ctx, Added)
	s.cfg.Stored(id)
}

// Watch sends each change that an instance announces to a channel, until stop is called. A full channel misses it.
func (s *Service) Watch(changes chan<- Change) (stop func()) {
	s.watchers.Store(changes, true)
	return func() { s.watchers.Delete(changes) }
}

// pass passes a change on to the watchers of this instance.
func (s *Service) pass(c Change) {
	s.watchers.Range(func(watcher, _ any) bool {
		select {
		case watcher.(chan<- Change) <- c:
		default:
		}
		return true
	})
}

// Announce tells the watchers of all instances about a change that is committed. It is for screens that are open: one
// that misses a change has it with its next page, so a failure is only logged.
func (s *Service) Announce(ctx context.Context, c Change) {
	if !s.journal.dialect.remote {
		s.pass(c)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.storeLimit)
	defer cancel()
	if _, err := s.journal.write.ExecContext(ctx, `SELECT pg_notify($1, $2)`, changesChannel, string(c)); err != nil {
		s.log.WarnContext(ctx, "a change was not announced", "error", err)
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
	s.pass(Changed) // any lead may have changed before
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		s.pass(Change(notification.Payload))
	}
}
