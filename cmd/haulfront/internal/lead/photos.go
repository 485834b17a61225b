package lead

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

func insertPhotos(ctx context.Context, tx *sql.Tx, leadID string, photos []quote.Photo) error {
	for i, p := range photos {
		if _, err := tx.ExecContext(ctx, `INSERT INTO photos (id, lead_id, place, width, height, bytes, data)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.ID, leadID, i+1, p.Width, p.Height, len(p.JPEG), p.JPEG); err != nil {
			return fmt.Errorf("store a photograph: %w", err)
		}
	}
	return nil
}

// Photo returns a photograph as a JPEG. The error wraps ErrNotFound if the journal does not have it.
func (s *Service) Photo(ctx context.Context, id string) ([]byte, error) {
	if err := s.connectErr.Load(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, *err)
	}
	var data []byte
	err := s.journal.read.QueryRowContext(ctx, `SELECT p.data FROM photos p JOIN leads l ON l.id = p.lead_id
		WHERE p.id = $1 AND p.data IS NOT NULL`, id).Scan(&data)
	if err != nil {
		return nil, fmt.Errorf("get a photograph: %w", notFound(err))
	}
	return data, nil
}

// UploadDir returns a folder for the files of uploads while they are read: the journal's on SQLite, which is writable
// and on a disk even where there is no other such folder, and the system's folder for temporary files on PostgreSQL.
func (s *Service) UploadDir() string {
	if s.journal.files == nil {
		return os.TempDir()
	}
	return filepath.Dir(s.journal.files.real)
}

// photoLinkLife is how long a link to a photograph works.
const photoLinkLife = 30 * 24 * time.Hour

// Errors of [Service.CheckPhotoLink].
var (
	ErrBadLink   = errors.New("the link to a photograph has no valid signature")
	ErrLinkEnded = errors.New("the link to a photograph has expired")
)

// secretName is the row of the table secrets that signs links.
const secretName = "photos"

// makeSecret makes the secret that signs links, once for the journal.
func (j *Journal) makeSecret(ctx context.Context) error {
	_, err := j.write.ExecContext(ctx, `INSERT INTO secrets (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO NOTHING`, secretName, rand.Text()+rand.Text())
	if err != nil {
		return fmt.Errorf("make the secret of photographs: %w", err)
	}
	return nil
}

func (j *Journal) secret(ctx context.Context) (string, error) {
	if cached := j.photoSecret.Load(); cached != nil {
		return *cached, nil
	}
	var value string
	err := j.write.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, secretName).Scan(&value)
	if err != nil {
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

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now. The error wraps
// ErrUnavailable.
func (s *Service) PhotoLink(ctx context.Context, id string) (url.Values, error) {
	query, err := s.journal.PhotoLink(ctx, id, s.now())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return query, nil
}

// CheckPhotoLink returns nil for a link that PhotoLink made and that has not expired, and otherwise ErrBadLink,
// ErrLinkEnded or an error of the journal.
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

// linkEncoding consists of letters and digits: programs that detect addresses in text drop punctuation at their end.
var linkEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// sign returns the signature of a link: half of an HMAC (RFC 2104, section 5), so that the link fits on a phone.
func sign(secret, id, expires string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id + "\n" + expires))
	return strings.ToLower(linkEncoding.EncodeToString(mac.Sum(nil)[:sha256.Size/2]))
}
