package server_test

import (
	"database/sql"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// officeNow is a Monday at 9 in the morning, in the office's time.
var officeNow = time.Date(2026, 11, 23, 9, 0, 0, 0, program.Office())

// startOffice serves a site with an office at a standing clock, and returns a signed-in user.
func startOffice(t *testing.T, settings ...string) (*officeUser, *testkit.Clock) {
	t.Helper()
	s, clock := program.NewSite(t), testkit.NewClock(officeNow)
	settings = append(settings, "OFFICE_USERS=Ann <ann@example.com>, Bob <bob@example.com>")
	set := program.Settings(t, append(s.Settings(), settings...)...)
	servertest.Serve(t, s, set, clock.Now)
	return signedIn(t, s, s.SignInPath(t, clock.Now)), clock
}

// request posts a quote request and returns its ID.
func (u *officeUser) request(name string, fields ...string) string {
	u.t.Helper()
	form := testkit.QuoteForm(name)
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	if answer, _ := u.site.Post(u.t, form); answer.StatusCode != http.StatusSeeOther {
		u.t.Fatalf("the quote is answered with %d", answer.StatusCode)
	}
	for _, l := range u.site.Leads(u.t) {
		if l.Request.Name == name {
			return l.ID
		}
	}
	u.t.Fatalf("there is no lead of %s", name)
	return ""
}

var cardTitle = regexp.MustCompile(
	`(data-overdue="true")?><a class="OfficeCard-title" href="/office/leads/[^"]+">([^<]*)</a>` +
		`(?:<p class="OfficeCard-flags">[^<]*</p>)?<p>(.*?)</p>(?:<p class="OfficeCard-message">[^<]*</p>)?` +
		`(?:<ul class="OfficeCard-flags">(.*?)</ul>)?`)

// cards returns the cards of a page of the inbox, each as "name | flags", with "!" if it is overdue.
func cards(body string) (list []string) {
	tags := regexp.MustCompile(`</li><li>|</?li>`)
	for _, found := range cardTitle.FindAllStringSubmatch(body, -1) {
		text := found[2] + " | " + strings.Trim(tags.ReplaceAllString(found[4], ", "), ", ")
		if found[1] != "" {
			text = "!" + text
		}
		list = append(list, text)
	}
	return list
}

// TestOfficeInbox reads the inbox while requests become overdue, are answered by one tap, searched and filtered.
func TestOfficeInbox(t *testing.T) {
	t.Parallel()
	u, clock := startOffice(t)
	want := func(path string, want ...string) {
		t.Helper()
		_, body := u.want(http.StatusOK, "GET", path, nil)
		if got := cards(body); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s shows\n%q, want\n%q", path, got, want)
		}
	}
	first := u.request("Ann Smith", "phone", "(214) 555-0101", "zipCode", "75024")
	clock.Advance(70 * time.Minute)
	u.request("Ben Jones", "phone", "214.555.0102", "zipCode", "10001")
	u.request("Cy Young", "phone", "1 214 555 0101", "zipCode", "75201")
	_, body := u.want(http.StatusOK, "GET", "/office", nil)
	for _, part := range []string{"tel:+12145550101",
		"sms:+12145550101?&amp;body=Hi%20Ann%2C%20this%20is%20Clear%20Acre.", ">1 hour ago<",
		">Plano 75024\u00a0·<", ">Today\u00a0·<", ">Just now<"} {
		if !strings.Contains(body, part) {
			t.Errorf("the inbox lacks %q", part)
		}
	}
	want("/office", "!Ann Smith | Waiting too long", "Cy Young | Same phone before", "Ben Jones | Outside the area")
	want("/office?q=ann", "!Ann Smith | Waiting too long")
	want("/office?q=752", "Cy Young | Same phone before")
	want("/office?q=75024", "!Ann Smith | Waiting too long")
	want("/office?q=555-0102", "Ben Jones | Outside the area")
	want("/office?q="+journal.Reference(first), "!Ann Smith | Waiting too long")
	want("/office?q=%25")
	want("/office?stage=booked")

	// One tap
	path := "/office/leads/" + first
	u.want(http.StatusSeeOther, "POST", path, url.Values{"stage": {"contacted"}, "tapped": {"on"}})
	want("/office?stage=contacted", "Ann Smith | ")
	// The button leads back to the list.
	for _, header := range []string{"Referer", "HX-Current-URL"} {
		back, _ := u.want(http.StatusSeeOther, "POST", path, url.Values{"stage": {"quoted"}},
			header, u.site.URL+"/office?stage=contacted")
		if to := back.Header.Get("Location"); to != "/office?stage=contacted" {
			t.Errorf("with %s, the button leads to %q", header, to)
		}
	}
	want("/office?stage=quoted", "Ann Smith | ")
	for field, value := range map[string]string{"stage": "sold", "price": "a lot", "slots": "soon"} {
		u.want(http.StatusUnprocessableEntity, "POST", path, url.Values{field: {value}})
	}
	u.want(http.StatusNotFound, "POST", "/office/leads/"+uuid.NewString(), url.Values{"stage": {"lost"}})
	u.want(http.StatusForbidden, "POST", path, url.Values{"stage": {"lost"}}, "Sec-Fetch-Site", "cross-site")
	want("/office?stage=lost")
}

