package office

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content"
	"haulfront/content/load"
)

// twin selects the ID of the first lead of the same phone number that came within a day before a lead l, if neither is
// booked, and when it was received; "" without one.
const twin = `COALESCE((SELECT e.id || ' ' || e.received_at FROM leads e WHERE e.phone_key = l.phone_key
	AND e.phone_key <> '' AND e.merged_into = '' AND e.received_at >= l.received_at - 86400000 AND e.received_at <
		l.received_at AND e.stage IN ('new', 'contacted', 'quoted') AND l.stage IN ('new', 'contacted', 'quoted')
	ORDER BY e.received_at LIMIT 1), '')`

// addAgain adds to a card the link to all requests of the customer, and the button that merges it with its twin.
func (w Words) addAgain(c *Card, r *Record, now time.Time) {
	words := &w.Office().Card
	if r.Again {
		c.Again = &content.Link{Label: words.Again, Href: Query{Customer: r.ID}.address()}
	}
	if id, at, ok := strings.Cut(r.Twin, " "); ok {
		ms, _ := strconv.ParseInt(at, 10, 64) // as the query wrote it
		ago := w.ago(fromMillis(ms), now)
		if ago == words.Ago.Now || ago == words.Ago.Yesterday {
			ago = load.Uncapitalize(ago)
		}
		c.Again.Label = strings.ReplaceAll(words.Twin, "[ago]", ago)
		c.Merge = &Button{Name: actionMerge, Value: id, Label: words.Merge}
	}
}

// addNotes adds to the cards of a customer's requests their stages and latest notes. Open ones can be merged with that
// of an ID.
func (o *Office) addNotes(ctx context.Context, cards []Card, id string) error {
	words := o.words().Office()
	with := slices.IndexFunc(cards, func(c Card) bool { return c.ID == id && isOpen(c.Stage) })
	for i := range cards {
		c := &cards[i]
		c.Facts = append([]string{words.Stages[c.Stage]}, c.Facts...)
		if c.Again, c.Merge = nil, nil; with >= 0 && i != with && isOpen(c.Stage) {
			c.Merge = &Button{Name: actionMerge, Value: id, Label: words.Card.Merge}
		}
		notes, err := journal.QueryAll(ctx, o.Journal.Reader(), journal.ScanText, `SELECT details FROM events
			WHERE action = 'note' AND `+ofRequest+` ORDER BY at DESC, number DESC LIMIT `+strconv.Itoa(maxLines), c.ID)
		if err != nil {
			return err
		}
		notes = slices.DeleteFunc(notes, func(n string) bool { return strings.Contains(c.Message, shorten(n)) })
		c.Message = firstLines(c.Message, lines(notes...))
	}
	return nil
}

// ofRequest selects the events of a lead and of those that were merged into it.
const ofRequest = `lead_id IN (SELECT id FROM leads WHERE id = $1 OR merged_into = $1)`

// addMerged adds to the page of a request what was merged into it.
func (o *Office) addMerged(ctx context.Context, page *RequestPage, id string) error {
	merged, err := o.records(ctx, o.Journal.Reader(), `l.merged_into = $1 ORDER BY `+newest, id)
	page.Merged = append([]Card{}, o.cards(merged)...)
	for i, m := range merged {
		c, words := &page.Merged[i], &o.words().Office().Card
		c.Message, c.Again, c.NextLabel, c.Tapped = o.words().ownMessage(m.Message), nil, "", false
		c.Flags, c.Merge = []string{words.Merged}, &Button{Name: actionUnmerge, Value: "on", Label: words.Unmerge}
		photos, photosErr := o.Journal.PhotosOf(ctx, m.ID)
		page.Photos, err = append(page.Photos, o.words().photos(photos[m.ID], &m, 0)...), cmp.Or(err, photosErr)
	}
	return err
}

// isOpen reports whether requests in a stage can be merged.
func isOpen(stage string) bool { return stage == Booked || slices.Contains(offerable, stage) }

// merge merges a request with that of the form: the one that is further along stays, or else the earlier one.
func (t *task) merge() error {
	return t.also(t.form.Get(actionMerge), func(other *Record) error {
		stays, goes := other, t.Record
		along := func(r *Record) int { return slices.Index(Stages(), r.Stage) }
		if by := cmp.Or(along(goes)-along(stays), stays.Received.Compare(goes.Received)); by > 0 {
			stays, goes = goes, stays
		}
		merged, err := t.records(t.ctx, t.tx, `l.merged_into = $1`, goes.ID)
		if key := journal.PhoneKey(goes.Phone); len(merged)+len(goes.Visits) > 0 || key == "" ||
			key != journal.PhoneKey(stays.Phone) || other.MergedInto != "" || !isOpen(stays.Stage) {
			err = cmp.Or(err, error(ErrMerge))
		}
		goes.MergedInto = stays.ID
		return err
	})
}

// unmerge makes a request that was merged one of its own again.
func (t *task) unmerge() error {
	id := t.MergedInto
	t.MergedInto = ""
	return t.also(id, func(*Record) error { return nil })
}

// also changes another request in the same transaction, whose history has the event, too. One that another transaction
// has locked, which might wait for this one, is a refusal.
func (t *task) also(id string, change func(*Record) error) error {
	free, err := journal.QueryAll(t.ctx, t.tx, journal.ScanText, `SELECT id FROM leads WHERE id = $1 AND id <> $2`+
		t.Journal.SkipLocked(), id, t.ID)
	if err != nil || len(free) == 0 {
		return cmp.Or(err, error(ErrChanged))
	}
	other := *t
	other.form, other.event.Details = nil, journal.Reference(t.ID)
	t.event.Details = journal.Reference(id)
	return other.store(id, func() error { return change(other.Record) })
}
