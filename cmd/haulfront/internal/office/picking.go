package office

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/clock"
	"haulfront/content/company"
)

// pickKind returns the kind of visit for which the customer of a request may pick a time without an offer: a pickup
// that was banked, or at the price of what was asked a pickup or, where that is priced on site or takes days, a look at
// it.
// The kind is "" for any other request: too far away, without a certain price, held, or answered with an offer.
func (o *Office) pickKind(r *Record) string {
	words := o.words()
	if r.Stage == Booked && r.Job.Banked > 0 && o.On() {
		return Pickup
	}
	if !o.On() || r.Held || r.Stopped || r.Job.QuotedAt != 0 || r.Stage != New && r.Stage != Contacted ||
		len(r.Visits) > 0 {
		return ""
	}
	return words.askedKind(&r.Lead)
}

// askedKind is the pickKind of a request as it was sent.
func (w Words) askedKind(l *journal.Lead) string {
	modes, look := []string{company.BookingSelf, company.BookingAsk}, w.needsLook(l)
	switch {
	case !slices.Contains(modes, w.Business.Booking.Mode), w.Area(l.ZIPCode).Kind != company.AreaYes,
		w.askedPrice(l) == "", look && !w.offersLooks():
		return ""
	case look:
		return Estimate
	}
	return Pickup
}

// needsLook reports whether a request is for something that is priced on site or takes days.
func (w Words) needsLook(l *journal.Lead) bool {
	asked, price := w.Requested(l.Page, l.ServiceType), w.askedPrice(l)
	return asked.Look || price != "" && !strings.Contains(price, "$") && !asked.ByLoad
}

// offersLooks reports whether customers are offered looks: they are not if facts.yaml says no, unless looks farther
// away have a price.
func (w Words) offersLooks() bool {
	answer := w.Facts.Practices["free_visit"]
	return answer == nil || *answer != "no" || w.PriceList.Prices["far_visit"] != nil
}

// photosFirst asks for photos or a call where only a look would show the price and none is offered; otherwise "".
func (w Words) photosFirst(l *journal.Lead) string {
	if w.offersLooks() || !w.needsLook(l) || w.AreaNote(l.ZIPCode) != "" {
		return ""
	}
	if len(l.Photos) > 0 {
		return w.Office().Customer.Estimate.FromPhotos
	}
	return w.Office().Customer.Estimate.Photos
}

// pickWords returns for a kind of visit how its time is picked or asked for, and what happens then; see sayVisit.
func (w Words) pickWords(kind string) (how string, then []string) {
	labels := &w.Office().Customer
	switch {
	case w.Business.Booking.Mode == company.BookingAsk && kind == Estimate:
		return labels.Estimate.Ask, slices.Concat(labels.Steps[ActionWish][:2], labels.Steps[Estimate])
	case w.Business.Booking.Mode == company.BookingAsk:
		return labels.Ask, labels.Steps[ActionWish]
	case kind == Estimate:
		return labels.Estimate.Pick, labels.Steps[Estimate]
	}
	return labels.Pick, labels.Steps[ActionBook]
}

// pickable returns the slots that a customer may pick without an offer: two weeks, without those that stay for the
// office.
func (o *Office) pickable(ctx context.Context, db journal.Queryer, r *Record) ([]Slot, error) {
	booking, asked := &o.words().Business.Booking, Record{}
	asked.Job.Kind = o.pickKind(r)
	asked.Job.Hours = cmp.Or(r.Hours, o.words().askedHours(&r.Lead, asked.Job.Kind))
	begins := slices.DeleteFunc(o.words().pickTimes(o.Now(), o.words().Requested(r.Page, r.ServiceType).Ahead),
		func(begin time.Time) bool { return !o.words().inHours(&asked, begin) })
	slots, err := o.slots(ctx, db, &asked, begins, o.words().Of(&r.Lead))
	return slices.DeleteFunc(slots, func(s Slot) bool {
		return s.Taken || asked.Job.Kind == Pickup && booking.Mode == company.BookingSelf && s.Free <= booking.Keep
	}), err
}

