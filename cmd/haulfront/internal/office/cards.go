package office

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/contact"
	"haulfront/content/wording"
)

// Path is the beginning of the paths of the office.
const Path = "/office"

// Layout returns the layout of a page of the office, without its files.
func (w Words) NewLayout(title string) Layout {
	return Layout{Title: title, Lang: w.Lang, Company: w.Business.ShortName, Theme: w.Color("forest"), Tabs: []Tab{},
		Words: w.Office().OfficeLabels}
}

// SignInMail returns the mail with a link that signs somebody in.
func (w Words) SignInMail(link string) Mail {
	words := &w.Office().Mail
	m := w.newMail(words.Subject, words.Title, words.Lead, words.Note)
	m.Preview, m.Actions = words.Lead, []content.Link{{Label: words.Action, Href: link}}
	return m
}

// RequestLink returns the link of the owner's mail to a request.
func (w Words) RequestLink(base *url.URL, id string) content.Link {
	return content.Link{Label: w.Office().Mail.Open, Href: base.JoinPath(Path, "leads", id).String()}
}

// nextStage are the stages to which the buttons of cards lead. That of a booked job leads to the form that ends it.
var nextStage = map[string]string{New: Contacted, Contacted: Quoted}

// LastOverdue returns the latest time of requests that the office has promised to answer by now.
func (w Words) LastOverdue(now time.Time) time.Time {
	return w.Business.Hours.Before(now.In(w.Location()), time.Duration(w.Business.ResponseHours)*time.Hour)
}

// truckOrLook returns the truck of a visit, or that it is a look.
func (w Words) truckOrLook(r *Record) string {
	if r.Kind == Estimate {
		return w.Office().Request.Kinds[Estimate]
	}
	return r.Truck
}

// NewCard returns the card of a request. overdue is [Site.LastOverdue].
func (w Words) NewCard(r *Record, now, overdue time.Time) Card {
	words := &w.Office().Card
	facts := []string{w.service(&r.Lead), w.place(r.ZIPCode), shorten(r.ServiceTimeframe), w.ago(r.Received, now)}
	if r.Slot != "" { // from now on, this is what counts
		facts = []string{r.Slot, w.truckOrLook(r), w.service(&r.Lead), shorten(w.where(r))}
	}
	if r.PhotoCount > 0 {
		facts = append(facts, w.photoCount(r.PhotoCount))
	}
	facts = append(facts, w.price(r), w.everyWords(r.Job.Every, r.Job.Off))
	message, _, _ := strings.Cut(w.note(r.Lead), "\n")
	if n := len(r.Wrote); n > 0 { // the latest first
		message = shorten(r.Wrote[n-1]) + "\n" + message
	}
	c := Card{
		Href: Path + "/leads/" + r.ID, Name: shorten(r.Name), Prefers: w.wish(r.Prefers),
		Facts:   slices.DeleteFunc(facts, func(s string) bool { return s == "" }),
		Message: firstLines("", message), Stage: r.Stage,
		Overdue: r.Stage == "new" && !r.Held && !r.Received.After(overdue),
		Tapped:  r.Stage == "new" || r.Due != "", Ways: w.officeWays(r, now),
		Next: nextStage[r.Stage], NextLabel: w.Office().Next[r.Stage],
	}
	if r.Stage == Booked && r.Kind == Estimate {
		c.NextLabel = w.Office().ByAction[actionLooked].Button
	}
	add := func(when bool, text string) {
		if when {
			c.Flags = append(c.Flags, text)
		}
	}
	add(r.unread() != nil, w.unshownFlag(r.ID))
	add(c.Overdue, words.Overdue)
	add(r.Due != "", r.Due)
	add(r.Stage == "quoted" && r.Answer == "other", w.Office().ByAction[ActionOther].Notice)
	add(r.wished(), words.Wishes)
	add(r.Stage == "booked" && r.Slot == "", w.Office().AnswerMail.Time+" "+w.Office().AnswerMail.Later)
	add(r.Stage == Booked && r.Address == "", words.NoAddress)
	add(r.Job.Banked > 0, Counted(words.Banked, words.BankedMany, r.Job.Banked))
	add(r.Job.Until != 0 && r.Stage == Booked,
		strings.ReplaceAll(words.Ends, "[date]", w.dateWords(r.Job.Until)))
	add(r.Asked, words.Asked)
	add(r.Unpaid, w.unpaidFor(r, now))
	add(r.Stopped, words.Stop)
	add(r.NoTexts && !r.Stopped, words.NoTexts)
	add(r.Held, strings.ReplaceAll(words.Held, "[reason]", r.SpamReason))
	add(w.Area(r.ZIPCode).Kind == company.AreaNo, words.Outside)
	add(w.Area(r.ZIPCode).Kind == company.AreaEdge, words.Edge)
	w.addAgain(&c, r, now)
	return c
}

