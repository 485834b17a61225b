//go:build acceptance

package acceptance

import (
	"encoding/csv"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/company"
)

// A line is one of the book that this test keeps by hand: what a customer paid on a day, and how, or is to pay.
type line struct {
	date, name string
	dollars    int
	paid       string // empty: nothing was hauled yet
}

// TestAcceptanceBook lives nine days of a company with two trucks, and the visits of a plan after them, on SQLite and
// on two copies with PostgreSQL, each of which is killed every night, and one after every seventh change: thirty
// requests of the site and six calls, a job of two days, an estimate visit that becomes a job, a no-show, a job on
// account, a plan of which one visit is skipped and one banked, two requests that are one, customers who call off or
// have no email address, a crew, and a mail server that is down for three hours. Page, file, export, the evening's
// mail, the customers' pages and their mails say what the book says.
func TestAcceptanceBook(t *testing.T) {
	server := postgres.Server{Settings: []string{"fsync=off"}}
	t.Cleanup(server.Stop)
	for name, database := range map[string]string{"sqlite": postgres.SQLite(t), "postgres": server.Database(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &book{day: openDay(t, database)}
			b.takeOrders()
			for date := b.clock.Now(); date.Before(b.at("2026-12-02", 0)); date = date.AddDate(0, 0, 1) {
				b.live(date.Format(time.DateOnly))
			}
			b.finishPlan()
			b.compare()
			b.checkMails()
			t.Logf("copies were killed %d times in %d changes", b.kills, b.writes)
		})
	}
}

type book struct {
	*day
	lines  []line
	due    []line // of a day that is still to come
	writes int
}

// killEvery is after how many changes the copy that has just answered is killed. A delivery that it was making then is
// made again after the lease.
const (
	killEvery = 7
	lease     = 5 * time.Minute
)

// at returns an hour of a day.
func (b *book) at(date string, hour int) time.Time {
	b.t.Helper()
	day, err := time.ParseInLocation(time.DateOnly, date, program.Office())
	testkit.Must(b.t, err)
	return clock.On(day, fmt.Sprintf("%02d:00", hour))
}

// path returns that of the request of somebody in the office, and of the customer's page.
func (b *book) path(name string) (inOffice, ofCustomer string) {
	b.t.Helper()
	l, ok := b.leads()[name]
	if !ok {
		b.t.Fatalf("there is no request of %s", name)
	}
	return leadPath(l), office.CustomerPath + l.Token
}

// tell posts a form of the office about somebody's request, of whose mails the customer gets those with these subjects.
func (b *book) tell(name, form string, subjects ...string) {
	b.t.Helper()
	inOffice, _ := b.path(name)
	b.write(len(name)%2, name, inOffice, form, subjects...)
}

// answer posts a form of a customer, likewise.
func (b *book) answer(name, form string, subjects ...string) {
	b.t.Helper()
	_, ofCustomer := b.path(name)
	b.write(0, name, ofCustomer, form, subjects...)
}

func (b *book) write(person int, name, path, form string, subjects ...string) {
	b.t.Helper()
	values, err := url.ParseQuery(form)
	testkit.Must(b.t, err)
	b.clock.Advance(time.Second) // two changes within a millisecond would be one offer
	b.want(person, path, values)
	if b.writes++; b.writes%killEvery == 0 { // what was answered is done, and told
		b.start(max(0, person) % len(b.copies))
		b.clock.Advance(lease)
	}
	b.end(name, "", subjects...)
	b.awaitMails()
}

// owe notes a visit that is planned for a day, and what it will bring.
func (b *book) owe(date, name string, dollars int, paid string) {
	b.due = append(b.due, line{date, name, dollars, paid})
}

const (
	booked, isAbout  = "Clear Acre: you’re booked", "Clear Acre: your price is about $"
	moved, calledOff = "Clear Acre: your pickup is moved", "Clear Acre: your pickup is called off"
	look, remind     = "Clear Acre: we’ll come look ", "Clear Acre: your pickup is "
	receipt          = "Clear Acre: your receipt, $"
)

// workDays are the days on which jobs are booked in advance.
var workDays = []string{tuesday, wednesday, friday, "2026-11-28", "2026-11-30"}

