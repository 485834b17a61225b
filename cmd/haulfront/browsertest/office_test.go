package browsertest

import (
	"bytes"
	"database/sql"
	"fmt"
	"image"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// signIn opens the office with a link of the command line.
func (b *tab) signIn(site *program.Process, next string) {
	b.t.Helper()
	var out bytes.Buffer
	link := []string{"office", "--database-url", site.Database, "--office-users=Ann <ann@example.com>", "link", "Ann"}
	testkit.Must(b.t, command.Run(b.t.Context(), link, &out, io.Discard))
	address, err := url.Parse(strings.TrimSpace(out.String()))
	testkit.Must(b.t, err)
	b.open(site.URL + "/office")
	b.open(site.URL + address.Path + "?next=" + next)
	b.click(".OfficeSignIn button")
	b.until(`document.querySelector("[action='/office/sign-out']") && document.readyState === "complete"`)
}

// TestOfficeLive checks that an open list shows a new request by itself, that a press on a phone number marks it as
// contacted, and that the list can be read without the server.
func TestOfficeLive(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	b := newTab(t, 390, 844, true)
	b.signIn(site, "/office")
	site.Post(t, testkit.QuoteForm("Wilhelmina"))
	b.until(`document.querySelector("[data-card][data-stage=new]")?.textContent.includes("Wilhelmina")`)
	eval[any](b, `addEventListener("click", (event) => event.preventDefault(), { capture: true })`) // no phone here
	b.click(`[data-card] a[href^="tel:"]`)
	b.until(`document.querySelector("[data-card]").dataset.stage === "contacted"`)
	b.until(`document.activeElement.textContent === "Call"`) // in the list that was loaded again
	equal(t, "the stage is", wantLead(t, site).Stage, "contacted")
	b.wantNoProblems()

	b.until(`navigator.serviceWorker.ready.then(() => true)`)
	b.open(site.URL + "/office")
	b.until(`navigator.serviceWorker.controller !== null`)
	b.open(site.URL + "/office")
	end(t, site)
	b.open(site.URL + "/office")
	b.until(`document.body.textContent.includes("Wilhelmina")`)
	b.until(`!document.querySelector("[data-offline]").hidden`)
}

// TestOfficeUnsaved presses a button of the list while the journal cannot be written: the page says so, and the button
// works afterwards. So it does at once without scripts, where the button is one of a page of its own.
func TestOfficeUnsaved(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	db, err := sql.Open("sqlite", strings.Replace(site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	t.Cleanup(func() { db.Close() })
	for _, scripts := range []bool{true, false} {
		name := fmt.Sprint("Scripts ", scripts)
		b := newTab(t, 360, 640, scripts)
		if scripts {
			b.injectAxe()
		}
		b.signIn(site, "/office")
		site.Post(t, testkit.QuoteForm(name))
		b.open(site.URL + "/office?q=" + url.QueryEscape(name))
		b.until(`document.readyState === "complete"`)
		rename := func(from, to string) {
			t.Helper()
			_, err := db.ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to)
			testkit.Must(t, err)
		}
		rename("events", "away")
		b.click("[data-card] button")
		b.until(`document.querySelector("[role=alert]:not([hidden])")?.textContent.includes("That wasn’t saved")`)
		b.fits("the page that says so")
		if scripts {
			b.accessible("the page that says so")
		}
		b.takeProblems() // the response is one
		rename("away", "events")
		b.click(map[bool]string{true: "[data-card] button", false: "main button"}[scripts])
		b.until(`document.querySelector("[data-card]")?.dataset.stage === "contacted"`)
		b.until("!" + isVisible("[role=alert]"))
		b.wantNoProblems()
	}
}

// checkOffice checks that a page of the office fits its window, that its targets are high enough, and that axe finds
// nothing in it.
func (b *tab) checkOffice(where string, width int64, scripts bool) {
	b.t.Helper()
	b.until(`document.readyState === "complete"`)
	b.fitsPhones(where, width, 844)
	sideways := eval[int](b, `document.documentElement.scrollWidth - innerWidth`)
	equal(b.t, where+" scrolls sideways by", sideways, 0)
	small := eval[string](b, `[...document.querySelectorAll("a, button, summary, input:not([type=checkbox])")]
		.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML).join()`)
	check(b.t, small == "", "%s: low targets: %s", where, small)
	if scripts {
		b.accessible(where)
	}
}

// TestOfficeDay takes a request from the inbox to an offer and on to the end, on a phone and on a wide screen, with and
// without scripts. Every page fits its window, and axe finds nothing in it.
func TestOfficeDay(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	names := []string{"Maria", "Ben", "Tasha", "Joan"}
	for _, name := range names {
		site.Post(t, testkit.QuoteForm(name))
	}
	for i, s := range screens() {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, s.width, 844, s.scripts)
			if s.scripts {
				b.injectAxe()
			}
			look := func(where string) {
				t.Helper()
				b.checkOffice(where, s.width, s.scripts)
			}
			b.open(site.URL + "/office")
			look("the page to sign in")
			b.signIn(site, "/office")
			look("the inbox")
			check(t, s.scripts || !b.visible("[data-push-key]"),
				"a button that does nothing without scripts is visible")
			name := names[i]
			b.typeIn("input[type=search]", name)
			b.press("\r")
			b.until(`location.search.includes("q=") && document.querySelectorAll("[data-card]").length === 1`)
			look("a search")
			b.run(`document.querySelector(".OfficeCard-title").click()`) // the other tabs' changes replace the list
			b.until(`document.querySelector("h1")?.textContent.includes(%s)`, name)
			look("a request")
			b.typeIn("input[name=price]", "350-450")
			b.scrollTo("input[name=slots]")
			b.click("input[name=slots]")
			b.scrollTo(".OfficeRequest-forms button")
			b.click(".OfficeRequest-forms button")
			b.until(`document.querySelector("[name=stage]:disabled")?.value === "quoted"`)
			look("an offer")
			b.scrollTo("[value=done]")
			b.click("[value=done]")
			b.until(`document.querySelector("[data-card]")?.dataset.stage === "done"`)
			b.open(site.URL + eval[string](b, `location.pathname`) + "/remove")
			look("the question before a removal")
			b.wantNoProblems()
		})
	}
}

