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
	"haulfront/content/wording"
)

// TestCard checks what a card says of a request, and when.
func TestCard(t *testing.T) {
	w := sampleWords(t)
	now := time.Date(2026, 11, 23, 15, 0, 0, 0, w.Location())
	overdue := now.Add(-2 * time.Hour)
	words, facts := &w.Office().Card, []string{"Other", "Plano 75024", "Today", "1 hour ago"}
	for name, test := range map[string]struct {
		edit  func(*Record)
		flags []string
		facts []string // nil: those of every request
	}{
		"new": {func(*Record) {}, nil, nil},
		"overdue": {func(l *Record) { l.Received = overdue }, []string{words.Overdue},
			append(slices.Clone(facts[:3]), "2 hours ago")},
		"held": {func(l *Record) { l.Received, l.Held, l.SpamReason = overdue, true, "a link" },
			[]string{strings.ReplaceAll(words.Held, "[reason]", "a link")}, append(slices.Clone(facts[:3]),
				"2 hours ago")},
		"answered in time": {func(l *Record) { l.Received, l.Stage = overdue, Contacted }, nil,
			append(slices.Clone(facts[:3]), "2 hours ago")},
		"due": {func(l *Record) { l.Stage, l.Due = Quoted, "Call again" }, []string{"Call again"}, nil},
		"other time": {func(l *Record) { l.Stage, l.Answer = Quoted, ActionOther },
			[]string{w.Office().ByAction[ActionOther].Notice}, nil},
		"answered yes":    {func(l *Record) { l.Stage, l.Answer = Quoted, ActionYes }, nil, nil},
		"other, on phone": {func(l *Record) { l.Stage, l.Answer = Contacted, ActionOther }, nil, nil},
		"booked for later": {func(l *Record) { l.Stage, l.Address = Booked, "12 Elm St" },
			[]string{w.Office().AnswerMail.Time + " " + w.Office().AnswerMail.Later}, nil},
		"booked": {func(l *Record) { l.Stage, l.Slot, l.Truck, l.Price = Booked, "Tue 8am", "Truck 1", "$350" },
			[]string{words.NoAddress}, []string{"Tue 8am", "Truck 1", "Other", "Plano 75024", "about $350"}},
		"booked at home": {func(l *Record) { l.Stage, l.Slot, l.Address = Booked, "Tue 8am", "12 Elm St" }, nil,
			[]string{"Tue 8am", "Other", "12 Elm St, Plano 75024"}},
		"not paid": {func(l *Record) { l.Stage, l.Unpaid, l.Amount, l.Price = Done, true, "$412.50", "$350" },
			[]string{words.Unpaid}, append(slices.Clone(facts), "final price $412.50")},
		"asked":     {func(l *Record) { l.Asked = true }, []string{words.Asked}, nil},
		"stopped":   {func(l *Record) { l.Stopped, l.NoTexts = true, true }, []string{words.Stop}, nil},
		"revoked":   {func(l *Record) { l.NoTexts = true }, []string{words.NoTexts}, nil},
		"one photo": {func(l *Record) { l.PhotoCount = 1 }, nil, append(slices.Clone(facts), "1 photo")},
		"far away": {func(l *Record) { l.ZIPCode = "10001" }, []string{words.Outside}, []string{"Other",
			w.place("10001"), "Today", "1 hour ago"}},
		"two photos": {func(l *Record) { l.PhotoCount = 2 }, nil, append(slices.Clone(facts), "2 photos")},
	} {
		l := Record{Lead: journal.Lead{ID: "1", Stage: New, Received: now.Add(-time.Hour),
			Request: quote.Request{Name: "Ann Smith", Phone: "(214) 555-0101",
				Email: "ann@example.com", ServiceType: "Other", ZIPCode: "75024",
				ServiceTimeframe: "Today", Message: "Two piles\nmore"}}}
		test.edit(&l)
		c := w.NewCard(&l, now, overdue)
		if test.facts == nil {
			test.facts = facts
		}
		if !slices.Equal(c.Facts, test.facts) || !slices.Equal(c.Flags, test.flags) {
			t.Errorf("%s: the facts are %q, the flags %q, want %q, %q", name, c.Facts, c.Flags, test.facts, test.flags)
		}
		if c.Href != "/office/leads/1" || c.Name != "Ann Smith" || c.Message != "Two piles" || c.Stage != l.Stage ||
			c.Overdue != (name == "overdue") || c.Tapped != (l.Stage == New || name == "due") ||
			c.Next != map[string]string{New: Contacted, Contacted: Quoted}[l.Stage] ||
			c.NextLabel != w.Office().Next[l.Stage] {
			t.Errorf("%s: the card is %+v", name, c)
		}
		var ways []string
		for _, way := range c.Ways {
			ways = append(ways, way.Label)
		}
		want := []string{words.Call, words.Text, words.Email, words.Map}
		if l.NoTexts {
			want = slices.Delete(want, 1, 2)
		}
		if name != "booked at home" && name != "booked for later" {
			want = want[:len(want)-1]
		}
		if !slices.Equal(ways, want) {
			t.Errorf("%s: the links are %q, want %q", name, ways, want)
		}
	}
}