// takeOrders takes all requests and calls on Monday, and books what customers ask for.
func (b *book) takeOrders() {
	b.each(requests, func(i int) {
		form := testkit.QuoteForm(customerName(i))
		form.Set("phone", fmt.Sprintf("(214) 555-01%02d", min(i, 28))) // the last two are one customer
		form.Set("email", fmt.Sprintf("customer%02d@example.com", i))
		b.want(i, "/quote", form)
	})
	for i := range calls {
		name, date := fmt.Sprintf("Caller %d", i), append(workDays, "2026-12-01")[i]
		form := url.Values{"key": {name}, "name": {name}, "phone": {fmt.Sprintf("(972) 555-01%02d", i)},
			"price": {"200"}, "stage": {office.Booked}, "slots": {date + "T07"}, "address": {"1 Oak St"},
			"zipCode": {"75024"}}
		if subjects := []string{booked}; i > 0 { // the first has no email address
			form.Set("email", fmt.Sprintf("caller%d@example.com", i))
			b.end(name, office.Done, subjects...)
		}
		b.end(name, office.Done)
		b.want(i, office.NewPath, form)
		b.owe(date, name, 200, "cash")
	}
	b.end(customerName(29), office.New)
	b.awaitMails()
	if _, inbox := b.do(0, http.MethodGet, office.Path, nil); !strings.Contains(inbox, "Not told yet: booked") {
		b.t.Error("nobody is asked to text the caller without an email address")
	}
	b.tell("Caller 0", "tapped=on")
	for i := range 20 {
		name, slot := customerName(i), fmt.Sprintf("%sT%02d", workDays[i%5], 9+2*(i/5))
		b.end(name, office.Done)
		if i%2 == 0 {
			b.tell(name, "price=350&slots="+slot, isAbout)
			b.answer(name, "answer=yes&address=1+Elm+St&slot="+slot, booked)
		} else {
			b.tell(name, "price=350&stage=booked&address=1+Elm+St&slots="+slot, booked)
		}
		b.owe(workDays[i%5], name, 300+i, []string{"cash", "card", "check"}[i%3])
	}
	for i, stage := range []string{office.Done, office.Done, office.Lost, office.Done, office.Done, office.Lost,
		office.Lost, office.Lost, office.Done} {
		b.end(customerName(20+i), stage)
	}
	b.tell("Customer 20", "price=900&days=2&hours=4&stage=booked&address=2+Elm+St&slots="+wednesday+"T13", booked)
	b.owe(wednesday, "Customer 20", 0, "last")
	b.owe(friday, "Customer 20", 900, "card")
	b.tell("Customer 21", "kind=estimate&stage=booked&address=3+Elm+St&slots="+tuesday+"T11", look)
	b.tell("Customer 22", "price=400&stage=booked&address=4+Elm+St&slots="+friday+"T17", booked)
	b.tell("Customer 23", "price=700&stage=booked&address=5+Elm+St&slots=2026-11-30T17", booked)
	b.owe("2026-11-30", "Customer 23", 700, "net30")
	b.tell("Customer 24", "price=300&every=2+weeks&stage=booked&address=6+Elm+St&slots="+wednesday+"T17", booked)
	b.owe(wednesday, "Customer 24", 300, "card")
	b.tell("Customer 25", "price=250&stage=booked&address=7+Elm+St&slots=2026-11-28T13", booked)
	for _, name := range []string{"Customer 26", "Customer 27"} {
		b.tell(name, "stage=lost&lost=Too+far")
	}
	b.tell("Customer 28", "price=280&stage=booked&address=8+Elm+St&slots=2026-12-01T09", booked)
	b.owe("2026-12-01", "Customer 28", 280, "cash")
	kept, _ := b.path("Customer 28")
	b.tell("Customer 29", "merge="+kept[strings.LastIndex(kept, "/")+1:])
	_, ofCustomer := b.path("Customer 29")
	if _, page := b.do(0, http.MethodGet, ofCustomer, nil); !strings.Contains(page, "You’re booked for ") {
		b.t.Errorf("the page of a request that was merged is\n%.2000s", page)
	}
	if response, _ := b.do(crew, http.MethodGet, office.Path, nil); response.StatusCode != http.StatusForbidden {
		b.t.Errorf("the crew's inbox = %d", response.StatusCode)
	}
}

