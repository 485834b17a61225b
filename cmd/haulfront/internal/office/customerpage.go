package office

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/quote"
	"haulfront/content"
)

// CustomerPage returns the page of the customer with a token, without its layout. The errors are ErrNoPage and
// ErrEnded; the latter has a page, too.
func (o *Office) CustomerPage(ctx context.Context, token string) (page content.CustomerPage, err error) {
	words, db := o.Words(), o.Journal.Reader()
	labels, brand := &words.Office().Customer, words.Brand()
	page = content.CustomerPage{
		Rows: []content.QuoteRow{}, Added: []string{},
		Call:   content.Link{Label: labels.Call, Href: brand.Phone.Href},
		Text:   content.Link{Label: labels.Text, Href: brand.Text.Href},
		Action: content.CustomerPath + token,
	}
	r, err := o.Customer(ctx, token)
	if errors.Is(err, ErrEnded) {
		page.Ended, page.Message = true, labels.Ended
	}
	if err != nil {
		return page, err
	}
	l, err := o.Journal.Get(ctx, r.ID)
	if err != nil {
		return page, err
	}
	receipt := quote.Receipt{Reference: lead.Reference(l.ID), Way: l.Request.Extra.Answer.Contact, At: l.Received}
	received := receipt.Words(words, l.Request)
	page.Rows = append(received.Rows, content.QuoteRow{Label: labels.Reference, Text: received.Reference})
	page.Status, page.Texts = r.status(words.Office(), received.By), r.Consent == lead.Agreed
	if r.Stage == Booked && r.Begin != 0 {
		page.Calendar = page.Action + "/calendar.ics"
	}
	notes, err := added(ctx, db, r.ID)
	if err != nil {
		return page, fmt.Errorf("read a customer's notes: %w", err)
	}
	page.Added = append(page.Added, notes...)
	if r.Job.QuotedAt == 0 {
		return page, nil
	}
	page.Offer = &content.CustomerOffer{
		Price: r.Price, Open: r.Open(), Revision: strconv.FormatInt(r.Job.QuotedAt, 10),
	}
	if r.Job.Included != "" {
		page.Offer.Included = strings.ReplaceAll(labels.Included, "[included]", r.Job.Included)
	}
	page.Offer.Slots, err = o.slots(ctx, db, &r, o.jobSlots(r.Job))
	return page, err
}

// status says where a request stands. by is the promise of an answer.
func (r *Record) status(labels *content.OfficeWords, by string) string {
	words := &labels.Customer
	switch {
	case r.Stage == Booked && r.Begin != 0:
		return strings.ReplaceAll(words.Booked, "[slot]", r.Slot)
	case r.Stage == Booked:
		return words.BookedLater
	case r.Stage == Done:
		return words.Done
	case r.Open() && r.Job.Answer == ActionNo:
		return words.No
	case r.Open() && r.Job.Answer == ActionOther:
		return words.Other
	case r.Open():
		return words.Quoted
	case r.Stage == Lost:
		return words.Closed
	case r.Stage == Contacted:
		return words.Contacted
	}
	return strings.ReplaceAll(words.New, "[by]", by)
}
