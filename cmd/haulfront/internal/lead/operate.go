package lead

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// A Filter chooses leads. Its zero value chooses all.
type Filter struct {
	Status Status    // of one of the deliveries; empty: any
	Kind   Kind      // of the delivery that has the status; empty: either
	Source string    // exactly; empty: any
	Since  time.Time // received at or after; zero: any
	Until  time.Time // received before; zero: any
}

const selectLeads = `SELECT l.id, l.received_at, l.page, l.suspect,
	l.name, l.email, l.phone, l.service_type, l.zip_code, l.service_timeframe, l.message, l.source,
	w.status, w.due_at, w.lease, w.attempts, w.body, e.status, e.due_at, e.lease, e.attempts, e.body
	FROM leads l
	JOIN deliveries w ON w.lead_id = l.id AND w.kind = 'webhook'
	JOIN deliveries e ON e.lead_id = l.id AND e.kind = 'email'`

// listStep is how many leads List reads at a time. A reader keeps SQLite's log
// from being copied into the file, and PostgreSQL's old rows from being
// removed, so none may last as long as its caller does.
const listStep = 100

// List returns the leads that f chooses, newest first. It reads while the
// caller ranges, in short steps, and ends with an error or with the last lead.
// What changes meanwhile may or may not be seen; no lead comes twice.
func (j *Journal) List(ctx context.Context, f Filter) iter.Seq2[Lead, error] {
	return func(yield func(Lead, error) bool) {
		var last *Lead
		for {
			step, err := j.list(ctx, f, last)
			if err != nil {
				yield(Lead{}, fmt.Errorf("list leads: %w", err))
				return
			}
			for _, l := range step {
				if !yield(l, nil) {
					return
				}
			}
			if len(step) < listStep {
				return
			}
			last = &step[len(step)-1]
		}
	}
}

