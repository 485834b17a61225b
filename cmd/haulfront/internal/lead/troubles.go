package lead

import (
	"context"
	"fmt"
	"time"
)

// A Trouble is something that is broken, as the journal remembers it while it lasts: over restarts, and for all
// instances that share the journal.
type Trouble struct {
	Name    string // identifies it
	Summary string // one line without personal data
	Since   time.Time
	Told    bool // the owner has been told of it
}

// Troubles returns the troubles that have not ended, oldest first.
func (s *Service) Troubles(ctx context.Context) ([]Trouble, error) {
	if err := s.connectErr.Load(); err != nil {
		return nil, *err
	}
	rows, err := s.journal.read.QueryContext(ctx, `SELECT name, summary, since, told_at FROM troubles ORDER BY since, name`)
	if err != nil {
		return nil, fmt.Errorf("list troubles: %w", err)
	}
	defer rows.Close()
	var list []Trouble
	for rows.Next() {
		var t Trouble
		var since, told int64
		if err := rows.Scan(&t.Name, &t.Summary, &since, &told); err != nil {
			return nil, fmt.Errorf("list troubles: %w", err)
		}
		t.Since, t.Told = fromMillis(since), told > 0
		list = append(list, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list troubles: %w", err)
	}
	return list, nil
}

// BeginTrouble stores a trouble, and reports whether it is new: false, if it has begun before and not ended.
func (s *Service) BeginTrouble(ctx context.Context, t Trouble) (bool, error) {
	return s.changeTrouble(ctx, "store", `INSERT INTO troubles (name, summary, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
		t.Name, t.Summary, millis(t.Since))
}

// ClaimTrouble reserves the telling of a trouble for this instance until a time, and reports whether it could.
func (s *Service) ClaimTrouble(ctx context.Context, name string, until time.Time) (bool, error) {
	return s.changeTrouble(ctx, "claim", `UPDATE troubles SET claimed_until = $1 WHERE name = $2 AND claimed_until <= $3`,
		millis(until), name, millis(s.now()))
}

// ReleaseTrouble ends a claim, and notes that the owner has been told if that is so.
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

func (s *Service) changeTrouble(ctx context.Context, what, statement string, args ...any) (bool, error) {
	result, err := s.journal.write.ExecContext(ctx, statement, args...)
	if err != nil {
		return false, fmt.Errorf("%s a trouble: %w", what, err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
