package office

import (
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// do changes a request by a user's form.
func (c *customers) do(l outbox.Lead, user, fields string) error {
	form, err := url.ParseQuery(fields)
	testkit.Must(c.t, err)
	return c.Change(c.t.Context(), l.ID, user, form)
}

// board returns the names in the columns of the board, each with its flags.
func (c *customers) board() (columns []string) {
	c.t.Helper()
	page, err := c.Inbox(c.t.Context(), Query{})
	testkit.Must(c.t, err)
	for _, column := range page.Columns {
		var cards []string
		for _, card := range column.Cards {
			cards = append(cards, strings.Join(append([]string{card.Name}, card.Flags...), ": "))
		}
		columns = append(columns, strings.Join(cards, ", "))
	}
	return columns
}

// An offer without an answer comes back to the top of its column after one day and after four, and a call that nobody
// answered when the office said. A tap counts; an answer, the end of contact and another stage end it.
// TestServiceOfCard names on a card the service of the request's page where the form has no choice for it, once, and on
// the request the price of its page.
func TestServiceOfCard(t *testing.T) {
	w, r := Words{Site: words()}, Record{}
	r.Request = quote.Request{Page: plansPage, ServiceType: "Other", Message: "Subscription Junk Removal\nTwo bins"}
	card := w.NewCard(&r, time.Now(), time.Now())
	if card.Facts[0] != "Subscription Junk Removal" || card.Message != "Two bins" {
		t.Errorf("the card says %q, %q", card.Facts, card.Message)
	}
	r.Page, r.ServiceType = "/services/garage-cleanout", "Garage Cleanout"
	price := MailRow{Label: "Price on the site", Value: "Usually $150–$600"}
	if rows, _ := w.requestRows(&r); !slices.Contains(rows, price) {
		t.Errorf("the request says %+v, and not what the customer has read", rows)
	}
}

func TestFollowUps(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		const day = 24 * time.Hour
		ann, bob := c.submit("Ann"), c.submit("Bob")
		for _, step := range []struct {
			after  time.Duration
			lead   outbox.Lead
			fields string // of a user, or the customer's answer
			quoted string // the column of quoted ones
			others string // that of contacted ones
		}{
			{0, ann, "price=350", "Ann", ""},
			{day - time.Minute, bob, "again=tomorrow", "Ann", "Bob"},
			{2 * time.Minute, bob, "price=200", "Ann: No answer for 1 day, Bob", ""},
			{0, bob, "stage=contacted", "Ann: No answer for 1 day", "Bob"},
			{0, bob, "again=today", "Ann: No answer for 1 day", "Bob"},
			{2 * time.Hour, ann, "tapped=on&stage=contacted", "Ann", "Bob: Call again"},
			{0, bob, "tapped=on&stage=contacted", "Ann", "Bob"},
			{2 * day, bob, "again=date&againDate=2026-11-27", "Ann", "Bob"},
			{day, ann, "note=x", "Ann: No answer for 4 days", "Bob: Call again"},
			{0, bob, "stop=on", "Ann", "Bob"}, // they have the same number
			{0, bob, "resume=on", "Ann: No answer for 4 days", "Bob"},
			{0, ann, "answer=other", "Ann: Wants another time", "Bob"},
			{9 * day, bob, "note=y", "Ann: Wants another time", "Bob"},
			{0, bob, "again=today", "Ann: Wants another time", "Bob"},
			{3 * time.Hour, bob, "stage=new", "Ann: Wants another time", ""},
		} {
			c.clock.Advance(step.after)
			if answer, ok := strings.CutPrefix(step.fields, "answer="); ok {
				testkit.Must(t, c.answer(step.lead, answer, "", 0))
			} else {
				testkit.Must(t, c.do(step.lead, "ann@example.com", step.fields))
			}
			columns := c.board()
			clean := func(column string) string {
				return strings.NewReplacer(": Do not contact", "", ": Same phone before", "").Replace(column)
			}
			if got := clean(columns[2]); got != step.quoted {
				t.Errorf("after %s, quoted are %q, want %q", step.fields, got, step.quoted)
			}
			if got := clean(columns[1]); got != step.others {
				t.Errorf("after %s, contacted are %q, want %q", step.fields, got, step.others)
			}
		}
		for _, date := range []string{"", "2026-11-01", "2040-01-01"} {
			c.wantErr(date, c.do(bob, "ann", "again=date&againDate="+date), ErrAgain)
		}
		testkit.Must(t, c.do(bob, "ann", "stage=done"))
		c.wantErr("a call about a job that is done", c.do(bob, "ann", "again=today"), ErrNothing)
	})
}