// price returns what a job costs, or was said to cost so far, in the words for its kind.
func (w Words) price(r *Record) string {
	return cmp.Or(w.Quote().Price(wording.Final, r.Amount), w.said(r.Price))
}

// final returns the final price of a job, in cents, in the words for its kind; "" for 0.
func (w Words) final(cents int) string { return w.Quote().Price(wording.Final, AmountWords(cents)) }

// said returns a price that the office has said, or has yet to.
func (w Words) said(price string) string { return w.Quote().Price(wording.About, price) }

// unpaidFor says for how long a job has not been paid.
func (w Words) unpaidFor(r *Record, now time.Time) string {
	words := &w.Office().Card
	days := int(now.Sub(fromMillis(r.EndedAt)).Hours() / 24)
	if r.EndedAt == 0 || days < 1 {
		return words.Unpaid
	}
	return Counted(words.UnpaidDay, words.UnpaidDays, days)
}

// photoCount returns the number of photographs in words.
func (w Words) photoCount(n int) string {
	return Counted(w.Office().Card.Photo, w.Office().Card.Photos, n)
}

// officeWays returns the links to call a customer, to text a drafted sentence and to write. A text about a booked job
// says when it is until it begins, and one about a paid job that there is a receipt.
func (w Words) officeWays(r *Record, now time.Time) []content.Link {
	to := w.Of(&r.Lead)
	draft := to.Office().Card.Draft
	switch untold := to.untold(r); {
	case r.Due != "" && untold != nil && (!r.Unpaid || customerMails[r.Job.Untold].receipt): // which says what is owed
		draft = untold.Draft
	case r.Unpaid:
		draft = strings.ReplaceAll(to.Office().Card.UnpaidDraft, "[amount]", AmountWords(r.owed))
	case r.Stage == Booked && r.Begin > millis(now):
		draft = to.toCustomer(ActionYes, r).Draft
	case r.Stage == Done && r.Charged > 0:
		draft = to.toCustomer(ActionDone, r).Draft
	case r.Stage != Quoted || r.Price == "":
	case r.Due != "":
		draft = to.Office().Card.FollowUpDraft
	default:
		draft = to.toCustomer(ActionOffer, r).Draft
	}
	ways := w.ways(r, draft, "")
	if href := w.mapLink(r); r.Stage == Booked && href != "" {
		ways = append(ways, content.Link{Label: w.Office().Card.Map, Href: href})
	}
	return ways
}

// streetTypes are those of two letters, which are no state in an address without a ZIP code.
var streetTypes = []string{"st", "rd", "dr", "ln", "ct", "pl", "cv"}

// where returns where a job is: its address, or the town while there is none. An address may end with the town, the
// state and the ZIP code, in this order, or with some of them.
func (w Words) where(r *Record) string {
	place := w.place(r.ZIPCode)
	space := max(0, strings.LastIndex(place, " "))
	town, zip := place[:space], strings.TrimSpace(place[space:])
	address, hasZIP := strings.CutSuffix(strings.TrimRight(r.Address, " ,."), zip)
	address = strings.TrimRight(address, " ,")
	words := strings.Fields(strings.NewReplacer(",", " ", ".", " ").Replace(strings.ToLower(address)))
	if n := len(words) - 1; n > 0 && len(words[n]) == 2 && (hasZIP || !slices.Contains(streetTypes, words[n])) {
		words = words[:n]
	}
	end := strings.TrimSuffix(" "+strings.Join(words, " "), " "+strings.ToLower(w.Business.State))
	switch isNamed := town != "" && strings.HasSuffix(end, " "+strings.ToLower(town)); {
	case isNamed && hasZIP:
		return r.Address
	case isNamed:
		return address + " " + zip
	}
	return strings.Trim(address+", "+place, ", ")
}

// mapLink returns the link to the address of a job on a map
// (https://developers.google.com/maps/documentation/urls/get-started#search-action); "" without an address.
func (w Words) mapLink(r *Record) string {
	if r.Address == "" {
		return ""
	}
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(w.where(r))
}

// AsksReviews reports whether customers are asked for a review after the job.
func (w Words) AsksReviews() bool { return w.Business.ReviewsURL != "" }

// slot returns the booked slot of a request for drafts, as mails have it.
func (w Words) slot(r *Record) string { return cmp.Or(w.booked(r), w.Office().CustomerMail.Later) }

