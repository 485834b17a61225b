package web_test

import (
	"database/sql"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// testRequest takes a request from its arrival to the end. Two people at once: the second one sees what the first
// did, and keeps what was typed.
func testRequest(t *testing.T, u *servertest.User, clock *testkit.Clock) {
	u.Request("Ann Smith", "message", "Two piles <b>behind</b> the shed", "email", "ann@example.com")
	id := u.Site.Leads(t)[0].ID
	path := "/office/leads/" + id
	post := func(status int, form url.Values) string {
		t.Helper()
		_, body := u.Want(status, "POST", path, form)
		return body
	}
	_, body := u.Want(http.StatusOK, "GET", path, nil)
	if after := regexp.MustCompile(`"OfficeRequest-after"[^>]*><input type="hidden" name="revision" value="0"`); !after.
		MatchString(body) {
		t.Error("the form of the other buttons has no revision")
	}
	servertest.Has(t, body, "Two piles &lt;b&gt;behind&lt;/b&gt; the shed", journal.Reference(id),
		"mailto:ann@example.com",
		`name="revision" value="0"`, "Mon, Nov 23, 11am–1pm",
		"<summary>Do not contact</summary><p>The office sends this number nothing more")

	clock.Advance(5 * time.Minute)
	post(http.StatusSeeOther, url.Values{"stage": {"contacted"}, "tapped": {"on"}}) // on the page that is open
	post(http.StatusSeeOther, url.Values{"note": {"Gate code 12"}, "revision": {"0"}})
	body = post(http.StatusConflict, url.Values{"note": {"Call after 5"}, "revision": {"0"}})
	servertest.Has(t, body, "Somebody else changed this request", "Gate code 12", ">Call after 5</textarea>",
		`value="2"`)
	if _, inbox := u.Want(http.StatusOK, "GET", "/office", nil); !strings.Contains(inbox, `name="revision" value="2"`) {
		t.Error("the button of a card overwrites what it was not made for")
	}
	body = post(http.StatusUnprocessableEntity, url.Values{"price": {"about 300"}, "slots": {"2026-11-24T08"}})
	servertest.Has(t, body, "That price can’t be read", `value="about 300"`, `checked="" value="2026-11-24T08"`)
	late := url.Values{"price": {"300"}, "slots": {"2026-11-24T17"}, "hours": {"4"}}
	body = post(http.StatusUnprocessableEntity, late)
	servertest.Has(t, regexp.MustCompile(`</?span[^>]*>`).ReplaceAllString(body, ""),
		"Tue, Nov 24, 5–7pm: a job of 4 hours would end at 9pm, and you close at 7pm.", `selected="">4 hours`)
	post(http.StatusUnprocessableEntity, url.Values{"stage": {""}})
	long := strings.Repeat("a", 5001)
	if body := post(http.StatusUnprocessableEntity, url.Values{"note": {long}}); !strings.Contains(body, long) {
		t.Error("a note that is too long is not kept in its form")
	}

	post(http.StatusSeeOther, url.Values{"price": {"$350-450"}, "slots": {"2026-11-24T10", "2026-11-24T08"},
		"included": {"Two people, a full truck"}})
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, "$350–$450", "Tue, Nov 24, 8–10am", ">Two people, a full truck</textarea>",
		`checked="" value="2026-11-24T08"`,
		`<button value="quoted" disabled=""`, "On their page since Mon, Nov 23, 9:05am, not emailed",
		"<b>Ann</b> · Mon, Nov 23, 9:05am · Note")
	body = post(http.StatusConflict, url.Values{"note": {"Call after 5"}, "revision": {"0"}})
	servertest.Has(t, body, `value="350–450"`, ">Two people, a full truck</textarea>",
		`checked="" value="2026-11-24T08"`)
	// A tap on an old page does not move it back.
	post(http.StatusSeeOther, url.Values{"stage": {"contacted"}, "tapped": {"on"}})
	post(http.StatusSeeOther, url.Values{"stage": {"lost"}, "lost": {"Went with another company"}})
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, `<button value="lost" disabled=""`, "Went with another company", "Called or wrote")
	if _, contacted := u.Want(http.StatusOK, "GET", "/office?stage=contacted", nil); len(cards(contacted)) > 0 {
		t.Error("the tap moved the request back")
	}
	body = post(http.StatusConflict, url.Values{"replay": {"on"}})
	servertest.Has(t, body, `value="350–450"`, `value="Went with another company"`)
	post(http.StatusConflict, url.Values{"release": {"on"}})
	u.Want(http.StatusNotFound, "GET", "/office/leads/unknown", nil)
}

