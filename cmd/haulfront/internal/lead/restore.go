package lead

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A Restored says what Restore has done.
type Restored struct {
	Contents // of the journal now
	// Replaced is where the journal that was replaced is kept, "" if there was none.
	Replaced string
}

// Restore replaces the SQLite journal at databaseURL with a copy of a backup. The copy is written beside the journal,
// checked, synced and then renamed, so that at every moment the journal is the old one or the new one. Restore returns
// an error, and changes nothing, if a server has the journal open, if the backup is damaged, is not a journal or comes
// from a newer program, and, unless replace is set, if the journal has leads. A journal that is replaced is kept under
// a name with the time.
//
// The next server delivers what was still to be delivered when the backup was made, under the same IDs.
//
// For a journal on PostgreSQL, the error names the tool to use.
func Restore(ctx context.Context, databaseURL, file string, replace bool, now time.Time) (Restored, error) {
	scheme, path, _ := strings.Cut(databaseURL, ":")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		return Restored{}, fmt.Errorf(`the journal is on PostgreSQL, which has a tool of its own: `+
			`pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" %q`, file)
	case scheme != "sqlite" || path == "":
		_, err := connect(databaseURL, false, slog.Default())
		return Restored{}, err
	}
	path, err := journalPath(path)
	if err != nil {
		return Restored{}, fmt.Errorf("restore the journal: %w", err)
	}
	lock, err := lockFile(path)
	if err != nil {
		return Restored{}, err
	}
	defer lock.Close()
	if err := ownLikeJournal(lock, path); err != nil {
		return Restored{}, fmt.Errorf("restore the journal: %w", err)
	}
	if err := checkSource(file, path); err != nil {
		return Restored{}, err
	}
	if !replace {
		if err := checkEmpty(ctx, path); err != nil {
			return Restored{}, fmt.Errorf("the journal %s %w; "+
				"--replace puts the backup in its place, and keeps it under another name", path, err)
		}
	}
	temp, contents, err := copyBackup(ctx, file, path)
	if err != nil {
		return Restored{}, err
	}
	defer os.Remove(temp) // fails once it is renamed
	replaced, err := replaceJournal(ctx, temp, path, now)
	if err != nil {
		return Restored{}, fmt.Errorf("restore the journal: %w", err)
	}
	return Restored{contents, replaced}, nil
}

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
	real, err := resolvePath(path)
	if errors.Is(err, fs.ErrNotExist) {
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		return filepath.Join(folder, filepath.Base(path)), err
	}
	return real, err
}

// ownLikeJournal gives a file to the user of the journal, or of its folder if there is no journal. A server runs as a
// user of its own, and could not open files that belong to root, who restores.
func ownLikeJournal(file *os.File, journal string) error {
	if os.Geteuid() != 0 {
		return nil // only root may give files away
	}
	like, err := os.Stat(journal)
	if errors.Is(err, fs.ErrNotExist) {
		like, err = os.Stat(filepath.Dir(journal))
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
func checkSource(file, journal string) error {
	source, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("read the backup: %w", err)
	}
	if !source.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file; want one that haulfront backup wrote", file)
	}
	if existing, err := os.Stat(journal); err == nil && os.SameFile(source, existing) {
		return fmt.Errorf("%s is the journal itself; want a backup of it", file)
	}
	if log, err := os.Stat(file + walSuffix); err == nil && log.Size() > 0 {
		return fmt.Errorf("%s is a database in use, and its latest leads are in %s; "+
			"want a file that haulfront backup wrote", file, file+walSuffix)
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
	db, err := openSQLite(path, nil, "_pragma=busy_timeout(5000)", "_pragma=query_only(1)")
	if err == nil {
		err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads`).Scan(&leads)
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

// copyBackup copies a backup to a temporary file beside the journal, where it is synced and checked.
func copyBackup(ctx context.Context, file, journal string) (temp string, contents Contents, err error) {
	in, err := os.Open(file)
	if err != nil {
		return "", Contents{}, fmt.Errorf("read the backup: %w", err)
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(journal), "."+filepath.Base(journal)+".*") // 0600
	if err != nil {
		return "", Contents{}, fmt.Errorf("restore the journal: %w", err)
	}
	defer func() {
		if err = errors.Join(err, out.Close()); err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	_, err = io.Copy(out, in)
	if err == nil {
		err = ownLikeJournal(out, journal)
	}
	if err == nil {
		err = out.Sync() // before the check, which only reads
	}
	if err != nil {
		return "", Contents{}, fmt.Errorf("copy the backup: %w", err)
	}
	if contents, err = checkBackup(ctx, out.Name()); err != nil {
		return "", Contents{}, fmt.Errorf("%s is not a journal of leads, or is damaged: %w", file, err)
	}
	return out.Name(), contents, nil
}

// replaceJournal renames temp to the journal, and returns under which name the replaced journal is kept. SQLite would
// apply an old log to the new database, so no log may be left when the name changes.
func replaceJournal(ctx context.Context, temp, path string, now time.Time) (kept string, err error) {
	name := path + ".replaced-" + now.UTC().Format("20060102T150405.000Z")
	if _, err := os.Lstat(path); err == nil {
		kept = name
		foldLog(ctx, path)
	}
	for _, suffix := range []string{walSuffix, shmSuffix} {
		// A log that could not be written into its database is kept with it.
		if err := os.Rename(path+suffix, name+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	if kept != "" {
		// A hard link rather than a rename: the first name is never without a journal.
		if err := os.Link(path, kept); err != nil {
			return "", err
		}
	}
	if err := os.Rename(temp, path); err != nil {
		return "", err
	}
	return kept, syncDir(filepath.Dir(path))
}

// foldLog writes the content of SQLite's log into the database, as far as both are readable, and removes the log.
func foldLog(ctx context.Context, path string) {
	db, err := openSQLite(path, nil, "_pragma=busy_timeout(5000)")
	if err != nil {
		return
	}
	defer db.Close()
	_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`) // a damaged journal keeps its log
}
