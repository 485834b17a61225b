package journal

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestVersions opens a journal as the programs before the baseline left it, with the versions that were merged into it.
// The journal of a newer program is refused, by servers and operators.
func TestVersions(t *testing.T) {
	const baseline = 9
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		for version := 1; version < baseline; version++ {
			s.exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, TRUE)`, version)
		}
		testkit.Must(t, errOf(s.store("k")))
		testkit.Must(t, s.Close())

		again := serve(t, url)
		if n, _, _, err := again.Span(t.Context()); n != 1 || err != nil {
			t.Errorf("the journal has %d leads, %v", n, err)
		}
		again.exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, TRUE)`, schemaVersion+1)
		testkit.Must(t, again.Close())
		refusal := fmt.Sprintf("the journal has version %d and this program supports %d; use the program that wrote it",
			schemaVersion+1, schemaVersion)
		testkit.WantError(t, "Serve() of a newer journal", errOf(Serve(t.Context(), Config{URL: url})), refusal)
		testkit.WantError(t, "Attach() of a newer journal", errOf(Open(t.Context(), url)), refusal)
	})
}

// TestPricesInCents opens a journal whose prices are in dollars.
func TestPricesInCents(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		id, err := s.store("k")
		testkit.Must(t, err)
		s.withoutVisits()
		s.exec(`UPDATE leads SET price = 350`)
		s.exec(`DROP TABLE site_photos`)
		s.exec(`DROP TABLE site_changes`)
		s.exec(`DROP INDEX leads_follow_up`)
		s.exec(`ALTER TABLE leads DROP COLUMN follow_up_at`) // with the later migrations
		s.exec(`DELETE FROM goose_db_version WHERE version_id >= 13`)
		testkit.Must(t, s.Close())
		if l, err := serve(t, url).Get(t.Context(), id); l.Cents != 35_000 || err != nil {
			t.Errorf("the price is %d, %v", l.Cents, err)
		}
	})
}

// withoutOrigins makes the tables those of before version 22.
func (s *served) withoutOrigins() {
	s.exec(`DROP INDEX leads_received`)
	s.exec(`CREATE INDEX leads_received ON leads (received_at)`)
	s.exec(`ALTER TABLE leads DROP COLUMN origin`)
	s.exec(`DELETE FROM goose_db_version WHERE version_id >= 22`)
}

// withoutVisits makes the tables those of before version 18.
func (s *served) withoutVisits() {
	s.withoutOrigins()
	s.exec(`ALTER TABLE photos DROP COLUMN visit`)
	s.exec(`ALTER TABLE photos DROP COLUMN taken`)
	s.exec(`DROP INDEX leads_merged`)
	s.exec(`DROP INDEX leads_stage`)
	s.exec(`DROP INDEX leads_recurring`)
	s.exec(`ALTER TABLE leads DROP COLUMN merged_into`)
	s.exec(`CREATE INDEX leads_stage ON leads (stage, received_at)`)
	s.exec(`DROP TABLE visits`)
	s.exec(`ALTER TABLE leads ADD COLUMN slot BIGINT NOT NULL DEFAULT 0`)
	s.exec(`CREATE INDEX leads_slot ON leads (slot) WHERE slot > 0`)
	s.exec(`DELETE FROM goose_db_version WHERE version_id >= 18`)
}

// TestVisits opens a journal whose leads have one time, in their rows, and what was charged for it in their jobs.
func TestVisits(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		leads := []struct {
			stage, job  string
			slot, ended int64
		}{
			{"new", `{}`, 0, 0},
			{"booked", `{"low":300,"quotedAt":1795413600000,"hours":4,"truck":2}`, 5, 0},
			{"booked", `{}`, 0, 0},
			{"done", `{"hours":2,"truck":1,"amount":41250,"paid":"card","paidAt":9}`, 6, 8},
			{"done", `{"amount":9000,"paid":"unpaid"}`, 0, 8},
			{"lost", `{"answer":"noShow","truck":1}`, 7, 8},
			{"lost", `{"answer":"cancel"}`, 7, 8},
			{"done", `damaged`, 7, 8},
		}
		ids := make([]string, len(leads))
		for i := range ids {
			id, err := s.store(fmt.Sprint(i))
			testkit.Must(t, err)
			ids[i] = id
		}
		s.withoutVisits()
		for i, l := range leads {
			id := ids[i]
			s.exec(`UPDATE leads SET stage = $1, job = $2, slot = $3, closed_at = $4, name = $5 WHERE id = $6`, l.stage,
				l.job, l.slot, l.ended, fmt.Sprint(i), id)
			s.exec(`INSERT INTO photos (id, lead_id, place, width, height, bytes, data)
				VALUES ($1, $2, 1, 1, 1, 1, '')`, fmt.Sprint(i), id)
		}
		testkit.Must(t, s.Close())
		db := serve(t, url).Reader()
		got, err := QueryAll(t.Context(), db, ScanText, `SELECT l.name || ' ' || v.kind || ' ' ||
			v.state || ' ' || v.begins_at || ' ' || v.hours || ' ' || v.truck || ' ' || v.amount || ' ' ||
			v.paid || ' ' || v.paid_at || ' ' || v.closed_at || ' ' || l.job
			FROM leads l JOIN visits v ON v.lead_id = l.id AND v.number = 1 ORDER BY l.name`)
		if want := []string{
			`1 pickup planned 5 4 2 0  0 0 {"hours":4,"low":300,"quotedAt":1795413600000}`,
			`2 pickup planned 0 0 0 0  0 0 {}`,
			`3 pickup done 6 2 1 41250 card 9 8 {"hours":2}`,
			`4 pickup done 0 0 0 9000 unpaid 0 8 {}`,
			`5 pickup no-show 7 0 1 0  0 8 {"answer":"noShow"}`,
			`6 pickup called off 7 0 0 0  0 8 {"answer":"cancel"}`,
			`7 pickup done 7 0 0 0  0 8 damaged`,
		}; !slices.Equal(got, want) || err != nil {
			t.Errorf("the visits are\n%s, want\n%s, %v", strings.Join(got, "\n"), strings.Join(want, "\n"), err)
		}
		got, err = QueryAll(t.Context(), db, ScanText,
			`SELECT id FROM photos WHERE visit = 0 AND taken = '' ORDER BY id`)
		if want := []string{"0"}; !slices.Equal(got, want) || err != nil {
			t.Errorf("customers' photographs are certainly %q, want %q, %v", got, want, err)
		}
	})
}

