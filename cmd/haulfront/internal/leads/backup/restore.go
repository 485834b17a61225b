package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// A Restored says what Restore has done.
type Restored struct {
	Contents // of the journal now
	// Replaced is where the journal that was replaced is kept, "" without one.
	Replaced string
	// Unsealed means that nothing proves that the backup was complete.
	Unsealed bool
}

// Restore replaces the SQLite journal at databaseURL with a copy of a backup. The copy is written beside the journal,
// checked, synced and then renamed, so that at every moment the journal is the old one or the new one. Restore returns
// an error, and changes nothing, if a server has the journal open, if the backup is not a journal or comes from a newer
// program, if it is not as it was written, and, unless replace is set, if the journal has leads or cannot be read. A
// journal that is replaced is kept under a name with the time.
//
// A journal that another tool has copied has no seal. It is restored if SQLite finds no damage, and it has the tables
// and columns of its version.
//
// The next server delivers what was still to be delivered when the backup was made, under the same IDs.
//
// For a journal on PostgreSQL, the error names the tool to use.
func Restore(ctx context.Context, databaseURL, file string, replace bool, now time.Time) (
	r Restored, err error) {
	path, err := sqlitePath(databaseURL,
		fmt.Sprintf(`pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" %q`, file))
	if err != nil {
		return r, err
	}
	path, err = journalPath(path)
	if err != nil {
		return r, fmt.Errorf("restore the journal: %w", err)
	}
	lock, err := journal.LockFile(path)
	if err != nil {
		return r, err
	}
	defer lock.Close()
	if err := ownLikeJournal(lock, path); err != nil {
		return r, fmt.Errorf("restore the journal: %w", err)
	}
	if err := checkSource(file, path); err != nil {
		return r, err
	}
	if !replace {
		if err := checkEmpty(ctx, path); err != nil {
			return r, fmt.Errorf("the journal %s %w; "+
				"--replace puts the backup in its place, and keeps it under another name", path, err)
		}
	}
	removePartial(path)
	defer removePartial(path)
	if r.Contents, r.Unsealed, err = copyBackup(ctx, file, path); err != nil {
		return Restored{}, err
	}
	if r.Replaced, err = replaceJournal(ctx, path+journal.RestoringSuffix, path, now); err != nil {
		return Restored{}, fmt.Errorf("restore the journal: %w", err)
	}
	return r, nil
}

// removePartial removes the file of a Restore that failed or was killed.
func removePartial(path string) { _ = os.Remove(path + journal.RestoringSuffix) }

// journalPath returns the absolute path of the journal's file without symbolic links, whether it exists or not. It
// creates the file's folder.
func journalPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	real, err := journal.ResolvePath(path)
	if errors.Is(err, fs.ErrNotExist) {
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		return filepath.Join(folder, filepath.Base(path)), err
	}
	return real, err
}

// ownLikeJournal gives a file to the user of the journal, or of its folder if there is no journal. A server runs as a
// user of its own, and could not open files of root, the usual user of Restore.
func ownLikeJournal(file *os.File, path string) error {
	if os.Geteuid() != 0 {
		return nil // only root may give files away
	}
	like, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		like, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return err
	}
	owner, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return file.Chown(int(owner.Uid), int(owner.Gid))
}

// checkSource returns an error if the file cannot be a backup: it is the journal itself, or a database in use, a part
// of which is in its log.
func checkSource(file, path string) error {
	source, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	if !source.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file; want one that haulfront backup wrote", file)
	}
	if existing, err := os.Stat(path); err == nil && os.SameFile(source, existing) {
		return fmt.Errorf("%s is the journal itself; want a backup of it", file)
	}
	if log, err := os.Stat(file + journal.WALSuffix); err == nil && log.Size() > 0 {
		return fmt.Errorf("%s is a database in use, and its latest leads are in %s; "+
			"want a file that haulfront backup wrote", file, file+journal.WALSuffix)
	}
	return nil
}

// checkEmpty returns an error if there is a journal with leads at path, or one that cannot be read.
func checkEmpty(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
		return nil
	}
	leads := 0
	db, err := journal.OpenFile(path, nil, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err == nil {
		leads, _, err = journal.Count(ctx, db)
		err = errors.Join(err, db.Close())
	}
	switch {
	case err != nil:
		return fmt.Errorf("cannot be read (%w)", err)
	case leads > 0:
		return fmt.Errorf("has %d leads", leads)
	}
	return nil
}