// testQuarantine releases a request from quarantine, sends one again, and removes a person with all requests.
func testQuarantine(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	u.Site.Webhook.Set(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	form := testkit.QuoteForm("Sam Spam")
	form.Set("subject", "https://spam.example") // the honeypot
	form.Set("phone", "214-555-0155")
	u.Site.Post(t, form)
	id := u.Site.Leads(t)[0].ID
	path := "/office/leads/" + id
	_, body := u.Want(http.StatusOK, "GET", "/office", nil)
	servertest.Has(t, body, "Held 1", "Held as spam: ")
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, `name="release"`, "Held as spam: ")
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"release": {"on"}})
	u.Site.Log.Wait(t, "delivery failed")
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, "Released", `name="replay"`)
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"replay": {"on"}})

	u.Site.Webhook.Set(func(http.ResponseWriter, *http.Request) {})
	u.Request("Sam Spam Jr", "phone", "+1 214 555 0155", "email", "sam@example.com")
	u.Request("Sam Elsewhere", "phone", "(214) 555-0156", "email", "SAM@example.com")
	u.Request("Someone Else", "phone", "(214) 555-0157")
	_, body = u.Want(http.StatusOK, "GET", path+"/remove", nil)
	servertest.Has(t, body, "Sam Spam, Other", "Sam Spam Jr, Other")
	for _, name := range []string{"Sam Elsewhere", "Someone Else"} {
		if strings.Contains(body, name) {
			t.Errorf("%s would be removed", name)
		}
	}
	u.Want(http.StatusSeeOther, "POST", path+"/remove", nil)
	u.Want(http.StatusNotFound, "GET", path, nil)
	var left []string
	for _, l := range u.Site.Leads(t) {
		left = append(left, l.Request.Name)
	}
	if got := strings.Join(left, ", "); got != "Someone Else, Sam Elsewhere" {
		t.Errorf("left are %s", got)
	}
}

