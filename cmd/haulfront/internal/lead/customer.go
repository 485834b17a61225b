package lead

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/quote"
)

// Names of rows of the table secrets, which are made once for the journal and never change.
const (
	photoSecret    = "photos"   // signs links to photographs
	customerSecret = "customer" // makes the tokens of customers' pages
	calendarSecret = "calendar" // makes the key of the office's calendar
)

// makeSecrets makes the secrets that the journal lacks, and reads all of them.
func (j *Journal) makeSecrets(ctx context.Context) error {
	for _, name := range []string{photoSecret, customerSecret, calendarSecret} {
		if _, err := j.secret(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (j *Journal) secret(ctx context.Context, name string) (string, error) {
	return j.Secret(ctx, name, func() (string, error) { return rand.Text() + rand.Text(), nil })
}

// Secret returns the secret with a name, which create makes once for the journal. The error wraps ErrUnavailable if the
// journal cannot be read.
func (j *Journal) Secret(ctx context.Context, name string, create func() (string, error)) (value string, err error) {
	if cached, ok := j.secrets.Load(name); ok {
		return cached.(string), nil
	}
	err = j.read.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		if value, err = create(); err == nil {
			err = j.write.QueryRowContext(ctx, `INSERT INTO secrets (name, value) VALUES ($1, $2)
				ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value`, name, value).Scan(&value)
		}
	}
	if err != nil {
		return "", fmt.Errorf("read the secret %s: %w: %w", name, ErrUnavailable, err)
	}
	j.secrets.Store(name, value)
	return value, nil
}

// token returns 128 bits as 22 characters of base64url, which are derived from a secret and a text.
func (j *Journal) token(ctx context.Context, secretName, text string) (string, error) {
	secret, err := j.secret(ctx, secretName)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]), nil
}

// CalendarKey returns the key of the office's calendar: anyone with it may read the booked jobs.
func (j *Journal) CalendarKey(ctx context.Context) (string, error) {
	return j.token(ctx, calendarSecret, "")
}

// CustomerToken returns the token of the customer's page of a lead, see [Lead.Token].
func (j *Journal) CustomerToken(ctx context.Context, id string) (string, error) {
	return j.token(ctx, customerSecret, id)
}

// TokenDigest returns the digest under which the journal looks for a token.
func TokenDigest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// PhoneKey returns the digest of a phone number, which is the same however the number is written: without the country
// code 1 of a North American number, and without the extension or second number that may follow it. It is empty for
// what cannot be a number.
func PhoneKey(phone string) string {
	number := quote.PhoneDigits(phone)
	if len(number) > nanpDigits {
		number = strings.TrimPrefix(number, "1")[:nanpDigits]
	}
	if len(number) < minPhoneDigits {
		return ""
	}
	return TokenDigest(number)
}

// answeredAge is the age from which a lead of an earlier version counts as answered: from its mail, or by phone.
const answeredAge = 48 * time.Hour

// adopt sets the columns token and phone_key of leads that a version without the office stored, and takes those older
// than answeredAge out of the list of new ones: an inbox of years would be overdue. answered_at stays 0, so that they
// do not count in the median of first answers. Leads in quarantine stay new: the office lists them among those.
func (j *Journal) adopt(ctx context.Context, now time.Time) error {
	type key struct{ id, phone string }
	scan := func(r Row) (k key, err error) { return k, r.Scan(&k.id, &k.phone) }
	for {
		var keys []key
		err := j.transact(ctx, func(tx *sql.Tx) (err error) {
			keys, err = queryAll(ctx, tx, scan, `SELECT id, phone FROM leads WHERE token = '' LIMIT $1`, pageSize)
			for _, k := range keys {
				token, tokenErr := j.token(ctx, customerSecret, k.id)
				if tokenErr != nil {
					return tokenErr
				}
				if _, err := tx.ExecContext(ctx, `UPDATE leads SET token = $1, phone_key = $2, stage = CASE
					WHEN stage = 'new' AND received_at < $3 AND NOT EXISTS (SELECT 1 FROM deliveries
						WHERE lead_id = $4 AND kind = 'webhook' AND status = 'quarantined')
					THEN 'contacted' ELSE stage END WHERE id = $4`,
					TokenDigest(token), PhoneKey(k.phone), millis(now.Add(-answeredAge)), k.id); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil || len(keys) == 0 {
			return err
		}
	}
}

// The actions in the ledger of consents.
const (
	Agreed  = "consent" // to text messages
	Revoked = "revoke"  // that consent
	Stopped = "stop"    // do not contact; a later consent does not undo it
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

// AddConsent adds a row to the ledger. A text that cannot be a phone number adds none.
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
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, id.String(), key, millis(c.At), c.Action, c.Words, c.Page, c.Form)
	if err != nil {
		return fmt.Errorf("record a consent: %w", err)
	}
	return nil
}

// removeOldConsents removes the rows of the ledger that are older than consentLife.
func (j *Journal) removeOldConsents(ctx context.Context, now time.Time) error {
	return j.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM consents WHERE at < $1`, millis(now.AddDate(-consentLife, 0, 0)))
		return err
	})
}
