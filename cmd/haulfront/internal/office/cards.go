package office

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/contact"
)

// Path is the beginning of the paths of the office.
const Path = "/office"

// Layout returns the layout of a page of the office, without its files.
func (w Words) NewLayout(title string) Layout {
	return Layout{Title: title, Company: w.Business.ShortName, Theme: w.Color("forest"), Tabs: []Tab{},
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

// OfficeLead is a request as the office's lists show it.
type OfficeLead struct {
	ID, Stage, Name, Phone, Email, Service, ZIP, Timeframe, SpamReason string

	Received time.Time
	Photos   int
	unread   error // why what came with the request cannot be read; the rest is shown
	// Again means that an earlier request has the same phone number, Held that the request is in quarantine, Stopped
	// that the number is not to be contacted.
	Again, Held, Stopped bool
	// NoTexts means that text messages are not to be offered: the number is stopped, or the consent was revoked.
	NoTexts bool
	// Asked means that the customer is asked to agree to another price, Unpaid that a job is done and not paid yet.
	Asked, Unpaid              bool
	Price, Slot, Truck, Amount string // in words; empty: none
	// Address is the street and the unit of the job, Access how to get in.
	Address, Access string
	Answer          string // of the customer to the present offer: "yes", "other" or "no"; empty: none
	// Link is the address of the customer's page, which is a secret.
	Link string `json:"-"`
	// Prefers is how the customer wants to be answered: "call", "text" or "email"; empty: no matter how. Message has
	// the customer's own words. Due says, in words, why to call or text again; empty: that is not due.
	Prefers      string
	Message, Due string `json:"-"`
}

// nextStage are the stages to which the buttons of cards lead. That of a booked job leads to the form that ends it.
var nextStage = map[string]string{New: Contacted, Contacted: Quoted}

// LastOverdue returns the latest time of requests that the office has promised to answer by now.
func (w Words) LastOverdue(now time.Time) time.Time {
	return w.Business.Hours.Before(now.In(w.Location()), time.Duration(w.Business.ResponseHours)*time.Hour)
}

// Card returns the card of a request. overdue is [Site.LastOverdue].
func (w Words) NewCard(l OfficeLead, now, overdue time.Time) Card {
	words := &w.Office().Card
	facts := []string{shorten(l.Service), w.place(l.ZIP), shorten(l.Timeframe), w.ago(l.Received, now)}
	if l.Slot != "" { // from now on, this is what counts
		facts = []string{l.Slot, l.Truck, shorten(l.Service), shorten(w.where(l))}
	}
	if l.Photos > 0 {
		facts = append(facts, w.photoCount(l.Photos))
	}
	message, _, _ := strings.Cut(l.Message, "\n")
	c := Card{
		Href: Path + "/leads/" + l.ID, Name: shorten(l.Name), Prefers: w.wish(l.Prefers),
		Facts:   slices.DeleteFunc(append(facts, cmp.Or(l.Amount, l.Price)), func(s string) bool { return s == "" }),
		Message: shorten(message), Stage: l.Stage,
		Overdue: l.Stage == "new" && !l.Held && !l.Received.After(overdue),
		Tapped:  l.Stage == "new" || l.Due != "", Ways: w.officeWays(l),
		Next: nextStage[l.Stage], NextLabel: w.Office().Next[l.Stage],
	}
	add := func(when bool, text string) {
		if when {
			c.Flags = append(c.Flags, text)
		}
	}
	add(l.unread != nil, w.unshownFlag(l.ID))
	add(c.Overdue, words.Overdue)
	add(l.Due != "", l.Due)
	add(l.Stage == "quoted" && l.Answer == "other", w.Office().Notifications.Answers["other"])
	add(l.Stage == "booked" && l.Slot == "", w.Office().AnswerMail.Time+" "+w.Office().AnswerMail.Later)
	add(l.Stage == Booked && l.Address == "", words.NoAddress)
	add(l.Asked, words.Asked)
	add(l.Unpaid, words.Unpaid)
	add(l.Stopped, words.Stop)
	add(l.NoTexts && !l.Stopped, words.NoTexts)
	add(l.Held, strings.ReplaceAll(words.Held, "[reason]", l.SpamReason))
	add(w.Area(l.ZIP).Kind == company.AreaNo, words.Outside)
	add(w.Area(l.ZIP).Kind == company.AreaEdge, words.Edge)
	add(l.Again, words.Again)
	return c
}

// photoCount returns the number of photographs in words.
func (w Words) photoCount(n int) string {
	return Counted(w.Office().Card.Photo, w.Office().Card.Photos, n)
}

// officeWays returns the links to call a customer, to text a drafted sentence and to write.
func (w Words) officeWays(l OfficeLead) []content.Link {
	draft := w.Office().Card.Draft
	switch {
	case l.Stage != Quoted || l.Price == "":
	case l.Due != "":
		draft = w.Office().Card.FollowUpDraft
	default:
		draft = w.Office().Card.PriceDraft
	}
	ways := w.ways(l, draft, "")
	if href := w.mapLink(l); l.Stage == Booked && href != "" {
		ways = append(ways, content.Link{Label: w.Office().Card.Map, Href: href})
	}
	return ways
}

// where returns where a job is: its address, or the town while there is none.
func (w Words) where(l OfficeLead) string {
	return strings.Trim(l.Address+", "+w.place(l.ZIP), ", ")
}

// mapLink returns the link to the address of a job on a map
// (https://developers.google.com/maps/documentation/urls/get-started#search-action); "" without an address.
func (w Words) mapLink(l OfficeLead) string {
	if l.Address == "" {
		return ""
	}
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(w.where(l))
}

// AsksReviews reports whether customers are asked for a review after the job.
func (w Words) AsksReviews() bool { return w.Business.ReviewsURL != "" }

// ReviewWays returns the links to send a customer the address for reviews, by text message and by email. The words are
// the same for everybody: asking only those who will be happy may violate the FTC Act
// (https://www.ftc.gov/business-guidance/resources/soliciting-paying-online-reviews-guide-marketers).
func (w Words) ReviewWays(l OfficeLead) []content.Link {
	ways := w.ways(l, w.Office().Card.ReviewDraft, "?body=")
	return slices.DeleteFunc(ways, func(way content.Link) bool { return way.Label == w.Office().Card.Call })
}

// prefers returns the words of the way in which a customer wants to be answered, "" of none; wish begins with a label.
func (w Words) prefers(way string) string { return quote.ChoiceLabel(w.QuoteLabels().More.Ways, way) }

func (w Words) wish(way string) string {
	if way = w.prefers(way); way != "" {
		way = w.Office().Request.Prefers + ": " + way
	}
	return way
}

// ownMessage returns a message without what the program added to it: the wish of Prefers, and the addresses of
// photographs, which end it.
func (w Words) ownMessage(message string) string {
	message, _, _ = strings.Cut(message, w.PhotoWords().Message)
	return w.withoutWish(message)
}

// withoutWish returns a message without the line that says how the customer wants to be answered.
func (w Words) withoutWish(message string) string {
	lines := slices.DeleteFunc(strings.Split(message, "\n"), func(line string) bool {
		return strings.HasPrefix(line, w.QuoteLabels().More.Contact+" ")
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

// ways returns the links to call, to text a draft and to write, with the draft too if a mail has a body; the one that
// the customer prefers comes first. A number that is not to be contacted gets no texts. Of "?body=" and "&body=",
// Android reads the first and iOS the second.
func (w Words) ways(l OfficeLead, draft, body string) (ways []content.Link) {
	add := func(offered bool, label, href string) {
		if offered {
			ways = append(ways, content.Link{Label: label, Href: href})
		}
	}
	words := &w.Office().Card
	first, _, _ := strings.Cut(shorten(l.Name), " ")
	draft = url.PathEscape(strings.NewReplacer("[name]", first, "[service]", shorten(l.Service), "[price]", l.Price,
		"[link]", l.Link, "[reviews]", w.Business.ReviewsURL).Replace(draft))
	if body != "" {
		body += draft
	}
	phone, mailto := contact.ParsePhone(l.Phone), contact.MailLink(l.Email)
	add(phone.Tel != "", words.Call, phone.Tel)
	add(phone.SMS != "" && !l.NoTexts, words.Text, phone.SMS+"?&body="+draft)
	add(mailto != "", words.Email, mailto+body)
	return preferred(ways, l.Prefers)
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
type Words struct{ *content.Site }
