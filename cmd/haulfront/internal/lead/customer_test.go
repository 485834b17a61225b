package lead

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/quote"
)

// A request is stored with the digests of its token and phone number, and its consent is in the ledger, which removals
// leave for five years. Leads of an earlier version get the digests at the next start, and only recent and
// quarantined ones are new.
func TestCustomerOfALead(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, url string) {
		ctx := t.Context()
		s := newTestService(t, url, withoutDestinations)
		sub := submission("k")
		sub.Request.Extra.Answer.Consent = &quote.Consent{Words: "Yes", At: s.clock.Now(), Page: "/get-quote"}
		id := s.submit(sub, true)
		columns := func(s *testService, id string) (token, phone string) {
			row := s.journal.read.QueryRow(`SELECT token, phone_key FROM leads WHERE id = $1`, id)
			must(t, row.Scan(&token, &phone))
			return token, phone
		}
		l := s.get(id)
		token, phone := columns(s, id)
		if len(l.Token) != 22 || token != TokenDigest(l.Token) || phone != PhoneKey("214.555.0100") {
			t.Errorf("token %s: stored are %s and %s", l.Token, token, phone)
		}
		ledger := func() []string {
			rows, err := queryAll(ctx, s.journal.read, func(r Row) (string, error) {
				var c Consent
				var at int64
				err := r.Scan(&c.Phone, &at, &c.Action, &c.Words, &c.Page, &c.Form)
				return fmt.Sprint(c.Phone == phone, at == millis(sub.Request.Extra.Answer.Consent.At),
					c.Action, c.Words, c.Page, c.Form), err
			}, `SELECT phone_key, at, action, words, page, form FROM consents`)
			must(t, err)
			return rows
		}
		want := []string{fmt.Sprint(true, true, "consent", "Yes", "/get-quote", quote.SourceGet)}
		if got := ledger(); !slices.Equal(got, want) {
			t.Errorf("the ledger has %q, want %q", got, want)
		}
		must(t, errOf(s.journal.Remove(ctx, id)))
		s.clock.Advance((5*365 + 1) * 24 * time.Hour)
		must(t, s.removeOld(ctx))
		if got := ledger(); !slices.Equal(got, want) {
			t.Errorf("after the removal of the lead, the ledger has %q", got)
		}
		s.clock.Advance(24 * time.Hour)
		must(t, s.removeOld(ctx))
		if got := ledger(); len(got) > 0 {
			t.Errorf("after five years, the ledger has %q", got)
		}

		for name, want := range map[string]struct {
			age     time.Duration
			webhook Status
			stage   string
		}{"recent": {47 * time.Hour, Stored, "new"}, "old": {49 * time.Hour, Stored, "contacted"},
			"held": {49 * time.Hour, Quarantined, "new"}} {
			s.insertLead(name, s.clock.Now().Add(-want.age), want.webhook)
			must(t, s.journal.prepare(ctx, s.clock.Now(), time.Minute))
			l := s.get(name)
			if token, _ := columns(s, name); token != TokenDigest(l.Token) || l.Stage != want.stage {
				t.Errorf("the %s lead of an earlier version has the token %q and the stage %s", name, token, l.Stage)
			}
		}
	})
}

func TestPhoneKey(t *testing.T) {
	want := PhoneKey("2145550100")
	for _, phone := range []string{"(214) 555-0100", "+1 214.555.0100", "214-555-0100 ext. 12", "12145550100 x5",
		"214 555 0100 or 972 555 0101"} {
		if got := PhoneKey(phone); got != want {
			t.Errorf("PhoneKey(%q) = %s, want %s", phone, got, want)
		}
	}
	for _, phone := range []string{"", "call me", "12345"} {
		if got := PhoneKey(phone); got != "" {
			t.Errorf("PhoneKey(%q) = %s", phone, got)
		}
	}
	if PhoneKey("5550100") == "" || PhoneKey("5550100") == want {
		t.Error("a local number is another number")
	}
}
