package office

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// overdueWindow is how old a lead may be that is newly found to be overdue: after a long stop of the server, those from
// before are not news.
const overdueWindow = 7 * 24 * time.Hour

// CountOverdue returns how many requests wait for an answer that is overdue.
func (o *Office) CountOverdue(ctx context.Context) (n int, err error) {
	err = o.Journal.Reader().QueryRowContext(ctx, `SELECT COUNT(*) FROM leads l WHERE l.received_at <= $1
		AND `+waits, millis(o.words().LastOverdue(o.Now()))).Scan(&n)
	if err != nil {
		err = fmt.Errorf("count overdue requests: %w", err)
	}
	return n, err
}

// TakeOverdue returns the IDs of the leads whose answer is overdue now. Each is returned once, to one instance.
func (o *Office) TakeOverdue(ctx context.Context) (ids []string, err error) {
	now := o.Now()
	const where = `l.answered_at = 0 AND l.overdue_at = 0 AND l.received_at > $1 AND l.received_at <= $2 AND ` + waits
	args := []any{millis(now.Add(-overdueWindow)), millis(o.words().LastOverdue(now))}
	// A transaction that writes nothing would still put off the emptying of SQLite's log.
	late, err := o.records(ctx, o.Journal.Reader(), where, args...)
	if err == nil && len(late) > 0 {
		err = o.Journal.Transact(ctx, func(tx *sql.Tx) error {
			ids, err = journal.QueryAll(ctx, tx, journal.ScanText, `UPDATE leads AS l SET overdue_at = $3
				WHERE `+where+` RETURNING id`, append(args, millis(now))...)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("look for overdue leads: %w", err)
	}
	return ids, nil
}
