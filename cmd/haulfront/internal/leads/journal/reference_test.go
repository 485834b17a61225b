package journal

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A reference is six characters that cannot be mistaken for each other, no two leads have the same, and operators find
// a lead by it.
func TestReferences(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s := serve(t, url)
		ctx := t.Context()
		id, err := s.store("k")
		testkit.Must(t, err)
		reference := Reference(id)
		if !regexp.MustCompile(`^[2-9AC-HJ-KMNP-RTV-Y]{6}$`).MatchString(reference) {
			t.Errorf("Reference(%s) = %q", id, reference)
		}
		for _, typed := range []string{reference, " " + strings.ToLower(reference) + "\n"} {
			if got, err := s.Find(ctx, typed); got != id || err != nil {
				t.Errorf("Find(%q) = %s, %v, want %s", typed, got, err, id)
			}
		}
		free := "01a2078d-4adc-7851-848a-6fe612345678"
		for end, want := range map[string]string{
			"222222": "0000000", Reference(free): free[29:], "YYYYYY": "", "22222": "",
		} {
			if got := IDEnd(end); got != want {
				t.Errorf("IDEnd(%s) = %q, want %q", end, got, want)
			}
		}
		// An ID that ends like a stored one is not used.
		ids := []string{"01a2078d-4adc-7851-848a-6fe61" + id[29:], free}
		var got string
		err = s.Tx(ctx, func(tx *sql.Tx) (err error) {
			got, err = s.newLeadID(ctx, tx, func() (uuid.UUID, error) {
				if len(ids) == 0 {
					return uuid.Nil, errors.New("no more IDs")
				}
				id := ids[0]
				ids = ids[1:]
				return uuid.Parse(id)
			})
			return err
		})
		if got != free || err != nil {
			t.Errorf("newLeadID() = %s, %v, want %s", got, err, free)
		}
	})
}
