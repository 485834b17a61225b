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

// Contents says how many leads and photographs a journal or a backup has.
type Contents struct {
	Leads, Photos int
	// Missing photographs have a row without data: their files were lost before they were imported.
	Missing int
}

// Backup writes a consistent copy of the SQLite journal at databaseURL to a new file, and returns its contents. A
// server may keep writing meanwhile. The copy is written to a temporary file readable by its owner alone, checked and
// synced before it is renamed, so a file with the final name is a good backup. An existing file is never overwritten.
//
// For a journal on PostgreSQL, the error names the tool to use.
func Backup(ctx context.Context, databaseURL, file string) (contents Contents, err error) {
	if scheme, _, _ := strings.Cut(databaseURL, ":"); scheme == "postgres" || scheme == "postgresql" {
		return contents, fmt.Errorf(`the journal is on PostgreSQL, which has a tool of its own: `+
			`pg_dump --format=custom --file=%q "$DATABASE_URL"`, file)
	}
	if _, err := os.Lstat(file); err == nil {
		return contents, errExists(file)
	}
	j, err := OpenJournal(ctx, databaseURL)
	if err != nil {
		return contents, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()

	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*") // 0600
	if err != nil {
		return contents, fmt.Errorf("back up the journal: %w", err)
	}
	defer os.Remove(temp.Name()) // fails once it is renamed
	defer temp.Close()
	// VACUUM INTO accepts an empty file and only reads the journal (https://www.sqlite.org/lang_vacuum.html).
	if _, err := j.write.ExecContext(ctx, `VACUUM INTO $1`, temp.Name()); err != nil {
		return contents, fmt.Errorf("back up the journal: %w", err)
	}
	if contents, err = checkBackup(ctx, temp.Name()); err != nil {
		return contents, fmt.Errorf("check the backup: %w", err)
	}
	if err = temp.Sync(); err == nil {
		err = renameNew(temp.Name(), file)
	}
	if err == nil {
		err = syncDir(filepath.Dir(file))
	}
	if err != nil {
		return contents, fmt.Errorf("back up the journal: %w", err)
	}
	return contents, nil
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
	if errors.Is(err, fs.ErrExist) {
		return errExists(file)
	}
	return err
}

func errExists(file string) error {
	return fmt.Errorf("%s exists; a backup overwrites nothing", file)
}

// checkBackup returns the contents of a backup, or an error if it is damaged or its tables are those of a newer
// program; the server brings older tables up to date.
func checkBackup(ctx context.Context, file string) (Contents, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return Contents{}, err
	}
	db, err := openSQLite(path, nil, "immutable=1")
	if err != nil {
		return Contents{}, err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return Contents{}, err
	}
	if verdict != "ok" {
		return Contents{}, errors.New(verdict)
	}
	var table string
	err = db.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&table)
	if err == nil {
		return Contents{}, fmt.Errorf("table %s refers to rows that are missing", table)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return Contents{}, err
	}
	latest, err := latestVersion()
	if err != nil {
		return Contents{}, err
	}
	version, err := tablesVersion(ctx, db)
	if err != nil {
		return Contents{}, err
	}
	if version > latest {
		return Contents{}, fmt.Errorf("the journal has version %d and this program supports %d; "+
			"restore it with the program that wrote it, or a newer one", version, latest)
	}
	return countContents(ctx, db)
}

// countContents counts leads and photographs. The journal of a program before photographs has no table of them.
func countContents(ctx context.Context, db *sql.DB) (c Contents, err error) {
	var hasPhotos bool
	err = db.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM leads),
		EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'photos')`).Scan(&c.Leads, &hasPhotos)
	if err == nil && hasPhotos {
		err = db.QueryRowContext(ctx, `SELECT COUNT(data), COUNT(*) - COUNT(data) FROM photos`).
			Scan(&c.Photos, &c.Missing)
	}
	return c, err
}

// syncDir makes a new name in a directory survive a power failure.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
