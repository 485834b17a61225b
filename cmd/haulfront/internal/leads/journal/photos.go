package journal

import (
	"context"
	"crypto/hmac"
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

	"haulfront/cmd/haulfront/internal/leads/quote"
)

// AddPhotos stores photographs of a lead, after those that it has.
func AddPhotos(ctx context.Context, tx *sql.Tx, leadID string, photos []quote.Photo) error {
	for _, p := range photos {
		if _, err := tx.ExecContext(ctx, `INSERT INTO photos (id, lead_id, place, width, height, bytes, data, visit,
			taken) VALUES ($1, $2, (SELECT COALESCE(MAX(place), 0) + 1 FROM photos WHERE lead_id = $2), $3, $4, $5, $6,
			$7, $8)`, p.ID, leadID, p.Width, p.Height, len(p.JPEG), p.JPEG, p.Visit, p.Taken); err != nil {
			return fmt.Errorf("store a photograph: %w", err)
		}
	}
	return nil
}

// Photo returns a photograph as a JPEG. The error wraps ErrNotFound if the journal does not have it.
func (j *Journal) Photo(ctx context.Context, id string) ([]byte, error) {
	if err := j.Reached(); err != nil {
		return nil, unavailable(err)
	}
	var data []byte
	err := j.read.QueryRowContext(ctx, `SELECT p.data FROM photos p JOIN leads l ON l.id = p.lead_id
		WHERE p.id = $1`, id).Scan(&data)
	if err != nil {
		return nil, fmt.Errorf("get a photograph: %w", readError(err))
	}
	return data, nil
}

// UploadDir returns a folder for the files of uploads while they are read: the journal's on SQLite, which is writable
// and on a disk even where there is no other such folder, and the system's folder for temporary files on PostgreSQL.
func (j *Journal) UploadDir() string {
	if j.files == nil {
		return os.TempDir()
	}
	return filepath.Dir(j.files.real)
}

// PhotoCount selects the number of photographs of a lead l.
const PhotoCount = `(SELECT COUNT(*) FROM photos p WHERE p.lead_id = l.id)`

// photoLinkLife is how long a link to a photograph works.
const photoLinkLife = 30 * 24 * time.Hour

// Errors of [Journal.CheckPhotoLink].
var (
	ErrBadLink   = errors.New("the link to a photograph has no valid signature")
	ErrLinkEnded = errors.New("the link to a photograph has expired")
)

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now. The error wraps
// ErrUnavailable.
func (j *Journal) PhotoLink(ctx context.Context, id string, now time.Time) (url.Values, error) {
	secret, err := j.secret(ctx, photoSecret)
	if err != nil {
		return nil, err
	}
	expires := strconv.FormatInt(now.Add(photoLinkLife).Unix(), 10)
	return url.Values{"expires": {expires}, "signature": {sign(secret, id, expires)}}, nil
}

// CheckPhotoLink returns nil for a link that PhotoLink made and that has not expired, and otherwise ErrBadLink,
// ErrLinkEnded or an error of the journal.
func (j *Journal) CheckPhotoLink(ctx context.Context, id, expires, signature string) error {
	secret, err := j.secret(ctx, photoSecret)
	if err != nil {
		return err
	}
	if !hmac.Equal([]byte(signature), []byte(sign(secret, id, expires))) {
		return ErrBadLink
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return ErrBadLink
	}
	if !j.Now().Before(time.Unix(until, 0)) {
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
