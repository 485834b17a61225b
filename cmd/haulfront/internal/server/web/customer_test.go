package web_test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// TestCustomer follows a customer from the form to the booked job, which is moved and called off: the link in the
// answer, the price by mail, the yes, the calendar file, and what the office learns. The log never has the token.
func TestCustomer(t *testing.T) {
	t.Parallel()
	server := testkit.NewSMTPServer(t)
	s := servertest.Start(t, "SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example", "ACKNOWLEDGE=on",
		"OFFICE_USERS=Ann <ann@example.com>")
	form := testkit.QuoteForm("Ann")
	form.Set("email", "ann@example.com")
	customer, user := &servertest.User{T: t, Site: s}, servertest.SignedIn(t, s, commandLink(t, s))
	_, body := customer.Want(http.StatusOK, "POST", "/quote", form, "Accept", "application/json")
	var answer struct{ Received struct{ Page string } }
	testkit.Must(t, json.Unmarshal([]byte(body), &answer))
	l := s.Leads(t)[0]
	path := office.CustomerPath + l.Token
	response, _ := s.Post(t, form) // the same request, without scripts
	if to := response.Header.Get("Location"); answer.Received.Page != path || to != path {
		t.Errorf("the form is answered with the page %q, %q; want %q", answer.Received.Page, to, path)
	}
	_, page := customer.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, page, testkit.Received, path+"\"")
	server.Wait(t, 2)

	slots := servertest.NextSlots()
	user.Want(http.StatusSeeOther, "POST", "/office/leads/"+l.ID,
		url.Values{"price": {"$350-$450"}, "slots": slots[:2]})
	price := server.Wait(t, 3)[2]
	_, links := servertest.MailText(t, price.Read(t).HTML)
	if price.To[0] != "ann@example.com" || !strings.HasSuffix(links[0], path) ||
		!strings.Contains(price.Read(t).Text, "$350–$450") {
		t.Errorf("the price was mailed to %q:\n%s", price.To, price.Read(t).Text)
	}
	for _, slot := range slots[:2] { // each offered time is a link to the page, where it is chosen
		at := slices.IndexFunc(links, func(link string) bool { return strings.Contains(link, url.QueryEscape(slot)) })
		if at < 0 {
			t.Fatalf("the mail has no link for %s: %q", slot, links)
		}
		link, err := url.Parse(links[at])
		testkit.Must(t, err)
		_, page = customer.Want(http.StatusOK, "GET", link.RequestURI(), nil)
		servertest.Has(t, page, `checked="" value="`+slot, `id="`+link.Fragment+`"`)
	}
	_, page = customer.Want(http.StatusOK, "GET", path, nil)
	for _, want := range []string{"$350–$450", slots[0], slots[1], `name="offer"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the customer's page lacks %q", want)
		}
	}
	customer.Want(http.StatusNotFound, "GET", path+"/calendar.ics", nil)
	customer.Want(http.StatusUnprocessableEntity, "POST", path, url.Values{"answer": {"yes"}})
	customer.Want(http.StatusConflict, "POST", path, url.Values{"answer": {"yes"}, "slot": slots[:1], "offer": {"1"}})
	yes := url.Values{"answer": {"yes"}, "slot": slots[:1], "address": {""}, "access": {"Gate 4711"}}
	_, page = customer.Want(http.StatusUnprocessableEntity, "POST", path, yes)
	servertest.Has(t, page, "Please add the street address.", `value="Gate 4711"`, `checked="" value="`+slots[0])
	yes.Set("address", "12 Elm St")
	for range 2 {
		response, _ = customer.Want(http.StatusSeeOther, "POST", path, yes)
	}
	if to := response.Header.Get("Location"); to != path {
		t.Errorf("a yes leads to %s", to)
	}
	response, file := customer.Want(http.StatusOK, "GET", path+"/calendar.ics", nil)
	if kind := response.Header.Get("Content-Type"); kind != office.CalendarType ||
		!strings.Contains(file, "UID:"+journal.Reference(l.ID)+"@") ||
		!strings.Contains(file, `LOCATION:12 Elm St\, Dallas 75201`) {
		t.Errorf("the calendar is a %s:\n%s", kind, file)
	}
	for _, m := range server.Wait(t, 5)[3:] {
		if !strings.Contains(m.Data, "job.ics") || strings.Count(m.Data, "text/calendar") != 1 {
			t.Errorf("the mail to %q has no calendar:\n%s", m.To, m.Data)
		}
		method := "PUBLISH"
		if m.To[0] == "ann@example.com" {
			method = "REQUEST"
		}
		wantMethod(t, m, method)
	}
	wantCalendar(user, l)
	var export bytes.Buffer
	args := []string{"leads", "export", "--database-url", s.Database}
	testkit.Must(t, command.Run(t.Context(), args, &export, &export))
	servertest.Has(t, export.String(), ",12 Elm St,Gate 4711,booked,")
	var far []string // slots that can still be changed
	for _, begin := range program.Words().Windows(time.Now().AddDate(0, 0, 2), office.SlotLength, 2) {
		far = append(far, office.SlotValue(begin))
	}
	user.Want(http.StatusSeeOther, "POST", "/office/leads/"+l.ID,
		url.Values{"stage": {office.Booked}, "price": {"350"}, "slots": far[:1]})
	_, page = customer.Want(http.StatusOK, "GET", path, nil)
	servertest.Has(t, page, "<details", `name="slot" value="`+far[1], `value="move"`, `value="cancel"`)
	customer.Want(http.StatusUnprocessableEntity, "POST", path, url.Values{"answer": {"move"}})
	server.Wait(t, 6)
	customer.Want(http.StatusSeeOther, "POST", path, url.Values{"answer": {"move"}, "slot": far[1:2]})
	server.Wait(t, 8)
	customer.Want(http.StatusSeeOther, "POST", path, url.Values{"answer": {"cancel"}})
	var told []string
	for _, m := range server.Wait(t, 10)[5:] {
		if m.To[0] == "ann@example.com" {
			told = append(told, strings.Fields(m.Read(t).Subject)[5]) // Clear Acre: your pickup is …
			wantMethod(t, m, map[string]string{"moved": "REQUEST", "called": "CANCEL"}[told[len(told)-1]])
		}
	}
	if want := []string{"moved", "moved", "called"}; !slices.Equal(told, want) {
		t.Errorf("the customer was told that the job is %q, want %q", told, want)
	}
	_, file = customer.Want(http.StatusOK, "GET", path+"/calendar.ics", nil)
	servertest.Has(t, file, "METHOD:CANCEL", "STATUS:CANCELLED", "UID:"+journal.Reference(l.ID)+"@")
	for _, secret := range []string{l.Token, "12 Elm", "4711"} {
		if strings.Contains(s.Log.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, s.Log)
		}
	}
}

