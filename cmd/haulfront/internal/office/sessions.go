package office

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

// A Session is a signed-in browser.
type Session struct {
	ID            string // see [SessionID]
	User          string // an address
	Created, Used time.Time
	Device        string // the browser's User-Agent
}

// SessionID returns the ID of a session: the beginning of its digest, which is useless as a token.
func SessionID(token string) string { return journal.TokenDigest(token)[:8] }

// Sessions returns the sessions, the last used first.
func (o *Office) Sessions(ctx context.Context) ([]Session, error) {
	scan := func(row journal.Row) (s Session, err error) {
		var created, used int64
		err = row.Scan(&s.ID, &s.User, &created, &used, &s.Device)
		s.Created, s.Used = fromMillis(created), fromMillis(used)
		return s, err
	}
	list, err := journal.QueryAll(ctx, o.Journal.Reader(), scan, `SELECT substr(digest, 1, 8), email, created_at,
		used_at, device FROM sessions WHERE expires_at > $1 ORDER BY used_at DESC`, millis(o.Now()))
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return list, nil
}

// SessionRows returns the sessions as the page of the week shows them. One of them has the token.
func (o *Office) SessionRows(ctx context.Context, token string) ([]SessionRow, error) {
	rows := []SessionRow{}
	list, err := o.Sessions(ctx)
	words := o.words()
	labels := words.Office().Week
	for _, s := range list {
		times := strings.NewReplacer("[begun]", words.TimeWords(s.Created), "[used]", words.TimeWords(s.Used))
		rows = append(rows, SessionRow{
			ID: s.ID, Device: deviceName(s.Device, labels.Device, labels.OtherDevice), User: o.ActorName(s.User),
			Times: times.Replace(labels.Times), Current: s.ID == SessionID(token),
		})
	}
	return rows, err
}

// What a User-Agent has, and what people call it. The first match counts: most browsers also name those that they are
// compatible with (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/User-Agent).
var (
	browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"},
		{"Safari/", "Safari"}}
	systems = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Macintosh", "Mac"}, {"Linux", "Linux"}}
)

// deviceName returns the words for a User-Agent: both names in place of [browser] and [system], the one that is known,
// or other.
func deviceName(agent, both, other string) string {
	find := func(names [][2]string) string {
		for _, name := range names {
			if strings.Contains(agent, name[0]) {
				return name[1]
			}
		}
		return ""
	}
	browser, system := find(browsers), find(systems)
	if browser == "" || system == "" {
		return cmp.Or(browser, system, other)
	}
	return strings.NewReplacer("[browser]", browser, "[system]", system).Replace(both)
}

// EndSession ends the session with an ID, at the request of a user. One that has ended already is no error.
func (o *Office) EndSession(ctx context.Context, id, by string) error {
	users, err := o.endSessions(ctx, `substr(digest, 1, 8) = $1`, id)
	for _, user := range users {
		o.Log.InfoContext(ctx, "session ended", "user", o.ActorName(user), "session", id, "by", o.ActorName(by))
	}
	return err
}

// EndSessions ends the session with an ID, or all of a user's name or address, with unused links and notifications, and
// returns their number. With "all", it ends every user's.
func (o *Office) EndSessions(ctx context.Context, which string) (int, error) {
	user, _ := o.Named(which)
	which, address := strings.ToLower(which), strings.ToLower(user.Email)
	for _, table := range []string{"sign_in_links", "push_subscriptions"} {
		err := o.exec(ctx, `DELETE FROM `+table+` WHERE $1 = 'all' OR lower(email) IN ($1, $2)`, which, address)
		if err != nil {
			return 0, fmt.Errorf("end links and notifications: %w", err)
		}
	}
	users, err := o.endSessions(ctx, `$1 = 'all' OR lower(email) IN ($1, $2) OR substr(digest, 1, 8) = $1`, which,
		address)
	return len(users), err
}

// EndFormer ends the sessions, links and notifications of everybody who may not sign in any more, so that an address
// that comes back to the settings brings none of them back.
func (o *Office) EndFormer(ctx context.Context) error {
	list, err := journal.QueryAll(ctx, o.Journal.Reader(), journal.ScanText, `SELECT email FROM sessions UNION
		SELECT email FROM sign_in_links UNION SELECT email FROM push_subscriptions`)
	for _, email := range list {
		if err == nil && !o.mayEnter(email) {
			_, err = o.EndSessions(ctx, email)
		}
	}
	return err
}

// endSessions ends the sessions that meet a condition, with the notifications of their browsers, and returns their
// users.
func (o *Office) endSessions(ctx context.Context, where string, args ...any) (users []string, err error) {
	err = o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE session IN (SELECT digest FROM sessions
			WHERE `+where+`)`, args...)
		if err == nil {
			users, err = journal.QueryAll(ctx, tx, journal.ScanText, `DELETE FROM sessions WHERE `+where+`
				RETURNING email`, args...)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("end sessions: %w", err)
	}
	return users, nil
}
