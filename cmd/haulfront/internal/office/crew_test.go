package office

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/testkit"
)

// onEachCrew runs a test in offices with two of a crew, of whom one is a user, too. news are the notifications of the
// crew.
func onEachCrew(t *testing.T, test func(t *testing.T, c *customers, news *[]string)) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.Crew = []mail.Address{{Name: "Cid", Email: "cid@example.com"}, {Email: "ANN@example.com"}}
		var news []string
		c.Notify = func(_ string, e Event) {
			if e.Crew != nil {
				news = append(news, e.Crew.Title+" | "+strings.ReplaceAll(e.Crew.Body, "\n", " | "))
			}
		}
		test(t, c, &news)
	})
}

// The crew do what is marked as theirs in the table of actions, with visits on the sheets of today and tomorrow alone.
func TestCrewActions(t *testing.T) {
	onEachCrew(t, func(t *testing.T, c *customers, _ *[]string) {
		never := []string{ActionStop, ActionEnd, ActionOffer, actionStage, ActionAddress, actionMerge, "truck"}
		slot := map[bool]string{true: "2026-11-23T11", false: "2026-11-25T11"}
		for _, a := range UserActions() {
			for _, soon := range []bool{true, false} {
				lead := c.submit(a.Name + slot[soon])
				testkit.Must(t, c.do(lead, "ann@example.com", "stage=booked&price=350&slots="+slot[soon]))
				form := url.Values{"done": {}}
				form.Set(a.Fields[0], "on")
				err := c.Change(t.Context(), lead.ID, "cid@example.com", form)
				want := !soon || !a.crew || slices.Contains(never, a.Name)
				if got := errors.Is(err, ErrCrew); got != want {
					t.Errorf("the crew's %s on %s is refused: %v, want %v, by %v", a.Name, slot[soon], got, want, err)
				}
				testkit.Must(t, c.do(lead, "ann@example.com", "stage=lost"))
			}
		}
		for _, both := range []string{"note=x&stage=lost", "done=on&amount=1&paid=cash&stop=on", "photos=on&price=1"} {
			lead := c.submit(both)
			testkit.Must(t, c.do(lead, "ann@example.com", "stage=booked&price=350&slots=2026-11-23T11"))
			c.wantErr("what is not the crew's beside "+both, c.do(lead, "cid@example.com", both), ErrCrew)
			testkit.Must(t, c.do(lead, "ann@example.com", "stage=lost"))
		}
	})
}

// The sheets of the crew are those of today and tomorrow. A job of former days that nobody has closed is on today's.
func TestCrewSheets(t *testing.T) {
	onEachCrew(t, func(t *testing.T, c *customers, _ *[]string) {
		bob, dee := c.submit("Bob"), c.submit("Dee")
		testkit.Must(t, c.do(bob, "ann@example.com", "stage=booked&price=350&address=x&days=3&slots=2026-11-24T11"))
		testkit.Must(t, c.do(dee, "ann@example.com", "stage=booked&price=90&address=x&slots=2026-11-23T11"))
		for date, want := range map[string]string{"": "2026-11-23", "2026-11-23": "2026-11-23",
			"2026-11-24": "2026-11-24", "2026-11-22": "2026-11-23", "2026-11-25": "2026-11-23"} {
			page, err := c.Day(t.Context(), "Cid@Example.com", date)
			if err != nil || page.Date != want || !page.Crew || page.Around[1].Href != DayPath+"?date=2026-11-24" {
				t.Errorf("the crew get the day %q as %+v, %v", date, page, err)
			}
		}
		if page, err := c.Day(t.Context(), "ann@example.com", "2026-11-22"); err != nil || page.Crew ||
			page.Date != "2026-11-22" {
			t.Errorf("a user gets the day %s, %v", page.Date, err)
		}
		c.wantErr("the day after tomorrow", c.do(bob, "cid@example.com", "visit=2&done=on&amount=9&paid=cash"), ErrCrew)
		c.clock.Advance(2 * 24 * time.Hour)
		for _, form := range []string{"visit=1&done=on&paid=last", "visit=2&addPhotos=on&note=Two+piles",
			"visit=2&done=on&amount=409.50&paid=cash&note=Dog", "visit=2&note=x"} {
			c.wantErr(form, c.do(bob, "cid@example.com", form), nil)
		}
		c.wantErr("no-show yesterday", c.do(dee, "cid@example.com", "visit=1&noShow=on&note=Nobody"), nil)
		c.wantErr("no-show twice", c.do(dee, "cid@example.com", "visit=1&noShow=on"), ErrCrew)
		c.wantErr("a no-show that is done", c.do(bob, "ann@example.com", "visit=1&noShow=on"), ErrNothing)
		history, err := c.history(t.Context(), bob.ID)
		testkit.Must(t, err)
		var lines []string
		for _, entry := range history[:4] {
			lines = append(lines, entry.Title+": "+strings.Join(entry.Lines, ", "))
		}
		const want = "Cid: x\nCid: final price $409.50, Cash, Dog\nCid: Two piles\nCid: With another day"
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("the history of the last visits is\n%s, want\n%s", got, want)
		}
	})
}