// wantMethod checks that the calendar of a mail has a method, as its part says (RFC 6047, section 2.4).
func wantMethod(t *testing.T, m testkit.Mail, method string) {
	t.Helper()
	unfolded := strings.ReplaceAll(m.Data, "\n ", " ")
	servertest.Has(t, unfolded, "text/calendar; charset=utf-8; method="+method+";")
	file := base64.StdEncoding.EncodeToString([]byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
	_, encoded, _ := strings.Cut(m.Data, file)
	encoded, _, _ = strings.Cut(encoded, "\n--")
	rest, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
	if err != nil || !strings.Contains(string(rest), "\r\nMETHOD:"+method+"\r\n") {
		t.Errorf("the calendar for %q lacks the method %s (%v):\n%s", m.To, method, err, rest)
	}
}

// wantCalendar checks that the office's calendar has a job, for anyone with its key alone.
func wantCalendar(u *servertest.User, l outbox.Lead) {
	u.T.Helper()
	_, page := u.Want(http.StatusOK, "GET", "/office/week", nil)
	address := regexp.MustCompile(`/office/calendar\.ics\?key=[\w-]+`).FindString(page)
	stranger := &servertest.User{T: u.T, Site: u.Site}
	_, file := stranger.Want(http.StatusOK, "GET", address, nil)
	if !strings.Contains(file, "UID:"+journal.Reference(l.ID)) || !strings.Contains(file, "SUMMARY:Ann: ") {
		u.T.Errorf("the office's calendar lacks the job:\n%s", file)
	}
}

// contentWith returns a folder with the content of the program and another line in business.yaml.
func contentWith(t *testing.T, line string) string {
	t.Helper()
	dir := t.TempDir()
	testkit.Must(t, command.Run(t.Context(), []string{"content", dir}, io.Discard, io.Discard))
	business, err := os.OpenFile(filepath.Join(dir, "business.yaml"), os.O_APPEND|os.O_WRONLY, 0)
	testkit.Must(t, err)
	_, err = business.WriteString("\n" + line + "\n")
	testkit.Must(t, errors.Join(err, business.Close()))
	return dir
}

// A customer reads on the receipt how the job was paid, gets it by mail, and pays on another site, which learns
// nothing but the amount and the reference. The page of a job that is not done has no receipt.
func TestReceiptPage(t *testing.T) {
	t.Parallel()
	smtp := testkit.NewSMTPServer(t)
	user, _ := servertest.StartOffice(t, "SMTP_URL=smtp://"+smtp.Addr, "OWNER_EMAIL=owner@clearacre.example",
		"CONTENT_DIR="+contentWith(t, "payUrl: https://pay.example/ann?a={amount}&note={reference}"))
	path := "/office/leads/" + user.Request("Bea", "email", "bea@example.com", "message", "Two sofas")
	l := user.Site.Leads(t)[0]
	pay := `href="https://pay.example/ann?a=412.50&amp;note=` + journal.Reference(l.ID) + `"`
	for _, step := range []struct{ fields, payment string }{
		{"stage=booked&price=350&slots=2026-11-23T11", ""},
		{"done=on&amount=412.50&paid=unpaid", "Not paid yet"},
		{"done=on&amount=412.50&paid=net30", "Not paid yet. Net 30: due Dec 23, 2026"},
		{"done=on&amount=412.50&paid=cash", "Paid in cash on Nov 23, 2026"},
	} {
		form, err := url.ParseQuery(step.fields)
		testkit.Must(t, err)
		user.Want(http.StatusSeeOther, "POST", path, form)
		response, page := user.Want(http.StatusOK, "GET", office.CustomerPath+l.Token, nil)
		wantSecret(t, response)
		if step.payment == "" {
			if strings.Contains(page, "Receipt") {
				t.Error("a job that is not done has a receipt")
			}
			smtp.Wait(t, 2) // the owner's mail, and that about the booking
			continue
		}
		servertest.Has(t, page, ">Receipt</h2>", "<dd>"+step.payment+"</dd>", "<dd>$412.50</dd>", "\nTwo sofas</dd>")
		link := regexp.MustCompile(`<a [^>]*pay\.example[^>]*>`).FindString(page)
		owed := strings.HasPrefix(step.payment, "Not")
		if owed != (link != "") || owed && (!strings.Contains(link, pay) ||
			!strings.Contains(link, `rel="noreferrer"`) || !strings.Contains(page, ">Pay $412.50</a>")) {
			t.Errorf("%s: the link to pay is %s", step.payment, link)
		}
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "form-action 'self'") || strings.Contains(policy, "pay.example") {
			t.Errorf("the policy is %s", policy)
		}
		smtp.Wait(t, 3) // the first receipt, before another one replaces it
	}
	for i, m := range smtp.Wait(t, 3)[:3] {
		text := m.Read(t).Text
		if strings.Contains(text, "$412.50") != (i == 2) || i == 2 && (m.To[0] != "bea@example.com" ||
			!strings.Contains(text, "Two sofas") || !strings.Contains(text, "Payment: Not paid yet\n") ||
			!strings.Contains(text, "Pay $412.50: "+program.Words().Business.URL+office.CustomerPath+l.Token)) {
			t.Errorf("mail %d to %q is\n%s", i, m.To, text)
		}
	}
}

