package office

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/content"
	"haulfront/content/company"
)

const (
	// held is the name of the list of requests in quarantine, beside those of the stages and of jobs that are unpaid.
	held = "held"
	// boardCards is how many cards a part of a column of the board has, fewCards one that matters less, and pageCards a
	// page of a single list: a page of either has 40 KB at most.
	boardCards = 6
	fewCards   = 2
	pageCards  = 25
)

// lists returns the names of all lists: the stages in order, held, the jobs that are done and still owed, and recurring
// ones.
func lists() []string { return append(Stages(), held, unpaid, plans) }

// owed are the ways to pay, in office.yaml, of pickups that are not paid, also where nobody has said; isOwed
// selects them.
var owed = []string{unpaid, "net30", ""}

const isOwed = `v.state = 'done' AND v.kind = 'pickup' AND v.paid IN ('', 'unpaid', 'net30')`
const isUnpaid = `l.id IN (SELECT lead_id FROM visits v WHERE ` + isOwed + `)`

// isRecurring selects booked jobs that come again.
const isRecurring = `l.stage = 'booked' AND l.job LIKE '%"every":%'`

// A Query selects a page of the inbox. The zero Query is the board: the first requests of each open stage.
type Query struct {
	List     string // a stage, or held
	Text     string // of a search, see search
	Customer string // the ID of any of a customer's requests
	Before   string // the key of the page before
}

// address returns the address of a query.
func (q Query) address() string {
	values := url.Values{}
	for name, value := range map[string]string{"stage": q.List, "q": q.Text, "before": q.Before,
		"customer": q.Customer} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return strings.TrimSuffix(Path+"?"+values.Encode(), "?")
}

func inStage(stage string) journal.Condition {
	return journal.If(`l.stage = ? AND l.merged_into = ''`, stage)
}

// waits is the condition of leads that wait for their first answer.
const waits = `l.stage = 'new' AND l.merged_into = '' AND NOT ` + outbox.Held

// newest is the order of leads in which the newest come first.
const newest = `l.received_at DESC, l.id DESC`

// first returns the first leads that meet all conditions, in an order. They are found before the rest of their rows is
// read, which would otherwise be read of all.
func (o *Office) first(ctx context.Context, limit int, order string, conditions ...journal.Condition) (
	[]Record, error) {
	where, args := journal.Where(conditions...)
	return o.records(ctx, o.Journal.Reader(), `l.id IN (SELECT l.id FROM leads l WHERE `+where+` ORDER BY `+order+
		` LIMIT `+strconv.Itoa(limit)+`) ORDER BY `+order, args...)
}

// counts returns the number of leads in each list, and of the booked jobs of former days, which nobody closed.
func (o *Office) counts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	_, err := journal.QueryAll(ctx, o.Journal.Reader(), func(row journal.Row) (n int, err error) {
		var list string
		err = row.Scan(&list, &n)
		counts[list] = n
		return n, err
	}, `SELECT stage, COUNT(*) FROM leads WHERE merged_into = '' GROUP BY stage
		UNION ALL SELECT 'held', COUNT(*) FROM leads l WHERE l.stage = 'new' AND l.merged_into = ''
			AND `+outbox.Held+`
		UNION ALL SELECT 'unpaid', COUNT(*) FROM leads l WHERE `+isUnpaid+`
		UNION ALL SELECT 'plans', COUNT(*) FROM leads l WHERE `+isRecurring+`
		UNION ALL SELECT 'past', COUNT(*) FROM visits v WHERE `+notClosed, o.today())
	return counts, err
}

