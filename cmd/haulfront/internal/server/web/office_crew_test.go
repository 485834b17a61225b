package web_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// crewAnswers are what the crew get from the routes of the office that anybody has, or that are theirs. Every other one
// refuses them.
var crewAnswers = map[string]int{
	"GET /office/in/AAAA": http.StatusGone, "POST /office/in/AAAA": http.StatusGone,
	"GET /office/sign-in": http.StatusOK, "POST /office/sign-in": http.StatusOK,
	"GET /office/worker.js": http.StatusOK, "GET /office/manifest.webmanifest": http.StatusOK,
	"GET /office/calendar.ics": http.StatusNotFound, // without a user's key

	"GET /office/day": http.StatusOK, "POST /office/push": http.StatusBadRequest,
	"POST /office/leads/LEAD": http.StatusUnprocessableEntity,
}

// TestCrew signs in one of the crew, asks for every route of the office, and works a day on its sheet.
func TestCrew(t *testing.T) {
	t.Parallel()
	ann, clock := servertest.StartOffice(t, "OFFICE_CREW=Cid <cid@example.com>, BOB@example.com")
	s := ann.Site
	lead := ann.Request("Wilhelmina", "message", strings.Repeat("Another pile, behind the shed.\n", 9))
	request := "/office/leads/" + lead
	ann.Want(http.StatusSeeOther, "POST", request, url.Values{"stage": {"booked"}, "price": {"350"},
		"slots": {"2026-11-23T11"}, "address": {"12 Elm St"}})
	later := ann.Request("Friday")
	ann.Want(http.StatusSeeOther, "POST", "/office/leads/"+later, url.Values{"stage": {"booked"}, "price": {"350"},
		"slots": {"2026-11-27T11"}, "address": {"12 Elm St"}})
	path := s.SignInPath(t, clock.Now, "cid@example.com")
	cid := servertest.SignedIn(t, s, path+"?next=/office/week")
	bob := servertest.SignedIn(t, s, s.SignInPath(t, clock.Now, "bob@example.com"))
	bob.Want(http.StatusOK, "GET", "/office/week", nil) // in both settings

	table, err := os.ReadFile("routes.go")
	testkit.Must(t, err)
	routes := regexp.MustCompile(`\n\toffice\.(\w+)\("([^"]*)"`).FindAllStringSubmatch(
		strings.NewReplacer("workerPath", `"/worker.js"`, "officeManifestPath", `"/manifest.webmanifest"`).
			Replace(string(table)), -1)
	seen := 0
	for _, route := range routes {
		method, path := strings.ToUpper(route[1]), "/office"+strings.NewReplacer(":id", "LEAD", ":token", "AAAA").
			Replace(route[2])
		if strings.HasSuffix(path, "*") || path == "/office/sign-out" {
			continue
		}
		want, known := crewAnswers[method+" "+path]
		if known {
			seen++
		} else {
			want = http.StatusForbidden
		}
		_, body := cid.Want(want, method, strings.ReplaceAll(path, "LEAD", lead), nil)
		if want == http.StatusForbidden && (!strings.Contains(body, "That’s for the office. Ask there, or call") ||
			!strings.Contains(body, `href="/office/day?date=2026-11-24"`) || strings.Contains(body, "Friday")) {
			t.Errorf("%s %s refuses the crew with\n%s", method, path, body)
		}
	}
	if seen != len(crewAnswers) || len(routes) < 20 {
		t.Errorf("of %d routes, %d are the crew's, want %d", len(routes), seen, len(crewAnswers))
	}
	cid.Want(http.StatusForbidden, "GET", "/office/anything", nil)
	for date, want := range map[string]string{"2026-11-22": "Monday, November 23", "2026-11-24": "Tuesday, November 24",
		"2026-11-27": "Monday, November 23"} {
		_, page := cid.Want(http.StatusOK, "GET", "/office/day?date="+date, nil)
		servertest.Has(t, page, "<h1 class=\"OfficeDay-title\">"+want)
	}
	cid.Want(http.StatusForbidden, "POST", "/office/leads/"+later, url.Values{"note": {"x"}})
	cid.Want(http.StatusForbidden, "POST", request, url.Values{"stop": {"on"}})

	_, page := cid.Want(http.StatusOK, "GET", "/office/day", nil)
	servertest.Has(t, page, "Wilhelmina", `href="https://www.google.com/maps/search/`, `href="tel:`, `href="sms:`,
		"On our way", "Finish the job", `start=/office/day"`, ">Today</a>", ">Tomorrow</a>",
		strings.Repeat("Another pile, behind the shed.\n", 8))
	if n := strings.Count(page, "/office/leads/"); n != 1 || strings.Contains(page, `type="date"`) ||
		strings.Contains(page, `href="/office/week"`) || strings.Contains(page, "Friday") {
		t.Errorf("the sheet of the crew leads %d times to the request, and elsewhere:\n%s", n, page)
	}
	from := []string{"Referer", s.URL + "/office/day?date=2026-11-23"}
	request += "?date=2026-11-23"
	fields := url.Values{"visit": {"1"}, "done": {"on"}, "amount": {"41x"}, "paid": {"cash"}, "note": {"Dog"}}
	_, page = cid.Want(http.StatusUnprocessableEntity, "POST", request, fields, from...)
	servertest.Has(t, page, "Type the final amount", `value="41x"`, "<details class=\"OfficeForm\" open=\"\">", ">Dog<")
	fields.Set("amount", "412.50")
	response, _ := cid.Upload(request, fields, servertest.LargePhoto(t), from...)
	if to := response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther ||
		to != "/office/day?date=2026-11-23" {
		t.Errorf("the end of a job with a photograph is answered with %d, to %s", response.StatusCode, to)
	}
	response, _ = cid.Upload(request, url.Values{"visit": {"1"}, "addPhotos": {"on"}}, []byte("no photograph"), from...)
	if response.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a file that is no photograph is answered with %d", response.StatusCode)
	}
	response, _ = cid.Want(http.StatusSeeOther, "POST", request, url.Values{"visit": {"1"}, "note": {"x"}})
	if to := response.Header.Get("Location"); to != "/office/day" {
		t.Errorf("a note leads to %s", to)
	}
	_, page = cid.Want(http.StatusOK, "GET", "/office/day", nil)
	servertest.Has(t, page, "Done · final price $412.50 · Cash", "Add photos or a note", `alt="Photos 1"`)
	_, page = ann.Want(http.StatusOK, "GET", request, nil)
	servertest.Has(t, page, "<b>Cid</b> · Mon, Nov 23, 9am · Done<span>final price $412.50, Cash</span>"+
		"<span>Dog</span>",
		"To ask for a review here, set reviewsUrl in business.yaml")
	_, page = ann.Want(http.StatusOK, "GET", "/office/week", nil)
	servertest.Has(t, page, "Cid<br/>Since ")

	_, token, _ := strings.Cut(ann.Cookie, "=")
	cid.Want(http.StatusSeeOther, "POST", "/office/sign-out", url.Values{"end": {office.SessionID(token)}})
	cid.Want(http.StatusUnauthorized, "GET", "/office/day", nil)
	ann.Want(http.StatusOK, "GET", "/office/day", nil)
}