// TestDoNotContact ends text messages to a number, by the customer, by the office and by a command: no text is offered
// any more, to later requests either. A job that is done asks for a review once.
func TestDoNotContact(t *testing.T) {
	t.Parallel()
	dir := contentWith(t, "reviewsUrl: https://reviews.example/clear-acre")
	s := servertest.Start(t, "OFFICE_USERS=Ann <ann@example.com>", "CONTENT_DIR="+dir)
	user := servertest.SignedIn(t, s, commandLink(t, s))
	submit := func(phone string) (path string) {
		t.Helper()
		form := testkit.QuoteForm("Bob")
		for name, value := range map[string]string{"phone": phone, "contact": "text", "consent": "on",
			"key": rand.Text()} {
			form.Set(name, value)
		}
		s.Post(t, form)
		return "/office/leads/" + s.Leads(t)[0].ID
	}
	texts := func(path string) bool {
		t.Helper()
		_, page := user.Want(http.StatusOK, "GET", path, nil)
		return strings.Contains(page, "sms:")
	}
	first := submit("469-555-0101")
	page := "/q/" + s.Leads(t)[0].Token
	if _, body := user.Want(http.StatusOK, "GET", page, nil); !texts(first) || !strings.Contains(body, `name="stop"`) {
		t.Error("no text is offered to a customer who agreed to texts")
	}
	user.Want(http.StatusSeeOther, "POST", page, url.Values{"stop": {"on"}})
	if texts(first) {
		t.Error("a text is offered after the customer ended them")
	}
	second := submit("+1 469 555 0102")
	user.Want(http.StatusSeeOther, "POST", second, url.Values{"stop": {"on"}})
	var out bytes.Buffer
	testkit.Must(t, command.Run(t.Context(), []string{"leads", "stop", "--database-url", s.Database, "(469) 555-0103"},
		&out, &out))
	for _, phone := range []string{"4695550102", "469.555.0103"} {
		path := submit(phone)
		if _, body := user.Want(http.StatusOK, "GET", path, nil); strings.Contains(body, "sms:") ||
			!strings.Contains(body, program.Words().Office().Card.Stop) {
			t.Errorf("a later request of %s does not say that it must not be contacted", phone)
		}
	}
	if err := command.Run(t.Context(), []string{"leads", "stop", "--database-url", s.Database, "Bob"}, &out,
		&out); err == nil {
		t.Error("leads stop took a name")
	}

	review := url.Values{"review": {"on"}}
	user.Want(http.StatusUnprocessableEntity, "POST", second, review) // the job is not done
	user.Want(http.StatusSeeOther, "POST", second, url.Values{"stage": {"done"}})
	user.Want(http.StatusSeeOther, "POST", second, review)
	user.Want(http.StatusUnprocessableEntity, "POST", second, review)
}

