package office

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// submitOf stores a request of a phone number, with a message and a photograph.
func (c *customers) submitOf(name, phone, message string) outbox.Lead {
	c.t.Helper()
	out, err := c.leads.Submit(c.t.Context(), quote.Post{Key: name, Request: quote.Request{Name: name, Phone: phone,
		Email: strings.ToLower(name) + "@example.com", ServiceType: "Other", Message: message,
		Photos: []quote.Photo{{ID: quote.NewPhotoID(), Width: 1, Height: 1, JPEG: []byte{1}}}}})
	testkit.Must(c.t, err)
	l, err := c.leads.Get(c.t.Context(), out.ID)
	testkit.Must(c.t, err)
	return l
}

func (c *customers) request(l outbox.Lead) RequestPage {
	c.t.Helper()
	l, err := c.leads.Get(c.t.Context(), l.ID)
	testkit.Must(c.t, err)
	page, err := c.Request(c.t.Context(), l, "ann@example.com", nil, "")
	testkit.Must(c.t, err)
	return page
}

// found returns the names on the cards of a page of the inbox, with their messages.
func (c *customers) found(q Query) string {
	c.t.Helper()
	page, err := c.Inbox(c.t.Context(), q)
	testkit.Must(c.t, err)
	var list []string
	for _, card := range page.Columns[0].Cards {
		list = append(list, strings.ReplaceAll(card.Name+": "+card.Message, "\n", " / "))
	}
	return strings.Join(list, ", ")
}