// TestOrigins opens a journal that has the origins of leads only in their extra data.
func TestOrigins(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		for i, extra := range []string{`{"attribution":{"first":{},"last":{"utm_source":"postcard"}}}`,
			`{"attribution":{"first":{},"last":{"page":"/"}}}`, `{}`, `{"attribution":`} {
			id, err := s.store(fmt.Sprint(i))
			testkit.Must(t, err)
			s.exec(`UPDATE leads SET extra = $1 WHERE id = $2`, extra, id)
		}
		s.withoutOrigins()
		testkit.Must(t, s.Close())
		got, err := QueryAll(t.Context(), serve(t, url).Reader(), ScanText, `SELECT origin FROM leads ORDER BY id`)
		if want := []string{"postcard", "direct", "", ""}; !slices.Equal(got, want) || err != nil {
			t.Errorf("the origins are %q, want %q, %v", got, want, err)
		}
	})
}

// TestPhoneKeysOfOtherCountries opens a journal in which two numbers of Mexico have one key, and a request not to be
// contacted. The numbers of a third lead cannot be read any more: it keeps its key, and its request.
func TestPhoneKeysOfOtherCountries(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		old := TokenDigest("5255123456") // of the first ten digits
		for i, phone := range []string{"+52 55 1234 5678", "+52 55 1234 5699", "525512345", "+52 55 1234 5678"} {
			id, err := s.store(fmt.Sprint(i))
			testkit.Must(t, err)
			s.exec(`UPDATE leads SET phone = $1, phone_key = $2 WHERE id = $3`, phone, old, id)
		}
		s.exec(`INSERT INTO consents (id, phone_key, at, action, words, page, form)
			VALUES ('a', $1, 1, 'stop', '', '', '')`, old)
		s.withoutVisits()
		s.exec(`DELETE FROM goose_db_version WHERE version_id >= 17`)
		testkit.Must(t, s.Close())
		got, err := QueryAll(t.Context(), serve(t, url).Reader(), ScanText,
			`SELECT l.phone_key || ' ' || `+Standing+` FROM leads l ORDER BY l.id`)
		first, second := PhoneKey("+52 55 1234 5678")+" stop", PhoneKey("+52 55 1234 5699")+" stop"
		if want := []string{first, second, old + " stop", first}; !slices.Equal(got, want) || err != nil {
			t.Errorf("the keys are %q, want %q, %v", got, want, err)
		}
	})
}

// TestConnectionCut cuts the connection to PostgreSQL in the middle of a transaction.
func TestConnectionCut(t *testing.T) {
	t.Parallel()
	s := serve(t, sharedPostgres.Database(t))
	for name, end := range map[string]string{
		"with the next statement": `SELECT 1`,
		"with the commit":         ``,
	} {
		err := s.Transact(t.Context(), func(tx *sql.Tx) error {
			var connection int
			testkit.Must(t, tx.QueryRow(`SELECT pg_backend_pid()`).Scan(&connection))
			s.exec(`SELECT pg_terminate_backend($1, 10000)`, connection)
			if end == "" {
				return nil
			}
			_, err := tx.Exec(end)
			return err
		})
		testkit.WantIs(t, "Transact() whose connection is cut "+name, err, ErrUnavailable)
	}
	failed := s.Transact(t.Context(), func(*sql.Tx) error { return ErrNotFound })
	testkit.WantIs(t, "Transact() afterwards", failed, ErrNotFound)
}
