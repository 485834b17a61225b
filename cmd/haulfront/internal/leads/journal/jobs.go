package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Jobs are done once for all instances, over restarts. Each has a name.

// ClaimJob reserves a job for this instance until a time, if it was last done before due. It returns when that was. A
// new job counts as done now.
func (j *Journal) ClaimJob(ctx context.Context, name string, due, until time.Time) (
	last time.Time, claimed bool, err error) {
	if err := j.Reached(); err != nil {
		return last, false, err
	}
	now := Millis(j.Now())
	var done int64
	err = j.Brief(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO jobs (name, since, done_at) VALUES ($1, $2, $2)
			ON CONFLICT DO NOTHING`, name, now)
		if err == nil {
			err = tx.QueryRowContext(ctx, `UPDATE jobs SET claimed_until = $1
				WHERE name = $2 AND done_at < $3 AND claimed_until <= $4 RETURNING done_at`,
				Millis(until), name, Millis(due), now).Scan(&done)
		}
		if claimed = err == nil; errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return err
	})
	if err != nil {
		return last, false, fmt.Errorf("claim a job: %w", err)
	}
	return FromMillis(done), claimed, nil
}

// FinishJob records that a claimed job was done, as of a time.
func (j *Journal) FinishJob(ctx context.Context, name string, at time.Time) error {
	_, err := j.write.ExecContext(ctx, `UPDATE jobs SET done_at = $1, claimed_until = 0 WHERE name = $2`,
		Millis(at), name)
	if err != nil {
		return fmt.Errorf("finish a job: %w", err)
	}
	return nil
}

// Job returns since when a job has been done regularly, and when it was last done; zero times if never.
func (j *Journal) Job(ctx context.Context, name string) (since, last time.Time, err error) {
	var sinceMillis, done int64
	err = j.read.QueryRowContext(ctx, `SELECT since, done_at FROM jobs WHERE name = $1`, name).Scan(&sinceMillis, &done)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return since, last, fmt.Errorf("look for a job: %w", err)
	}
	return FromMillis(sinceMillis), FromMillis(done), nil
}

// NoteJob records that a job was done at a time, in the journal of a file beside its server. After a longer gap, it is
// regular from then on.
func NoteJob(ctx context.Context, file, name string, at time.Time, gap time.Duration) error {
	db, err := openWriter(file, nil)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO jobs (name, since, done_at) VALUES ($1, $2, $2)
		ON CONFLICT (name) DO UPDATE SET done_at = $2, since = CASE WHEN $2 - done_at <= $3 THEN since ELSE $2 END`,
		name, Millis(at), gap.Milliseconds())
	return errors.Join(err, db.Close())
}
