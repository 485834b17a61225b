package lead

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/quote"
)

const (
	maxUndelivered = 100 // how many undelivered leads are named
	maxLater       = 100 // among how many later leads one that was delivered is looked for
)

// An UndeliveredLead was received and has arrived nowhere, although a destination is configured.
type UndeliveredLead struct {
	ID       string
	Received time.Time
	Request  quote.Request
}

// A FailingKind is a kind of deliveries that fail.
type FailingKind struct {
	Kind   Kind
	Leads  int       // that it has not taken
	Oldest time.Time // when the oldest of them was received
}

// Overdue is what has not gone on its way for too long.
type Overdue struct {
	Undelivered []UndeliveredLead // newest first, at most a hundred
	Failing     []FailingKind
}

// Overdue returns what was received at or before a time and has not arrived: leads that were delivered nowhere, and
// kinds of deliveries that have failed and have not taken a later lead. The mail to the visitor delivers nothing, and an
// address that takes no mail is nobody's failure.
func (s *Service) Overdue(ctx context.Context, before time.Time) (Overdue, error) {
	if err := s.connectErr.Load(); err != nil {
		return Overdue{}, *err
	}
	var o Overdue
	var err error
	if o.Undelivered, err = s.journal.undelivered(ctx, before); err == nil {
		o.Failing, err = s.journal.failing(ctx, before)
	}
	if err != nil {
		return Overdue{}, fmt.Errorf("look for overdue leads: %w", err)
	}
	return o, nil
}

// open is the condition of the index deliveries_open, which SQLite uses only for the same words.
const open = `status IN ('queued', 'dead', 'unsure')`

func (j *Journal) undelivered(ctx context.Context, before time.Time) ([]UndeliveredLead, error) {
	columns, fields := "", quote.Recorded()
	for _, f := range fields {
		columns += ", l." + f.Column
	}
	rows, err := j.read.QueryContext(ctx, `SELECT l.id, l.received_at, l.source`+columns+`
		FROM (SELECT DISTINCT lead_id FROM deliveries WHERE `+open+` AND kind <> $3) o JOIN leads l ON l.id = o.lead_id
		WHERE l.received_at <= $1 AND `+notSelfTest+`
		AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.status = 'delivered' AND d.kind <> $3)
		ORDER BY l.received_at DESC LIMIT $2`, millis(before), maxUndelivered, VisitorMail)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []UndeliveredLead
	for rows.Next() {
		var l UndeliveredLead
		var received int64
		targets := []any{&l.ID, &received, &l.Request.Source}
		for _, f := range fields {
			targets = append(targets, f.Value(&l.Request))
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		l.Received = fromMillis(received)
		list = append(list, l)
	}
	return list, rows.Err()
}

// failing counts in the program, because neither database plans a query for all of it that does not read every lead. The
// open deliveries are few, DISTINCT makes the databases begin with them, and LIMIT bounds how many leads are looked at.
func (j *Journal) failing(ctx context.Context, before time.Time) ([]FailingKind, error) {
	rows, err := j.read.QueryContext(ctx, `SELECT o.kind, l.received_at
		FROM (SELECT DISTINCT lead_id, kind FROM deliveries WHERE `+open+` AND kind <> $2 AND (failures > 0 OR status <> 'queued')) o
		JOIN leads l ON l.id = o.lead_id WHERE l.received_at <= $1 AND `+notSelfTest+` ORDER BY l.received_at`,
		millis(before), VisitorMail)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	kinds, newest := map[Kind]*FailingKind{}, map[Kind]int64{}
	for rows.Next() {
		var kind Kind
		var received int64
		if err := rows.Scan(&kind, &received); err != nil {
			return nil, err
		}
		if kinds[kind] == nil {
			kinds[kind] = &FailingKind{Kind: kind, Oldest: fromMillis(received)}
		}
		kinds[kind].Leads++
		newest[kind] = received
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var list []FailingKind
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		var later int
		err := j.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM deliveries WHERE kind = $1 AND status = 'delivered'
			AND lead_id IN (SELECT id FROM leads WHERE received_at > $2 ORDER BY received_at DESC LIMIT $3)`,
			kind, newest[kind], maxLater).Scan(&later)
		if err != nil {
			return nil, err
		}
		if later == 0 {
			list = append(list, *kinds[kind])
		}
	}
	return list, nil
}

// ErrNoDisk means that the journal is not on a disk of this machine.
var ErrNoDisk = errors.New("the journal is in a database server")

// Disk returns how many bytes are free on the disk of a SQLite journal and how many it has, or ErrNoDisk.
func (s *Service) Disk() (free, size uint64, err error) {
	if s.journal.files == nil {
		return 0, 0, ErrNoDisk
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(s.journal.files.real), &fs); err != nil {
		return 0, 0, fmt.Errorf("look at the journal's disk: %w", err)
	}
	// What is reserved for root (f_bfree - f_bavail) is not free for this program (statvfs(3)).
	return fs.Bavail * uint64(fs.Bsize), fs.Blocks * uint64(fs.Bsize), nil
}
