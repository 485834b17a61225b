package journal

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// referenceLetters has no two characters that look alike.
const referenceLetters = "23456789ACDEFGHJKMNPQRTVWXY"

const (
	referenceLength = 6
	// referenceStart is where the part of an ID begins, from 1 on, that its reference is made of: seven hexadecimal
	// digits of its random end, 28 bits.
	referenceStart  = 30
	referenceDigits = 7
)

// Reference returns the short name of a lead, which a visitor can read out, and by which [Journal.Find] knows it: six
// letters and digits. No two new leads share one. Reference returns "" if id is not the ID of a lead.
func Reference(id string) string {
	if len(id) != referenceStart-1+referenceDigits {
		return ""
	}
	n, err := strconv.ParseUint(id[referenceStart-1:], 16, 32)
	if err != nil {
		return ""
	}
	var reference [referenceLength]byte
	for i := range reference {
		reference[referenceLength-1-i] = referenceLetters[n%uint64(len(referenceLetters))]
		n /= uint64(len(referenceLetters))
	}
	return string(reference[:])
}

// IDEnd returns the end of the ID with a reference, from its 30th character on; or "" if the text is not a reference.
func IDEnd(reference string) string {
	reference = strings.ToUpper(strings.TrimSpace(reference))
	var n int
	for _, letter := range reference {
		digit := strings.IndexRune(referenceLetters, letter)
		if digit < 0 {
			return ""
		}
		n = n*len(referenceLetters) + digit
	}
	end := fmt.Sprintf("%0*x", referenceDigits, n)
	if len(reference) == referenceLength && len(end) == referenceDigits {
		return end
	}
	return ""
}

// newLeadID returns the first ID of newID whose reference no stored lead has.
func (j *Journal) newLeadID(ctx context.Context, tx *sql.Tx, newID func() (uuid.UUID, error)) (string, error) {
	for {
		made, err := newID()
		if err != nil {
			return "", fmt.Errorf("make an ID: %w", err)
		}
		id := made.String()
		end := id[referenceStart-1:]
		n, _ := strconv.ParseInt(end, 16, 64) // the end of a UUID
		if err := j.Lock(ctx, tx, n); err != nil {
			return "", err
		}
		var taken int
		err = tx.QueryRowContext(ctx, `SELECT count(*) FROM leads WHERE substr(id, 30) = $1`, end).Scan(&taken)
		if err != nil || taken == 0 {
			return id, err
		}
	}
}
