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
)

type storedLead struct {
	ID       string
	New      bool            // not a repeat
	Delivery *leasedDelivery // to be sent now; nil: nothing to send
	Holder   string          // the lease of an attempt that is in progress elsewhere
}

// store is the first step: it stores the submission, or finds it stored, and leases its first delivery to the caller.
func (s *Service) store(ctx context.Context, sub journal.Submission) (stored storedLead, err error) {
	now, refused := s.now(), false
	err = s.Transact(ctx, func(tx *sql.Tx) error {
		l, isNew, err := s.Journal.Store(ctx, tx, sub, now)
		switch {
		case err != nil:
			return err
		case isNew:
			stored, err = s.storeDeliveries(ctx, tx, l, sub, now)
			if err == nil && sub.Enter != nil {
				err = sub.Enter(tx, l.ID)
				refused = err != nil
			}
		default:
			stored, err = s.repeat(ctx, tx, l.ID, sub, now)
		}
		return err
	})
	switch {
	case refused && !errors.Is(err, journal.ErrUnavailable):
		return storedLead{}, err
	case err != nil:
		s.log.ErrorContext(ctx, "lead not stored", "error", err, "source", sub.Request.Source)
		return storedLead{}, err
	case stored.New:
		s.log.InfoContext(ctx, "lead stored",
			"lead", stored.ID, "request", sub.Request, "page", sub.Page, "suspect", sub.SpamReason)
	default:
		s.log.InfoContext(ctx, "lead repeated", "lead", stored.ID)
	}
	return stored, nil
}

// storeDeliveries stores the deliveries of a new lead.
func (s *Service) storeDeliveries(ctx context.Context, tx *sql.Tx, l journal.Lead, sub journal.Submission,
	now time.Time) (storedLead, error) {
	stored := storedLead{ID: l.ID, New: true}
	for _, kind := range s.stored() {
		r, sender := kind.row(), s.cfg.Senders[kind]
		status, attempts := s.firstStatus(r), []Attempt{}
		if sub.Quarantine {
			status = Quarantined
		}
		if sender.Skip != nil {
			reason, err := sender.Skip(ctx, tx, l, sub)
			if err != nil {
				return storedLead{}, err
			}
			if reason == Omit {
				continue
			}
			if reason != "" {
				status, attempts = Skipped, []Attempt{{At: now.UTC(), Error: "not sent: " + reason}}
			}
		}
		if sub.Enter != nil && r.notifies {
			status, attempts = Skipped, []Attempt{{At: now.UTC(), Error: "not sent: the office entered the request"}}
		}
		body := r.stored
		if sender.Body != nil {
			body = sender.Body
		}
		d := leasedDelivery{LeadID: l.ID, Kind: kind, Body: string(body(l)), Token: sub.Token}
		var until int64
		if status == Queued && (r.awaited || r.direct) {
			d.Lease, until = s.newLease(), journal.Millis(now.Add(s.cfg.leaseDuration))
			stored.Delivery = &d
		}
		list, err := json.Marshal(attempts)
		if err != nil {
			return storedLead{}, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries
			(lead_id, kind, status, body, due_at, lease, lease_until, attempts)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			l.ID, kind, status, d.Body, journal.Millis(now), d.Lease, until, string(list)); err != nil {
			return storedLead{}, err
		}
	}
	return stored, nil
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

// repeat decides what the submission of a lead that is already stored leads to.
func (s *Service) repeat(ctx context.Context, tx *sql.Tx, id string, sub journal.Submission, now time.Time) (
	storedLead, error) {
	d := leasedDelivery{LeadID: id, Kind: Webhook, Manual: true, Token: sub.Token}
	var status Status
	var lease string
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT status, body, lease, lease_until, failures FROM deliveries
		WHERE lead_id = $1 AND kind = $2`+s.ForUpdate(), id, d.Kind).Scan(&status, &d.Body, &lease, &until, &d.Failures)
	if err != nil {
		return storedLead{}, err
	}
	if status == Quarantined && !sub.Quarantine {
		// The same visitor pressed again, this time without a sign of spam.
		if err := release(ctx, tx, id, s.firstStatus, now); err != nil {
			return storedLead{}, err
		}
		status = s.firstStatus(d.Kind.row())
	}
	switch {
	case !s.sends(d.Kind), status != Queued && status != Dead:
		return storedLead{ID: id}, nil
	case lease != "" && until > journal.Millis(now):
		return storedLead{ID: id, Holder: lease}, nil
	}
	// A dead delivery that a visitor repeats starts its schedule from the beginning.
	if status == Dead {
		d.Failures, d.Manual = 0, false
	}
	d.Lease, d.Interrupted = s.newLease(), lease != ""
	_, err = tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', failures = $1, lease = $2, lease_until = $3
		WHERE lead_id = $4 AND kind = $5`,
		d.Failures, d.Lease, journal.Millis(now.Add(s.cfg.leaseDuration)), id, d.Kind)
	return storedLead{ID: id, Delivery: &d}, err
}

// Queue queues a delivery of a kind that is not stored with new leads, in the transaction of what it says. It is due at
// a time, which for a kind that is not planned must not be later than now. The body
// identifies it and is no earlier one's: it takes the place of an earlier delivery that was not made, and of an attempt
// in progress with an earlier one, the result is not recorded.
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