// TestOfficeNew enters a call: a rejected form keeps what was typed, two presses make one request, other systems get
// it, and nobody is mailed that it came.
func TestOfficeNew(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	s := servertest.Start(t, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example", "ACKNOWLEDGE=on",
		"OFFICE_USERS=Ann <ann@example.com>")
	u := servertest.SignedIn(t, s, commandLink(t, s))
	_, body := u.Want(http.StatusOK, "GET", "/office/new", nil)
	for _, f := range quote.Fields() {
		servertest.Has(t, body, ` name="`+f.Name+`"`)
	}
	servertest.Has(t, body, `name="key" value="`, "<option>Repeat</option>")
	form := url.Values{"key": {"k"}, "phone": {"(972) 555-0177"}, "email": {"maria@example.com"},
		"message": {"A <sofa>"}, "address": {"12 Elm St"}, "access": {"Gate 4711"}, "price": {"350"},
		"source": {"Repeat"}}
	_, body = u.Want(http.StatusUnprocessableEntity, "POST", "/office/new", form)
	servertest.Has(t, body, "Add a name and a phone number.", `name="key" value="k"`, `value="(972) 555-0177"`,
		"A &lt;sofa&gt;</textarea>", `value="Gate 4711"`, `value="350"`, `<option selected="">Repeat</option>`)
	form.Set("name", "Maria")
	form.Del("price")
	for range 2 {
		response, _ := u.Want(http.StatusSeeOther, "POST", "/office/new", form)
		if to := response.Header.Get("Location"); to != "/office/leads/"+s.Leads(t)[0].ID {
			t.Errorf("the form leads to %s", to)
		}
	}
	leads := s.Leads(t)
	if len(leads) != 1 {
		t.Fatalf("two presses make %d requests", len(leads))
	}
	for kind, want := range map[outbox.Kind]outbox.Status{outbox.Webhook: outbox.Delivered,
		outbox.Email: outbox.Skipped, outbox.OwnerMail: outbox.Skipped, outbox.VisitorMail: outbox.Skipped} {
		if got := leads[0].Delivery(kind).Status; got != want {
			t.Errorf("the delivery %s is %s, want %s", kind, got, want)
		}
	}
	if body := leads[0].Delivery(outbox.Webhook).Body; strings.Contains(body, "Elm") || strings.Contains(body, "4711") {
		t.Errorf("the webhook got the address: %s", body)
	}
	_, body = u.Want(http.StatusOK, "POST", "/office/new", url.Values{"find": {"on"}, "phone": {"+1 972 555 0177"}})
	servertest.Has(t, body, "Earlier requests from this number", leads[0].ID, `value="Maria"`, `value="12 Elm St"`)
	if log := s.Log.String(); regexp.MustCompile(`Elm|555\D{0,2}0177|ERROR`).MatchString(log) { // IDs may have 0177
		t.Errorf("the log is\n%s", log)
	}
}

// TestOfficeMailDown makes an offer while the mail server refuses mails for a day: the office says so until they are
// delivered, with promises that are made then.
func TestOfficeMailDown(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	server.Script(testkit.Answer(testkit.AtFrom, "421 4.3.2 shutting down"))
	u, clock := servertest.StartOffice(t, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example",
		"ACKNOWLEDGE=on")
	id := u.Request("Ann Smith", "email", "ann@example.com")
	path := "/office/leads/" + id
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"price": {"350"}, "slots": {"2026-11-27T10"}})
	for _, kind := range []outbox.Kind{outbox.OwnerMail, outbox.VisitorMail, outbox.CustomerMail} {
		u.Site.Log.Wait(t, `msg="delivery failed" lead=`+id+" kind="+string(kind))
	}
	_, body := u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, ">Not delivered yet<")
	if strings.Contains(body, "Sent Mon") {
		t.Error("the page says that the offer was sent")
	}
	_, body = u.Want(http.StatusOK, "GET", "/office", nil)
	servertest.Has(t, body, ">3 messages aren’t delivered yet. We’ll keep trying.<")

	server.Script(nil)
	clock.Advance(25 * time.Hour)
	promised := false
	for _, m := range server.Wait(t, 3) {
		text := m.Read(t).Text
		promised = promised || strings.Contains(text, "by 11am today")
		if strings.Contains(text, "by 10am today") {
			t.Errorf("a mail has the promise of the day before:\n%s", text)
		}
	}
	if !promised {
		t.Error("no mail has a promise that can be kept")
	}
	u.Site.Log.Wait(t, "kind=owner status=250")
	u.Site.Log.Wait(t, "kind=visitor status=250")
	u.Site.Log.Wait(t, "kind=customer status=250")
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, "Sent Mon, Nov 23, 9am")
	if strings.Contains(body, "delivered yet") {
		t.Error("the page says that a mail is not delivered")
	}
}

