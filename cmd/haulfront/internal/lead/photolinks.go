package lead

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// photoLinkLife is how long a link to a photograph works.
const photoLinkLife = 30 * 24 * time.Hour

// What is wrong with a link to a photograph.
var (
	ErrBadLink   = errors.New("the link to a photograph has no valid signature")
	ErrLinkEnded = errors.New("the link to a photograph has ended")
)

// secretName is the row of the table secrets that signs links.
const secretName = "photos"

// makeSecret makes the secret that signs links, once for the journal.
func (j *Journal) makeSecret(ctx context.Context) error {
	_, err := j.write.ExecContext(ctx, `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, secretName, rand.Text()+rand.Text())
	if err != nil {
		return fmt.Errorf("make the secret of photographs: %w", err)
	}
	return nil
}

func (j *Journal) secret(ctx context.Context) (string, error) {
	if known := j.photoSecret.Load(); known != nil {
		return *known, nil
	}
	var value string
	if err := j.write.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, secretName).Scan(&value); err != nil {
		return "", fmt.Errorf("read the secret of photographs: %w", err)
	}
	j.photoSecret.Store(&value)
	return value, nil
}

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now.
func (j *Journal) PhotoLink(ctx context.Context, id string, now time.Time) (url.Values, error) {
	secret, err := j.secret(ctx)
	if err != nil {
		return nil, err
	}
	expires := strconv.FormatInt(now.Add(photoLinkLife).Unix(), 10)
	return url.Values{"expires": {expires}, "signature": {sign(secret, id, expires)}}, nil
}

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now. The error wraps ErrUnavailable.
func (s *Service) PhotoLink(ctx context.Context, id string) (url.Values, error) {
	query, err := s.journal.PhotoLink(ctx, id, s.now())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return query, nil
}

// CheckPhotoLink returns nil for a link that PhotoLink has made and that has not ended, and otherwise ErrBadLink, ErrLinkEnded or
// an error of the journal.
func (s *Service) CheckPhotoLink(ctx context.Context, id, expires, signature string) error {
	secret, err := s.journal.secret(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if !hmac.Equal([]byte(signature), []byte(sign(secret, id, expires))) {
		return ErrBadLink
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return ErrBadLink
	}
	if !s.now().Before(time.Unix(until, 0)) {
		return ErrLinkEnded
	}
	return nil
}

// linkEncoding has letters and digits alone: programs that make links of addresses leave punctuation at their end out.
var linkEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// sign returns the signature of a link, half of an HMAC (RFC 2104, section 5), so that the link fits on a phone.
func sign(secret, id, expires string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id + "\n" + expires))
	return strings.ToLower(linkEncoding.EncodeToString(mac.Sum(nil)[:sha256.Size/2]))
}
