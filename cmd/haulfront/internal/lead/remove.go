package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

const (
	// purgeBatch is how many leads Purge removes in one transaction: visitors who submit a form wait for it, and SQLite
	// overwrites every byte of their photographs.
	purgeBatch = 20
	// minPhoneDigits is the shortest phone number by which leads are removed.
	minPhoneDigits = 7
)

// errNotErased means that leads are removed and that a part of SQLite's log, which may still hold them, is in use.
var errNotErased = errors.New("the leads are removed, but SQLite's log could not be emptied " +
	"while another process reads it; " +
	"a program that serves empties it a minute after its next lead, and so does the next haulfront leads purge")

// A Purged says what Purge has done.
type Purged struct {
	// Removed is how many leads were removed, and Undelivered how many of these had arrived nowhere because every
	// attempt had failed.
	Removed, Undelivered int
	// Photos is how many photographs were removed with them.
	Photos int
	// Left is how many leads of that age remain because they are still to be sent.
	Left int
}

// Purge permanently removes the leads received before a time, except those that are still to be sent.
func (j *Journal) Purge(ctx context.Context, before time.Time) (Purged, error) {
	done, err := j.purge(ctx, before)
	if err != nil {
		return done, err
	}
	return done, j.scrub(ctx)
}

// purge is Purge for a server, which truncates SQLite's log once nobody waits for it. After an error, the result is
// what was removed before it.
func (j *Journal) purge(ctx context.Context, before time.Time) (done Purged, err error) {
	for {
		var batch Purged
		err := j.tx(ctx, func(tx *sql.Tx) (err error) {
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
	err = j.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads l WHERE l.received_at < $1 AND `+NotSelfTest,
		millis(before)).Scan(&done.Left)
	if err != nil {
		return done, fmt.Errorf("purge leads: %w", err)
	}
	return done, nil
}

// purgeBatchOf removes the oldest leads received before a time that are not to be sent.
func purgeBatchOf(ctx context.Context, tx *sql.Tx, before time.Time) (done Purged, err error) {
	const notQueued = ` NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = leads.id AND d.status = 'queued') `
	scan := func(r Row) (id string, err error) {
		var failed int
		err = r.Scan(&id, &failed)
		done.Undelivered += failed
		return id, err
	}
	ids, err := queryAll(ctx, tx, scan, `SELECT id, CASE WHEN
			EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = leads.id AND d.`+delivers+`
				AND d.status IN ('dead', 'unsure')) AND
			NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = leads.id AND d.`+delivers+`
				AND d.status = 'delivered')
		THEN 1 ELSE 0 END
		FROM leads WHERE received_at < $1 AND`+notQueued+`ORDER BY received_at LIMIT $2`,
		millis(before), purgeBatch)
	if err != nil {
		return Purged{}, err
	}
	in, args := anyOf(ids, nil)
	done.Removed, done.Photos, err = removeLeads(ctx, tx, `id IN `+in+` AND`+notQueued, args...)
	return done, err
}

// Remove permanently removes one lead, whatever its status, and returns it. An attempt in progress continues, and its
// result is not recorded.
func (j *Journal) Remove(ctx context.Context, id string) (Lead, error) {
	l, err := j.Get(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	err = j.tx(ctx, func(tx *sql.Tx) error {
		removed, _, err := removeLeads(ctx, tx, `id = $1`, l.ID)
		if err == nil && removed == 0 {
			err = ErrNotFound
		}
		return err
	})
	if err != nil {
		return Lead{}, fmt.Errorf("remove lead %s: %w", id, err)
	}
	return l, j.scrub(ctx)
}

// removeLeads removes the leads that a condition on their table selects, with their deliveries and photographs, and
// returns how many leads and photographs it removed. It is the only way in which leads are removed.
func removeLeads(ctx context.Context, tx *sql.Tx, condition string, args ...any) (leads, photos int, err error) {
	ids, err := queryAll(ctx, tx, scanText, `DELETE FROM leads WHERE `+condition+` RETURNING id`, args...)
	if err != nil || len(ids) == 0 {
		return 0, 0, err
	}
	in, args := anyOf(ids, nil)
	photos, err = affected(tx.ExecContext(ctx, `DELETE FROM photos WHERE lead_id IN `+in, args...))
	return len(ids), photos, err
}

// scrub removes what deleted rows leave in the database's files.
func (j *Journal) scrub(ctx context.Context) error {
	if j.dialect.scrub == "" {
		return nil
	}
	var busy, pages, copied int
	if err := j.write.QueryRowContext(ctx, j.dialect.scrub).Scan(&busy, &pages, &copied); err != nil {
		return fmt.Errorf("scrub removed leads: %w", err)
	}
	if busy != 0 {
		return errNotErased
	}
	return nil
}

// FindPerson returns the IDs of all leads of a person, oldest first: those with this email address, however it is
// capitalized, or with this phone number, however it is written, with or without the country code 1. The error wraps
// ErrNotFound without any.
func (j *Journal) FindPerson(ctx context.Context, emailOrPhone string) ([]string, error) {
	email, number := strings.TrimSpace(emailOrPhone), quote.PhoneDigits(emailOrPhone)
	isEmail := strings.Contains(email, "@")
	if !isEmail && len(number) < minPhoneDigits {
		return nil, fmt.Errorf("%q is no email address and no phone number; "+
			"want one, such as ann@example.com or 214-555-0100", emailOrPhone)
	}
	var ids []string
	scan := func(r Row) (id string, err error) {
		var theirEmail, theirPhone string
		err = r.Scan(&id, &theirEmail, &theirPhone)
		if (isEmail && strings.EqualFold(theirEmail, email)) || (!isEmail && samePhone(theirPhone, number)) {
			ids = append(ids, id)
		}
		return id, err
	}
	_, err := queryAll(ctx, j.read, scan, `SELECT l.id, l.email, l.phone FROM leads l WHERE `+NotSelfTest+`
		ORDER BY l.received_at, l.id`)
	if err == nil && len(ids) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the leads of %q: %w", emailOrPhone, err)
	}
	return ids, nil
}

// nanpDigits is the length of a North American number without the country code 1.
const nanpDigits = 10

// samePhone reports whether what a visitor typed into the field for the phone number is the number. A whole number may
// be followed by an extension, or be one of two.
func samePhone(typed, number string) bool {
	theirs := quote.PhoneDigits(typed)
	return theirs == number || (len(number) >= nanpDigits && strings.Contains(theirs, number))
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
	if err := s.connectErr.Load(); err != nil {
		return *err
	}
	if err := s.journal.removeOldConsents(ctx, s.now()); err != nil || s.cfg.Retention == 0 {
		return err
	}
	done, err := s.journal.purge(ctx, s.now().Add(-s.cfg.Retention))
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