// testDay ends a job on the page of its day, to which every form returns, and adds a photograph of the crew.
func testDay(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	path := "/office/leads/" + u.Request("Ann Smith", "message", "Two piles\nbehind the shed")
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"price": {"350"}, "slots": {"2026-11-23T11"},
		"stage": {"booked"}, "address": {"12 Elm St"}, "access": {"Gate 12"}})
	_, body := u.Want(http.StatusOK, "GET", "/office/day?date=soon", nil)
	servertest.Has(t, body, "<title>Monday, November 23 | ", "11am–1pm", path, ">12 Elm St, ", "Gate 12",
		"Two piles\nbehind the shed",
		`name="amount" value="350"`, "body=Hi%20Ann%2C%20this%20is%20Clear%20Acre.%20We%E2%80%99re%20on%20our%20way",
		`href="/office/day?date=2026-11-24">Tomorrow<`)
	const free = "/office/new?slots=2026-11-23T13"
	servertest.Has(t, body, free, `id="job-`, `href="#job-`, ">Next stop<")
	_, form := u.Want(http.StatusOK, "GET", free, nil)
	servertest.Has(t, form, `name="slots" checked="" value="2026-11-23T13"`)
	day := u.Site.URL + "/office/day?date=2026-11-23"
	done := func(status int, amount, paid string) (*http.Response, string) {
		t.Helper()
		form := url.Values{"done": {"on"}, "amount": {amount}, "paid": {paid}}
		return u.Want(status, "POST", path, form, "Referer", day)
	}
	_, body = done(http.StatusUnprocessableEntity, "about 400", "cash")
	servertest.Has(t, body, "Type the final amount", `value="about 400"`, `<option value="cash" selected="">`)
	back, _ := done(http.StatusSeeOther, "412.50", "unpaid")
	if to := back.Header.Get("Location"); to != "/office/day?date=2026-11-23" {
		t.Errorf("the form leads to %q", to)
	}
	_, body = u.Want(http.StatusOK, "GET", "/office?stage=done", nil)
	servertest.Has(t, body, "Not paid yet", "$412.50")

	stranger := &servertest.User{T: t, Site: u.Site}
	for _, test := range []struct {
		user *servertest.User
		data []byte
		want int
	}{
		{stranger, servertest.LargePhoto(t), http.StatusUnauthorized},
		{u, []byte("no photograph"), http.StatusUnprocessableEntity},
		{u, servertest.LargePhoto(t), http.StatusSeeOther},
	} {
		response, _ := test.user.Upload(path, url.Values{"addPhotos": {"on"}}, test.data, "Referer", day)
		if response.StatusCode != test.want {
			t.Errorf("%d bytes are answered with %d, want %d", len(test.data), response.StatusCode, test.want)
		}
	}
	_, body = u.Want(http.StatusOK, "GET", "/office/day", nil)
	servertest.Has(t, body, "Done · final price $412.50", "Not paid yet", `<img src="/photos/`)
	_, body = u.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, body, "Added photos", ">1 photo<", `<img src="/photos/`)
	if n := strings.Count(body, `<img src="/photos/`); n != 1 {
		t.Errorf("the request has %d photographs", n)
	}
	photo := html.UnescapeString(regexp.MustCompile(`/photos/[^"]+`).FindString(body))
	response, picture := stranger.Want(http.StatusOK, "GET", photo, nil) // anyone with the link
	if !strings.HasPrefix(picture, "\xff\xd8") {
		t.Error("the photograph is no JPEG")
	}
	for name, want := range map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=3600",
		"Content-Disposition": `inline; filename="photo.jpg"`, "X-Robots-Tag": "noindex, noimageindex"} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s of a photograph is %q, want %q", name, got, want)
		}
	}
	stranger.Want(http.StatusNotFound, "GET", photo[:len(photo)-1], nil)
	u.Want(http.StatusSeeOther, "POST", path+"/remove", nil)
	stranger.Want(http.StatusGone, "GET", photo, nil)
}

