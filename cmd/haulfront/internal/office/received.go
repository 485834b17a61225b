package office

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content/company"
	"haulfront/content/contact"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// toastLife is how long after a request the first view of its page may be the form's answer.
const toastLife = 10 * time.Minute

// today is the time that can be too late to promise (specification, section 3).
const today = "Today"

// isFirstView reports whether nobody has seen the page of a new request before. The journal keeps that as a change of
// the lead, so that it is so once, on whichever instance, and no browser has to keep anything.
func (o *Office) isFirstView(ctx context.Context, r *Record) bool {
	if r.Changed != 0 || !o.Now().Before(r.Received.Add(toastLife)) {
		return false
	}
	var seen []string
	err := o.Journal.Transact(ctx, func(tx *sql.Tx) (err error) {
		seen, err = journal.QueryAll(ctx, tx, journal.ScanText, `UPDATE leads SET changed_at = received_at
			WHERE id = $1 AND changed_at = 0 RETURNING id`, r.ID)
		return err
	})
	if err != nil {
		o.Log.WarnContext(ctx, "a customer's page without its toast", "error", err)
	}
	return err == nil && len(seen) > 0
}

// promise says on the page of a request that waits for its answer when that comes and what follows, as of now.
func (w Words) promise(page *CustomerPage, l *journal.Lead, now time.Time) {
	asked, area := &w.Quote().Labels.Received, w.AreaNote(l.ZIPCode)
	page.Received, page.Status = w.Quote().Messages.Received.Title, w.Office().Customer.Late
	if page.Steps = []wording.Step{}; area == "" {
		page.Steps = append(page.Steps, asked.Steps...)
	}
	if now.Before(w.AnswerDue(l.Received)) || !w.Business.Hours.IsOpen(now.In(w.Location())) {
		answer := w.Answer(l.Received, now, l.Extra.Answer.Contact, l.ZIPCode)
		page.Status, page.Sooner = answer.Heading+".", w.Sooner(now)
		if rest := strings.TrimLeft(answer.Rest, ",. "); rest != "" {
			page.Steps = slices.Insert(page.Steps, 0, wording.Step{Title: answer.At, Text: load.Capitalize(rest)})
		}
	}
	late := w.earliest(l, now)
	if page.isBookable() && strings.HasPrefix(page.Booking.Slots[0].Value, now.In(w.Location()).Format(time.DateOnly)) {
		late = "" // a time of today can be picked
	}
	handy := asked.Handy
	if w.note(*l) != "" || len(page.Added) > 0 || !page.Adds {
		handy = ""
	}
	page.Notes = append(page.Notes, area, late, handy)
	if names := l.Extra.Texts[quote.RefusedName]; names != "" {
		page.Notes = append(page.Notes, strings.ReplaceAll(asked.Refused, "[names]", names))
	}
	page.Notes = append(page.Notes, l.Extra.RefusedPhotos(w.Site)...)
	page.Notes = slices.DeleteFunc(page.Notes, func(note string) bool { return note == "" })
}

// earliest says as of now, if a request asks for today and that is too late, when the crew can come.
func (w Words) earliest(l *journal.Lead, now time.Time) string {
	if l.ServiceTimeframe != today || w.AreaNote(l.ZIPCode) != "" {
		return ""
	}
	return w.Earliest(now, w.Requested(l.Page, l.ServiceType).Ahead)
}

// askedRows are what a customer sent; a booked job has its slot instead of how soon that was to be.
// There is no price for a place that is too far, unless the office has booked a job there.
func (w Words) askedRows(l *journal.Lead, r *Record, priced bool) []MailRow {
	form, price := &w.Quote().Labels, ""
	if priced && (r.Stage == Booked || w.Area(l.ZIPCode).Kind != company.AreaNo) {
		price = w.usualPrice(l)
	}
	when := form.Option(l.ServiceTimeframe)
	if r.Stage == Booked {
		when = cmp.Or(w.slotWords(r.Begin), when)
	}
	return filled([]MailRow{
		{Label: w.Office().Customer.Name, Value: l.Name},
		{Label: load.Capitalize(form.Short["phone"]), Value: contact.ParsePhone(l.Phone).Label},
		{Label: load.Capitalize(form.Short["email"]), Value: l.Email},
		{Label: form.Received.Service, Value: w.service(l)},
		{Label: w.Office().Request.Every, Value: w.everyWords(w.requestedEvery(&Record{Lead: *l}), 0)},
		{Label: form.Received.ZIP, Value: l.ZIPCode},
		{Label: form.Received.Timeframe, Value: when},
		{Label: w.Office().Customer.Note, Value: w.note(*l)},
		{Label: form.Received.Price, Value: price},
		{Label: form.Reference, Value: journal.Reference(l.ID)},
	})
}

// service is what a request is for, in words that one line holds.
func (w Words) service(l *journal.Lead) string {
	return shorten(w.RequestedService(l.Page, l.ServiceType))
}

// askedPrice returns the price of what a customer sent, before the office has said one: that of the estimate, or of the
// price list. It has words in its place where that is priced on site, and is "" where no price is certain.
func (w Words) askedPrice(l *journal.Lead) string {
	if e := l.Extra.Estimate; e != nil {
		return cmp.Or(w.EstimatedPrice(e.Total, e.Low, e.High), w.Prices().Labels.OnSite)
	}
	return w.Quote().Price(wording.Usual, w.FactWords.Localize(w.Requested(l.Page, l.ServiceType).Price))
}

// usualPrice returns the same as a sentence, with what comes on top in the customer's town.
func (w Words) usualPrice(l *journal.Lead) string {
	price, more := load.Capitalize(w.askedPrice(l)), w.TownPrices(w.PricedTown(l.ZIPCode))
	if price != "" && more != "" {
		price += ". "
	}
	return price + more
}

// agreedPrice returns the price that the office has said, or for a booked pickup without one the published price of
// what was asked, which its customer has read.
func (w Words) agreedPrice(said string, r *Record) string {
	if said == "" && r.Stage == Booked && r.Kind != Estimate {
		return w.usualPrice(&r.Lead)
	}
	return w.withDrive(said, &r.Job.Terms)
}

// mayMend allows a customer to correct the phone number and the ZIP code until the job is done. The crew's way to a
// booked job is its address.
func (t *task) mayMend() error {
	if t.Stopped || t.progress() < 0 || t.Stage == Done {
		return ErrOffer
	}
	return nil
}

// mend corrects the phone number and the ZIP code, and keeps the former ones in the history.
func (t *task) mend() error {
	was, r := t.Lead.Request, &t.Lead.Request
	r.Phone, r.ZIPCode = quote.CleanLine(t.form.Get("phone")), quote.CleanLine(t.form.Get("zipCode"))
	var changes []string
	for name, texts := range map[string][2]string{"phone": {was.Phone, r.Phone}, "zipCode": {was.ZIPCode, r.ZIPCode}} {
		if texts[0] == texts[1] {
			continue
		}
		if wrong := r.Check(nil, t.words().Quote().Messages); wrong != nil && wrong.Errors[name] != "" {
			return ErrMend
		}
		changes = append(changes, texts[0]+" → "+texts[1])
	}
	if len(changes) == 0 {
		return errUnchanged
	}
	slices.Sort(changes)
	t.event.Details = lines(changes...)
	return journal.Mend(t.ctx, t.tx, t.ID, r.Phone, r.ZIPCode)
}
