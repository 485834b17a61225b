package outbox

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// A request is stored with the digests of its token and phone number, and its consent is in the ledger, which removals
// leave for five years.
func TestCustomerOfALead(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		ctx := t.Context()
		s := newTestService(t, url, withoutDestinations)
		sub := post("k")
		sub.Request.Extra.Answer.Consent = &quote.Consent{Words: "Yes", At: s.clock.Now(), Page: "/get-quote"}
		id := s.submit(sub, true)
		columns := func(id string) (token, phone string) {
			row := s.Reader().QueryRow(`SELECT token, phone_key FROM leads WHERE id = $1`, id)
			testkit.Must(t, row.Scan(&token, &phone))
			return token, phone
		}
		l := s.get(id)
		token, phone := columns(id)
		if len(l.Token) != 22 || token != journal.TokenDigest(l.Token) || phone != journal.PhoneKey("214.555.0100") {
			t.Errorf("token %s: stored are %s and %s", l.Token, token, phone)
		}
		ledger := func() []string {
			rows, err := journal.QueryAll(ctx, s.Reader(), func(r journal.Row) (string, error) {
				var c journal.Consent
				var at int64
				err := r.Scan(&c.Phone, &at, &c.Action, &c.Words, &c.Page, &c.Form)
				return fmt.Sprint(c.Phone == phone, at == journal.Millis(sub.Request.Extra.Answer.Consent.At),
					c.Action, c.Words, c.Page, c.Form), err
			}, `SELECT phone_key, at, action, words, page, form FROM consents`)
			testkit.Must(t, err)
			return rows
		}
		want := []string{fmt.Sprint(true, true, "consent", "Yes", "/get-quote", quote.SourceGet)}
		if got := ledger(); !slices.Equal(got, want) {
			t.Errorf("the ledger has %q, want %q", got, want)
		}
		testkit.Must(t, errOf(s.Purge(ctx, id)))
		s.clock.Advance((5*365 + 1) * 24 * time.Hour)
		testkit.Must(t, s.removeOld(ctx))
		if got := ledger(); !slices.Equal(got, want) {
			t.Errorf("after the removal of the lead, the ledger has %q", got)
		}
		s.clock.Advance(24 * time.Hour)
		testkit.Must(t, s.removeOld(ctx))
		if got := ledger(); len(got) > 0 {
			t.Errorf("after five years, the ledger has %q", got)
		}
	})
}