// testUnsavedPhotos checks that the page after an upload that was not saved has the form again and a field for its
// files, also if the upload failed before the form was read.
func testUnsavedPhotos(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	request := office.Path + "/leads/" + u.Request("Ann")
	customer := office.CustomerPath + u.Site.Leads(t)[0].Token
	db, err := sql.Open("sqlite", strings.Replace(u.Site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	rename := func(from, to string) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to)
		testkit.Must(t, err)
	}
	large := servertest.LargePhoto(t)
	for _, test := range []struct {
		table, path, field string
		photo              []byte
	}{
		{"sessions", request, "addPhotos", large}, {"sessions", request, "addPhotos", nil},
		{"events", request, "addPhotos", large}, {"events", customer, "note", large}, {"events", customer, "note", nil},
	} {
		rename(test.table, "away")
		response, body := u.Upload(test.path, url.Values{test.field: {"on"}}, test.photo)
		rename("away", test.table)
		wantRetry(t, test.path, url.Values{test.field: {"on"}}, response, body)
		servertest.Has(t, body, `encType="multipart/form-data"`, `type="file"`)
	}
}

// testDamagedJob damages the column of a request that only the office writes. The page says so, with everything that
// came, lists show the request, and nothing overwrites what is left.
func testDamagedJob(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	id := u.Request("Ann Smith", "message", "Two piles behind the shed")
	u.Request("Bob Jones")
	path, flag := "/office/leads/"+id, "haulfront leads show "+id
	db, err := sql.Open("sqlite", strings.Replace(u.Site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	u.Want(http.StatusSeeOther, "POST", path, url.Values{"price": {"350"}, "slots": {"2026-11-24T08"},
		"stage": {office.Booked}, "address": {"12 Elm St"}})
	var job string
	testkit.Must(t, db.QueryRowContext(t.Context(), `SELECT job FROM leads WHERE id = $1`, id).Scan(&job))
	_, week := u.Want(http.StatusOK, "GET", "/office/week", nil)
	feed := regexp.MustCompile(`/office/calendar\.ics\?key=[^"<]+`).FindString(week)
	var token string
	for _, l := range u.Site.Leads(t) {
		if l.ID == id {
			token = l.Token
		}
	}
	for damaged, stage := range map[string]string{"": office.New, "{": office.Quoted, job[:len(job)/2]: office.Booked,
		"[]": office.Done, "\x00": office.Lost, `{"asked": 1, "quotedAt": "now"}`: office.Booked} {
		_, err := db.ExecContext(t.Context(), `UPDATE leads SET job = $1, stage = $2 WHERE id = $3`, damaged, stage, id)
		testkit.Must(t, err)
		_, body := u.Want(http.StatusOK, "GET", path, nil)
		servertest.Has(t, body, flag, "can’t be read", "Ann Smith", "Two piles behind the shed", "12 Elm St",
			path+"/remove")
		if strings.Contains(body, `name="price"`) || strings.Contains(body, `name="stage"`) {
			t.Errorf("the page of a job %q has forms", damaged)
		}
		_, body = u.Want(http.StatusUnprocessableEntity, "POST", path, url.Values{"note": {"Called"}})
		servertest.Has(t, body, flag, "can’t be read", "Two piles behind the shed")
		for _, list := range []string{"/office?stage=" + stage, "/office?q=Ann", "/office/day?date=2026-11-24"} {
			_, body := u.Want(http.StatusOK, "GET", list, nil)
			servertest.Has(t, body, flag)
		}
		u.Want(http.StatusOK, "GET", "/office", nil)
		u.Want(http.StatusOK, "GET", "/office/week", nil)
		u.Want(http.StatusOK, "GET", feed, nil)
		_, body = u.Do("GET", office.CustomerPath+token, nil)
		servertest.Has(t, body, "Something broke on our end", "(214) 555-0142")
		for _, secret := range []string{"Bob", "goroutine", "haulfront leads", "unmarshal", "JSON"} {
			if strings.Contains(body, secret) {
				t.Errorf("the customer's page of a job %q says %q", damaged, secret)
			}
		}
		var left string
		testkit.Must(t, db.QueryRowContext(t.Context(), `SELECT job FROM leads WHERE id = $1`, id).Scan(&left))
		if left != damaged {
			t.Errorf("the job %q became %q", damaged, left)
		}
	}
}
