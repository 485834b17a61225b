package lead

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

// Earlier versions kept the photographs of a SQLite journal as files, in the folder that the setting PHOTOS_DIR named
// or else in "photos" beside the journal. Their names began with a tag of the journal, so that several journals could
// share a folder.
const (
	formerPhotosDir     = "photos"
	formerPhotosSetting = "PHOTOS_DIR"
	formerPhotoSuffix   = ".jpg"
)

// importPhotos moves the photographs that an earlier version kept as files into their rows. A file is removed only
// after the commit of its row, so an interrupted import loses nothing and continues at the next start. A file that is
// damaged, or has no lead, stays where it is. Nothing that goes wrong keeps the program from starting.
func (j *Journal) importPhotos(ctx context.Context, log *slog.Logger) {
	dir := cmp.Or(os.Getenv(formerPhotosSetting), filepath.Join(filepath.Dir(j.name), formerPhotosDir))
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
	secret, err := j.secret(ctx)
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
		id, isPhoto := strings.CutSuffix(id, formerPhotoSuffix)
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
		return false, notFound(err)
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
