package journal

import (
	"context"
	"database/sql"
	"encoding/json"
)

// moveVisits gives each lead that had a time, or is done, its first visit, and takes from its row and its job what is
// said there now. The office closed it.
func moveVisits(ctx context.Context, tx *sql.Tx) error {
	type lead struct {
		id, stage, job string
		begin, closed  int64
	}
	leads, err := QueryAll(ctx, tx, func(r Row) (l lead, err error) {
		err = r.Scan(&l.id, &l.stage, &l.job, &l.begin, &l.closed)
		return l, err
	}, `SELECT id, stage, job, slot, closed_at FROM leads WHERE slot > 0 OR stage IN ('booked', 'done')`)
	for _, l := range leads {
		var job map[string]any
		if err != nil || json.Unmarshal([]byte(l.job), &job) != nil {
			job = map[string]any{} // it stays as it is
		}
		number := func(key string) int64 { n, _ := job[key].(float64); return int64(n) }
		paid, _ := job["paid"].(string)
		state := map[string]string{"booked": "planned", "done": "done"}[l.stage]
		switch {
		case state == "" && job["answer"] == "noShow":
			state = "no-show"
		case state == "":
			state = "called off"
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO visits (lead_id, number, kind, state, begins_at, hours, truck,
				amount, paid, paid_at, closed_at) VALUES ($1, 1, 'pickup', $2, $3, $4, $5, $6, $7, $8, $9)`, l.id,
				state, l.begin, number("hours"), number("truck"), number("amount"), paid, number("paidAt"), l.closed)
		}
		if err == nil && len(job) > 0 {
			for _, key := range []string{"truck", "amount", "paid", "paidAt"} {
				delete(job, key)
			}
			text, _ := json.Marshal(job)
			_, err = tx.ExecContext(ctx, `UPDATE leads SET job = $1 WHERE id = $2`, string(text), l.id)
		}
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `ALTER TABLE leads DROP COLUMN slot`)
	}
	return err
}
