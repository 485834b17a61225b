package office

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"unicode/utf8"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
)

// NewPath is the path of the form for a request that came by phone or in person.
const NewPath = Path + "/new"

// knownRequests is how many former requests of a phone number the form shows.
const knownRequests = 5

// New returns the form for a new request with what was typed, without its layout. It shows the former requests of the
// phone number; asked to find them, it fills in what is empty and was the same in the last one.
func (o *Office) New(ctx context.Context, typed url.Values, message string) (page NewPage, err error) {
	words, db := o.words(), o.Journal.Reader()
	page = NewPage{Message: message, Key: cmp.Or(typed.Get("key"), rand.Text()), Choices: words.choices(o.Now()),
		Values: shown(typed, map[string]string{}), Sources: words.Office().New.Sources, Texts: []Choice{}}
	for _, f := range quote.Fields() {
		if f.Column == "" {
			page.Texts = append(page.Texts, Choice{words.label(f.Name), f.Name})
		}
	}
	page.Services, page.Timeframes = words.Quote().ServiceTypes, words.Quote().ServiceTimeframes
	var known []Record
	if key := journal.PhoneKey(page.Values["phone"]); key != "" {
		known, err = o.records(ctx, db, fmt.Sprintf(`l.phone_key = $1 AND l.phone_key <> ''
			AND l.merged_into = '' ORDER BY `+newest+` LIMIT %d`, knownRequests), key)
	}
	page.Known = o.cards(known)
	for i := range page.Known {
		page.Known[i].Merge = nil // no form in a form
	}
	if len(known) > 0 && typed.Has("find") {
		last := known[0]
		for name, value := range map[string]string{"name": last.Name, "email": last.Email, "zipCode": last.ZIPCode,
			"address": last.Address, "access": last.Access} {
			page.Values[name] = cmp.Or(page.Values[name], value)
		}
	}
	if err == nil {
		chosen := &Record{Job: Job{Terms: Terms{Slots: typed["slots"]}}}
		begins := append(words.Windows(o.Now(), SlotLength, offeredDays), o.jobSlots(chosen.Job)...)
		page.Slots, err = o.slots(ctx, db, chosen, sortSlots(begins), words)
	}
	if err != nil {
		err = fmt.Errorf("show what is known of a phone number: %w", err)
	}
	return page, err
}

// Enter returns a request that a user enters, to be stored. It is answered already, and can be offered a price and
// booked at once. Its event is there once the post is stored. The error is a [Refusal]; so is that of the post's Enter.
func (o *Office) Enter(ctx context.Context, actor string, form url.Values) (p quote.Post, e *Event, err error) {
	typed, err := o.read(form)
	if err != nil {
		return p, e, err
	}
	r, sources := quote.Request{Source: form.Get("source"), Page: NewPath}, o.words().Office().New.Sources
	for _, f := range quote.Fields() {
		f.SetText(&r, form.Get(f.Name))
	}
	r = r.Clean()
	if !slices.Contains(sources, r.Source) {
		r.Source = sources[0]
	}
	if r.Name == "" || r.Phone == "" {
		return p, e, ErrPerson
	}
	for _, f := range quote.Fields() {
		if utf8.RuneCountInString(f.Text(&r)) > f.Max {
			return p, e, ErrLong
		}
	}
	if typed.stage == Booked && len(typed.slots) != 1 {
		return p, e, ErrSlot
	}
	post := quote.Post{Words: o.words().Site, Request: r, Key: form.Get("key")}
	p, e = post.ForOwner(), &Event{}
	ctx = context.WithoutCancel(ctx) // as Submit
	p.Enter = func(tx *sql.Tx, id string) error {
		t := &task{Office: o, ctx: ctx, tx: tx, now: o.Now(), form: form, typed: typed,
			event: Event{Actor: actor, Action: actionEnter}}
		err := t.store(id, t.enter)
		*e = t.event
		return err
	}
	return p, e, nil
}

// enter makes an offer of a request that was just entered, if it has one; otherwise the customer was talked to.
func (t *task) enter() error {
	if t.typed.low > 0 || len(t.typed.slots) > 0 {
		return t.offer()
	}
	t.typed.stage = Contacted
	_ = t.setAddress()
	return t.edit()
}