// Two requests of a phone number within a day become one with a tap, wherever requests are listed and counted, and two
// again with another one.
func TestMerge(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		const user = "ann@example.com"
		ann := c.submitOf("Ann", "(214) 555-0101", "Two piles")
		c.clock.Advance(20 * time.Minute)
		at := c.clock.Now()
		bea := c.submitOf("Bea", "1 214 555 0101", "A piano")
		testkit.Must(t, c.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE leads SET received_at = $1 WHERE id = $2`, millis(at), bea.ID)
			return err
		}))
		testkit.Must(t, c.ChangeAsCustomer(t.Context(), bea.Token, url.Values{"note": {"Third floor"}}, nil))
		testkit.Must(t, c.do(ann, user, "again=tomorrow"))
		testkit.Must(t, c.do(bea, user, "again=tomorrow"))
		testkit.Must(t, c.do(bea, user, "note=Beware+of+the+dog"))
		card := c.request(bea).Card
		if card.Again.Label != "Same customer 20 min ago:" || card.Again.Href != "/office?customer="+bea.ID ||
			*card.Merge != (Button{Name: "merge", Value: ann.ID, Label: "Merge"}) {
			t.Errorf("the card says %+v, %+v", card.Again, card.Merge)
		}
		if first := c.request(ann).Card; first.Again != nil || first.Merge != nil {
			t.Errorf("the card of the first one says %+v, %+v", first.Again, first.Merge)
		}
		state := func(l outbox.Lead) string {
			r, err := c.record(t.Context(), c.Journal.Reader(), l.ID)
			testkit.Must(t, err)
			return fmt.Sprint(r.Stage, r.Job, r.FollowUp, r.Answered, r.MergedInto)
		}
		before := state(bea)
		c.wantErr("with itself", c.do(bea, user, "merge="+bea.ID), ErrChanged)
		c.wantErr("with none", c.do(bea, user, "merge=x"), ErrChanged)
		c.wantErr("undone too early", c.do(bea, user, "unmerge=on"), ErrChanged)
		want := func(when string, requests int, ofPhone, piano string) {
			t.Helper()
			counts, err := c.counts(t.Context())
			testkit.Must(t, err)
			week, err := c.Week(t.Context(), "")
			testkit.Must(t, err)
			if n := counts[Contacted]; n != requests || week.Tables[1].Total[1] != fmt.Sprint(requests) {
				t.Errorf("%s: %d requests in the inbox, %s in the week, want %d", when, n, week.Tables[1].Total[1],
					requests)
			}
			if got := c.found(Query{Customer: bea.ID}); got != ofPhone {
				t.Errorf("%s, the customer’s are %q, want %q", when, got, ofPhone)
			}
			if got := c.found(Query{Text: "piano"}); !strings.HasPrefix(got, piano) {
				t.Errorf("%s, the search finds %q, want %q", when, got, piano)
			}
		}
		two := "Bea: Third floor / A piano / Beware of the dog, Ann: Two piles"
		want("before", 2, two, "Bea")
		testkit.Must(t, c.do(bea, user, card.Merge.Name+"="+card.Merge.Value))
		want("merged", 1, "Ann: Third floor / Two piles / Beware of the dog", "Ann")
		if got := c.found(Query{List: Contacted}); got != "Ann: Third floor / Two piles" {
			t.Errorf("contacted are %q", got)
		}
		if r := c.view(bea); r.ID != ann.ID {
			t.Errorf("the link of the merged one leads to %s", r.Name)
		}
		page := c.request(ann)
		var history []string
		for _, e := range page.History {
			history = append(history, strings.Join(e.Lines, " "))
		}
		if got := strings.Join(history, ", "); !strings.Contains(got, journal.Reference(bea.ID)) ||
			!strings.Contains(got, journal.Reference(ann.ID)) || !strings.Contains(got, "Third floor") {
			t.Errorf("the history is %q", got)
		}
		if len(page.Merged) != 1 || len(page.Photos) != 2 {
			t.Fatalf("merged are %+v, with %d photographs", page.Merged, len(page.Photos))
		}
		if card := page.Merged[0]; card.Message != "A piano" || card.Tapped || card.Merge.Name != "unmerge" ||
			!strings.Contains(fmt.Sprint(card.Ways), "bea@example.com") {
			t.Errorf("the card of what was merged is %+v", card)
		}
		for _, form := range []string{"note=x", "stage=lost", "tapped=on", "merge=" + ann.ID} {
			c.wantErr(form, c.do(bea, user, form), ErrChanged)
		}
		ids, err := c.Person(t.Context(), ann.ID)
		if slices.Sort(ids); !slices.Equal(ids, []string{ann.ID, bea.ID}) || err != nil {
			t.Errorf("the person has %v, %v", ids, err)
		}
		testkit.Must(t, c.do(bea, user, "unmerge=on"))
		if after := state(bea); after != before {
			t.Errorf("after all, the request is %s, want %s", after, before)
		}
		want("undone", 2, two, "Bea")
		if r := c.view(bea); r.ID != bea.ID {
			t.Errorf("the link leads to %s", r.Name)
		}
	})
}

// The request that is further along stays. One with visits of its own, of another phone number or that is over is no
// part of another one, nor is one that others were merged into.
func TestMergeRefused(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		leads, book := map[string]outbox.Lead{}, "stage=booked&price=300&slots=2026-11-2"
		for name, forms := range map[string][]string{"Ann": nil, "Bob": {book + "4T08"}, "Cid": {book + "5T08"},
			"Dee": {"stage=lost"}, "Eve": {book + "7T08", "stage=contacted"}, "Fay": {"price=200"}, "Gil": nil} {
			leads[name] = c.submitOf(name, "(214) 555-0101", "")
			for _, form := range forms {
				testkit.Must(t, c.do(leads[name], "ann", form))
			}
		}
		leads["Hal"] = c.submitOf("Hal", "(214) 555-0102", "")
		for _, step := range []struct {
			this, other string
			want        error
			goes        string
		}{
			{"Bob", "Cid", ErrMerge, ""}, {"Ann", "Dee", ErrMerge, ""}, {"Eve", "Bob", ErrMerge, ""},
			{"Ann", "Hal", ErrMerge, ""}, {"Fay", "Ann", nil, "Ann"}, {"Gil", "Ann", ErrMerge, ""},
			{"Fay", "Bob", ErrMerge, ""}, {"Gil", "Bob", nil, "Gil"},
		} {
			err := c.do(leads[step.this], "ann", "merge="+leads[step.other].ID)
			c.wantErr(step.this+" with "+step.other, err, step.want)
			if step.goes == "" {
				continue
			}
			l, err := c.leads.Get(t.Context(), leads[step.goes].ID)
			if l.MergedInto == "" || err != nil {
				t.Errorf("%s is not merged, %v", step.goes, err)
			}
		}
	})
}

// Two users merge two requests at once, each into the other one: they become one, or stay two.
func TestMergeTwice(t *testing.T) {
	onEachOffice(t, func(t *testing.T, c *customers) {
		all := 0
		for i := range 8 {
			pair := []outbox.Lead{c.submitOf(fmt.Sprint("a", i), "(214) 555-0101", ""), c.submitOf(fmt.Sprint("b", i),
				"(214) 555-0101", "")}
			var errs [2]error
			var users sync.WaitGroup
			for j := range pair {
				users.Go(func() { errs[j] = c.do(pair[j], "ann", "merge="+pair[1-j].ID) })
			}
			users.Wait()
			merged := 0
			for j := range pair {
				l, err := c.leads.Get(t.Context(), pair[j].ID)
				testkit.Must(t, err)
				if l.MergedInto != "" {
					merged++
				}
				if errs[j] != nil && !errors.Is(errs[j], ErrChanged) && !errors.Is(errs[j], ErrMerge) {
					t.Errorf("merging at once = %v", errs[j])
				}
			}
			all += merged
			if done := slices.Contains(errs[:], nil); merged > 1 || done != (merged == 1) {
				t.Errorf("of two, %d are merged, %v", merged, errs)
			}
		}
		c.clock.Advance(48 * time.Hour)
		overdue, err := c.CountOverdue(t.Context())
		testkit.Must(t, err)
		ids, err := c.TakeOverdue(t.Context())
		testkit.Must(t, err)
		e, err := c.Evening(t.Context(), time.Time{}, c.Now())
		testkit.Must(t, err)
		if n := 16 - all; overdue != n || len(ids) != n || len(e.Waiting) != n {
			t.Errorf("%d are overdue, %d newly, %d wait, want %d", overdue, len(ids), len(e.Waiting), n)
		}
	})
}
