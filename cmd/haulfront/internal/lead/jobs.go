package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Jobs are done once for all instances, over restarts.
const (
	// SummaryJob is the daily summary.
	SummaryJob = "summary"
	// backupJob is a backup of a SQLite journal.
	backupJob = "backup"
)

const (
	// BackupGap is the longest time between two regular backups: one every night, with half a day to spare.
	BackupGap = 36 * time.Hour
	// regularAfter is how long backups go on without a longer gap before they are regular.
	regularAfter = 12 * time.Hour
)

// ClaimJob reserves a job for this instance until a time, if it was last done before due. It returns when that was. A
// new job counts as done now.
func (s *Service) ClaimJob(ctx context.Context, name string, due, until time.Time) (
	last time.Time, claimed bool, err error) {
	if err := s.connectErr.Load(); err != nil {
		return last, false, *err
	}
	now := millis(s.now())
	var done int64
	err = s.journal.transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO jobs (name, since, done_at) VALUES ($1, $2, $2)
			ON CONFLICT DO NOTHING`, name, now)
		if err == nil {
			err = tx.QueryRowContext(ctx, `UPDATE jobs SET claimed_until = $1
				WHERE name = $2 AND done_at < $3 AND claimed_until <= $4 RETURNING done_at`,
				millis(until), name, millis(due), now).Scan(&done)
		}
		if claimed = err == nil; errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return err
	})
	if err != nil {
		return last, false, fmt.Errorf("claim a job: %w", err)
	}
	return fromMillis(done), claimed, nil
}

// FinishJob records that a claimed job was done, as of a time.
func (s *Service) FinishJob(ctx context.Context, name string, at time.Time) error {
	_, err := s.journal.write.ExecContext(ctx, `UPDATE jobs SET done_at = $1, claimed_until = 0 WHERE name = $2`,
		millis(at), name)
	if err != nil {
		return fmt.Errorf("finish a job: %w", err)
	}
	return nil
}

// LastBackup returns when Backup was last made, the zero time if never, and whether backups had been regular until
// then. The error is ErrNoDisk for a journal on PostgreSQL.
func (s *Service) LastBackup(ctx context.Context) (last time.Time, regular bool, err error) {
	if s.journal.files == nil {
		return last, false, ErrNoDisk
	}
	var since, done int64
	err = s.journal.read.QueryRowContext(ctx, `SELECT since, done_at FROM jobs WHERE name = $1`, backupJob).
		Scan(&since, &done)
	if errors.Is(err, sql.ErrNoRows) {
		return last, false, nil
	}
	if err != nil {
		return last, false, fmt.Errorf("look for the last backup: %w", err)
	}
	return fromMillis(done), done-since >= regularAfter.Milliseconds(), nil
}

// noteBackup records a backup. The journal of an earlier program does not.
func noteBackup(ctx context.Context, path string, now time.Time) error {
	db, err := openWriter(path, nil)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO jobs (name, since, done_at) VALUES ($1, $2, $2)
		ON CONFLICT (name) DO UPDATE SET done_at = $2, since = CASE WHEN $2 - done_at <= $3 THEN since ELSE $2 END`,
		backupJob, millis(now), BackupGap.Milliseconds())
	if isMissingTable(err) {
		err = nil
	}
	return errors.Join(err, db.Close())
}

// isMissingTable reports whether SQLite lacks a table, as in the journal of an earlier program.
func isMissingTable(err error) bool {
	return err != nil && strings.Contains(err.Error(), "no such table")
}
