package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// packPhotos puts the journal's photographs into the rows of a copy of it.
func (j *Journal) packPhotos(ctx context.Context, file string) (packed, missing int, err error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return 0, 0, err
	}
	db, err := openSQLite(path, nil, "_pragma=journal_mode(OFF)", "_pragma=synchronous(OFF)") // Backup syncs it
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	ids, err := selectIDs(ctx, db, `SELECT id FROM photos`)
	if err != nil || len(ids) == 0 {
		return 0, 0, err
	}
	tag, err := j.photoTag(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, id := range ids {
		data, err := os.ReadFile(j.photos.path(tag, id))
		if errors.Is(err, fs.ErrNotExist) {
			missing++
			continue
		}
		if err != nil {
			return packed, missing, err
		}
		if _, err := db.ExecContext(ctx, `UPDATE photos SET data = $1 WHERE id = $2`, data, id); err != nil {
			return packed, missing, err
		}
		packed++
	}
	return packed, missing, nil
}

// unpackPhotos writes the photographs in a copy of a backup to their folder, and takes them out of the copy. The files of the
// journal that it will replace get second names, because the next server removes those that have no row.
func unpackPhotos(ctx context.Context, backup, journal string, files *photoFiles, now time.Time) (written, missing int, err error) {
	db, err := openSQLite(backup, nil, "_pragma=journal_mode(OFF)", "_pragma=synchronous(FULL)")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	// First, because the next server removes them also if the backup has none.
	if err := files.keep(now); err != nil {
		return 0, 0, err
	}
	if has, err := hasPhotos(ctx, db); err != nil || !has {
		return 0, 0, err
	}
	source := &Journal{write: db, read: db}
	tag, err := source.photoTag(ctx)
	if err != nil {
		return 0, 0, err
	}
	ids, err := selectIDs(ctx, db, `SELECT id FROM photos`)
	if err != nil {
		return 0, 0, err
	}
	for _, id := range ids {
		var data []byte
		if err := db.QueryRowContext(ctx, `SELECT data FROM photos WHERE id = $1`, id).Scan(&data); err != nil {
			return written, missing, err
		}
		if data == nil {
			if _, err := os.Stat(files.path(tag, id)); err != nil {
				missing++
			}
			continue
		}
		if err := files.write(tag, journal, []quote.Photo{{ID: id, JPEG: data}}); err != nil {
			return written, missing, err
		}
		if err := files.ownLike(files.path(tag, id), journal); err != nil {
			return written, missing, err
		}
		written++
	}
	if written > 0 {
		if _, err := db.ExecContext(ctx, `UPDATE photos SET data = NULL`); err != nil {
			return written, missing, err
		}
		_, err = db.ExecContext(ctx, `VACUUM`)
	}
	return written, missing, err
}

// hasPhotos reports whether a backup has photographs; one of an older program has no table of them.
func hasPhotos(ctx context.Context, db *sql.DB) (bool, error) {
	var tables, photos int
	err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'photos'`).Scan(&tables)
	if err == nil && tables > 0 {
		err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM photos`).Scan(&photos)
	}
	return photos > 0, err
}

// keep gives all files second names, in a folder inside of their own, which may be the only one on its file system.
func (f *photoFiles) keep(now time.Time) error {
	entries, err := os.ReadDir(f.dir)
	isFolder := func(entry fs.DirEntry) bool { return entry.IsDir() }
	if errors.Is(err, fs.ErrNotExist) || (err == nil && len(slices.DeleteFunc(slices.Clone(entries), isFolder)) == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	kept := filepath.Join(f.dir, strings.TrimPrefix(replacedSuffix(now), "."))
	if err := makeFolder(kept); err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		if err := os.Link(filepath.Join(f.dir, entry.Name()), filepath.Join(kept, entry.Name())); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("keep the photographs of the journal that is replaced: %w", err)
		}
	}
	return syncDir(kept)
}

// ownLike gives a file, and the folder, to the journal's user, see ownLikeJournal.
func (f *photoFiles) ownLike(path, journal string) error {
	for _, name := range []string{path, f.dir} {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(ownLikeJournal(file, journal), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