// askedHours is the length of a visit by how long the price list says that a request takes at most, in whole slots; 0
// if that does not say it, or for a look.
func (w Words) askedHours(l *journal.Lead, kind string) int {
	if kind == Estimate {
		return 0
	}
	return min(maxHours, (w.Requested(l.Page, l.ServiceType).Hours+jobHours-1)/jobHours*jobHours)
}

// pickTimes returns the windows that can be picked, so many hours ahead.
func (w Words) pickTimes(now time.Time, ahead int) []time.Time {
	now = now.In(w.Location())
	first := clock.On(w.FirstDay(now, ahead), "00:00")
	for _, at := range []time.Time{w.Business.Booking.Earliest(now), now.Add(time.Duration(ahead) * time.Hour)} {
		if at.After(first) {
			first = at
		}
	}
	return slices.DeleteFunc(w.Windows(now, SlotLength, offeredDays), first.After)
}

// mayPick allows a customer to pick a time without an offer.
func (t *task) mayPick() error {
	switch kind := t.pickKind(t.Record); {
	case t.Stage == Booked && kind == "":
		return errUnchanged
	case kind == "":
		return ErrOffer
	}
	return nil
}

// maxWishes is how many slots a customer can ask for.
const maxWishes = 3

// pick books the slot of the form, which must be free, for the address of the form, or asks for up to three of them.
// How often a plan comes can be another choice than on the site.
func (t *task) pick() error {
	if f := frequencyOf(t.form.Get("every")); f != nil && t.Stage != Booked && t.words().planChoices(t.Record) != nil {
		t.Job.Every = f.every
	}
	if t.asks(t.Record) {
		return t.wish()
	}
	if t.Stage == Booked {
		begin, err := t.chosen(t.pickable)
		if err == nil {
			err = t.addBanked(begin)
		}
		return err
	}
	t.Job.Kind = t.pickKind(t.Record)
	t.Job.Hours = t.words().askedHours(&t.Lead, t.Job.Kind)
	if err := t.take(t.pickable); err != nil {
		return err
	}
	t.answer(Booked)
	return t.giveAddress()
}

// wish notes the slots of the form, for the office to book one of them.
func (t *task) wish() error {
	begins, err := ParseSlots(t.form["slot"], t.words().Location())
	if err != nil || len(begins) == 0 || len(begins) > maxWishes {
		return ErrWishes
	}
	free, err := t.pickable(t.ctx, t.tx, t.Record)
	if err != nil {
		return err
	}
	var values, words []string
	for _, begin := range begins {
		if !slices.ContainsFunc(free, func(s Slot) bool { return s.Value == SlotValue(begin) }) {
			return ErrTaken
		}
		values, words = append(values, SlotValue(begin)), append(words, t.words().SlotWords(begin))
	}
	if slices.Equal(t.Job.Wishes, values) {
		return errUnchanged
	}
	t.Job.Kind = t.pickKind(t.Record)
	t.Job.Hours = t.words().askedHours(&t.Lead, t.Job.Kind)
	t.Job.Wishes, t.event.Action, t.event.Details = values, ActionWish, lines(words...)
	return t.giveAddress()
}

// asks reports whether customers ask for times instead of booking one.
func (o *Office) asks(r *Record) bool {
	return o.words().Business.Booking.Mode == company.BookingAsk && r.Stage != Booked
}

// wished reports whether a customer has asked for times and waits for the answer.
func (r *Record) wished() bool {
	return len(r.Job.Wishes) > 0 && slices.Contains(offerable, r.Stage)
}

// wishTabs returns the slots that a customer asked for, for the office to book one.
func (w Words) wishTabs(r *Record) []Tab {
	tabs := []Tab{}
	begins, _ := ParseSlots(r.Job.Wishes, w.Location()) // as they were stored
	for _, begin := range begins {
		if r.wished() {
			tabs = append(tabs, Tab{Label: w.SlotWords(begin), Href: SlotValue(begin)})
		}
	}
	return tabs
}
