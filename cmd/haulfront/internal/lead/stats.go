package lead

import (
	"context"
	"fmt"
	"time"
)

// Stats are the journal's numbers for monitoring.
type Stats struct {
	Webhooks map[Status]int // leads by status
	Emails   map[Status]int // e-mails by status
	// Others are the other deliveries by kind and status.
	Others map[Kind]map[Status]int
	Due    int // queued deliveries that are due
	// Oldest is the age of the oldest lead whose webhook, or mail to the owner, is queued or dead; 0 if there is none.
	Oldest time.Duration
}

func (j *Journal) stats(ctx context.Context, now time.Time) (Stats, error) {
	s := Stats{Webhooks: map[Status]int{}, Emails: map[Status]int{}, Others: map[Kind]map[Status]int{}}
	// A self-test's deliveries are subtracted, because counting all the others takes an index with nothing of their leads.
	rows, err := j.read.QueryContext(ctx, `SELECT kind, status, COUNT(*) FROM deliveries GROUP BY kind, status
		UNION ALL SELECT kind, status, -COUNT(*) FROM deliveries
		WHERE lead_id IN (SELECT id FROM leads WHERE identity = $1) GROUP BY kind, status`, selfTestIdentity)
	if err != nil {
		return Stats{}, fmt.Errorf("count leads: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var kind Kind
		var status Status
		var n int
		if err := rows.Scan(&kind, &status, &n); err != nil {
			return Stats{}, fmt.Errorf("count leads: %w", err)
		}
		switch kind {
		case Webhook:
			s.Webhooks[status] += n
		case Email:
			s.Emails[status] += n
		default:
			if s.Others[kind] == nil {
				s.Others[kind] = map[Status]int{}
			}
			s.Others[kind][status] += n
		}
	}
	if err := rows.Err(); err != nil {
		return Stats{}, fmt.Errorf("count leads: %w", err)
	}
	var oldest int64
	err = j.read.QueryRowContext(ctx, `SELECT
		(SELECT COUNT(*) FROM deliveries WHERE status = 'queued' AND due_at <= $1
			AND lead_id NOT IN (SELECT id FROM leads WHERE identity = $2)),
		(SELECT COALESCE(MIN(l.received_at), 0) FROM leads l JOIN deliveries d ON d.lead_id = l.id
			WHERE d.kind IN ('webhook', 'owner') AND d.status IN ('queued', 'dead') AND `+notSelfTest+`)`,
		millis(now), selfTestIdentity).Scan(&s.Due, &oldest)
	if err != nil {
		return Stats{}, fmt.Errorf("count leads: %w", err)
	}
	if oldest > 0 {
		s.Oldest = max(0, now.Sub(fromMillis(oldest)))
	}
	return s, nil
}
