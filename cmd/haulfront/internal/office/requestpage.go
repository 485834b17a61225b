package office

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// offeredDays is how many open days the page of a request offers.
const offeredDays = 4

// Request returns the page of a lead, without its layout and photographs. typed is a form that was rejected with err;
// err may be nil.
func (o *Office) Request(ctx context.Context, words *content.Site, l lead.Lead, typed Change, err error) (
	page content.OfficeRequest, _ error) {
	labels := words.Office()
	now := o.Now()
	page = content.OfficeRequest{
		Reference: lead.Reference(l.ID), Held: l.Status() == lead.Quarantined, Words: labels.Request.OfficeRequestWords,
		Message: problem(labels, err), Photos: []content.OfficePhoto{},
		Typed: content.OfficeTyped{Note: typed.Note, Price: typed.Price, Lost: typed.Lost}, Included: typed.Included,
	}
	shown, err := o.lead(ctx, words, l.ID)
	if err != nil {
		return page, err
	}
	page.Card, page.Stopped = words.OfficeCard(shown, now, words.LastOverdue(now)), shown.Stopped
	job, err := o.job(ctx, l.ID, &page.Revision)
	if err != nil {
		return page, err
	}
	page.AskReview, page.Reviews = shown.Stage == Done && words.AsksReviews() && job.ReviewAsked == 0, []content.Link{}
	if job.ReviewAsked != 0 && words.AsksReviews() {
		page.Reviews = append(page.Reviews, words.ReviewWays(shown)...)
	}
	for _, stage := range Stages() {
		page.Stages = append(page.Stages, content.OfficeTab{
			Label: labels.Stages[stage], Href: stage, Current: stage == page.Card.Stage,
		})
	}
	if page.Message == "" {
		price := strings.ReplaceAll(PriceWords(job.Low, job.High), "$", "")
		page.Typed = content.OfficeTyped{Price: price, Lost: job.Lost}
		page.Included, typed.Slots = job.Included, job.Slots
	}
	asked := content.MailLead{
		ID: l.ID, Source: l.Request.Source, Page: l.Page, SpamReason: l.SpamReason, Values: l.Request.Values(),
	}
	for _, f := range quote.Recorded() {
		if !f.Hidden {
			asked.Fields = append(asked.Fields, f.Name)
		}
	}
	page.Rows = words.OfficeRows(asked, l.Request.Extra.Attribution.Origin())
	page.Sent = deliveries(words, l)
	if page.Slots, err = o.offered(ctx, words, now, typed.Slots); err != nil {
		return page, err
	}
	if quiet, until := QuietHours(now, words.Location()); quiet {
		page.Quiet = strings.ReplaceAll(labels.Request.Quiet, "[time]", words.OfficeTime(until))
	}
	page.History, err = o.history(ctx, words, l.ID)
	return page, err
}

// problem says what is wrong with a form, "" for a nil error.
func problem(labels *content.OfficeWords, err error) string {
	words := &labels.Request
	for _, row := range []struct {
		err  error
		text string
	}{{ErrChanged, words.Changed}, {ErrPrice, words.BadPrice}, {ErrSlot, words.BadSlot}, {ErrNothing, words.Nothing},
		{ErrNote, words.LongNote}} {
		if errors.Is(err, row.err) {
			return row.text
		}
	}
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(words.Failed, "[reason]", reason(err))
}

// job returns the job of a lead, and its revision.
func (o *Office) job(ctx context.Context, id string, revision *int64) (job Job, err error) {
	var text string
	err = o.Store.Reader().QueryRowContext(ctx, `SELECT revision, job FROM leads WHERE id = $1`, id).
		Scan(revision, &text)
	if err == nil {
		err = json.Unmarshal([]byte(text), &job)
	}
	if err != nil {
		return job, fmt.Errorf("read the job of %s: %w", id, err)
	}
	return job, nil
}

// deliveries returns the deliveries of a lead that have a destination.
func deliveries(words *content.Site, l lead.Lead) []content.OfficeDelivery {
	list, labels := []content.OfficeDelivery{}, words.Office()
	for _, d := range l.Deliveries() {
		state, known := labels.States[string(d.Status)]
		if !known {
			continue // nothing is configured for it
		}
		kind := string(d.Kind)
		shown := content.OfficeDelivery{Label: cmp.Or(labels.Deliveries[kind], kind), State: state, Tries: []string{}}
		for _, a := range d.Attempts {
			result := strings.TrimSpace(a.Error + " " + a.Reason)
			if result == "" {
				result = strconv.Itoa(a.Status)
			}
			shown.Tries = append(shown.Tries, words.OfficeTime(a.At)+": "+result)
		}
		list = append(list, shown)
	}
	return list
}

// offered returns the slots of the next open days, and those that were chosen before. Those of other jobs are taken.
func (o *Office) offered(ctx context.Context, words *content.Site, now time.Time, chosen []string) (
	[]content.OfficeSlot, error) {
	begins := words.Windows(now, SlotLength, offeredDays)
	if earlier, err := ParseSlots(chosen, words.Location()); err == nil {
		begins = append(begins, earlier...)
	}
	slices.SortFunc(begins, time.Time.Compare)
	begins = slices.CompactFunc(begins, time.Time.Equal)
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT DISTINCT slot FROM leads WHERE slot > $1 AND stage = $2`,
		millis(now), Booked)
	if err != nil {
		return nil, fmt.Errorf("list booked slots: %w", err)
	}
	defer rows.Close()
	taken := map[int64]bool{}
	for rows.Next() {
		var slot int64
		if err := rows.Scan(&slot); err != nil {
			return nil, err
		}
		taken[slot] = true
	}
	slots := []content.OfficeSlot{}
	for _, begin := range begins {
		slots = append(slots, content.OfficeSlot{
			Value: SlotValue(begin), Label: SlotWords(begin), Taken: taken[millis(begin)],
			Checked: slices.Contains(chosen, SlotValue(begin)),
		})
	}
	return slots, rows.Err()
}

// history returns what was done with a lead, the last first.
func (o *Office) history(ctx context.Context, words *content.Site, id string) ([]content.OfficeEvent, error) {
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT at, actor, action, details FROM events
		WHERE lead_id = $1 ORDER BY number DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	defer rows.Close()
	list, labels := []content.OfficeEvent{}, words.Office()
	for rows.Next() {
		var at int64
		var actor, action, details string
		if err := rows.Scan(&at, &actor, &action, &details); err != nil {
			return nil, fmt.Errorf("read the history: %w", err)
		}
		e := content.OfficeEvent{When: words.OfficeTime(fromMillis(at)), Who: o.ActorName(actor),
			What: cmp.Or(labels.Actions[action], action), Lines: []string{}}
		for line := range strings.Lines(details) {
			line = strings.TrimSpace(line)
			e.Lines = append(e.Lines, cmp.Or(labels.Stages[line], line))
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// Operate runs what a user does with a lead's deliveries, in one transaction with the event that says so.
func (o *Office) Operate(ctx context.Context, id, actor, action string, f func(*sql.Tx) error) error {
	return o.Store.Transact(ctx, func(tx *sql.Tx) error {
		return edit(ctx, tx, id, o.Now(), func(*Record) (Event, error) {
			return Event{Actor: actor, Action: action}, f(tx)
		})
	})
}

// reason returns the cause of an error of the journal, without the lead's ID.
func reason(err error) string {
	if cause := errors.Unwrap(err); cause != nil {
		err = cause
	}
	return err.Error()
}
