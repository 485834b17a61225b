package office

import (
	"context"
	"slices"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/company"
)

// usualPrice returns the published price of a request whose customer may pick a time without an offer; "" for any
// other: too far away, without a certain price, held, or answered with an offer.
func (o *Office) usualPrice(r *Record) string {
	words := o.words()
	price := words.RequestedPrice(r.Page, r.ServiceType)
	if words.Business.Booking.Mode != company.BookingSelf || r.Held || r.Stopped || r.Job.QuotedAt != 0 ||
		r.Stage != New && r.Stage != Contacted || words.Area(r.ZIPCode).Kind != company.AreaYes ||
		!strings.Contains(price, "$") {
		return ""
	}
	return price
}

// pickable returns the slots that a customer may pick without an offer: two weeks, without those that stay for the
// office.
func (o *Office) pickable(ctx context.Context, db journal.Queryer, r *Record) ([]Slot, error) {
	booking := &o.words().Business.Booking
	begins := slices.DeleteFunc(o.words().Windows(o.Now(), SlotLength, offeredDays),
		booking.Earliest(o.Now()).After)
	slots, err := o.slots(ctx, db, r, begins)
	return slices.DeleteFunc(slots, func(s Slot) bool { return s.Taken || s.Free <= booking.Keep }), err
}

// Picks reports whether the customer with a token can pick a time without an offer.
func (o *Office) Picks(ctx context.Context, token string) bool {
	r, err := o.Customer(ctx, token)
	if err != nil || o.usualPrice(&r) == "" {
		return false
	}
	slots, err := o.pickable(ctx, o.Journal.Reader(), &r)
	return err == nil && len(slots) > 0
}

// mayPick allows a customer to pick a time without an offer.
func (t *task) mayPick() error {
	switch {
	case t.Stage == Booked:
		return errUnchanged
	case t.usualPrice(t.Record) == "":
		return ErrOffer
	}
	return nil
}

// pick books the slot of the form, which must be free, for the address of the form.
func (t *task) pick() error {
	if err := t.take(t.pickable); err != nil {
		return err
	}
	t.answer(Booked)
	return t.giveAddress()
}
