package wording

import (
	"strings"

	"haulfront/content/load"
)

// Office is office.yaml.
type Office struct {
	OfficeLabels

	Inbox string

	Stages, Next map[string]string

	Card struct {
		Call, Text, Email, Overdue, Photo, Photos, Again, Twin, Merge, Merged, Unmerge, Outside, Edge, Held, Stop,
		NoTexts, NoAddress, Map, Draft, ReviewDraft, FollowUpDraft, Unanswered, UnansweredDays, CallAgain, ComingDraft,
		Asked, Unpaid, UnpaidDay, UnpaidDays, UnpaidDraft, Unshown, YourPlace, Wishes, Banked, BankedMany, Ends string

		Ago struct{ Now, Minutes, Hour, Hours, Yesterday string }
	}
	ByAction map[string]Action
	Refusals map[string]string // by name

	// Notifications begin the titles of notifications.
	Notifications struct{ New, Overdue string }
	// Site are the words of the page on which users change the site, those of its forms by the names of the parts.
	Site struct {
		Tab, Title, Lead, History, Remove, Back, Gone, HomePage, Refused, ClosedToday, ClosedTomorrow string

		Booked, BookedOne string
		// Folder follows a price: what the company's folder says instead.
		Folder string `places:"[price]"`

		Parts map[string]struct {
			Title, Hint, Save string

			Fields map[string]string
			// Names are those of prices, by their keys, that are not words.
			Names map[string]string `yaml:",omitempty"`
		}
	}
	// Receipt has, by the way of payment, how the job was paid; Paid is for any other way.
	Receipt struct {
		Title, From, For, When, What, Amount, Payment, Paid, Pay string
		Payments                                                 map[string]string
	}
	Mail         struct{ Subject, Title, Lead, Action, Note, Open string }
	CustomerMail struct {
		Later, Price, FormerPrice, Included, Slots, Time, Open, See, Note, Address, AddAddress, InsteadLead,
		ChangeTitle, Change,
		ChangeByPhone, Before, Ahead, Shifted string
	}
	AnswerMail struct{ Lead, Later, Time, Former, Price, Note, Open, Call, Text string }
}

// Action is the words of an action, as office.yaml describes them; none has all.
type Action struct {
	History, Notice, ToOffice, Button, CustomerButton, Sure, Status string `yaml:",omitempty"`

	ToCustomer *Customer `yaml:",omitempty"`
	// Estimate is ToCustomer about a visit to look at the job, if that is something else.
	Estimate *Customer `yaml:",omitempty"`
}

// Customer tells the customer about an action. Subject, Title and Lead are of the mail, if there is one. If no mail
// reaches the customer, Untold on the card asks the office to send Draft as a text message.
type Customer struct {
	Subject, Title, Lead string `yaml:",omitempty"`
	Untold, Draft        string
}

// Check warns of words for a price's kind beside the price, which has them already: "about about $350".
func (o *Office) Check(d *load.Decoder) {
	texts := []*string{&o.Card.FollowUpDraft}
	for _, own := range o.ByAction {
		for _, c := range []*Customer{own.ToCustomer, own.Estimate} {
			if c != nil {
				texts = append(texts, &c.Subject, &c.Title, &c.Lead, &c.Draft)
			}
		}
	}
	for _, text := range texts {
		if strings.Contains(strings.ToLower(*text), "about [price]") {
			d.Warn(text, "wanted [price] alone, which is read as “about $350”", "the price in %q has two words", *text)
		}
	}
}
