package office

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
)

const (
	// overdueWindow is how old a lead may be that is newly found to be overdue: after a long stop of the server, those
	// from before are not news.
	overdueWindow = 7 * 24 * time.Hour
	// overdueLimit bounds one search.
	overdueLimit = 20
)

// TakeOverdue returns the IDs of the leads whose answer is overdue now. Each is returned once, to one instance. due
// returns when the answer to a lead received at a time is due.
func (o *Office) TakeOverdue(ctx context.Context, due func(received time.Time) time.Time) (ids []string, err error) {
	now := o.Now()
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT l.id, l.received_at FROM leads l
		JOIN deliveries d ON d.lead_id = l.id AND d.kind = 'webhook'
		WHERE l.stage = 'new' AND l.received_at > $1 AND l.answered_at = 0 AND l.overdue_at = 0
			AND d.status <> 'quarantined' AND `+lead.NotSelfTest+`
		ORDER BY l.received_at LIMIT $2`, millis(now.Add(-overdueWindow)), overdueLimit)
	if err != nil {
		return nil, fmt.Errorf("look for overdue leads: %w", err)
	}
	defer rows.Close()
	var late []string
	for rows.Next() {
		var id string
		var received int64
		if err := rows.Scan(&id, &received); err != nil {
			return nil, fmt.Errorf("look for overdue leads: %w", err)
		}
		if due(fromMillis(received)).Before(now) {
			late = append(late, id)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for overdue leads: %w", err)
	}
	for _, id := range late {
		err := o.Store.Transact(ctx, func(tx *sql.Tx) error {
			marked, err := tx.ExecContext(ctx, `UPDATE leads SET overdue_at = $1 WHERE id = $2 AND overdue_at = 0`,
				millis(now), id)
			if err != nil {
				return err
			}
			n, err := marked.RowsAffected() // 0 if another instance was first
			if n == 1 {
				ids = append(ids, id)
			}
			return err
		})
		if err != nil {
			return ids, fmt.Errorf("mark an overdue lead: %w", err)
		}
	}
	return ids, nil
}
