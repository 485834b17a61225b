package journal

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"haulfront/content/contact"
)

// PhoneKey returns the digest of the number in a text, see [contact.Phone]; "" without one.
func PhoneKey(phone string) string {
	key := contact.ParsePhone(phone).Number
	if key == "" {
		return ""
	}
	return TokenDigest(key)
}

// rekey is the migration of journals in which numbers of other countries shared a key if their first ten digits agreed.
// The ledger's rows are copied to all of the keys that their leads get: a request not to be contacted may be any one's.
func rekey(ctx context.Context, tx *sql.Tx) error {
	type keyed struct{ id, phone, key string }
	leads, err := QueryAll(ctx, tx, func(r Row) (l keyed, err error) {
		err = r.Scan(&l.id, &l.phone, &l.key)
		return l, err
	}, `SELECT id, phone, phone_key FROM leads`)
	for _, l := range leads {
		key := PhoneKey(l.phone)
		if err != nil || key == "" || key == l.key {
			continue
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO consents (id, phone_key, at, action, words, page, form)
			SELECT id || $1, $1, at, action, words, page, form FROM consents WHERE phone_key = $2 AND phone_key <> ''
			ON CONFLICT (id) DO NOTHING`, key, l.key)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE leads SET phone_key = $1 WHERE id = $2`, key, l.id)
		}
	}
	return err
}

// The actions in the ledger of consents.
const (
	Agreed  = "consent" // to text messages
	Revoked = "revoke"  // that consent
	Stopped = "stop"    // do not contact; a later consent does not undo it
	Resumed = "resume"  // ends the stops before it
)

// A Consent is a row of the ledger of consents to text messages, which removals of leads leave.
type Consent struct {
	Phone  string // stored as its digest
	At     time.Time
	Action string
	Words  string // that the customer saw, or why
	Page   string // path
	Form   string // the form's name, "office" or "leads stop"
}

// consentLife is how long the ledger keeps a row, and a request not to be contacted counts: five years (47 CFR
// 64.1200(d)(6), https://www.ecfr.gov/current/title-47/section-64.1200).
const consentLife = 5 // years

// AddConsent adds a row to the ledger. A text without a phone number adds none.
func AddConsent(ctx context.Context, tx *sql.Tx, c Consent) error {
	key := PhoneKey(c.Phone)
	if key == "" {
		return nil
	}
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO consents (id, phone_key, at, action, words, page, form)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, id.String(), key, Millis(c.At), c.Action, c.Words, c.Page, c.Form)
	if err != nil {
		return fmt.Errorf("record a consent: %w", err)
	}
	return nil
}

// RemoveOldConsents removes the rows of the ledger that are older than consentLife.
func (j *Journal) RemoveOldConsents(ctx context.Context, now time.Time) error {
	return j.Tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM consents WHERE at < $1`, Millis(now.AddDate(-consentLife, 0, 0)))
		return err
	})
}

// StoppedAfter is the condition that the phone number of a lead l was not to be contacted after a time, an expression.
func StoppedAfter(at string) string {
	return `EXISTS (SELECT 1 FROM consents c
		WHERE c.phone_key = l.phone_key AND c.action = 'stop' AND c.at > ` + at + `)`
}

// Standing selects the action of the ledger's row that counts for the phone number of a lead l: a request not to be
// contacted that has not ended, or else the latest row. It is empty without a row.
const Standing = `COALESCE((SELECT c.action FROM consents c
	WHERE c.phone_key = l.phone_key AND c.phone_key <> '' AND c.action <> 'resume' AND NOT (c.action = 'stop'
		AND EXISTS (SELECT 1 FROM consents e WHERE e.phone_key = c.phone_key AND e.action = 'resume'
			AND (e.at, e.id) > (c.at, c.id)))
	ORDER BY CASE c.action WHEN 'stop' THEN 0 ELSE 1 END, c.at DESC, c.id DESC LIMIT 1), '')`
