package lead

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// The tables of the office are in the journal (package office), which a change of a lead shares with its history in
// one transaction.

// Transact runs f in a transaction, under the same conditions as a lead is stored: an error wraps ErrUnavailable if
// what f wrote would not survive. An error of f is returned as it is.
func (s *Service) Transact(ctx context.Context, f func(*sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	if err := s.makeAvailable(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := s.journal.Transact(ctx, f); err != nil {
		return err
	}
	if err := s.checkAvailable(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Transact runs f in a transaction. An error of f is returned as it is.
func (j *Journal) Transact(ctx context.Context, f func(*sql.Tx) error) error {
	var failed error
	err := j.tx(ctx, func(tx *sql.Tx) error {
		failed = f(tx)
		return failed
	})
	if err != nil && failed == nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// Reader returns the database for queries alone.
func (j *Journal) Reader() *sql.DB { return j.read }

// QueryAll returns all rows of a query, each read by scan. The error wraps ErrUnavailable.
func QueryAll[T any](ctx context.Context, db Queryer, scan func(Row) (T, error), query string, args ...any) (
	[]T, error) {
	list, err := queryAll(ctx, db, scan, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return list, nil
}

// Add stores a lead that is sent nowhere, as received at a time.
func (j *Journal) Add(ctx context.Context, tx *sql.Tx, sub Submission, received time.Time) (id string, err error) {
	stored, err := (&Service{journal: j}).insert(ctx, tx, sub, sub.identities(received)[0], received)
	return stored.ID, err
}

// Journal returns the journal for what operators do with leads: Get, Release, Replay, Remove.
func (s *Service) Journal() *Journal { return s.journal }

// Remove permanently removes leads, and returns how many there were. The server empties SQLite's log of them once
// nothing was written for a minute.
func (s *Service) Remove(ctx context.Context, ids []string) (removed int, err error) {
	err = s.Transact(ctx, func(tx *sql.Tx) error {
		in, args := anyOf(ids, nil)
		removed, _, err = removeLeads(ctx, tx, `id IN `+in, args...)
		return err
	})
	return removed, err
}
