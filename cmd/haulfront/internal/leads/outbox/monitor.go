package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// Stats are the outbox's numbers for monitoring.
type Stats struct {
	Deliveries map[Kind]map[Status]int
	Due        int // queued deliveries that are due
	// Oldest is the age of the oldest lead whose webhook, or mail to the owner, is queued or dead; 0 without one.
	Oldest time.Duration
}

// Stats returns the outbox's numbers.
func (s *Service) Stats(ctx context.Context) (Stats, error) {
	stats, now := Stats{Deliveries: map[Kind]map[Status]int{}}, s.now()
	if err := s.Reached(); err != nil {
		return stats, err
	}
	scan := func(r journal.Row) (kind Kind, err error) {
		var status Status
		var n int
		err = r.Scan(&kind, &status, &n)
		if stats.Deliveries[kind] == nil {
			stats.Deliveries[kind] = map[Status]int{}
		}
		stats.Deliveries[kind][status] += n
		return kind, err
	}
	_, err := journal.QueryAll(ctx, s.Reader(), scan, `SELECT kind, status, COUNT(*) FROM deliveries
		GROUP BY kind, status`)
	if err == nil {
		err = s.Reader().QueryRowContext(ctx, `SELECT COUNT(*) FROM deliveries
			WHERE status = 'queued' AND due_at <= $1`, journal.Millis(now)).Scan(&stats.Due)
	}
	var oldest time.Time
	if err == nil {
		_, oldest, _, err = s.Span(ctx, journal.If(`l.id IN (SELECT lead_id FROM deliveries
			WHERE kind IN ('webhook', 'owner') AND status IN ('queued', 'dead'))`))
	}
	if err != nil {
		return stats, fmt.Errorf("count leads: %w", err)
	}
	if !oldest.IsZero() {
		stats.Oldest = max(0, now.Sub(oldest))
	}
	return stats, nil
}

const (
	maxUndelivered = 100 // undelivered leads that are named
	maxLater       = 100 // later leads among which one that was delivered is looked for
)

// A FailingKind is a kind of deliveries that fail.
type FailingKind struct {
	Kind   Kind
	Leads  int       // that it has not accepted
	Oldest time.Time // when the oldest of them was received
}

// Overdue lists the leads and the kinds of deliveries that have been failing for too long.
type Overdue struct {
	// Undelivered leads have arrived nowhere, although a destination is configured. They are the newest, at most a
	// hundred, newest first.
	Undelivered []journal.Lead
	Failing     []FailingKind
}

// Overdue returns the leads that were received at or before a time and delivered nowhere, and the kinds of deliveries
// of such leads that have failed and have not accepted a later lead. Mails to the visitor and of the office
// deliver nothing, and an address that rejects mail is nobody's failure.
func (o *Outbox) Overdue(ctx context.Context, before time.Time) (found Overdue, err error) {
	if err := o.Reached(); err != nil {
		return found, err
	}
	if found.Undelivered, err = o.undelivered(ctx, before); err == nil {
		found.Failing, err = o.failing(ctx, before)
	}
	if err != nil {
		return Overdue{}, fmt.Errorf("look for overdue leads: %w", err)
	}
	return found, nil
}

// open is the condition of the index deliveries_open, which SQLite uses only for the same words.
const open = `status IN ('queued', 'dead', 'unsure')`

// undelivered begins with the open deliveries, which are few.
func (o *Outbox) undelivered(ctx context.Context, before time.Time) ([]journal.Lead, error) {
	ids, err := journal.QueryAll(ctx, o.Reader(), journal.ScanText, `SELECT DISTINCT lead_id FROM deliveries o
		WHERE `+open+` AND `+delivers+` AND NOT EXISTS (SELECT 1 FROM deliveries d
			WHERE d.lead_id = o.lead_id AND d.status = 'delivered' AND d.`+delivers+`)`)
	if err != nil {
		return nil, err
	}
	return o.Leads(ctx, maxUndelivered, journal.Among(ids...), journal.ReceivedBefore(before.Add(time.Millisecond)))
}

// failing counts in Go, because both databases would plan one query for all of it that reads every lead. Open
// deliveries are few, and a limit bounds how many leads are read.
func (o *Outbox) failing(ctx context.Context, before time.Time) ([]FailingKind, error) {
	leads := map[Kind][]string{}
	scan := func(r journal.Row) (kind Kind, err error) {
		var id string
		err = r.Scan(&kind, &id)
		leads[kind] = append(leads[kind], id)
		return kind, err
	}
	_, err := journal.QueryAll(ctx, o.Reader(), scan, `SELECT kind, lead_id FROM deliveries
		WHERE `+open+` AND `+delivers+` AND (failures > 0 OR status <> 'queued')`)
	if err != nil {
		return nil, err
	}
	var list []FailingKind
	for _, kind := range slices.Sorted(maps.Keys(leads)) {
		n, oldest, newest, err := o.Span(ctx, journal.Among(leads[kind]...),
			journal.ReceivedBefore(before.Add(time.Millisecond)))
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		later, _, _, err := o.Span(ctx, journal.Latest(maxLater), journal.ReceivedFrom(newest.Add(time.Millisecond)),
			With(kind, Delivered))
		if err != nil {
			return nil, err
		}
		if later == 0 {
			list = append(list, FailingKind{Kind: kind, Leads: n, Oldest: oldest})
		}
	}
	return list, nil
}

// A Retry is a delivery that failed and is tried again.
type Retry struct {
	Kind     Kind
	ID, Name string // of the lead
	Failures int
	Last     Attempt
}

// Retries returns the deliveries that failed and are tried again, those of the oldest leads first.
func (o *Outbox) Retries(ctx context.Context) ([]Retry, error) {
	scan := func(r journal.Row) (d Retry, err error) {
		var list string
		var attempts []Attempt
		if err = r.Scan(&d.Kind, &d.ID, &d.Name, &d.Failures, &list); err == nil {
			err = json.Unmarshal([]byte(list), &attempts)
		}
		if len(attempts) > 0 {
			d.Last = attempts[len(attempts)-1]
		}
		return d, err
	}
	return journal.QueryAll(ctx, o.Reader(), scan, `SELECT d.kind, l.id, l.name, d.failures, d.attempts
		FROM deliveries d JOIN leads l ON l.id = d.lead_id
		WHERE d.`+open+` AND d.status = 'queued' AND d.failures > 0 ORDER BY l.received_at, d.kind`)
}
