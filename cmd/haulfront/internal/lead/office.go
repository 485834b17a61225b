package lead

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"

	"haulfront/cmd/haulfront/internal/quote"
)

// The tables of the office are in the journal (package office), which a change of a lead shares with its history in
// one transaction.

// Transact runs f in a transaction, under the same conditions as a lead is stored: an error wraps ErrUnavailable if
// what f wrote would not survive. An error of f is returned as it is.
func (s *Service) Transact(ctx context.Context, f func(*sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.storeLimit)
	defer cancel()
	if err := s.makeAvailable(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := s.journal.Transact(ctx, f); err != nil {
		return err
	}
	if err := s.checkAvailable(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Transact runs f in a transaction. An error of f is returned as it is.
func (j *Journal) Transact(ctx context.Context, f func(*sql.Tx) error) error {
	var failed error
	err := j.tx(ctx, func(tx *sql.Tx) error {
		failed = f(tx)
		return failed
	})
	if err != nil && failed == nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// Reader returns the database for queries alone.
func (j *Journal) Reader() *sql.DB { return j.read }

// Reader returns the database for queries alone.
func (s *Service) Reader() *sql.DB { return s.journal.read }

// Journal returns the journal for what operators do with leads: Get, Release, Replay, Remove.
func (s *Service) Journal() *Journal { return s.journal }

// customerSecret is the row of the table secrets that makes the tokens of customers' pages.
const customerSecret = "customer"

// makeSecrets makes the secrets that sign links, once for the journal.
func (j *Journal) makeSecrets(ctx context.Context) error {
	for _, name := range []string{photoSecret, customerSecret} {
		_, err := j.write.ExecContext(ctx, `INSERT INTO secrets (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO NOTHING`, name, rand.Text()+rand.Text())
		if err != nil {
			return fmt.Errorf("make the secret of %s: %w", name, err)
		}
	}
	return nil
}

// secret returns a secret. Within a transaction db must be that: SQLite has one connection that writes.
func (j *Journal) secret(ctx context.Context, db queryer, name string) (string, error) {
	if cached, ok := j.secrets.Load(name); ok {
		return cached.(string), nil
	}
	var value string
	err := db.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, name).Scan(&value)
	if err != nil {
		return "", fmt.Errorf("read the secret of %s: %w", name, err)
	}
	j.secrets.Store(name, value)
	return value, nil
}

// CustomerToken returns the token in the address of a lead's page for the customer: 128 bits as 22 characters. The
// journal stores its digest alone, see [TokenDigest].
func (j *Journal) CustomerToken(ctx context.Context, id string) (string, error) {
	return j.customerToken(ctx, j.write, id)
}

func (j *Journal) customerToken(ctx context.Context, db queryer, id string) (string, error) {
	secret, err := j.secret(ctx, db, customerSecret)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id))
	const size = 16
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:size]), nil
}

// TokenDigest returns the SHA-256 of a token in hexadecimal, by which the journal finds it.
func TokenDigest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// PhoneKey returns the digest of a phone number, the same however it is written; "" for what is too short for one.
func PhoneKey(phone string) string {
	digits := quote.PhoneDigits(phone)
	if len(digits) < minPhoneDigits {
		return ""
	}
	return TokenDigest(digits)
}
