package lead

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/destinations"
	"haulfront/cmd/haulfront/internal/quote"
)

// dedupWindow is the time within which the same fields without a form key are certainly the same lead. A repeat is
// looked up in the neighboring windows too, so that a double press at a window's edge does not make two leads.
const dedupWindow = 10 * time.Minute

type storedLead struct {
	ID       string
	New      bool            // not a repeat
	Delivery *leasedDelivery // to be sent now; nil: nothing to send
	Holder   string          // the lease of an attempt that is in progress elsewhere
}

// webhookPending reports whether the outcome depends on an attempt at the webhook.
func (l storedLead) webhookPending() bool {
	return l.Holder != "" || (l.Delivery != nil && l.Delivery.Kind == Webhook)
}

// digest returns a hash of the form's key and everything that the visitor sent, without anything that differs between
// two posts of the same form. Each part is preceded by its length, so that no two different forms have the same digest.
func (s Submission) digest() [sha256.Size]byte {
	r := s.Request
	h := sha256.New()
	parts := []string{s.Key}
	for _, f := range quote.Recorded() {
		parts = append(parts, *f.Value(&r))
	}
	for _, p := range r.Photos {
		parts = append(parts, string(p.Digest[:]))
	}
	for _, part := range parts {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// identities returns the identities under which the lead may already be stored, first the one to store it under. With a
// key there is only one. Without a key, the digest is bound to the ten minutes around now.
func (s Submission) identities(now time.Time) [3]string {
	sum := s.digest()
	digest := hex.EncodeToString(sum[:])
	switch {
	case s.SelfTest:
		return [3]string{selfTestIdentity, selfTestIdentity, selfTestIdentity}
	case s.Key != "":
		return [3]string{digest, digest, digest}
	}
	window := now.UnixMilli() / dedupWindow.Milliseconds()
	identity := func(n int64) string { return digest + "/" + strconv.FormatInt(n, 10) }
	return [3]string{identity(window), identity(window - 1), identity(window + 1)}
}

// store is the first step: it stores the submission, or finds it stored, and leases its first delivery to the caller.
func (s *Service) store(ctx context.Context, sub Submission) (storedLead, error) {
	stored, err := s.tryStore(ctx, sub)
	switch {
	case err != nil:
		s.log.ErrorContext(ctx, "lead not stored", "error", err, "source", sub.Request.Source)
	case stored.New:
		s.log.InfoContext(ctx, "lead stored",
			"lead", stored.ID, "request", sub.Request, "page", sub.Page, "suspect", sub.SpamReason)
	default:
		s.log.InfoContext(ctx, "lead repeated", "lead", stored.ID)
	}
	return stored, err
}

func (s *Service) tryStore(ctx context.Context, sub Submission) (storedLead, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	if err := s.makeAvailable(ctx); err != nil {
		return storedLead{}, err
	}
	var stored storedLead
	now := s.now()
	err := s.journal.tx(ctx, func(tx *sql.Tx) (err error) {
		stored, err = s.findOrInsert(ctx, tx, sub, now)
		return err
	})
	if err != nil {
		return storedLead{}, err
	}
	// The files may have disappeared during the commit. Such a lead is not sent now; as long as the process runs, the
	// worker can still read it.
	if err := s.checkAvailable(); err != nil {
		return storedLead{}, err
	}
	return stored, nil
}

func (s *Service) findOrInsert(ctx context.Context, tx *sql.Tx, sub Submission, now time.Time) (storedLead, error) {
	if lock := s.journal.dialect.lockDigest; lock != "" {
		digest := sub.digest()
		if _, err := tx.ExecContext(ctx, lock, int64(binary.BigEndian.Uint64(digest[:8]))); err != nil {
			return storedLead{}, err
		}
	}
	identities := sub.identities(now)
	var id string
	err := tx.QueryRowContext(ctx, `SELECT id FROM leads WHERE identity IN ($1, $2, $3)`,
		identities[0], identities[1], identities[2]).Scan(&id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s.insert(ctx, tx, sub, identities[0], now)
	case err != nil:
		return storedLead{}, err
	}
	return s.repeat(ctx, tx, id, sub, now)
}

func (s *Service) insert(ctx context.Context, tx *sql.Tx, sub Submission, identity string, now time.Time) (
	storedLead, error) {
	id, err := s.newLeadID(ctx, tx, sub.newID)
	if err != nil {
		return storedLead{}, err
	}
	stored := storedLead{ID: id, New: true}
	// The note is part of everything that is sent, and not of the identity.
	sub.Request.Message = quote.Paragraphs(sub.Request.Message, sub.Note)
	r := sub.Request
	token, err := s.journal.token(ctx, customerSecret, id)
	if err != nil {
		return storedLead{}, err
	}
	columns := []string{"id", "identity", "received_at", "page", "suspect", "extra", "token", "phone_key"}
	values := []any{id, identity, millis(now), sub.Page, sub.SpamReason, r.Extra, TokenDigest(token), PhoneKey(r.Phone)}
	for _, f := range quote.Recorded() {
		columns, values = append(columns, f.Column), append(values, *f.Value(&r))
	}
	list, values := anyOf(values, nil)
	insert := `INSERT INTO leads (` + strings.Join(columns, ", ") + `) VALUES ` + list
	if _, err := tx.ExecContext(ctx, insert, values...); err != nil {
		return storedLead{}, err
	}
	if err := AddPhotos(ctx, tx, id, r.Photos); err != nil {
		return storedLead{}, err
	}

	if agreed := r.Extra.Answer.Consent; agreed != nil && !sub.SelfTest {
		consent := Consent{Phone: r.Phone, At: agreed.At, Action: Agreed, Words: agreed.Words, Page: agreed.Page,
			Form: r.Source}
		if err := AddConsent(ctx, tx, consent); err != nil {
			return storedLead{}, err
		}
	}

	webhook, email := s.initialStatuses()
	deliveries := []newDelivery{
		{kind: Webhook, status: sub.heldBack(webhook), body: r.WebhookBody(now), attemptNow: true},
		{kind: Email, status: sub.heldBack(email), body: r.EmailBody(), attemptNow: true},
	}
	for _, to := range s.cfg.Destinations {
		body := to.Body(destinations.Lead{ID: id, Received: now, Page: sub.Page, Request: r})
		deliveries = append(deliveries, newDelivery{kind: Kind(to.Name), status: sub.heldBack(Queued), body: body})
	}
	mails, err := s.newMails(ctx, tx, sub, now)
	if err != nil {
		return storedLead{}, err
	}
	for _, d := range append(deliveries, mails...) {
		var lease string
		var until int64
		if d.attemptNow && d.status == Queued {
			lease, until = s.newLease(), millis(now.Add(s.cfg.leaseDuration))
			stored.Delivery = &leasedDelivery{LeadID: id, Kind: d.kind, Body: string(d.body), Lease: lease,
				Token: sub.Token}
		}
		attempts, err := json.Marshal(append([]Attempt{}, d.attempts...))
		if err != nil {
			return storedLead{}, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries
			(lead_id, kind, status, body, due_at, lease, lease_until, attempts)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			id, d.kind, d.status, string(d.body), millis(now), lease, until, string(attempts)); err != nil {
			return storedLead{}, err
		}
	}
	return stored, nil
}

// A newDelivery is a delivery of a new lead, due now.
type newDelivery struct {
	kind       Kind
	status     Status
	body       []byte
	attempts   []Attempt
	attemptNow bool // if it is queued, the caller makes the first attempt
}

// heldBack returns the status of a delivery of the submission: Quarantined instead of status for a suspect.
func (s Submission) heldBack(status Status) Status {
	if s.Quarantine {
		return Quarantined
	}
	return status
}

// initialStatuses returns the statuses of a new lead's deliveries. The email waits for the webhook; without a webhook
// it is sent at once.
func (s *Service) initialStatuses() (webhook, email Status) {
	switch {
	case s.webhook != nil && s.email != nil:
		return Queued, Waiting
	case s.webhook != nil:
		return Queued, Stored
	case s.email != nil:
		return Stored, Queued
	}
	return Stored, Stored
}

// repeat decides what the submission of a lead that is already stored leads to.
func (s *Service) repeat(ctx context.Context, tx *sql.Tx, id string, sub Submission, now time.Time) (
	storedLead, error) {
	d := leasedDelivery{LeadID: id, Kind: Webhook, Manual: true, Token: sub.Token}
	var status Status
	var lease string
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT status, body, lease, lease_until, failures FROM deliveries
		WHERE lead_id = $1 AND kind = 'webhook'`+s.journal.dialect.forUpdate, id).
		Scan(&status, &d.Body, &lease, &until, &d.Failures)
	if err != nil {
		return storedLead{}, err
	}
	if status == Quarantined && !sub.Quarantine {
		// The same visitor pressed again, this time without a sign of spam.
		webhook, email := s.initialStatuses()
		if err := release(ctx, tx, id, webhook, email, now); err != nil {
			return storedLead{}, err
		}
		status = webhook
	}
	switch {
	case s.webhook == nil, status != Queued && status != Dead:
		return storedLead{ID: id}, nil
	case lease != "" && until > millis(now):
		return storedLead{ID: id, Holder: lease}, nil
	}
	// A dead delivery that a visitor repeats starts its schedule from the beginning.
	if status == Dead {
		d.Failures, d.Manual = 0, false
	}
	d.Lease, d.Interrupted = s.newLease(), lease != ""
	_, err = tx.ExecContext(ctx, `UPDATE deliveries SET status = 'queued', failures = $1, lease = $2, lease_until = $3
		WHERE lead_id = $4 AND kind = 'webhook'`, d.Failures, d.Lease, millis(now.Add(s.cfg.leaseDuration)), id)
	return storedLead{ID: id, Delivery: &d}, err
}
