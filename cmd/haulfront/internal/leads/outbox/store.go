package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// store is the first step: it stores the post as a lead, or finds it stored, and leases its first delivery to the
// caller; without a lease, there is nothing to send. holder is the lease of an attempt that is in progress elsewhere.
func (s *Service) store(ctx context.Context, p quote.Post) (
	first leasedDelivery, holder string, isNew bool, err error) {
	now, refused := s.now(), false
	err = s.Transact(ctx, func(tx *sql.Tx) error {
		var l journal.Lead
		l, isNew, err = s.Journal.Store(ctx, tx, p, now)
		switch {
		case err != nil:
			return err
		case isNew:
			first, err = s.storeDeliveries(ctx, tx, l, p, now)
			if err == nil && p.Enter != nil {
				err = p.Enter(tx, l.ID)
				refused = err != nil
			}
		default:
			first, holder, err = s.repeat(ctx, tx, l.ID, p, now)
		}
		return err
	})
	switch {
	case refused && !errors.Is(err, journal.ErrUnavailable):
	case err != nil:
		s.log.ErrorContext(ctx, "lead not stored", "error", err, "source", p.Source)
	case isNew:
		s.log.InfoContext(ctx, "lead stored",
			"lead", first.LeadID, "request", p.Request, "page", p.Page, "suspect", p.SpamReason)
	default:
		s.log.InfoContext(ctx, "lead repeated", "lead", first.LeadID)
	}
	return first, holder, isNew, err
}

// storeDeliveries stores the deliveries of a new lead. It returns the one that the caller sends, if any.
func (s *Service) storeDeliveries(ctx context.Context, tx *sql.Tx, l journal.Lead, p quote.Post, now time.Time) (
	first leasedDelivery, err error) {
	first.LeadID = l.ID
	for _, kind := range s.stored() {
		r, sender := kind.row(), s.cfg.Senders[kind]
		status, attempts := s.firstStatus(r), []Attempt{}
		if p.Quarantine {
			status = Quarantined
		}
		if sender.Skip != nil {
			reason, err := sender.Skip(ctx, tx, l)
			if err != nil {
				return first, err
			}
			if reason == Omit {
				continue
			}
			if reason != "" {
				status, attempts = Skipped, []Attempt{{At: now.UTC(), Error: "not sent: " + reason}}
			}
		}
		if p.Enter != nil && r.notifies {
			status, attempts = Skipped, []Attempt{{At: now.UTC(), Error: "not sent: the office entered the request"}}
		}
		body := r.stored
		if sender.Body != nil {
			body = sender.Body
		}
		d := leasedDelivery{LeadID: l.ID, Kind: kind, Body: string(body(l)), Token: p.Token}
		var until int64
		if status == Queued && (r.awaited || r.direct) {
			d.Lease, until = s.newLease(), journal.Millis(now.Add(s.cfg.leaseDuration))
			first = d
		}
		list, err := json.Marshal(attempts)
		if err != nil {
			return first, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries
			(lead_id, kind, status, body, due_at, lease, lease_until, attempts)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			l.ID, kind, status, d.Body, journal.Millis(now), d.Lease, until, string(list)); err != nil {
			return first, err
		}
	}
	return first, nil
}

// stored returns the kinds of the deliveries that are stored with a new lead, in the order of the table.
func (s *Service) stored() []Kind {
	kinds := kindsWhere(func(r row) bool { return r.stored != nil && (r.always || s.sends(r.Kind)) })
	return append(kinds, s.Destinations()...)
}

// sends reports whether a kind is configured.
func (s *Service) sends(kind Kind) bool {
	_, ok := s.cfg.Senders[kind]
	return ok
}

// Destinations returns the kinds that are configured and not in the table.
func (s *Service) Destinations() []Kind {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.cfg.Senders)),
		func(k Kind) bool { return k.place() < len(table) })
}

// firstStatus returns the status of a new delivery.
func (s *Service) firstStatus(r row) Status {
	switch {
	case r.always && !s.sends(r.Kind):
		return Stored
	case s.sends(r.after):
		return Waiting
	}
	return Queued
}

// repeat decides what another post of a lead that is already stored leads to; see store.
func (s *Service) repeat(ctx context.Context, tx *sql.Tx, id string, p quote.Post, now time.Time) (
	d leasedDelivery, holder string, err error) {
	d = leasedDelivery{LeadID: id, Kind: Webhook, Manual: true, Token: p.Token}
	var status Status
	var lease string
	var until int64
	err = tx.QueryRowContext(ctx, `SELECT status, body, lease, lease_until, failures FROM deliveries
		WHERE lead_id = $1 AND kind = $2`+s.ForUpdate(), id, d.Kind).Scan(&status, &d.Body, &lease, &until, &d.Failures)
	if err != nil {
		return d, "", err
	}
	if status == Quarantined && !p.Quarantine {
		// The same visitor pressed again, this time without a sign of spam.
		if err := release(ctx, tx, id, s.firstStatus, now); err != nil {
			return d, "", err
		}
		status = s.firstStatus(d.Kind.row())
	}
	switch {
	case !s.sends(d.Kind), status != Queued && status != Dead:
		return d, "", nil
	case lease != "" && until > journal.Millis(now):
		return d, lease, nil
	}
	// A dead delivery that a visitor repeats starts its schedule from the beginning.
	if status == Dead {
		d.Failures, d.Manual = 0, false
	}
	d.Lease, d.Interrupted = s.newLease(), lease != ""
	_, err = tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', failures = $1, lease = $2, lease_until = $3
		WHERE lead_id = $4 AND kind = $5`,
		d.Failures, d.Lease, journal.Millis(now.Add(s.cfg.leaseDuration)), id, d.Kind)
	return d, "", err
}

// Queue queues a delivery of a kind that is not stored with new leads, in the transaction of what it says. It is due at
// a time, which for a kind that is not planned must not be later than now. The body identifies it and is no earlier
// one's: it takes the place of an earlier delivery, whether that was made or not, and of an attempt in progress with an
// earlier one, the result is not recorded. A mail that must go out once needs a note of its own that it did.
func Queue(ctx context.Context, tx *sql.Tx, id string, kind Kind, body string, due time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, due_at)
		VALUES ($1, $2, 'queued', $3, $4) ON CONFLICT (lead_id, kind) DO UPDATE
		SET status = 'queued', body = $3, due_at = $4, lease = '', lease_until = 0, cut = 0, failures = 0,
			unknowns = 0`,
		id, kind, body, journal.Millis(due))
	return err
}

// Withdraw removes a delivery that was queued and not made. An attempt in progress is not handed over any more.
func Withdraw(ctx context.Context, tx *sql.Tx, id string, kind Kind) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM deliveries WHERE lead_id = $1 AND kind = $2 AND status = 'queued'`,
		id, kind)
	return err
}
