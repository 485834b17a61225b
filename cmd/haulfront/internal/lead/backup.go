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

// Backup writes a copy of the SQLite journal that databaseURL names to a new
// file, and returns how many leads it has. A server may go on writing: the
// copy is of one moment, and whole. It is on the disk, checked and readable by
// its owner alone before it has its name, so a file with that name is a good
// backup. An existing file is never overwritten.
//
// A journal on PostgreSQL is an error that says which tool to use.
func Backup(ctx context.Context, databaseURL, file string) (leads int, err error) {
	if scheme, _, _ := strings.Cut(databaseURL, ":"); scheme == "postgres" || scheme == "postgresql" {
		return 0, fmt.Errorf(`the journal is on PostgreSQL, which has a tool of its own: `+
			`pg_dump --format=custom --file=%q "$DATABASE_URL"`, file)
	}
	if err := absent(file); err != nil {
		return 0, err
	}
	j, err := OpenJournal(ctx, databaseURL)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()

	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*") // 0600
	if err != nil {
		return 0, fmt.Errorf("back up the journal: %w", err)
	}
	defer os.Remove(temp.Name()) // fails when it has its name
	defer temp.Close()
	// VACUUM INTO takes an empty file and needs no more than a read of the
	// journal (https://www.sqlite.org/lang_vacuum.html).
	if _, err := j.write.ExecContext(ctx, `VACUUM INTO $1`, temp.Name()); err != nil {
		return 0, fmt.Errorf("back up the journal: %w", err)
	}
	if leads, err = checkBackup(ctx, temp.Name()); err != nil {
		return 0, fmt.Errorf("check the backup: %w", err)
	}
	if err := temp.Sync(); err != nil {
		return 0, fmt.Errorf("back up the journal: %w", err)
	}
	if err := name(temp.Name(), file); err != nil {
		return 0, err
	}
	if err := syncFolder(filepath.Dir(file)); err != nil {
		return 0, fmt.Errorf("back up the journal: %w", err)
	}
	return leads, nil
}

// name gives a file its name, unless another file has it by now. What does not
// take that as one step, such as NFS, takes links.
func name(temp, file string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, file, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		if err = os.Link(temp, file); err == nil {
			err = os.Remove(temp)
		}
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return taken(file)
	case err != nil:
		return fmt.Errorf("back up the journal: %w", err)
	}
	return nil
}

func taken(file string) error {
	return fmt.Errorf("%s is there already; a backup overwrites nothing", file)
}

func absent(file string) error {
	_, err := os.Lstat(file)
	switch {
	case err == nil:
		return taken(file)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("back up the journal: %w", err)
	}
	return nil
}

// checkBackup reads the whole copy and returns how many leads it has.
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

// syncFolder makes a file's new name survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
