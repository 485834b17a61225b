// Package edits is what the office changes of the site: its notice, closed days, trucks, prices, reviews and
// photographs.
//
// What users edit are items: the notice, a closed day, a price. An item is a part of the site ("notice"), or one of
// many of a part ("price/hot_tub"). Its values are texts, as they were typed. The table site_changes is the log of all
// changes; the last values of the items are a layer of the content (see [content.Options]), so that the loader checks
// them as it checks files.
package edits

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
)

// An Editor edits the site of an office. It is safe for concurrent use.
type Editor struct {
	*office.Office
	// Check returns what is wrong with the site once a layer is over its content.
	Check func(context.Context, Layer) error
}

// words are the words that are served at the moment.
type words struct{ office.Words }

func (e *Editor) words() words { return words{office.Words{Site: e.Words()}} }

// edit is an item as a change has left it.
type edit struct {
	number int64 // of the change
	at     time.Time
	actor  string
	name   string
	values map[string]string // nil: there is no such item
}

// part returns the item's part of the site, and the key among the items of the part.
func (i edit) part() (part, key string) {
	part, key, _ = strings.Cut(i.name, "/")
	return part, key
}

// Path is the page on which users change the site.
const Path = office.Path + "/site"

const (
	// lockNumber is the lock under which changes get their numbers.
	lockNumber = int64(0x73697465) // "site"
	// timeLayout is the layout of a time at the office. Such times are compared as texts.
	timeLayout = "2006-01-02T15:04"
	// closedFor is how long a closed day counts after it: some requests have waited since before.
	closedFor = 14 * 24 * time.Hour
)

// An Error says in the loader's words why it refuses the site with a change. It wraps [office.ErrRefused].
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Unwrap returns the class of the refusal.
func (Error) Unwrap() error { return office.ErrRefused }

// query returns changes of the site that meet a condition on site_changes s, in an order.
func query(ctx context.Context, db journal.Queryer, where string, args ...any) ([]edit, error) {
	list, err := journal.QueryAll(ctx, db, func(row journal.Row) (i edit, err error) {
		var at int64
		var value string
		err = row.Scan(&i.number, &at, &i.actor, &i.name, &value)
		if i.at = time.UnixMilli(at); err == nil && value != "" {
			err = json.Unmarshal([]byte(value), &i.values)
		}
		return i, err
	}, `SELECT number, at, actor, item, value FROM site_changes s WHERE `+where, args...)
	if err != nil {
		err = fmt.Errorf("read the changes of the site: %w", err)
	}
	return list, err
}

// present returns the present items, the last changed last.
func present(ctx context.Context, db journal.Queryer) ([]edit, error) {
	return query(ctx, db, `value <> '' AND number = (SELECT MAX(number) FROM site_changes WHERE item = s.item)
		ORDER BY number`)
}

// A Layer is files over those of the content, and photographs over its photographs; without any, Photos is nil.
type Layer struct{ Files, Photos fs.FS }

// Layer returns what users have changed of the site, as it counts now, and its version. If that is the known one,
// the layer is empty.
func (e *Editor) Layer(ctx context.Context, known string) (layer Layer, version string, err error) {
	items, err := present(ctx, e.Journal.Reader())
	if err != nil {
		return layer, known, err
	}
	files, unchanged := e.files(items, false), archive(businessFile{}, map[string]any{})
	if version = string(txtar.Format(files)); version == string(txtar.Format(unchanged)) {
		version = ""
	}
	photos := photosOf(items)
	for _, item := range photos {
		version += string(asJSON(item.values))
	}
	if version == known {
		return layer, known, nil
	}
	if layer.Photos, err = e.photoFiles(ctx, photos); err != nil {
		return Layer{}, known, err
	}
	layer.Files, err = txtar.FS(files)
	return layer, version, err
}

// businessFile is what items change in business.yaml.
type businessFile struct {
	Notices []string         `json:"notices,omitempty"`
	Reviews []map[string]any `json:"reviews,omitempty"`
	Hours   struct {
		Closed []string `json:"closed,omitempty"`
	} `json:"hours,omitzero"`
	OutOfService map[string][]string `json:"outOfService,omitempty"`
}

