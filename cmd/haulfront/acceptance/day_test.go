//go:build acceptance

package acceptance

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestAcceptanceDay lives two days of a company with two trucks, on SQLite and on two copies with PostgreSQL: thirty
// requests and six calls; customers who say yes at the same time, no, and another time, who move and call off; two
// people in the office, one of them without JavaScript. In the end every job is done and paid, or lost; no truck had
// two jobs at a time, and each customer was told what happened and nothing else.
func TestAcceptanceDay(t *testing.T) {
	server := postgres.Server{Settings: []string{"fsync=off"}}
	t.Cleanup(server.Stop)
	for name, database := range map[string]string{"sqlite": postgres.SQLite(t), "postgres": server.Database(t)} {
		t.Run(name, func(t *testing.T) {
			d := openDay(t, database)
			d.takeRequests()
			d.makeOffers()
			d.takeAnswers()
			d.changeBookings()
			d.checkTrucks()
			d.work()
			d.checkMails()
		})
	}
}

// Days of the week: the office is open on Tuesday, Wednesday and Friday, and not on Thanksgiving.
var tuesday, wednesday, thanksgiving, friday = "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"

// A day is the company's: its program, its clock, and what should become of each request.
type day struct {
	t        *testing.T
	clock    fileClock
	database string
	copies   []*program.Process // of the program, with that database
	kills    int                // of copies
	mails    *testkit.SMTPServer
	cookies  [3]string // the sessions of the two people in the office, and of the crew
	mu       sync.Mutex
	stages   map[string]string   // by name: how each request ends
	told     map[string][]string // by name: the beginnings of the subjects of a customer's mails
}

func openDay(t *testing.T, database string) *day {
	d := &day{t: t, clock: fileClock{&testkit.Clock{}, filepath.Join(t.TempDir(), "clock")}, database: database,
		mails: testkit.NewSMTPServer(t), stages: map[string]string{}, told: map[string][]string{}}
	d.clock.Set(time.Date(2026, 11, 23, 10, 0, 0, 0, program.Office()))
	d.copies = make([]*program.Process, 1)
	if strings.HasPrefix(database, "postgres") {
		d.copies = make([]*program.Process, 2)
	}
	for i := range d.copies {
		d.start(i)
	}
	d.signIn()
	return d
}

// signIn begins a session of each person in the office.
func (d *day) signIn() {
	d.t.Helper()
	for i, address := range []string{"ann@example.com", "bob@example.com", "crew@example.com"} {
		response, _ := d.post(0, d.copies[0].SignInPath(d.t, d.clock.Now, address), nil)
		d.cookies[i] = response.Header.Get("Set-Cookie")
	}
}

// crew is the person with the phone on the truck.
const crew = -1