// live lives a day: reminders of the next one, what happens, the end of its jobs, the evening.
func (b *book) live(date string) {
	b.restart()
	day := b.at(date, 9)
	if b.clock.Now().Before(day) {
		b.clock.Set(day)
		for _, name := range b.jobsOf(day.AddDate(0, 0, 1).Format(time.DateOnly)) {
			b.end(name, "", remind)
		}
		b.awaitMails()
	}
	switch date {
	case tuesday:
		b.clock.Set(b.at(date, 12))
		b.tell("Customer 21", "looked=on")
		b.tell("Customer 21", "price=500&slots=2026-11-28T15", isAbout)
		b.answer("Customer 21", "answer=yes&address=3+Elm+St&slot=2026-11-28T15", booked)
		b.owe("2026-11-28", "Customer 21", 500, "check")
	case wednesday:
		b.loseMailServer()
	case thanksgiving:
		b.answer("Customer 25", "answer=cancel", calledOff)
	case friday:
		b.clock.Set(b.at(date, 18))
		b.tell("Customer 22", "noShow=on")
	case "2026-11-28":
		b.answer("Customer 24", "answer=skip&visit=2", "Clear Acre: no pickup Wed, Dec 9, 5–7pm")
	}
	b.clock.Set(b.at(date, 18))
	b.finishDay(date)
}

// restart kills each copy and starts another one.
func (b *book) restart() {
	for i := range b.copies {
		b.start(i)
	}
}

// loseMailServer moves a job while the mail server refuses all mails. Its customer gets that mail three hours later.
func (b *book) loseMailServer() {
	b.mails.Script(testkit.Answer(testkit.AtGreeting, "421 down"))
	inOffice, _ := b.path("Customer 28")
	before := len(b.customersMails())
	b.want(0, inOffice, url.Values{"price": {"280"}, "stage": {office.Booked}, "slots": {"2026-12-01T11"}})
	for range 3 {
		b.clock.Advance(time.Hour)
		b.awaitMails()
	}
	if n := len(b.customersMails()); n != before {
		b.t.Errorf("a server that is down took %d mails", n-before)
	}
	b.mails.Script(nil)
	b.end("Customer 28", "", moved)
	b.clock.Advance(2 * time.Hour)
	b.awaitMails()
}

// jobsOf returns the names of those whose visits are planned for a day.
func (b *book) jobsOf(date string) (names []string) {
	for _, l := range b.due {
		if l.date == date {
			names = append(names, l.name)
		}
	}
	switch date {
	case friday:
		names = append(names, "Customer 22")
	case "2026-12-23", "2027-01-06":
		names = append(names, "Customer 24")
	}
	return names
}

// finishDay closes all jobs of a day, and writes them into the book.
func (b *book) finishDay(date string) {
	sum, jobs := 0, 0
	since := b.clock.Now().Add(-time.Minute)
	b.due = slices.DeleteFunc(b.due, func(l line) bool {
		if l.date != date {
			return false
		}
		var subjects []string
		if l.paid != "last" && l.name != "Caller 0" {
			subjects = append(subjects, receipt)
		}
		form := url.Values{"done": {"on"}, "paid": {l.paid}, "amount": {strconv.Itoa(l.dollars)}}
		inOffice, _ := b.path(l.name)
		b.write(len(b.lines)%3-1, l.name, inOffice, form.Encode(), subjects...) // a third by the crew
		b.lines = append(b.lines, l)
		sum, jobs = sum+l.dollars, jobs+1
		return true
	})
	if jobs == 0 {
		return
	}
	b.each(1, func(int) {
		o, done := b.office()
		defer done()
		evening, err := o.Evening(b.t.Context(), since, b.clock.Now().Add(time.Minute))
		testkit.Must(b.t, err)
		mail := office.Words{Site: program.Words()}.SummaryMail(office.MailSummary{Since: since, Until: b.clock.Now(),
			Evening: evening})
		want := fmt.Sprintf("%d jobs done, %s · ", jobs, company.Dollars(sum))
		if jobs == 1 {
			want = "1 job done, " + company.Dollars(sum)
		}
		if !strings.Contains(mail.Subject, want) {
			b.t.Errorf("the evening of %s has the subject %q, want %q", date, mail.Subject, want)
		}
	})
}

// office opens the journal beside the copies.
func (b *book) office() (o *office.Office, done func()) {
	j, err := outbox.Attach(b.t.Context(), b.database)
	testkit.Must(b.t, err)
	return office.Open(office.Config{Journal: j.Journal, Now: b.clock.Now, Words: func() *content.Site {
		return program.Words()
	}}), func() { testkit.Must(b.t, j.Close()) }
}

