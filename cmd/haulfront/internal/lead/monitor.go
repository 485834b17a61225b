package lead

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sys/unix"

	"haulfront/cmd/haulfront/internal/quote"
)

// Stats are the journal's numbers for monitoring.
type Stats struct {
	Deliveries map[Kind]map[Status]int // without those of self-tests
	Due        int                     // queued deliveries that are due
	// Oldest is the age of the oldest lead whose webhook, or mail to the owner, is queued or dead; 0 without one.
	Oldest time.Duration
}

// Stats returns the journal's numbers.
func (s *Service) Stats(ctx context.Context) (Stats, error) {
	if err := s.connectErr.Load(); err != nil {
		return Stats{}, *err
	}
	stats, err := s.journal.stats(ctx, s.now())
	if err != nil {
		return Stats{}, fmt.Errorf("count leads: %w", err)
	}
	return stats, nil
}

func (j *Journal) stats(ctx context.Context, now time.Time) (Stats, error) {
	s := Stats{Deliveries: map[Kind]map[Status]int{}}
	scan := func(r Row) (kind Kind, err error) {
		var status Status
		var n int
		err = r.Scan(&kind, &status, &n)
		if s.Deliveries[kind] == nil {
			s.Deliveries[kind] = map[Status]int{}
		}
		s.Deliveries[kind][status] += n
		return kind, err
	}
	// A self-test's deliveries are subtracted, because counting all the others takes an index with nothing of their
	// leads.
	_, err := queryAll(ctx, j.read, scan, `SELECT kind, status, COUNT(*) FROM deliveries GROUP BY kind, status
		UNION ALL SELECT kind, status, -COUNT(*) FROM deliveries
		WHERE lead_id IN (SELECT id FROM leads WHERE identity = $1) GROUP BY kind, status`, selfTestIdentity)
	if err != nil {
		return Stats{}, err
	}
	var oldest int64
	err = j.read.QueryRowContext(ctx, `SELECT
		(SELECT COUNT(*) FROM deliveries WHERE status = 'queued' AND due_at <= $1
			AND lead_id NOT IN (SELECT id FROM leads WHERE identity = $2)),
		(SELECT COALESCE(MIN(l.received_at), 0) FROM leads l JOIN deliveries d ON d.lead_id = l.id
			WHERE d.kind IN ('webhook', 'owner') AND d.status IN ('queued', 'dead') AND `+NotSelfTest+`)`,
		millis(now), selfTestIdentity).Scan(&s.Due, &oldest)
	if oldest > 0 {
		s.Oldest = max(0, now.Sub(fromMillis(oldest)))
	}
	return s, err
}

const (
	maxUndelivered = 100 // undelivered leads that are named
	maxLater       = 100 // later leads among which one that was delivered is looked for
)

// A FailingKind is a kind of deliveries that fail.
type FailingKind struct {
	Kind   Kind
	Leads  int       // that it has not accepted
	Oldest time.Time // when the oldest of them was received
}

// Overdue lists the leads and the kinds of deliveries that have been failing for too long.
type Overdue struct {
	// Undelivered leads have arrived nowhere, although a destination is configured. They are the newest, at most a
	// hundred, newest first, without their deliveries and photographs.
	Undelivered []Lead
	Failing     []FailingKind
}

// Overdue returns the leads that were received at or before a time and delivered nowhere, and the kinds of deliveries
// of such leads that have failed and have not accepted a later lead. Mails to the visitor and of the office
// deliver nothing, and an address that rejects mail is nobody's failure.
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

func (j *Journal) undelivered(ctx context.Context, before time.Time) ([]Lead, error) {
	return queryAll(ctx, j.read, scanLead, `SELECT `+leadColumns()+`
		FROM (SELECT DISTINCT lead_id FROM deliveries WHERE `+open+` AND `+delivers+`) o
			JOIN leads l ON l.id = o.lead_id
		WHERE l.received_at <= $1 AND `+NotSelfTest+`
		AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.status = 'delivered' AND d.`+delivers+`)
		ORDER BY l.received_at DESC LIMIT $2`, millis(before), maxUndelivered)
}

