package lead

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/quote"
)

// bucket is the time within which the same fields without a form key are
// certainly the same lead. A repeat is looked up in the neighbouring buckets
// too, so that an edge of the clock does not make two leads of a double press.
const bucket = 10 * time.Minute

// A claim is a delivery that this process may attempt, because it holds the
// lease.
type claim struct {
	ID       string // of the lead
	Kind     Kind
	Body     string
	Lease    string
	Failures int
	// Extra says that a visitor pressed again and the attempt is none of the
	// schedule's. Its failure does not move the delivery along: pressing the
	// button ten times must not use up three days of retries.
	Extra bool
	// Cut says that an earlier lease ran out: an attempt was perhaps begun,
	// and nobody knows how it ended.
	Cut bool
	// Token is the visitor's session, for the e-mail function. It is never
	// stored.
	Token string
}

// accepted is what became of a submission in the journal.
type accepted struct {
	ID    string
	Fresh bool   // stored now, not seen before
	Claim *claim // the attempt to make now; nil: nothing to send
	Busy  string // the lease of an attempt that is under way elsewhere
}

// payload is the digest of everything the visitor sent and of the form's key,
// without anything that differs between two posts of the same form. Each part
// is preceded by its length, so that no two different forms give one text.
func payload(key string, r quote.Request) [sha256.Size]byte {
	h := sha256.New()
	for _, part := range []string{key, r.Name, r.Email, r.Phone, r.ServiceType, r.ZIPCode, r.ServiceTimeframe, r.Message, r.Source} {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// identities returns what the lead may already be known as, its own name
// first. With a key that is one name. Without, the payload's digest is bound
// to the ten minutes around now.
func identities(key string, sum [sha256.Size]byte, now time.Time) [3]string {
	digest := hex.EncodeToString(sum[:])
	if key != "" {
		return [3]string{digest, digest, digest}
	}
	at := now.UnixMilli() / bucket.Milliseconds()
	name := func(n int64) string { return digest + "/" + strconv.FormatInt(n, 10) }
	return [3]string{name(at), name(at - 1), name(at + 1)}
}

// accept stores the submission, or finds it stored, in one transaction that
// also leases the webhook to this caller.
func (d *Service) accept(ctx context.Context, s Submission, sum [sha256.Size]byte, now time.Time) (accepted, error) {
	var a accepted
	err := d.journal.tx(ctx, func(tx *sql.Tx) error {
		a = accepted{}
		if lock := d.journal.dialect.serialise; lock != "" {
			if _, err := tx.ExecContext(ctx, lock, int64(binary.BigEndian.Uint64(sum[:8]))); err != nil {
				return err
			}
		}
		names := identities(s.Key, sum, now)
		err := tx.QueryRowContext(ctx, `SELECT id FROM leads WHERE identity IN ($1, $2, $3)`,
			names[0], names[1], names[2]).Scan(&a.ID)
		switch {
		case err == nil:
			return d.again(ctx, tx, &a, s, now)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		return d.insert(ctx, tx, &a, s, names[0], now)
	})
	if err != nil {
		return accepted{}, err
	}
	return a, nil
}

// insert stores a lead that was not known, and both its deliveries.
func (d *Service) insert(ctx context.Context, tx *sql.Tx, a *accepted, s Submission, identity string, now time.Time) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make an ID: %w", err)
	}
	a.ID, a.Fresh = id.String(), true
	r := s.Request
	if _, err := tx.ExecContext(ctx, `INSERT INTO leads
		(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message, source, page, suspect)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		a.ID, identity, millis(now), r.Name, r.Email, r.Phone, r.ServiceType, r.ZIPCode,
		r.ServiceTimeframe, r.Message, r.Source, s.Page, s.SpamReason); err != nil {
		return err
	}

	webhook, email := begin(d.hook != nil, d.mail != nil)
	if s.SpamReason != "" {
		webhook, email = Quarantined, Quarantined
	}
	for _, row := range []struct {
		kind   Kind
		status Status
		body   []byte
	}{
		{Webhook, webhook, r.WebhookBody(now)},
		{Email, email, r.EmailBody()},
	} {
		var lease string
		var until int64
		if row.status == Queued {
			lease, until = d.mark(), millis(now.Add(d.leaseTime))
			a.Claim = &claim{ID: a.ID, Kind: row.kind, Body: string(row.body), Lease: lease, Token: s.Token}
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, due_at, lease, lease_until)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			a.ID, row.kind, row.status, string(row.body), millis(now), lease, until); err != nil {
			return err
		}
	}
	return nil
}

// begin returns the statuses with which a lead's deliveries begin, given which
// calls there are. The e-mail waits for the webhook, and where there is no
// webhook for nothing.
func begin(hook, mail bool) (webhook, email Status) {
	switch {
	case hook && mail:
		return Queued, Waiting
	case hook:
		return Queued, Stored
	case mail:
		return Stored, Queued
	}
	return Stored, Stored
}

// again decides what a submission means whose lead is already stored.
func (d *Service) again(ctx context.Context, tx *sql.Tx, a *accepted, s Submission, now time.Time) error {
	var (
		status Status
		c      = claim{ID: a.ID, Kind: Webhook, Extra: true, Token: s.Token}
		lease  string
		until  int64
	)
	err := tx.QueryRowContext(ctx, `SELECT status, body, lease, lease_until, failures FROM deliveries
		WHERE lead_id = $1 AND kind = 'webhook'`+d.journal.dialect.forUpdate, a.ID).
		Scan(&status, &c.Body, &lease, &until, &c.Failures)
	if err != nil {
		return err
	}
	if status == Quarantined && s.SpamReason == "" {
		// The same person pressed again, this time without suspicion.
		if err := release(ctx, tx, a.ID, d.hook != nil, d.mail != nil, now); err != nil {
			return err
		}
		status, _ = begin(d.hook != nil, d.mail != nil)
	}
	switch {
	case d.hook == nil, status != Queued && status != Dead:
		return nil
	case lease != "" && until > millis(now):
		a.Busy = lease
		return nil
	}
	// A dead delivery that a visitor brings back begins its schedule anew.
	if status == Dead {
		c.Failures, c.Extra = 0, false
	}
	c.Lease, c.Cut = d.mark(), lease != ""
	a.Claim = &c
	_, err = tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', failures = $1, lease = $2, lease_until = $3
		WHERE lead_id = $4 AND kind = 'webhook'`, c.Failures, c.Lease, millis(now.Add(d.leaseTime)), a.ID)
	return err
}
