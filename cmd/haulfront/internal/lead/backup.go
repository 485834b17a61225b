package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// A Copied is what a backup has.
type Copied struct {
	Leads, Photos int
	// Missing photographs are in the journal, but their files are not in the folder: they were lost, or removed meanwhile.
	Missing int
}

// Backup writes a consistent copy of the SQLite journal at databaseURL to a new file, with the photographs in photosDir (see
// [Journal.PhotosIn]) as rows of its own table, and returns what it has. A server may go on writing meanwhile. The copy is
// written to a temporary file, checked, synced and readable by its owner alone before it is renamed, so a file with the final
// name is a good backup. An existing file is never overwritten.
//
// For a journal on PostgreSQL, the error names the tool to use.
func Backup(ctx context.Context, databaseURL, photosDir, file string) (copied Copied, err error) {
	if scheme, _, _ := strings.Cut(databaseURL, ":"); scheme == "postgres" || scheme == "postgresql" {
		return copied, fmt.Errorf(`the journal is on PostgreSQL, which has a tool of its own: `+
			`pg_dump --format=custom --file=%q "$DATABASE_URL"`, file)
	}
	if err := checkAbsent(file); err != nil {
		return copied, err
	}
	j, err := OpenJournal(ctx, databaseURL)
	if err != nil {
		return copied, err
	}
	j.PhotosIn(photosDir)
	defer func() { err = errors.Join(err, j.Close()) }()

	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*") // 0600
	if err != nil {
		return copied, fmt.Errorf("back up the journal: %w", err)
	}
	defer os.Remove(temp.Name()) // fails once it is renamed
	defer temp.Close()
	// VACUUM INTO accepts an empty file and only reads the journal (https://www.sqlite.org/lang_vacuum.html).
	if _, err := j.write.ExecContext(ctx, `VACUUM INTO $1`, temp.Name()); err != nil {
		return copied, fmt.Errorf("back up the journal: %w", err)
	}
	if copied.Photos, copied.Missing, err = j.packPhotos(ctx, temp.Name()); err != nil {
		return copied, fmt.Errorf("back up the photographs: %w", err)
	}
	if copied.Leads, err = checkBackup(ctx, temp.Name()); err != nil {
		return copied, fmt.Errorf("check the backup: %w", err)
	}
	if err := temp.Sync(); err != nil {
		return copied, fmt.Errorf("back up the journal: %w", err)
	}
	if err := renameNew(temp.Name(), file); err != nil {
		return copied, err
	}
	if err := syncDir(filepath.Dir(file)); err != nil {
		return copied, fmt.Errorf("back up the journal: %w", err)
	}
	return copied, nil
}

// renameNew renames a file unless the new name is taken. File systems that cannot do so atomically, such as NFS, can
// link.
func renameNew(temp, file string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, file, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		if err = os.Link(temp, file); err == nil {
			err = os.Remove(temp)
		}
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return errExists(file)
	case err != nil:
		return fmt.Errorf("back up the journal: %w", err)
	}
	return nil
}

func errExists(file string) error {
	return fmt.Errorf("%s is there already; a backup overwrites nothing", file)
}

// checkAbsent returns an error if the file exists.
func checkAbsent(file string) error {
	_, err := os.Lstat(file)
	switch {
	case err == nil:
		return errExists(file)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("back up the journal: %w", err)
	}
	return nil
}

// checkBackup checks the integrity of a backup and returns how many leads it has.
func checkBackup(ctx context.Context, file string) (leads int, err error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return 0, err
	}
	db, err := openSQLite(path, nil, "immutable=1")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return 0, err
	}
	if verdict != "ok" {
		return 0, errors.New(verdict)
	}
	var table string
	err = db.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&table)
	if err == nil {
		return 0, fmt.Errorf("table %s refers to rows that are missing", table)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads`).Scan(&leads)
	return leads, err
}

// syncDir makes a new name in a directory survive a power failure.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
