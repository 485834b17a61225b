package office

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content"
	"haulfront/content/wording"
)

// CustomerPath begins the path of a customer's page; the customer's token follows.
const CustomerPath = "/q/"

// CustomerLink returns the address of the customer's page with a token.
func CustomerLink(base *url.URL, token string) string {
	return base.JoinPath(CustomerPath, token).String()
}

// MailJob is an offer and its answer as mails show them.
type MailJob struct {
	// Action is what happened, or "remind".
	Action string
	// Price, Amount, the final one, and Slot, the booked one, are words; they may be empty.
	Price, Amount, Included, Slot string
	// FormerPrice is the price that stands until the customer agrees to Price; empty: there is no such question.
	FormerPrice string
	// Former is the slot that was booked before; empty: none, or the same.
	Former string
	// Until is until when the customer can move or call off the job; empty: only by phone.
	Until  string
	Slots  []time.Time // the offered ones
	Ahead  []string    // the visits of a recurring job that come next
	Note   string      // of the customer
	Record Record      // of that time
	Link   string      // to the customer's page, or the request in the office
}

// A customerMail is what is special about the mail to a customer about an action, beside its words: toCustomer in
// office.yaml. Whatever it does not say, it lacks.
type customerMail struct {
	offers   bool // the price and the times of an offer, whose answer has the address
	address  bool // asks for an address that is missing
	change   bool // says how to move the job or call it off
	calendar bool // brings the calendar's file of the job
	receipt  bool // has the receipt in the place of the job
}

// customerMails are the mails to customers, by the action.
var customerMails = map[string]customerMail{
	ActionOffer:   {offers: true},
	ActionAsk:     {address: true, change: true},
	ActionYes:     {address: true, change: true, calendar: true},
	ActionMove:    {address: true, change: true, calendar: true},
	ActionRemind:  {address: true, change: true, calendar: true},
	ActionCancel:  {calendar: true},
	ActionSkip:    {change: true, calendar: true},
	ActionBank:    {change: true, calendar: true},
	ActionEnd:     {calendar: true},
	ActionDone:    {receipt: true},
	ActionReceipt: {receipt: true},
}

// daysWords says on how many days in a row an offered job is done; "" on one.
func (w Words) daysWords(r *Record) string {
	if labels := &w.Office().Request; r.Job.Days > 1 && r.State != Planned {
		return Counted(labels.Day, labels.DayMany, r.Job.Days)
	}
	return ""
}

// toCustomer returns the words to the customer of a request about an action; nil: there are none.
func (w Words) toCustomer(action string, r *Record) *wording.Customer {
	words := w.Office().ByAction[action]
	if words.Estimate != nil && r.about() == Estimate {
		return words.Estimate
	}
	return words.ToCustomer
}

// CustomerMail returns the mail to a customer about an offer or a booked job. No mail is about an unknown action.
func (w Words) CustomerMail(j MailJob) (Mail, error) {
	src, brand := &w.Office().CustomerMail, w.Brand()
	j.Price, j.FormerPrice = w.said(j.Price), w.said(j.FormerPrice)
	words := strings.NewReplacer("[price]", j.Price, "[amount]", j.Amount,
		"[slot]", cmp.Or(j.Slot, src.Later), "[former]", j.Former, "[until]", j.Until)
	about, known := customerMails[j.Action]
	own := w.toCustomer(j.Action, &j.Record)
	if !known || own == nil {
		return Mail{}, fmt.Errorf("no mail to customers is about the action %q", j.Action)
	}
	lead := w.sayVisit(own.Lead, &j.Record.Lead)
	open := src.See
	if about.offers {
		open = src.Open
	}
	if about.offers && j.Former != "" { // instead of the job that was booked
		lead, about.calendar = src.InsteadLead, true
	}
	m := w.newMail(words.Replace(own.Subject), words.Replace(own.Title), words.Replace(lead), src.Note)
	m.Preview, m.Calendar = m.Lead, about.calendar
	m.Actions = []content.Link{{Label: open, Href: j.Link}, {Label: w.MailWords().Visitor.Call, Href: brand.Phone.Href}}
	where := MailRow{Label: src.Address}
	if href := w.mapLink(&j.Record); href != "" {
		where = MailRow{src.Address, w.where(&j.Record), href}
	} else if about.address {
		where.Value = src.AddAddress
	}
	rows := []MailRow{{Label: src.Time, Value: j.Slot}, where,
		{Label: w.label("serviceType"), Value: w.service(&j.Record.Lead)},
		{Label: src.FormerPrice, Value: j.FormerPrice}, {Label: src.Price, Value: w.agreedPrice(j.Price, &j.Record)},
		{Label: w.Office().Request.Every, Value: w.everyWords(j.Record.Job.Every, j.Record.Job.Off)},
		{Label: w.Office().Request.Length, Value: w.daysWords(&j.Record)}, {Label: src.Included, Value: j.Included},
		{Label: w.Quote().Labels.Reference, Value: journal.Reference(j.Record.ID)}}
	if receipt := w.receipt(&j.Record); about.receipt && receipt != nil {
		if rows = receipt.Rows; receipt.Pay != nil { // on the customer's page, while that is so
			m.Actions[0].Label = receipt.Pay.Label
		}
	}
	m.Sections = []MailSection{{Rows: filled(rows)}}
	if about.offers && len(j.Slots) > 0 {
		m.Sections = append(m.Sections, MailSection{Title: src.Slots, Links: w.slotLinks(&j)})
	}
	if asked := &j.Record; about.address && asked.about() != Estimate {
		prepare := MailSection{Title: src.Before}
		for _, step := range w.RequestedPreparation(asked.Page, asked.ServiceType) {
			prepare.Steps = append(prepare.Steps, step.Title+". "+step.Text)
		}
		if len(prepare.Steps) > 0 {
			m.Sections = append(m.Sections, prepare)
		}
	}
	if len(j.Ahead) > 0 {
		m.Sections = append(m.Sections, MailSection{Title: src.Ahead, Steps: j.Ahead})
	}
	if about.change {
		change := src.Change
		if j.Until == "" {
			change = src.ChangeByPhone
		}
		m.Sections = append(m.Sections, MailSection{Title: src.ChangeTitle, Text: words.Replace(change)})
	}
	return m, nil
}