// What no mail can tell a customer without an address waits on the board, with the text to send, until somebody has
// called or texted: at once, and on the day before the job.
func TestUntoldCustomers(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.Base = func() *url.URL { return &url.URL{Scheme: "https", Host: "junk.test"} }
		out, err := c.leads.Submit(t.Context(), quote.Post{Key: "ann", Request: quote.Request{Name: "Ann",
			Phone: "(214) 555-0100", ServiceType: "Other"}})
		testkit.Must(t, err)
		l, err := c.leads.Get(t.Context(), out.ID)
		testkit.Must(t, err)
		const book = "stage=booked&price=350&address=12+Elm+St&slots="
		const tap = "tapped=on&stage=contacted"
		for _, step := range []struct {
			after       time.Duration
			form        string
			column      int
			card, draft string
		}{
			{0, "price=350&slots=2026-11-25T10", 2, "Ann: Not told yet: the price", "Your price is about $350"},
			{0, "note=x", 2, "Ann: Not told yet: the price", "Pick a time"},
			{0, tap, 2, "Ann", "Your price is about $350"},
			{0, book + "2026-11-25T10", 3, "Ann: Not told yet: booked", "You’re booked: Wed, Nov 25"},
			{0, tap, 3, "Ann", "You’re booked: Wed, Nov 25"},
			{24*time.Hour - time.Minute, "note=x", 3, "Ann", "You’re booked: Wed, Nov 25"},
			{2 * time.Minute, "note=y", 3, "Ann: Remind them: Wed, Nov 25, 10am–12pm", "Your pickup is Wed, Nov 25"},
			{0, tap, 3, "Ann", "You’re booked: Wed, Nov 25"},
			{0, book + "2026-11-28T10", 3, "Ann: Not told yet: the new time", "moved: Sat, Nov 28"},
			{73 * time.Hour, "note=z", 3, "Ann: Not told yet: the new time", "moved: Sat, Nov 28"},
			{0, "stage=lost&lost=sold", 5, "Ann: Not told yet: called off", "Your pickup is called off"},
			{0, tap, 4, "", ""},
			{25 * time.Hour, "stage=booked", 3, "Ann", "When is a good time"}, // the job has begun
			{0, "noShow=on", 5, "Ann: Not told yet: we missed them", "at 12 Elm St and missed you. Call or text us, " +
				"and we’ll find another time. Your request: https://junk.test/q/"},
			{0, "stage=booked", 3, "Ann", "When is a good time"}, // it was a mistake
			{0, "noShow=on", 5, "Ann: Not told yet: we missed them", "Hi Ann, this is"},
			{0, "where=on&address=", 5, "Ann: Not told yet: we missed them", "We were at your place and"},
			{0, tap, 4, "", ""},
		} {
			c.clock.Advance(step.after)
			testkit.Must(t, c.do(l, "ann@example.com", step.form))
			if board := c.board(); len(board) != max(5, step.column+1) || board[step.column] != step.card {
				t.Errorf("after %s, the board is %q, want %q in column %d", step.form, board, step.card, step.column)
			}
			r, err := c.record(t.Context(), c.Journal.Reader(), l.ID)
			testkit.Must(t, err)
			ways := c.words().officeWays(&r, c.clock.Now())
			draft, err := url.PathUnescape(ways[1].Href)
			if err != nil || !strings.Contains(draft, step.draft) || r.Due != "" && strings.Contains(draft, "[") {
				t.Errorf("after %s, the text is %q, want %q", step.form, draft, step.draft)
			}
			if waits := r.Due != "" && !strings.HasPrefix(r.Due, "Remind"); waits != (r.Job.Untold != "") {
				t.Errorf("after %s, %q is untold", step.form, r.Job.Untold)
			}
		}
	})
}

// The text that is drafted for a follow-up asks whether there are questions.
func TestFollowUpDraft(t *testing.T) {
	w, l := Words{Site: words()}, Record{Lead: journal.Lead{Stage: Quoted,
		Request: quote.Request{Name: "Ann", Phone: "2145550100"}}, Price: "$350", Due: "No answer"}
	card := w.NewCard(&l, time.Now(), time.Now())
	if text := card.Ways[1].Href; !strings.Contains(text, url.PathEscape("Your price is about $350.")) ||
		!card.Tapped {
		t.Errorf("the draft is %s", text)
	}
	// The slot of what the customer was not told was lost since.
	l.Stage, l.Job.Untold = Booked, ActionMove
	if text := w.NewCard(&l, time.Now(), time.Now()).Ways[1].Href; !strings.Contains(text,
		url.PathEscape("moved: We’ll get in touch to set the time. Everything")) {
		t.Errorf("without a slot, the draft is %s", text)
	}
}

