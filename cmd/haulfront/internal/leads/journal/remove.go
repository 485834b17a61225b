package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"haulfront/content/contact"
)

// errNotErased means that leads are removed and that a part of SQLite's log, which may still hold them, is in use.
var errNotErased = errors.New("the leads are removed, but SQLite's log could not be emptied " +
	"while another process reads it; " +
	"a program that serves empties it a minute after its next lead, and so does the next haulfront leads purge")

// Oldest returns the IDs of the first leads that meet all conditions, oldest first.
func Oldest(ctx context.Context, tx *sql.Tx, limit int, conditions ...Condition) ([]string, error) {
	where, args := Where(conditions...)
	return QueryAll(ctx, tx, ScanText, `SELECT l.id FROM leads l WHERE `+where+
		fmt.Sprintf(` ORDER BY l.received_at LIMIT %d`, limit), args...)
}

// Span returns how many leads meet all conditions, and when the first and the last of them were received.
func (j *Journal) Span(ctx context.Context, conditions ...Condition) (n int, first, last time.Time, err error) {
	where, args := Where(conditions...)
	var from, until int64
	err = j.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MIN(l.received_at), 0), COALESCE(MAX(l.received_at), 0)
		FROM leads l WHERE `+where, args...).Scan(&n, &from, &until)
	return n, FromMillis(from), FromMillis(until), unavailable(err)
}

// Remove permanently removes leads, whatever their status, and returns how many there were.
func (j *Journal) Remove(ctx context.Context, ids ...string) (removed int, err error) {
	err = j.Transact(ctx, func(tx *sql.Tx) error {
		removed, _, err = Remove(ctx, tx, Among(ids...))
		return err
	})
	return removed, err
}

// Remove removes the leads that meet all conditions, with everything that belongs to them, and returns how many leads
// and photographs it removed. Leads that were merged into them are requests of their own again. It is the only way in
// which leads are removed.
func Remove(ctx context.Context, tx *sql.Tx, conditions ...Condition) (leads, photos int, err error) {
	where, args := Where(conditions...)
	ids, err := QueryAll(ctx, tx, ScanText, `DELETE FROM leads AS l WHERE `+where+` RETURNING id`, args...)
	if err != nil || len(ids) == 0 {
		return 0, 0, err
	}
	in, args := AnyOf(ids, nil)
	photos, err = Affected(tx.ExecContext(ctx, `DELETE FROM photos WHERE lead_id IN `+in, args...))
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE leads SET merged_into = '' WHERE merged_into IN `+in, args...)
	}
	return len(ids), photos, err
}

// Scrub removes what deleted rows leave in the database's files.
func (j *Journal) Scrub(ctx context.Context) error {
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
// capitalized, or with this phone number, however it is written, even as one of two, and those merged with one of
// them. The error wraps ErrNotFound without any.
func (j *Journal) FindPerson(ctx context.Context, emailOrPhone string) ([]string, error) {
	email, phone := contact.CleanEmail(emailOrPhone), contact.ParsePhone(emailOrPhone)
	isEmail := strings.Contains(email, "@")
	if !isEmail && phone.Number == "" {
		return nil, fmt.Errorf("%q is no email address and no phone number; "+
			"want one, such as ann@example.com or 214-555-0100", emailOrPhone)
	}
	found := map[string]bool{} // by Kept
	scan := func(r Row) (both [2]string, err error) {
		var theirEmail, theirPhone string
		err = r.Scan(&both[0], &both[1], &theirEmail, &theirPhone)
		theirs := strings.EqualFold(theirEmail, email)
		if !isEmail {
			theirs = slices.Contains(contact.ParsePhone(theirPhone).Numbers, phone.Number)
		}
		found[both[1]] = found[both[1]] || theirs
		return both, err
	}
	all, err := QueryAll(ctx, j.read, scan, `SELECT l.id, `+Kept+`, l.email, l.phone FROM leads l
		ORDER BY l.received_at, l.id`)
	var ids []string
	for _, both := range all {
		if found[both[1]] {
			ids = append(ids, both[0])
		}
	}
	if err == nil && len(ids) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find the leads of %q: %w", emailOrPhone, err)
	}
	return ids, nil
}