// Inbox returns the columns and filters of a page of the inbox, without its layout.
func (o *Office) Inbox(ctx context.Context, q Query) (page InboxPage, err error) {
	words := o.words().Office()
	page.Query = q.Text
	if q.Text == "" && q.Customer == "" && !slices.Contains(lists(), q.List) {
		q = Query{}
	}
	counts, err := o.counts(ctx)
	if err != nil {
		return page, fmt.Errorf("count requests: %w", err)
	}
	names := map[string]string{held: words.List.Held, unpaid: words.List.Unpaid, plans: words.List.Plans,
		"": words.List.Customer}
	label := func(list string) string { return cmp.Or(words.Stages[list], names[list]) }
	filter := func(list, label string) {
		page.Filters = append(page.Filters, Tab{
			Label: label, Href: Query{List: list}.address(), Current: list == q.List && q.Text == "",
		})
	}
	filter("", words.List.Board)
	for _, list := range lists() {
		if n := counts[list]; n > 0 || list == q.List {
			filter(list, label(list)+" "+strconv.Itoa(n))
		}
	}
	if q != (Query{}) {
		column := Column{Label: label(q.List)}
		if q.Text != "" {
			column.Label = strings.ReplaceAll(words.List.Found, "[query]", q.Text)
		}
		var next string
		column.Cards, next, err = o.list(ctx, q)
		column.More = content.Link{Label: words.List.More, Href: next}
		page.Columns = append(page.Columns, column)
		return page, err
	}
	for _, stage := range Stages()[:6] {
		column := Column{Label: label(stage)}
		if column.Cards, err = o.column(ctx, stage); err != nil {
			return page, err
		}
		if stage == Lost && len(column.Cards) == 0 {
			continue
		}
		if past := counts["past"]; stage == Booked && past > 0 {
			column.Past = content.Link{Label: Counted(words.List.Past, words.List.PastJobs, past), Href: DayPath}
		}
		if n := counts[stage]; n > len(column.Cards) {
			all := strings.ReplaceAll(words.List.All, "[count]", strconv.Itoa(n))
			column.More = content.Link{Label: all, Href: Query{List: stage}.address()}
		}
		page.Columns = append(page.Columns, column)
	}
	return page, nil
}

// cards returns the cards of requests.
func (o *Office) cards(records []Record) (cards []Card) {
	words, now := o.words(), o.Now()
	overdue := words.LastOverdue(now)
	for _, r := range records {
		o.noteShown(r.ID, r.unread())
		card := words.NewCard(&r, now, overdue)
		if card.ID, card.Revision = r.ID, r.Revision; r.broken != nil {
			card.Next, card.Tapped = "", false
		}
		cards = append(cards, card)
	}
	return cards
}

// column returns the first cards of a stage on the board. Of the new ones, the overdue ones that have waited longest
// come first, then those that are needed soonest, and those in quarantine last. Booked ones are in the order of their
// slots from today on, after those whose time is to be agreed. Everywhere else, and among booked ones, follow-ups that
// are due come first; lost ones are shown for nothing else.
func (o *Office) column(ctx context.Context, stage string) ([]Card, error) {
	var all []Record
	var err error
	add := func(limit int, order, where string, values ...any) {
		if err == nil && limit > 0 {
			var records []Record
			records, err = o.first(ctx, limit, order, inStage(stage), journal.If(where, values...))
			all = append(all, records...)
		}
	}
	due := isDue(o.Now())
	switch stage {
	case New:
		since := millis(o.words().LastOverdue(o.Now()))
		add(boardCards, `l.received_at, l.id`, `NOT `+outbox.Held+` AND l.received_at <= ?`, since)
		overdue := len(all)
		add(pageCards, newest, `NOT `+outbox.Held+` AND l.received_at > ?`, since)
		timeframes := o.words().Quote().ServiceTimeframes // from the soonest on
		slices.SortStableFunc(all[overdue:], func(a, b Record) int {
			return slices.Index(timeframes, a.ServiceTimeframe) - slices.Index(timeframes, b.ServiceTimeframe)
		})
		all = all[:min(len(all), overdue+boardCards)]
		add(fewCards, newest, outbox.Held)
	case Booked:
		seen := map[string]bool{}
		next := func(limit int, conditions ...journal.Condition) {
			if err == nil {
				where, args := journal.Where(conditions...) // a planned visit is a booked job's
				var records []Record
				where += ` AND v.state = 'planned' ORDER BY v.begins_at, l.received_at DESC
					LIMIT ` + strconv.Itoa(limit*plannedAhead)
				records, err = o.visits(ctx, o.Journal.Reader(), where, args...)
				records = slices.DeleteFunc(records, func(r Record) (again bool) { // of several days has one card
					again, seen[r.ID] = seen[r.ID], true
					return again
				})
				all = append(all, records[:min(len(records), limit)]...)
			}
		}
		notDue := journal.If(`NOT `+due.Text, due.Values...)
		next(boardCards, due, inStage(Booked), journal.If(`(v.begins_at = 0 OR v.begins_at >= ?)`, o.today()))
		next(fewCards, notDue, journal.If(`v.begins_at = 0`))
		next(boardCards, notDue, journal.If(`v.begins_at >= ?`, o.today()))
	default:
		add(boardCards, `l.follow_up_at, l.id`, due.Text, due.Values...)
		if stage != Lost {
			add(boardCards-len(all), newest, `NOT `+due.Text, due.Values...)
		}
	}
	return o.cards(all), err
}

