package office

import (
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// A List is the props of a page with several requests.
type List interface{ rows(Words) []row }

// A row is a request of a list. swap replaces it with one that says that it cannot be shown, and back.
type row struct {
	id   string
	swap func()
}

func newRow[T any](id string, shown *T, unshown T) row {
	return row{id, func() { *shown, unshown = unshown, *shown }}
}

// unshown returns the card of a request that cannot be shown.
func (w Words) unshown(id string) Card {
	return Card{ID: id, Href: Path + "/leads/" + id, Name: journal.Reference(id),
		Flags: []string{w.unshownFlag(id)}}
}

func (w Words) unshownFlag(id string) string {
	return strings.ReplaceAll(w.Office().Card.Unshown, "[id]", id)
}

func (w Words) unshownJob(card Card) DayJob {
	return DayJob{Card: w.unshown(card.ID), Name: journal.Reference(card.ID)}
}

func (w Words) cardRows(cards []Card) (rows []row) {
	for i := range cards {
		rows = append(rows, newRow(cards[i].ID, &cards[i], w.unshown(cards[i].ID)))
	}
	return rows
}

func (p NewPage) rows(w Words) []row { return w.cardRows(p.Known) }

func (p InboxPage) rows(w Words) (rows []row) {
	for _, column := range p.Columns {
		rows = append(rows, w.cardRows(column.Cards)...)
	}
	return rows
}

func (p DayPage) rows(w Words) (rows []row) {
	for _, group := range p.Groups {
		for i := range group.Jobs {
			job := &group.Jobs[i]
			rows = append(rows, newRow(job.Card.ID, job, w.unshownJob(job.Card)))
		}
	}
	return rows
}

// RenderRows renders a list whose render has failed, so that a request that cannot be rendered takes no other with it.
func (o *Office) RenderRows(list List, render func() error) error {
	rows := list.rows(o.words())
	for _, r := range rows {
		r.swap()
	}
	if err := render(); err != nil {
		return err // it is not a row's
	}
	for _, r := range rows {
		r.swap()
		if err := render(); err != nil {
			r.swap()
			o.noteShown(r.id, err)
		}
	}
	return render()
}

// noteShown notes whether a request can be shown, and why not.
func (o *Office) noteShown(id string, err error) {
	if err == nil {
		o.unshown.Delete(id)
		return
	}
	o.unshown.Store(id, err)
	o.Log.Error("a request cannot be shown in the office", "id", id, "error", err)
}

// Unshown returns the IDs of the requests that could not be shown when they were last asked for.
func (o *Office) Unshown() (ids []string) {
	for id := range o.unshown.Range {
		ids = append(ids, id.(string))
	}
	return ids
}