// failing counts in Go, because both databases would plan one query for all of it that reads every lead. Open
// deliveries are few, DISTINCT makes the databases begin with them, and LIMIT bounds how many leads are read.
func (j *Journal) failing(ctx context.Context, before time.Time) ([]FailingKind, error) {
	kinds, newest := map[Kind]*FailingKind{}, map[Kind]int64{}
	scan := func(r Row) (kind Kind, err error) {
		var received int64
		err = r.Scan(&kind, &received)
		if kinds[kind] == nil {
			kinds[kind] = &FailingKind{Kind: kind, Oldest: fromMillis(received)}
		}
		kinds[kind].Leads++
		newest[kind] = received
		return kind, err
	}
	_, err := queryAll(ctx, j.read, scan, `SELECT o.kind, l.received_at
		FROM (SELECT DISTINCT lead_id, kind FROM deliveries
			WHERE `+open+` AND `+delivers+` AND (failures > 0 OR status <> 'queued')) o
		JOIN leads l ON l.id = o.lead_id WHERE l.received_at <= $1 AND `+NotSelfTest+` ORDER BY l.received_at`,
		millis(before))
	if err != nil {
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

// Disk returns the free bytes and the size of the disk of a SQLite journal, or ErrNoDisk.
func (s *Service) Disk() (free, size uint64, err error) {
	if s.journal.files == nil {
		return 0, 0, ErrNoDisk
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(s.journal.files.real), &fs); err != nil {
		return 0, 0, fmt.Errorf("look at the journal's disk: %w", err)
	}
	// Blocks reserved for root (f_bfree - f_bavail) are not free for this program (statvfs(3)).
	return fs.Bavail * uint64(fs.Bsize), fs.Blocks * uint64(fs.Bsize), nil
}

// A Trouble is a problem, as the journal remembers it while it lasts: over restarts, and for all instances that share
// the journal.
type Trouble struct {
	Name    string // identifies it while it lasts; the part before the first slash is the name of its source
	Summary string // one line without personal data: what is broken, and since when
	Detail  string // for the owner alone: how to fix it; may be empty, and is not stored
	Since   time.Time
	Told    bool // the owner has been notified
}

// Troubles returns the troubles that have not ended, oldest first.
func (s *Service) Troubles(ctx context.Context) ([]Trouble, error) {
	if err := s.connectErr.Load(); err != nil {
		return nil, *err
	}
	scan := func(r Row) (t Trouble, err error) {
		var since, told int64
		err = r.Scan(&t.Name, &t.Summary, &since, &told)
		t.Since, t.Told = fromMillis(since), told > 0
		return t, err
	}
	list, err := queryAll(ctx, s.journal.read, scan, `SELECT name, summary, since, told_at FROM troubles
		ORDER BY since, name`)
	if err != nil {
		return nil, fmt.Errorf("list troubles: %w", err)
	}
	return list, nil
}

// BeginTrouble stores a trouble, and reports whether it is new: false if it began before and has not ended.
func (s *Service) BeginTrouble(ctx context.Context, t Trouble) (bool, error) {
	return s.changeTrouble(ctx, "store", `INSERT INTO troubles (name, summary, since) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, t.Name, t.Summary, millis(t.Since))
}

// ClaimTrouble reserves the notification about a trouble for this instance until a time, and reports whether it could.
func (s *Service) ClaimTrouble(ctx context.Context, name string, until time.Time) (bool, error) {
	return s.changeTrouble(ctx, "claim", `UPDATE troubles SET claimed_until = $1
		WHERE name = $2 AND claimed_until <= $3`, millis(until), name, millis(s.now()))
}

// ReleaseTrouble ends a claim, and records whether the owner has been notified.
func (s *Service) ReleaseTrouble(ctx context.Context, name string, told bool) error {
	set := `claimed_until = 0`
	if told {
		set += fmt.Sprintf(`, told_at = %d`, millis(s.now()))
	}
	_, err := s.changeTrouble(ctx, "release", `UPDATE troubles SET `+set+` WHERE name = $1`, name)
	return err
}

// EndTrouble removes a trouble, and reports whether it was there.
func (s *Service) EndTrouble(ctx context.Context, name string) (bool, error) {
	return s.changeTrouble(ctx, "end", `DELETE FROM troubles WHERE name = $1`, name)
}

func (s *Service) changeTrouble(ctx context.Context, verb, statement string, args ...any) (bool, error) {
	n, err := affected(s.journal.write.ExecContext(ctx, statement, args...))
	if err != nil {
		return false, fmt.Errorf("%s a trouble: %w", verb, err)
	}
	return n > 0, nil
}

// AlertHeader is a header field of every message that notifies the owner of troubles, with the value "1".
const AlertHeader = "X-Haulfront-Alert"

// Notify makes one attempt at a call that reaches the owner as a lead would, without storing anything.
func (s *Service) Notify(ctx context.Context, kind Kind, r quote.Request) error {
	header := http.Header{AlertHeader: {"1"}}
	if kind == Email {
		ctx, cancel := context.WithTimeout(ctx, emailLimit)
		defer cancel()
		return s.email.Invoke(ctx, "send-contact-email", r.EmailBody(), "", header)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make an ID: %w", err)
	}
	now := s.now()
	_, err = s.webhook.post(ctx, "alert-"+id.String(), r.WebhookBody(now), now, header)
	return err
}
