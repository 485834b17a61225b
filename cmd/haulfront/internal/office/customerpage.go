package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content"
	"haulfront/content/load"
	"haulfront/content/wording"
)

// CustomerPage returns the page of the customer with a token, with what was typed in a rejected form, without its
// layout. The errors are ErrNoPage and ErrEnded; the latter has a page, too.
func (o *Office) CustomerPage(ctx context.Context, token string, typed url.Values) (page CustomerPage, err error) {
	words, db := o.words(), o.Journal.Reader()
	brand := words.Brand()
	page = CustomerPage{
		Values: map[string]string{}, Rows: []MailRow{}, Added: []string{}, Steps: []wording.Step{}, Notes: []string{},
		Ahead: []PlanVisit{}, Openings: []Slot{}, Adds: o.On(),
		Phone: brand.Phone.Href, Text: brand.Text.Href, Email: brand.Email.Href, Action: CustomerPath + token,
	}
	r, err := o.Customer(ctx, token)
	words = words.Of(&r.Lead)
	labels := &words.Office().Customer
	page.Words = words
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
	page.About = strings.Trim(words.service(&l)+" · "+words.place(l.Request.ZIPCode), " ·")
	page.Page, page.Service, page.Stage = l.Page, l.Request.ServiceType, r.progress()
	if page.Buttons = []Button{}; o.On() {
		page.Buttons = o.buttons(ActorCustomer, CustomerActions(), &r)
	}
	page.Photos = words.photos(l.Photos, &r, 0)
	if r.Stage == Booked && r.Begin != 0 {
		page.Calendar = page.Action + "/calendar.ics"
	}
	page.Receipt = words.receipt(&r)
	job := &task{Office: o, Record: &r, now: o.Now()}
	kind := o.pickKind(&r)
	if kind != "" {
		slots, err := o.pickable(ctx, db, &r)
		if err != nil {
			return page, fmt.Errorf("list free slots: %w", err)
		}
		for i := range slots {
			slots[i].Checked = slices.Contains(typed["slot"], slots[i].Value) ||
				typed == nil && slices.Contains(r.Job.Wishes, slots[i].Value)
		}
		page.Booking = &CustomerOffer{Slots: slots, Free: len(slots) > 0,
			Price: strings.ReplaceAll(map[string]string{Pickup: labels.Usual, Estimate: labels.Estimate.Usual}[kind],
				"[price]", load.Capitalize(words.askedPrice(&l)))}
		if more := words.TownPrices(words.PricedTown(l.ZIPCode)); more != "" {
			page.Booking.Price += " " + more
		}
		page.Asks = o.asks(&r)
		if r.Stage != Booked {
			page.Booking.Every, page.Values["every"] = words.planChoices(&r), r.Job.Every
		}
		if n := r.Job.Banked; n > 0 {
			page.Booking.Price = Counted(labels.BankedTime, labels.BankedTimes, n)
		}
	}
	if page.Moves = job.mayMove() == nil; page.Moves || r.Open() || page.Booking != nil {
		page.Values["address"], page.Values["access"] = r.Address, r.Access
	}
	if page.Mends = page.Adds && job.mayMend() == nil; page.Mends {
		page.Values["phone"], page.Values["zipCode"] = r.Phone, r.ZIPCode
	}
	page.Values = shown(typed, page.Values)
	page.Added = append(page.Added, r.Wrote...)
	if page.Offer, err = o.customerOffer(ctx, db, &r, words); err != nil {
		return page, fmt.Errorf("list booked slots: %w", err)
	}
	if job.mayAgree() == nil {
		price := words.withDrive(words.said(r.Proposed.priceWords()), &r.Proposed)
		page.NewPrice = &CustomerOffer{Price: price, Slots: []Slot{},
			Included: words.included(r.Proposed.Included), Revision: strconv.FormatInt(r.Job.Asked, 10)}
	}
	if err = o.customerChanges(ctx, db, &r, &page); err != nil {
		return page, fmt.Errorf("list free slots: %w", err)
	}
	page.Rows = words.askedRows(&l, &r, page.Offer == nil && r.Amount == "")
	if page.Status = words.status(&r, page.Offer); page.Status == "" {
		words.promise(&page, &l, o.Now())
		page.Status = strings.TrimSpace(page.Status + " " + words.photosFirst(&l))
		if o.isFirstView(ctx, &r) {
			page.Toast, page.Received = &words.Quote().Messages.Received, ""
		}
	}
	if page.isBookable() && r.Stage != Booked {
		how, then := words.pickWords(kind)
		if r.wished() { // the status says it
			how, then = "", then[1:]
		}
		page.Steps, page.Status = steps(then), strings.TrimSpace(page.Status+" "+how)
	}
	page.Status = words.sayVisit(page.Status, &l)
	for i := range page.Steps {
		page.Steps[i].Text = words.sayVisit(page.Steps[i].Text, &l)
	}
	page.Progress = labels.Progress
	if page.isBookable() && kind == Pickup || r.Stage == Booked && r.about() != Estimate {
		page.pickup(r.Price == "", words.RequestedPreparation(l.Page, l.ServiceType))
	}
	return page, nil
}

