package server_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// A siteUser changes a site of one or several copies.
type siteUser struct {
	*servertest.User
	copies []*program.Site
}

// awaits waits until a page of each copy has a text, or no longer has it.
func (u *siteUser) awaits(has bool, path, text string) {
	u.T.Helper()
	for i, s := range u.copies {
		if !testkit.Poll(func() bool {
			_, page := program.Get(u.T, http.MethodGet, s.URL+path)
			return strings.Contains(string(page), text) == has
		}) {
			u.T.Fatalf("%s of copy %d: has %q = %v", path, i, text, !has)
		}
	}
}

// changes posts a form of a part, and wants it to be stored.
func (u *siteUser) changes(form url.Values) {
	u.T.Helper()
	if response, page := u.Do("POST", "/office/site", form); response.StatusCode != http.StatusSeeOther {
		u.T.Fatalf("%v is answered with %d:\n%s", form, response.StatusCode, page)
	}
}

// refuses posts a form, and wants the page to say why it is not stored, with what was typed.
func (u *siteUser) refuses(form url.Values, texts ...string) {
	u.T.Helper()
	_, page := u.Want(http.StatusUnprocessableEntity, "POST", "/office/site", form)
	servertest.Has(u.T, page, texts...)
}

// back returns the form that takes back the last change.
func (u *siteUser) back() url.Values {
	u.T.Helper()
	_, page := u.Want(http.StatusOK, "GET", "/office/site", nil)
	found := regexp.MustCompile(`value="(\d+)"[^>]* name="back"`).FindStringSubmatch(page)
	if found == nil {
		u.T.Fatal("no change can be taken back")
	}
	return url.Values{"back": found[1:]}
}

// TestOfficeSite changes the site in the office, on one program with SQLite, and on two with the same PostgreSQL: each
// copy shows what was stored, and a restart shows it at once.
func TestOfficeSite(t *testing.T) {
	t.Parallel()
	for name, copies := range map[string]int{"sqlite": 1, "postgres": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := "sqlite:" + filepath.Join(t.TempDir(), "haulfront.db")
			if copies > 1 {
				database = postgres.New(t, &postgres.Server{Settings: []string{"fsync=off"}})
			}
			users := "Ann <ann@example.com>"
			start := func() (s *program.Site, stop func()) {
				s = program.NewSite(t)
				s.Database = database
				return s, servertest.Serve(t, s, program.Settings(t, append(s.Settings(),
					"OFFICE_USERS="+users)...), time.Now)
			}
			u := &siteUser{}
			var stop func()
			for range copies {
				var s *program.Site
				s, stop = start()
				u.copies = append(u.copies, s)
			}
			u.User = servertest.SignedIn(t, u.copies[0], u.copies[0].SignInPath(t, time.Now))
			u.changesSite()
			if copies > 1 {
				return
			}
			for range 2 {
				stop()
				var s *program.Site
				s, stop = start()
				_, page := program.Get(t, http.MethodGet, s.URL+"/")
				if !strings.Contains(string(page), "Two trucks free") {
					t.Errorf("after a restart with the users %q, the first page lacks the notice", users)
				}
				users = "" // the office is off: what it has changed counts all the same
			}
		})
	}
}

