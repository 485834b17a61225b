package content

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// OfficePath is the beginning of the paths of the office.
const OfficePath = "/office"

// officeFile is the file of [OfficeWords]. Content from before the office lacks it, and has the built-in words.
const officeFile = "office.yaml"

// OfficeWords are office.yaml.
type OfficeWords struct {
	OfficeLabels

	Inbox string

	Stages, Next map[string]string

	Card struct {
		Call, Text, Email, Overdue, Photo, Photos, Again, Outside, Edge, Held, Stop, NoTexts, Draft, PriceDraft,
		ReviewDraft string

		Ago struct{ Now, Minutes, Hours, Yesterday string }
	}
	Deliveries, States, Actions map[string]string

	// Notifications begin the titles of notifications.
	Notifications struct {
		New, Overdue string
		Answers      map[string]string
	}
	Mail         struct{ Subject, Title, Lead, Action, Note, Open string }
	CustomerMail struct {
		PriceSubject, PriceTitle, PriceLead, BookedSubject, BookedTitle, BookedLead, Later, Price, Included, Slots,
		Time, Open, See, Note string
	}
	AnswerMail struct{ Yes, Other, No, Added, Lead, Later, Time, Price, Note, Open, Call, Text string }
}

// Office returns the words of the office.
func (s *Site) Office() *OfficeWords { return &s.office }

// OfficeComponents lists the components of the office's pages, and of the customers'.
func OfficeComponents() []string {
	return []string{"OfficeSignIn", "OfficeInbox", "OfficeRequest", "OfficeRemoval", "OfficeWeek", "CustomerPage"}
}

// OfficeLayout returns the layout of a page of the office, without its files.
func (s *Site) OfficeLayout(title string) OfficeLayout {
	return OfficeLayout{Title: title, Company: s.business.ShortName, Theme: s.color("forest"), Tabs: []OfficeTab{},
		Words: s.office.OfficeLabels}
}

// SignInMail returns the mail with a link that signs somebody in.
func (s *Site) SignInMail(link string) Mail {
	words := &s.office.Mail
	m := s.newMail(words.Subject, words.Title, words.Lead, words.Note)
	m.Preview, m.Actions = words.Lead, []Link{{words.Action, link}}
	return m
}

// OfficeLink returns the link of the owner's mail to a request.
func (s *Site) OfficeLink(base *url.URL, id string) Link {
	return Link{s.office.Mail.Open, base.JoinPath(OfficePath, "leads", id).String()}
}

// OfficeLead is a request as the office's lists show it.
type OfficeLead struct {
	ID, Stage, Name, Phone, Email, Service, ZIP, Timeframe, SpamReason string

	Received time.Time
	Photos   int
	// Again means that an earlier request has the same phone number, Held that the request is in quarantine, Stopped
	// that the number is not to be contacted.
	Again, Held, Stopped bool
	// NoTexts means that text messages are not to be offered: the number is stopped, or the consent was revoked.
	NoTexts     bool
	Price, Slot string // in words; empty: none
	Answer      string // of the customer to the present offer: "yes", "other" or "no"; empty: none
	// Link is the address of the customer's page, which is a secret.
	Link string `json:"-"`
}

// nextStage are the stages to which the buttons of cards lead.
var nextStage = map[string]string{"new": "contacted", "contacted": "quoted", "quoted": "booked", "booked": "done"}

// LastOverdue returns the latest time of requests that the office has promised to answer by now.
func (s *Site) LastOverdue(now time.Time) time.Time {
	return s.business.Hours.before(now.In(s.Location()), time.Duration(s.business.ResponseHours)*time.Hour)
}