// TestOfficeOfThousands pages through ten thousand requests. A page has 40 KB at most.
func TestOfficeOfThousands(t *testing.T) {
	t.Parallel()
	u, _ := startOffice(t)
	const n = 10_000
	u.site.FillJournal(t, n, officeNow)
	response, body := u.want(http.StatusOK, "GET", "/office", nil)
	measure := func(path string) (body string) {
		best := time.Hour // of a few: other tests run beside this one
		for range 3 {
			began := time.Now()
			_, body = u.want(http.StatusOK, "GET", path, nil)
			best = min(best, time.Since(began))
		}
		t.Logf("%s of %d requests has %d bytes and takes %v", path, n, len(body), best)
		return body
	}
	for _, path := range []string{"/office", "/office?q=Number+77", "/office?q=nowhere"} {
		measure(path)
	}
	if len(body) > 40_000 || response.Header.Get("Content-Encoding") != "" {
		t.Errorf("the board has %d bytes", len(body))
	}
	// A day of two trucks, with four photographs for each job, after thousands of jobs that are done.
	db, err := sql.Open("sqlite", strings.Replace(u.site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	for _, statement := range []string{
		`UPDATE leads SET slot = 1795413600000 + (rowid - 9964) * 2400000, address = '1200 Elm Street, Unit 4',
			access = 'Gate code 1234, park behind' WHERE stage IN ('booked', 'done')`, // the last 36 rows on one day
		`UPDATE leads SET stage = 'done' WHERE slot > 0 AND slot < 1795413600000`,
		`INSERT INTO photos (id, lead_id, place, width, height, bytes) SELECT substr(l.id, 1, 25) || p.value, l.id,
			p.value, 1200, 900, 1 FROM leads l, json_each('[1,2,3,4]') p WHERE slot >= 1795413600000`,
	} {
		_, err = db.ExecContext(t.Context(), statement)
		testkit.Must(t, err)
	}
	body = measure("/office/day")
	jobs := strings.Count(body, "OfficeDay-job")
	if len(body) > 40_000 || jobs != 12 {
		t.Errorf("the day has %d jobs and %d bytes", jobs, len(body))
	}
	next := regexp.MustCompile(`OfficeInbox-more" href="([^"]+)">Show more`)
	seen, pages := map[string]bool{}, 0
	for path := "/office?stage=lost"; path != ""; pages++ {
		_, body := u.want(http.StatusOK, "GET", path, nil)
		for _, card := range cards(body) {
			seen[card] = true
		}
		path = ""
		if found := next.FindStringSubmatch(body); found != nil {
			path = strings.ReplaceAll(found[1], "&amp;", "&")
		}
		if len(body) > 40_000 {
			t.Fatalf("page %d has %d bytes", pages, len(body))
		}
	}
	if want := n / 6; len(seen) != want || pages != (want+24)/25 {
		t.Errorf("%d requests on %d pages, want %d", len(seen), pages, want)
	}
}

// A journal that fails halfway through a page is answered like one that fails at once.
func TestUnreadableJournal(t *testing.T) {
	t.Parallel()
	u, _ := startOffice(t)
	id := u.request("Ann")
	request, customer := "/office/leads/"+id, office.CustomerPath+u.site.Leads(t)[0].Token
	db, err := sql.Open("sqlite", strings.Replace(u.site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	for _, test := range []struct {
		table string
		paths []string
	}{
		{"events", []string{request, customer}},
		{"photos", []string{"/office", request, customer}},
		{"deliveries", []string{"/office", "/office?q=Ann", request, customer}},
		{"leads", []string{"/office/week", request + "/remove"}},
	} {
		rename := func(from, to string) {
			t.Helper()
			_, err := db.ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to)
			testkit.Must(t, err)
		}
		rename(test.table, "away")
		for _, path := range test.paths {
			u.want(http.StatusServiceUnavailable, "GET", path, nil)
		}
		rename("away", test.table)
	}
}