// TestDrafts checks which text is drafted, what is filled in, and that the preferred way comes first.
func TestDrafts(t *testing.T) {
	w := sampleWords(t)
	words := &w.Office().Card
	for _, test := range []struct{ stage, price, due, draft string }{
		{New, "", "", words.Draft}, {Contacted, "$350", "", words.Draft}, {Quoted, "", "", words.Draft},
		{Quoted, "$350", "", w.Office().ByAction[ActionOffer].ToCustomer.Draft}, {Quoted, "$350", "Call again",
			words.FollowUpDraft},
		{Booked, "$350", "", words.Draft},
	} {
		l := Record{Lead: journal.Lead{Stage: test.stage,
			Request: quote.Request{Name: "Ann Smith", Phone: "214 555 0101", Email: "ann@example.com",
				ServiceType: "Other"}},
			Price: test.price, Due: test.due, Link: "https://junk.test/q/1", Prefers: "text"}
		ways := w.officeWays(&l, time.Now())
		want := strings.NewReplacer("[name]", "Ann", "[service]", "Other", "[price]", w.said(test.price), "[link]",
			l.Link).
			Replace(test.draft)
		if got, _ := url.PathUnescape(ways[0].Href); got != "sms:+12145550101?&body="+want {
			t.Errorf("%+v: the text is %q, want %q", test, got, want)
		}
		if ways[1].Href != "tel:+12145550101" || ways[2].Href != "mailto:ann@example.com" || len(ways) != 3 {
			t.Errorf("%+v: the links are %+v", test, ways)
		}
		if l.Prefers = "email"; w.officeWays(&l, time.Now())[0].Href != "mailto:ann@example.com" {
			t.Errorf("the links of a customer who prefers email are %+v", w.officeWays(&l, time.Now()))
		}
	}
	paid := Record{Lead: journal.Lead{Stage: Done, Request: quote.Request{Phone: "214 555 0101"}},
		Visit: Visit{Charged: 35000}}
	if got := w.officeWays(&paid, time.Now()); !strings.Contains(got[1].Href, url.PathEscape("Here’s your receipt")) {
		t.Errorf("the links of a paid job are %+v", got)
	}
	reviews := w.ReviewWays(&Record{Lead: journal.Lead{
		Request: quote.Request{Name: "Ann", Phone: "214 555 0101", Email: "ann@example.com"}}})
	if len(reviews) != 2 || !strings.HasPrefix(reviews[0].Href, "sms:") ||
		!strings.HasPrefix(reviews[1].Href, "mailto:ann@example.com?body=") {
		t.Errorf("the links to ask for a review are %+v", reviews)
	}
	nowhere := Record{Lead: journal.Lead{Request: quote.Request{Phone: "call me", Email: "none"}}}
	if got := w.ways(&nowhere, "", ""); len(got) != 0 {
		t.Errorf("a customer who cannot be reached has the links %+v", got)
	}
	w.Business.Texts = "off"
	called := Record{Lead: journal.Lead{Request: quote.Request{Phone: "214 555 0101"}}}
	if got := w.officeWays(&called, time.Now()); len(got) != 1 || got[0].Href != "tel:+12145550101" {
		t.Errorf("without text messages the links are %+v", got)
	}
	mail, err := w.AnswerMail(MailJob{Record: called, Action: ActionYes})
	if err != nil || len(mail.Actions) != 2 || mail.Actions[1].Href != "tel:+12145550101" {
		t.Errorf("without text messages the mail to the office is %+v, %v", mail.Actions, err)
	}
}

