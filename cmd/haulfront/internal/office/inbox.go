package office

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// Lists returns the names of all lists: the stages in order, and the requests in quarantine.
func Lists() []string { return append(Stages(), held) }

// Stages returns all stages, in order.
func Stages() []string { return []string{New, Contacted, Quoted, Booked, Done, Lost, Spam} }

const (
	// held is the name of the list of requests in quarantine, beside those of the stages.
	held = "held"
	// boardCards is how many cards each column of the board has, and pageCards a page of a single list: a page of
	// either has 40 KB at most.
	boardCards = 6
	pageCards  = 25
)

// A Query selects a page of the inbox. The zero Query is the board: the first requests of each open stage.
type Query struct {
	List   string // a stage, or held
	Text   string // of a search: a part of a name, a phone number or a reference, or the beginning of a ZIP code
	Before string // the key of the page before
}

// address returns the address of a query.
func (q Query) address() string {
	values := url.Values{}
	for name, value := range map[string]string{"stage": q.List, "q": q.Text, "before": q.Before} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if len(values) == 0 {
		return content.OfficePath
	}
	return content.OfficePath + "?" + values.Encode()
}

// A condition is a part of a WHERE clause on the leads l, with "?" for its parameters.
type condition struct {
	text   string
	values []any
}

const (
	// inQuarantine selects leads by the status of their webhook.
	inQuarantine = `EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.kind = 'webhook'
		AND d.status = 'quarantined')`
)

