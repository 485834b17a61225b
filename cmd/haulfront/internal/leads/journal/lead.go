package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

// A Lead is one quote request in the journal.
type Lead struct {
	ID       string
	Token    string `json:"-"` // of the customer's page: a secret, of which only the digest is stored
	Received time.Time
	Stage    string // in the office, see package office
	Cents    int    `json:"-"` // the price that was quoted, agreed or paid, in US cents; 0: none
	Address  string // street and unit of the job; empty: not known yet
	Access   string // how to get in, such as the code of a gate
	// MergedInto is the ID of the lead that this one repeats; empty: none.
	MergedInto string `json:",omitempty"`
	quote.Request
}

// dedupWindow is the time within which the same fields without a form key are certainly the same lead. A repeat is
// looked up in the neighboring windows too, so that a double press at a window's edge does not make two leads.
const dedupWindow = 10 * time.Minute

// identities returns the identities under which the lead may already be stored, first the one to store it under. With a
// key there is only one. Without a key, the digest is bound to the ten minutes around now.
func identities(p quote.Post, now time.Time) [3]string {
	sum := p.Digest()
	digest := hex.EncodeToString(sum[:])
	if p.Key != "" {
		return [3]string{digest, digest, digest}
	}
	window := now.UnixMilli() / dedupWindow.Milliseconds()
	identity := func(n int64) string { return digest + "/" + strconv.FormatInt(n, 10) }
	return [3]string{identity(window), identity(window - 1), identity(window + 1)}
}

// Store stores a post as a lead that was received at a time, with its photographs and its consent. A post that was
// stored before is the ID of that lead alone, and not new.
func (j *Journal) Store(ctx context.Context, tx *sql.Tx, p quote.Post, received time.Time) (
	l Lead, isNew bool, err error) {
	digest, identities := p.Digest(), identities(p, received)
	err = j.Lock(ctx, tx, int64(binary.BigEndian.Uint64(digest[:8])))
	if err == nil {
		err = tx.QueryRowContext(ctx, `SELECT id FROM leads WHERE identity IN ($1, $2, $3)`,
			identities[0], identities[1], identities[2]).Scan(&l.ID)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return l, false, err
	}
	l, err = j.insert(ctx, tx, p, identities[0], received)
	return l, true, err
}

func (j *Journal) insert(ctx context.Context, tx *sql.Tx, p quote.Post, identity string, received time.Time) (
	l Lead, err error) {
	l = Lead{Received: received, Request: p.Request}
	// The note is part of everything that is sent, and not of the identity.
	l.Message = quote.Paragraphs(p.Message, p.Note)
	l.Page, l.SpamReason = quote.CleanLine(p.Page), quote.CleanLine(p.SpamReason)
	if l.ID, err = j.newLeadID(ctx, tx, uuid.NewV7); err != nil {
		return l, err
	}
	if l.Token, err = j.CustomerToken(ctx, l.ID); err != nil {
		return l, err
	}
	columns := []string{"id", "identity", "received_at", "page", "suspect", "extra", "origin", "token", "phone_key"}
	values := []any{l.ID, identity, Millis(received), l.Page, l.SpamReason, l.Extra, l.Extra.Attribution.Origin(),
		TokenDigest(l.Token), PhoneKey(l.Phone)}
	for _, f := range quote.Recorded() {
		columns, values = append(columns, f.Column), append(values, f.Text(&l.Request))
	}
	list, values := AnyOf(values, nil)
	insert := `INSERT INTO leads (` + strings.Join(columns, ", ") + `) VALUES ` + list
	if _, err := tx.ExecContext(ctx, insert, values...); err != nil {
		return l, err
	}
	if err := AddPhotos(ctx, tx, l.ID, l.Photos); err != nil {
		return l, err
	}
	if agreed := l.Extra.Answer.Consent; agreed != nil {
		err = AddConsent(ctx, tx, Consent{Phone: l.Phone, At: agreed.At, Action: Agreed, Words: agreed.Words,
			Page: agreed.Page, Form: l.Source})
	}
	return l, err
}

// addOrigins is the migration of journals in which a lead's origin was in its extra data alone. The index has all that
// counts of a week's leads need.
func addOrigins(ctx context.Context, tx *sql.Tx) error {
	for _, statement := range []string{`ALTER TABLE leads ADD COLUMN origin TEXT NOT NULL DEFAULT ''`,
		`DROP INDEX leads_received`,
		`CREATE INDEX leads_received ON leads (received_at, origin, source, stage, merged_into, id)`} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	leads, err := QueryAll(ctx, tx, func(r Row) (l Lead, err error) {
		err = r.Scan(&l.ID, &l.Extra)
		return l, err
	}, `SELECT id, extra FROM leads WHERE extra LIKE '%"attribution":%'`)
	for _, l := range leads {
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE leads SET origin = $1 WHERE id = $2`,
				l.Extra.Attribution.Origin(), l.ID)
		}
	}
	return err
}

// Mend corrects the phone number and the ZIP code of a lead. What was sent of it stays as it was.
func Mend(ctx context.Context, tx *sql.Tx, id, phone, zip string) error {
	_, err := tx.ExecContext(ctx, `UPDATE leads SET phone = $1, phone_key = $2, zip_code = $3 WHERE id = $4`,
		phone, PhoneKey(phone), zip, id)
	return err
}