// today returns the beginning of the day, in milliseconds since 1970.
func (o *Office) today() int64 {
	return millis(company.On(o.Now().In(o.words().Location()), "00:00"))
}

// list returns a page of a list or of a search, and the address of the next one, empty after the last.
func (o *Office) list(ctx context.Context, q Query) (cards []Card, next string, err error) {
	var conditions []journal.Condition
	switch {
	case q.Text != "":
		conditions = append(conditions, search(q.Text))
	case q.Customer != "":
		conditions = append(conditions, journal.If(`l.merged_into = '' AND (l.id = ? OR l.phone_key <> '' AND
			l.phone_key = (SELECT phone_key FROM leads WHERE id = ?))`, q.Customer, q.Customer))
	case q.List == unpaid:
		conditions = append(conditions, journal.If(isUnpaid))
	case q.List == plans:
		conditions = append(conditions, journal.If(isRecurring))
	case q.List == held:
		conditions = append(conditions, inStage(New), journal.If(outbox.Held))
	default:
		conditions = append(conditions, inStage(q.List))
	}
	if at, id, ok := strings.Cut(q.Before, "."); ok {
		ms, _ := strconv.ParseInt(at, 10, 64) // an invalid key yields an empty list
		conditions = append(conditions, journal.If(`(l.received_at, l.id) < (?, ?)`, ms, id))
	}
	records, err := o.first(ctx, pageCards+1, newest, conditions...)
	if len(records) > pageCards {
		records = records[:pageCards]
		last := records[pageCards-1]
		q.Before = strconv.FormatInt(millis(last.Received), 10) + "." + last.ID
		next = q.address()
	}
	if q.List == unpaid && err == nil {
		records, err = o.owedVisits(ctx, records)
	}
	if cards = o.cards(records); err == nil && q.Customer != "" {
		err = o.addNotes(ctx, cards, q.Customer)
	}
	return cards, next, err
}

var nonDigits = regexp.MustCompile(`\D`)

// search returns the condition of a search, also in what was merged: for a part of a name, an email address, an
// address, a ZIP code, a message, a phone number or a note, or for a reference. Phone numbers are stored as typed: a
// whole one is found by its key.
func search(text string) journal.Condition {
	text = strings.TrimSpace(text)
	escaped := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(text)) + "%"
	c := journal.If(`(lower(l.name) LIKE ? ESCAPE '\' OR l.zip_code LIKE ? ESCAPE '\'
		OR lower(l.email) LIKE ? ESCAPE '\' OR lower(l.message) LIKE ? ESCAPE '\'
		OR lower(l.address) LIKE ? ESCAPE '\'
		OR l.id IN (SELECT lead_id FROM events WHERE lower(details) LIKE ? ESCAPE '\')`,
		escaped, escaped, escaped, escaped, escaped, escaped)
	if key := journal.PhoneKey(text); key != "" {
		c.Text += ` OR l.phone_key = ?`
		c.Values = append(c.Values, key)
	}
	const fewDigits = 4 // of a part of a number
	if digits := nonDigits.ReplaceAllString(text, ""); len(digits) >= fewDigits {
		column := "l.phone"
		for _, r := range " -().+/·\u00a0\u2010\u2011\u2013" {
			column = "replace(" + column + ", '" + string(r) + "', '')"
		}
		c.Text += ` OR ` + column + ` LIKE ?`
		c.Values = append(c.Values, "%"+digits+"%")
	}
	if end := journal.IDEnd(text); end != "" {
		c.Text += ` OR substr(l.id, 30) = ?`
		c.Values = append(c.Values, end)
	}
	c.Text = `(l.merged_into = '' AND ` + c.Text + `) OR l.id IN (SELECT l.merged_into FROM leads l
		WHERE l.merged_into <> '' AND ` + c.Text + `)))`
	c.Values = append(c.Values, c.Values...)
	return c
}
