package office

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
)

// offeredDays is how many open days forms offer: two weeks.
const offeredDays = 12

// Request returns the page of a lead for a user, without its layout and the addresses of its photographs. After a form
// that was rejected, typed is the form, which keeps its input, and message says why. The error wraps
// journal.ErrNotFound if there is no such lead.
func (o *Office) Request(ctx context.Context, l outbox.Lead, user string, typed url.Values, message string) (
	page RequestPage, err error) {
	db, now, words := o.Journal.Reader(), o.Now(), o.words()
	words.Zones = words.Site.Zones(words.PricedTown(l.ZIPCode))
	slices.Reverse(words.Zones) // the office's first
	labels := words.Office()
	r, err := o.record(ctx, db, l.ID)
	if err != nil {
		return page, err
	}
	r.Undelivered = slices.ContainsFunc(l.Deliveries, func(d outbox.Delivery) bool {
		return d.Status == outbox.Dead || d.Status == outbox.Unknown || d.Status == outbox.Queued && len(d.Attempts) > 0
	})
	if r.broken != nil {
		message = labels.Refusals[string(ErrDamaged)]
	}
	if r.StoppedBy, err = o.stoppedBy(ctx, db, l.ID); err != nil {
		return page, err
	}
	visits := words.at(&r, r.Begin)
	page = RequestPage{
		Card: o.cards([]Record{r})[0], Reference: journal.Reference(l.ID), Revision: r.Revision,
		Sends: r.Stage == Lost || slices.Contains(offerable, r.Stage), Message: message,
		Recurs: r.recurs() != nil && r.State == Planned, Banked: r.Job.Banked > 0 && r.Stage == Booked,
		Wishes: words.wishTabs(&r),
		Photos: words.photos(l.Photos, &r), Trucks: words.truckTabs(&r), Choices: words.choices(now, r.upcoming()...),
		Offers: r.Stage == New || r.Stage == Contacted ||
			r.Stage == Quoted && (r.Job.QuotedAt == 0 || r.Job.Answer == ActionOther),
		Ends: r.Unpaid || r.begun(millis(now)),
		Values: shown(typed, map[string]string{
			"price": strings.ReplaceAll(PriceWords(r.Job.Low, r.Job.High), "$", ""), "every": r.Job.Every,
			"included": r.Job.Included, "address": r.Address, "access": r.Access, "lost": r.Job.Lost,
			"hours": "", "days": strconv.Itoa(len(visits)), "kind": visits[0].Kind}),
		Visits:  o.visitRows(&r),
		Buttons: o.buttons(user, UserActions(), &r), Reviews: []content.Link{},
	}
	if usual := &page.Choices.Lengths[0]; len(r.meant()) > 0 || r.Job.Hours > 0 {
		page.Values["hours"] = cmp.Or(page.Values["hours"], strconv.Itoa(visits[0].length()))
	} else {
		usual.Label = dotted(usual.Label, Counted(labels.Request.Hours, labels.Request.Hours, visits[0].length()))
	}
	if hasTerms(r.Stage) && r.Kind != Estimate {
		ended := r
		if i := slices.IndexFunc(r.Visits, Visit.isOwed); i >= 0 && !r.begun(millis(now)) {
			ended.choose(r.Visits[i].Number)
		}
		page.Finish, page.Payments = ended.finish(typed), words.payments(&ended)
	}
	if l.ZIPCode != "" {
		page.Drive = words.driveHint(l.ZIPCode)
	}
	if far, known := words.farVisit(&l.Lead); far && known {
		text := strings.ReplaceAll(labels.Request.FarVisit, "[town]", words.PricedTown(l.ZIPCode))
		page.Drive = strings.TrimSpace(page.Drive + " " + text)
	}
	if typed.Has("price") {
		r.Job.Slots = typed["slots"]
	}
	if r.Stage == Done && !words.AsksReviews() {
		page.NoReviews = labels.Request.NoReviews
	}
	if r.Job.ReviewAsked != 0 && words.AsksReviews() {
		page.Reviews = append(page.Reviews, words.ReviewWays(&r)...)
	}
	for _, stage := range Stages() {
		if r.broken == nil && (stage != Done || r.Stage != Booked) { // Finish leads there
			page.Stages = append(page.Stages, Tab{labels.Stages[stage], stage, stage == r.Stage})
		}
	}
	page.Rows, page.More = words.requestRows(&r)
	page.Card.Message = lines(append([]string{words.note(r.Lead)}, r.Wrote...)...) // all of it
	if r.Stopped {
		page.Stopped = labels.Request.NothingSent
	}
	if sent := r.Job.QuotedAt; sent != 0 {
		text := labels.Request.OfferSent
		if !o.emails(&r) {
			text = labels.Request.OfferNotEmailed
		}
		page.OfferSent = strings.ReplaceAll(text, "[time]", words.TimeWords(fromMillis(sent)))
	}
	if s := l.Delivery(outbox.CustomerMail).Status; s == outbox.Queued || s == outbox.Dead {
		page.OfferSent = labels.Request.NotDelivered
	}
	if until, quiet := words.QuietUntil(now); quiet && !words.Business.SendsNoTexts() {
		page.Quiet = strings.ReplaceAll(labels.Request.Quiet, "[time]", words.TimeWords(until))
	}
	hours := cmp.Or(atMost(maxHours, page.Values["hours"]), visits[0].length())
	begins := words.Windows(now, SlotLength, offeredDays)
	if fitting := slices.DeleteFunc(slices.Clone(begins), func(begin time.Time) bool {
		return !words.InHours(begin, time.Duration(hours)*time.Hour)
	}); len(fitting) > 0 {
		begins = fitting
	}
	for _, begin := range append(o.jobSlots(r.Job), fromMillis(r.Begin).In(words.Location())) {
		if begin.After(now) {
			begins = append(begins, begin)
		}
	}
	if page.Slots, err = o.slots(ctx, db, &r, sortSlots(begins), words); err != nil {
		return page, fmt.Errorf("list booked slots: %w", err)
	}
	if err = o.addMerged(ctx, &page, l.ID); err != nil {
		return page, fmt.Errorf("read what was merged: %w", err)
	}
	if page.History, err = o.history(ctx, l.ID); err != nil {
		return page, fmt.Errorf("read the history: %w", err)
	}
	return page, nil
}

