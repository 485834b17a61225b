package office

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/contact"
)

const (
	// DayPath is the path of the page of a day: without a date, of today.
	DayPath = Path + "/day"
	// maxLate is how many jobs of earlier days the page of today has. A job has maxLines of its message and maxShown of
	// its photographs there: a usual day has 40 KB at most.
	maxLate     = 20
	maxLines    = 4
	maxShown    = 2
	unpaid      = "unpaid"
	withAnother = "last" // another of several days
)

// onDay selects the visits between two times.
const onDay = `v.begins_at >= $1 AND v.begins_at < $2 AND ` + madeOrPlanned + ` ORDER BY v.begins_at, l.id`

// Day returns the page of a day for a user, such as "2026-11-24", without its layout; any other date is today, and for
// the crew any but tomorrow. The page of today ends with the jobs of earlier days that nobody closed.
func (o *Office) Day(ctx context.Context, user, date string) (DayPage, error) {
	words, crew := o.words(), o.IsCrew(user)
	today := clock.On(o.Now().In(words.Location()), "00:00")
	day, err := time.ParseInLocation(time.DateOnly, date, words.Location())
	if err != nil || crew && (day.Before(today) || day.After(today.AddDate(0, 0, 1))) {
		day = today
	}
	first, last := day.AddDate(0, 0, -1), day.AddDate(0, 0, 1)
	if crew {
		first, last = today, today.AddDate(0, 0, 1)
	}
	page := DayPage{Day: day.Format("Monday, January 2"), Date: day.Format(time.DateOnly), Crew: crew,
		Closed: !words.JobDay(day), Around: []content.Link{words.dayLink(first, today), words.dayLink(last, today)}}
	records, err := o.dayRecords(ctx, day, today)
	var ids []string
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	taken, photosErr := o.Journal.PhotosOf(ctx, ids...)
	err = cmp.Or(err, photosErr)
	page.Plans = !crew && !page.Closed && !day.Before(today)
	page.Board = words.board(day, o.Now(), slices.DeleteFunc(slices.Clone(records),
		func(r Record) bool { return r.Begin < millis(day) }))
	for _, r := range records {
		late, title := r.Begin < millis(day), r.Truck
		if r.TruckNumber == 0 {
			title = words.Office().Request.Kinds[r.Kind]
		}
		if late {
			title = words.Office().Day.NotClosed
		}
		if n := len(page.Groups); n == 0 || page.Groups[n-1].Title != title {
			page.Groups = append(page.Groups, JobGroup{Title: title, Late: late})
		}
		group := &page.Groups[len(page.Groups)-1]
		job := words.dayJob(&r, late)
		job.Anchor, job.Next = anchor(&r), day.Equal(today) && len(group.Jobs) == 0 && !late && r.State == Planned
		job.Card, job.Buttons = o.cards([]Record{r})[0], o.buttons(user, crewActions(), &r)
		job.Photos = words.photos(taken[r.ID], &r, 0, r.Number)
		if crew { // who cannot open the request
			job.What = lines(words.service(&r.Lead), words.note(r.Lead))
			if r.Kind == Estimate {
				job.What = lines(words.Office().Request.Kinds[Estimate], job.What)
			}
		} else {
			job.Photos = job.Photos[:min(len(job.Photos), maxShown)]
		}
		job.What = lines(append([]string{job.What}, r.Wrote...)...)
		group.Jobs = append(group.Jobs, job)
	}
	if err != nil {
		err = fmt.Errorf("list the jobs of a day: %w", err)
	}
	return page, err
}

// Keep shows a form about a request that was rejected with a message, and what was typed.
func (p *DayPage) Keep(id string, typed url.Values, message string) {
	p.Message = message
	for _, group := range p.Groups {
		for i, job := range group.Jobs {
			if job.Card.ID == id && job.Form["visit"] == typed.Get("visit") {
				group.Jobs[i].Open, group.Jobs[i].Form = true, shown(typed, job.Form)
			}
		}
	}
}

// isOnSheet reports whether a visit is on a page of the crew's.
func (o *Office) isOnSheet(v Visit) bool {
	today := o.today()
	return v.Begin > 0 && v.Begin < millis(fromMillis(today).In(o.words().Location()).AddDate(0, 0, 2)) &&
		(v.State == Planned || v.State == Done && v.Begin >= today)
}

