// Package backup makes copies of a SQLite journal beside its server, and puts them back.
//
// A backup is one file: the database as one transaction saw it, and a seal with the digest of all of it. It gets its
// name when it is checked, complete and synced, so a file with that name is a good backup. [Restore] takes no backup
// that is not as it was written. A journal that another tool has copied has no seal, and is restored without that
// proof.
//
// PostgreSQL has tools of its own, which the errors name.
package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	// Gap is the longest time between two regular backups: one every night, with half a day to spare.
	Gap = 36 * time.Hour
	// regularAfter is how long backups go on without a longer gap before they are regular.
	regularAfter = 12 * time.Hour
	job          = "backup" // in the journal
	// fileLayout is the name of a file of [Rotate], by its time in UTC: alphabetical order is that of time.
	fileLayout = "haulfront-20060102T150405Z.db"
)

// Last returns when Backup was last made of a journal, the zero time if never, and whether backups had been regular
// until then. The error is [journal.ErrNoDisk] for a journal on PostgreSQL.
func Last(ctx context.Context, j *journal.Journal) (last time.Time, regular bool, err error) {
	if _, _, err := j.Disk(); errors.Is(err, journal.ErrNoDisk) {
		return last, false, err
	}
	since, last, err := j.Job(ctx, job)
	return last, last.Sub(since) >= regularAfter, err
}

// Contents says how many leads and photographs a journal or a backup has.
type Contents struct {
	Leads, Photos int
}

// A backup is the database and this line, its seal: the size of the database in bytes, and the SHA-256 of everything
// before. SQLite ignores what follows its last page, so other tools can read a backup. The database has
// [journal.BackupMark] in its header, so that one without its seal is known to be cut.
const sealFormat = "haulfront backup of %020d bytes, SHA-256 %64x\n"

// markOffset is where a database's header has its "Application ID" (https://www.sqlite.org/fileformat2.html).
const markOffset = 68

var sealSize = int64(len(fmt.Sprintf(sealFormat, 0, make([]byte, sha256.Size))))

// Backup writes a consistent copy of the SQLite journal at databaseURL to a new file, and returns its contents. A
// server may keep writing meanwhile. The copy gets its name when it is checked, complete and synced, so a file with
// that name is a good backup, and a process that is killed leaves nothing behind. Only its owner can read it. An
// existing file is never overwritten. The journal notes the time of the backup.
//
// For a journal on PostgreSQL, the error names the tool to use.
func Backup(ctx context.Context, databaseURL, file string, now time.Time) (contents Contents, err error) {
	path, err := sqlitePath(databaseURL, fmt.Sprintf(`pg_dump --format=custom --file=%q "$DATABASE_URL"`, file))
	if err != nil {
		return contents, err
	}
	if _, err := os.Lstat(file); err == nil {
		return contents, errExists(file)
	}
	path, err = journal.ResolvePath(path)
	if err != nil {
		return contents, fmt.Errorf("open the journal: %w", err)
	}
	db, err := journal.OpenFile(path, nil, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err != nil {
		return contents, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	out, err := createUnnamed(filepath.Dir(file))
	if err != nil {
		return contents, fmt.Errorf("back up the journal: %w", err)
	}
	defer os.Remove(out.Name()) // fails unless it has a name of its own
	defer out.Close()
	if contents, err = writeBackup(ctx, out, db); err != nil {
		return contents, fmt.Errorf("back up the journal %s: %w", path, err)
	}
	if err = out.Sync(); err == nil {
		err = nameFile(out, file)
	}
	if err == nil {
		err = syncDir(filepath.Dir(file))
	}
	if err != nil {
		return contents, fmt.Errorf("back up the journal: %w", err)
	}
	if err := journal.NoteJob(ctx, path, job, now, Gap); err != nil { // the backup is good
		slog.Default().Warn("the journal does not know of this backup", "error", err)
	}
	return contents, nil
}

// Rotate makes a backup in a folder, under the name of its time, and then removes the oldest backups with such names,
// so that no more than keep are left. Other files stay, and a backup that fails removes nothing.
func Rotate(ctx context.Context, databaseURL, folder string, keep int, now time.Time) (
	file string, contents Contents, err error) {
	file = filepath.Join(folder, now.UTC().Format(fileLayout))
	if contents, err = Backup(ctx, databaseURL, file, now); err != nil {
		return file, contents, err
	}
	entries, err := os.ReadDir(folder)
	var former []string
	for _, entry := range entries {
		if _, other := time.Parse(fileLayout, entry.Name()); other == nil && entry.Name() != filepath.Base(file) {
			former = append(former, entry.Name())
		}
	}
	for _, name := range former[:max(0, len(former)+1-keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(folder, name)))
	}
	if err != nil {
		err = fmt.Errorf("remove old backups: %w", err)
	}
	return file, contents, err
}

// sqlitePath returns the path of a SQLite journal. For a journal on PostgreSQL, the error names the tool to use.
func sqlitePath(databaseURL, tool string) (string, error) {
	scheme, path, _ := strings.Cut(databaseURL, ":")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		return "", fmt.Errorf("the journal is on PostgreSQL, which has a tool of its own: %s", tool)
	case scheme != "sqlite" || path == "":
		return "", journal.ErrURL
	}
	return path, nil
}