// cards returns leads that meet all conditions, the newest first.
func (o *Office) cards(ctx context.Context, words *content.Site, limit int, conditions ...condition) (
	list []content.OfficeLead, err error) {
	where, args := lead.NotSelfTest, []any{}
	for _, c := range conditions {
		text := c.text
		for _, value := range c.values {
			args = append(args, value)
			text = strings.Replace(text, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		where += " AND " + text
	}
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT l.id, l.received_at, l.stage, l.name, l.phone, l.email,
			l.service_type, l.zip_code, l.service_timeframe, l.suspect, l.slot, l.job,
			(SELECT COUNT(*) FROM photos p WHERE p.lead_id = l.id),
			EXISTS (SELECT 1 FROM leads e WHERE e.phone_key = l.phone_key AND e.phone_key <> ''
				AND e.received_at < l.received_at),
			`+inQuarantine+`, COALESCE(`+standing+`, '')
		FROM leads l WHERE `+where+` ORDER BY l.received_at DESC, l.id DESC LIMIT `+strconv.Itoa(limit), args...)
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var l content.OfficeLead
		var received, slot int64
		var text, consent string
		err := rows.Scan(&l.ID, &received, &l.Stage, &l.Name, &l.Phone, &l.Email, &l.Service, &l.ZIP, &l.Timeframe,
			&l.SpamReason, &slot, &text, &l.Photos, &l.Again, &l.Held, &consent)
		var job Job
		if err == nil {
			err = json.Unmarshal([]byte(text), &job)
		}
		if err != nil {
			return nil, fmt.Errorf("list requests: %w", err)
		}
		l.Stopped, l.NoTexts = consent == lead.Stopped, consent == lead.Stopped || consent == lead.Revoked
		if o.CustomerLink != nil && l.Stage == Quoted {
			l.Link = o.CustomerLink(l.ID)
		}
		l.Received, l.Price = fromMillis(received), PriceWords(job.Low, job.High)
		if slot > 0 {
			l.Slot = SlotWords(fromMillis(slot).In(words.Location()))
		}
		list = append(list, l)
	}
	return list, rows.Err()
}

// counts returns the number of leads in each stage, and of new ones in quarantine.
func (o *Office) counts(ctx context.Context) (map[string]int, error) {
	rows, err := o.Store.Reader().QueryContext(ctx, `SELECT stage, COUNT(*) FROM leads GROUP BY stage
		UNION ALL SELECT 'held', COUNT(*) FROM deliveries d JOIN leads l ON l.id = d.lead_id
			WHERE d.kind = 'webhook' AND d.status = 'quarantined' AND l.stage = 'new'`)
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var stage string
		var n int
		if err := rows.Scan(&stage, &n); err != nil {
			return nil, err
		}
		counts[stage] = n
	}
	return counts, rows.Err()
}

// Inbox returns the columns and filters of a page of the inbox.
func (o *Office) Inbox(ctx context.Context, words *content.Site, q Query) (page content.OfficeInbox, err error) {
	now := o.Now()
	overdue := words.LastOverdue(now)
	counts, err := o.counts(ctx)
	if err != nil {
		return page, err
	}
	labels := words.Office()
	page = content.OfficeInbox{
		Title: labels.Inbox, Search: labels.List.Search, Find: labels.List.Find, Query: q.Text, None: labels.List.None,
	}
	filter := func(list, label string) {
		page.Filters = append(page.Filters, content.OfficeTab{
			Label: label, Href: Query{List: list}.address(), Current: list == q.List && q.Text == "",
		})
	}
	filter("", labels.List.Board)
	for _, list := range Lists() {
		label := cmp.Or(labels.Stages[list], labels.List.Held)
		if n := counts[list]; n > 0 || list == q.List {
			filter(list, label+" "+strconv.Itoa(n))
		}
	}
	column := func(label string, leads []content.OfficeLead, more content.Link) {
		cards := []content.OfficeCard{}
		for _, l := range leads {
			cards = append(cards, words.OfficeCard(l, now, overdue))
		}
		page.Columns = append(page.Columns, content.OfficeColumn{Label: label, Cards: cards, More: more})
	}
	if q != (Query{}) {
		leads, more, err := o.list(ctx, words, q)
		label := cmp.Or(labels.Stages[q.List], labels.List.Held)
		if q.Text != "" {
			label = strings.ReplaceAll(labels.List.Found, "[query]", q.Text)
		}
		column(label, leads, content.Link{Label: labels.List.More, Href: more})
		return page, err
	}
	for _, stage := range Stages()[:5] {
		leads, err := o.column(ctx, words, stage, overdue)
		if err != nil {
			return page, err
		}
		more := content.Link{}
		if n := counts[stage]; n > len(leads) {
			label := strings.ReplaceAll(labels.List.All, "[count]", strconv.Itoa(n))
			more = content.Link{Label: label, Href: Query{List: stage}.address()}
		}
		column(labels.Stages[stage], leads, more)
	}
	return page, nil
}

// column returns the first leads of a stage on the board. Of the new ones, overdue ones come first and those in
// quarantine last.
func (o *Office) column(ctx context.Context, words *content.Site, stage string, overdue time.Time) (
	[]content.OfficeLead, error) {
	inStage := condition{`l.stage = ?`, []any{stage}}
	if stage != New {
		return o.cards(ctx, words, boardCards, inStage)
	}
	genuine := condition{`NOT ` + inQuarantine, nil}
	since := []any{millis(overdue)}
	late, err := o.cards(ctx, words, boardCards, inStage, genuine, condition{`l.received_at <= ?`, since})
	if err != nil {
		return nil, err
	}
	fresh, err := o.cards(ctx, words, boardCards, inStage, genuine, condition{`l.received_at > ?`, since})
	if err != nil {
		return nil, err
	}
	const heldCards = 2
	suspects, err := o.cards(ctx, words, heldCards, inQuarantined, inStage)
	return slices.Concat(late, fresh, suspects), err
}

// inQuarantined selects leads in quarantine by the index of statuses.
var inQuarantined = condition{`l.id IN (SELECT lead_id FROM deliveries
	WHERE kind = 'webhook' AND status = 'quarantined')`, nil}

// list returns a page of a list or of a search, and the address of the next one, empty after the last.
func (o *Office) list(ctx context.Context, words *content.Site, q Query) (
	leads []content.OfficeLead, next string, err error) {
	var conditions []condition
	switch {
	case q.Text != "":
		conditions = append(conditions, search(q.Text))
	case q.List == held:
		conditions = append(conditions, inQuarantined, condition{`l.stage = ?`, []any{New}})
	default:
		conditions = append(conditions, condition{`l.stage = ?`, []any{q.List}})
	}
	if at, id, ok := strings.Cut(q.Before, "."); ok {
		ms, _ := strconv.ParseInt(at, 10, 64) // of what is not a key, the list is empty
		conditions = append(conditions, condition{`(l.received_at, l.id) < (?, ?)`, []any{ms, id}})
	}
	leads, err = o.cards(ctx, words, pageCards+1, conditions...)
	if len(leads) > pageCards {
		leads = leads[:pageCards]
		last := leads[pageCards-1]
		q.Before = strconv.FormatInt(millis(last.Received), 10) + "." + last.ID
		next = q.address()
	}
	return leads, next, err
}

// search returns the condition of a search. Phone numbers are stored as typed, so their punctuation is removed.
func search(text string) condition {
	text = strings.TrimSpace(text)
	escaped := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(text))
	c := condition{`(lower(l.name) LIKE ? ESCAPE '\' OR l.zip_code LIKE ? ESCAPE '\'`,
		[]any{"%" + escaped + "%", escaped + "%"}}
	const fewDigits = 4
	if digits := quote.PhoneDigits(text); len(digits) >= fewDigits {
		c.text += ` OR replace(replace(replace(replace(replace(l.phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', '')
			LIKE ?`
		c.values = append(c.values, "%"+digits+"%")
	}
	if end := lead.IDEnd(text); end != "" {
		c.text += ` OR substr(l.id, 30) = ?`
		c.values = append(c.values, end)
	}
	c.text += `)`
	return c
}

// Card returns the card of one lead. The error wraps lead.ErrNotFound if there is none.
func (o *Office) Card(ctx context.Context, words *content.Site, id string) (content.OfficeCard, error) {
	l, err := o.lead(ctx, words, id)
	if err != nil {
		return content.OfficeCard{}, err
	}
	now := o.Now()
	return words.OfficeCard(l, now, words.LastOverdue(now)), nil
}

// lead returns a lead as cards show it. The error wraps lead.ErrNotFound if there is none.
func (o *Office) lead(ctx context.Context, words *content.Site, id string) (content.OfficeLead, error) {
	leads, err := o.cards(ctx, words, 1, condition{`l.id = ?`, []any{id}})
	if err == nil && len(leads) == 0 {
		err = lead.ErrNotFound
	}
	if err != nil {
		return content.OfficeLead{}, fmt.Errorf("get the card: %w", err)
	}
	return leads[0], nil
}
