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
	"haulfront/content/clock"
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

// find returns the IDs of the first leads that meet all conditions, in an order.
func (o *Office) find(ctx context.Context, limit int, order string, conditions ...journal.Condition) ([]string, error) {
	where, args := journal.Where(conditions...)
	return journal.QueryAll(ctx, o.Journal.Reader(), journal.ScanText,
		`SELECT l.id FROM leads l WHERE `+where+` ORDER BY `+order+` LIMIT `+strconv.Itoa(limit), args...)
}

// inOrder returns the leads with IDs, in the order of these.
func (o *Office) inOrder(ctx context.Context, ids []string) ([]Record, error) {
	list, args := journal.AnyOf(ids, nil)
	records, err := o.records(ctx, o.Journal.Reader(), `l.id IN `+list, args...)
	slices.SortFunc(records, func(a, b Record) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return records, err
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
	board, err := o.board(ctx)
	if err != nil {
		return page, err
	}
	for _, stage := range Stages()[:6] {
		column := Column{Label: label(stage), Cards: o.cards(board[stage])}
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

// board returns the requests on the board, by stage. Of the new ones, the overdue ones that have waited longest come
// first, then those that are needed soonest, and those in quarantine last. Everywhere else, follow-ups that are due
// come first; lost ones are shown for nothing else. All but booked ones are read by one query, whose preparation takes
// longer than finding them.
func (o *Office) board(ctx context.Context) (map[string][]Record, error) {
	var all []string
	var err error
	add := func(stage string, limit int, order string, where journal.Condition) (n int) {
		var ids []string
		if err == nil && limit > 0 {
			ids, err = o.find(ctx, limit, order, inStage(stage), where)
			all = append(all, ids...)
		}
		return len(ids)
	}
	since, due := millis(o.words().LastOverdue(o.Now())), isDue(o.Now())
	notDue := journal.If(`NOT `+due.Text, due.Values...)
	add(New, boardCards, `l.received_at, l.id`, journal.If(`NOT `+outbox.Held+` AND l.received_at <= ?`, since))
	add(New, pageCards, newest, journal.If(`NOT `+outbox.Held+` AND l.received_at > ?`, since))
	add(New, fewCards, newest, journal.If(outbox.Held))
	for _, stage := range []string{Contacted, Quoted, Done} {
		n := add(stage, boardCards, `l.follow_up_at, l.id`, due)
		add(stage, boardCards-n, newest, notDue)
	}
	add(Lost, boardCards, `l.follow_up_at, l.id`, due)
	board := map[string][]Record{}
	if err == nil {
		var records []Record
		records, err = o.inOrder(ctx, all)
		for _, r := range records {
			board[r.Stage] = append(board[r.Stage], r)
		}
	}
	board[New] = o.soonest(board[New], since)
	if err == nil {
		board[Booked], err = o.nextBooked(ctx, due, notDue)
	}
	return board, err
}

// soonest puts new requests in the order of the board: those received until a time, in milliseconds since 1970, are
// overdue.
func (o *Office) soonest(records []Record, since int64) []Record {
	timeframes := o.words().Quote().ServiceTimeframes // from the soonest on
	rank := func(r Record) int {
		switch {
		case r.Held:
			return len(timeframes)
		case millis(r.Received) <= since:
			return -2
		}
		return slices.Index(timeframes, r.ServiceTimeframe)
	}
	slices.SortStableFunc(records, func(a, b Record) int { return rank(a) - rank(b) })
	fresh := 0
	return slices.DeleteFunc(records, func(r Record) bool {
		if !r.Held && millis(r.Received) > since {
			fresh++
		}
		return !r.Held && fresh > boardCards
	})
}

// nextBooked returns the booked requests on the board: follow-ups that are due, those whose time is to be agreed, then
// those that come next.
func (o *Office) nextBooked(ctx context.Context, due, notDue journal.Condition) (all []Record, err error) {
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
	next(boardCards, due, inStage(Booked), journal.If(`(v.begins_at = 0 OR v.begins_at >= ?)`, o.today()))
	next(fewCards, notDue, journal.If(`v.begins_at = 0`))
	next(boardCards, notDue, journal.If(`v.begins_at >= ?`, o.today()))
	return all, err
}

// today returns the beginning of the day, in milliseconds since 1970.
func (o *Office) today() int64 {
	return millis(clock.On(o.Now().In(o.words().Location()), "00:00"))
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
	ids, err := o.find(ctx, pageCards+1, newest, conditions...)
	if err != nil {
		return nil, "", err
	}
	records, err := o.inOrder(ctx, ids)
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