// writeBackup checks a journal and writes its backup, in one transaction.
func writeBackup(ctx context.Context, file io.Writer, db *sql.DB) (contents Contents, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return contents, err
	}
	defer tx.Rollback()
	if contents, err = checkTables(ctx, tx); err != nil {
		return contents, err
	}
	buffered, sum := bufio.NewWriterSize(file, 1<<20), sha256.New()
	out, size := io.MultiWriter(buffered, sum), 0
	// The pages as this transaction sees them (https://www.sqlite.org/dbpage.html). VACUUM INTO would need a file that
	// has a name.
	_, err = journal.QueryAll(ctx, tx, func(r journal.Row) (struct{}, error) {
		var page []byte
		err := r.Scan(&page)
		if err == nil {
			if size == 0 {
				copy(page[markOffset:], journal.BackupMark)
			}
			_, err = out.Write(page)
			size += len(page)
		}
		return struct{}{}, err
	}, `SELECT data FROM sqlite_dbpage ORDER BY pgno`)
	if err != nil {
		return contents, err
	}
	fmt.Fprintf(buffered, sealFormat, size, sum.Sum(nil)) // a buffer keeps its error
	return contents, buffered.Flush()
}

// openSeal reads the end of a backup: the size of its database, and the digest of everything before the seal. ok is
// false without a seal.
func openSeal(file io.ReaderAt, length int64) (database int64, sum []byte, ok bool) {
	line := make([]byte, sealSize)
	if _, err := file.ReadAt(line, length-sealSize); err != nil {
		return 0, nil, false
	}
	_, err := fmt.Sscanf(string(line), sealFormat, &database, &sum)
	ok = err == nil && fmt.Sprintf(sealFormat, database, sum) == string(line) && database <= length-sealSize
	return database, sum, ok
}

// createUnnamed creates a file in a folder that has no name, and disappears with the process, until nameFile names it.
func createUnnamed(folder string) (*os.File, error) {
	fd, err := unix.Open(folder, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return createPartial(folder)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "create a file in", Path: folder, Err: err}
	}
	return os.NewFile(uintptr(fd), ""), nil
}

// partialPrefix begins the names of incomplete backups.
const partialPrefix = ".haulfront-backup-"

// createPartial is createUnnamed for file systems that know no files without a name, such as NFS and FAT. It removes
// the files of processes that were killed; a living process holds a lock on its file.
func createPartial(folder string) (*os.File, error) {
	names, err := fs.Glob(os.DirFS(folder), partialPrefix+"*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		name = filepath.Join(folder, name)
		if file, err := os.Open(name); err == nil {
			if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
				_ = os.Remove(name)
			}
			file.Close()
		}
	}
	file, err := os.CreateTemp(folder, partialPrefix+"*") // 0600
	if err != nil {
		return nil, err
	}
	return file, unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// nameFile gives a file of createUnnamed its name, unless that is taken.
func nameFile(file *os.File, name string) error {
	var err error
	if file.Name() == "" {
		err = unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", file.Fd()), unix.AT_FDCWD, name,
			unix.AT_SYMLINK_FOLLOW)
	} else {
		err = unix.Renameat2(unix.AT_FDCWD, file.Name(), unix.AT_FDCWD, name, unix.RENAME_NOREPLACE)
	}
	// File systems that cannot rename so, such as NFS, can link.
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		if err = os.Link(file.Name(), name); err == nil {
			err = os.Remove(file.Name())
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return errExists(name)
	}
	return err
}

func errExists(file string) error {
	return fmt.Errorf("%s exists; a backup overwrites nothing", file)
}

// checkTables returns the contents of a journal, or an error if it is damaged or its tables are those of a newer
// program.
func checkTables(ctx context.Context, db journal.Queryer) (c Contents, err error) {
	for _, check := range []string{
		`PRAGMA integrity_check(1)`,
		`SELECT 'table ' || "table" || ' refers to rows that are missing' FROM pragma_foreign_key_check LIMIT 1`,
	} {
		verdicts, err := journal.QueryAll(ctx, db, journal.ScanText, check)
		if err != nil {
			return c, err
		}
		if len(verdicts) > 0 && verdicts[0] != "ok" {
			return c, errors.New(verdicts[0])
		}
	}
	if _, err := journal.CheckVersion(ctx, db); err != nil {
		return c, err
	}
	c.Leads, c.Photos, err = journal.Count(ctx, db)
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
