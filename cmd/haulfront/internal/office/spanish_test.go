package office

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// place matches what a value takes the place of, and links.
var place = regexp.MustCompile(`\[\w+\]|"|\\u003c|[–·|:]`)

// phrases adds the texts of a table of words, without their values, by themselves: each is two words at least.
func phrases(table reflect.Value, list map[string]bool) {
	switch table.Kind() {
	case reflect.String:
		for _, text := range place.Split(table.String(), -1) {
			if text = strings.Trim(text, " .,!?"); len(strings.Fields(text)) > 1 && !strings.ContainsAny(text, "$@") {
				list[text] = true
			}
		}
	case reflect.Pointer:
		if !table.IsNil() {
			phrases(table.Elem(), list)
		}
	case reflect.Struct:
		for i := range table.NumField() {
			phrases(table.Field(i), list)
		}
	case reflect.Slice:
		for i := range table.Len() {
			phrases(table.Index(i), list)
		}
	case reflect.Map:
		for _, key := range table.MapKeys() {
			phrases(table.MapIndex(key), list)
		}
	}
}

// wantSpanish checks that what a customer reads has none of the English phrases, and is not empty.
func wantSpanish(t *testing.T, where string, read any, english []string) {
	t.Helper()
	data, err := json.Marshal(read)
	testkit.Must(t, err)
	text := string(data)
	if links, err := url.PathUnescape(text); err == nil { // drafts are in links
		text = links
	}
	for _, phrase := range english {
		if strings.Contains(text, phrase) {
			t.Errorf("%s says %q: %s", where, phrase, text)
		}
	}
}

// englishPhrases are those of the English words, of visitors and of the office, that the Spanish ones do not have.
func englishPhrases(w, es Words) (list []string) {
	both := map[bool]map[string]bool{true: {}, false: {}}
	for isEnglish, words := range map[bool]Words{true: w, false: es} {
		for _, table := range []any{words.Office(), words.MailWords(), words.Quote(), words.Prices()} {
			phrases(reflect.ValueOf(table), both[isEnglish])
		}
	}
	for phrase := range both[true] {
		if !strings.Contains(w.Business.Name, phrase) {
			list = append(list, phrase)
		}
	}
	slices.Sort(list)
	return list
}

// TestSpanishMails writes every mail and every draft to a customer who reads Spanish: none has a phrase of the English
// words, and each has a time and a price in Spanish.
func TestSpanishMails(t *testing.T) {
	w := Words{Site: words()}
	es := Words{Site: w.In("es-MX")}
	english := englishPhrases(w, es)
	if len(english) < 500 {
		t.Fatalf("%d phrases", len(english))
	}
	begin := time.Date(2026, 11, 24, 8, 0, 0, 0, w.Location())
	request := quote.Request{Name: "Ana", Phone: "(214) 555-0188", Email: "ana@example.com", ServiceType: "Yard Waste",
		ZIPCode: "75201", ServiceTimeframe: "Today", Page: "/es", Extra: quote.Extra{Language: "es"}}
	base := &url.URL{Scheme: "https", Host: "junk.test"}
	for action := range w.Office().ByAction {
		for _, kind := range []string{Pickup, Estimate} {
			visit := Visit{Number: 1, Kind: kind, State: Planned, Begin: millis(begin)}
			r := Record{Lead: journal.Lead{Request: request, Stage: Booked}, Visit: visit, Visits: []Visit{visit},
				Before: []Visit{visit}, Price: "$285", Amount: "$412.50"}
			r.Job.Terms = Terms{Low: 285, High: 285, Slots: []string{SlotValue(begin)}, Kind: kind, Every: "week",
				Off: 25}
			if r.Job.Untold = action; es.toCustomer(action, &r) == nil {
				continue
			}
			r.Due = "due"
			wantSpanish(t, "the draft about "+action, w.ways(&r, es.toCustomer(action, &r).Draft, ""), english)
			if ways := w.officeWays(&r, begin); !strings.Contains(ways[1].Href, "Hola%20Ana") {
				t.Errorf("the office is to text %v about %s", ways, action)
			}
			if _, ok := customerMails[action]; !ok {
				continue
			}
			mail, err := es.CustomerMail(Notice{Event{Action: action}, r}.Words(es))
			testkit.Must(t, err)
			if mail.Lang != "es" || mail.Lead == "" || mail.Subject == "" {
				t.Errorf("the mail about %s is %+v", action, mail)
			}
			wantSpanish(t, "the mail about "+action, mail, english)
			file := string(Invitation(es.Site, base, "token", r))
			wantSpanish(t, "the calendar file", strings.ReplaceAll(file, "\r\n ", ""), english)
		}
	}
	lead := journal.Lead{Request: request, Received: begin}
	mail := es.VisitorMail(lead, "https://junk.test/q/token", begin)
	wantSpanish(t, "the mail after the form", mail, english)
	text := mail.PlainText()
	if !strings.Contains(text, "Ramas y basura del jardín") || !strings.Contains(text, "Hoy") {
		t.Errorf("the mail after the form lacks what was chosen:\n%s", text)
	}
	if got := es.SlotWords(begin); got != "mar 24 nov, 8–10am" {
		t.Errorf("a slot is %q", got)
	}
	for _, draft := range []string{es.Office().Card.Draft, es.Office().Card.FollowUpDraft, es.Office().Card.UnpaidDraft,
		es.Office().Card.ReviewDraft, es.Office().Card.ComingDraft} {
		r := Record{Lead: lead, Price: "$285", Amount: "$412.50"}
		wantSpanish(t, "a draft", w.ways(&r, draft, ""), english)
	}
}

