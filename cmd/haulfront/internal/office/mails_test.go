package office

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
	"haulfront/content/load"
	"haulfront/content/rgb"
)

// sampleWords are those of the content that tests break, or compare word for word.
func sampleWords(t *testing.T) Words {
	t.Helper()
	archive, err := txtar.ParseFile(testkit.Root(t) + "/content/testdata/site.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, file := range archive.Files {
		files[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	site, err := content.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	return Words{Site: site}
}

func mailLead(values map[string]string) journal.Lead {
	l := journal.Lead{ID: "0199", Received: time.Date(2025, 10, 5, 22, 4, 0, 0, time.UTC),
		Request: quote.Request{Source: quote.SourceContact, Page: "/"}}
	for _, f := range quote.Fields() {
		f.SetText(&l.Request, values[f.Name])
	}
	return l
}

// jobID is the ID of a lead with a reference.
const jobID = "0198c4f0-0000-7000-8000-00000abcdef0"

func TestOwnerMail(t *testing.T) {
	site := sampleWords(t)
	m := site.OwnerMail(mailLead(map[string]string{
		"name": "Ann [phone]", "phone": "+1 (469) 555-0188", "serviceType": strings.Repeat("x", 200),
		"zipCode":          "near  the lake",
		"serviceTimeframe": "Today", "message": "Line 1\nLine 2",
	}))
	if want := strings.Repeat("x", maxMailValue-1) + "… · near the lake · Today"; m.Subject != want {
		t.Errorf("the subject is %q, want %q", m.Subject, want)
	}
	if want := "Ann [phone], (469) 555-0188. Line 1 Line 2"; m.Preview != want {
		t.Errorf("the preview is %q, want %q", m.Preview, want)
	}
	if m.Actions[0].Href != "tel:+14695550188" || m.Actions[1].Href != "sms:+14695550188" || len(m.Actions) != 2 {
		t.Errorf("the actions are %+v", m.Actions)
	}
	text := m.PlainText()
	for _, want := range []string{"Ann [phone] wants a quote\n", "Received Sunday, October 5 at 5:04 PM.", "Message",
		"Line 1\n    Line 2"} {
		if want == "Message" {
			want = load.Capitalize(site.Quote().Labels.Short["message"]) + ": "
		}
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// TestSummaryMail bounds the list of requests, names problems, and omits backups that it cannot know of.
func TestSummaryMail(t *testing.T) {
	site, day := (Words{Site: words()}), MailSummary{Since: mailLead(nil).Received, Until: mailLead(nil).Received}
	for range maxListed + 2 {
		day.Requests = append(day.Requests, mailLead(map[string]string{"name": "Ann [phone]", "zipCode": "75201"}))
	}
	day.Problems = []string{"The disk is full."}
	text := site.SummaryMail(day).PlainText()
	for want, n := range map[string]int{
		"52 quote requests": 1, "Dallas 75201 · Ann [phone], ": maxListed, "- 2 more: haulfront leads list": 1,
		"- The disk is full.\n": 1, "None": 0, "Last backup": 0,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("the text has %q %d times, want %d:\n%s", want, got, n, text)
		}
	}
}

// TestVisitorMail checks that the mail does not repeat values that the form does not offer.
func TestVisitorMail(t *testing.T) {
	site := sampleWords(t)
	m := site.VisitorMail(mailLead(map[string]string{
		"name": "spam", "phone": "spam", "serviceType": "spam.example", "zipCode": "75201 spam",
		"serviceTimeframe": "spam", "message": "spam",
	}), "", time.Time{})
	if text := m.Subject + m.Preview + m.PlainText(); strings.Contains(text, "spam") {
		t.Errorf("a visitor's words are repeated:\n%s", text)
	}
	if len(m.Sections) != 2 {
		t.Errorf("there are %d sections, want none of what was asked", len(m.Sections))
	}
}

// The mails about a job say where it is, with a link to a map. A customer whose address is missing is asked for it.
// Each action has words of its own, and there is no mail about any other.
func TestJobMails(t *testing.T) {
	w := Words{Site: words()}
	text := func(mail func(MailJob) (Mail, error), job MailJob) string {
		t.Helper()
		m, err := mail(job)
		if err != nil {
			t.Errorf("there is no mail about %q: %v", job.Action, err)
		}
		return m.PlainText()
	}
	job := MailJob{Action: ActionYes, Record: Record{Lead: journal.Lead{Address: "12 Elm St",
		Access: "Gate 12", Request: quote.Request{Name: "Ann", ZIPCode: "75024"}}}}
	for name, got := range map[string]string{
		"customer": text(w.CustomerMail, job), "office": text(w.AnswerMail, job)} {
		want := "12 Elm St, Plano 75024\n    https://www.google.com/maps/search/?api=1&query=12+Elm+St%2C+Plano+75024\n"
		if !strings.Contains(got, want) {
			t.Errorf("the mail to the %s lacks the address:\n%s", name, got)
		}
	}
	if got := text(w.AnswerMail, job); !strings.Contains(got, "Gate 12") {
		t.Errorf("the mail to the office does not say how to get in:\n%s", got)
	}
	job.Slot, job.Former, job.Link = "Fri, Dec 4, 9–11am", "Thu, Dec 3, 9–11am", "https://junk.test/q/token"
	says := map[string]string{
		ActionYes: "You’re booked", ActionMove: "Your pickup is moved to Fri, Dec 4, 9–11am",
		ActionCancel: "Your pickup is called off", ActionRemind: "Your pickup: Fri, Dec 4, 9–11am",
		ActionOffer: "Your pickup on Thu, Dec 3, 9–11am is called off.", ActionAsk: "New price: ",
	}
	for action := range customerMails {
		want, known := says[action]
		if !known {
			want, _, _ = strings.Cut(w.Office().ByAction[action].ToCustomer.Title, "[")
		}
		job.Action, job.Until = action, "Thu, Dec 3, 6pm"
		got, until := text(w.CustomerMail, job), "off on your page until Thu, Dec 3, 6pm."
		ends := slices.Contains([]string{ActionCancel, ActionOffer}, action)
		if !strings.Contains(got, want) || !strings.Contains(got, job.Link) ||
			known && strings.Contains(got, until) == ends {
			t.Errorf("the mail about %s says:\n%s", action, got)
		}
		job.Until = ""
		if got := text(w.CustomerMail, job); strings.Contains(got, "until") {
			t.Errorf("too late, the mail about %s says:\n%s", action, got)
		}
	}
	for _, action := range []string{"", "invoice", ActionStop} {
		m, err := w.CustomerMail(MailJob{Action: action})
		answer, answerErr := w.AnswerMail(MailJob{Action: action})
		if err == nil || answerErr == nil {
			t.Errorf("mails about %q have the subjects %q and %q", action, m.Subject, answer.Subject)
		}
	}
	w.Office().ByAction[ActionRemind].ToCustomer.Title = "You paid [amount]"
	visits := []Visit{{State: Done, Charged: 41250}}
	done := Record{Lead: journal.Lead{Stage: Done}, Visits: visits}
	paid := Notice{Event: Event{Action: ActionRemind}, Record: done}.Words(w)
	if got := text(w.CustomerMail, paid); !strings.HasPrefix(got, "You paid $412.50\n") {
		t.Errorf("the mail about a final amount says:\n%s", got)
	}
	job.Action, job.Record.Address = ActionYes, ""
	ask := w.Office().CustomerMail.AddAddress
	if got := text(w.CustomerMail, job); !strings.Contains(got, ask) {
		t.Errorf("a customer is not asked for the address:\n%s", got)
	}
	job.Action = ActionOffer
	if got := text(w.CustomerMail, job); strings.Contains(got, ask) {
		t.Errorf("an offer asks for the address:\n%s", got)
	}
}

// TestMailColors checks that mails can be read in light and in dark mail programs.
func TestMailColors(t *testing.T) {
	m := sampleWords(t).VisitorMail(mailLead(nil), "", time.Time{})
	for name, c := range map[string]MailColors{"light": m.Light, "dark": m.Dark} {
		for _, pair := range [][2]string{
			{c.Ink, c.Card}, {c.Muted, c.Card}, {c.Muted, c.Ground}, {c.OnBrand, c.Brand}, {c.Aside, c.Brand},
			{c.OnAction, c.Action},
		} {
			if got := rgb.Contrast(pair[0], pair[1]); got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.1f, want %.1f", name, pair[0], pair[1], got, 4.5)
			}
		}
	}
	if rgb.Contrast(m.Dark.Ground, "#000000") > rgb.Contrast(m.Dark.Ground, "#ffffff") {
		t.Errorf("the dark background is %s", m.Dark.Ground)
	}
}

// rowsOf returns the rows of a mail's section as "label: value (link)".
func rowsOf(section MailSection) (rows []string) {
	for _, r := range section.Rows {
		rows = append(rows, r.Label+": "+r.Value+strings.TrimSuffix(" ("+r.Href+")", " ()"))
	}
	return rows
}

// TestOwnerMailHasEverything checks the rows and links of a mail about a request that has all there can be, and about
// one that has nothing but a message.
func TestOwnerMailHasEverything(t *testing.T) {
	w := sampleWords(t)
	l := mailLead(map[string]string{"name": "Ann", "phone": "(469) 555-0188", "email": "ann@example.com",
		"serviceType": "Other", "zipCode": "75024", "serviceTimeframe": "Today",
		"message": "Two piles\n" + w.Quote().Labels.More.Contact + " Text"})
	l.ID, l.Extra.Answer.Contact, l.SpamReason = jobID, "text", "a link"
	m, src := w.OwnerMail(l), w.MailWords()
	labels, wish := &src.Owner, w.Office().Request.Prefers+": "+w.prefers("text")
	if m.Subject != "Other · Plano 75024 · Today · "+wish || m.Note != labels.Note || m.Note == "" ||
		m.Preview != "Ann, (469) 555-0188. Two piles" {
		t.Errorf("the mail is %+v", m)
	}
	var hrefs []string
	for _, action := range m.Actions {
		hrefs = append(hrefs, action.Href)
	}
	if got := strings.Join(hrefs, " "); got != "sms:+14695550188 tel:+14695550188 mailto:ann@example.com" {
		t.Errorf("the links are %s", got)
	}
	want := []string{wish, w.label("name") + ": Ann", w.label("email") + ": ann@example.com (mailto:ann@example.com)",
		w.label("phone") + ": (469) 555-0188 (tel:+14695550188)", w.label("serviceType") + ": Other",
		w.label("zipCode") + ": 75024", w.label("serviceTimeframe") + ": Today", w.label("message") + ": Two piles",
		labels.Source + ": Website Contact Form", labels.Page + ": /",
		labels.Suspect + ": a link", labels.Reference + ": " + journal.Reference(jobID), labels.ID + ": " + jobID}
	if got := rowsOf(m.Sections[0]); !slices.Equal(got, want) {
		t.Errorf("the rows are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	received := w.Quote().Labels.Received
	if w.label("serviceType") != received.Service || w.label("zipCode") != received.ZIP ||
		w.label("serviceTimeframe") != received.Timeframe {
		t.Error("rows have other labels than the visitor's confirmation")
	}
	m = w.OwnerMail(mailLead(map[string]string{"message": "Two piles", "zipCode": "10001-1234"}))
	if m.Note != "" || len(m.Actions) != 0 || len(m.Sections[0].Rows) != 5 || !strings.Contains(m.Subject,
		w.place("10001")) {
		t.Errorf("the mail about a customer who cannot be reached is %+v", m)
	}
}

// TestVisitorMailRepeatsOptions checks which of the form's values the mail to a visitor has, and what happens next.
func TestVisitorMailRepeatsOptions(t *testing.T) {
	w := sampleWords(t)
	services, timeframes := w.Quote().ServiceTypes, w.Quote().ServiceTimeframes
	l := mailLead(map[string]string{"name": "Ann", "serviceType": services[0], "zipCode": "75024-1234",
		"serviceTimeframe": timeframes[0], "message": "Two piles"})
	l.ID = jobID
	const link = "https://junk.test/q/1"
	m, src, brand := w.VisitorMail(l, link, l.Received), &w.MailWords().Visitor, w.Brand()
	by := w.AnswerBy(l.Received, l.Received, "", "75024-1234")
	if m.Subject != src.Subject || m.Title != src.Title || m.Lead != src.Lead || m.Note != src.Note || m.Preview != by {
		t.Errorf("the mail is %+v", m)
	}
	links := []content.Link{{Label: w.Office().CustomerMail.See, Href: link}, {Label: src.Call,
		Href: brand.Phone.Href},
		{Label: src.Text, Href: brand.Text.Href}}
	if !slices.Equal(m.Actions, links) {
		t.Errorf("the links are %+v, want %+v", m.Actions, links)
	}
	want := []string{w.label("serviceType") + ": " + services[0], w.label("zipCode") + ": 75024-1234",
		w.label("serviceTimeframe") + ": " + timeframes[0],
		w.Quote().Labels.Reference + ": " + journal.Reference(jobID)}
	if got := rowsOf(m.Sections[0]); !slices.Equal(got, want) || m.Sections[0].Title != src.Asked {
		t.Errorf("the rows are %q, want %q", got, want)
	}
	next := w.Quote().Labels.Next
	if got := m.Sections[1].Steps; !slices.Equal(got, append([]string{by, w.Earliest(l.Received, 0)}, next[2:]...)) ||
		m.Sections[1].Title != src.Next ||
		m.Sections[2].Text != src.ReachText {
		t.Errorf("what happens next is %q", got)
	}
	l = mailLead(map[string]string{"zipCode": "10001"})
	m = w.VisitorMail(l, link, l.Received)
	by = w.AnswerBy(l.Received, l.Received, "", "10001")
	if got, want := m.Sections[1].Steps, []string{by, w.AreaNote("10001")}; !slices.Equal(got, want) ||
		!slices.Equal(m.Actions, links) {
		t.Errorf("outside of the area, what happens next is %q, want %q", got, want)
	}
}

// TestVisitorMailLeadsToTimes checks that who can pick a time reads so, and what a request is for, as on the page.
func TestVisitorMailLeadsToTimes(t *testing.T) {
	w := Words{Site: words()}
	l := mailLead(map[string]string{"serviceType": "Other", "zipCode": "75201"})
	l.Page = plansPage
	m := w.VisitorMail(l, "https://junk.test/q/1", l.Received)
	if got := m.Actions[0].Label; got != "Pick a time" {
		t.Errorf("the first link is %q", got)
	}
	if got := rowsOf(m.Sections[0]); got[0] != "What: Subscription Junk Removal" {
		t.Errorf("the rows are %q", got)
	}
	if got := m.Sections[1].Steps; !slices.Equal(got[1:], w.Office().Customer.Steps[Estimate]) {
		t.Errorf("what happens next is %q", got)
	}
}

// TestBookedMails checks that mails about a time that a customer picked name it once, and the published price.
func TestBookedMails(t *testing.T) {
	w := Words{Site: words()}
	var r Record
	r.Stage = Booked
	r.Request = quote.Request{Page: "/", ServiceType: "Garage Cleanout", ZIPCode: "75201", Name: "Ann"}
	customer, err := w.CustomerMail(Notice{Event{Action: ActionYes, Details: "Mon"}, r}.Words(w))
	testkit.Must(t, err)
	owner, err := w.AnswerMail(Notice{Event{Action: ActionBook, Details: "Mon"}, r}.Words(w))
	testkit.Must(t, err)
	for _, m := range []Mail{customer, owner} {
		rows := strings.Join(rowsOf(m.Sections[0]), "\n")
		if !strings.Contains(rows, "rice: Usually $150–$600") || strings.Contains(rows, "Note: Mon") {
			t.Errorf("the mail %q has %q", m.Title, rows)
		}
	}
}

// TestSummarySections checks the parts of the mail about a day that has problems, and about one that has none.
func TestSummarySections(t *testing.T) {
	w := sampleWords(t)
	src, at := w.MailWords().Summary, mailLead(nil).Received
	lead := mailLead(map[string]string{"name": "Ann", "phone": "4695550188", "serviceType": "Other",
		"zipCode": "75024"})
	line := strings.NewReplacer("[time]", w.TimeWords(at), "[service]", "Other", "[place]", "Plano 75024", "[name]",
		"Ann",
		"[phone]", "(469) 555-0188").Replace(src.Request)
	steps := func(m Mail) (list []string) {
		for _, s := range m.Sections {
			list = append(append(append(list, s.Title), s.Steps...), rowsOf(s)...)
		}
		return list
	}
	m := w.SummaryMail(MailSummary{Since: at, Until: at, Requests: []journal.Lead{lead},
		Undelivered: []journal.Lead{lead},
		Suspects:    2,
		Problems:    []string{"The disk is full."}, KnowsBackups: true})
	want := []string{src.Undelivered, line, src.Requests, line, Counted(src.Suspects, src.Suspects, 2), src.Problems,
		"The disk is full.", "", src.Backup + ": " + src.NoBackup}
	if got := steps(m); !slices.Equal(got, want) || m.Preview != m.Lead || m.Note != src.Note ||
		!strings.Contains(m.Subject+m.Title+m.Lead, Counted(src.One, src.One, 1)) {
		t.Errorf("the mail has %q, want %q: %+v", got, want, m)
	}
	m = w.SummaryMail(MailSummary{Since: at, Until: at, KnowsBackups: true, LastBackup: at})
	want = []string{src.Problems, src.NoProblems, "", src.Backup + ": " + w.TimeWords(at)}
	if got := steps(m); !slices.Equal(got, want) || !strings.Contains(m.Subject+m.Title+m.Lead, src.None) {
		t.Errorf("the mail of a quiet day has %q, want %q: %+v", got, want, m)
	}
	m = w.SummaryMail(MailSummary{Since: at, Until: at, Requests: make([]journal.Lead, maxListed)})
	if n := len(m.Sections[0].Steps); n != maxListed {
		t.Errorf("of %d requests, the mail lists %d", maxListed, n)
	}
}

func TestPlainText(t *testing.T) {
	m := Mail{Title: "Title", Company: "Junk Co", Note: "Note", Actions: []content.Link{{Label: "Call", Href: "tel:1"}},
		Sections: []MailSection{{Title: "Rows", Rows: []MailRow{{"A", "1\n2", "https://a.test"}, {"B", "3", "tel:2"}}},
			{Steps: []string{"one", "two"}}, {Links: []content.Link{{Label: "8am", Href: "https://b.test"}}},
			{Text: "Text"}}}
	want := "Title\n\nCall: tel:1\n\nRows\n\nA: 1\n    2\n    https://a.test\nB: 3\n\n- one\n- two\n\n" +
		"- 8am: https://b.test\n\nText\n\n" +
		"-- \nJunk Co\nNote\n"
	if got := m.PlainText(); got != want {
		t.Errorf("PlainText() = %q, want %q", got, want)
	}
	m.Actions, m.Lead = nil, "Lead"
	if got, want := m.PlainText(), "Title\n\nLead\n\nRows\n"; !strings.HasPrefix(got, want) {
		t.Errorf("PlainText() = %q, want %q at its beginning", got, want)
	}
}

// TestAnswerMails checks the rows and links of a mail about a customer's answer.
func TestAnswerMails(t *testing.T) {
	w := sampleWords(t)
	src := &w.Office().AnswerMail
	lead := mailLead(map[string]string{"name": "Ann", "phone": "4695550188", "serviceType": "Other",
		"zipCode": "75024"})
	lead.ID = jobID
	job := MailJob{Record: Record{Lead: lead}, Action: ActionYes, Price: "$350", Former: "Thu", Note: "Gate",
		Link: "https://junk.test/office/leads/1"}
	m, err := w.AnswerMail(job)
	want := []string{src.Note + ": Gate", src.Time + ": " + src.Later, src.Former + ": Thu", src.Price + ": about $350",
		w.Quote().Labels.Reference + ": " + journal.Reference(jobID)}
	if got := rowsOf(m.Sections[0]); err != nil || !slices.Equal(got, want) ||
		m.Preview != src.Later+" · about $350 · Gate" ||
		m.Subject != m.Title+" · "+m.Lead || len(m.Actions) != 3 || m.Actions[0] != (content.Link{Label: src.Open,
		Href: job.Link}) || m.Actions[1].Href != "tel:+14695550188" || m.Actions[2].Href != "sms:+14695550188" {
		t.Errorf("the mail has %q, %v, want %q: %+v", got, err, want, m)
	}
	m, err = w.AnswerMail(MailJob{Action: ActionNo, Slot: "Fri"})
	if err != nil || m.Preview != "Fri" || len(m.Actions) != 1 || len(m.Sections[0].Rows) != 1 {
		t.Errorf("the mail about a customer who cannot be called is %+v, %v", m, err)
	}
}

// TestNotice reads the body of a mail that a journal has from before a record had the whole lead, and writes it with
// the same members: instances of both kinds may share a journal.
func TestNotice(t *testing.T) {
	const body = `{"Event":{"Actor":"ann","Action":"offer","Details":"d"},"Record":{"ID":"0198c4f0","Stage":"booked",
		"Name":"Ann","Phone":"214 555 0100","Email":"a@example.com","Service":"Other","ZIP":"75024",
		"Timeframe":"Today","SpamReason":"link","Received":"2026-11-23T12:00:00Z","Photos":2,"Again":true,"Held":true,
		"Stopped":true,"NoTexts":true,"Asked":true,"Unpaid":true,"Price":"$350","Slot":"Tue","Truck":"One",
		"Amount":"$1","Address":"12 Elm St","Access":"Gate","Answer":"yes","Prefers":"text","Job":{"low":350,
		"high":350,"included":"all","slots":["2026-11-24T08"],"quotedAt":1},"Revision":7,"Answered":1,"Closed":2,
		"Begin":3,"Changed":4,"FollowUp":5,"Consent":"consent","Undelivered":true,"StoppedBy":"bob"}}`
	var n Notice
	testkit.Must(t, json.Unmarshal([]byte(body), &n))
	n.Record.Token, n.Record.Message, n.Record.Page, n.Record.Cents = "secret", "Hi", "/", 1
	n.Record.Request.Photos = []quote.Photo{{ID: "a"}}
	written, err := json.Marshal(n)
	testkit.Must(t, err)
	var got, want any
	testkit.Must(t, errors.Join(json.Unmarshal(written, &got), json.Unmarshal([]byte(body), &want)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
