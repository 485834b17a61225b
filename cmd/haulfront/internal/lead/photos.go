package lead

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// AddPhotos stores photographs of a lead, after those that it has.
func AddPhotos(ctx context.Context, tx *sql.Tx, leadID string, photos []quote.Photo) error {
	for _, p := range photos {
		if _, err := tx.ExecContext(ctx, `INSERT INTO photos (id, lead_id, place, width, height, bytes, data)
			VALUES ($1, $2, (SELECT COALESCE(MAX(place), 0) + 1 FROM photos WHERE lead_id = $2), $3, $4, $5, $6)`,
			p.ID, leadID, p.Width, p.Height, len(p.JPEG), p.JPEG); err != nil {
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
		return nil, fmt.Errorf("get a photograph: %w", readError(err))
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

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now.
func (j *Journal) PhotoLink(ctx context.Context, id string, now time.Time) (url.Values, error) {
	secret, err := j.secret(ctx, photoSecret)
	if err != nil {
		return nil, err
	}
	expires := strconv.FormatInt(now.Add(photoLinkLife).Unix(), 10)
	return url.Values{"expires": {expires}, "signature": {sign(secret, id, expires)}}, nil
}

// PhotoLink returns the query of a link to a photograph, which works for 30 days from now. The error wraps
// ErrUnavailable.
func (s *Service) PhotoLink(ctx context.Context, id string) (url.Values, error) {
	return s.journal.PhotoLink(ctx, id, s.now())
}

// CheckPhotoLink returns nil for a link that PhotoLink made and that has not expired, and otherwise ErrBadLink,
// ErrLinkEnded or an error of the journal.
func (s *Service) CheckPhotoLink(ctx context.Context, id, expires, signature string) error {
	secret, err := s.journal.secret(ctx, photoSecret)
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

// importPhotos moves the photographs that an earlier version kept as files into their rows: in the folder that the
// setting PHOTOS_DIR named or else in "photos" beside the journal, under names that began with a tag of the journal, so
// that several journals could share a folder. A file is removed only after the commit of its row, so an interrupted
// import loses nothing and continues at the next start. A file that is damaged, or has no lead, stays where it is.
// Nothing that goes wrong keeps the program from starting.
func (j *Journal) importPhotos(ctx context.Context, log *slog.Logger) {
	dir := cmp.Or(os.Getenv("PHOTOS_DIR"), filepath.Join(filepath.Dir(j.name), "photos"))
	log = log.With("folder", dir)
	imported, withoutLead, err := j.importFolder(ctx, dir, log)
	if imported > 0 {
		log.Info("photographs imported into the journal", "files", imported)
	}
	if err != nil {
		log.Error("photographs were not imported; the next start tries again", "error", err)
	}
	if withoutLead > 0 {
		log.Warn("files of photographs without a lead are left alone; delete them if you do not need them",
			"files", withoutLead)
	}
	var missing int
	err = j.write.QueryRowContext(ctx, `SELECT COUNT(*) FROM photos WHERE data IS NULL`).Scan(&missing)
	if err != nil {
		log.Error("missing photographs were not counted", "error", err)
	}
	if missing > 0 {
		log.Error("photographs are missing; put their files back into the folder, and start again", "photos", missing)
	}
}

// importFolder imports the photographs in a folder, and returns how many, and how many of its files have no lead.
func (j *Journal) importFolder(ctx context.Context, dir string, log *slog.Logger) (
	imported, withoutLead int, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	secret, err := j.secret(ctx, photoSecret)
	if err != nil {
		return 0, 0, err
	}
	sum := sha256.Sum256([]byte("the names of photographs\x00" + secret))
	tag := hex.EncodeToString(sum[:4])
	marker := filepath.Join(dir, "."+tag+".journal")
	shared := j.sharesPhotos(marker)
	left := 0
	for _, entry := range entries {
		id, isTagged := strings.CutPrefix(entry.Name(), tag+"-")
		id, isPhoto := strings.CutSuffix(id, ".jpg")
		if !isTagged || !isPhoto {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		added, err := j.importPhoto(ctx, id, file)
		var damaged *damagedPhotoError
		switch {
		case errors.Is(err, ErrNotFound):
			withoutLead++
			continue
		case errors.As(err, &damaged):
			log.Error("a photograph was not imported", "file", file, "error", err)
			left++
			continue
		case err != nil:
			return imported, withoutLead, err
		}
		if added {
			imported++
		}
		if shared {
			left++
		} else if err := os.Remove(file); err != nil {
			return imported, withoutLead, err
		}
	}
	if left+withoutLead == 0 {
		_ = os.Remove(marker)
		_ = os.Remove(dir) // fails if it has other files
	}
	return imported, withoutLead, nil
}

// damagedPhotoError is returned for a file that cannot be read whole.
type damagedPhotoError struct{ error }

// importPhoto stores a file in the row of its photograph, unless an interrupted import has done so, and reports whether
// it did. The error wraps ErrNotFound if there is no row.
func (j *Journal) importPhoto(ctx context.Context, id, file string) (added bool, err error) {
	var size int
	var complete bool
	err = j.write.QueryRowContext(ctx, `SELECT bytes, COALESCE(length(data), -1) = bytes FROM photos
		WHERE id = $1`, id).Scan(&size, &complete)
	if err != nil || complete {
		return false, readError(err)
	}
	data, err := os.ReadFile(file)
	if err == nil && len(data) != size {
		err = fmt.Errorf("it has %d bytes, want %d", len(data), size)
	}
	if err != nil {
		return false, &damagedPhotoError{err}
	}
	_, err = j.write.ExecContext(ctx, `UPDATE photos SET data = $1 WHERE id = $2`, data, id)
	return err == nil, err
}

// sharesPhotos reports whether the marker in a folder of photographs names another journal, of which this one is a
// copy: its rows refer to the same files.
func (j *Journal) sharesPhotos(marker string) bool {
	owner, err := os.ReadFile(marker)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	other, err := os.Stat(string(owner))
	if err != nil {
		return false // the other journal is gone
	}
	own, err := os.Stat(j.name)
	return err != nil || !os.SameFile(own, other)
}
