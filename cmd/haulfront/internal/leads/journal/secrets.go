package journal

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
)

// Names of rows of the table secrets, which are made once for the journal. Only that of the calendar ever changes.
const (
	photoSecret    = "photos"   // signs links to photographs
	customerSecret = "customer" // makes the tokens of customers' pages
	calendarSecret = "calendar" // makes the keys of the office's calendar
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
	return j.Secret(ctx, name, func() (string, error) { return newSecret(), nil })
}

func newSecret() string { return rand.Text() + rand.Text() }

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
		return "", fmt.Errorf("read the secret %s: %w", name, unavailable(err))
	}
	j.secrets.Store(name, value)
	return value, nil
}

// derive returns 128 bits as 22 characters of base64url, which are derived from a secret and a text.
func derive(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// CalendarKeys returns the function that derives a user's key of the office's calendar from the user's address: anyone
// with the key may read the booked jobs, as long as the user may sign in. The secret is read each time, because another
// instance may have renewed it.
func (j *Journal) CalendarKeys(ctx context.Context) (keyOf func(user string) string, err error) {
	var key string
	err = j.read.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, calendarSecret).Scan(&key)
	if err != nil {
		return nil, fmt.Errorf("read the secret %s: %w", calendarSecret, unavailable(err))
	}
	return func(user string) string { return derive(key, strings.ToLower(user)) }, nil
}

// RenewCalendarKeys makes other keys of the office's calendar; the former ones are good for nothing.
func (j *Journal) RenewCalendarKeys(ctx context.Context) error {
	return j.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE secrets SET value = $1 WHERE name = $2`, newSecret(), calendarSecret)
		return err
	})
}

// CustomerToken returns the token of the customer's page of a lead, see [Lead.Token].
func (j *Journal) CustomerToken(ctx context.Context, id string) (string, error) {
	secret, err := j.secret(ctx, customerSecret)
	if err != nil {
		return "", err
	}
	return derive(secret, id), nil
}

// TokenDigest returns the digest under which the journal looks for a token.
func TokenDigest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
