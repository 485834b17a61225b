package office

import (
	"context"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/company"
)

// pickKind returns the kind of visit for which the customer of a request may pick a time without an offer, and its
// price: a pickup that was banked, or at the published price a pickup or, where that is priced on site, a look at it.
// The kind is "" for any other request: too far away, without a certain price, held, or answered with an offer.
func (o *Office) pickKind(r *Record) (kind, price string) {
	words := o.words()
	if r.Stage == Booked && r.Job.Banked > 0 && o.On() {
		return Pickup, r.Price
	}
	price = words.RequestedPrice(r.Page, r.ServiceType)
	if !o.On() || words.Business.Booking.Mode != company.BookingSelf || r.Held || r.Stopped || r.Job.QuotedAt != 0 ||
		r.Stage != New && r.Stage != Contacted || words.Area(r.ZIPCode).Kind != company.AreaYes ||
		len(r.Visits) > 0 || price == "" {
		return "", ""
	}
	if !strings.Contains(price, "$") {
		return Estimate, price
	}
	return Pickup, price
}

// pickable returns the slots that a customer may pick without an offer: two weeks, without those that stay for the
// office.
func (o *Office) pickable(ctx context.Context, db journal.Queryer, r *Record) ([]Slot, error) {
	booking, asked := &o.words().Business.Booking, Record{}
	asked.Job.Kind, _ = o.pickKind(r)
	asked.Job.Hours = r.Hours
	begins := slices.DeleteFunc(o.words().Windows(o.Now(), SlotLength, offeredDays),
		booking.Earliest(o.Now()).After)
	slots, err := o.slots(ctx, db, &asked, begins)
	return slices.DeleteFunc(slots, func(s Slot) bool {
		return s.Taken || asked.Job.Kind == Pickup && s.Free <= booking.Keep
	}), err
}

// mayPick allows a customer to pick a time without an offer.
func (t *task) mayPick() error {
	switch kind, _ := t.pickKind(t.Record); {
	case t.Stage == Booked && kind == "":
		return errUnchanged
	case kind == "":
		return ErrOffer
	}
	return nil
}

// pick books the slot of the form, which must be free, for the address of the form.
func (t *task) pick() error {
	if t.Stage == Booked {
		begin, err := t.chosen(t.pickable)
		if err == nil {
			err = t.addBanked(begin)
		}
		return err
	}
	t.Job.Kind, _ = t.pickKind(t.Record)
	if err := t.take(t.pickable); err != nil {
		return err
	}
	t.answer(Booked)
	return t.giveAddress()
}