// OfficeCard returns the card of a request. overdue is [Site.LastOverdue].
func (s *Site) OfficeCard(l OfficeLead, now, overdue time.Time) OfficeCard {
	words := &s.office.Card
	facts := []string{s.ago(l.Received, now), s.place(l.ZIP), shorten(l.Timeframe)}
	if l.Slot != "" { // from now on, this is what counts
		facts = []string{l.Slot, s.place(l.ZIP)}
	}
	c := OfficeCard{
		Href: OfficePath + "/leads/" + l.ID, Title: shorten(l.Service), Name: shorten(l.Name), Stage: l.Stage,
		Facts: facts, Overdue: l.Stage == "new" && !l.Held && !l.Received.After(overdue),
		Tapped: l.Stage == "new", Ways: s.officeWays(l),
		Next: nextStage[l.Stage], NextLabel: s.office.Next[l.Stage],
	}
	add := func(to *[]string, when bool, text string) {
		if when && text != "" {
			*to = append(*to, text)
		}
	}
	add(&c.Flags, c.Overdue, words.Overdue)
	add(&c.Flags, l.Stage == "quoted" && l.Answer == "other", s.office.Notifications.Answers["other"])
	add(&c.Flags, l.Stage == "booked" && l.Slot == "", s.office.AnswerMail.Time+" "+s.office.AnswerMail.Later)
	add(&c.Flags, l.Stopped, words.Stop)
	add(&c.Flags, l.NoTexts && !l.Stopped, words.NoTexts)
	add(&c.Flags, l.Held, strings.ReplaceAll(words.Held, "[reason]", l.SpamReason))
	add(&c.Flags, s.OutOfArea(l.ZIP), words.Outside)
	add(&c.Flags, s.Area(l.ZIP).Kind == AreaEdge, words.Edge)
	add(&c.Flags, l.Again, words.Again)
	add(&c.Notes, l.Photos > 0, counted(words.Photo, words.Photos, l.Photos))
	add(&c.Notes, true, l.Price)
	return c
}

// officeWays returns the links to call a customer, to text a drafted sentence and to write.
func (s *Site) officeWays(l OfficeLead) []Link {
	draft := s.office.Card.Draft
	if l.Stage == "quoted" && l.Price != "" {
		draft = s.office.Card.PriceDraft
	}
	return s.ways(l, draft, "")
}

// AsksReviews reports whether customers are asked for a review after the job.
func (s *Site) AsksReviews() bool { return s.business.ReviewsURL != "" }

// ReviewWays returns the links to send a customer the address for reviews, by text message and by email. The words are
// the same for everybody: asking only those who will be happy may violate the FTC Act
// (https://www.ftc.gov/business-guidance/resources/soliciting-paying-online-reviews-guide-marketers).
func (s *Site) ReviewWays(l OfficeLead) []Link {
	ways := s.ways(l, s.office.Card.ReviewDraft, "?body=")
	return slices.DeleteFunc(ways, func(way Link) bool { return way.Label == s.office.Card.Call })
}

// ways returns the links to call, to text a draft and to write, with the draft too if a mail has a body. A number that
// is not to be contacted gets no texts. Of "?body=" and "&body=", Android reads the first and iOS the second.
func (s *Site) ways(l OfficeLead, draft, body string) (ways []Link) {
	add := func(offered bool, label, href string) {
		if offered {
			ways = append(ways, Link{label, href})
		}
	}
	words := &s.office.Card
	first, _, _ := strings.Cut(shorten(l.Name), " ")
	draft = url.PathEscape(strings.NewReplacer("[name]", first, "[service]", shorten(l.Service), "[price]", l.Price,
		"[link]", l.Link, "[reviews]", s.business.ReviewsURL).Replace(draft))
	if body != "" {
		body += draft
	}
	tel, sms := phoneLinks(l.Phone)
	add(tel != "", words.Call, tel)
	add(sms != "" && !l.NoTexts, words.Text, sms+"?&body="+draft)
	mailto := mailLink(l.Email)
	add(mailto != "", words.Email, mailto+body)
	return ways
}

// ago says how long ago something was: in minutes or hours on the same day, or as a date.
func (s *Site) ago(at, now time.Time) string {
	words := &s.office.Card.Ago
	at, now = at.In(s.Location()), now.In(s.Location())
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	switch passed := now.Sub(at); {
	case passed < time.Minute:
		return words.Now
	case passed < time.Hour:
		return counted(words.Minutes, words.Minutes, int(passed.Minutes()))
	case day(at) == day(now):
		return counted(words.Hours, words.Hours, int(passed.Hours()))
	case day(at) == day(now.AddDate(0, 0, -1)):
		return words.Yesterday
	case at.Year() == now.Year():
		return at.Format("Jan 2")
	}
	return at.Format("Jan 2, 2006")
}

// DemoOptions returns what invented requests choose from: services and times of the quote form, and ZIP codes nearby.
func (s *Site) DemoOptions() (services, timeframes, zips []string) {
	for _, zip := range slices.Sorted(maps.Keys(s.zips)) {
		if s.Area(zip).Kind == AreaYes {
			zips = append(zips, zip)
		}
	}
	if zips == nil { // without zips.csv
		zips = []string{"00000"}
	}
	return s.quote.ServiceTypes, s.quote.ServiceTimeframes, zips
}
