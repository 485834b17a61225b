package lead

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// photoFiles are the photographs of a journal on SQLite. Their names begin with a tag of the journal, so that journals that
// share a folder, and other files in it, are left alone.
type photoFiles struct{ dir string }

// photosFolder is the name of the folder beside the journal.
const photosFolder = "photos"

const (
	photoSuffix = ".jpg"
	photoTemp   = ".photo-"
)

func (f *photoFiles) path(tag, id string) string {
	return filepath.Join(f.dir, tag+"-"+id+photoSuffix)
}

// PhotosIn sets the folder of the photographs of a journal on SQLite, before it is used. By default, and where dir is empty, it is
// "photos" beside the journal.
func (j *Journal) PhotosIn(dir string) {
	if j.photos != nil && dir != "" {
		j.photos.dir = dir
	}
}

// PhotosDir is where photographs are kept, and where uploads may be put down while they are checked. "" on PostgreSQL.
func (s *Service) PhotosDir() string {
	if s.journal.photos == nil {
		return ""
	}
	return s.journal.photos.dir
}

// PhotoFile is the path of a photograph's file, "" on PostgreSQL.
func (j *Journal) PhotoFile(ctx context.Context, id string) (string, error) {
	if j.photos == nil {
		return "", nil
	}
	tag, err := j.photoTag(ctx)
	return j.photos.path(tag, id), err
}

// photoTag is the beginning of the names of the journal's files.
func (j *Journal) photoTag(ctx context.Context) (string, error) {
	secret, err := j.secret(ctx)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte("the names of photographs\x00" + secret))
	return hex.EncodeToString(sum[:4]), nil
}

// write writes the files of a submission's photographs: each under another name first, synced, and at last the folder. What is
// written already when it fails is left to sweepPhotos.
func (f *photoFiles) write(tag, journal string, photos []quote.Photo) error {
	if err := makeFolder(f.dir); err != nil {
		return fmt.Errorf("store photographs: %w", err)
	}
	if _, err := f.claim(tag, journal); err != nil {
		return fmt.Errorf("store photographs: %w", err)
	}
	for _, p := range photos {
		if err := writeSynced(f.path(tag, p.ID), filepath.Join(f.dir, photoTemp+tag+"-*"), p.JPEG); err != nil {
			return fmt.Errorf("store a photograph: %w", err)
		}
	}
	if err := syncDir(f.dir); err != nil {
		return fmt.Errorf("store photographs: %w", err)
	}
	return nil
}

// makeFolder makes a folder for its owner alone, which is there after a power failure, whoever made it.
func makeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// writeSynced writes a file, 0600, that is there whole or not at all.
func writeSynced(path, tempPattern string, data []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(tempPattern), filepath.Base(tempPattern))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = temp.Close()
			_ = os.Remove(temp.Name())
		}
	}()
	if _, err := temp.Write(data); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// remove removes files; those that are gone already are fine.
func (f *photoFiles) remove(tag string, ids []string) error {
	for _, id := range ids {
		if err := os.Remove(f.path(tag, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a photograph: %w", err)
		}
	}
	return nil
}

// errSharedPhotos says that the folder's files are those of another journal that is alike, such as the one that this was copied
// from: what has no row here may have one there.
var errSharedPhotos = errors.New("the folder of photographs belongs to another copy of this journal")

// claim reports whether the journal in this file may remove files that it has no row for: the first journal of a tag that has any,
// until it is gone. Copies of a journal have its tag, and may stand beside it.
func (f *photoFiles) claim(tag, journal string) (bool, error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return true, nil // with nothing in it
	}
	mark := filepath.Join(f.dir, "."+tag+".journal")
	owner, err := os.ReadFile(mark)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if info, err := os.Stat(string(owner)); len(owner) > 0 && err == nil {
		own, err := os.Stat(journal)
		return err == nil && os.SameFile(info, own), nil
	}
	return true, writeSynced(mark, filepath.Join(f.dir, photoTemp+tag+"-*"), []byte(journal))
}

// photoFile is a file of the journal: a photograph, or the beginning of one.
type photoFile struct {
	path    string
	written time.Time
}

// list returns the journal's files: photographs by ID, and what is left of writing them by name.
func (f *photoFiles) list(tag string) (map[string]photoFile, error) {
	files := map[string]photoFile{}
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return files, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list photographs: %w", err)
	}
	for _, entry := range entries {
		name := entry.Name()
		key, ours := strings.CutPrefix(name, tag+"-")
		if ours {
			key, ours = strings.CutSuffix(key, photoSuffix)
		}
		if !ours && !strings.HasPrefix(name, photoTemp+tag+"-") {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // it is gone
		}
		if !ours {
			key = name
		}
		files[key] = photoFile{filepath.Join(f.dir, name), info.ModTime()}
	}
	return files, nil
}