// TestOfficeHeight checks that the page of a request with four photographs is short on a phone in each stage, whatever
// is to be done first.
func TestOfficeHeight(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	b := newTab(t, 360, 800, false)
	b.open(offered(t, site, "Maria"))
	b.do(chromedp.SetUploadFiles(chromedp.CSS("[name=photos]"),
		photoFiles(t, image.Pt(300, 200), image.Pt(300, 201), image.Pt(300, 202), image.Pt(300, 203))))
	b.click("[enctype] .Button")
	b.until(`document.querySelector(".CustomerPage-note")`)
	db, err := sql.Open("sqlite", strings.Replace(site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	b.signIn(site, "/office")
	hour := time.Now().Truncate(time.Hour)
	for _, state := range []struct {
		stage, job, address string
		slot                time.Time
	}{
		{"new", `{}`, "", time.UnixMilli(0)}, {"contacted", `{}`, "", time.UnixMilli(0)},
		{"quoted", `{"quotedAt": 1, "low": 350, "high": 450}`, "", time.UnixMilli(0)},
		{"quoted", `{"quotedAt": 1, "low": 350, "high": 450, "answer": "other"}`, "", time.UnixMilli(0)},
		{"booked", `{}`, "", hour.Add(48 * time.Hour)}, {"booked", `{}`, "", hour},
		{"booked", `{}`, "12 Elm St", hour}, {"done", `{}`, "12 Elm St", hour},
		{"lost", `{"lost": "Too far"}`, "", time.UnixMilli(0)}, {"spam", `{}`, "", time.UnixMilli(0)},
	} {
		_, err := db.ExecContext(t.Context(), `UPDATE leads SET stage = $1, job = $2, address = $3`, state.stage,
			state.job, state.address)
		testkit.Must(t, err)
		_, err = db.ExecContext(t.Context(), `DELETE FROM visits`)
		testkit.Must(t, err)
		if planned := map[string]string{"booked": "planned", "done": "done"}[state.stage]; planned != "" {
			setVisits(t, db, planned, state.slot)
		}
		b.open(site.URL + "/office?q=Maria")
		b.run(`document.querySelector(".OfficeCard-title").click()`)
		b.until(`document.querySelectorAll(".OfficeRequest-photos img").length === 4 &&
			document.readyState === "complete"`)
		height := eval[int](b, `document.documentElement.scrollHeight`)
		check(t, height <= 2000, "%+v: the page has %d px", state, height)
	}
}

// TestOfficeNew enters a call on a phone, with and without scripts: the Enter key saves, a form that is refused keeps
// what was typed, and a number that is known fills in the rest.
func TestOfficeNew(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	for i, scripts := range []bool{true, false} {
		b := newTab(t, 360, 640, scripts)
		if scripts {
			b.injectAxe()
		}
		look := func(where string) {
			t.Helper()
			b.until(`document.readyState === "complete"`)
			b.fits(where)
			b.fitsPhones(where, 360, 640)
			if scripts {
				b.accessible(where)
			}
		}
		phone, name := fmt.Sprint("214 555 010", i), fmt.Sprint("Maria ", scripts)
		b.signIn(site, "/office")
		b.open(site.URL + "/office/new")
		look("the form")
		b.typeIn("[name=phone]", phone)
		b.typeIn("[name=address]", "12 Elm St")
		b.typeIn("[name=access]", "Gate 12")
		b.press("\r")
		b.until(`document.querySelector("main [role=alert]")?.textContent.includes("Add a name")`)
		look("the form that was refused")
		b.takeProblems() // a response of 422 is one
		equal(t, "the address is", eval[string](b, `document.querySelector("[name=address]").value`), "12 Elm St")
		b.typeIn("[name=name]", name)
		b.run(`document.querySelectorAll("label:not([data-taken=true]) > input[name=slots]")[%s].click()`, i)
		b.scrollTo("[value=booked]")
		b.click("[value=booked]")
		b.until(`document.querySelector("[name=stage]:disabled")?.value === "booked"`)
		check(t, strings.Contains(b.text("[data-card]"), "12 Elm St"), "the card lacks the address")
		b.open(site.URL + "/office/new")
		b.typeIn("[name=phone]", phone)
		b.click("[name=find]")
		b.until(`document.querySelector("[name=name]").value === %s`, name)
		look("the form of a number that is known")
		b.focus("[name=name]")
		b.press("\r")
		b.until(`document.querySelector("[name=stage]:disabled")?.value === "contacted"`)
		b.wantNoProblems()
	}
}

// TestOfficeSite puts a notice and a photograph up and takes them back, on a phone and on a wide screen, with and
// without scripts: the office's page and the visitors' fit their windows, and axe finds nothing in them.
func TestOfficeSite(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	// Between two pages nothing can be removed, either.
	const unchanged = `document.querySelector("[name=photos]") && !document.querySelector("[name=remove]")`
	for i, width := range []int64{360, 1280} {
		scripts := i == 0
		b := newTab(t, width, 844, scripts)
		if scripts {
			b.injectAxe()
		}
		b.signIn(site, "/office")
		b.open(site.URL + "/office/site")
		b.checkOffice("the site", width, scripts)
		b.click("summary")
		b.typeIn("[name=text]", "Two trucks free this afternoon.")
		b.checkOffice("the form of a notice", width, scripts)
		b.click(".OfficeForm button")
		b.until(`document.querySelector("[name=back]")`)
		b.checkOffice("the site with a notice", width, scripts)
		for shown := false; !shown; { // within two seconds
			b.open(site.URL + "/")
			shown = eval[bool](b, `!!document.querySelector(".Notices")?.textContent.includes("Two trucks free this")`)
		} // today may be a holiday, which is announced, too
		b.fits("a page with a notice")
		if scripts {
			b.accessible("a page with a notice")
		}
		b.open(site.URL + "/office/site")
		b.scrollTo("[name=back]")
		b.click("[name=back]")
		b.until(unchanged)

		const photo = ".OfficeForm:has([name=photos]) "
		b.scrollTo(photo + "summary")
		b.click(photo + "summary")
		b.do(chromedp.SetUploadFiles(chromedp.CSS("[name=photos]"), photoFiles(t, image.Pt(1200, 900))))
		b.do(chromedp.SetValue(chromedp.CSS("[name=place]"), "plano"))
		b.typeIn(photo+"[name=text]", "Two movers carry a couch.")
		b.checkOffice("the form of a photograph", width, scripts)
		b.press("\r")
		b.until(`document.querySelector(%s) && document.readyState === "complete"`, photo+"img")
		b.scrollTo(photo + "img")
		b.until(`document.querySelector(%s).naturalWidth === 1200`, photo+"img")
		b.checkOffice("the site with a photograph", width, scripts)
		const shown = `img[alt="Two movers carry a couch."]`
		for found := false; !found; { // within two seconds
			b.open(site.URL + "/locations/plano")
			found = eval[bool](b, js(`!!document.querySelector(%s)`, shown))
		}
		b.until(`document.querySelector(%s).naturalWidth > 0`, shown)
		b.open(site.URL + "/office/site")
		b.scrollTo("[name=remove]")
		b.click("[name=remove]")
		b.until(unchanged)
		b.wantNoProblems()
	}
}

// keepsDay opens the day until the service worker has kept a number of requests, each with its photograph.
func (b *tab) keepsDay(site *program.Process, requests int) {
	b.t.Helper()
	b.open(site.URL + "/office/day")
	b.until(`navigator.serviceWorker.controller !== null`)
	b.open(site.URL + "/office/day")
	awaitPromise[bool](b, js(`(async () => {
		for (;;) {
			const keys = await (await caches.open("office-day")).keys();
			if (["/office/leads/", "/photos/"].every((path) =>
				keys.filter(({ url }) => url.includes(path)).length === %s)) return true;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	})()`, requests))
}

// TestOfficeToday ends today's jobs on a phone and on a wide screen, with and without scripts, and prints them. The
// day, its requests and their photographs can be read without the server.
func TestOfficeToday(t *testing.T) {
	t.Parallel()
	site := startSite(t, "--office-users=Ann <ann@example.com>")
	db, err := sql.Open("sqlite", strings.Replace(site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	t.Cleanup(func() { db.Close() })
	photo := photoFiles(t, image.Pt(1200, 900))[0]
	now := time.Now().In(program.Office())
	var b *tab
	list := screens()
	slices.Reverse(list) // the last one has scripts
	for i, s := range list {
		name := fmt.Sprint("Customer ", i)
		site.Post(t, testkit.QuoteForm(name))
		// Behind the program's back: the company may be closed now.
		begin := time.Date(now.Year(), now.Month(), now.Day(), 9+2*i, 0, 0, 0, now.Location())
		_, err = db.ExecContext(t.Context(), `UPDATE leads SET stage = 'booked', address = '12 Elm St' WHERE name = $1`,
			name)
		testkit.Must(t, err)
		setVisits(t, db, "planned", begin)
		b = newTab(t, s.width, 844, s.scripts)
		if s.scripts {
			b.injectAxe()
		}
		b.signIn(site, "/office")
		b.open(site.URL + "/office/day")
		b.checkOffice("the day", s.width, s.scripts)
		// A job that is done stands after the others.
		job := "#" + eval[string](b, `document.querySelector(".OfficeDay-job").id`) + " "
		b.scrollTo(job + "summary")
		b.click(job + "summary")
		b.checkOffice("the form that ends a job", s.width, s.scripts)
		b.do(chromedp.SetUploadFiles(chromedp.CSS(job+"[name=photos]"), []string{photo}))
		b.scrollTo(job + "[name=addPhotos]")
		b.click(job + "[name=addPhotos]")
		b.until(`document.querySelector(%s)?.complete`, job+"img")
		b.click(job + "summary")
		b.typeIn(job+"[name=amount]", "412.50")
		b.press("\r")
		b.until(`document.querySelector(%s)?.textContent.includes("$412.50")`, job+".OfficeDay-done")
		b.checkOffice("the day with a job that is done", s.width, s.scripts)
		b.wantNoProblems()
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	check(t, !b.visible(".OfficePage-header") && !b.visible("summary") && b.visible(".OfficeDay-job"),
		"it prints buttons")
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})

	b.keepsDay(site, len(list))
	_, err = db.ExecContext(t.Context(), `DELETE FROM sessions`) // as the command ends them
	testkit.Must(t, err)
	b.keepsDay(site, 0)
	b.signIn(site, "/office")
	b.keepsDay(site, len(list))
	end(t, site)
	b.open(site.URL + "/office/day")
	b.until(`!document.querySelector("[data-offline]").hidden &&
		document.querySelectorAll(".OfficeDay-job").length === %s`, len(list))
	b.until(`document.querySelector(".OfficeDay-job img").naturalWidth > 0`)
	b.run(`document.querySelector(".OfficeDay-job h3 a").click()`)
	b.until(`document.querySelector("h1")?.textContent.includes("Customer 0")`)
	b.until(`document.querySelector(".OfficeRequest img").naturalWidth > 0`)
	b.until(`getComputedStyle(document.querySelector(".OfficeRequest")).display === "grid"`) // it has its styles
}

// setVisits gives each request without a visit one in a state, whose slot begins at a time.
func setVisits(t *testing.T, db *sql.DB, state string, begin time.Time) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), `INSERT INTO visits (lead_id, number, kind, state, begins_at, truck)
		SELECT id, 1, 'pickup', $1, $2, 1 FROM leads WHERE stage IN ('booked', 'done') ON CONFLICT DO NOTHING`, state,
		begin.UnixMilli())
	testkit.Must(t, err)
}