// newOnSheet returns what the crew learn of a change that books, moves or calls off visits on their pages; nil of any
// other.
func (t *task) newOnSheet(before []Visit) *Notification {
	var changed []Visit
	action, words := "", t.words()
	before = append(slices.Clip(before), make([]Visit, len(t.Visits))...)
	for i, v := range t.Visits {
		was, isOff := before[i], v.State == CalledOff
		if v.State != Planned && !isOff || v.State == was.State && v.Begin == was.Begin ||
			!t.isOnSheet(v) && !t.isOnSheet(was) {
			continue
		}
		action, changed = ActionBook, append(changed, v)
		if was.State == Planned {
			if action = ActionMove; isOff {
				action = ActionCancel
			}
		}
	}
	if changed == nil {
		return nil
	}
	return &Notification{Title: words.Office().ByAction[action].Notice + ": " + t.Name, Path: DayPath, Tag: t.ID,
		Body: lines(words.slotsWords(changed), words.where(t.Record))}
}

// dayRecords returns the jobs of a day by truck, those without one last: by time, those that are done after those that
// are planned. Those of earlier days that nobody closed come after today's, the newest first.
func (o *Office) dayRecords(ctx context.Context, day, today time.Time) (jobs []Record, err error) {
	db := o.Journal.Reader()
	var late []Record
	jobs, err = o.visits(ctx, db, onDay, millis(day), millis(day.AddDate(0, 0, 1)))
	rank := func(r Record) int {
		n := 2 * cmp.Or(r.TruckNumber, math.MaxInt/4)
		if r.State != Planned {
			n++
		}
		return n
	}
	slices.SortStableFunc(jobs, func(a, b Record) int { return cmp.Compare(rank(a), rank(b)) })
	if err == nil && day.Equal(today) {
		late, err = o.visits(ctx, db, notClosed+` ORDER BY v.begins_at DESC, l.id LIMIT `+strconv.Itoa(maxLate),
			millis(today))
	}
	return append(jobs, late...), err
}

// notClosed selects the visits before a time that nobody has closed.
const notClosed = `v.state = 'planned' AND v.begins_at > 0 AND v.begins_at < $1`

// BookedOn returns how many jobs are booked on a day, for a truck by its name, or for all if it is empty.
func (o *Office) BookedOn(ctx context.Context, day time.Time, truck string) (n int, err error) {
	jobs, err := o.dayRecords(ctx, day, time.Time{})
	for _, r := range jobs {
		if r.State == Planned && (truck == "" || truck == r.Truck) {
			n++
		}
	}
	return n, err
}

// dayLink returns the link to a day, which is named from today.
func (w Words) dayLink(day, today time.Time) content.Link {
	names := &w.Office().Day
	link := content.Link{Label: day.Format("Mon, Jan 2"), Href: DayPath + "?date=" + day.Format(time.DateOnly)}
	switch {
	case day.Equal(today):
		return content.Link{Label: names.Tab, Href: DayPath}
	case day.Equal(today.AddDate(0, 0, -1)):
		link.Label = names.Yesterday
	case day.Equal(today.AddDate(0, 0, 1)):
		link.Label = names.Tomorrow
	}
	return link
}

// dayJob returns a job as the page of its day shows it, without its card, buttons and photographs.
func (w Words) dayJob(r *Record, late bool) DayJob {
	words := w.Office()
	_, hours := w.slotParts(fromMillis(r.Begin))
	if late {
		hours = r.Slot
	}
	if n := r.Hours; n > jobHours {
		hours += " · " + Counted(words.Request.Hours, words.Request.Hours, n)
	}
	if r.Days > 1 {
		hours += " · " + w.dayOf(r)
	}
	job := DayJob{
		Time: hours, Name: r.Name, Phone: contact.ParsePhone(r.Phone).Label, Address: r.Address,
		Map: w.mapLink(r), Access: r.Access, Ways: w.ways(r, "", ""), Photos: []Photo{},
		Price: lines(w.agreedPrice(w.said(r.Price), r), r.Job.Included),
		What:  firstLines(w.service(&r.Lead), w.note(r.Lead))}
	if r.Asked { // what the customer has agreed to, and the question
		job.Price = lines(w.said(r.Job.Sent.priceWords())+" → "+w.said(r.Price), r.Job.Included)
	}
	if r.Address != "" {
		job.Address = w.where(r)
	}
	for _, way := range slices.Backward(w.ways(r, w.Of(&r.Lead).Office().Card.ComingDraft, "?body=")) {
		if way.Label != words.Card.Call && r.State == Planned { // a text rather than a mail
			job.Coming = &content.Link{Label: words.Day.Coming, Href: way.Href}
		}
	}
	if r.State == Done {
		paid := w.paymentLabel(r.Paid)
		if r.Paid == unpaid {
			paid = "" // a flag of the card
		}
		job.Done = strings.ReplaceAll(lines(words.Day.Done, w.final(r.Charged), paid), "\n", " · ")
	}
	if r.Kind == Estimate {
		job.What = lines(words.Request.Kinds[Estimate], job.What)
	}
	if r.broken == nil {
		job.Form, job.Payments = r.finish(nil), w.payments(r)
	}
	if r.Kind == Estimate || r.State == Done && r.Charged > 0 && !r.isOwed() {
		delete(job.Form, "paid") // nothing to finish
	}
	return job
}