// finishPlan makes the visits of the plan after the ninth day: one was skipped, one is banked and taken again, and with
// the end the last one comes.
func (b *book) finishPlan() {
	b.clock.Set(b.at("2026-12-22", 8))
	b.signIn() // the sessions of November are over
	for _, date := range []string{"2026-12-23", "2027-01-06"} {
		b.clock.Set(b.at(date, 9).AddDate(0, 0, -1))
		b.end("Customer 24", "", remind)
		b.awaitMails()
		b.clock.Set(b.at(date, 19))
		b.owe(date, "Customer 24", 320, "card")
		b.finishDay(date)
	}
	b.answer("Customer 24", "answer=bank&visit=5", "Clear Acre: you banked the pickup Wed, Jan 20, 5–7pm")
	b.answer("Customer 24", "answer=book&slot=2027-01-08T09", booked)
	b.answer("Customer 24", "answer=end", "Clear Acre: your plan ends")
	b.clock.Set(b.at("2027-01-08", 12))
	b.owe("2027-01-08", "Customer 24", 240, "cash")
	b.finishDay("2027-01-08")
}

// compare compares the book with what the pages, the file and the export say.
func (b *book) compare() {
	var want []string
	weeks := map[string][]line{}
	for _, l := range b.lines {
		want = append(want, fmt.Sprintf("%s %s %d.00 %s", l.date, l.name, l.dollars, l.paid))
		day := b.at(l.date, 0)
		monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
		weeks[monday] = append(weeks[monday], l)
	}
	slices.Sort(want)
	var files []string
	for monday, lines := range weeks {
		sum, ways := 0, map[string]int{}
		for _, l := range lines {
			sum += l.dollars
			ways[l.paid] += l.dollars
		}
		_, page := b.do(0, http.MethodGet, office.WeekPath+"?date="+monday, nil)
		for _, dollars := range append(slices.Collect(maps.Values(ways)), sum) {
			if dollars > 0 && !strings.Contains(page, company.Dollars(dollars)) {
				b.t.Errorf("the week of %s lacks %s of %v", monday, company.Dollars(dollars), ways)
			}
		}
		_, file := b.do(1, http.MethodGet, office.WeekJobsPath+"?date="+monday, nil)
		files = append(files, b.paidJobs(file)...)
	}
	slices.Sort(files)
	if !slices.Equal(files, want) {
		b.t.Errorf("the weeks' files say\n%s\nwant\n%s", strings.Join(files, "\n"), strings.Join(want, "\n"))
	}
	out, err := exec.Command(builtProgram(b.t), "jobs", "export", "--database-url="+b.database).Output()
	testkit.Must(b.t, err)
	if exported := b.paidJobs(string(out)); !slices.Equal(exported, want) {
		b.t.Errorf("the export says\n%s\nwant\n%s", strings.Join(exported, "\n"), strings.Join(want, "\n"))
	}
	for _, l := range b.lines {
		if strings.HasPrefix(l.date, "2027") || l.paid == "last" || l.name == "Customer 24" {
			continue
		}
		l.dollars = max(l.dollars, 1)
		_, ofCustomer := b.path(l.name)
		response, page := b.do(0, http.MethodGet, ofCustomer, nil)
		if response.StatusCode == http.StatusOK && !strings.Contains(page, company.Dollars(l.dollars)) {
			b.t.Errorf("the page of %s does not say %s", l.name, company.Dollars(l.dollars))
		}
	}
	_, unpaid := b.do(0, http.MethodGet, office.Path+"?stage=unpaid", nil)
	if strings.Count(unpaid, "Not paid for ") != 1 || !strings.Contains(unpaid, "Customer 23") {
		b.t.Errorf("not paid is not Customer 23 alone:\n%.2000s", unpaid)
	}
}

// paidJobs returns the rows of a CSV of jobs that were paid, or are to be, in order.
func (b *book) paidJobs(file string) (rows []string) {
	b.t.Helper()
	records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	testkit.Must(b.t, err)
	for _, r := range records[1:] {
		if amount, paid := r[9], r[10]; paid != "" {
			rows = append(rows, fmt.Sprintf("%s %s %s %s", r[0], r[2], amount, paid))
		}
	}
	slices.Sort(rows)
	return rows
}