// slotLinks leads each offered time to the customer's page, where it is chosen. Only the page's form books it: mail
// programs follow links on their own.
func (w Words) slotLinks(j *MailJob) (links []content.Link) {
	for _, slot := range j.Slots {
		query := url.Values{"slot": {SlotValue(slot)}}
		links = append(links, content.Link{Label: w.SlotWords(slot), Href: j.Link + "?" + query.Encode() + "#slots"})
	}
	return links
}

// AnswerMail returns the mail to the office about what a customer answered or added. No mail is about any other action.
func (w Words) AnswerMail(j MailJob) (Mail, error) {
	src, r := &w.Office().AnswerMail, &j.Record
	j.Price = w.said(j.Price)
	phone := w.phone(r.Phone)
	words := strings.NewReplacer("[name]", shorten(r.Name), "[service]", w.service(&r.Lead),
		"[place]", w.place(r.ZIPCode), "[phone]", shorten(phone.Label))
	title := w.Office().ByAction[j.Action].ToOffice
	if title == "" {
		return Mail{}, fmt.Errorf("no mail to the office is about the action %q", j.Action)
	}
	m := w.newMail("", words.Replace(title), words.Replace(src.Lead), "")
	if j.Action == ActionYes {
		j.Slot = cmp.Or(j.Slot, src.Later)
	}
	m.Subject = m.Title + " · " + m.Lead
	m.Preview = strings.Trim(j.Slot+" · "+j.Price+" · "+shorten(j.Note), " ·")
	m.Actions = []content.Link{{Label: src.Open, Href: j.Link}}
	if phone.Tel != "" {
		m.Actions = append(m.Actions, content.Link{Label: words.Replace(src.Call), Href: phone.Tel})
	}
	if phone.SMS != "" {
		m.Actions = append(m.Actions, content.Link{Label: words.Replace(src.Text), Href: phone.SMS})
	}
	rows := []MailRow{{Label: src.Note, Value: j.Note}, {Label: src.Time, Value: j.Slot},
		{Label: src.Former, Value: j.Former}}
	rows = append(rows, w.addressRows(&j.Record)...)
	rows = append(rows, MailRow{Label: src.Price, Value: w.agreedPrice(j.Price, &j.Record)},
		MailRow{Label: w.Office().Request.Every, Value: w.everyWords(r.Job.Every, r.Job.Off)},
		MailRow{Label: w.Quote().Labels.Reference, Value: journal.Reference(j.Record.ID)})
	m.Sections = []MailSection{{Rows: filled(rows)}}
	return m, nil
}

// addressRows returns where a job is, with a link to a map, and how to get in.
func (w Words) addressRows(r *Record) []MailRow {
	labels := &w.Office().Request
	if r.Address == "" {
		return nil
	}
	return []MailRow{{labels.Address, w.where(r), w.mapLink(r)}, {Label: labels.Access, Value: r.Access}}
}
