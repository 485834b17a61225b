package content

// OfficeWords are office.yaml.
type OfficeWords struct {
	OfficeLabels

	Inbox string

	Stages, Next map[string]string

	Card struct {
		Call, Text, Email, Overdue, Photo, Photos, Again, Outside, Edge, Held, Stop, NoTexts, NoAddress, Map, Draft,
		ReviewDraft, FollowUpDraft, Unanswered, UnansweredDays, CallAgain, ComingDraft, Asked,
		Unpaid, UnpaidDay, UnpaidDays, UnpaidDraft, Unshown string

		Ago struct{ Now, Minutes, Hour, Hours, Yesterday string }
	}
	ByAction map[string]ActionWords
	Refusals map[string]string // by name

	// Notifications begin the titles of notifications.
	Notifications struct{ New, Overdue string }
	// Site are the words of the page on which users change the site, those of its forms by the names of the parts.
	Site struct {
		Tab, Title, Lead, History, Remove, Back, Gone, HomePage, Refused, ClosedToday, ClosedTomorrow string

		Booked, BookedOne string

		Parts map[string]struct {
			Title, Hint, Save string

			Fields map[string]string
		}
	}
	Mail         struct{ Subject, Title, Lead, Action, Note, Open string }
	CustomerMail struct {
		Later, Price, Included, Slots, Time, Open, See, Note, Address, AddAddress, InsteadLead, ChangeTitle, Change,
		ChangeByPhone string
	}
	AnswerMail struct{ Lead, Later, Time, Former, Price, Note, Open, Call, Text string }
}

// ActionWords are the words of an action, as office.yaml describes them; none has all.
type ActionWords struct {
	History, Notice, ToOffice, Button, CustomerButton, Sure, Status string `yaml:",omitempty"`

	ToCustomer *CustomerWords `yaml:",omitempty"`
}

// CustomerWords tell the customer about an action. Subject, Title and Lead are of the mail. If no mail reaches the
// customer, Untold on the card asks the office to send Draft as a text message.
type CustomerWords struct{ Subject, Title, Lead, Untold, Draft string }

// Office returns the words of the office.
func (s *Site) Office() *OfficeWords { return &s.office }

// OfficeComponents lists the components of the office's pages, and of the customers'.
func OfficeComponents() []string {
	return []string{"OfficeSignIn", "OfficeInbox", "OfficeRequest", "OfficeRemoval", "OfficeRetry", "OfficeWeek",
		"OfficeNew", "OfficeDay", "OfficeSite", "CustomerPage"}
}

// MailWords is mail.yaml.
type MailWords struct {
	Owner struct {
		Subject, Preview, Title, Lead, Call, Text, Reply, Page, Suspect, Reference, Note string
		// Source and ID are the labels of rows that only mails with these labels have.
		Source, ID string `yaml:",omitempty"`
	}
	Visitor struct{ Subject, Title, Lead, Asked, Next, Reach, ReachText, Call, Text, Note string }
	Summary *struct {
		Subject, Title, Lead, None, One, Many, Undelivered, Requests, Request, More, Suspects string
		Problems, NoProblems, Backup, NoBackup, Note                                          string
	} `yaml:",omitempty"`
}

// HasSummary reports whether the owner gets a summary when the office closes.
func (s *Site) HasSummary() bool { return s.mail.Summary != nil }

// MailWords returns the words of mails.
func (s *Site) MailWords() *MailWords { return &s.mail }

// QuoteOptions returns the services and the times that the quote form offers.
func (s *Site) QuoteOptions() (services, timeframes []string) {
	return s.quote.ServiceTypes, s.quote.ServiceTimeframes
}
