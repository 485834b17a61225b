package journal

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

// Kept selects the ID of the lead that a lead l was merged into, or else its own.
const Kept = `COALESCE(NULLIF(l.merged_into, ''), l.id)`

// LeadColumns returns the columns of the table leads, as l, that ScanLead reads.
func LeadColumns() string {
	columns := `l.id, l.received_at, l.page, l.suspect, l.stage, l.price, l.address, l.access, l.merged_into`
	for _, f := range quote.Recorded() {
		columns += `, l.` + f.Column
	}
	return columns + `, l.extra`
}

// ScanLead reads a row that begins with the columns of a lead, and its further columns into others. The lead has
// neither a token nor photographs; after an error, it has what comes before the column that cannot be read.
func ScanLead(r Row, others ...any) (l Lead, err error) {
	var received int64
	targets := []any{&l.ID, &received, &l.Page, &l.SpamReason, &l.Stage, &l.Cents, &l.Address, &l.Access,
		&l.MergedInto}
	for _, f := range quote.Recorded() {
		targets = append(targets, f.Value(&l.Request))
	}
	err = r.Scan(slices.Concat(targets, []any{&l.Extra}, others)...)
	l.Received = FromMillis(received)
	return l, err
}

// pageSize is how many leads List reads at a time. A read transaction keeps SQLite's log from being checkpointed and
// PostgreSQL's old rows from being vacuumed, so it must not last as long as the caller's loop.
const pageSize = 100

// List returns the leads that meet all conditions, newest first. It reads them page by page while the caller ranges,
// and ends after an error or the last lead; complete makes the values that it returns of a page. Changes made meanwhile
// may or may not be seen; no lead is returned twice.
func List[T any](ctx context.Context, j *Journal, complete func([]Lead) ([]T, error), conditions ...Condition,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		page := conditions
		for {
			leads, err := j.Leads(ctx, pageSize, page...)
			var list []T
			if err == nil {
				list, err = complete(leads)
			}
			if err != nil {
				var none T
				yield(none, fmt.Errorf("list leads: %w", err))
				return
			}
			for _, l := range list {
				if !yield(l, nil) {
					return
				}
			}
			if len(leads) < pageSize {
				return
			}
			last := leads[len(leads)-1]
			page = append(slices.Clip(conditions),
				If(`(l.received_at, l.id) < (?, ?)`, Millis(last.Received), last.ID))
		}
	}
}

// Leads returns the first leads that meet all conditions, newest first.
func (j *Journal) Leads(ctx context.Context, limit int, conditions ...Condition) ([]Lead, error) {
	where, args := Where(conditions...)
	leads, err := QueryAll(ctx, j.read, func(r Row) (Lead, error) { return ScanLead(r) },
		`SELECT `+LeadColumns()+` FROM leads l WHERE `+where+
			fmt.Sprintf(` ORDER BY l.received_at DESC, l.id DESC LIMIT %d`, limit), args...)
	if err != nil {
		return nil, err
	}
	return leads, j.addParts(ctx, leads)
}

// Count returns how many leads and photographs a journal has.
func Count(ctx context.Context, db Queryer) (leads, photos int, err error) {
	err = db.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM leads), (SELECT COUNT(*) FROM photos)`).
		Scan(&leads, &photos)
	return leads, photos, err
}

// Emails returns the email addresses of the leads that meet all conditions, as they were typed.
func Emails(ctx context.Context, tx *sql.Tx, conditions ...Condition) ([]string, error) {
	where, args := Where(conditions...)
	return QueryAll(ctx, tx, ScanText, `SELECT l.email FROM leads l WHERE `+where, args...)
}

// addParts adds the tokens and the photographs of leads.
func (j *Journal) addParts(ctx context.Context, leads []Lead) error {
	var ids []string
	for i, l := range leads {
		ids = append(ids, l.ID)
		if err := l.Extra.Unread; err != nil {
			j.Log.Error("a lead cannot be read whole", "id", l.ID, "error", err)
		}
		var err error
		if leads[i].Token, err = j.CustomerToken(ctx, l.ID); err != nil {
			return err
		}
	}
	photos, err := j.PhotosOf(ctx, ids...)
	for i, l := range leads {
		leads[i].Photos = photos[l.ID]
	}
	return err
}

// PhotosOf returns the photographs of leads by the leads' IDs, in order and without their bytes.
func (j *Journal) PhotosOf(ctx context.Context, ids ...string) (map[string][]quote.Photo, error) {
	photos := map[string][]quote.Photo{}
	in, args := AnyOf(ids, nil)
	_, err := QueryAll(ctx, j.read, func(r Row) (p quote.Photo, err error) {
		var id string
		err = r.Scan(&id, &p.ID, &p.Width, &p.Height, &p.Bytes, &p.Visit, &p.Taken)
		photos[id] = append(photos[id], p)
		return p, err
	}, `SELECT lead_id, id, width, height, bytes, visit, taken FROM photos WHERE lead_id IN `+in+`
		ORDER BY lead_id, place`, args...)
	return photos, err
}

// Get returns the lead with the given ID, or an error that wraps ErrNotFound.
func (j *Journal) Get(ctx context.Context, id string) (Lead, error) {
	l, err := ScanLead(j.read.QueryRowContext(ctx, `SELECT `+LeadColumns()+` FROM leads l WHERE l.id = $1`, id))
	leads := []Lead{l}
	if err == nil {
		err = j.addParts(ctx, leads)
	}
	if err != nil {
		return Lead{}, fmt.Errorf("get lead %s: %w", id, readError(err))
	}
	return leads[0], nil
}

// minPrefix is the shortest prefix that Find accepts, in characters.
const minPrefix = 4

// Find returns the ID with the given reference, or the only one that starts with the given prefix; the full ID is its
// own prefix. The error wraps ErrNotFound if no ID does.
func (j *Journal) Find(ctx context.Context, prefix string) (string, error) {
	prefix = strings.ToLower(strings.TrimSpace(prefix))
	if len(prefix) < minPrefix {
		return "", fmt.Errorf("find lead %q: give at least %d characters of its ID", prefix, minPrefix)
	}
	condition, args := `substr(l.id, 1, $1) = $2`, []any{len(prefix), prefix}
	if end := IDEnd(prefix); end != "" { // not a prefix: those begin with 0, the time of RFC 9562 until 2527
		condition, args = `substr(l.id, 30) = $1`, []any{end}
	}
	ids, err := QueryAll(ctx, j.read, ScanText, `SELECT l.id FROM leads l
		WHERE `+condition+` ORDER BY l.id LIMIT 4`, args...)
	switch {
	case err != nil:
		return "", fmt.Errorf("find lead %q: %w", prefix, err)
	case len(ids) == 0:
		return "", fmt.Errorf("find lead %q: %w", prefix, ErrNotFound)
	case len(ids) > 1:
		return "", fmt.Errorf("find lead %q: several IDs start with it, such as %s; give more of the ID",
			prefix, strings.Join(ids[:min(3, len(ids))], ", "))
	}
	return ids[0], nil
}