// customerDoors are all ways to a customer's page, with what a stranger gets who has no token or an invented one.
var customerDoors = []struct {
	method, path string
	status       int
}{
	{"GET", "/q/AAAAAAAAAAAAAAAAAAAAAA", 404},
	{"HEAD", "/q/AAAAAAAAAAAAAAAAAAAAAA", 404},
	{"POST", "/q/AAAAAAAAAAAAAAAAAAAAAA", 404},
	{"GET", "/q/AAAAAAAAAAAAAAAAAAAAAA/calendar.ics", 404},
	{"GET", "/q/LEAD", 404},
	{"GET", "/q/REFERENCE", 404},
	{"GET", "/q/DIGEST", 404},
	{"GET", "/office/calendar.ics", 404},
	{"GET", "/office/calendar.ics?key=", 404},
	{"GET", "/office/calendar.ics?key=AAAAAAAAAAAAAAAAAAAAAA", 404},
	{"GET", "/office/calendar.ics?key=TOKEN", 404},
}

// testCustomerDoors tries all ways without a token: nothing of a lead comes out, and nothing may be stored, indexed or
// passed on as a referrer.
func testCustomerDoors(t *testing.T, u *servertest.User, _ *testkit.Clock) {
	s := u.Site
	s.Post(t, testkit.QuoteForm("Wilhelmina"))
	l := s.Leads(t)[0]
	words := strings.NewReplacer("LEAD", l.ID, "REFERENCE", journal.Reference(l.ID),
		"DIGEST", journal.TokenDigest(l.Token), "TOKEN", l.Token)
	stranger := &servertest.User{T: t, Site: s}
	for _, door := range customerDoors {
		path := words.Replace(door.path)
		response, body := stranger.Want(door.status, door.method, path, url.Values{"answer": {"yes"}})
		if strings.Contains(body, "Wilhelmina") || strings.Contains(body, "BEGIN:") {
			t.Errorf("%s %s shows a lead to a stranger", door.method, path)
		}
		wantSecret(t, response)
	}
	for _, path := range []string{"/q/" + l.Token, "/q/" + l.Token + "/calendar.ics"} {
		response, _ := stranger.Do("GET", path, nil)
		wantSecret(t, response)
	}
	stranger.Want(http.StatusForbidden, "POST", "/q/"+l.Token, url.Values{"note": {"spam"}}, "Sec-Fetch-Site",
		"cross-site")
	if strings.Contains(s.Log.String(), l.Token) {
		t.Errorf("the log has the token:\n%s", s.Log)
	}
}

