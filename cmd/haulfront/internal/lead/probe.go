package lead

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"

	"github.com/google/uuid"
)

const (
	// probeSize is the length of the probe's message in bytes: the 5,000 characters, of four bytes each, that
	// web.MaxBody is made for. Its bodies have twice that, for what JSON escapes and for the other fields.
	probeSize = 20_000
	// probeRow is the length in bytes of the probe's other columns. PostgreSQL keeps a row of up to 2 KB together and
	// moves longer values elsewhere (manual, chapter "TOAST"), so a probe with long values alone would need less room
	// in the tables themselves than a lead does.
	probeRow = 1800
)

// probe stores the largest lead that is to be expected and removes it in the same transaction. Less would prove
// nothing: neither database needs to write before, and a small row finds room where a lead does not. The text is random
// so that PostgreSQL cannot compress it.
func (j *Journal) probe(ctx context.Context) error {
	raw := make([]byte, 2*probeSize)
	rand.Read(raw)
	text := base64.StdEncoding.EncodeToString(raw)
	return j.transact(ctx, func(tx *sql.Tx) error {
		id := "probe " + uuid.NewString()
		if _, err := tx.ExecContext(ctx, `INSERT INTO leads
			(id, identity, received_at, name, email, phone, service_type, zip_code, service_timeframe, message, source, page, suspect)
			VALUES ($1, $1, 0, '', '', '', '', '', '', $2, $3, '', '')`, id, text[:probeSize], text[:probeRow]); err != nil {
			return err
		}
		for _, kind := range []Kind{Webhook, Email} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body, lease) VALUES ($1, $2, $3, $4, $5)`,
				id, kind, Stored, text[:2*probeSize], text[:probeRow]); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM leads WHERE id = $1`, id)
		return err
	})
}