func TestAgo(t *testing.T) {
	w := sampleWords(t)
	now := time.Date(2026, 3, 10, 15, 0, 0, 0, w.Location())
	words := &w.Office().Card.Ago
	for passed, want := range map[time.Duration]string{
		0: words.Now, 59 * time.Second: words.Now, time.Minute: Counted(words.Minutes, words.Minutes, 1),
		59 * time.Minute: Counted(words.Minutes, words.Minutes, 59), time.Hour: words.Hour,
		15 * time.Hour: Counted(words.Hour, words.Hours, 15), 16 * time.Hour: words.Yesterday,
		39 * time.Hour: words.Yesterday,
		40 * time.Hour: "Mar 8", 24 * 100 * time.Hour: "Nov 30, 2025",
	} {
		if got := w.ago(now.Add(-passed), now); got != strings.ReplaceAll(want, "[n]", "1") {
			t.Errorf("ago(%v) = %q, want %q", passed, got, want)
		}
	}
}

// TestRequestPage checks what the page of a request offers in each stage.
func TestRequestPage(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx := t.Context()
		clock := testkit.NewClock(time.Date(2026, 11, 23, 9, 0, 0, 0, chicago(t)))
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words})
		var id string
		testkit.Must(t, leads.Transact(ctx, func(tx *sql.Tx) error {
			l, _, err := leads.Journal.Store(ctx, tx, quote.Post{Key: "1",
				Request: quote.Request{Name: "Ann", Page: "/",
					Phone: "(214) 555-0101", ZIPCode: "75024", Message: "Two piles"}}, clock.Now().Add(-time.Hour))
			id = l.ID
			return err
		}))
		now := millis(clock.Now())
		for _, test := range []struct {
			stage, job string
			visit      Visit
			want       string
		}{
			{New, `{}`, Visit{}, "offers sends"}, {Contacted, `{}`, Visit{}, "offers sends"},
			{Quoted, `{"low":350,"high":350}`, Visit{}, "offers sends"},
			{Quoted, `{"low":350,"high":400,"quotedAt":1}`, Visit{}, "sends sent"},
			{Quoted, `{"low":350,"high":400,"quotedAt":1,"answer":"other"}`, Visit{}, "offers sends sent"},
			{Quoted, `{"low":350,"high":400,"quotedAt":1,"answer":"yes"}`, Visit{}, "sends sent"},
			{Booked, `{"low":350,"high":350}`, Visit{State: Planned, Begin: now + 1}, "finish=350/unpaid"},
			{Booked, `{"low":350,"high":400}`, Visit{State: Planned, Begin: now}, "ends finish=/unpaid"},
			{Booked, `{"low":350,"high":350,"asked":1,"sent":{"low":300,"high":300}}`, Visit{State: Planned},
				"finish=/unpaid"},
			{Done, `{}`, Visit{State: Done, Begin: now - 1, Charged: 41250, Paid: unpaid}, "ends finish=412.50/unpaid"},
			{Done, `{}`, Visit{State: Done, Begin: now - 1, Charged: 41250, Paid: "cash"}, "finish=412.50/cash"},
			{Lost, `{"lost":"too far"}`, Visit{}, "sends"}, {Spam, `{}`, Visit{}, ""},
		} {
			_, err := leads.Writer().ExecContext(ctx, `UPDATE leads SET stage = $1, job = $2`, test.stage, test.job)
			testkit.Must(t, err)
			setVisit(t, leads.Journal, "", test.visit)
			l, err := leads.Get(ctx, id)
			testkit.Must(t, err)
			page, err := o.Request(ctx, l, "", nil, "")
			testkit.Must(t, err)
			var got []string
			for word, is := range map[string]bool{"offers": page.Offers, "sends": page.Sends, "ends": page.Ends,
				"sent": page.OfferSent != ""} {
				if is {
					got = append(got, word)
				}
			}
			slices.SortFunc(got, func(a, b string) int { // in the order of the wanted text
				order := []string{"offers", "sends", "ends", "sent"}
				return slices.Index(order, a) - slices.Index(order, b)
			})
			if page.Finish != nil {
				got = append(got, "finish="+page.Finish["amount"]+"/"+page.Finish["paid"])
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%s %s: the page has %q, want %q", test.stage, test.job, got, test.want)
			}
			var stages []string
			for _, stage := range page.Stages {
				if stages = append(stages, stage.Href); stage.Current != (stage.Href == test.stage) {
					t.Errorf("%s: the present stage is not marked: %+v", test.stage, page.Stages)
				}
			}
			want := slices.DeleteFunc(Stages(), func(s string) bool { return s == Done && test.stage == Booked })
			hours := ""
			if test.stage == Booked {
				hours = "2"
			}
			if !slices.Equal(stages, want) || page.Values["hours"] != hours || page.Card.Message != "Two piles" ||
				page.Message != "" || page.Stopped != "" || page.Quiet != "" || len(page.Reviews) != 0 {
				t.Errorf("%s: stages %q, page %+v", test.stage, stages, page)
			}
			if price := strings.ReplaceAll(PriceWords(350, 400), "$", ""); strings.Contains(test.job, "400") &&
				page.Values["price"] != price {
				t.Errorf("%s: the form has the price %q, want %q", test.job, page.Values["price"], price)
			}
		}
		l, err := leads.Get(ctx, id)
		testkit.Must(t, err)
		page, err := o.Request(ctx, l, "", url.Values{"price": {"about 300"}, "slots": {"2026-11-24T08"}}, "refused")
		testkit.Must(t, err)
		var chosen []string
		for _, slot := range page.Slots {
			if slot.Checked {
				chosen = append(chosen, slot.Value)
			}
		}
		if page.Values["price"] != "about 300" || page.Message != "refused" || fmt.Sprint(chosen) != "[2026-11-24T08]" {
			t.Errorf("after a rejected form, the page has %q, %q and the slots %q", page.Values, page.Message, chosen)
		}
		clock.Set(time.Date(2026, 11, 23, 23, 0, 0, 0, chicago(t)))
		if page, err := o.Request(ctx, l, "", nil, ""); err != nil || page.Quiet == "" {
			t.Errorf("at night, nothing says that texts are not to be sent: %v", err)
		}
	})
}

