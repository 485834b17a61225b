package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// Queryer is a database or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is *sql.Row or *sql.Rows.
type Row interface{ Scan(targets ...any) error }

// A Condition is a part of a WHERE clause on the leads l, with "?" for its parameters. A package that has tables of its
// own selects leads by conditions on these.
type Condition struct {
	Text   string
	Values []any
}

// If returns a condition.
func If(text string, values ...any) Condition { return Condition{text, values} }

// Where returns the conditions that all have to hold, and their parameters.
func Where(conditions ...Condition) (where string, args []any) {
	where = `TRUE`
	for _, c := range conditions {
		for _, value := range c.Values {
			args = append(args, value)
			c.Text = strings.Replace(c.Text, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where += " AND " + c.Text
	}
	return where, args
}

// ReceivedBefore is the condition of leads that were received before a time.
func ReceivedBefore(t time.Time) Condition { return If(`l.received_at < ?`, Millis(t)) }

// ReceivedFrom is the condition of leads that were received at a time or later.
func ReceivedFrom(t time.Time) Condition { return If(`l.received_at >= ?`, Millis(t)) }

// From is the condition of leads of a form, see [quote.Request.Source].
func From(source string) Condition { return If(`l.source = ?`, source) }

// Latest is the condition of the n leads that were received last.
func Latest(n int) Condition {
	return If(`l.id IN (SELECT id FROM leads ORDER BY received_at DESC LIMIT ?)`, n)
}

// Among is the condition of leads with given IDs.
func Among(ids ...string) Condition {
	c := Condition{Text: `l.id IN (` + strings.TrimSuffix(strings.Repeat(`?, `, len(ids)), `, `) + `)`}
	for _, id := range ids {
		c.Values = append(c.Values, id)
	}
	if ids == nil {
		c.Text = `FALSE` // PostgreSQL rejects an empty list
	}
	return c
}

// QueryAll returns all rows of a query, each read by scan. The error wraps ErrUnavailable.
func QueryAll[T any](ctx context.Context, db Queryer, scan func(Row) (T, error), query string, args ...any) (
	[]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, unavailable(err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, unavailable(err)
		}
		list = append(list, value)
	}
	return list, unavailable(rows.Err())
}

// ScanText scans a row of one text.
func ScanText(r Row) (text string, err error) {
	err = r.Scan(&text)
	return text, err
}

// Affected returns how many rows a statement changed.
func Affected(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// AnyOf returns a list for IN, with parameters after those that args already holds, and all parameters.
func AnyOf[T any](values []T, args []any) (list string, _ []any) {
	var places []string
	for _, value := range values {
		args = append(args, value)
		places = append(places, "$"+strconv.Itoa(len(args)))
	}
	if places == nil {
		return "(NULL)", args // PostgreSQL rejects an empty list
	}
	return "(" + strings.Join(places, ", ") + ")", args
}

// unavailable wraps an error of the database in ErrUnavailable.
func unavailable(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// readError returns the error of a query for one row, which wraps ErrNotFound or ErrUnavailable; nil for nil.
func readError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return unavailable(err)
}

// isDatabaseError reports whether a database returned the error.
func isDatabaseError(err error) bool {
	var ofPostgres *pgconn.PgError
	var ofSQLite *sqlite.Error
	return errors.As(err, &ofPostgres) || errors.As(err, &ofSQLite)
}

// Millis returns a time as the journal stores it: milliseconds since 1970, 0 for the zero time.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromMillis returns a time that the journal stores.
func FromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
