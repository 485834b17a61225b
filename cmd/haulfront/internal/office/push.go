package office

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/SherClockHolmes/webpush-go"
)

const (
	// pushLife is how long a push service keeps a notification for a device that is off.
	pushLife = time.Hour
	// pushLimit bounds one request to a push service.
	pushLimit = 10 * time.Second
	// maxSubscriptions is how many browsers of one user are notified: the latest.
	maxSubscriptions = 10
	// pushSecret is the row of the table secrets with the keys that identify this office to push services (RFC 8292).
	pushSecret = "push"
)

// A Subscription is where the push service of a browser takes notifications, as PushSubscription.toJSON returns it
// (https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson).
type Subscription struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
}

// ErrSubscription means that a browser cannot be notified at the address that it sent.
var ErrSubscription = errors.New("the subscription has no HTTPS address of a push service, or lacks its keys")

// A Notifier notifies the browsers of the office, also while no page of it is open (web push, RFC 8030 and 8291).
type Notifier struct {
	Store Store
	// Contact is an address at which push services can reach the sender (RFC 8292, section 2.1).
	Contact string
	Log     *slog.Logger
	Now     func() time.Time
	keyPair atomic.Pointer[[2]string]
	// Client makes the requests; nil is one that reaches public addresses only.
	Client *http.Client
}

// A Notification is shown by the browser's service worker. One with the same Tag replaces another.
type Notification struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // of the page that it opens
	Tag   string `json:"tag"`
}

// Key returns the public key with which browsers subscribe.
func (n *Notifier) Key(ctx context.Context) (string, error) {
	_, public, err := n.keys(ctx)
	return public, err
}

// keys returns the keys of the office, which are made once.
func (n *Notifier) keys(ctx context.Context) (private, public string, err error) {
	if pair := n.keyPair.Load(); pair != nil {
		return pair[0], pair[1], nil
	}
	private, public, err = webpush.GenerateVAPIDKeys()
	if err != nil {
		return "", "", fmt.Errorf("make the keys of notifications: %w", err)
	}
	var value string
	err = n.Store.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
			pushSecret, private+" "+public)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, pushSecret).Scan(&value)
	})
	if err != nil {
		return "", "", fmt.Errorf("read the keys of notifications: %w", err)
	}
	private, public, _ = strings.Cut(value, " ")
	n.keyPair.Store(&[2]string{private, public})
	return private, public, nil
}

// Subscribe notifies a user's browser of new and overdue requests from now on. The error wraps ErrSubscription for a
// browser that cannot be notified.
func (n *Notifier) Subscribe(ctx context.Context, email string, s Subscription) error {
	address, err := url.Parse(s.Endpoint)
	if err != nil || address.Scheme != "https" || address.Host == "" || len(s.Endpoint) > 1000 ||
		s.P256dh == "" || s.Auth == "" || len(s.P256dh)+len(s.Auth) > 200 {
		return ErrSubscription
	}
	keys, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return n.Store.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO push_subscriptions (endpoint, email, keys, created_at)
			VALUES ($1, $2, $3, $4) ON CONFLICT (endpoint) DO UPDATE SET email = $2, keys = $3, created_at = $4`,
			s.Endpoint, email, string(keys), n.Now().UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE email = $1 AND endpoint NOT IN
			(SELECT endpoint FROM push_subscriptions WHERE email = $1 ORDER BY created_at DESC LIMIT $2)`,
			email, maxSubscriptions)
		return err
	})
}

// Unsubscribe ends the notifications of a browser.
func (n *Notifier) Unsubscribe(ctx context.Context, endpoint string) error {
	return n.Store.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE endpoint = $1`, endpoint)
		return err
	})
}

// Push notifies all browsers of users who are signed in somewhere. A failure is only logged: the mail about each
// request does not depend on it.
func (n *Notifier) Push(ctx context.Context, notification Notification) {
	subscriptions, err := n.subscriptions(ctx)
	var message []byte
	if err == nil {
		message, err = json.Marshal(notification)
	}
	if err != nil {
		n.Log.ErrorContext(ctx, "nobody was notified", "error", err)
		return
	}
	for _, s := range subscriptions {
		if err := n.pushTo(ctx, s, message); err != nil {
			n.Log.WarnContext(ctx, "a browser was not notified", "service", hostOf(s.Endpoint), "error", err)
		}
	}
}

func (n *Notifier) subscriptions(ctx context.Context) (list []Subscription, err error) {
	rows, err := n.Store.Reader().QueryContext(ctx, `SELECT p.keys FROM push_subscriptions p WHERE EXISTS
		(SELECT 1 FROM sessions s WHERE s.email = p.email AND s.expires_at > $1)`, n.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var keys string
		var s Subscription
		if err := errors.Join(rows.Scan(&keys), json.Unmarshal([]byte(keys), &s)); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// pushTo notifies one browser, and forgets one that has ended its subscription (RFC 8030, section 7.3).
func (n *Notifier) pushTo(ctx context.Context, s Subscription, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, pushLimit)
	defer cancel()
	private, public, err := n.keys(ctx)
	if err != nil {
		return err
	}
	response, err := webpush.SendNotificationWithContext(ctx, message,
		&webpush.Subscription{Endpoint: s.Endpoint, Keys: webpush.Keys{P256dh: s.P256dh, Auth: s.Auth}},
		&webpush.Options{
			HTTPClient: cmp.Or(n.Client, pushClient), Subscriber: n.Contact,
			VAPIDPrivateKey: private, VAPIDPublicKey: public, TTL: int(pushLife.Seconds()),
			Urgency: webpush.UrgencyHigh,
		})
	if err != nil {
		return errors.New("the push service cannot be reached") // the error has the endpoint, which is secret
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 1<<10)
	switch response.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		return n.Unsubscribe(ctx, s.Endpoint)
	case http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent:
		return nil
	}
	return fmt.Errorf("the push service answered %d", response.StatusCode)
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// pushClient reaches public addresses only: a browser chooses the push service, and must not reach servers of the
// office's own network through it.
var pushClient = &http.Client{
	Transport: &http.Transport{
		DisableKeepAlives: true, // requests are hours apart
		DialContext: (&net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !to.Addr().Unmap().IsGlobalUnicast() || to.Addr().Unmap().IsPrivate() {
				return errors.New("not a public address")
			}
			return nil
		}}).DialContext,
	},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