// pickup adds to the page of a pickup that is booked, or can be, what its customer does before the crew comes. While
// nobody has said a price, the crew says it on site, and the way there has no step for it.
func (p *CustomerPage) pickup(unpriced bool, preparation []wording.Step) {
	p.Steps = slices.Insert(p.Steps, max(0, len(p.Steps)-1), preparation...)
	if unpriced {
		p.Progress, p.Stage = slices.Concat(p.Progress[:1], p.Progress[2:]), min(p.Stage, 1)
	}
}

// isBookable reports whether a time can be picked without an offer.
func (p *CustomerPage) isBookable() bool { return p.Booking != nil && p.Booking.Free }

// steps returns texts as steps without titles.
func steps(texts []string) []wording.Step {
	list := []wording.Step{}
	for _, text := range texts {
		list = append(list, wording.Step{Text: text})
	}
	return list
}

// customerChanges adds to a page what happens next, and how a booked job can be changed.
func (o *Office) customerChanges(ctx context.Context, db journal.Queryer, r *Record, page *CustomerPage) (err error) {
	words := o.words().Of(&r.Lead)
	labels, state := &words.Office().Customer, r.Stage
	switch {
	case r.Open():
		state = Quoted
	case r.Stage == Contacted, r.Stage == Quoted:
		state = New
	}
	if (state == Quoted || state == Booked) && r.about() == Estimate {
		state = Estimate
	}
	then := labels.Steps[state]
	if r.looked() && (state == Quoted || state == Booked) { // the price is not first said on site
		then = append(slices.Clip(then[:len(then)-1]), labels.Steps[actionLooked]...)
	}
	page.Steps = append(page.Steps, steps(then)...)
	if r.Stage != Booked {
		return nil
	}
	page.Change = labels.CallOff
	if r.Email == "" { // nothing leads back here
		page.Notes = append(page.Notes, labels.Keep)
	}
	for _, v := range r.upcoming() {
		if r.recurs() != nil && !o.isPast(v) {
			page.Ahead = append(page.Ahead, PlanVisit{v.Number, cmp.Or(words.slotWords(v.Begin), words.slot(&Record{})),
				o.changes(v.Begin)})
		}
	}
	for _, button := range page.Buttons {
		switch button.Action {
		case ActionSkip:
			page.Change = strings.ReplaceAll(labels.ChangePlan, "[until]", words.TimeWords(words.ChangesUntil(r.Begin)))
		case ActionMove:
			page.Openings, err = o.openings(ctx, db, r)
		case ActionCancel:
			page.Change = labels.ChangeLater
			if r.Begin != 0 {
				until := words.TimeWords(words.ChangesUntil(r.Begin))
				page.Change = strings.ReplaceAll(labels.ChangeUntil, "[until]", until)
			}
		}
	}
	return err
}

// customerOffer returns the offer that a customer has, or nil.
func (o *Office) customerOffer(ctx context.Context, db journal.Queryer, r *Record, words Words) (
	*CustomerOffer, error) {
	over := !r.Open() && (r.Stage != Booked && r.Stage != Done || r.about() == Estimate)
	if r.Job.QuotedAt == 0 || over {
		return nil, nil
	}
	slots, err := o.slots(ctx, db, r, o.jobSlots(r.Job), words)
	offer := CustomerOffer{Price: words.agreedPrice(words.price(r), r), Slots: slots, Open: r.Open(),
		Included: words.included(r.Job.Included), Revision: strconv.FormatInt(r.Job.QuotedAt, 10)}
	if r.about() == Estimate {
		offer.Title = words.Office().Customer.Estimate.Title
	}
	if r.recurs() != nil {
		offer.Days = words.everyWords(r.Job.Every, r.Job.Off)
	}
	if offer.Days != "" && offer.Open {
		offer.Days = strings.ReplaceAll(words.Office().Customer.Every, "[every]", offer.Days)
	}
	if n := r.Job.Days; n > 1 && offer.Open {
		offer.Days = Counted(words.Office().Customer.Days, words.Office().Customer.Days, n)
	}
	offer.Free = len(slots) == 0 || slices.ContainsFunc(slots, func(s Slot) bool { return !s.Taken })
	return &offer, err
}

// included says what a price includes, "" if that is not known.
func (w Words) included(what string) string {
	if what == "" {
		return ""
	}
	return strings.ReplaceAll(w.Office().Customer.Included, "[included]", what)
}

