package lead

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/quote"
)

// maxUndelivered is how many undelivered leads are named.
const maxUndelivered = 100

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
	rows, err := j.read.QueryContext(ctx, `SELECT l.id, l.received_at, l.source`+columns+` FROM leads l
		WHERE l.id IN (SELECT lead_id FROM deliveries WHERE `+open+` AND kind <> $3) AND l.received_at <= $1 AND `+notSelfTest+`
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

func (j *Journal) failing(ctx context.Context, before time.Time) ([]FailingKind, error) {
	rows, err := j.read.QueryContext(ctx, `SELECT f.kind, f.n, f.oldest FROM (
			SELECT d.kind, COUNT(*) AS n, MIN(l.received_at) AS oldest, MAX(l.received_at) AS newest
			FROM deliveries d JOIN leads l ON l.id = d.lead_id
			WHERE d.`+open+` AND d.kind <> $2 AND (d.failures > 0 OR d.status <> 'queued') AND l.received_at <= $1 AND `+notSelfTest+` GROUP BY d.kind
		) f WHERE NOT EXISTS (SELECT 1 FROM leads l JOIN deliveries d ON d.lead_id = l.id
			WHERE l.received_at > f.newest AND d.kind = f.kind AND d.status = 'delivered')
		ORDER BY f.kind`, millis(before), VisitorMail)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []FailingKind
	for rows.Next() {
		var f FailingKind
		var oldest int64
		if err := rows.Scan(&f.Kind, &f.Leads, &oldest); err != nil {
			return nil, err
		}
		f.Oldest = fromMillis(oldest)
		list = append(list, f)
	}
	return list, rows.Err()
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