// wantSecret checks the header of a response whose address may be a secret.
func wantSecret(t *testing.T, response *http.Response) {
	t.Helper()
	for name, want := range map[string]string{"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", response.Request.URL.Path, name, got, want)
		}
	}
	if strings.HasPrefix(response.Request.URL.Path, "/q/") && response.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%s: Referrer-Policy is %q", response.Request.URL.Path, response.Header.Get("Referrer-Policy"))
	}
}

// TestCustomerPhotos adds a photograph of a megabyte, which is read as a stream, and a text in its place. Too many
// posts are refused.
func TestCustomerPhotos(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t, "OFFICE_USERS=Ann <ann@example.com>", "QUOTE_RATE_LIMIT=5")
	s.Post(t, testkit.QuoteForm("Ann"))
	path := "/q/" + s.Leads(t)[0].Token
	customer := &servertest.User{T: t, Site: s}
	for _, step := range []struct {
		data []byte
		want int
	}{
		{servertest.LargePhoto(t), http.StatusSeeOther},
		{[]byte("no photograph"), http.StatusUnprocessableEntity},
	} {
		response, _ := customer.Upload(path, url.Values{"note": {"The <sofa>"}}, step.data)
		if got := response.StatusCode; got != step.want {
			t.Errorf("a form with %d bytes is answered with %d, want %d", len(step.data), got, step.want)
		}
	}
	if n := len(s.Leads(t)[0].Request.Photos); n != 1 {
		t.Errorf("the request has %d photographs", n)
	}
	if _, page := customer.Want(http.StatusOK, "GET", path, nil); !strings.Contains(page,
		"The &lt;sofa&gt;\n\n1 photo") {
		t.Error("the page does not show what was added")
	}
	for range 2 {
		customer.Want(http.StatusSeeOther, "POST", path, url.Values{"note": {"more"}})
	}
	customer.Want(http.StatusTooManyRequests, "POST", path, url.Values{"note": {"more"}})
}

// FuzzCustomer posts anything to a customer's page that has an offer. It is never an error of the program, and the page
// stays as it is or has what was typed as text.
func FuzzCustomer(f *testing.F) {
	for _, form := range []string{
		"answer=yes", "answer=yes&slot=2026-11-24T08&offer=-1", "answer=maybe", "answer=no&answer=yes", "stop=",
		"stop=on",
		"note=%3Cscript%3E%00%ff%e2%80%a8", "note=" + strings.Repeat("a", 3000), "slot=,,&offer=9223372036854775808",
		`{"note":1}`, "%zz&=&&",
	} {
		f.Add(form, strings.HasPrefix(form, "{"))
	}
	s := servertest.Start(f, "OFFICE_USERS=Ann <ann@example.com>")
	journal, err := outbox.Attach(f.Context(), s.Database)
	testkit.Must(f, err)
	f.Cleanup(func() { journal.Close() })
	response, err := http.PostForm(s.URL+"/quote", testkit.QuoteForm("Ann"))
	testkit.Must(f, err)
	response.Body.Close()
	l := s.Leads(f)[0]
	price := url.Values{"price": {"350"}, "slots": servertest.NextSlots()[:1]}
	o := office.Open(office.Config{Journal: journal.Journal, Now: time.Now, Words: program.Words})
	testkit.Must(f, o.Change(f.Context(), l.ID, "", price))
	f.Fuzz(func(t *testing.T, form string, isJSON bool) {
		request, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/q/"+l.Token, strings.NewReader(form))
		testkit.Must(t, err)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if isJSON {
			request.Header.Set("Content-Type", "application/json")
		}
		response, err := http.DefaultClient.Do(request) // follows to the page
		testkit.Must(t, err)
		defer response.Body.Close()
		page, err := io.ReadAll(response.Body)
		testkit.Must(t, err)
		if response.StatusCode >= 500 || bytes.Contains(page, []byte("<script>")) ||
			strings.Contains(s.Log.Take(), l.Token) {
			t.Errorf("%q is answered with %d, or repeated in the page or the log:\n%s", form, response.StatusCode,
				testkit.Shorten(page))
		}
	})
}