// files returns the files that items are: those that count now, or all.
func (e *Editor) files(items []edit, all bool) *txtar.Archive {
	now := e.Now().In(e.words().Location())
	today, tomorrow := now.Format(time.DateOnly), now.AddDate(0, 0, 1).Format(time.DateOnly)
	words := e.words().Office().Site
	business := businessFile{OutOfService: map[string][]string{}}
	prices := map[string]any{}
	// The closed days that are announced, with the reason: those of the folder, then the office's.
	closed := map[string]string{}
	hours := &e.words().Business.Hours
	for _, day := range hours.Holidays[:len(hours.Holidays)-len(hours.Closed)] {
		closed[day] = ""
	}
	for _, item := range items {
		part, key := item.part()
		v := item.values
		switch part {
		case "notice":
			if all || v["from"] <= today && today <= v["until"] {
				business.Notices = append(business.Notices, v["text"])
			}
		case "now":
			if all || now.Format(timeLayout) < v["until"] {
				business.Notices = append(business.Notices, v["text"])
			}
		case "closed":
			for _, day := range daysFrom(key, v["until"]) {
				if all || day >= now.Add(-closedFor).Format(time.DateOnly) {
					business.Hours.Closed = append(business.Hours.Closed, day)
				}
				closed[day] = v["text"]
			}
		case truckPart:
			for _, day := range daysFrom(v["from"], v["until"]) {
				if all || day >= today {
					business.OutOfService[key] = append(business.OutOfService[key], day)
				}
			}
		case "price":
			prices[key] = numbers(v, "low", "high")
		case "review":
			business.Reviews = append(business.Reviews, numbers(v, "stars", "name", "town", "date", "text", "source"))
		}
	}
	for _, day := range []struct{ date, line string }{{today, words.ClosedToday}, {tomorrow, words.ClosedTomorrow}} {
		if reason, ok := closed[day.date]; ok {
			line := strings.ReplaceAll(day.line, "[day]", dayText(day.date)) + " " + reason
			business.Notices = append(business.Notices, strings.TrimSpace(line))
		}
	}
	return archive(business, prices)
}

// archive returns the files of the layer.
func archive(business businessFile, prices map[string]any) *txtar.Archive {
	return &txtar.Archive{Files: []txtar.File{
		{Name: "business.yaml", Data: asJSON(business)},
		{Name: "prices.yaml", Data: asJSON(map[string]any{"prices": prices})},
	}}
}

// asJSON encodes a value of texts and numbers, which YAML reads, too.
func asJSON(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic("office: texts and numbers are not JSON: " + err.Error())
	}
	return data
}

// numbers returns the values of some keys that are not empty, as numbers where they are some: the loader names others.
func numbers(values map[string]string, keys ...string) map[string]any {
	typed := map[string]any{}
	for _, key := range keys {
		if n, err := strconv.Atoi(values[key]); err == nil {
			typed[key] = n
		} else if values[key] != "" {
			typed[key] = values[key]
		}
	}
	return typed
}

// dayText returns a day in words, "Friday, November 27".
func dayText(day string) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.Format("Monday, January 2")
}

// Change stores what a user's form changes of the site: an item of a part with its fields, an item to remove, or
// the number of a change to take back. Only an item that is a photograph takes photos. The loader has to accept the
// site with the change. The error is a [office.Refusal] or a [Error], or wraps journal.ErrUnavailable; then nothing is
// changed.
func (e *Editor) Change(ctx context.Context, actor string, form url.Values, photos ...quote.Photo) error {
	item, err := e.read(ctx, form, photos)
	if err != nil {
		return err
	}
	items, err := present(ctx, e.Journal.Reader())
	if err != nil {
		return err
	}
	former := len(items)
	items = slices.DeleteFunc(items, func(other edit) bool { return other.name == item.name })
	switch {
	case item.values != nil:
		items = append(items, item)
	case len(items) == former:
		return office.ErrTakenBack // somebody else has removed it
	}
	if len(photosOf(items)) > maxPhotos {
		return office.ErrRoom
	}
	var layer Layer
	if layer.Files, err = txtar.FS(e.files(items, true)); err != nil {
		return err
	}
	if item.values != nil { // the other photographs are good
		if layer.Photos, err = e.photoFiles(ctx, photosOf([]edit{item}), photos...); err != nil {
			return err
		}
	}
	if err := e.Check(ctx, layer); err != nil {
		return Error(err.Error())
	}
	return e.store(ctx, actor, item, photos)
}

// store stores a change, unless another one was made since the user has seen it.
func (e *Editor) store(ctx context.Context, actor string, item edit, photos []quote.Photo) error {
	value := ""
	if item.values != nil {
		value = string(asJSON(item.values))
	}
	return e.Journal.Transact(ctx, func(tx *sql.Tx) error {
		if err := e.Journal.Lock(ctx, tx, lockNumber); err != nil {
			return err
		}
		var last int64
		err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(number), 0) FROM site_changes WHERE item = $1`, item.name).
			Scan(&last)
		if err == nil && item.number != 0 && item.number != last {
			err = office.ErrTakenBack
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO site_changes (number, at, actor, item, value)
				SELECT COALESCE(MAX(number), 0) + 1, $1, $2, $3, $4 FROM site_changes`,
				journal.Millis(e.Now()), actor, item.name, value)
		}
		if part, _ := item.part(); err == nil && part == photoPart {
			err = storePhotos(ctx, tx, photos)
		}
		return err
	})
}