// changesSite changes each part of the site.
func (u *siteUser) changesSite() {
	const tub = "/services/hot-tub-removal"
	u.changes(url.Values{"part": {"notice"}, "text": {"Two trucks free: {call} now, $20 off"}})
	u.awaits(true, "/", "Two trucks free: {call} now, $20 off")

	tomorrow := time.Now().In(program.Office()).AddDate(0, 0, 1)
	slot := servertest.NextSlots()[0]
	day, _, _ := strings.Cut(slot, "T")
	u.Want(http.StatusSeeOther, "POST", "/office/new", url.Values{"key": {"k"}, "name": {"Dana"},
		"phone": {"(972) 555-0177"}, "price": {"350"}, "slots": {slot}, "stage": {"booked"}})
	u.changes(url.Values{"part": {"closed"}, "day": {day}})
	_, page := u.Want(http.StatusOK, "GET", "/office/site", nil)
	servertest.Has(u.T, page, `href="/office/day?date=`+day+`">One job is booked then.`)
	u.changes(url.Values{"remove": {"closed/" + day}})

	u.changes(url.Values{"part": {"closed"}, "day": {tomorrow.Format(time.DateOnly)}, "text": {"Ice on the roads."}})
	line := "closed tomorrow, " + tomorrow.Format("Monday, January 2") + ". Ice on the roads."
	u.awaits(true, "/get-quote", line)
	u.awaits(true, "/get-quote", tomorrow.Format(time.DateOnly)+"&quot;]") // the last holiday that the browser knows
	if _, page := u.Want(http.StatusOK, "GET", "/office/new", nil); strings.Contains(page,
		`value="`+tomorrow.Format("2006-01-02T")) {
		u.T.Error("the office offers a time on a closed day")
	}
	u.refuses(url.Values{"part": {"closed"}, "day": {"tomorrow"}}, "is not a day")

	u.refuses(url.Values{"part": {"price"}, "price": {"hot_tub"}, "low": {"325"}, "high": {"80"}},
		"price &quot;hot_tub&quot; runs from 325", `value="325"`)
	u.refuses(url.Values{"part": {"price"}, "price": {"hot_tub"}, "low": {"a lot"}}, "is not a whole")
	u.changes(url.Values{"part": {"price"}, "price": {"hot_tub"}, "low": {"325"}, "high": {"900"}})
	u.awaits(true, tub, "$325–$900")
	_, page = u.Want(http.StatusOK, "GET", "/office/site", nil)
	servertest.Has(u.T, page, "Hot tub · $325–$900 · the folder says $300–$800")
	back := u.back()
	u.changes(url.Values{"part": {"price"}, "price": {"hot_tub"}, "low": {"330"}, "high": {"900"}})
	u.awaits(true, tub, "$330–$900")
	_, page = u.Want(http.StatusConflict, "POST", "/office/site", back)
	servertest.Has(u.T, page, "Somebody else changed that since", "Hot tub · $325–$900", "Ann, ")
	u.changes(u.back())
	u.awaits(true, tub, "$325–$900")
	u.changes(url.Values{"remove": {"price/hot_tub"}})
	u.awaits(true, tub, "$300–$800")

	review := url.Values{"part": {"review"}, "name": {"Dana R."}, "town": {"Plano"}, "date": {"2026-11-20"},
		"stars": {"5"}, "text": {"They quoted $250 and it was $250."}, "source": {"https://reviews.example/1"}}
	u.refuses(review, "say that a customer wrote it", "They quoted $250", "$53,088")
	review.Set("given", "on")
	u.changes(review)
	u.awaits(true, "/", "They quoted $250 and it was $250.")
	u.awaits(true, "/locations/plano", `href="https://reviews.example/1"`)
	u.awaits(false, "/locations/dallas", "They quoted $250")
	u.changes(u.back())
	u.awaits(false, "/", "They quoted $250")

	u.changesPhoto()
}

// changesPhoto puts a photograph up on the page of a town, and takes it back.
func (u *siteUser) changesPhoto() {
	const town = "/locations/plano"
	form := url.Values{"part": {"photo"}, "place": {"plano"}, "text": {"Two movers <lift> a couch."}}
	small := image.NewGray(image.Rect(0, 0, 319, 300))
	var file bytes.Buffer
	testkit.Must(u.T, jpeg.Encode(&file, small, nil))
	for problem, sent := range map[string][]byte{
		"plano.jpg is too small: 319 × 300 pixels": file.Bytes(),
		"Choose one photo":                         nil,
		"HEIC":                                     []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00"),
	} {
		response, page := u.Upload("/office/site", form, sent)
		if response.StatusCode != http.StatusUnprocessableEntity {
			u.T.Errorf("a photograph of %d bytes is answered with %d", len(sent), response.StatusCode)
		}
		servertest.Has(u.T, page, problem, "Two movers &lt;lift&gt; a couch.")
	}
	response, page := u.Upload("/office/site", form, servertest.LargePhoto(u.T))
	if response.StatusCode != http.StatusSeeOther {
		u.T.Fatalf("a photograph is answered with %d:\n%s", response.StatusCode, page)
	}
	u.awaits(true, town, "Two movers &lt;lift&gt; a couch.")
	for i, s := range u.copies {
		_, page := program.Get(u.T, http.MethodGet, s.URL+town)
		src := regexp.MustCompile(`/assets/photos/plano-480-\w+\.webp`).Find(page)
		response, picture := program.Get(u.T, http.MethodGet, s.URL+string(src))
		if response.StatusCode != http.StatusOK || !bytes.HasPrefix(picture, []byte("RIFF")) {
			u.T.Errorf("copy %d: the photograph is answered with %d", i, response.StatusCode)
		}
	}
	_, page = u.Want(http.StatusOK, "GET", "/office/site", nil)
	thumbnail := regexp.MustCompile(`/office/site/photos/\w+`).FindString(page)
	_, stored := u.Want(http.StatusOK, "GET", thumbnail, nil)
	if !strings.HasPrefix(stored, "\xff\xd8") {
		u.T.Error("the thumbnail is no JPEG")
	}
	u.Want(http.StatusNotFound, "GET", "/office/site/photos/none", nil)
	response, _ = program.Get(u.T, http.MethodGet, u.copies[0].URL+thumbnail)
	if response.StatusCode == http.StatusOK {
		u.T.Error("anyone sees the thumbnail")
	}
	u.changes(u.back())
	u.awaits(false, town, "Two movers &lt;lift&gt;")
}