// What a user said can be undone by the same one, and the ledger keeps both.
func TestResume(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann := c.submit("Ann")
		buttons := func(user string) (names []string) {
			page, err := c.Request(t.Context(), ann, user, nil, "")
			testkit.Must(t, err)
			for _, b := range page.Buttons {
				names = append(names, b.Action)
			}
			if stopped := !slices.Contains(names, ActionStop); stopped != (page.Stopped != "") {
				t.Errorf("the page says %q", page.Stopped)
			}
			return names
		}
		c.wantErr("nothing to undo", c.do(ann, "ann", "resume=on"), ErrNothing)
		testkit.Must(t, c.do(ann, "ann", "stop=on"))
		if !slices.Contains(buttons("ann"), ActionResume) || slices.Contains(buttons("bob"), ActionResume) {
			t.Error("the wrong user has the button")
		}
		c.wantErr("undone by another user", c.do(ann, "bob", "resume=on"), ErrStopped)
		testkit.Must(t, c.do(ann, "ann", "resume=on"))
		if r := c.view(ann); r.Consent != journal.Agreed {
			t.Errorf("after all, %q counts", r.Consent)
		}
		c.clock.Advance(time.Minute)
		testkit.Must(t, c.do(ann, "ann", "stop=on"))
		if r := c.view(ann); !r.Stopped {
			t.Error("a second stop does not count")
		}
		c.clock.Advance(time.Minute) // the command line's
		testkit.Must(t, c.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
			return journal.AddConsent(t.Context(), tx, journal.Consent{Phone: ann.Request.Phone, At: c.Now(),
				Action: journal.Stopped})
		}))
		c.wantErr("the end of another stop", c.do(ann, "ann", "resume=on"), ErrStopped)
		ledger, err := journal.QueryAll(t.Context(), c.Journal.Reader(), journal.ScanText,
			`SELECT action FROM consents ORDER BY at, id`)
		if got := strings.Join(ledger, " "); got != "consent stop resume stop stop" || err != nil {
			t.Errorf("the ledger has %s, %v", got, err)
		}
	})
}

// The longest waiting of many overdue requests comes first, then what is needed soonest. Booked are the jobs from today
// on, and a line has those before.
func TestBoardOrder(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		var id string
		set := func(name, columns string, args ...any) {
			l := c.submit(name)
			testkit.Must(t, c.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.Exec(`UPDATE leads SET phone_key = '', `+columns+` WHERE id = '`+l.ID+`'`, args...)
				return err
			}))
			id = l.ID
		}
		now := c.Now()
		for i := range boardCards + 2 {
			set(fmt.Sprint("Late", i), `received_at = $1`, millis(now.AddDate(0, 0, i-20)))
		}
		for i, timeframe := range []string{"Today", "This Month", "This Week"} {
			set(timeframe, `service_timeframe = $1, received_at = $2`, timeframe, millis(now)+int64(i))
		}
		for name, hours := range map[string]int{"Yesterday": -24, "Before": -100, "Earlier": -1, "Tomorrow": 24,
			"Later": 5} {
			set(name, `stage = 'booked', address = 'x'`)
			setVisit(t, c.Journal, id, Visit{State: Planned, Begin: millis(now.Add(time.Duration(hours) * time.Hour))})
		}
		columns := c.board()
		late := strings.Split(columns[0], ", ")
		var names []string
		for _, card := range late {
			name, _, _ := strings.Cut(card, ":")
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != "Late0 Late1 Late2 Late3 Late4 Late5 Today This Week This Month" {
			t.Errorf("new are %s", got)
		}
		if columns[3] != "Earlier, Later, Tomorrow" {
			t.Errorf("booked are %s", columns[3])
		}
		page, err := c.Inbox(t.Context(), Query{})
		testkit.Must(t, err)
		if past := page.Columns[3].Past; past.Label != "2 past jobs to close" {
			t.Errorf("past are %+v", past)
		}
	})
}

