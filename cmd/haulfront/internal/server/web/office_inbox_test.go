package web_test

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
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

var cardTitle = regexp.MustCompile(
	`(data-overdue="true")?><a class="OfficeCard-title" href="/office/leads/[^"]+">([^<]*)</a>` +
		`(?:<p class="OfficeCard-flags">[^<]*</p>)?<p>(.*?)</p>(?:<p class="OfficeCard-message">[^<]*</p>)?` +
		`(?:<ul class="OfficeCard-flags">(.*?)</ul>)?` +
		`(?:<div class="OfficeCard-again">(?:<a href="[^"]+">([^<]*)</a>)?)?`)

// cards returns the cards of a page of the inbox, each as "name | flags", with "!" if it is overdue.
func cards(body string) (list []string) {
	tags := regexp.MustCompile(`</li><li>|</?li>`)
	for _, found := range cardTitle.FindAllStringSubmatch(body, -1) {
		text := found[2] + " | " + strings.Trim(tags.ReplaceAllString(found[4], ", "), ", ") + found[5]
		if found[1] != "" {
			text = "!" + text
		}
		list = append(list, text)
	}
	return list
}

// testInbox reads the inbox while requests become overdue, are answered by one tap, searched and filtered.
func testInbox(t *testing.T, u *servertest.User, clock *testkit.Clock) {
	want := func(path string, want ...string) {
		t.Helper()
		_, body := u.Want(http.StatusOK, "GET", path, nil)
		if got := cards(body); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s shows\n%q, want\n%q", path, got, want)
		}
	}
	first := u.Request("Ann Smith", "phone", "(214) 555-0101", "zipCode", "75024")
	clock.Advance(70 * time.Minute)
	u.Request("Ben Jones", "phone", "214.555.0102", "zipCode", "10001")
	twin := u.Request("Cy Young", "phone", "1 214 555 0101", "zipCode", "75201")
	_, body := u.Want(http.StatusOK, "GET", "/office", nil)
	for _, part := range []string{"tel:+12145550101",
		"sms:+12145550101?&amp;body=Hi%20Ann%2C%20this%20is%20Clear%20Acre.", ">1 hour ago<",
		">Plano 75024\u00a0·<", ">Today\u00a0·<", ">Just now<"} {
		if !strings.Contains(body, part) {
			t.Errorf("the inbox lacks %q", part)
		}
	}
	want("/office", "!Ann Smith | Waiting too long", "Cy Young | Same customer 1 hour ago:",
		"Ben Jones | Outside the area")
	want("/office?q=ann", "!Ann Smith | Waiting too long")
	want("/office?q=752", "Cy Young | Same customer 1 hour ago:")
	want("/office?q=75024", "!Ann Smith | Waiting too long")
	want("/office?q=555-0102", "Ben Jones | Outside the area")
	want("/office?q="+journal.Reference(first), "!Ann Smith | Waiting too long")
	want("/office?q=%25")
	want("/office?stage=booked")

	// Two that are one, and two again
	path := "/office/leads/" + first
	customer := "/office?customer=" + twin
	servertest.Has(t, body, `<a href="`+customer+`">Same customer 1 hour ago:</a>`,
		`<button value="`+first+`" name="merge">Merge</button>`)
	want(customer, "Cy Young | ", "!Ann Smith | Waiting too long")
	u.Want(http.StatusSeeOther, "POST", "/office/leads/"+twin, url.Values{"merge": {first}})
	want("/office", "!Ann Smith | Waiting too long", "Ben Jones | Outside the area")
	for _, address := range []string{path, "/office/leads/" + twin} {
		_, body = u.Want(http.StatusOK, "GET", address, nil)
		servertest.Has(t, body, `<h1 class="OfficeRequest-title">Ann Smith`, `href="`+path[:14]+twin+`">Cy Young</a>`,
			`<button value="on" name="unmerge">Undo the merge</button>`)
	}
	_, body = u.Want(http.StatusConflict, "POST", "/office/leads/"+twin, url.Values{"note": {"Gate 12"}})
	servertest.Has(t, body, `<h1 class="OfficeRequest-title">Ann Smith`, "Somebody else changed this",
		">Gate 12</textarea>")
	u.Want(http.StatusSeeOther, "POST", "/office/leads/"+twin, url.Values{"unmerge": {"on"}})
	want(customer, "Cy Young | ", "!Ann Smith | Waiting too long")

	// One tap
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"stage": {"contacted"}, "tapped": {"on"}})
	want("/office?stage=contacted", "Ann Smith | ")
	// The button leads back to the list.
	for _, header := range []string{"Referer", "HX-Current-URL"} {
		back, _ := u.Want(http.StatusSeeOther, "POST", path, url.Values{"stage": {"quoted"}},
			header, u.Site.URL+"/office?stage=contacted")
		if to := back.Header.Get("Location"); to != "/office?stage=contacted" {
			t.Errorf("with %s, the button leads to %q", header, to)
		}
	}
	want("/office?stage=quoted", "Ann Smith | ")
	for field, value := range map[string]string{"stage": "sold", "price": "a lot", "slots": "soon"} {
		u.Want(http.StatusUnprocessableEntity, "POST", path, url.Values{field: {value}})
	}
	u.Want(http.StatusNotFound, "POST", "/office/leads/"+uuid.NewString(), url.Values{"stage": {"lost"}})
	u.Want(http.StatusForbidden, "POST", path, url.Values{"stage": {"lost"}}, "Sec-Fetch-Site", "cross-site")
	want("/office?stage=lost")
}

// A journal that fails halfway through a page is answered like one that fails at once.
func testUnreadableJournal(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	id := u.Request("Ann")
	request, customer := "/office/leads/"+id, office.CustomerPath+u.Site.Leads(t)[0].Token
	db, err := sql.Open("sqlite", strings.Replace(u.Site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
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
			u.Want(http.StatusServiceUnavailable, "GET", path, nil)
		}
		rename("away", test.table)
	}
}