// progress returns the index of the present stage for the customer: asked, price, booked or done; -1 if it is closed.
func (r *Record) progress() int {
	switch {
	case r.Open() && r.about() == Estimate:
		return 0
	case r.Open():
		return 1
	case r.Stage == Booked && r.Kind == Estimate:
		return 0
	case r.Stage == Booked:
		return 2
	case r.Stage == Done:
		return 3
	case r.Stage == Lost, r.Stage == Spam:
		return -1
	}
	return 0
}

// status says where a request stands, "" before the first answer.
func (w Words) status(r *Record, offer *CustomerOffer) string {
	labels, words := w.Office(), w.Office().Customer
	if r.about() == Estimate {
		words.Booked, words.Quoted, words.QuotedLater = words.Estimate.Booked, words.Estimate.Quoted,
			words.Estimate.QuotedLater
	}
	switch {
	case r.Stage == Booked && r.Begin != 0:
		return strings.ReplaceAll(words.Booked, "[slot]", w.booked(r))
	case r.Stage == Booked:
		return words.BookedLater
	case r.Stage == Done:
		return words.Done
	case slices.ContainsFunc(append(UserActions(), CustomerActions()...), func(a Action) bool {
		return a.Name == r.Job.Answer && a.status(r)
	}):
		return labels.ByAction[r.Job.Answer].Status
	case r.Open() && !offer.Free:
		return words.Gone
	case r.Open() && len(offer.Slots) == 0:
		return words.QuotedLater
	case r.Open():
		return words.Quoted
	case r.Stage == Lost:
		return words.Closed
	case r.Stage == Contacted, r.Stage == Quoted: // by phone, as far as this page knows
		return words.Contacted
	}
	return ""
}

// receipt returns the receipt of a job; nil before it is done for an amount.
func (w Words) receipt(r *Record) *Receipt {
	visits := r.receipted()
	sum := charged(visits)
	if sum == 0 {
		return nil
	}
	src, from, phone, amount := &w.Office().Receipt, w.Business.Name, w.Brand().Phone, AmountWords(sum)
	if w.Business.Address != nil {
		from = lines(from, w.Business.Address.String())
	}
	when := cmp.Or(w.slotsWords(visits), w.dateWords(visits[len(visits)-1].EndedAt))
	var payments []string
	for _, v := range visits {
		words := w.paymentWords(v)
		if v.Charged != sum && v.Charged > 0 {
			words = AmountWords(v.Charged) + ": " + words
		}
		if v.Charged > 0 {
			payments = append(payments, words)
		}
	}
	reference := journal.Reference(r.ID)
	receipt := &Receipt{Title: src.Title, Rows: filled([]MailRow{
		{Label: src.From, Value: from}, {w.label("phone"), phone.Label, phone.Href}, {Label: src.For, Value: r.Name},
		{Label: w.Quote().Labels.Reference, Value: reference}, {Label: src.When, Value: when},
		{Label: src.What, Value: firstLines(w.service(&r.Lead), w.note(r.Lead))},
		{Label: w.Office().CustomerMail.Included, Value: r.Job.Included},
		{Label: w.Office().CustomerMail.Address, Value: w.where(r)},
		{Label: src.Amount, Value: w.withDrive(amount, &r.Job.Terms)},
		{Label: src.Payment, Value: lines(payments...)},
	})}
	due := charged(slices.DeleteFunc(visits, func(v Visit) bool { return !v.isOwed() }))
	if href := w.Business.PayURL.For(due, reference); href != "" && due > 0 {
		receipt.Pay = &content.Link{Label: strings.ReplaceAll(src.Pay, "[amount]", AmountWords(due)), Href: href}
	}
	return receipt
}

// paymentWords says how a visit was paid, or when that is due.
func (w Words) paymentWords(v Visit) string {
	const date = "Jan 2, 2006"
	src, paid := &w.Office().Receipt, v.payment()
	due := fromMillis(v.EndedAt).In(w.Location()).AddDate(0, 0, 30)
	return strings.NewReplacer("[way]", w.paymentLabel(paid), "[due]", w.FormatTime(due, date),
		"[date]", w.FormatTime(fromMillis(cmp.Or(v.PaidAt, v.EndedAt)), date)).
		Replace(cmp.Or(src.Payments[paid], src.Paid))
}

// note returns the customer's own message, without the service that the program puts before it and, in another
// language, without the program's English below it.
func (w Words) note(l journal.Lead) string {
	note := strings.TrimPrefix(w.ownMessage(l.Message), w.UnnamedService(l.Page, l.ServiceType))
	if en := w.In(""); en != w.Site {
		note, _, _ = strings.Cut(note, en.FormEstimate(nil).Title+": ")
		note = strings.ReplaceAll(strings.ReplaceAll(note, en.Quote().Labels.More.Agreed, ""), l.Reads(en), "")
	}
	return strings.TrimSpace(note)
}