// A search finds email addresses, messages and notes.
func TestSearch(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		testkit.Must(t, c.do(ann, "ann", "note=The+Gate+is+blue"))
		testkit.Must(t, c.ChangeAsCustomer(t.Context(), bob.Token, url.Values{"note": {"Beware of the dog_1"}}, nil))
		testkit.Must(t, c.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
			const phone = "+1 (469) 555\u20110188"
			_, err := tx.Exec(`UPDATE leads SET message = 'A Piano', email = 'bob@corp.example', phone = $2,
				phone_key = $3 WHERE id = $1`, bob.ID, phone, journal.PhoneKey(phone))
			return err
		}))
		for text, want := range map[string]string{"gate": "Ann", "DOG": "Bob", "dog_": "Bob", "dog%": "",
			"piano": "Bob", "bob@corp": "Bob", "ann@": "Ann", "469.555.0188": "Bob", "1 469 555 0188 x7": "Bob",
			"555-0188": "Bob", "0188": "Bob", "555\u00b70100": "Ann"} {
			page, err := c.Inbox(t.Context(), Query{Text: text})
			testkit.Must(t, err)
			var names []string
			for _, card := range page.Columns[0].Cards {
				names = append(names, card.Name)
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("a search for %q finds %q, want %q", text, got, want)
			}
		}
	})
}

// A mail that a reply does not bring to the customer does not ask for one; any address that mail reaches has a button.
func TestReply(t *testing.T) {
	w := Words{Site: words()}
	for email, href := range map[string]string{
		"": "", "ann@example": "", "a&b@example.com": "mailto:a%26b@example.com",
	} {
		m := w.OwnerMail(mailLead(map[string]string{"name": "Ann", "phone": "469\u00b7555\u00b70188", "email": email}))
		if last := m.Actions[len(m.Actions)-1].Href; href != "" && last != href || (m.Note != "") != (href != "") ||
			m.Actions[0].Href != "tel:+14695550188" {
			t.Errorf("%q: the note is %q, the actions %+v", email, m.Note, m.Actions)
		}
	}
}

// How a customer wants to be answered is the first line of card and mail, and its button is the first.
func TestPrefers(t *testing.T) {
	w, message := Words{Site: words()}, "Two piles\nA sofa\n\nHow should we get back to you? Email\n\n"+
		words().Quote().Photos.Message+"\nhttps://junk.test/photos/1"
	l := Record{Lead: journal.Lead{Request: quote.Request{Name: "Ann", Phone: "2145550100",
		Email: "ann@example.com", Message: message}}, Prefers: "email"}
	if got := w.ownMessage(message); got != "Two piles\nA sofa" {
		t.Errorf("the customer's own words are %q", got)
	}
	card := w.NewCard(&l, time.Now(), time.Now())
	if card.Prefers != "Prefers: Email" || card.Ways[0].Label != "Email" || card.Message != "Two piles" {
		t.Errorf("the card is %+v", card)
	}
	shown := mailLead(map[string]string{"name": "Ann", "phone": l.Phone, "email": l.Email, "message": message})
	shown.Extra.Answer.Contact = "email"
	m := w.OwnerMail(shown)
	if row := m.Sections[0].Rows[0]; row.Label+": "+row.Value != "Prefers: Email" ||
		!strings.HasSuffix(m.Subject, " · Prefers: Email") || strings.Contains(m.Preview+m.Lead, "Email") ||
		m.Actions[0].Href != "mailto:ann@example.com" || strings.Contains(m.PlainText(), "How should we") {
		t.Errorf("the mail is %+v", m)
	}
}

// What a mail server did not take is left to the office, which one tap ends; what the customer did, and what has become
// of it since, is not.
func TestRefusedMail(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		ann, bob := c.submit("Ann"), c.submit("Bob")
		refuse := func(l outbox.Lead, kind outbox.Kind) {
			t.Helper()
			l, err := c.leads.Get(t.Context(), l.ID)
			testkit.Must(t, err)
			testkit.Must(t, c.Unreached(t.Context(), l.ID, kind, l.Delivery(kind).Body))
		}
		due := func(l outbox.Lead, want string) {
			t.Helper()
			if r := c.view(l); r.Due != want {
				t.Errorf("due is %q, want %q", r.Due, want)
			}
		}
		c.change(ann, "stage=booked&price=300&address=x&slots=2026-11-25T10")
		refuse(ann, outbox.CustomerMail)
		due(ann, "Not told yet: booked")
		c.change(ann, "tapped=on")
		due(ann, "")
		refuse(ann, outbox.ReminderMail)
		due(ann, "Remind them: Wed, Nov 25, 10am–12pm")
		c.offer(bob.ID, tuesday8)
		testkit.Must(t, c.answer(bob, "yes", tuesday8, 0))
		refuse(bob, outbox.CustomerMail)
		refuse(bob, outbox.VisitorMail)
		due(bob, "")
	})
}
