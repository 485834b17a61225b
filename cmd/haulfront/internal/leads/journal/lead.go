package journal

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

// A Lead is one quote request in the journal.
type Lead struct {
	ID         string
	Token      string // of the customer's page: a secret, of which only the digest is stored
	Received   time.Time
	Page       string // path of the page whose form was posted
	SpamReason string // signs of spam, also of a lead that was delivered; empty without any
	Stage      string // in the office, see package office
	Price      int    // quoted, agreed or paid, in US cents; 0: none
	Address    string // street and unit of the job; empty: not known yet
	Access     string // how to get in, such as the code of a gate
	Request    quote.Request
}

// A Submission is one post of a quote form.
type Submission struct {
	Request    quote.Request // clean, as quote.Read returns it
	Key        string        // made by the form at first submit; empty without JavaScript
	Page       string        // path of the page whose form was posted
	SpamReason string        // signs of spam, kept with the lead; empty: no signs
	Quarantine bool          // hold all deliveries until an operator releases the lead
	Note       string        // about the photographs, at the end of the message; two submissions may differ in it
	// Enter, if not nil, does the office's part of a lead that the office itself enters, in the lead's transaction.
	// Nobody is notified of such a lead. After an error, it is not stored.
	Enter func(tx *sql.Tx, id string) error
	Token string // the visitor's backend session, used for the email function and never stored
}

// dedupWindow is the time within which the same fields without a form key are certainly the same lead. A repeat is
// looked up in the neighboring windows too, so that a double press at a window's edge does not make two leads.
const dedupWindow = 10 * time.Minute

// Digest returns a hash of the form's key and everything that the visitor sent, without anything that differs between
// two posts of the same form. Each part is preceded by its length, so that no two different forms have the same digest.
func (s Submission) Digest() [sha256.Size]byte {
	r := s.Request
	h := sha256.New()
	parts := []string{s.Key}
	for _, f := range quote.Recorded() {
		parts = append(parts, *f.Value(&r))
	}
	for _, p := range r.Photos {
		parts = append(parts, string(p.Digest[:]))
	}
	if r.Extra.Refused != nil {
		parts = append(parts, fmt.Sprint(r.Extra.Refused)) // sorted by its keys
	}
	for _, part := range parts {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// identities returns the identities under which the lead may already be stored, first the one to store it under. With a
// key there is only one. Without a key, the digest is bound to the ten minutes around now.
func (s Submission) identities(now time.Time) [3]string {
	sum := s.Digest()
	digest := hex.EncodeToString(sum[:])
	if s.Key != "" {
		return [3]string{digest, digest, digest}
	}
	window := now.UnixMilli() / dedupWindow.Milliseconds()
	identity := func(n int64) string { return digest + "/" + strconv.FormatInt(n, 10) }
	return [3]string{identity(window), identity(window - 1), identity(window + 1)}
}

// Store stores a submission as a lead that was received at a time, with its photographs and its consent. A submission
// that was stored before is the ID of that lead alone, and not new.
func (j *Journal) Store(ctx context.Context, tx *sql.Tx, sub Submission, received time.Time) (
	l Lead, isNew bool, err error) {
	digest := sub.Digest()
	if err := j.Lock(ctx, tx, int64(binary.BigEndian.Uint64(digest[:8]))); err != nil {
		return l, false, err
	}
	identities := sub.identities(received)
	err = tx.QueryRowContext(ctx, `SELECT id FROM leads WHERE identity IN ($1, $2, $3)`,
		identities[0], identities[1], identities[2]).Scan(&l.ID)
	if !errors.Is(err, sql.ErrNoRows) {
		return l, false, err
	}
	l, err = j.insert(ctx, tx, sub, identities[0], received)
	return l, true, err
}

func (j *Journal) insert(ctx context.Context, tx *sql.Tx, sub Submission, identity string, received time.Time) (
	l Lead, err error) {
	// The note is part of everything that is sent, and not of the identity.
	sub.Request.Message = quote.Paragraphs(sub.Request.Message, sub.Note)
	l = Lead{Received: received, Page: quote.CleanLine(sub.Page), SpamReason: quote.CleanLine(sub.SpamReason),
		Request: sub.Request}
	if l.ID, err = j.newLeadID(ctx, tx, uuid.NewV7); err != nil {
		return l, err
	}
	if l.Token, err = j.CustomerToken(ctx, l.ID); err != nil {
		return l, err
	}
	r := l.Request
	columns := []string{"id", "identity", "received_at", "page", "suspect", "extra", "token", "phone_key"}
	values := []any{l.ID, identity, Millis(received), l.Page, l.SpamReason, r.Extra, TokenDigest(l.Token),
		PhoneKey(r.Phone)}
	for _, f := range quote.Recorded() {
		columns, values = append(columns, f.Column), append(values, *f.Value(&r))
	}
	list, values := AnyOf(values, nil)
	insert := `INSERT INTO leads (` + strings.Join(columns, ", ") + `) VALUES ` + list
	if _, err := tx.ExecContext(ctx, insert, values...); err != nil {
		return l, err
	}
	if err := AddPhotos(ctx, tx, l.ID, r.Photos); err != nil {
		return l, err
	}
	if agreed := r.Extra.Answer.Consent; agreed != nil {
		err = AddConsent(ctx, tx, Consent{Phone: r.Phone, At: agreed.At, Action: Agreed, Words: agreed.Words,
			Page: agreed.Page, Form: r.Source})
	}
	return l, err
}
