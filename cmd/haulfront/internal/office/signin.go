package office

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	// linkLife leaves time for mail servers that let unknown senders wait.
	linkLife = time.Hour
	// A session ends sessionLife after its last use, and maxSession after it began.
	sessionLife = 30 * 24 * time.Hour
	maxSession  = 90 * 24 * time.Hour
	// renewAfter is the age of a session's last use from which its next use is written. The office shows the last use.
	renewAfter = time.Hour
	// maxLinks is how many unused links of a user are good: as many as mails and a command make in an hour, so that no
	// mailed link is replaced before it is too old.
	maxLinks = 10
	// Anybody can have links mailed to a user. The first mailedLinks of an hour are mailed at once, further ones
	// linkPause after the last: nine mails in the worst hour. No attack locks the user out, because the latest mail,
	// whoever asked for it, has a good link, and a user who asks in vain has one of the last linkPause.
	mailedLinks = 5
	linkPause   = 15 * time.Minute
	maxDevice   = 200 // characters of a session's device
)

// Errors of signing in.
var (
	ErrLink      = errors.New("the link has been used, or is too old")
	ErrLinks     = errors.New("the user was mailed several links that are unused")
	ErrNoSession = errors.New("not signed in")
)

// MakeLink returns the token of a link that signs a user in. It replaces the oldest of maxLinks. If it is to be mailed,
// the error wraps ErrLinks if the user has enough mails.
func (o *Office) MakeLink(ctx context.Context, user string, mailed bool) (token string, err error) {
	token = rand.Text()
	now := o.Now()
	err = o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sign_in_links WHERE expires_at <= $1 OR email = $2 AND digest NOT IN
			(SELECT digest FROM sign_in_links WHERE email = $2 ORDER BY expires_at DESC LIMIT $3)`,
			millis(now), user, maxLinks-1)
		var n int
		var latest int64
		if err == nil {
			err = tx.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(MAX(expires_at), 0) FROM sign_in_links
				WHERE email = $1`, user).Scan(&n, &latest)
		}
		if err == nil && mailed && n >= mailedLinks && latest > millis(now.Add(linkLife-linkPause)) {
			err = ErrLinks
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO sign_in_links (digest, email, expires_at) VALUES ($1, $2, $3)`,
				journal.TokenDigest(token), user, millis(now.Add(linkLife)))
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("make a link to sign in: %w", err)
	}
	return token, nil
}

// CheckLink returns nil for a link that is good, ErrLink for another.
func (o *Office) CheckLink(ctx context.Context, link string) error {
	var user string
	err := o.Journal.Reader().QueryRowContext(ctx, `SELECT email FROM sign_in_links WHERE digest = $1
		AND expires_at > $2`, journal.TokenDigest(link), millis(o.Now())).Scan(&user)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && !o.mayEnter(user):
		return ErrLink
	case err != nil:
		return fmt.Errorf("find the link: %w: %w", journal.ErrUnavailable, err)
	}
	return nil
}

// SignIn begins a session for a link, which cannot be used again, and returns the session's token. The error wraps
// ErrLink if the link is not good.
func (o *Office) SignIn(ctx context.Context, link, device string) (token string, err error) {
	token = rand.Text()
	now := o.Now()
	if runes := []rune(device); len(runes) > maxDevice {
		device = string(runes[:maxDevice])
	}
	// Guesses do not wait for the writer.
	if err := o.CheckLink(ctx, link); err != nil {
		return "", err
	}
	var user string
	err = o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx,
			`DELETE FROM sign_in_links WHERE digest = $1 RETURNING email`, journal.TokenDigest(link)).Scan(&user)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrLink
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, millis(now))
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO sessions (digest, email, created_at, used_at, expires_at, device)
				VALUES ($1, $2, $3, $3, $4, $5)`, journal.TokenDigest(token), user, millis(now),
				millis(now.Add(sessionLife)), strings.ToValidUTF8(device, ""))
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	o.Log.InfoContext(ctx, "signed in", "user", o.ActorName(user), "session", SessionID(token))
	return token, nil
}

// mayEnter reports whether an address is one of those in the settings.
func (o *Office) mayEnter(address string) bool {
	_, known := o.Named(address)
	return known
}

// User returns the user of a session, and whether the session was prolonged, so that its cookie must be, too. The
// error is ErrNoSession unless the session is good.
func (o *Office) User(ctx context.Context, token string) (user string, renewed bool, err error) {
	user, used, err := o.session(ctx, token)
	now := o.Now()
	if err != nil || now.Sub(used) < renewAfter {
		return user, false, err
	}
	err = o.exec(ctx, `UPDATE sessions SET used_at = $1,
		expires_at = CASE WHEN created_at + $2 < $3 THEN created_at + $2 ELSE $3 END WHERE digest = $4`,
		millis(now), maxSession.Milliseconds(), millis(now.Add(sessionLife)), journal.TokenDigest(token))
	return user, err == nil, err
}

// CheckSession returns nil for a good session, which it does not prolong; otherwise the error is that of User.
func (o *Office) CheckSession(ctx context.Context, token string) error {
	_, _, err := o.session(ctx, token)
	return err
}

// session returns the user of a session, and when it was last used.
func (o *Office) session(ctx context.Context, token string) (user string, used time.Time, err error) {
	var ms int64
	err = o.Journal.Reader().QueryRowContext(ctx, `SELECT email, used_at FROM sessions
		WHERE digest = $1 AND expires_at > $2`, journal.TokenDigest(token), millis(o.Now())).Scan(&user, &ms)
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && !o.mayEnter(user):
		return "", used, ErrNoSession
	case err != nil:
		return "", used, fmt.Errorf("find the session: %w: %w", journal.ErrUnavailable, err)
	}
	return user, fromMillis(ms), nil
}
