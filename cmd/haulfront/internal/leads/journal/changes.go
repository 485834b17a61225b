package journal

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

// Watch sends each change that an instance announces to a channel, until stop is called. A full channel misses it.
func (j *Journal) Watch(changes chan<- Change) (stop func()) {
	j.watchers.Store(changes, true)
	return func() { j.watchers.Delete(changes) }
}

// pass passes a change on to the watchers of this instance.
func (j *Journal) pass(c Change) {
	j.watchers.Range(func(watcher, _ any) bool {
		select {
		case watcher.(chan<- Change) <- c:
		default:
		}
		return true
	})
}

// Announce tells the watchers of all instances about a change that is committed. It is for screens that are open: one
// that misses a change has it with its next page, so a failure is only logged.
func (j *Journal) Announce(ctx context.Context, c Change) {
	if !j.dialect.remote {
		j.pass(c)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), j.StoreLimit)
	defer cancel()
	if _, err := j.write.ExecContext(ctx, `SELECT pg_notify($1, $2)`, changesChannel, string(c)); err != nil {
		j.Log.WarnContext(ctx, "a change was not announced", "error", err)
	}
}

// Listen passes on what other instances and this one announce on PostgreSQL, until ctx ends.
func (j *Journal) Listen(ctx context.Context) {
	if !j.dialect.remote {
		return
	}
	for ctx.Err() == nil {
		err := j.listenOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		j.Log.WarnContext(ctx, "changes of other instances are not heard for now", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(5 * j.PollInterval):
		}
	}
}

func (j *Journal) listenOnce(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, j.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel); err != nil {
		return err
	}
	j.pass(Changed) // any lead may have changed before
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		j.pass(Change(notification.Payload))
	}
}
