package lead

import (
	"context"
	"database/sql"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

const (
	// SelfTestHeader is on everything that is sent for a self-test, with the value "1", so that receivers can ignore
	// it.
	SelfTestHeader = "X-Haulfront-Self-Test"
	// selfTestIdentity is that of a self-test's lead, of which there is at most one. It cannot be that of a visitor's
	// lead, which is a digest.
	selfTestIdentity = "self-test"
	// selfTestPrefix begins its ID. Those of all other leads are UUIDs.
	selfTestPrefix = "self-test-"
	// NotSelfTest keeps a self-test's lead out of what operators see.
	NotSelfTest = `l.identity <> '` + selfTestIdentity + `'`
)

func (s Submission) newID() (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	if s.SelfTest {
		return selfTestPrefix + id.String(), nil
	}
	return id.String(), nil
}

// selfTest reports whether a delivery belongs to a self-test.
func (d leasedDelivery) selfTest() bool { return strings.HasPrefix(d.LeadID, selfTestPrefix) }

// SelfTest reports whether the lead is a self-test's.
func (l Lead) SelfTest() bool { return strings.HasPrefix(l.ID, selfTestPrefix) }

// header returns the additional header fields of a delivery, or nil.
func (d leasedDelivery) header() http.Header {
	if !d.selfTest() {
		return nil
	}
	return http.Header{SelfTestHeader: {"1"}}
}

// SelfTestLead returns the lead of the self-test that is being made, or an error that wraps ErrNotFound.
func (s *Service) SelfTestLead(ctx context.Context) (Lead, error) {
	var id string
	err := s.journal.read.QueryRowContext(ctx, `SELECT id FROM leads WHERE identity = $1`, selfTestIdentity).Scan(&id)
	if err != nil {
		return Lead{}, readError(err)
	}
	return s.journal.Get(ctx, id)
}

// RemoveSelfTest removes the lead of a self-test, with everything that belongs to it, and reports whether there was
// one.
func (s *Service) RemoveSelfTest(ctx context.Context) (bool, error) {
	var removed int
	err := s.journal.tx(ctx, func(tx *sql.Tx) (err error) {
		removed, _, err = removeLeads(ctx, tx, `identity = $1`, selfTestIdentity)
		return err
	})
	return removed > 0, err
}
