package edits

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"slices"

	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
)

const (
	// photoPart is the part of the site whose items are photographs, by their names. The value quote.PhotosName of an
	// item is the photograph's ID in the table site_photos.
	photoPart = "photo"
	// maxPhotos bounds the memory that they take: some 350 KB each.
	maxPhotos = 40
)

// photosOf returns the items that are photographs.
func photosOf(items []edit) (photos []edit) {
	for _, item := range items {
		if part, _ := item.part(); part == photoPart {
			photos = append(photos, item)
		}
	}
	return photos
}

// photoFiles returns photographs as a folder, nil for none. Those that are not stored yet are in sent.
func (e *Editor) photoFiles(ctx context.Context, items []edit, sent ...quote.Photo) (fs.FS, error) {
	if len(items) == 0 {
		return nil, nil
	}
	folder, texts := &txtar.Archive{}, map[string]string{}
	for _, item := range items {
		_, name := item.part()
		id := item.values[quote.PhotosName]
		var data []byte
		if i := slices.IndexFunc(sent, func(p quote.Photo) bool { return p.ID == id }); i >= 0 {
			data = sent[i].JPEG
		} else if stored, err := e.Photo(ctx, id); err == nil {
			data = stored
		} else {
			return nil, err
		}
		folder.Files = append(folder.Files, txtar.File{Name: name + ".jpg", Data: data})
		texts[name] = item.values["text"]
	}
	folder.Files = append(folder.Files, txtar.File{Name: "photos.yaml", Data: asJSON(texts)})
	return txtar.FS(folder)
}

// Photo returns a photograph of the site as a JPEG. The error wraps journal.ErrNotFound if it is not there.
func (e *Editor) Photo(ctx context.Context, id string) ([]byte, error) {
	list, err := journal.QueryAll(ctx, e.Journal.Reader(), func(row journal.Row) (data []byte, err error) {
		return data, row.Scan(&data)
	}, `SELECT data FROM site_photos WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = journal.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("get a photograph of the site: %w", err)
	}
	return list[0], nil
}

// storePhotos stores photographs that a change has put up, and removes those that no change can bring back: each
// item has its last value, and the one before.
func storePhotos(ctx context.Context, tx *sql.Tx, sent []quote.Photo) error {
	for _, p := range sent {
		_, err := tx.ExecContext(ctx, `INSERT INTO site_photos (id, data) VALUES ($1, $2)`, p.ID, p.JPEG)
		if err != nil {
			return fmt.Errorf("store a photograph of the site: %w", err)
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM site_photos WHERE NOT EXISTS (SELECT 1 FROM site_changes s
		WHERE s.item LIKE 'photo/%' AND s.value LIKE '%"' || site_photos.id || '"%'
		AND (SELECT COUNT(*) FROM site_changes n WHERE n.item = s.item AND n.number > s.number) < 2)`)
	return err
}

// photoPlaces returns what photographs can be of: the home page, the pages with a picture of their own, and the crew.
func (w words) photoPlaces() []office.Choice {
	home := w.Summaries()[0]
	places := []office.Choice{{Label: w.Office().Site.HomePage, Value: string(home.Scene)}}
	names := map[string]bool{"": true, string(home.Scene): true} // crew members may have none
	for _, picture := range w.PagePictures() {
		if !names[picture.Name] {
			places = append(places, office.Choice{Label: picture.Title, Value: picture.Name})
		}
		names[picture.Name] = true
	}
	return places
}