// list returns the next leads that f chooses, after the last one.
func (j *Journal) list(ctx context.Context, f Filter, last *Lead) ([]Lead, error) {
	var where []string
	var args []any
	add := func(condition string, values ...any) {
		for _, value := range values {
			args = append(args, value)
			condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where = append(where, condition)
	}
	if f.Status != "" {
		switch f.Kind {
		case Webhook:
			add(`w.status = ?`, f.Status)
		case Email:
			add(`e.status = ?`, f.Status)
		default:
			add(`(w.status = ? OR e.status = ?)`, f.Status, f.Status)
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
	query := selectLeads
	if where != nil {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	query += fmt.Sprintf(` ORDER BY l.received_at DESC, l.id DESC LIMIT %d`, listStep)
	rows, err := j.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var leads []Lead
	for rows.Next() {
		l, err := scanLead(rows)
		if err != nil {
			return nil, err
		}
		leads = append(leads, l)
	}
	return leads, rows.Err()
}

// Get returns the lead with the given ID, or an error that wraps ErrNotFound.
func (j *Journal) Get(ctx context.Context, id string) (Lead, error) {
	l, err := scanLead(j.read.QueryRowContext(ctx, selectLeads+` WHERE l.id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return Lead{}, fmt.Errorf("get lead %s: %w", id, err)
	}
	return l, nil
}

func scanLead(row interface{ Scan(...any) error }) (Lead, error) {
	var (
		l                Lead
		received         int64
		webhook, email   struct{ lease, attempts string }
		webhookDue, eDue int64
		r                quote.Request
		webhookD, emailD = Delivery{Kind: Webhook}, Delivery{Kind: Email}
	)
	err := row.Scan(&l.ID, &received, &l.Page, &l.SpamReason,
		&r.Name, &r.Email, &r.Phone, &r.ServiceType, &r.ZIPCode, &r.ServiceTimeframe, &r.Message, &r.Source,
		&webhookD.Status, &webhookDue, &webhook.lease, &webhook.attempts, &webhookD.Body,
		&emailD.Status, &eDue, &email.lease, &email.attempts, &emailD.Body)
	if err != nil {
		return Lead{}, err
	}
	l.Received, l.Request = fromMillis(received), r
	if l.Webhook, err = withState(webhookD, webhookDue, webhook.lease, webhook.attempts); err != nil {
		return Lead{}, err
	}
	l.Email, err = withState(emailD, eDue, email.lease, email.attempts)
	return l, err
}

func withState(d Delivery, due int64, lease, attempts string) (Delivery, error) {
	if d.Status == Queued {
		d.Due, d.Leased = fromMillis(due), lease != ""
	}
	return d, json.Unmarshal([]byte(attempts), &d.Attempts)
}

// Replay queues again, under the same ID and with the same bytes, what of the
// lead has not been delivered. A webhook goes first and takes an undelivered
// e-mail with it. With all set, a lead whose webhook was delivered is sent once
// more too, for a receiver that lost it.
func (j *Journal) Replay(ctx context.Context, id string, all bool, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error {
		webhook, wLease, err := lockState(ctx, tx, j.dialect, id, Webhook, now)
		if err != nil {
			return err
		}
		email, eLease, err := lockState(ctx, tx, j.dialect, id, Email, now)
		if err != nil {
			return err
		}
		switch {
		case webhook == Quarantined:
			return errors.New("it is in quarantine; release it first")
		case wLease || eLease:
			return errors.New("an attempt is being made at this moment")
		case webhook != Delivered || all:
			if err := requeue(ctx, tx, id, Webhook, now); err != nil {
				return err
			}
			if email == Dead || email == Unknown {
				return await(ctx, tx, id)
			}
			return nil
		case email == Dead || email == Unknown || email == Queued:
			return requeue(ctx, tx, id, Email, now)
		}
		return errors.New("it is delivered")
	})
	if err != nil {
		return fmt.Errorf("replay lead %s: %w", id, err)
	}
	return nil
}

// ReplayAll queues again every delivery with the status Dead or Unsure, and
// returns how many there were.
func (j *Journal) ReplayAll(ctx context.Context, status Status, now time.Time) (int, error) {
	if status != Dead && status != Unknown {
		return 0, fmt.Errorf("replay %s leads: only what is dead or unsure is replayed together", status)
	}
	result, err := j.write.ExecContext(ctx, `UPDATE deliveries
		SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0
		WHERE status = $2`, millis(now), status)
	if err != nil {
		return 0, fmt.Errorf("replay %s leads: %w", status, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Release takes the lead out of quarantine: its webhook is queued, and its
// e-mail follows. What has nowhere to go stays queued until a server with the
// setting runs.
func (j *Journal) Release(ctx context.Context, id string, now time.Time) error {
	err := j.tx(ctx, func(tx *sql.Tx) error {
		webhook, _, err := lockState(ctx, tx, j.dialect, id, Webhook, now)
		if err != nil {
			return err
		}
		if webhook != Quarantined {
			return fmt.Errorf("it is not in quarantine but %s", webhook)
		}
		return release(ctx, tx, id, true, true, now)
	})
	if err != nil {
		return fmt.Errorf("release lead %s: %w", id, err)
	}
	return nil
}

// Purge removes for good the leads received before a time, except those that
// are still to be sent. It returns how many were removed and how many of that
// age were left.
func (j *Journal) Purge(ctx context.Context, before time.Time) (removed, left int, err error) {
	err = j.tx(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM leads WHERE received_at < $1 AND NOT EXISTS
			(SELECT 1 FROM deliveries d WHERE d.lead_id = leads.id AND d.status = 'queued')`, millis(before))
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		removed = int(n)
		return tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads WHERE received_at < $1`, millis(before)).Scan(&left)
	})
	if err != nil {
		return 0, 0, fmt.Errorf("purge leads: %w", err)
	}
	return removed, left, j.scrub(ctx)
}

// Remove removes one lead for good, whatever its status, and returns what it
// was. An attempt that is under way goes on, and its result is not kept.
func (j *Journal) Remove(ctx context.Context, id string) (Lead, error) {
	l, err := j.Get(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	result, err := j.write.ExecContext(ctx, `DELETE FROM leads WHERE id = $1`, l.ID)
	if err != nil {
		return Lead{}, fmt.Errorf("remove lead %s: %w", id, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return Lead{}, fmt.Errorf("remove lead %s: %w", id, cmp.Or(err, ErrNotFound))
	}
	return l, j.scrub(ctx)
}

// scrub removes what deleted rows leave behind.
func (j *Journal) scrub(ctx context.Context) error {
	if j.dialect.scrub == "" {
		return nil
	}
	if _, err := j.write.ExecContext(ctx, j.dialect.scrub); err != nil {
		return fmt.Errorf("scrub what was removed: %w", err)
	}
	return nil
}

// minPrefix is how much of an ID is taken for the whole, in characters.
const minPrefix = 4

// Find returns the ID that is given in full, or by the beginning that no other
// lead's ID has. Its error wraps ErrNotFound if there is none.
func (j *Journal) Find(ctx context.Context, prefix string) (string, error) {
	prefix = strings.ToLower(strings.TrimSpace(prefix))
	if len(prefix) < minPrefix {
		return "", fmt.Errorf("find lead %q: give at least %d characters of its ID", prefix, minPrefix)
	}
	rows, err := j.read.QueryContext(ctx, `SELECT id FROM leads WHERE substr(id, 1, $1) = $2 ORDER BY id LIMIT 4`,
		len(prefix), prefix)
	if err != nil {
		return "", fmt.Errorf("find lead %q: %w", prefix, err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return "", fmt.Errorf("find lead %q: %w", prefix, err)
		}
		ids = append(ids, id)
	}
	switch err := rows.Err(); {
	case err != nil:
		return "", fmt.Errorf("find lead %q: %w", prefix, err)
	case len(ids) == 0:
		return "", fmt.Errorf("find lead %q: %w", prefix, ErrNotFound)
	case len(ids) > 1:
		return "", fmt.Errorf("find lead %q: several begin so, such as %s; give more of the ID", prefix, strings.Join(ids[:min(3, len(ids))], ", "))
	}
	return ids[0], nil
}

// lockState returns a delivery's status and whether somebody holds its lease.
func lockState(ctx context.Context, tx *sql.Tx, d dialect, id string, kind Kind, now time.Time) (Status, bool, error) {
	var status Status
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT status, lease_until FROM deliveries WHERE lead_id = $1 AND kind = $2`+d.forUpdate,
		id, kind).Scan(&status, &until)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return status, until > millis(now), err
}

func requeue(ctx context.Context, tx *sql.Tx, id string, kind Kind, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE deliveries
		SET status = 'queued', due_at = $1, lease = '', lease_until = 0, cut = 0, failures = 0
		WHERE lead_id = $2 AND kind = $3`, millis(now), id, kind)
	return err
}

func await(ctx context.Context, tx *sql.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE deliveries
		SET status = 'waiting', due_at = 0, lease = '', lease_until = 0, cut = 0, failures = 0
		WHERE lead_id = $1 AND kind = 'email'`, id)
	return err
}

// release moves a quarantined lead's deliveries to where a lead's deliveries
// begin, given which calls there are.
func release(ctx context.Context, tx *sql.Tx, id string, hook, mail bool, now time.Time) error {
	webhook, email := begin(hook, mail)
	for kind, status := range map[Kind]Status{Webhook: webhook, Email: email} {
		if _, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = $1, due_at = $2
			WHERE lead_id = $3 AND kind = $4`, status, millis(now), id, kind); err != nil {
			return err
		}
	}
	return nil
}