// The crew learn which jobs of today and tomorrow are booked, moved and called off, and of nothing else.
func TestCrewNews(t *testing.T) {
	onEachCrew(t, func(t *testing.T, c *customers, news *[]string) {
		bob := c.submit("Bob")
		for _, step := range []struct{ do, want string }{
			{"price=350&slots=2026-11-23T11,2026-11-25T11", ""},
			{"stage=booked&price=350&address=12+Elm+St&slots=2026-11-25T11", ""},
			{"stage=booked&price=350&slots=2026-11-27T11", ""},
			{"stage=booked&price=350&slots=2026-11-24T11", "Moved the visit: Bob | Tue, Nov 24, 11am–1pm | 12 Elm St"},
			{"note=x", ""},
			{"stage=booked&price=350&slots=2026-11-25T13", "Moved the visit: Bob | Wed, Nov 25, 1–3pm | 12 Elm St"},
			{"stage=booked&price=350&slots=2026-11-23T13", "Moved the visit: Bob | Mon, Nov 23, 1–3pm | 12 Elm St"},
			{"stage=lost", "Called it off: Bob | Mon, Nov 23, 1–3pm | 12 Elm St"},
			{"stage=booked&price=350&slots=2026-11-23T11&days=2",
				"Booked a time: Bob | Mon, Nov 23, 11am–1pm and Tue, Nov 24, 11am–1pm | 12 Elm St"},
			{"visit=3&callOffDay=on", "Called it off: Bob | Tue, Nov 24, 11am–1pm | 12 Elm St"},
			{"visit=2&done=on&amount=350&paid=cash", ""},
		} {
			*news = nil
			c.wantErr(step.do, c.do(bob, "ann@example.com", step.do), nil)
			if got := strings.Join(*news, "\n"); got != step.want {
				t.Errorf("after %s, the crew learn %q, want %q", step.do, got, step.want)
			}
		}
	})
}

// One of the crew signs in with a link, and is signed out when the settings lack the address.
func TestFormerCrew(t *testing.T) {
	onEachCrew(t, func(t *testing.T, c *customers, _ *[]string) {
		link, err := c.MakeLink(t.Context(), "cid@example.com", false)
		testkit.Must(t, err)
		token, err := c.SignIn(t.Context(), link, "")
		testkit.Must(t, err)
		testkit.Must(t, c.EndFormer(t.Context()))
		user, _, err := c.User(t.Context(), token)
		if err != nil || user != "cid@example.com" || c.ActorName(user) != "Cid" || !c.IsCrew(user) ||
			c.IsCrew("ann@example.com") || c.IsCrew("eve@example.com") {
			t.Errorf("the user of the session is %q, %v", user, err)
		}
		crew := c.Crew
		c.Crew = nil
		testkit.Must(t, c.EndFormer(t.Context()))
		c.Crew = crew
		c.wantErr("a session of before", c.CheckSession(t.Context(), token), ErrNoSession)
	})
}
