package lead

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// A Filter selects leads. The zero Filter selects all.
type Filter struct {
	Status Status    // of one of the deliveries; empty: any
	Kind   Kind      // of the delivery that has the status; empty: any
	Source string    // exactly; empty: any
	Since  time.Time // received at or after; zero: any
	Until  time.Time // received before; zero: any
}

// leadColumns returns the columns of the table leads, as l, that scanLead reads.
func leadColumns() string {
	columns := `l.id, l.received_at, l.page, l.suspect, l.extra, l.stage, l.price`
	for _, f := range quote.Recorded() {
		columns += `, l.` + f.Column
	}
	return columns
}

// scanLead reads a row of the table leads.
func scanLead(r Row) (l Lead, err error) {
	var received int64
	targets := []any{&l.ID, &received, &l.Page, &l.SpamReason, &l.Request.Extra, &l.Stage, &l.Price}
	for _, f := range quote.Recorded() {
		targets = append(targets, f.Value(&l.Request))
	}
	err = r.Scan(targets...)
	l.Received = fromMillis(received)
	return l, err
}

// pageSize is how many leads List reads at a time. A read transaction keeps SQLite's log from being checkpointed and
// PostgreSQL's old rows from being vacuumed, so it must not last as long as the caller's loop.
const pageSize = 100

// List returns the leads that f selects, newest first. It reads them page by page while the caller ranges, and ends
// after an error or the last lead. Changes made meanwhile may or may not be seen; no lead is returned twice.
func (j *Journal) List(ctx context.Context, f Filter) iter.Seq2[Lead, error] {
	return func(yield func(Lead, error) bool) {
		var last *Lead
		for {
			page, err := j.listPage(ctx, f, last)
			if err != nil {
				yield(Lead{}, fmt.Errorf("list leads: %w", err))
				return
			}
			for _, l := range page {
				if !yield(l, nil) {
					return
				}
			}
			if len(page) < pageSize {
				return
			}
			last = &page[len(page)-1]
		}
	}
}

// List is [Journal.List].
func (s *Service) List(ctx context.Context, f Filter) iter.Seq2[Lead, error] {
	return s.journal.List(ctx, f)
}

// listPage returns the next leads that f selects, after the last one.
func (j *Journal) listPage(ctx context.Context, f Filter, last *Lead) ([]Lead, error) {
	where, args := f.conditions(last)
	query := `SELECT ` + leadColumns() + ` FROM leads l WHERE ` + strings.Join(append(where, NotSelfTest), ` AND `) +
		fmt.Sprintf(` ORDER BY l.received_at DESC, l.id DESC LIMIT %d`, pageSize)
	leads, err := queryAll(ctx, j.read, scanLead, query, args...)
	if err != nil {
		return nil, err
	}
	return leads, j.addParts(ctx, leads)
}

// addParts adds the tokens, the deliveries and the photographs of leads.
func (j *Journal) addParts(ctx context.Context, leads []Lead) error {
	index, ids := map[string]int{}, []string{}
	for i, l := range leads {
		index[l.ID], ids = i, append(ids, l.ID)
		var err error
		if leads[i].Token, err = j.token(ctx, customerSecret, l.ID); err != nil {
			return err
		}
	}
	scanDelivery := func(r Row) (d Delivery, err error) {
		var id, lease, attempts string
		var due int64
		if err := r.Scan(&id, &d.Kind, &d.Status, &due, &lease, &attempts, &d.Body); err != nil {
			return d, err
		}
		if d.Status == Queued {
			d.Due, d.Leased = fromMillis(due), lease != ""
		}
		err = json.Unmarshal([]byte(attempts), &d.Attempts)
		switch l := &leads[index[id]]; d.Kind {
		case Webhook:
			l.Webhook = d
		case Email:
			l.Email = d
		default:
			l.Others = append(l.Others, d)
		}
		return d, err
	}
	in, args := anyOf(ids, nil)
	_, err := queryAll(ctx, j.read, scanDelivery, `SELECT lead_id, kind, status, due_at, lease, attempts, body
		FROM deliveries WHERE lead_id IN `+in+` ORDER BY lead_id, kind`, args...)
	if err != nil {
		return err
	}
	scanPhoto := func(rows Row) (p quote.Photo, err error) {
		var id string
		err = rows.Scan(&id, &p.ID, &p.Width, &p.Height, &p.Bytes)
		if err == nil {
			r := &leads[index[id]].Request
			r.Photos = append(r.Photos, p)
		}
		return p, err
	}
	_, err = queryAll(ctx, j.read, scanPhoto, `SELECT lead_id, id, width, height, bytes FROM photos
		WHERE lead_id IN `+in+` ORDER BY lead_id, place`, args...)
	return err
}

// conditions returns the filter as SQL conditions on the leads after the last one, and their parameters.
func (f Filter) conditions(last *Lead) (where []string, args []any) {
	add := func(condition string, values ...any) {
		for _, value := range values {
			args = append(args, value)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where = append(where, condition)
	}
	if f.Status != "" {
		if f.Kind == "" {
			add(`l.id IN (SELECT lead_id FROM deliveries WHERE status = ?)`, f.Status)
		} else {
			add(`l.id IN (SELECT lead_id FROM deliveries WHERE status = ? AND kind = ?)`, f.Status, f.Kind)
		}
	}
	if f.Source != "" {
		add(`l.source = ?`, f.Source)
	}
	if !f.Since.IsZero() {
		add(`l.received_at >= ?`, millis(f.Since))
	}
	if !f.Until.IsZero() {
		add(`l.received_at < ?`, millis(f.Until))
	}
	if last != nil {
		add(`(l.received_at, l.id) < (?, ?)`, millis(last.Received), last.ID)
	}
	return where, args
}

// Get returns the lead with the given ID, or an error that wraps ErrNotFound.
func (j *Journal) Get(ctx context.Context, id string) (Lead, error) {
	l, err := scanLead(j.read.QueryRowContext(ctx, `SELECT `+leadColumns()+` FROM leads l WHERE l.id = $1`, id))
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
	ids, err := queryAll(ctx, j.read, scanText, `SELECT l.id FROM leads l
		WHERE `+condition+` AND `+NotSelfTest+` ORDER BY l.id LIMIT 4`, args...)
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