// TestInboxPage checks the filters of the inbox, and the links to the rest of a list.
func TestInboxPage(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, leads *outbox.Service) {
		ctx := t.Context()
		clock := testkit.NewClock(time.Date(2026, 11, 23, 9, 0, 0, 0, chicago(t)))
		o := Open(Config{Journal: leads.Journal, Now: clock.Now, Words: words})
		addDemo(t, o)
		counts := map[string]int{}
		for _, stage := range demoStages {
			counts[stage]++
		}
		w := words().Office()
		filters := func(q Query) string {
			t.Helper()
			page, err := o.Inbox(ctx, q)
			testkit.Must(t, err)
			var list []string
			for _, f := range page.Filters {
				list = append(list, f.Label+" "+f.Href+map[bool]string{true: " current"}[f.Current])
			}
			return strings.Join(list, "\n")
		}
		lines := []string{w.List.Board + " /office"}
		for _, stage := range Stages() {
			lines = append(lines, fmt.Sprintf("%s %d /office?stage=%s", w.Stages[stage], counts[stage], stage))
		}
		owed := fmt.Sprintf("\n%s %d /office?stage=unpaid", w.List.Unpaid, counts[Done]) // of none is the payment known
		if got, want := filters(Query{}), strings.Replace(strings.Join(lines, "\n"), "/office\n", "/office current\n",
			1)+owed; got != want {
			t.Errorf("the filters are\n%s\nwant\n%s", got, want)
		}
		if got, want := filters(Query{List: held}), strings.Join(lines,
			"\n")+"\n"+w.List.Held+" 0 /office?stage=held current"+owed; got != want {
			t.Errorf("the filters of the list in quarantine are\n%s\nwant\n%s", got, want)
		}
		if got := filters(Query{Text: "Ann", List: Done}); strings.Contains(got, "current") {
			t.Errorf("a search is a filter:\n%s", got)
		}

		page, err := o.Inbox(ctx, Query{})
		testkit.Must(t, err)
		for i, column := range page.Columns {
			more := ""
			if n := counts[Stages()[i]]; n > len(column.Cards) {
				more = strings.ReplaceAll(w.List.All, "[count]", fmt.Sprint(n)) + " /office?stage=" + Stages()[i]
			}
			if got := strings.TrimSpace(column.More.Label + " " +
				column.More.Href); column.Label != w.Stages[Stages()[i]] ||
				got != more || column.Past.Href != "" {
				t.Errorf("column %d is %q with the links %q, %+v, want %q", i, column.Label, got, column.Past, more)
			}
		}
		if page.Columns[4].More.Href == "" || len(page.Columns) != 5 {
			t.Errorf("there are %d columns, the last with the link %q", len(page.Columns), page.Columns[4].More.Href)
		}
		_, err = leads.Writer().ExecContext(ctx, `UPDATE visits SET begins_at = $1`, o.today())
		testkit.Must(t, err)
		clock.Advance(15 * time.Hour) // past midnight
		page, err = o.Inbox(ctx, Query{})
		testkit.Must(t, err)
		past := Counted(w.List.Past, w.List.PastJobs, counts[Booked])
		if got := page.Columns[3].Past; got.Label != past || got.Href != DayPath || len(page.Columns[3].Cards) != 0 {
			t.Errorf("the jobs that nobody closed are %+v, want %q", got, past)
		}

		// A list of more than a page, and the next one.
		_, err = leads.Writer().ExecContext(ctx, `UPDATE leads SET stage = 'lost'`)
		testkit.Must(t, err)
		first, err := o.Inbox(ctx, Query{List: Lost})
		testkit.Must(t, err)
		link, err := url.Parse(first.Columns[0].More.Href)
		testkit.Must(t, err)
		next, err := o.Inbox(ctx, Query{List: Lost, Before: link.Query().Get("before")})
		testkit.Must(t, err)
		if a, b := len(first.Columns[0].Cards), len(next.Columns[0].Cards); a != pageCards ||
			b != len(demoStages)-pageCards ||
			next.Columns[0].More.Href != "" || first.Columns[0].More.Label != w.List.More ||
			link.Query().Get("stage") != Lost {
			t.Errorf("the pages have %d and %d requests, and the links %q, %q", a, b, link, next.Columns[0].More.Href)
		}
		found, err := o.Inbox(ctx, Query{Text: demoPeople[0]})
		testkit.Must(t, err)
		if found.Query != demoPeople[0] || found.Columns[0].Label != strings.ReplaceAll(w.List.Found, "[query]",
			demoPeople[0]) {
			t.Errorf("the page of a search is %+v", found)
		}
	})
}