// ReviewWays returns the links to send a customer the address for reviews, by text message and by email. The words are
// the same for everybody: asking only those who will be happy may violate the FTC Act
// (https://www.ftc.gov/business-guidance/resources/soliciting-paying-online-reviews-guide-marketers).
func (w Words) ReviewWays(r *Record) []content.Link {
	ways := w.ways(r, w.Of(&r.Lead).Office().Card.ReviewDraft, "?body=")
	return slices.DeleteFunc(ways, func(way content.Link) bool { return way.Label == w.Office().Card.Call })
}

// prefers returns the words of the way in which a customer wants to be answered, "" of none; wish begins with a label.
func (w Words) prefers(way string) string { return quote.ChoiceLabel(w.Quote().Labels.More.Ways, way) }

func (w Words) wish(way string) string {
	if way = w.prefers(way); way != "" {
		way = w.Office().Request.Prefers + ": " + way
	}
	return way
}

// ownMessage returns a message without what the program added to it: the wish of Prefers, and the addresses of
// photographs, which end it.
func (w Words) ownMessage(message string) string {
	message, _, _ = strings.Cut(message, w.In("").Quote().Photos.Message)
	return w.withoutWish(message)
}

// withoutWish returns a message without the line that says how the customer wants to be answered.
func (w Words) withoutWish(message string) string {
	lines := slices.DeleteFunc(strings.Split(message, "\n"), func(line string) bool {
		return strings.HasPrefix(line, w.In("").Quote().Labels.More.Contact+" ")
	})
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// preferred moves the link of the way in which a customer wants to be answered to the front.
func preferred(links []content.Link, way string) []content.Link {
	scheme := map[string]string{"call": "tel:", "text": "sms:", "email": "mailto:"}[way]
	slices.SortStableFunc(links, func(a, b content.Link) int {
		first := func(l content.Link) int {
			if scheme != "" && strings.HasPrefix(l.Href, scheme) {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
	return links
}

// ways returns the links to call, to text a draft, in the customer's language, and to write, with the draft too if a
// mail has a body; the one that the customer prefers comes first. A number that is not to be contacted gets no texts.
// Of "?body=" and "&body=", Android reads the first and iOS the second.
func (w Words) ways(r *Record, draft, body string) (ways []content.Link) {
	add := func(offered bool, label, href string) {
		if offered {
			ways = append(ways, content.Link{Label: label, Href: href})
		}
	}
	words, to := &w.Office().Card, w.Of(&r.Lead)
	first, _, _ := strings.Cut(shorten(r.Name), " ")
	draft = url.PathEscape(strings.NewReplacer("[name]", first, "[service]", to.service(&r.Lead),
		"[price]", to.withDrive(to.said(r.Price), &r.Job.Terms),
		"[slot]", to.slot(r), "[address]", cmp.Or(r.Address, to.Office().Card.YourPlace), "[amount]", r.Amount,
		"[link]", r.Link, "[reviews]", w.Business.ReviewsURL).Replace(draft))
	if body != "" {
		body += draft
	}
	phone, mailto := w.phone(r.Phone), contact.MailLink(r.Email)
	add(phone.Tel != "", words.Call, phone.Tel)
	add(phone.SMS != "" && !r.NoTexts, words.Text, phone.SMS+"?&body="+draft)
	add(mailto != "", words.Email, mailto+body)
	return preferred(ways, r.Prefers)
}

// phone returns a customer's number, without a link to text it if the company has no texts.
func (w Words) phone(written string) contact.Phone {
	phone := contact.ParsePhone(written)
	if w.Business.SendsNoTexts() {
		phone.SMS = ""
	}
	return phone
}

// ago says how long ago something was: in minutes or hours on the same day, or as a date.
func (w Words) ago(at, now time.Time) string {
	words := &w.Office().Card.Ago
	at, now = at.In(w.Location()), now.In(w.Location())
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	switch passed := now.Sub(at); {
	case passed < time.Minute:
		return words.Now
	case passed < time.Hour:
		return Counted(words.Minutes, words.Minutes, int(passed.Minutes()))
	case day(at) == day(now):
		return Counted(words.Hour, words.Hours, int(passed.Hours()))
	case day(at) == day(now.AddDate(0, 0, -1)):
		return words.Yesterday
	case at.Year() == now.Year():
		return at.Format("Jan 2")
	}
	return at.Format("Jan 2, 2006")
}

// Words are the content as the office and mails say it.
type Words struct {
	*content.Site
	// Zones are those in which times stand, with their names; none: the office's, without its name.
	Zones []*time.Location
}

// Of returns the words for the customer of a request, in the language that the form reported, as far as the content has
// it.
func (w Words) Of(l *journal.Lead) Words {
	return Words{w.In(l.Extra.Language), w.Site.Zones(w.PricedTown(l.ZIPCode))}
}