// do sends a request of a person of the office, of the crew, or of a customer with a number, to one of the copies.
func (d *day) do(person int, method, path string, form url.Values) (*http.Response, string) {
	d.t.Helper()
	session := d.cookies[len(d.cookies)-1]
	if person != crew {
		session = d.cookies[person%(len(d.cookies)-1)]
	}
	request, err := http.NewRequestWithContext(d.t.Context(), method, d.copies[max(0, person)%len(d.copies)].URL+path,
		strings.NewReader(form.Encode()))
	testkit.Must(d.t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Cookie", session)
	response, err := http.DefaultTransport.RoundTrip(request)
	testkit.Must(d.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	testkit.Must(d.t, err)
	return response, string(body)
}

func (d *day) post(person int, path string, form url.Values) (*http.Response, string) {
	d.t.Helper()
	return d.do(person, http.MethodPost, path, form)
}

// want posts a form that must succeed.
func (d *day) want(person int, path string, form url.Values) *http.Response {
	d.t.Helper()
	response, body := d.post(person, path, form)
	if response.StatusCode != http.StatusSeeOther {
		d.t.Errorf("POST %s %v = %d:\n%.2000s", path, form, response.StatusCode, body)
	}
	return response
}

// each does something for many at the same time.
func (d *day) each(n int, do func(i int)) {
	d.t.Helper()
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
	if d.t.Failed() {
		d.t.FailNow()
	}
}

// end notes how a request ends, and a mail that its customer should get.
func (d *day) end(name, stage string, subject ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if stage != "" {
		d.stages[name] = stage
	}
	d.told[name] = append(d.told[name], subject...)
}

// awaitMails waits for all mails that customers should have by now: a later one about the same request would take the
// place of one that was not sent yet.
func (d *day) awaitMails() {
	d.t.Helper()
	n := 0
	for _, subjects := range d.told {
		n += len(subjects)
	}
	if !testkit.Poll(func() bool { return len(d.customersMails()) >= n }) {
		d.t.Fatalf("customers got %d mails, want %d", len(d.customersMails()), n)
	}
	// A delivery whose lease ends with a change of the clock, before it is stored as made, is made again.
	if !testkit.Poll(func() bool { return !slices.ContainsFunc(d.copies[0].Leads(d.t), inProgress) }) {
		d.t.Fatal("deliveries stay in progress")
	}
}

func inProgress(l outbox.Lead) bool {
	return slices.ContainsFunc(l.Deliveries, func(d outbox.Delivery) bool { return d.Leased })
}

// customersMails returns the mails to customers, each once: a delivery that was interrupted is made again.
func (d *day) customersMails() []testkit.Mail {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(d.mails.All()), func(m testkit.Mail) bool {
		id := messageID.FindString(m.Data)
		again := seen[id]
		seen[id] = true
		return again || slices.Contains(m.To, "owner@clearacre.example")
	})
}

var messageID = regexp.MustCompile(`(?mi)^Message-ID:\s*<[^>]*>`)

const requests, calls = 30, 6

func customerName(i int) string { return fmt.Sprintf("Customer %02d", i) }

// leads returns all requests, by name.
func (d *day) leads() map[string]outbox.Lead {
	all := map[string]outbox.Lead{}
	for _, l := range d.copies[0].Leads(d.t) {
		all[l.Request.Name] = l
	}
	return all
}

func leadPath(l outbox.Lead) string { return "/office/leads/" + l.ID }

// takeRequests takes thirty requests of the site at once, and six calls, four of which are booked while they last.
func (d *day) takeRequests() {
	d.each(requests, func(i int) {
		form := testkit.QuoteForm(customerName(i))
		form.Set("phone", fmt.Sprintf("(214) 555-01%02d", i))
		form.Set("email", fmt.Sprintf("customer%02d@example.com", i))
		d.want(i, "/quote", form)
	})
	d.each(calls, func(i int) {
		name, slot := fmt.Sprintf("Caller %d", i), tuesday+"T07"
		form := url.Values{"key": {name}, "name": {name}, "phone": {fmt.Sprintf("(972) 555-01%02d", i)},
			"price": {"200-300"}, "stage": {office.Booked}, "slots": {slot}, "address": {"1 Oak St"},
			"email": {fmt.Sprintf("caller%d@example.com", i)}, "zipCode": {"75024"}}
		response, body := d.post(i, office.NewPath, form)
		if response.StatusCode != http.StatusSeeOther { // both trucks are taken at seven
			if !strings.Contains(body, "That time was just taken") || !strings.Contains(body, name) {
				d.t.Errorf("a booking that was refused is answered with %d:\n%.2000s", response.StatusCode, body)
			}
			form.Set("slots", wednesday+"T07")
			if response, _ = d.post(i, office.NewPath, form); response.StatusCode != http.StatusSeeOther {
				form.Del("slots")
				form.Del("stage")
				form.Del("price")
				d.want(i, office.NewPath, form)
				d.end(name, office.Lost)
				return
			}
		}
		d.end(name, office.Done, "Clear Acre: you’re booked")
	})
	if n := len(d.leads()); n != requests+calls {
		d.t.Fatalf("there are %d requests, want %d", n, requests+calls)
	}
	d.awaitMails()
}

// offered are the times that every customer may choose from: 18 places.
func offered() (slots []string) {
	for _, date := range []string{tuesday, wednesday} {
		for _, hour := range []string{"09", "11", "13", "15"} {
			slots = append(slots, date+"T"+hour)
		}
	}
	return append(slots, wednesday+"T17")
}

// makeOffers offers times to all customers but three, who are lost. Two people do it at once.
func (d *day) makeOffers() {
	all := d.leads()
	d.each(requests, func(i int) {
		l := all[customerName(i)]
		if i%10 == 0 {
			d.want(i, leadPath(l), url.Values{"stage": {office.Lost}, "lost": {"Too far"}})
			d.end(l.Request.Name, office.Lost)
			return
		}
		d.want(i, leadPath(l), url.Values{"price": {fmt.Sprint(300 + 10*i)}, "slots": offered()})
		d.end(l.Request.Name, "", "Clear Acre: your price is about $")
	})
	for name, form := range map[string]url.Values{
		"closed": {"price": {"300"}, "slots": {thanksgiving + "T09"}}, "price": {"slots": {friday + "T09"}},
	} {
		if response, body := d.post(0, leadPath(all[customerName(0)]), form); response.StatusCode != 422 ||
			!strings.Contains(body, name) {
			d.t.Errorf("an offer that cannot be made is answered with %d", response.StatusCode)
		}
	}
	d.awaitMails()
}

// takeAnswers lets all customers answer at the same time. Two say no. Each of the others takes the first time that is
// free; who finds none asks for another one, and gets one on Friday.
func (d *day) takeAnswers() {
	all := d.leads()
	yes := func(l outbox.Lead, i int, slot string) (*http.Response, string) {
		return d.post(i, office.CustomerPath+l.Token,
			url.Values{"answer": {"yes"}, "slot": {slot}, "address": {fmt.Sprint(i, " Elm St")}, "access": {"Gate 12"}})
	}
	var others []string
	d.each(requests, func(i int) {
		l := all[customerName(i)]
		switch i % 10 {
		case 0:
			return
		case 4:
			if i > 10 {
				d.want(i, office.CustomerPath+l.Token, url.Values{"answer": {"no"}})
				d.end(l.Request.Name, office.Lost)
				return
			}
		}
		for _, slot := range offered() {
			response, body := yes(l, i, slot)
			if response.StatusCode == http.StatusSeeOther {
				d.end(l.Request.Name, office.Done, "Clear Acre: you’re booked")
				return
			}
			if response.StatusCode != http.StatusConflict || !strings.Contains(body, "That time was just taken") {
				d.t.Errorf("a yes is answered with %d:\n%.2000s", response.StatusCode, body)
			}
		}
		d.want(i, office.CustomerPath+l.Token, url.Values{"answer": {"other"}})
		d.mu.Lock()
		defer d.mu.Unlock()
		others = append(others, l.Request.Name)
	})
	if want := requests - 3 - 2 - 2*len(offered()); len(others) != want {
		d.t.Fatalf("%d customers found no time, want %d", len(others), want)
	}
	d.each(len(others), func(i int) {
		l, slot := all[others[i]], fmt.Sprintf("%sT%02d", friday, 7+2*(i/2))
		d.want(i, leadPath(l), url.Values{"price": {"350"}, "date": {friday}, "hour": {slot[len(slot)-2:]}})
		d.end(l.Request.Name, "", "Clear Acre: your price is about $350")
	})
	d.awaitMails()
	d.each(len(others), func(i int) {
		l, slot := all[others[i]], fmt.Sprintf("%sT%02d", friday, 7+2*(i/2))
		if response, body := yes(l, i, slot); response.StatusCode != http.StatusSeeOther {
			d.t.Errorf("the yes for %s is answered with %d:\n%.2000s", slot, response.StatusCode, body)
		}
		d.end(l.Request.Name, office.Done, "Clear Acre: you’re booked")
	})
	d.awaitMails()
}

// changeBookings moves and calls off jobs, as customers and as the office.
func (d *day) changeBookings() {
	all := d.leads()
	booked := slices.DeleteFunc(slices.Sorted(maps.Keys(d.stages)), func(name string) bool {
		return d.stages[name] != office.Done || !strings.HasPrefix(name, "Customer")
	})
	const moved, calledOff = "Clear Acre: your pickup is moved", "Clear Acre: your pickup is called off"
	for i, change := range []struct {
		form       url.Values
		byCustomer bool
		stage      string
		subject    string
	}{
		{url.Values{"answer": {"move"}, "slot": {friday + "T15"}}, true, office.Done, moved},
		{url.Values{"answer": {"cancel"}}, true, office.Lost, calledOff},
		{url.Values{"stage": {office.Booked}, "slots": {friday + "T17"}, "price": {"400"}}, false, office.Done,
			moved},
		{url.Values{"stage": {office.Lost}}, false, office.Lost, calledOff},
	} {
		l := all[booked[i]]
		path := leadPath(l)
		if change.byCustomer {
			path = office.CustomerPath + l.Token
		}
		d.clock.Advance(time.Minute) // a change within the millisecond of an offer would be a part of it
		d.want(i, path, change.form)
		d.end(l.Request.Name, change.stage, change.subject)
		d.awaitMails()
		if change.stage == office.Lost { // an old page books nothing
			d.post(i, office.CustomerPath+l.Token, url.Values{"answer": {"yes"}, "slot": {friday + "T17"},
				"address": {"12 Elm St"}})
		}
	}
}

// checkTrucks checks that every booked job has its two hours of a truck, and that each window has two jobs at most.
func (d *day) checkTrucks() {
	d.t.Helper()
	o, err := outbox.Attach(d.t.Context(), d.database)
	testkit.Must(d.t, err)
	defer o.Close()
	var jobs, hours, crowded int
	testkit.Must(d.t, o.Reader().QueryRow(`SELECT
		(SELECT COUNT(*) FROM visits WHERE state = 'planned' AND begins_at > 0), (SELECT COUNT(*) FROM truck_hours),
		(SELECT COUNT(*) FROM
		(SELECT begins_at FROM visits WHERE state = 'planned' GROUP BY begins_at HAVING COUNT(*) > 2) AS s)`).
		Scan(&jobs, &hours, &crowded))
	want := 0
	for _, stage := range d.stages {
		if stage == office.Done {
			want++
		}
	}
	if jobs != want || hours != 2*jobs || crowded > 0 {
		d.t.Errorf("%d jobs have %d hours of trucks, and %d windows more than two; want %d jobs", jobs, hours, crowded,
			want)
	}
}

// jobs returns the names of the customers whose jobs are booked for a date, in order of time.
func (d *day) jobs(date string) (names []string) {
	d.t.Helper()
	begin, err := time.ParseInLocation(time.DateOnly, date, program.Office())
	testkit.Must(d.t, err)
	o, err := outbox.Attach(d.t.Context(), d.database)
	testkit.Must(d.t, err)
	defer o.Close()
	rows, err := o.Reader().Query(`SELECT l.name FROM visits v JOIN leads l ON l.id = v.lead_id
		WHERE v.state = 'planned' AND v.begins_at >= $1 AND v.begins_at < $2 ORDER BY v.begins_at, l.name`,
		begin.UnixMilli(), begin.AddDate(0, 0, 1).UnixMilli())
	testkit.Must(d.t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		testkit.Must(d.t, rows.Scan(&name))
		names = append(names, name)
	}
	testkit.Must(d.t, rows.Err())
	if len(names) == 0 {
		d.t.Fatalf("nothing is booked for %s", date)
	}
	return names
}

// work does the jobs of each day, before each of which customers are reminded, and closes what is left.
func (d *day) work() {
	at := func(date string, hour int) time.Time {
		t, err := time.ParseInLocation(time.DateOnly, date, program.Office())
		testkit.Must(d.t, err)
		return t.Add(time.Duration(hour) * time.Hour)
	}
	for _, day := range []struct{ date, before string }{
		{tuesday, ""}, {wednesday, tuesday}, {friday, thanksgiving},
	} {
		if day.before != "" { // at nine, the day before; what is for today was booked yesterday after nine
			d.clock.Set(at(day.before, 9))
			for _, name := range d.jobs(day.date) {
				d.end(name, "", "Clear Acre: your pickup is ")
			}
			d.awaitMails()
		}
		d.clock.Set(at(day.date, 18))
		d.finish(day.date)
	}
	for name, stage := range d.stages {
		if l := d.leads()[name]; stage == office.Lost && l.Stage != office.Lost {
			d.want(0, leadPath(l), url.Values{"stage": {office.Lost}})
		}
	}
}

// finish closes the jobs of a day: the first two in browsers, with and without JavaScript.
func (d *day) finish(date string) {
	names, all := d.jobs(date), d.leads()
	_, sheet := d.do(0, http.MethodGet, office.DayPath+"?date="+date, nil)
	if n := strings.Count(sheet, "<article"); n != len(names) ||
		strings.Index(sheet, "Truck 1") > strings.Index(sheet, "Truck 2") {
		d.t.Errorf("the day %s has %d jobs, want %d:\n%.3000s", date, n, len(names), sheet)
	}
	for i, scripts := range []bool{true, false} {
		f, job := startFirefox(d.t, 450, 900, scripts), all[names[i]]
		f.open(d.copies[i%len(d.copies)].URL + d.copies[0].SignInPath(d.t, d.clock.Now))
		f.press("main button")
		f.open(d.copies[i%len(d.copies)].URL + office.DayPath + "?date=" + date)
		if scripts { // a busy Firefox answers a form with an error page of its own while it installs the service worker
			f.run("return navigator.serviceWorker.ready.then(() => true)")
		}
		article := fmt.Sprintf("article:has([href='%s']) ", leadPath(job))
		f.press(article + "summary")
		f.do("ElementClear", map[string]string{"id": f.element(article + "[name=amount]")})
		f.write(article+"[name=amount]", "412.50")
		f.press(article + "[name=paid] option[value=card]")
		f.press(article + "[name=done]")
		f.element(article + ".OfficeDay-done")
	}
	d.each(len(names)-2, func(i int) {
		d.want(i, leadPath(all[names[i+2]]), url.Values{"done": {"on"}, "amount": {"350"}, "paid": {"cash"}})
	})
	for _, name := range names {
		d.end(name, "", "Clear Acre: your receipt, $")
	}
	d.awaitMails()
}

// checkMails checks how all requests ended, and all mails that customers got.
func (d *day) checkMails() {
	for name, l := range d.leads() {
		if l.Stage != d.stages[name] {
			d.t.Errorf("%s ends as %s, want %s", name, l.Stage, d.stages[name])
		}
		want := d.told[name]
		var got []string
		for _, m := range d.customersMails() {
			if slices.Contains(m.To, l.Request.Email) {
				got = append(got, m.Read(d.t).Subject)
			}
		}
		if !slices.EqualFunc(got, want, strings.HasPrefix) {
			d.t.Errorf("%s got the mails %q, want %q", name, got, want)
		}
	}
}