// TestWhere names the town once, however the address was typed.
func TestWhere(t *testing.T) {
	w := sampleWords(t)
	w.Business.State = "Texas"
	for address, want := range map[string]string{
		"": "Plano 75024", "12 Elm St Plano TX": "12 Elm St Plano TX 75024", "12 Plano St": "12 Plano St, Plano 75024",
		"12 Elm St Plano TX 75024": "12 Elm St Plano TX 75024", "12 Elm St Plano, tx": "12 Elm St Plano, tx 75024",
		"Plano": "Plano 75024", "12 Plano Rd.": "12 Plano Rd, Plano 75024",
		"12 Elm St": "12 Elm St, Plano 75024", "12 Elm St, Plano": "12 Elm St, Plano 75024",
		"12 Elm St, plano TX 75024": "12 Elm St, plano TX 75024", "12 Plano Rd": "12 Plano Rd, Plano 75024",
		"12 Elm St, Unit 4":          "12 Elm St, Unit 4, Plano 75024",
		"12 Elm St, Plano, TX 75024": "12 Elm St, Plano, TX 75024",
		"12 Elm St Plano":            "12 Elm St Plano 75024",
		"12 Elm St, Plano, Texas":    "12 Elm St, Plano, Texas 75024",
		"12 Elm St, PLANO, tx.":      "12 Elm St, PLANO, tx 75024", "12 Elm St, 75024": "12 Elm St, Plano 75024",
		"12 Elm St, Plano,": "12 Elm St, Plano 75024", "Plano Pkwy 12": "Plano Pkwy 12, Plano 75024",
		"12 Elm St, Frisco": "12 Elm St, Frisco, Plano 75024", "12 Elmplano": "12 Elmplano, Plano 75024",
	} {
		l := Record{Lead: journal.Lead{Address: address, Request: quote.Request{ZIPCode: "75024"}}}
		if got := w.where(&l); got != want {
			t.Errorf("%q is at %q, want %q", address, got, want)
		}
	}
}

// Whatever the office's phone drafts, the customer can see the request.
func TestDraftsHaveTheLink(t *testing.T) {
	src := words().Office()
	drafts := []string{src.Card.Draft, src.Card.FollowUpDraft, src.Card.ReviewDraft, src.Card.UnpaidDraft,
		src.Card.ComingDraft}
	for _, action := range src.ByAction {
		for _, words := range []*wording.Customer{action.ToCustomer, action.Estimate} {
			if words != nil {
				drafts = append(drafts, words.Draft)
			}
		}
	}
	for _, draft := range drafts {
		if !strings.Contains(draft, "[link]") {
			t.Errorf("the draft %q has no link", draft)
		}
	}
}
