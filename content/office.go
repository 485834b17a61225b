package content

import "fmt"

// OfficePath is the beginning of the paths of the office.
const OfficePath = "/office"

// officeFile is the file of [OfficeWords]. Content from before the office lacks it, and has the built-in words.
const officeFile = "office.yaml"

// OfficeWords are office.yaml.
type OfficeWords struct {
	Inbox, SignOut string

	Week OfficeWeekWords

	// Live are the labels of what the pages' script adds.
	Live struct{ Sound, Notify, Offline string }

	// Notifications begin the titles of notifications.
	Notifications struct{ New, Overdue string }

	SignIn struct{ Title, Lead, Email, Send, Sent, Ended, TooMany, NoMail string }
	Mail   struct{ Subject, Title, Lead, Action, Note string }
}

// OfficeWeekWords are the words of the week's figures.
type OfficeWeekWords struct {
	Tab, Title, Earlier, Later, Download, Numbers, Before   string
	Week, Requests, Answer, Answered, Booked, Done, Dollars string
	Source, Town, Service                                   string
}

// Office returns the words of the office.
func (s *Site) Office() *OfficeWords { return &s.office }

// OfficeComponents lists the components of the office's pages, and of the customers'.
func OfficeComponents() []string { return []string{"OfficeSignIn", "OfficeWeek"} }

// OfficeLayout returns the layout of a page of the office, without its files.
func (s *Site) OfficeLayout(title string) OfficeLayout {
	return OfficeLayout{
		Title: fmt.Sprintf("%s | %s", title, s.business.ShortName), Company: s.business.ShortName, Tabs: []OfficeTab{},
		Theme: s.color("forest"), SignOut: s.office.SignOut,
		Sound: s.office.Live.Sound, Notify: s.office.Live.Notify, Offline: s.office.Live.Offline,
	}
}

// SignInMail returns the mail with a link that signs somebody in.
func (s *Site) SignInMail(link string) Mail {
	words := &s.office.Mail
	m := s.newMail(words.Subject, words.Title, words.Lead, words.Note)
	m.Preview, m.Actions = words.Lead, []Link{{words.Action, link}}
	return m
}