// TestSpanishReceipt checks the receipt of each way to pay.
func TestSpanishReceipt(t *testing.T) {
	w := Words{Site: words()}
	es := Words{Site: w.In("es")}
	english := englishPhrases(w, es)
	for _, paid := range append(slices.Sorted(maps.Keys(w.Office().Request.Payments)), "Zelle") {
		v := Visit{Number: 1, Kind: Pickup, State: Done,
			Begin:   millis(time.Date(2026, 11, 24, 8, 0, 0, 0, w.Location())),
			EndedAt: millis(time.Date(2026, 11, 24, 9, 0, 0, 0, w.Location())), Charged: 412_50, Paid: paid}
		r := Record{Lead: journal.Lead{Stage: Done, Request: quote.Request{Name: "Ana", ServiceType: "Other"}},
			Visit:  v,
			Visits: []Visit{v}}
		wantSpanish(t, "the receipt of "+paid, es.receipt(&r), english)
	}
}

// TestSpanishPages reads the page of customers who read Spanish, from the request to the receipt.
func TestSpanishPages(t *testing.T) {
	w := Words{Site: words()}
	english := englishPhrases(w, Words{Site: w.In("es")})
	onEachOffice(t, func(t *testing.T, c *customers) {
		c.site.Business.Trucks = []string{"Truck 1", "Truck 2", "Truck 3", "Truck 4", "Truck 5"}
		for i, r := range []quote.Request{
			{ServiceType: "Yard Waste", Page: "/services/yard-waste", ServiceTimeframe: "Today"},
			{ServiceType: "Light Demolition/Disassembly"},
			{ServiceType: "Other", Page: "/services/hot-tub-removal"},
			{ServiceType: "Other", Page: "/services/subscription-junk-removal"},
			{ServiceType: "Furniture Removal", ZIPCode: "78701"},
		} {
			r.ZIPCode, r.Name, r.Phone = cmp.Or(r.ZIPCode, "75201"), "Ana", "(214) 555-019"+strconv.Itoa(i)
			r.Extra = quote.Extra{Language: "es", Answer: quote.Answer{Contact: "text"}}
			out, err := c.leads.Submit(t.Context(), quote.Post{Request: r, Key: r.Phone})
			testkit.Must(t, err)
			ana, err := c.leads.Get(t.Context(), out.ID)
			testkit.Must(t, err)
			read := func(stage string) {
				page := c.page(ana)
				if page.Words.Lang != "es" || page.Status == "" {
					t.Errorf("%s: the page says %q", stage, page.Status)
				}
				wantSpanish(t, "the page, "+stage, []any{page, page.Words.Office().Customer}, english)
			}
			read("new")
			c.offer(ana.ID, tuesday8, tuesday10)
			read("offered")
			for _, answer := range []string{ActionOther, ActionNo, ActionYes} {
				c.wantErr(answer, c.answer(ana, answer, tuesday8, 0), nil)
				read(answer)
			}
			form := url.Values{"done": {"on"}, "amount": {"412.50"}, "paid": {"unpaid"}}
			if i%2 == 0 {
				form = url.Values{"answer": {ActionCancel}}
				c.wantErr("cancel", c.ChangeAsCustomer(t.Context(), ana.Token, form, nil), nil)
			} else {
				c.wantErr("done", c.Change(t.Context(), ana.ID, "ann@example.com", form), nil)
			}
			read("over")
		}
	})
}
