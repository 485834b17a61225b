package lead

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// insertPhotos stores the rows of a new lead's photographs.
//
// The row of a photograph is written with its lead, in one transaction. On PostgreSQL the row has the photograph. With
// SQLite a photograph is a file, which is on disk, synced, before that transaction begins, and is removed after its
// row's lead. So a lead never points to a file that is missing, and a crash leaves at most files without a row, which
// [Service.Run] removes.
func (s *Service) insertPhotos(ctx context.Context, tx *sql.Tx, id string, sub Submission) error {
	for i, p := range sub.Request.Photos {
		var data any
		if s.journal.photos == nil {
			data = p.JPEG
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO photos (id, lead_id, place, width, height, bytes, data) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.ID, id, i+1, p.Width, p.Height, len(p.JPEG), data); err != nil {
			return fmt.Errorf("store a photograph: %w", err)
		}
	}
	return nil
}

// addPhotos reads the photographs of leads.
func (j *Journal) addPhotos(ctx context.Context, leads []Lead) error {
	index, ids := map[string]int{}, []string{}
	for i, l := range leads {
		index[l.ID], ids = i, append(ids, l.ID)
	}
	in, args := anyOf(ids, nil)
	rows, err := j.read.QueryContext(ctx, `SELECT lead_id, id, width, height, bytes FROM photos WHERE lead_id IN `+in+` ORDER BY lead_id, place`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var p quote.Photo
		if err := rows.Scan(&id, &p.ID, &p.Width, &p.Height, &p.Bytes); err != nil {
			return err
		}
		l := &leads[index[id]]
		l.Request.Photos = append(l.Request.Photos, p)
	}
	return rows.Err()
}

// Photo returns a photograph, a JPEG. The error wraps ErrNotFound where the journal has none of that ID.
func (s *Service) Photo(ctx context.Context, id string) ([]byte, error) {
	if err := s.connectErr.Load(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, *err)
	}
	return s.journal.Photo(ctx, id)
}

// Photo returns a photograph, a JPEG. The error wraps ErrNotFound where the journal has none of that ID.
func (j *Journal) Photo(ctx context.Context, id string) ([]byte, error) {
	var data []byte
	err := j.read.QueryRowContext(ctx, `SELECT p.data FROM photos p JOIN leads l ON l.id = p.lead_id WHERE p.id = $1`, id).Scan(&data)
	if err != nil {
		return nil, fmt.Errorf("get a photograph: %w", notFound(err))
	}
	if data != nil || j.photos == nil {
		return data, nil
	}
	tag, err := j.photoTag(ctx)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(j.photos.path(tag, id))
}

// removeOrphans removes the photographs whose leads are gone, and returns how many: their files first, so that a crash in between
// is made up for.
func (j *Journal) removeOrphans(ctx context.Context) (removed int, err error) {
	ids, err := selectIDs(ctx, j.write, `SELECT id FROM photos p WHERE NOT EXISTS (SELECT 1 FROM leads l WHERE l.id = p.lead_id)`)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	if j.photos != nil {
		tag, err := j.photoTag(ctx)
		if err != nil {
			return 0, err
		}
		if err := j.photos.remove(tag, ids); err != nil {
			return 0, err
		}
	}
	for _, id := range ids {
		if _, err := j.write.ExecContext(ctx, `DELETE FROM photos WHERE id = $1`, id); err != nil {
			return removed, fmt.Errorf("remove a photograph: %w", err)
		}
		removed++
	}
	return removed, nil
}

const (
	// sweepInterval is how often files without a row are looked for.
	sweepInterval = 24 * time.Hour
	// sweepAge is how old such a file is before it is removed: those of a submission in progress have no row yet.
	sweepAge = time.Hour
)

// sweepPhotos removes what submissions and removals that were cut off have left, and reports photographs that are lost: files
// without a row that are older than age, and rows without a lead.
func (j *Journal) sweepPhotos(ctx context.Context, now time.Time, age time.Duration) (removed, lost int, err error) {
	if _, err := j.removeOrphans(ctx); err != nil {
		return 0, 0, fmt.Errorf("remove photographs: %w", err)
	}
	if j.photos == nil {
		return 0, 0, nil
	}
	tag, err := j.photoTag(ctx)
	if err != nil {
		return 0, 0, err
	}
	// The files first: a row that is written meanwhile has a file that is too young.
	files, err := j.photos.list(tag)
	if err != nil {
		return 0, 0, err
	}
	ids, err := selectIDs(ctx, j.write, `SELECT id FROM photos`)
	if err != nil {
		return 0, 0, fmt.Errorf("list photographs: %w", err)
	}
	mine, err := j.photos.claim(tag, j.name)
	if err != nil {
		return 0, 0, err
	}
	if !mine {
		return 0, 0, errSharedPhotos
	}
	for _, id := range ids {
		if _, ok := files[id]; !ok {
			// It may have been written, or removed, between the two lists.
			if _, err := os.Stat(j.photos.path(tag, id)); errors.Is(err, os.ErrNotExist) {
				lost++
			}
		}
		delete(files, id)
	}
	for _, f := range files {
		if now.Sub(f.written) < age {
			continue
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return removed, lost, fmt.Errorf("remove a photograph: %w", err)
		}
		removed++
	}
	return removed, lost, nil
}

// sweep is sweepPhotos with its results in the log.
func (s *Service) sweep(ctx context.Context, age time.Duration) {
	removed, lost, err := s.journal.sweepPhotos(ctx, time.Now(), age)
	switch {
	case errors.Is(err, errSharedPhotos):
		s.log.Warn("files of photographs without a lead are left alone", "folder", s.PhotosDir(), "reason", err)
	case err != nil && ctx.Err() == nil:
		s.log.Error("photographs were not swept", "error", err)
	}
	if removed > 0 {
		s.log.Info("files of photographs without a lead removed", "files", removed)
	}
	if lost > 0 {
		s.log.Error("files of photographs are missing", "files", lost)
	}
}

// sweepDaily sweeps photographs until ctx ends.
func (s *Service) sweepDaily(ctx context.Context) {
	tick := time.NewTicker(sweepInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.sweep(ctx, sweepAge)
		}
	}
}