// copyBackup copies a backup to the file with journal.RestoringSuffix beside the journal, where it is checked and
// synced.
func copyBackup(ctx context.Context, file, path string) (contents Contents, unsealed bool, err error) {
	in, err := os.Open(file)
	if err != nil {
		return contents, false, fmt.Errorf("read the backup: %w", err)
	}
	defer in.Close()
	temp := path + journal.RestoringSuffix
	unsealed, problem, err := copyDatabase(temp, in)
	if err != nil {
		return contents, false, fmt.Errorf("copy the backup: %w", err)
	}
	if problem == nil {
		contents, problem = checkBackup(ctx, temp, unsealed)
	}
	if problem != nil {
		return contents, false, fmt.Errorf("%s is not a backup of a journal, or is damaged: %w; use another one",
			file, problem)
	}
	out, err := os.OpenFile(temp, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(ownLikeJournal(out, path), out.Sync(), out.Close())
	}
	if err != nil {
		return contents, false, fmt.Errorf("copy the backup: %w", err)
	}
	return contents, unsealed, nil
}

// copyDatabase copies the database of a backup, or a journal that never had a seal, to a new file. A problem means that
// the backup is not as it was written.
func copyDatabase(to string, in *os.File) (unsealed bool, problem, err error) {
	info, err := in.Stat()
	if err != nil {
		return false, nil, err
	}
	database, want, sealed := openSeal(in, info.Size())
	if !sealed {
		mark := make([]byte, len(journal.BackupMark))
		if _, err := in.ReadAt(mark, markOffset); err == nil && string(mark) == journal.BackupMark {
			return false, errors.New("its end is missing or damaged"), nil
		}
		database = info.Size()
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return false, nil, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sum := sha256.New()
	if _, err := io.CopyN(io.MultiWriter(out, sum), in, database); err != nil || !sealed {
		return !sealed, nil, err
	}
	if _, err := io.CopyN(sum, in, info.Size()-sealSize-database); err != nil {
		return false, nil, err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		problem = errors.New("its content does not match its digest")
	}
	return false, problem, nil
}

// checkBackup returns the contents of a backup's database, or an error if it is damaged or from a newer program.
// Without a seal, it may be any other database, too.
func checkBackup(ctx context.Context, file string, unsealed bool) (contents Contents, err error) {
	db, err := journal.OpenFile(file, nil, "immutable=1")
	if err != nil {
		return contents, err
	}
	defer db.Close()
	contents, err = checkTables(ctx, db)
	if err == nil && unsealed {
		err = journal.CheckSchema(ctx, db)
	}
	return contents, err
}

// replaceJournal renames temp to the journal, and returns under which name the replaced journal is kept. SQLite would
// apply an old log to the new database, so no log may be left when the name changes.
func replaceJournal(ctx context.Context, temp, path string, now time.Time) (kept string, err error) {
	name := path + ".replaced-" + now.UTC().Format("20060102T150405.000Z")
	if _, err := os.Lstat(path); err == nil {
		kept = name
		foldLog(ctx, path)
	}
	for _, suffix := range []string{journal.WALSuffix, journal.SHMSuffix} {
		// A log that could not be written into its database is kept with it.
		if err := os.Rename(path+suffix, name+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if kept == "" {
		err = os.Rename(temp, path)
	} else if err = os.Rename(temp, kept); err == nil {
		// Not a hard link and a rename: killed in between, they leave a journal with two names, which no server opens.
		if err = unix.Renameat2(unix.AT_FDCWD, kept, unix.AT_FDCWD, path, unix.RENAME_EXCHANGE); err != nil {
			_ = os.Remove(kept)
			err = &os.LinkError{Op: "exchange", Old: kept, New: path, Err: err}
		}
	}
	if err != nil {
		return "", err
	}
	return kept, syncDir(filepath.Dir(path))
}

// foldLog writes the content of SQLite's log into the database, as far as both are readable, and removes the log.
func foldLog(ctx context.Context, path string) {
	db, err := journal.OpenFile(path, nil, "_pragma=busy_timeout(5000)")
	if err != nil {
		return
	}
	defer db.Close()
	_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`) // a damaged journal keeps its log
}