// read reads a user's form. The item's number is that of the change to take back, 0 for a new one.
func (e *Editor) read(ctx context.Context, form url.Values, photos []quote.Photo) (item edit, err error) {
	if number, err := strconv.ParseInt(form.Get("back"), 10, 64); err == nil {
		return e.formerItem(ctx, number)
	}
	if item.name = form.Get("remove"); item.name != "" {
		return item, nil
	}
	i := slices.IndexFunc(siteParts, func(p sitePart) bool { return p.name == form.Get("part") })
	if i < 0 {
		return item, office.ErrNothing
	}
	part := siteParts[i]
	item.name, item.values = part.name, map[string]string{}
	for _, field := range part.fields {
		text := quote.CleanText(form.Get(field.name))
		if utf8.RuneCountInString(text) > office.MaxNote {
			return item, office.ErrLong
		}
		chosen := func(c office.Choice) bool { return c.Value == text }
		if field.input == inputSelect && !slices.ContainsFunc(e.words().options(field.name), chosen) {
			return item, office.ErrNothing
		}
		item.values[field.name] = text
	}
	if part.name == photoPart && len(photos) == 1 {
		item.values[quote.PhotosName] = photos[0].ID
	}
	if err := part.check(item.values, e.Now().In(e.words().Location())); err != nil {
		return item, err
	}
	if part.key != "" {
		item.name += "/" + item.values[part.key]
	}
	return item, nil
}

// formerItem returns what a change was made to.
func (e *Editor) formerItem(ctx context.Context, number int64) (edit, error) {
	list, err := query(ctx, e.Journal.Reader(), `number <= $1 AND item = (SELECT item FROM site_changes
		WHERE number = $1) ORDER BY number DESC LIMIT 2`, number)
	if err != nil {
		return edit{}, err
	}
	if len(list) == 0 {
		return edit{}, office.ErrNothing
	}
	former := edit{number: number, name: list[0].name}
	if len(list) > 1 {
		former.values = list[1].values
	}
	return former, nil
}

// checkDays checks the days of a notice. It ends on the day on which it begins unless the form says otherwise.
func checkDays(values map[string]string, now time.Time) error {
	values["from"] = cmp.Or(values["from"], now.Format(time.DateOnly))
	values["until"] = cmp.Or(values["until"], values["from"])
	for _, day := range []string{values["from"], values["until"]} {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return office.ErrSiteTime
		}
	}
	if values["until"] < max(values["from"], now.Format(time.DateOnly)) {
		return office.ErrSiteTime
	}
	return nil
}

// checkUntil makes a time of today of the time of day until which a sentence counts.
func checkUntil(values map[string]string, now time.Time) error {
	values["until"] = now.Format("2006-01-02T") + values["until"]
	if _, err := time.Parse(timeLayout, values["until"]); err != nil || values["until"] <= now.Format(timeLayout) {
		return office.ErrSiteTime
	}
	return nil
}

// checkClosed checks that a closed day is to come.
func checkClosed(values map[string]string, now time.Time) error {
	days := daysFrom(values["day"], values["until"])
	if values["day"] < now.Format(time.DateOnly) || values["until"] != "" && days[len(days)-1] != values["until"] {
		return office.ErrSiteTime
	}
	return nil // the loader checks whether it is a day
}

// checkTruck checks the days of a truck out of service as those of a notice.
func checkTruck(values map[string]string, now time.Time) error {
	err := checkDays(values, now)
	if days := daysFrom(values["from"], values["until"]); err == nil && days[len(days)-1] != values["until"] {
		return office.ErrSiteTime
	}
	return err
}

// maxDays bounds a range of days: a longer one has a slip in it.
const maxDays = 100

// daysFrom are the days from the first to the last, or the first alone if there is no last.
func daysFrom(first, last string) []string {
	days := []string{first}
	for day, err := time.Parse(time.DateOnly, first); err == nil && days[len(days)-1] < last && len(days) < maxDays; {
		day = day.AddDate(0, 0, 1)
		days = append(days, day.Format(time.DateOnly))
	}
	return days
}

// checkReview checks that the user vouches for a review, and gives it an ID. Its date becomes a month.
func checkReview(values map[string]string, now time.Time) error {
	if values["given"] == "" {
		return office.ErrNotGiven
	}
	values["id"] = strconv.FormatInt(now.UnixMilli(), 36)
	if day, err := time.Parse(time.DateOnly, values["date"]); err == nil {
		values["date"] = day.Format("2006-01")
	}
	return nil
}

// checkPhoto checks that there is a photograph, and a text in its place.
func checkPhoto(values map[string]string, _ time.Time) error {
	if values[quote.PhotosName] == "" || values["text"] == "" {
		return office.ErrPhoto
	}
	return nil
}

// unchecked leaves everything to the loader.
func unchecked(map[string]string, time.Time) error { return nil }
