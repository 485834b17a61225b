package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// purgeBatch is how many leads PurgeOld removes in one transaction: visitors who submit a form wait for it, and SQLite
// overwrites every byte of their photographs.
const purgeBatch = 20

// A Purged says what PurgeOld has done.
type Purged struct {
	// Removed is how many leads were removed, and Undelivered how many of these had arrived nowhere because every
	// attempt had failed.
	Removed, Undelivered int
	// Photos is how many photographs were removed with them.
	Photos int
	// Left is how many leads of that age remain because they are still to be sent.
	Left int
}

// Purge permanently removes one lead, whatever its status, and returns it. An attempt in progress continues, and its
// result is not recorded.
func (o *Outbox) Purge(ctx context.Context, id string) (Lead, error) {
	l, err := o.Get(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	removed, err := o.Remove(ctx, l.ID)
	if err == nil && removed == 0 {
		err = journal.ErrNotFound
	}
	if err != nil {
		return Lead{}, fmt.Errorf("remove lead %s: %w", id, err)
	}
	return l, o.Scrub(ctx)
}

// PurgeOld permanently removes the leads received before a time, except those that are still to be sent.
func (o *Outbox) PurgeOld(ctx context.Context, before time.Time) (Purged, error) {
	done, err := o.purge(ctx, before)
	if err != nil {
		return done, err
	}
	return done, o.Scrub(ctx)
}

// purge is PurgeOld for a server, which truncates SQLite's log once nobody waits for it. After an error, the result is
// what was removed before it.
func (o *Outbox) purge(ctx context.Context, before time.Time) (done Purged, err error) {
	for {
		var batch Purged
		err := o.Tx(ctx, func(tx *sql.Tx) (err error) {
			batch, err = purgeBatchOf(ctx, tx, before)
			return err
		})
		if err != nil {
			return done, fmt.Errorf("purge leads: %w", err)
		}
		if batch.Removed == 0 {
			break
		}
		done.Removed += batch.Removed
		done.Undelivered += batch.Undelivered
		done.Photos += batch.Photos
	}
	done.Left, _, _, err = o.Span(ctx, journal.ReceivedBefore(before), notKept)
	if err != nil {
		return done, fmt.Errorf("purge leads: %w", err)
	}
	return done, nil
}

// notKept is the condition of leads that no other was merged into: those of the same request are removed first.
var notKept = journal.If(`NOT EXISTS (SELECT 1 FROM leads m WHERE m.merged_into = l.id)`)

// notQueued is the condition of leads that are not to be sent.
var notQueued = journal.If(
	`NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.status = 'queued')`)

// purgeBatchOf removes the oldest leads received before a time that are not to be sent.
func purgeBatchOf(ctx context.Context, tx *sql.Tx, before time.Time) (done Purged, err error) {
	ids, err := journal.Oldest(ctx, tx, purgeBatch, journal.ReceivedBefore(before), notQueued, notKept)
	if err != nil {
		return done, err
	}
	in, args := journal.AnyOf(ids, nil)
	err = tx.QueryRowContext(ctx, `SELECT COUNT(DISTINCT o.lead_id) FROM deliveries o WHERE o.lead_id IN `+in+`
		AND o.status IN ('dead', 'unsure') AND o.`+delivers+` AND NOT EXISTS (SELECT 1 FROM deliveries d
			WHERE d.lead_id = o.lead_id AND d.status = 'delivered' AND d.`+delivers+`)`, args...).
		Scan(&done.Undelivered)
	if err == nil {
		done.Removed, done.Photos, err = journal.Remove(ctx, tx, journal.Among(ids...), notQueued, notKept)
	}
	return done, err
}

const (
	retentionInterval = 24 * time.Hour   // between two removals of leads that are too old
	retentionRetry    = 10 * time.Minute // the same after a failure
)

// retain removes leads that are older than Config.Retention, and old rows of the ledger of consents, at once and then
// daily, until ctx ends.
func (s *Service) retain(ctx context.Context) {
	for {
		wait := retentionInterval
		if err := s.removeOld(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("old leads were not removed", "error", err)
			wait = retentionRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// removeOld removes the leads that are older than Config.Retention. Those that are still to be sent are left until they
// are delivered or dead. The log says how many, and never whose.
func (s *Service) removeOld(ctx context.Context) error {
	if err := s.Reached(); err != nil {
		return err
	}
	if err := s.RemoveOldConsents(ctx, s.now()); err != nil || s.cfg.Retention == 0 {
		return err
	}
	done, err := s.purge(ctx, s.now().Add(-s.cfg.Retention))
	if done.Removed > 0 || done.Left > 0 {
		report := s.log.InfoContext
		if done.Undelivered > 0 || done.Left > 0 {
			report = s.log.WarnContext
		}
		report(ctx, "old leads removed", "removed", done.Removed, "undelivered", done.Undelivered,
			"still_to_be_sent", done.Left, "older_than", s.cfg.Retention)
	}
	return err
}