// dayOf says which of several days a visit is.
func (w Words) dayOf(r *Record) string {
	return strings.NewReplacer("[n]", strconv.Itoa(r.Day), "[days]", strconv.Itoa(r.Days)).
		Replace(w.Office().Request.DayOf)
}

// firstLines returns what a job is, a service, and the first lines of a message about it.
func firstLines(service, message string) string {
	for line := range strings.Lines(message) {
		if line = shorten(line); line != "" && strings.Count(service, "\n") < maxLines {
			service = lines(service, line)
		}
	}
	return service
}

// finish returns the values of the form that ends a job.
func (r *Record) finish(typed url.Values) map[string]string {
	values := map[string]string{"paid": cmp.Or(r.Paid, unpaid), "visit": strconv.Itoa(r.Number)}
	switch low, high := r.Job.price(); {
	case r.Charged > 0:
		values["amount"] = Decimal(r.Charged)
	case r.recurs() == nil && r.whole > 0: // another day has that of the whole job
		values["paid"] = cmp.Or(r.Paid, withAnother)
	case r.Job.Asked == 0 && low > 0 && low == high:
		values["amount"] = strconv.Itoa(low)
	}
	return shown(typed, values)
}

// mayFinish allows the end of a booked job, and other figures for one that is done.
func (t *task) mayFinish() error {
	if !hasTerms(t.Stage) || t.Kind == Estimate || t.State != Planned && t.State != Done {
		return ErrChanged
	}
	return nil
}

// withAnother reports whether a visit may have no amount: another of its job's days has one, or comes after it.
func (r *Record) withAnother() bool {
	return r.Day < r.Days || r.recurs() == nil && r.whole > r.Charged
}

// finish ends a visit with the final amount and how it was paid, or leaves both to another of several days. The amount
// of the whole job, once that is known, is mailed as a receipt.
func (t *task) finish() error {
	amount, err := ParseAmount(t.form.Get("amount"))
	paid := t.form.Get("paid")
	if paid == withAnother && t.withAnother() {
		amount, err = 0, nil
	}
	isPaid := func(way Choice) bool { return way.Value == paid }
	if err != nil || !slices.ContainsFunc(t.words().payments(t.Record), isPaid) {
		return ErrAmount
	}
	visit := t.Visit
	if visit.State != Done {
		visit = visit.ended(Done, t)
	}
	if visit.Paid == "" || slices.Contains(owed, visit.Paid) {
		visit.PaidAt = millis(t.now)
	}
	if visit.Charged == 0 {
		t.mail.action = ActionDone
	} else if visit.Charged != amount || visit.Paid != paid {
		t.mail.action = ActionReceipt
	}
	visit.Charged, visit.Paid = amount, paid
	t.Job.Drive, t.Job.DriveTo = t.words().drive(t.ZIPCode)
	if t.keep(visit); t.Stage != Done {
		t.endWithLast(Done)
	}
	way := t.words().paymentLabel(paid)
	t.event.Details = lines(strings.TrimPrefix(t.words().final(amount)+", "+way, ", "), t.event.Details)
	if len(t.photos) > 0 {
		err = t.addPhotos()
	}
	if t.mail.visit = visit.Number; t.Stage != Done && t.recurs() == nil { // the last day brings the receipt
		t.mail.action = ""
	}
	return err
}

// addPhotos adds photographs of the crew, which are of after the work once the visit is done, and a note.
func (t *task) addPhotos() error {
	n := len(t.photos)
	switch {
	case n == 0 && t.typed.note != "":
		t.event.Action = ActionNote
		return nil
	case n == 0, t.PhotoCount+n > MaxPhotos:
		return ErrPhotos
	}
	t.event.Details = lines(t.event.Details, t.words().photoCount(n))
	for i := range t.photos {
		t.photos[i].Visit, t.photos[i].Taken = t.Number, quote.Before
		if t.State == Done {
			t.photos[i].Taken = quote.After
		}
	}
	return journal.AddPhotos(t.ctx, t.tx, t.ID, t.photos)
}