// shown returns the values of a form: what was typed, or else the present ones.
func shown(typed url.Values, present map[string]string) map[string]string {
	for name := range typed {
		present[name] = quote.CleanText(typed.Get(name))
	}
	return present
}

// photos returns the photographs of a request that were taken at some of its visits, 0 being the customer's; without
// numbers, all of them.
func (w Words) photos(list []quote.Photo, r *Record, visits ...int) []Photo {
	shown := []Photo{}
	for _, p := range list {
		if len(visits) > 0 && !slices.Contains(visits, p.Visit) {
			continue
		}
		photo := Photo{ID: p.ID, Width: p.Width, Height: p.Height, Caption: w.Office().Request.PhotoTimes[p.Taken]}
		if p.Visit > 0 && p.Visit <= len(r.Visits) && len(r.Visits) > 1 {
			photo.Caption = dotted(w.dateWords(r.Visits[p.Visit-1].Begin), photo.Caption)
		}
		shown = append(shown, photo)
	}
	return shown
}

// visitRows returns the visits of a request that has had several.
func (o *Office) visitRows(r *Record) []VisitRow {
	words, rows := o.words(), []VisitRow{}
	labels := &words.Office().Request
	states := map[string]string{Done: words.Office().Day.Done, Missed: labels.NoShow, CalledOff: labels.CalledOff}
	for _, v := range r.Visits {
		paid, kind := "", ""
		if v.Kind == Estimate {
			kind = labels.Kinds[Estimate]
		}
		if v.State == Done && v.Kind == Pickup {
			paid = words.paymentLabel(v.payment())
		}
		begin := fromMillis(v.Begin).In(words.Location())
		rows = append(rows, VisitRow{Number: v.Number, Planned: v.State == Planned,
			Text: dotted(cmp.Or(words.slotWords(v.Begin), words.Office().AnswerMail.Later), kind,
				words.truckName(v.TruckNumber), states[v.State], words.final(v.Charged), paid),
			Values: map[string]string{"date": begin.Format(time.DateOnly), "hour": slotHour(begin),
				"hours": strconv.Itoa(v.length())}})
	}
	if len(rows) < 2 {
		return []VisitRow{}
	}
	return rows
}

// requestRows returns the rows of a request that count, and then the rest. The card has the message; the addresses of
// photographs and the ID are for the command line.
func (w Words) requestRows(r *Record) (rows, more []MailRow) {
	reach := []string{"phone", "email"}
	rows = append(w.addressRows(r), w.fieldRows(r.Lead, reach)...)
	rows = append(rows, MailRow{Label: w.Office().Request.Published, Value: w.usualPrice(&r.Lead)})
	more = append(w.fieldRows(r.Lead, fieldNames(append(reach, "message")...)),
		w.originRows(r.Lead, r.Extra.Attribution.Origin())...)
	return filled(rows), filled(more)
}

// history returns what was done with a lead and those that were merged into it, the last first.
func (o *Office) history(ctx context.Context, id string) ([]Entry, error) {
	words := o.words()
	labels := words.Office()
	scan := func(row journal.Row) (entry Entry, err error) {
		var at int64
		var actor, action, details string
		err = row.Scan(&at, &actor, &action, &details)
		entry = Entry{Title: o.ActorName(actor), Lines: []string{},
			Text: " · " + words.TimeWords(fromMillis(at)) + " · " + cmp.Or(labels.ByAction[action].History, action)}
		for line := range strings.Lines(details) {
			line = strings.TrimSpace(line)
			entry.Lines = append(entry.Lines, cmp.Or(labels.Stages[line], line))
		}
		return entry, err
	}
	list, err := journal.QueryAll(ctx, o.Journal.Reader(), scan, `SELECT at, actor, action, details FROM events
		WHERE `+ofRequest+` ORDER BY at DESC, number DESC`, id)
	return append([]Entry{}, list...), err
}
