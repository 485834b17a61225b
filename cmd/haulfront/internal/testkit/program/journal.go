package program

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
)

// FillJournal inserts n leads behind the program's back, in six stages in turn, one a minute, the last one a minute
// before now.
func (s *Site) FillJournal(t testing.TB, n int, now time.Time) {
	t.Helper()
	j, err := journal.Open(t.Context(), s.Database)
	testkit.Must(t, err)
	defer j.Close()
	testkit.Must(t, j.Transact(t.Context(), func(tx *sql.Tx) error {
		for i := range n {
			id, phone := uuid.NewString(), fmt.Sprintf("(214) 555-%04d", i%7000)
			_, err := tx.Exec(`INSERT INTO leads (id, identity, received_at, name, email, phone, service_type, zip_code,
				service_timeframe, message, source, page, suspect, extra, origin, stage, phone_key) VALUES ($1, $1, $2,
				$3, 'customer@example.com', $4, 'Garage Cleanout', '75024', 'This week', 'Two piles.',
				'Homepage Hero Form', '/', '', '{"attribution":{"first":{"utm_source":"google","page":"/"},
				"last":{"utm_source":"google","page":"/"}}}', 'google', $5, $6)`, id,
				now.Add(time.Duration(i-n)*time.Minute).UnixMilli(),
				fmt.Sprintf("Customer Number %d", i), phone, office.Stages()[i%6], journal.PhoneKey(phone))
			if err != nil {
				return err
			}
			if _, err = tx.Exec(`INSERT INTO deliveries (lead_id, kind, status, body)
				VALUES ($1, 'webhook', 'kept', '')`, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// SignInPath returns the path of a link that signs a user in to the office at a time: Ann, or that of an address.
func (s *Site) SignInPath(t testing.TB, now func() time.Time, address ...string) string {
	t.Helper()
	j, err := journal.Open(t.Context(), s.Database)
	testkit.Must(t, err)
	defer j.Close()
	o, user := office.Open(office.Config{Journal: j, Now: now}), append(address, "ann@example.com")[0]
	link, err := o.MakeLink(t.Context(), user, false)
	testkit.Must(t, err)
	return "/office/in/" + link
}
